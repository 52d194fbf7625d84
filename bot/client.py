"""The Discord client: it connects, keeps the commands registered, and hands on what happens."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord
from discord import app_commands

from engine.core.tables import Tables
from engine.core.title import Title
from engine.titles import TITLES
from storage import Storage

from .announce import Announcer
from .answers import GONE, Answer
from .channels import TROUBLE, DiscordChannels
from .clicks import Clicks
from .commands import Desk, all_commands
from .deleted import Deleted
from .files import Files
from .house import House
from .lobbies import Lobbies
from .moves import Moves
from .outbox import announce
from .permissions import missing_here
from .pictures import Pictures
from .reminders import Reminders
from .settings import BadSetting, Settings

log = logging.getLogger(__name__)

HOUSEKEEPING_SECONDS = 3600.0
REOPENED_SECONDS = 1.0
"""So long after a change of permissions the server's outbox is tried again."""
KEPT = timedelta(days=14)
"""How long finished posts and answered deliveries are kept."""


# The bot never speaks: no word of libraries for that is needed in the log.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


def now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


OUT_OF_ORDER = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError)
"""What Discord out of reach looks like while logging in, when the database may be the one that is not."""


def passes(error: BaseException) -> bool:
    """Whether a trouble will pass by itself: anything but a refusal of what was asked."""
    refused = isinstance(error, discord.HTTPException) and 400 <= error.status < 500
    return not refused or (isinstance(error, discord.HTTPException) and error.status == 429)


def patience() -> Iterator[float]:
    """How many seconds to wait after the first, second ... trouble: without end, at last five minutes."""
    seconds = 5.0
    while True:
        yield seconds
        seconds = min(2 * seconds, 300.0)


class QuietSuggestions(logging.Filter):
    """Suggestions that came too late, or that another process has given, are no error."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be logged."""
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.HTTPException) and error.code in GONE)


logging.getLogger("discord.app_commands.tree").addFilter(QuietSuggestions())


def chosen_titles(settings: Settings, titles: Mapping[str, Title] = TITLES) -> Mapping[str, Title]:
    """The titles to offer. Raises BadSetting for a name that is none."""
    if not settings.titles:
        return titles
    unknown = [each for each in settings.titles if each not in titles]
    if unknown:
        raise BadSetting(
            f"ROUNDHOUSE_TITLES names {', '.join(unknown)}; there are: {', '.join(titles) or 'none'}."
        )
    return {each: titles[each] for each in settings.titles}


