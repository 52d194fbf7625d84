"""The protocol, held to its promises by a small game that has everything real titles have."""

import random

import msgspec
import pytest

from engine.core.action import Family, Span, expand, specs, values_of
from engine.core.chance import Chance, Outcome, ScriptError
from engine.core.choices import choices, next_elements
from engine.core.errors import Ambiguous, IllegalMove, NotUnderstood, NotYourTurn
from engine.core.notation import parse, to_line
from engine.core.reading import read_move
from tests.engine.toy import HARBOUR, Bid, Dock, Play, Protest, Trade, harbour


def captain_of(game):
    for seat in range(game.seats):
        game.apply(seat, Bid(3 if seat == 0 else 0))
    return 0


def test_several_seats_are_pending_and_each_bids_once():
    game = harbour()
    assert [each.seat for each in game.pending()] == [0, 1, 2]
    game.apply(1, Bid(4))
    assert [each.seat for each in game.pending()] == [0, 2]
    with pytest.raises(NotYourTurn, match="@P1, @P3"):
        game.apply(1, Bid(5))


def test_an_illegal_move_changes_nothing_and_says_what_is_right():
    game = harbour()
    before = game.snapshot()
    with pytest.raises(IllegalMove, match="from 0 to 10 coins"):
        game.apply(0, Bid(11))
    assert game.snapshot() == before


def test_a_sealed_bid_is_in_no_other_view():
    game = harbour()
    game.apply(1, Bid(7))
    assert "7" not in str(msgspec.to_builtins(game.view(0)).get("bids", ""))
    assert game.view(0).has_bid == (False, True, False)
    assert game.view(None).hand is None


def test_a_decision_interrupts_another_seats_turn():
    game = harbour()
    captain = captain_of(game)
    game.apply(captain, Trade(5, "cog"))
    assert [each.seat for each in game.pending()] == [1]
    game.apply(1, Protest(True))
    assert game.state.coins == [10 - 3 + 2, 9, 10]


def test_choices_come_from_legal_actions_field_by_field():
    game = harbour()
    captain = captain_of(game)
    amounts = choices(game, captain, Trade)
    assert amounts.span == Span(1, 5)
    ships = choices(game, captain, Trade, {"amount": 2})
    assert [option.value for option in ships.options] == ["cog", "sloop"]
    assert choices(game, captain, Trade, {"amount": 2, "ship": "cog"}).field is None
    assert choices(game, captain, Trade, {"amount": 9}).options == ()


def test_a_tuple_can_be_chosen_element_by_element():
    game = harbour()
    captain = captain_of(game)
    game.state.hands[captain] = [2, 5]
    first = next_elements(game, captain, Play, {})
    assert [option.value for option in first.options] == [2, 5]
    assert not first.complete
    second = next_elements(game, captain, Play, {}, (2,))
    assert [option.value for option in second.options] == [5]
    assert second.complete


def test_every_legal_action_prints_and_parses_back():
    game = harbour()
    captain = captain_of(game)
    for legal in game.legal_actions(captain):
        for action in expand(legal):
            assert parse(to_line(action), HARBOUR.actions) == action
    assert to_line(Play((2, 5))) == "play 2,5"
    assert to_line(Protest(False)) == "protest"
    assert to_line(Protest(True)) == "protest yes"


def test_text_may_be_short_where_it_is_clear():
    game = harbour()
    captain = captain_of(game)
    assert read_move(game, captain, "TRADE 3 sl", HARBOUR.actions) == Trade(3, "sloop")
    with pytest.raises(Ambiguous, match="cog, sloop"):
        read_move(game, captain, "trade 3", HARBOUR.actions)
    with pytest.raises(NotUnderstood, match="no move"):
        read_move(game, captain, "sail", HARBOUR.actions)
    with pytest.raises(IllegalMove, match="from 1 to 5"):
        read_move(game, captain, "trade 9 cog", HARBOUR.actions)
    with pytest.raises(IllegalMove, match="ships are cog and sloop"):
        read_move(game, captain, "trade 3 raft", HARBOUR.actions)


def test_taking_back_and_repeating_a_move_gives_the_same_card():
    game = harbour()
    captain = captain_of(game)
    before = game.snapshot()
    game.apply(captain, Dock())
    once = list(game.state.hands[captain])
    again = type(game).restore(before, "test")
    again.apply(captain, Dock())
    assert again.state.hands[captain] == once
    assert again.snapshot() == game.snapshot()


def test_a_forecast_changes_nothing_and_is_silent_about_chance():
    game = harbour()
    captain = captain_of(game)
    before = game.snapshot()
    assert game.forecast(captain, Trade(2, "cog"))[0].text == "@P1 wants 2 coins."
    assert game.forecast(captain, Dock()) == []
    assert game.snapshot() == before


def test_scripted_chance_is_used_and_checked():
    chance = Chance("x", script=[Outcome("dice", (6, 1)), Outcome("card", (3,))])
    assert chance.dice("dice", 2) == [6, 1]
    with pytest.raises(ScriptError, match="3 is not there"):
        chance.draw("card", [1, 2], 1)
    with pytest.raises(ScriptError, match="asks for"):
        Chance("x", script=[Outcome("card", (3,))]).dice("dice", 1)


def test_equal_seeds_give_equal_outcomes_and_dice_are_fair():
    rolls = Chance("fair").dice("many", 6000)
    assert rolls == Chance("fair").dice("many", 6000)
    assert all(850 < rolls.count(face) < 1150 for face in range(1, 7))  # 1000 expected, sigma 29


def test_a_family_holds_exactly_what_it_expands_to():
    family = Family(Trade, amount=Span(1, 5, 2), ship="cog")
    assert [action.amount for action in family] == [1, 3, 5]
    assert Trade(3, "cog") in family
    assert Trade(2, "cog") not in family
    assert Trade(3, "sloop") not in family


def test_field_specs_carry_descriptions():
    amount, ship = specs(Trade)
    assert (amount.kind, ship.kind, amount.description) == ("int", "str", "Coins to take.")


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_and_apply_agrees_with_legal_actions(seed):
    dice = random.Random(seed)
    game = harbour(1 + seed % 4, str(seed))
    while not game.over:
        asked = dice.choice(game.pending())
        offers = list(game.legal_actions(asked.seat))
        action = dice.choice(list(expand(dice.choice(offers))))
        assert any(
            values_of(offer) and action in offer if isinstance(offer, Family) else action == offer
            for offer in offers
        )
        game.apply(asked.seat, action)
    assert game.pending() == ()
