"""What people do before a game starts: open a table, sit down, leave, set the options, start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import discord

from engine.core.errors import ChannelTaken, MoveError, NoSuchGame, NotAllowed, Refused
from engine.core.records import GameRecord, SeatRecord
from engine.core.title import Options, Title
from storage import PanelRecord

from .answers import Answer
from .channels import TROUBLE, Channels, Lost, Shut
from .house import House, is_manager, may_look, seat_of
from .ids import Click, make
from .limits import CUSTOM_ID, NONCE, THREAD_ARCHIVE_MINUTES, THREAD_NAME, clip
from .lobby import lobby_sheet, options_of, options_sheet, seat_word
from .permissions import hindrance, missing_here, missing_sentence
from .setup import changed, must_fit, option_specs, read_options
from .sheet import Button, Sheet
from .words import NEUTRAL, escaped, message_link

log = logging.getLogger(__name__)

ROBOT_NAMES = ("Adler", "Borsig", "Crampton", "Ericsson", "Hackworth", "Trevithick", "Stephenson", "Webb")
"""Names of automatic players: builders of locomotives."""


def moved_sheet(record: GameRecord) -> Sheet:
    """A word in the channel that a game has left."""
    return Sheet((f"The game that was here goes on in <#{record.channel}>.",), colour=NEUTRAL)


class _Showing:
    """A lobby's message at work: one edit at a time, and what the last one showed."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.revision = -1


