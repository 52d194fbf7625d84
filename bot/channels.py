"""Posting in channels: sending with a nonce, editing, taking panels off, direct messages."""

from __future__ import annotations

import logging
from typing import Any, Protocol

import discord
from discord import ui

from .sheet import Sheet, files_of, mentions_of, view_of

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10_003
UNKNOWN_MESSAGE = 10_008
NO_DIRECT_MESSAGES = 50_007
EDITED_TOO_OFTEN = 30_046
"""Messages older than an hour are edited only so often."""
ARCHIVED = 50_083


class Lost(Exception):
    """The channel is gone."""


class Channels(Protocol):
    """What the announcer needs of Discord."""

    @property
    def own_id(self) -> int:
        """The bot's user id."""
        ...

    async def send(self, channel: int, sheet: Sheet, nonce: str) -> int:
        """Send a message, once for all with the same nonce; returns its id. Raises Lost."""
        ...

    async def edit(self, channel: int, message: int, sheet: Sheet) -> bool:
        """Bring a message up to date; False if it cannot be (deleted, archived): then post it anew."""
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
        """Send a message; silently unless it pings somebody."""
        place = self.client.get_partial_messageable(channel)
        try:
            message = await place.send(
                view=view_of(sheet),
                files=files_of(sheet),
                allowed_mentions=mentions_of(sheet),
                silent=not sheet.mention,
                nonce=nonce,
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise Lost(str(error)) from error
            raise
        return message.id

    async def edit(self, channel: int, message: int, sheet: Sheet) -> bool:
        """Bring a message up to date. An edit never pings."""
        place = self.client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await place.edit(
                view=view_of(sheet),
                attachments=files_of(sheet),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise Lost(str(error)) from error
            return False
        except discord.HTTPException as error:
            if error.code in (EDITED_TOO_OFTEN, ARCHIVED):
                return False
            raise
        return True

    async def strip(self, channel: int, message: int) -> bool:
        """Take the buttons off; the text and the pictures stay as they are."""
        place = self.client.get_partial_messageable(channel)
        try:
            found = await place.fetch_message(message)
            view = without_controls(found)
            await found.edit(
                view=view, attachments=found.attachments, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            return True
        except discord.Forbidden:
            return True
        except discord.HTTPException as error:
            if error.code in (EDITED_TOO_OFTEN, ARCHIVED):
                return True
            log.warning("message %d keeps its panel for now: %s", message, error)
            return False
        return True

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
        except discord.HTTPException:
            return True
        return True


def without_controls(message: discord.Message) -> ui.LayoutView:
    """A message's layout without rows of buttons and menus; its pictures are those it has attached."""
    view: ui.LayoutView = ui.LayoutView.from_message(message)
    attached = {each.url: each.filename for each in message.attachments}
    names = [each.filename for each in message.attachments]
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            _drop(view, item)
        elif isinstance(item, ui.MediaGallery):
            for place, media in enumerate(item.items):
                name = attached.get(media.media.url) or (names[place] if place < len(names) else None)
                if name is not None:
                    media.media = f"attachment://{name}"
    view.stop()
    return view


def _drop(view: ui.LayoutView, row: ui.ActionRow[Any]) -> None:
    for parent in view.walk_children():
        if isinstance(parent, ui.Container) and row in parent.children:
            parent.remove_item(row)
            return
    view.remove_item(row)
