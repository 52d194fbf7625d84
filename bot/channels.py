"""Posting in channels: sending with a nonce, editing, taking panels off, direct messages."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import aiohttp
import discord
from discord import ui

from .sheet import Sheet, files_of, mentions_of, view_of
from .words import CALLS

log = logging.getLogger(__name__)

T = TypeVar("T")

UNKNOWN_CHANNEL = 10_003
UNKNOWN_MESSAGE = 10_008
EDITED_TOO_OFTEN = 30_046
"""Messages older than an hour are edited only so often."""
ARCHIVED = 50_083
LOCKED = 160_005
MISSING_PERMISSIONS = 50_013

NO_PICTURES = "-# No picture: in this channel I lack the permission **Attach Files**."


TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""What a request fails of: refused, or Discord, or the way there, is out of order."""


class Lost(Exception):
    """The channel is gone."""


class Shut(Exception):
    """The bot may not post in the channel as things are: a permission was taken away, or the thread is
    locked. The game goes on all the same, and is posted when the channel is open again.
    """


class Channels(Protocol):
    """What the announcer needs of Discord."""

    @property
    def own_id(self) -> int:
        """The bot's user id."""
        ...

    async def send(self, channel: int, sheet: Sheet, nonce: str) -> int:
        """Send a message, once for all with the same nonce; returns its id. Raises Lost, Shut."""
        ...

    async def edit(self, channel: int, message: int, sheet: Sheet) -> bool:
        """Bring a message up to date; False if it cannot be (deleted, archived): then post it anew.
        Raises Lost, Shut.
        """
        ...

    async def strip(self, channel: int, message: int) -> bool:
        """Take the buttons off a message, which keeps its pictures. False to try again another time."""
        ...

    async def direct(self, user: int, sheet: Sheet, nonce: str) -> int | None:
        """Send a direct message; None if the person takes none."""
        ...

    async def is_member(self, server: int, user: int) -> bool:
        """Whether a person is (still) on a server; True if that cannot be found out."""
        ...


class DiscordChannels:
    """The channels of a connected client."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client

    @property
    def own_id(self) -> int:
        """The bot's user id."""
        return self.client.user.id if self.client.user is not None else 0

    async def send(self, channel: int, sheet: Sheet, nonce: str) -> int:
        """Send a message; silently unless it pings somebody. Without its pictures if files are forbidden."""
        place = self.client.get_partial_messageable(channel)

        async def attempt(sheet: Sheet) -> int:
            message = await place.send(
                view=view_of(sheet),
                files=files_of(sheet),
                allowed_mentions=mentions_of(sheet),
                silent=not sheet.mention,
                nonce=nonce,
            )
            return message.id

        try:
            return await _with_or_without_pictures(attempt, sheet)
        except discord.HTTPException as error:
            raise _closed(error) or error from error

    async def edit(self, channel: int, message: int, sheet: Sheet) -> bool:
        """Bring a message up to date. An edit never pings."""
        place = self.client.get_partial_messageable(channel).get_partial_message(message)

        async def attempt(sheet: Sheet) -> bool:
            await place.edit(
                view=view_of(sheet),
                attachments=files_of(sheet),
                allowed_mentions=discord.AllowedMentions.none(),
            )
            return True

        try:
            if await self._is_archived(channel):
                return False
            return await _with_or_without_pictures(attempt, sheet)
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MESSAGE, EDITED_TOO_OFTEN, ARCHIVED):
                return False
            raise _closed(error) or error from error

    async def strip(self, channel: int, message: int) -> bool:
        """Take the buttons off; the text and the pictures stay as they are."""
        place = self.client.get_partial_messageable(channel)
        try:
            if await self._is_archived(channel):
                return True
            found = await place.fetch_message(message)
            view = without_controls(found)
            await found.edit(
                view=view, attachments=found.attachments, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            return True
        except TROUBLE as error:
            if isinstance(error, discord.HTTPException) and error.code in (EDITED_TOO_OFTEN, ARCHIVED):
                return True
            log.warning("message %d keeps its panel for now: %s", message, error)
            return False
        return True

    async def _is_archived(self, channel: int) -> bool:
        """Whether it is an archived thread, in which nothing can be edited. The client knows only those that
        are not archived.
        """
        known = self.client.get_channel(channel)
        if known is None:
            known = await self.client.fetch_channel(channel)
        return isinstance(known, discord.Thread) and known.archived

    async def direct(self, user: int, sheet: Sheet, nonce: str) -> int | None:
        """Send a direct message, if the person takes it."""
        try:
            person = self.client.get_user(user) or await self.client.fetch_user(user)
            message = await person.send(
                view=view_of(sheet), files=files_of(sheet), allowed_mentions=mentions_of(sheet), nonce=nonce
            )
        except (discord.Forbidden, discord.NotFound):
            return None
        return message.id

    async def is_member(self, server: int, user: int) -> bool:
        """Asks Discord: without the members intent the client does not know by itself."""
        guild = self.client.get_guild(server)
        if guild is None:
            return True
        try:
            await guild.fetch_member(user)
        except discord.NotFound:
            return False
        except TROUBLE:
            return True
        return True


async def _with_or_without_pictures(attempt: Callable[[Sheet], Awaitable[T]], sheet: Sheet) -> T:
    """Try it with the pictures; where files are forbidden, with a word in their place."""
    try:
        return await attempt(sheet)
    except discord.Forbidden as error:
        if error.code != MISSING_PERMISSIONS or not sheet.pictures:
            raise
    return await attempt(dataclasses.replace(sheet, pictures=(), foot=(NO_PICTURES, *sheet.foot)))


def _closed(error: discord.HTTPException) -> Lost | Shut | None:
    """What an error says about the channel, if it is the channel that stands in the way."""
    if error.code == UNKNOWN_CHANNEL:
        return Lost(str(error))
    if isinstance(error, discord.Forbidden) or error.code in (ARCHIVED, LOCKED):
        return Shut(str(error))
    return None


def without_controls(message: discord.Message) -> ui.LayoutView:
    """A message's layout without rows of buttons and menus, and without the words that call a player, which
    are no longer true; its pictures are those it has attached.
    """
    view: ui.LayoutView = ui.LayoutView.from_message(message)
    attached = {each.url: each.filename for each in message.attachments}
    names = [each.filename for each in message.attachments]
    pictures = 0
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow) or (
            isinstance(item, ui.TextDisplay) and item.content.startswith(CALLS)
        ):
            _drop(view, item)
        elif isinstance(item, ui.MediaGallery):
            for media in item.items:
                name = attached.get(media.media.url) or (names[pictures] if pictures < len(names) else None)
                pictures += 1
                if name is not None:
                    media.media = f"attachment://{name}"
    view.stop()
    return view


def _drop(view: ui.LayoutView, row: ui.Item[Any]) -> None:
    for parent in view.walk_children():
        if isinstance(parent, ui.Container) and row in parent.children:
            parent.remove_item(row)
            return
    view.remove_item(row)
