"""Clicks on buttons and menus, and forms that were sent: dispatched by what their ids say.

The order of work: acknowledge; read the id; does the game exist; is the panel current; does the person own
the seat; is the move legal; make it.
"""

from __future__ import annotations

import logging
from typing import Any

import discord

from engine.core.errors import MoveError, NoSuchGame
from engine.core.records import GameRecord
from engine.core.table import StalePanel

from . import forms
from .answers import Answer, Interaction, sentence_of
from .channels import Lost, Shut
from .files import Files
from .house import House, is_manager
from .ids import Click, read
from .lobbies import Lobbies
from .moves import Moves
from .orders import Orders

log = logging.getLogger(__name__)


FORMS = {"ask": forms.amount_form, "optask": forms.option_form, "ordask": forms.order_form}
"""Clicks that are answered with a form, at once and without looking at the game."""

LOBBY = ("join", "leave", "start", "robot", "options", "opt", "optset", "optpage", "dismiss", "thread")
BESIDE = ("join", "leave", "robot", "start")
"""Clicks on the lobby's message that change that message."""


class Clicks:
    """Answers every click."""

    def __init__(self, house: House, moves: Moves, lobbies: Lobbies, files: Files) -> None:
        self.house = house
        self.moves = moves
        self.lobbies = lobbies
        self.files = files
        self.orders = Orders(house)

    async def handle(self, interaction: Interaction) -> None:
        """Answer a click, or a form that was sent. Never raises."""
        data: Any = interaction.data or {}
        click = read(str(data.get("custom_id", "")))
        answer = Answer(interaction)
        try:
            if click is None:
                if await answer.acknowledge():
                    await answer.say("This button belongs to an older version of the bot. `/help` says more.")
                return
            form = FORMS.get(click.verb)
            if form is not None:
                await answer.ask(form(click))
                return
            if not await answer.acknowledge(beside=click.verb in BESIDE):
                return
            value = _value(interaction)
            await self._handle(answer, click, value)
        except Exception as error:
            verb = click.verb if click is not None else "?"
            game = click.game if click is not None else "-"
            await answer.failed(error, f"answering a click ({verb}) on game {game}")

    async def _handle(self, answer: Answer, click: Click, value: str | None) -> None:
        record: GameRecord | None = None
        try:
            if click.verb in LOBBY:
                await self.lobbies.click(answer, click, value)
                return
            record = await self.house.tables.record(click.game)
            await self._on_game(answer, click, value)
        except StalePanel as stale:
            await self.moves.stale(answer, stale.table, click.version, stale.entries)
        except NoSuchGame:
            await answer.say("There is no such game (any more).")
        except MoveError as error:
            await answer.say(f"⚠️ {sentence_of(error, record)}")
        except (Lost, Shut):
            await answer.cannot_post()

    async def _on_game(self, answer: Answer, click: Click, value: str | None) -> None:
        moves = self.moves
        match click.verb:
            case "open":
                await moves.open(answer, click.game)
            case "undo":
                await moves.undo(answer, click.game, click.version)
            case "since":
                await moves.since(answer, click.game)
            case "board":
                await moves.board(answer, click.game)
            case "agree" | "refuse":
                await moves.answer_proposal(answer, click.game, click.word(0), click.verb == "agree")
            case "resume":
                manager = is_manager(answer.interaction, await self.house.tables.record(click.game))
                done = await self.house.tables.resume(
                    click.game, answer.user.id, manager=manager, interaction=answer.delivery
                )
                await moves.changed(answer, click.game, done)
            case "growth":
                await self.files.growth(answer, click.game)
            case "export":
                await self.files.export(answer, click.game)
            case "orders" | "unorder" | "ordpick" | "ordval" | "ordgive":
                await self.orders.click(answer, click, value)
            case _:
                await moves.step(answer, click, value)


def _value(interaction: Interaction) -> str | None:
    """What was picked in a menu, or typed into a form."""
    data: Any = interaction.data or {}
    if interaction.type is discord.InteractionType.modal_submit:
        return forms.submitted(interaction)
    values = data.get("values")
    return str(values[0]) if values else None
