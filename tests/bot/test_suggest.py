"""What is suggested while a command is typed: legal values, those that begin as typed first, at most 25."""

import pytest

from bot.panel import forecast_lines
from bot.suggest import field_choices, line_suggestions, suggestions, typed
from engine.core.action import expand, specs, verb
from engine.core.choices import Choice
from engine.core.reading import read_fields
from tests.bot.live import KNOWN
from tests.engine.random_play import play
from tests.engine.toy import Bid, harbour

AMOUNT = specs(Bid)[0]


def test_only_legal_values_are_suggested_and_at_most_25():
    game = harbour()
    found = suggestions(AMOUNT, field_choices(game, 0, Bid, "amount", {}), "")
    assert 0 < len(found) <= 25
    assert all(game.is_legal(0, Bid(int(word))) for _shown, word in found)
    many = [Choice(number, str(number)) for number in range(200)]
    assert len(suggestions(AMOUNT, many, "")) == 25


def test_an_ambiguous_beginning_keeps_every_value_that_fits_beginnings_first():
    many = [Choice(number, str(number)) for number in (31, 1, 12, 2)]
    assert [word for _shown, word in suggestions(AMOUNT, many, "1")] == ["1", "12", "31"]
    assert suggestions(AMOUNT, many, "x") == []


def test_a_line_goes_on_with_legal_words():
    game = harbour()
    kinds = game.pending_of(0).kinds
    assert [word for _shown, word in line_suggestions(game, 0, kinds, "b")] == ["bid"]
    for _shown, line in line_suggestions(game, 0, kinds, "bid "):
        assert game.is_legal(0, Bid(int(line.split()[1])))


@pytest.mark.parametrize("title", list(KNOWN.values()), ids=list(KNOWN))
def test_what_a_panel_says_to_type_means_the_same_move(title):
    for game, played in play(title, max(title.seats(title.options())), "typed", limit=4000):
        if played is None:
            before = game.copy()
            continue
        seat, action, _events = played
        command, *rest = typed(title, action).removeprefix("/").split(" ")
        assert command == title.command
        kind = next(word for word in rest if word != "more")
        words = dict(word.split(":", 1) for word in rest if ":" in word)
        said = {name: {"True": "yes", "False": "no"}.get(word, word) for name, word in words.items()}
        assert kind == verb(action)
        assert read_fields(before, seat, type(action), said) == action
        before = game.copy()


async def test_no_panel_blames_chance_for_a_move_that_only_does_nothing():
    title = KNOWN["transcontinental"]
    for game, _played in play(title, 3, "skip"):
        for asked in game.pending():
            for kind in asked.kinds:
                legal = next(game.legal_actions(asked.seat, kind), None)
                if legal is None or kind.sealed:
                    continue
                action = next(expand(legal))
                lines, _events = forecast_lines(game, asked.seat, action, lambda seat: f"P{seat}")
                ahead = game.copy()
                ahead.apply(asked.seat, action)
                assert ("Chance" in " ".join(lines)) == (ahead.chance.drawn > game.chance.drawn)
