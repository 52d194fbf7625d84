"""Answering one person: acknowledge at once, work, then show a private message; and say what went wrong."""

from __future__ import annotations

import io
import logging
import secrets
from typing import Any

import aiohttp
import discord

from engine.core.errors import MoveError
from engine.core.event import fill_names
from engine.core.records import GameRecord

from .permissions import hindrance
from .sheet import Button, Sheet, files_of, mentions_of, rows_of, view_of
from .words import NEUTRAL, namer

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

GONE = (10_062, 10_015, 50_027, 40_060)
"""Discord's codes for an interaction that is over: unknown, its token expired, or answered already."""


class Answer:
    """The answer to one interaction, seen only by whoever asked."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self._beside = False
        self._followup: discord.WebhookMessage | None = None

    @property
    def user(self) -> discord.User | discord.Member:
        """Who asked."""
        return self.interaction.user

    @property
    def delivery(self) -> str:
        """The id of this delivery: a repetition has the same."""
        return str(self.interaction.id)

    async def acknowledge(self, *, beside: bool = False) -> bool:
        """Tell Discord that the answer is coming. False if the interaction is over already.

        A click on a private panel changes that panel; anything else gets a new private message.
        beside: the click is understood without an answer (the message itself will change); what is shown
            all the same is a private message beside it.
        """
        if self.interaction.response.is_done():
            return True
        message = self.interaction.message
        private = message is not None and message.flags.ephemeral
        self._beside = beside and message is not None and not private
        try:
            await self.interaction.response.defer(ephemeral=True, thinking=not private and not self._beside)
        except discord.HTTPException as error:
            if error.code in GONE:
                log.info("an interaction was over before it could be acknowledged (%s)", error.code)
                return False
            raise
        return True

    async def ask(self, form: discord.ui.Modal) -> None:
        """Answer with a form."""
        try:
            await self.interaction.response.send_modal(form)
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            log.info("an interaction was over before its form could be shown (%s)", error.code)

    async def show(self, sheet: Sheet) -> None:
        """Show the answer, in place of what this answer showed before."""
        view, files, mentions = view_of(sheet), files_of(sheet), mentions_of(sheet)
        try:
            if not self._beside:
                await self.interaction.edit_original_response(
                    view=view, attachments=files, allowed_mentions=mentions
                )
            elif self._followup is None:
                self._followup = await self.interaction.followup.send(
                    view=view, files=files, allowed_mentions=mentions, ephemeral=True, wait=True
                )
            else:
                await self._followup.edit(view=view, attachments=files, allowed_mentions=mentions)
        except discord.HTTPException as error:
            if error.code in GONE:
                log.info("an answer came too late to be shown (%s)", error.code)
                return
            raise

    async def say(self, text: str, *buttons: Button) -> None:
        """Show a sentence, with buttons if need be."""
        await self.show(Sheet((text,), rows=rows_of(buttons), colour=NEUTRAL))

    async def send_file(self, text: str, name: str, data: bytes) -> None:
        """Send a file, privately."""
        file = discord.File(io.BytesIO(data), name)
        nobody = discord.AllowedMentions.none()
        message = self.interaction.message
        try:
            if self._beside or (message is not None and message.flags.ephemeral):
                # The click's own message is made of components, which takes no plain text with a file.
                await self.interaction.followup.send(text, file=file, allowed_mentions=nobody, ephemeral=True)
            else:
                await self.interaction.edit_original_response(
                    content=text, attachments=[file], allowed_mentions=nobody
                )
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            log.info("a file came too late to be shown (%s)", error.code)

    async def cannot_post(self) -> None:
        """Say that, and if it can be told why, the bot may not post in this channel."""
        why = hindrance(self.interaction) or "I cannot post in this channel (any more)."
        await self.say(f"⚠️ {why}")

    async def failed(self, error: BaseException, doing: str) -> None:
        """Something went wrong on our side: the person gets an id, the log the traceback."""
        code = secrets.token_hex(3)
        log.error("error %s while %s", code, doing, exc_info=error)
        text = (
            f"Something went wrong on my side (error `{code}`). Your move is either stored whole or not at "
            "all: look at the game before you try again. `/game report` packs what helps to find the fault."
        )
        try:
            if not await self.acknowledge():
                return
            await self.say(text)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as trouble:
            log.warning("error %s could not be told: %s", code, trouble)


def sentence_of(error: MoveError, record: GameRecord | None) -> str:
    """The sentence of an error, with names filled in."""
    text = str(error)
    if record is not None:
        return fill_names(text, namer(record))
    return fill_names(text, lambda seat: f"P{seat + 1}")
