"""What all slash commands share: acknowledge at once, find the game, work, say what went wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from discord import app_commands

from bot.answers import Answer, Interaction, sentence_of
from bot.channels import Lost, Shut
from bot.files import Files
from bot.house import House, may_look
from bot.limits import CHOICE_NAME, CHOICES, clip
from bot.lobbies import Lobbies
from bot.moves import Moves
from bot.orders import Orders
from bot.reminders import Reminders
from bot.suggest import field_choices, line_suggestions, suggestions
from bot.words import namer, plainly
from engine.core.action import Action, specs, verb
from engine.core.errors import IllegalMove, MoveError, NoSuchGame, NotRunning, NotYourTurn
from engine.core.reading import read_fields
from engine.core.records import GameRecord
from engine.core.table import StalePanel, Table
from engine.core.title import Title

log = logging.getLogger(__name__)

Work = Callable[[Answer], Awaitable[None]]


class Desk:
    """Carries out commands."""

    def __init__(
        self, house: House, moves: Moves, lobbies: Lobbies, files: Files, reminders: Reminders
    ) -> None:
        self.house = house
        self.moves = moves
        self.lobbies = lobbies
        self.files = files
        self.reminders = reminders
        self.orders = Orders(house)
        self.answering: set[asyncio.Task[object]] = set()
        """Commands that are being carried out."""

    async def run(self, interaction: Interaction, work: Work) -> None:
        """Acknowledge a command, and answer it privately. Never raises."""
        task = asyncio.current_task()
        assert task is not None
        self.answering.add(task)
        try:
            await self._run(interaction, work)
        finally:
            self.answering.discard(task)

    async def _run(self, interaction: Interaction, work: Work) -> None:
        answer = Answer(interaction)
        doing = f"answering /{interaction.command.qualified_name if interaction.command else '?'}"
        try:
            if not await answer.acknowledge():
                return
            try:
                await work(answer)
            except StalePanel as stale:
                await self.moves.stale(answer, stale.table, stale.table.version, stale.entries)
            except MoveError as error:
                record = await self.house.tables.in_channel(interaction.channel_id or 0)
                await answer.say(f"⚠️ {sentence_of(error, record)}")
            except (Lost, Shut):
                await answer.cannot_post()
        except Exception as error:
            await answer.failed(error, doing)

    # --- finding the game -----------------------------------------------------------------------

    async def record_here(self, interaction: Interaction) -> GameRecord:
        """The open game of the channel. Raises NoSuchGame."""
        record = await self.house.tables.in_channel(interaction.channel_id or 0)
        if record is None:
            raise NoSuchGame("There is no game in this channel. `/game new` opens one.")
        return record

    async def table_here(self, interaction: Interaction) -> Table:
        """The running game of the channel. Raises NoSuchGame, NotRunning."""
        record = await self.record_here(interaction)
        if record.status == "lobby":
            raise NotRunning("The game in this channel has not started yet.")
        return await self.house.tables.table(record.id)

    async def any_record(self, interaction: Interaction, game: str | None = None) -> GameRecord:
        """The game with this id, or the channel's open game, or the last one that was played there. An id
        that is no business of whoever asks is answered like one that does not exist.
        """
        if game:
            found = await self.house.tables.record(game.strip().lower())
            if not may_look(interaction, found):
                raise NoSuchGame("There is no such game.")
            return found
        record = await self.house.tables.in_channel(interaction.channel_id or 0)
        if record is None:
            record = await self.house.storage.last_in_channel(interaction.channel_id or 0)
        if record is None:
            raise NoSuchGame("No game has been played in this channel. `/game new` opens one.")
        return record

    # --- typed moves (generate.Typist) ------------------------------------------------------------

    async def typed_move(
        self, interaction: Interaction, title: Title, kind: type[Action], words: Mapping[str, str]
    ) -> None:
        """Make the move that these words say for these fields."""

        async def work(answer: Answer) -> None:
            table = await self._table_of(interaction, title)
            seat = self._seat_for(table, answer.user.id, kind)
            if seat is None:
                own = table.seats_of(answer.user.id)
                raise self._why_not(table, own, kind)
            action = read_fields(table.game, seat, kind, words)
            await self.moves.act(answer, table.id, action, seat=seat)

        await self.run(interaction, work)

    async def typed_line(self, interaction: Interaction, title: Title, line: str) -> None:
        """Make the move that a line of notation says."""

        async def work(answer: Answer) -> None:
            table = await self._table_of(interaction, title)
            await self.moves.act(answer, table.id, line)

        await self.run(interaction, work)

    async def _table_of(self, interaction: Interaction, title: Title) -> Table:
        table = await self.table_here(interaction)
        if table.title.id != title.id:
            raise IllegalMove(
                f"The game in this channel is {table.title.name}: its moves are `/{table.title.command} …`."
            )
        return table

    def _seat_for(self, table: Table, user: int, kind: type[Action]) -> int | None:
        """Which of the person's seats may make this kind of move now."""
        own = table.seats_of(user)
        return next((each.seat for each in table.waiting() if each.seat in own and kind in each.kinds), None)

    def _why_not(self, table: Table, own: Sequence[int], kind: type[Action]) -> MoveError:
        if not own:
            return IllegalMove("You have no seat in this game.")
        if table.record.status == "paused":
            return NotRunning("The game is paused. `/game resume` goes on.")
        if table.trouble:
            return NotRunning(table.trouble)
        asked = next((each for each in table.waiting() if each.seat in own), None)
        if asked is not None:
            may = ", ".join(verb(each) for each in asked.kinds)
            return NotYourTurn(f"“{verb(kind)}” is not possible now. You may: {may}.")
        waiting = ", ".join(f"@P{each.seat + 1}" for each in table.waiting())
        return NotYourTurn(f"It is not your turn: the table waits for {waiting or 'nobody'}.")

    async def complete_field(
        self, interaction: Interaction, title: Title, kind: type[Action], name: str, current: str
    ) -> list[tuple[str, str]]:
        """Legal values of a field that fit what is typed. Empty when it is not their turn."""
        table = await self.table_quietly(interaction)
        if table is None or table.title.id != title.id:
            return []
        seat = self._seat_for(table, interaction.user.id, kind)
        if seat is None:
            return []
        typed = {
            field: ("yes" if value else "no") if isinstance(value, bool) else str(value)
            for field, value in interaction.namespace
            if value is not None and value != ""
        }
        spec = next(each for each in specs(kind) if each.name == name)
        found = suggestions(spec, field_choices(table.game, seat, kind, name, typed), current)
        return _with_names(table, found)

    async def complete_line(
        self, interaction: Interaction, title: Title, current: str
    ) -> list[tuple[str, str]]:
        """Ways to go on with a line of notation."""
        table = await self.table_quietly(interaction)
        if table is None or table.title.id != title.id:
            return []
        own = table.seats_of(interaction.user.id)
        asked = next((each for each in table.waiting() if each.seat in own), None)
        if asked is None:
            return []
        return _with_names(table, line_suggestions(table.game, asked.seat, asked.kinds, current))

    async def table_quietly(self, interaction: Interaction) -> Table | None:
        """The running game of the channel, or None: suggestions have no room for sentences."""
        try:
            return await self.table_here(interaction)
        except MoveError:
            return None


def fitting(words: Sequence[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Suggestions (what is shown, what is sent) that contain what is typed."""
    said = current.strip().casefold()
    found = [(shown, word) for shown, word in words if said in f"{shown} {word}".casefold()]
    return [app_commands.Choice(name=clip(shown, CHOICE_NAME), value=word) for shown, word in found[:CHOICES]]


def _with_names(table: Table, found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    name = namer(table.record)
    return [(clip(plainly(shown, name), CHOICE_NAME), word) for shown, word in found]
