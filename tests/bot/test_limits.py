"""Discord's limits: every command, and every panel of every title along random games, as it would be sent.

One subcommand too many once made another bot fail to register and leave every server.
"""

from __future__ import annotations

import random

import discord
import pytest

from bot import forms, ids, limits
from bot.client import Roundhouse
from bot.draft import Draft, answered, question, with_end
from bot.panel import open_kinds, private_sheet, public_rows
from bot.settings import Settings
from bot.sheet import Menu, Sheet
from engine.core.action import specs, verb
from engine.core.errors import MoveError
from tests.bot.check import check_command, check_modal, check_sheet
from tests.bot.live import KNOWN
from tests.engine.random_play import play

LONG_NAME = "*Ø_W" * 8
"""As long as a display name may be, and every second character of it has to be escaped."""
LONGEST_GAME, VERSION = "a" * 24, 999_999_999


def name(seat: int) -> str:
    return f"**{discord.utils.escape_markdown(LONG_NAME)}{seat}**"


async def test_every_command_fits(tmp_path):
    client = Roundhouse(Settings(database_url=f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"), titles=KNOWN)
    commands = [command.to_dict(client.tree) for command in client.tree.get_commands()]
    assert len(commands) <= limits.COMMANDS
    for command in commands:
        check_command(command)
    verbs = {
        option["name"]
        for command in commands
        if command["name"] == "atlas"
        for part in command["options"]
        for option in [part, *part.get("options", [])]
    }
    assert {verb(kind) for kind in KNOWN["lost_atlas"].actions} <= verbs, "a kind of move has no command"
    await client.http.close()


def pressed(sheet: Sheet):
    """Every id on a message."""
    for row in sheet.rows:
        for part in (row,) if isinstance(row, Menu) else row:
            yield part.id


def check_bold(sheet: Sheet) -> None:
    """Names stand in bold wherever they stand: bold within bold would end it."""
    for text in (*sheet.head, *sheet.foot):
        for at, part in enumerate(text.split("**")):
            assert at % 2 or "Ø" not in part, text


def check_panel(game, seat: int, dice: random.Random) -> None:
    """The public panel, the private one, and one way through its questions."""
    asked = game.pending_of(seat)
    check_sheet(Sheet(("x",), rows=public_rows(game, LONGEST_GAME, VERSION)))
    check_sheet(private_sheet(game, LONGEST_GAME, VERSION, seat, None, name, orders=True).sheet)
    for kind in open_kinds(game, asked):
        if not specs(kind):
            continue
        draft = Draft(seat, verb(kind), VERSION)
        for _ in range(40):
            shown = private_sheet(game, LONGEST_GAME, VERSION, seat, draft, name).sheet
            check_sheet(shown)
            check_bold(shown)
            for custom_id in pressed(shown):
                click = ids.read(custom_id)
                assert click is not None
                if click.verb == "ask":
                    check_modal(forms.amount_form(click))
            at = question(game, draft)
            if at.field is None:
                break
            if at.complete and (not at.answers or dice.random() < 0.3):
                draft = with_end(at.draft, at.field)
            elif at.span is not None:
                draft = answered(at, str(dice.choice(list(at.span))))
            else:
                draft = answered(at, dice.choice(at.answers).word)


@pytest.mark.parametrize("title", list(KNOWN.values()), ids=list(KNOWN))
async def test_every_panel_fits(title):
    dice = random.Random(title.id)
    for seats in title.seats(title.options()):
        for count, (game, _played) in enumerate(play(title, seats, f"panels {seats}")):
            if count % 23 == 0:
                for asked in game.pending():
                    check_panel(game, asked.seat, dice)


async def test_a_word_that_is_no_answer_is_refused_in_words():
    for title in KNOWN.values():
        game = next(game for game, _ in play(title, max(title.seats(title.options())), "words"))
        asked = game.pending()[0]
        for kind in open_kinds(game, asked):
            if specs(kind):
                at = question(game, Draft(asked.seat, verb(kind), 1))
                if at.field is not None:
                    with pytest.raises(MoveError, match=r"\w+"):
                        answered(at, "no such thing")