class Roundhouse(discord.Client):
    """The bot.

    titles: the games to offer; all of the house if not given.
    storage: the database, if it is not to be opened from the settings.
    clock: the time, for tests.
    servers_within: seconds after the last server that Discord announced until all are taken to be there.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        titles: Mapping[str, Title] | None = None,
        storage: Storage | None = None,
        pictures: Pictures | None = None,
        clock: Callable[[], datetime] = now,
        servers_within: float = 2.0,
    ) -> None:
        # No privileged intent: interactions bring along whatever is needed of their user.
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=60.0,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=servers_within,
        )
        known = chosen_titles(settings) if titles is None else titles
        store = storage if storage is not None else Storage(settings.database_url)
        tables = Tables(
            store,
            known,
            clock=clock,
            announce=announce,
            keep_for=timedelta(minutes=settings.idle_minutes),
        )
        painters = pictures or Pictures(settings.render_processes, settings.picture_seconds)
        self.house = House(settings, known, store, tables, painters, clock)
        channels = DiscordChannels(self)
        self.announcer = Announcer(self.house, channels)
        tables.listeners.append(self.announcer.changed)
        self.moves = Moves(self.house)
        self.lobbies = Lobbies(self.house, channels)
        self.files = Files(self.house)
        self.reminders = Reminders(self.house, channels, self.announcer.ring)
        self.clicks = Clicks(self.house, self.moves, self.lobbies, self.files)
        self.deleted = Deleted(self.house, self.lobbies, self.announcer.ring)
        self.desk = Desk(self.house, self.moves, self.lobbies, self.files, self.reminders)
        self.tree = app_commands.CommandTree(self)
        self.tree.error(self.on_command_error)
        for command in all_commands(self.desk):
            self.tree.add_command(command)
        self._background: list[asyncio.Task[Any]] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self._changed: dict[int, asyncio.Task[None]] = {}

    # --- beginning and end ------------------------------------------------------------------------

    async def login(self, token: str) -> None:
        """Open the database and log in; while Discord is out of order or out of reach, again and again.
        Raises NoDatabase, LoginFailure.
        """
        await self.house.storage.prepare()
        for wait in patience():
            try:
                await super().login(token)
                return
            except OUT_OF_ORDER as error:
                if not passes(error):
                    raise
                log.warning("Discord does not answer (%s); trying again in %.0f s", error, wait)
            await self.http.close()
            self.http.clear()
            self.http.connector = discord.utils.MISSING  # it was closed with its session
            if not await self._waited(wait):
                return

    async def _waited(self, seconds: float) -> bool:
        """Wait, but not for longer than the bot is to run; False if it is not."""
        while seconds > 0 and not self.is_closed():
            await asyncio.sleep(min(seconds, 0.5))
            seconds -= 0.5
        return not self.is_closed()

    async def setup_hook(self) -> None:
        """Once, before connecting: the work in the background, the commands."""
        self._background = [
            asyncio.create_task(self._when_ready(self.announcer.run), name="announcer"),
            asyncio.create_task(self._when_ready(self.reminders.run), name="reminders"),
            asyncio.create_task(self._housekeeping(), name="housekeeping"),
            asyncio.create_task(self._warm(), name="painters"),
        ]
        try:
            await self.sync_commands()
        except TROUBLE as error:
            if not passes(error):
                raise
            log.warning("the commands could not be looked at (%s); those of last time stay", error)
            self._background.append(asyncio.create_task(self._sync_later(), name="commands"))

    async def _sync_later(self) -> None:
        for wait in patience():
            if not await self._waited(wait):
                return
            try:
                await self.sync_commands()
                return
            except TROUBLE as error:
                log.warning("the commands could not be looked at (%s)", error)

    async def _when_ready(self, work: Callable[[], Any]) -> None:
        await self.wait_until_ready()
        await work()

    async def _warm(self) -> None:
        try:
            await self.house.pictures.warm()
        except Exception:
            log.exception("the painters could not be started; there will be no pictures")

    async def _housekeeping(self) -> None:
        while True:
            try:
                before = self.house.clock() - KEPT
                await self.house.storage.forget_posts(before)
                await self.house.storage.forget_interactions(before)
                self.house.tables.tidy()
            except Exception:
                log.exception("housekeeping failed")
            await asyncio.sleep(HOUSEKEEPING_SECONDS)

    async def close(self) -> None:
        """Finish what was begun, then disconnect. A restart goes on where this stops. Whoever else asks for
        it waits for the same end.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        answering = self._answering | self.desk.answering
        if answering:
            await asyncio.wait(answering, timeout=5)
        background = [*self._background, *self._changed.values()]
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await super().close()
        self.house.pictures.close()
        await self.house.storage.close()

    # --- commands ---------------------------------------------------------------------------------

    async def sync_commands(self) -> bool:
        """Register the commands if Discord has others. Returns whether they were sent."""
        wanted = {command.name: _essence(command.to_dict(self.tree)) for command in self.tree.get_commands()}
        there = await self.http.get_global_commands(self.application_id or 0)
        known = {str(command["name"]): _essence(command) for command in there}
        if _hash(known) == _hash(wanted):
            log.info("the %d commands are registered already", len(wanted))
            return False
        await self.tree.sync()
        log.info("registered %d commands", len(wanted))
        return True

    async def on_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """A command failed outside its own care (an option that could not be read, suggestions)."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("suggestions failed", exc_info=error)
            return
        await Answer(interaction).failed(error, "reading a command")

    # --- events -----------------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Connected."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Clicks and forms. Slash commands go through the command tree.

        The library's own views are not used to dispatch: what a component does is in its id, so nothing is
        kept per message, and a message from before a restart works like any other.
        """
        if interaction.channel_id in self.announcer.shut and not missing_here(interaction):
            self._reopened(interaction.guild_id)
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            await self.clicks.handle(interaction)
        finally:
            self._answering.discard(task)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """A message with a panel was deleted by hand: it is posted anew."""
        await self.deleted.gone([event.message_id])

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Many messages were deleted at once."""
        await self.deleted.gone(sorted(event.message_ids))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone: its game is paused."""
        await self._lost(channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone: its game is paused."""
        await self._lost(event.thread_id)

    # --- a channel in which the bot was not allowed to post may be open again ------------------------

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Permissions in a channel may have been given back."""
        if before.overwrites != after.overwrites:
            self._reopened(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """The same for a role."""
        if before.permissions != after.permissions:
            self._reopened(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot itself was given a role, or has lost one."""
        if after == self.user and before.roles != after.roles:
            self._reopened(after.guild.id)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """A thread was unlocked, or taken out of the archive."""
        if not event.data["thread_metadata"].get("locked", False):
            self._reopened(event.guild_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited (again)."""
        self._reopened(guild.id)

    def _reopened(self, server: int | None) -> None:
        """Try again what could not be posted on a server; several changes in a row are one."""
        if server is None or server in self._changed:
            return

        async def again() -> None:
            try:
                await asyncio.sleep(REOPENED_SECONDS)
                await self.announcer.reopened(server)
            except Exception:
                log.exception("the outbox of a server could not be looked through")
            finally:
                self._changed.pop(server, None)

        self._changed[server] = asyncio.create_task(again(), name=f"reopened {server}")

    async def _lost(self, channel: int) -> None:
        try:
            record = await self.house.tables.in_channel(channel)
            if record is not None:
                log.warning("%s: its channel was deleted; the game is paused", record.id)
                await self.announcer.pause(record.id, channel)
        except Exception:
            log.exception("the game of a deleted channel could not be paused")


def _essence(command: Mapping[str, Any]) -> dict[str, Any]:
    """What decides whether a command must be registered anew: no defaults, nothing that Discord adds."""
    kept = {}
    for name in ("name", "description", "type", "required", "autocomplete", "value"):
        if command.get(name):
            kept[name] = command[name]
    for name in ("min_value", "max_value", "min_length", "max_length"):
        if command.get(name) is not None:
            kept[name] = command[name]
    for name in ("options", "choices"):
        if command.get(name):
            kept[name] = [_essence(each) for each in command[name]]
    if command.get("contexts"):
        kept["contexts"] = sorted(command["contexts"])
    return kept


def _hash(commands: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(commands, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