class Lobbies:
    """Tables before their game starts."""

    def __init__(self, house: House, channels: Channels) -> None:
        self.house = house
        self.channels = channels
        # Kept as long as somebody waits for it: a later refresh looks at the message anew.
        self._showings: WeakValueDictionary[str, _Showing] = WeakValueDictionary()

    # --- opening ------------------------------------------------------------------------------

    async def open(
        self,
        answer: Answer,
        title: Title,
        options: Options,
        *,
        hotseat: bool = False,
        thread: bool = False,
        pace_hours: int | None = None,
    ) -> None:
        """Open a lobby in the channel, or in a new thread of it."""
        interaction = answer.interaction
        missing = missing_here(interaction, thread=thread)
        if missing:
            await answer.say(missing_sentence(missing))
            return
        if not thread and (unseen := hindrance(interaction)):
            raise Refused(unseen)
        channel = interaction.channel_id
        if channel is None:
            raise Refused("Games are played in a channel.")
        must_fit(title, options)
        if thread:
            channel = await self._new_thread(interaction, title)
        try:
            record = await self.house.tables.open(
                channel,
                interaction.guild_id,
                title.id,
                options,
                seat_of(answer.user),
                hotseat=hotseat,
                pace_hours=round(self.house.settings.nudge_hours) if pace_hours is None else pace_hours,
                interaction=answer.delivery,
            )
        except ChannelTaken:
            await self._taken(answer, title, options, hotseat)
            return
        message = await self._post(record, title, f"l-{record.id}-{record.revision}")
        link = message_link(record.server, record.channel, message)
        await answer.say(f"**{title.name}** is open: {link}\nWhen everybody has sat down, press Start.")

    async def _taken(self, answer: Answer, title: Title, options: Options, hotseat: bool) -> None:
        channel = answer.interaction.channel_id or 0
        there = await self.house.tables.in_channel(channel)
        what = "a game" if there is None else f"**{self.house.title_name(there)}**"
        inside = isinstance(answer.interaction.channel, discord.Thread)
        text = f"This channel already has {what}; one game at a time is played in a channel."
        if answer.interaction.guild_id is None or inside:
            await answer.say(f"{text} Open yours in another channel, or end this one with `/game end`.")
            return
        packed = ";".join(f"{name}={word}" for name, word in changed(title, options).items())
        identity = ":".join(("g", "-", "0", "thread", title.id, "h" if hotseat else "", packed))
        if len(identity) > CUSTOM_ID:
            await answer.say(
                f"{text} Say `/game new … where: a new thread` to open it in a thread of its own."
            )
            return
        button = Button("Open it in a thread", make("-", 0, "thread", *identity.split(":")[4:]), "success")
        await answer.say(f"{text} Shall I open yours in a thread of its own?", button)

    async def _new_thread(self, interaction: discord.Interaction[Any], title: Title) -> int:
        place = interaction.channel
        if not isinstance(place, discord.TextChannel):
            raise Refused("A thread can be opened only in a text channel. Open the game right here instead.")
        name = clip(f"{title.name} – {interaction.user.display_name}", THREAD_NAME)
        thread = await place.create_thread(
            name=name,
            type=discord.ChannelType.public_thread,
            auto_archive_duration=THREAD_ARCHIVE_MINUTES,
        )
        return thread.id

    # --- the lobby's message --------------------------------------------------------------------

    async def _post(self, record: GameRecord, title: Title, nonce: str) -> int:
        message = await self.channels.send(record.channel, lobby_sheet(title, record), nonce[:NONCE])
        await self.house.storage.put_panel(
            PanelRecord(message, record.id, record.channel, "lobby", 0, self.house.clock())
        )
        return message

    async def refresh(self, record: GameRecord) -> None:
        """Bring the lobby's message up to date; a finished lobby loses its buttons.

        Of changes that come faster than the message can be edited, only the last is shown.
        """
        showing = self._showings.setdefault(record.id, _Showing())
        async with showing.turn:
            record = await self.house.tables.record(record.id)
            while showing.revision != record.revision:  # it may change during the edit
                await self._bring_up_to_date(record)
                showing.revision = record.revision
                record = await self.house.tables.record(record.id)

    async def _bring_up_to_date(self, record: GameRecord) -> None:
        title = self.house.title_of(record)
        if title is None:
            return
        for panel in await self.house.storage.panels(record.id, "lobby"):
            try:
                there = await self.channels.edit(panel.channel, panel.message, lobby_sheet(title, record))
                if not there and record.status == "lobby":
                    # Deleted, or in a thread that was archived, which an edit does not wake.
                    await self._post(record, title, f"e-{panel.message}")
            except (*TROUBLE, Lost, Shut) as error:
                log.warning("%s: the lobby's message stays as it is: %s", record.id, error)
                continue
            if not there or record.status != "lobby":
                await self.house.storage.drop_panel(record.id, panel.message)

    async def move(self, answer: Answer, game_id: str) -> None:
        """Let a game go on in the channel where that is asked."""
        interaction, tables = answer.interaction, self.house.tables
        missing = missing_here(interaction)
        unseen = missing_sentence(missing) if missing else hindrance(interaction)
        if unseen:
            raise Refused(unseen)
        before = await tables.record(game_id)
        if not may_look(interaction, before):
            raise NoSuchGame("There is no such game.")
        if before.server != interaction.guild_id or interaction.channel_id is None:
            raise Refused("A game stays on its server: say this in another channel there.")
        moved = await tables.move_to(
            game_id,
            answer.user.id,
            interaction.channel_id,
            manager=is_manager(interaction, before),
            housekeeper=self.channels.own_id,
            interaction=answer.delivery,
        )
        if isinstance(moved, GameRecord):
            await self.show_again(moved, f"v-{answer.delivery}")
            try:
                sheet = moved_sheet(moved)
                await self.channels.send(before.channel, sheet, f"w-{answer.delivery}"[:NONCE])
            except (*TROUBLE, Lost, Shut) as error:
                log.info("%s: the channel that it left was not told: %s", moved.id, error)
            await answer.say("The table is here now.")
            return
        paused = moved.table.record.status == "paused"
        rest = " It is paused: `/game resume` goes on." if paused else ""
        await answer.say(f"The game goes on here.{rest}" if not paused else f"The game is here now.{rest}")

    async def show_again(self, record: GameRecord, nonce: str) -> None:
        """Post the lobby anew, below everything that was said since; the old message loses its buttons."""
        title = self.house.title_of(record)
        if title is None or record.status != "lobby":
            return
        old = await self.house.storage.panels(record.id, "lobby")
        message = await self._post(record, title, nonce)
        for panel in old:
            if panel.message != message and await self.channels.strip(panel.channel, panel.message):
                await self.house.storage.drop_panel(record.id, panel.message)

    # --- clicks -----------------------------------------------------------------------------------

    async def click(self, answer: Answer, click: Click, value: str | None) -> None:
        """A click on a lobby, or on its options."""
        match click.verb:
            case "join":
                await self.join(answer, click.game)
            case "leave":
                await self.leave(answer, click.game)
            case "start":
                await self.start(answer, click.game)
            case "robot":
                await self.add_robot(answer, click.game)
            case "options" | "optpage":
                await self.options(answer, click.game, max(0, click.number(0)))
            case "opt" | "optset":
                await self.set_options(answer, click.game, {click.word(0): value or ""}, click.number(1))
            case "dismiss":
                await self.dismiss(answer, click.game, value or "", click.number(0))
            case "thread":
                title = self.house.titles.get(click.word(0))
                if title is None:
                    raise Refused("That game is not offered any more.")
                said = dict(part.split("=", 1) for part in click.word(2).split(";") if "=" in part)
                options = read_options(title, said)
                await self.open(answer, title, options, hotseat=click.word(1) == "h", thread=True)

    async def join(self, answer: Answer, game_id: str) -> GameRecord:
        """Sit down."""
        record = await self.house.tables.join(game_id, seat_of(answer.user), interaction=answer.delivery)
        await self.refresh(record)
        return record

    async def leave(self, answer: Answer, game_id: str) -> None:
        """Stand up again, before the game has started."""
        record = await self.house.tables.record(game_id)
        if record.status != "lobby":
            raise Refused("The game has started. `/game leave` gives your seat away.")
        left = await self.house.tables.leave(game_id, answer.user.id, interaction=answer.delivery)
        if isinstance(left, GameRecord):
            await self.refresh(left)

    async def add_robot(self, answer: Answer, game_id: str) -> None:
        """Let an automatic player sit down."""
        record = await self.house.tables.record(game_id)
        used = {seat.name for seat in record.seats}
        name = next((each for each in ROBOT_NAMES if each not in used), f"Robot {len(record.seats) + 1}")
        record = await self.house.tables.join(
            game_id, SeatRecord(None, name), by=answer.user.id, interaction=answer.delivery
        )
        await self.refresh(record)

    async def dismiss(self, answer: Answer, game_id: str, word: str, page: int = 0) -> None:
        """Take another seat of the lobby away: the host's right, or a manager's."""
        record = await self.house.tables.record(game_id)
        index = next((at for at in range(len(record.seats)) if seat_word(record, at) == word), None)
        if index is None:
            await self.options(answer, game_id, page, "⚠️ They have left already; nothing was changed.")
            return
        name = escaped(record.seats[index].name)
        record = await self.house.tables.dismiss(
            game_id,
            answer.user.id,
            index,
            manager=is_manager(answer.interaction, await self.house.tables.record(game_id)),
            interaction=answer.delivery,
        )
        try:
            await self.options(answer, game_id, page, f"**{name}** has left the table.")
        finally:
            await self.refresh(record)

    async def start(self, answer: Answer, game_id: str) -> None:
        """Start the game. The first turn is announced by the outbox."""
        unseen = hindrance(answer.interaction)
        if unseen:
            raise Refused(unseen)
        manager = is_manager(answer.interaction, await self.house.tables.record(game_id))
        table = await self.house.tables.start(
            game_id, answer.user.id, manager=manager, interaction=answer.delivery
        )
        await self.refresh(table.record)

    async def options(self, answer: Answer, game_id: str, page: int = 0, note: str = "") -> None:
        """Show the options to whoever may change them; to others, say what they are."""
        record = await self.house.tables.record(game_id)
        title = self.house.title_of(record)
        if title is None:
            raise Refused("This bot does not know that game any more.")
        if record.status != "lobby":
            raise Refused("The game has started; its options stand.")
        if answer.user.id != record.host and not is_manager(answer.interaction, record):
            raise NotAllowed(
                "Only whoever opened the game, or a manager of the server, can change the options."
            )
        await answer.show(options_sheet(title, record, page, note))

    async def set_options(self, answer: Answer, game_id: str, said: Mapping[str, str], page: int = 0) -> None:
        """Change some options of a lobby."""
        record = await self.house.tables.record(game_id)
        title = self.house.title_of(record)
        if title is None:
            raise Refused("This bot does not know that game any more.")
        try:
            words = {**changed(title, options_of(title, record)), **said}
            chosen = read_options(title, words)
            void = {spec.name for spec in option_specs(title) if not spec.matters(chosen)} - set(said)
            options = read_options(title, {name: word for name, word in words.items() if name not in void})
            must_fit(title, options)
            record = await self.house.tables.configure(
                game_id,
                answer.user.id,
                options,
                manager=is_manager(answer.interaction, record),
                interaction=answer.delivery,
            )
        except MoveError as error:
            await self.options(answer, game_id, page, f"⚠️ {error}")
            return
        try:  # the person first: the message in the channel may have to wait
            await answer.show(options_sheet(title, record, page))
        finally:
            await self.refresh(record)
