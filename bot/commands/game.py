"""`/game`: open a table, sit down, start, look after it, end it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import discord
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.digest import bullets, told
from bot.house import is_manager, seat_of
from bot.limits import DISPLAYED_TEXT, clip
from bot.panel import waiting_text
from bot.setup import in_words
from bot.sheet import Sheet
from bot.words import NEUTRAL, message_link, namer, result_text, stamp
from engine.core.errors import NotAllowed, Refused
from engine.core.log import options_of
from engine.core.records import GameRecord, SeatRecord

from .desk import Desk, fitting
from .new import new_command


def game_group(desk: Desk) -> app_commands.Group:
    """The group `/game`."""
    group = Game(desk)
    group.add_command(new_command(desk))
    return group


class Game(app_commands.Group):
    """The life of a game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(name="game", description="Open, join, start and look after a game")
        self.desk = desk

    @app_commands.command(description="Sit down at the table that is open in this channel.")
    async def join(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            record = await self.desk.lobbies.join(answer, record.id)
            await answer.say(f"You sit at the table: {len(record.seats)} so far.")

        await self.desk.run(interaction, work)

    @app_commands.command(description="Leave the table; in a running game your seat is given away.")
    @app_commands.describe(
        seat_goes_to="In a running game: who plays on for you.", sure="In a running game: say yes."
    )
    async def leave(
        self,
        interaction: Interaction,
        seat_goes_to: Literal["the automatic player", "a substitute"] | None = None,
        sure: bool = False,
    ) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            if record.status == "lobby":
                await self.desk.lobbies.leave(answer, record.id)
                await answer.say("You have left the table.")
                return
            if all(seat.user != answer.user.id for seat in record.seats):
                raise NotAllowed("You have no seat in this game.")
            if not sure:
                raise Refused("The game is running. If you mean it, say `/game leave sure: True`.")
            automatic = None if seat_goes_to is None else seat_goes_to == "the automatic player"
            await self.desk.house.tables.leave(
                record.id, answer.user.id, automatic=automatic, interaction=answer.delivery
            )
            await answer.say("You have left the game.")

        await self.desk.run(interaction, work)

    @app_commands.command(description="Start the game when everybody has sat down.")
    async def start(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            await self.desk.lobbies.start(answer, record.id)
            await answer.say("The game has started.")

        await self.desk.run(interaction, work)

    @app_commands.command(description="What is played here, by whom, with which options, and who is asked.")
    async def info(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction)
            await answer.show(await self._info(record, answer.delivery))

        await self.desk.run(interaction, work)

    async def _info(self, record: GameRecord, delivery: str) -> Sheet:
        title = self.desk.house.title_of(record)
        name = namer(record)
        lines = [f"## {self.desk.house.title_name(record)}", f"-# Game `{record.id}` · {record.status}"]
        if record.headline:
            lines.append(f"**{record.headline}**")
        lines.append(f"Opened {stamp(record.created)}.")
        if title is not None:
            lines += [f"- {line}" for line in in_words(title, options_of(title, record))]
        lines += [f"{seat + 1}. {name(seat)}" + _kind(record, seat) for seat in range(len(record.seats))]
        if record.status == "lobby":
            await self.desk.lobbies.show_again(record, f"l-{delivery}")
            lines.append("The lobby is posted again below.")
        elif record.status == "running":
            table = await self.desk.house.tables.table(record.id)
            lines.append(table.trouble or waiting_text(table.game, name))
            panels = await self.desk.house.storage.panels(record.id)
            turn = next((each for each in reversed(panels) if each.kind.startswith("turn")), None)
            if turn is not None:
                lines.append(message_link(record.server, turn.channel, turn.message))
        pace = f"a nudge after {record.pace_hours} h" if record.pace_hours else "no reminders"
        lines.append(f"-# Pace: {pace}.")
        return Sheet(("\n".join(lines),), colour=NEUTRAL)

    @app_commands.command(
        description="End the game before its time: a lobby’s host, a manager, or everybody."
    )
    @app_commands.describe(sure="Say yes: an ended game cannot go on.")
    async def end(self, interaction: Interaction, sure: bool = False) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            if not sure and record.status != "lobby":
                raise Refused("An ended game cannot go on. If you mean it, say `/game end sure: True`.")
            done = await self.desk.house.tables.end(
                record.id, answer.user.id, manager=is_manager(interaction), interaction=answer.delivery
            )
            if isinstance(done, GameRecord):
                await self.desk.lobbies.refresh(done)
                await answer.say("The table is closed.")
                return
            await self.desk.moves.changed(answer, record.id, done)

        await self.desk.run(interaction, work)

    @app_commands.command(description="Take your last move back; if that touches others, they are asked.")
    async def undo(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            await self.desk.moves.undo(answer, record.id)

        await self.desk.run(interaction, work)

    @app_commands.command(description="Take the whole table back: a manager at once, a player by consent.")
    @app_commands.describe(to="The log entry after which the game shall stand again (see /show log).")
    async def rewind(self, interaction: Interaction, to: app_commands.Range[int, 1, 99_999]) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            done = await self.desk.house.tables.rewind(
                record.id, answer.user.id, to, manager=is_manager(interaction), interaction=answer.delivery
            )
            await self.desk.moves.changed(answer, record.id, done)

        await self.desk.run(interaction, work)

    @rewind.autocomplete("to")
    async def _rewind_to(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        record = await self.desk.house.tables.in_channel(interaction.channel_id or 0)
        if record is None or record.status == "lobby":
            return []
        table = await self.desk.house.tables.table(record.id)
        kinds = {kind.__struct_config__.tag: kind for kind in table.title.actions}
        found = []
        for move in reversed(table.standing()):
            kind = kinds.get(move.line.split(" ", 1)[0])
            line = move.line.split(" ", 1)[0] if kind is None or kind.sealed else move.line
            who = "" if move.seat is None else table.seats[move.seat].name
            text = f"{move.seq}: {who} {line}"
            if current in text:
                found.append(app_commands.Choice(name=clip(text, 100), value=move.seq))
        return found[:25]

    @app_commands.command(description="Remind whoever the table is waiting for.")
    async def nudge(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            await answer.say(await self.desk.reminders.nudge(record, answer.user.id))

        await self.desk.run(interaction, work)

    @app_commands.command(description="Give a seat to somebody else: a manager, the player, or a vote.")
    @app_commands.describe(
        seat="The seat, as /game info numbers them.",
        by="Who plays it from now on; nobody: the automatic player.",
    )
    async def replace(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, 12],
        by: discord.User | None = None,
    ) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            if record.status == "lobby":
                raise Refused("The game has not started; seats are taken with Join.")
            if by is not None and by.bot:
                raise Refused("A bot cannot sit down. Leave `by` out for the automatic player.")
            name = record.seats[seat - 1].name if seat <= len(record.seats) else "?"
            substitute = SeatRecord(None, name) if by is None else seat_of(by)
            done = await self.desk.house.tables.replace(
                record.id,
                answer.user.id,
                seat - 1,
                substitute,
                manager=is_manager(interaction),
                interaction=answer.delivery,
            )
            await self.desk.moves.changed(answer, record.id, done)

        await self.desk.run(interaction, work)

    @replace.autocomplete("seat")
    async def _seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        record = await self.desk.house.tables.in_channel(interaction.channel_id or 0)
        seats: Sequence[SeatRecord] = () if record is None else record.seats
        words = [(f"{place}: {seat.name}", place) for place, seat in enumerate(seats, 1)]
        return [
            app_commands.Choice(name=clip(shown, 100), value=place)
            for shown, place in words
            if current.casefold() in shown.casefold()
        ]

    @app_commands.command(description="Pause the game: a manager at once, a player with everybody's consent.")
    async def pause(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            done = await self.desk.house.tables.pause(
                record.id, answer.user.id, manager=is_manager(interaction), interaction=answer.delivery
            )
            await self.desk.moves.changed(answer, record.id, done)

        await self.desk.run(interaction, work)

    @app_commands.command(description="Go on with a paused game.")
    async def resume(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.record_here(interaction)
            done = await self.desk.house.tables.resume(
                record.id, answer.user.id, manager=is_manager(interaction), interaction=answer.delivery
            )
            await self.desk.moves.changed(answer, record.id, done)

        await self.desk.run(interaction, work)

    @app_commands.command(description="Let a game of another channel go on here: its host, or a manager.")
    @app_commands.describe(game="Which game; /my turns tells the id.")
    async def move(self, interaction: Interaction, game: str) -> None:
        async def work(answer: Answer) -> None:
            await self.desk.lobbies.move(answer, game.strip().lower())

        await self.desk.run(interaction, work)

    @move.autocomplete("game")
    async def _movable(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        house, server = self.desk.house, interaction.guild_id
        records = [] if server is None else await house.storage.open_games(server)
        found = []
        for record in records:
            host = record.host == interaction.user.id
            if record.channel != interaction.channel_id and (host or is_manager(interaction, record)):
                who = ", ".join(seat.name for seat in record.seats)
                found.append((f"{record.id}: {house.title_name(record)} ({record.status}), {who}", record.id))
        return fitting(found, current)

    @app_commands.command(description="The story of a game, this channel's or another's.")
    @app_commands.describe(game="The game's id (see /game info); without it, the last one of this channel.")
    async def history(self, interaction: Interaction, game: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction, game)
            table = await self.desk.house.tables.table(record.id)
            name = namer(record)
            entries = await self.desk.house.tables.history(record.id)
            lines = told(table.game, entries, name)
            head = f"## {self.desk.house.title_name(record)}\n-# Game `{record.id}` · {record.headline}"
            result = table.game.result()
            end = result_text(result, name, 1500) if result is not None else ""
            room = DISPLAYED_TEXT - len(head) - len(end) - 100
            while lines and len(bullets(lines)) > room:
                lines = lines[max(1, len(lines) // 10) :]
            await answer.show(Sheet(tuple(filter(None, (head, bullets(lines), end))), colour=NEUTRAL))

        await self.desk.run(interaction, work)

    @app_commands.command(description="The game as a file, without secrets while it is running.")
    @app_commands.describe(game="The game's id; without it, the last one of this channel.")
    async def export(self, interaction: Interaction, game: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction, game)
            await self.desk.files.export(answer, record.id)

        await self.desk.run(interaction, work)

    @app_commands.command(description="Pack what helps to find a fault: the log, the position, the versions.")
    @app_commands.describe(
        what="What went wrong, in your words.", game="The game's id, if not this channel's."
    )
    async def report(
        self,
        interaction: Interaction,
        what: app_commands.Range[str, 0, 1000] = "",
        game: str | None = None,
    ) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction, game)
            await self.desk.files.report(answer, record.id, what)

        await self.desk.run(interaction, work)

    @app_commands.command(description="The board growing over the game, as an animation.")
    @app_commands.describe(game="The game's id; without it, the last one of this channel.")
    async def film(self, interaction: Interaction, game: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction, game)
            if record.status not in ("over", "ended"):
                own = [seat for seat in record.seats if seat.user == answer.user.id]
                if not own:
                    raise NotAllowed("Only its players see the film of a game that is not over.")
            await self.desk.files.growth(answer, record.id)

        await self.desk.run(interaction, work)


def _kind(record: GameRecord, seat: int) -> str:
    each = record.seats[seat]
    if each.vacant:
        return " (left; the seat is free)"
    return " (automatic)" if each.automatic else ""
