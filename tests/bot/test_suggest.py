"""What is suggested while a command is typed: legal values, those that begin as typed first, at most 25."""

from bot.suggest import field_choices, line_suggestions, suggestions
from engine.core.action import specs
from engine.core.choices import Choice
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
