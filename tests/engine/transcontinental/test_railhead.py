"""Railhead Phase; investments; the end of the game."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.errors import IllegalMove
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from engine.transcontinental.phases.rounds import finish
from engine.transcontinental.procedure import Run
from engine.transcontinental.state import PHASES, Telegram

from .builders import asked, bench, line, railhead_phase, rounds, run, started

TILES = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 22]


def bidding(line, *bids, players=2, **state):
    """Everybody bids; returns the position at the first claim, or after."""
    position = bench(players, line=line, **{"wilderness_from_10": TILES, **state})
    railhead_phase(position)
    run(position)
    for seat, bid in enumerate(bids):
        if seat in asked(position):
            position.act(seat, act.Bid(*bid))
    while position.state.stack and position.state.stack[-1].stage == "bid":
        position.act(asked(position)[0], act.Bid(0, 0, 0))
    return position


def test_only_ones_own_rail_cubes_on_the_line_can_be_bid():
    position = bench(
        2, coal="rrr", line=[("navvies", 1, "rb"), ("tourists", 1, "r")], yard=[("steel", 1, "rr")]
    )
    railhead_phase(position)
    run(position)
    with pytest.raises(IllegalMove, match="1 navvy, 0 steel and 0 wood"):
        position.act(0, act.Bid(2, 0, 0))
    position.act(0, act.Bid(1, 0, 0))


def test_bids_are_hidden_until_all_are_made():
    position = bench(2, line=[("navvies", 1, "rb")])
    railhead_phase(position)
    run(position)
    position.act(0, act.Bid(1, 0, 0))
    assert [(type(event), event.what) for event in position.events] == [(ev.HasChosen, "bid")]
    view = position.game.view(1)
    assert view.bids == ()
    assert [each.seat for each in view.waiting] == [1]
    hidden = msgspec.json.encode(view)
    other = bench(2, line=[("navvies", 1, "rb")])
    railhead_phase(other)
    run(other)
    other.act(0, act.Bid(0, 0, 0))
    assert msgspec.json.encode(other.game.view(1)) == hidden


def test_the_last_bidder_cannot_look_ahead():
    position = bench(2, line=[("navvies", 1, "rb")])
    railhead_phase(position)
    run(position)
    position.act(0, act.Bid(1, 0, 0))
    assert position.game.forecast(1, act.Bid(1, 0, 0)) == []


def test_who_has_nothing_to_bid_is_not_asked():
    position = bench(3, line=[("navvies", 1, "rb")])
    railhead_phase(position)
    run(position)
    assert asked(position) == [0, 1]


def test_the_rest_of_the_total_is_lost():
    """RULINGS.md A13. Costs 2, 3, 3: a total of 4 passes one tile."""
    position = bidding([("navvies", 2, "rrrr")], (4, 0, 0))
    position.act(0, act.ClaimTile(2))
    position.settle(Run(position.state, position.chance))
    assert position.state.railhead == 10


def test_bidding_without_a_claim_costs_nothing():
    position = bidding([("navvies", 1, "rr"), ("steel", 1, "b")], (2, 0, 0), (0, 1, 0))
    position.act(0, act.ClaimTile(2))
    position.act(0, act.Skip())
    assert line(position, "steel") == "b"
    assert line(position, "navvies") == ""


def test_a_first_player_bonus_does_not_change_the_order_of_claims():
    """RULINGS.md A11. Both bid 2; the costs are 2 and 2."""
    position = bidding(
        [("navvies", 1, "rb"), ("steel", 1, "rb")],
        (1, 1, 0),
        (1, 1, 0),
        wilderness_from_10=[5, 7, 8],
        turn_order=["blue", "red"],
    )
    assert asked(position) == [1]
    position.act(1, act.ClaimTile(7))
    position.act(0, act.ClaimTile(5))
    assert position.state.order == [0, 1]
    assert position.state.terminal == [0, 1]


def test_claims_start_over_until_no_tile_is_left_and_a_bid_is_paid_once():
    """RULINGS.md A14, A15."""
    position = bidding(
        [("navvies", 3, "rrrrrrr"), ("steel", 1, "b")], (7, 0, 0), (0, 1, 0), wilderness_from_10=[5, 7, 6, 22]
    )
    order = []
    while asked(position) and position.state.stack[-1].stage == "claim":
        order.append(asked(position)[0])
        position.act(order[-1], next(iter(position.game.legal_actions(order[-1]))))
    assert order == [0, 1, 0]
    assert line(position, "navvies") == ""


def test_players_must_choose_a_passed_tile():
    position = bidding([("navvies", 2, "rrrrr")], (5, 0, 0))
    with pytest.raises(IllegalMove, match="passed the tiles 2 and 3"):
        position.act(0, act.ClaimTile(4))


def test_the_claimed_telegram_may_stand_where_tiles_were_just_passed():
    """RULINGS.md A10, A21."""
    position = bidding([("navvies", 2, "rrrrr")], (5, 0, 0))
    position.act(0, act.ClaimTile(2))
    spaces = {each.space for each in position.game.legal_actions(0, act.Wire)}
    assert spaces == set(range(1, 11))
    position.act(0, act.Wire("railhead", 10, "regular"))
    assert position.state.telegrams[10] == Telegram(0)


def test_the_general_ally_bonus_is_for_everybody_also_those_without_a_bid():
    """RULINGS.md A12."""
    position = bidding([("navvies", 3, "rrr" + "rrr")], (3, 0, 0), wilderness_from_10=[4, 22], players=3)
    position.act(0, act.ClaimTile(4))
    assert [len(hand) for hand in position.state.hands] == [1, 1, 1]
    assert {position.state.box.allies[hand[0]].region for hand in position.state.hands} == {"lowlands"}


def test_the_eighth_tile_deals_investments_to_everybody():
    position = bidding([("navvies", 1, "rr")], (2, 0, 0), wilderness_from_10=[8, 22], players=3)
    position.act(0, act.ClaimTile(8))
    assert asked(position) == [0, 1, 2]
    for seat in (2, 0, 1):
        position.act(seat, next(iter(position.game.legal_actions(seat))))
    assert [len(cards) for cards in position.state.investments] == [1, 1, 1]
    assert len(position.state.investment_deck) == 9


def test_the_owner_chooses_which_cubes_pay():
    """RULINGS.md A23."""
    position = bidding([("navvies", 2, "rbrr")], (2, 0, 0))
    position.act(0, act.ClaimTile(2))
    position.act(0, act.Skip())
    # The two at the rear lie next to each other: which of them pays makes no difference.
    assert list(position.game.legal_actions(0, act.Choose)) == [
        act.Choose(("l3", "l4")),
        act.Choose(("l1", "l4")),
    ]
    assert position.game.is_legal(0, act.Choose(("l1", "l3")))
    position.act(0, act.Choose(("l1", "l4")))
    assert line(position, "navvies") == "br"


def test_cubes_to_pay_with_are_offered_only_where_the_train_would_differ():
    """18 navvies, 8 of them pay: 0 to 8 of those in front of Blue's cube, the rest behind it."""
    position = bidding([("navvies", 6, "rrrrrrrrbrrrrrrrrr")], (8, 0, 0), wilderness_from_10=[3, 22])
    for tile in (3, 22):
        position.act(0, act.ClaimTile(tile))
    offers = list(position.game.legal_actions(0, act.Choose))
    assert len(offers) == 9
    assert offers[0] == act.Choose(tuple(f"l{place}" for place in range(11, 19)))
    assert offers[-1] == act.Choose(tuple(f"l{place}" for place in range(1, 9)))


@pytest.mark.parametrize(("cubes", "spike"), [(0, 25), (2, 26), (5, 27)])
def test_the_last_spike_moves_by_how_far_the_railhead_came(cubes, spike):
    """With #2, #3 costing 2 and 3: no tile, one tile, two tiles."""
    position = bidding([("navvies", 2, "rrrrr")], (cubes, 0, 0))
    while position.state.stack:
        seat = asked(position)[0]
        mild = next((kind for kind in position.game.pending()[0].kinds if kind is act.Skip), None)
        position.act(seat, act.Skip() if mild else next(iter(position.game.legal_actions(seat))))
    assert position.game.view(None).last_spike == spike
    assert sorted(position.state.wilderness) == list(range(position.state.railhead + 1, 28))


def test_the_marker_goes_to_the_first_indicator_wherever_tiles_lie_now():
    """RULINGS.md A17: the Last Spike slides East past the only tile with an indicator."""
    position = bidding([("navvies", 1, "")], wilderness={"24": 17, "25": 15, "26": 16, "27": 22}, railhead=23)
    assert position.state.wilderness == {24: 17, 25: 22, 26: 15, 27: 16}
    assert position.state.priority == 16


def test_the_last_spike_stops_next_to_the_railhead():
    """RULINGS.md A16."""
    position = bidding([("navvies", 1, "")], wilderness={"21": 15, "22": 22, "23": 16}, railhead=20)
    assert position.state.wilderness == {21: 22, 22: 15, 23: 16}


def test_one_can_advance_past_the_last_spike_but_not_into_the_pacific():
    """RULINGS.md A08, A09."""
    position = bidding([("navvies", 5, "r" * 15)], (15, 0, 0), wilderness={"26": 22, "27": 15}, railhead=25)
    assert position.state.stack[-1].passed == [22, 15]
    position.act(0, act.ClaimTile(22))
    position.act(0, act.ClaimTile(15))
    assert position.state.last_spike_claimed
    # Two players: #23, #25, #26 on the last three spaces.
    assert position.state.wilderness == {26: 23, 27: 25, 28: 26}
    assert position.state.railhead == 25
    assert position.state.priority == 0


def test_unclaimed_tiles_behind_a_claimed_last_spike_are_removed():
    position = bidding(
        [("navvies", 2, "rrrr")], (4, 0, 0), wilderness={"25": 22, "26": 18, "27": 20}, railhead=24, players=3
    )
    position.act(0, act.ClaimTile(22))
    assert position.state.wilderness == {25: 23, 26: 24, 27: 25, 28: 26}
    assert position.state.railhead == 24


def test_after_the_last_spike_the_round_goes_on_eastbound_and_then_the_final_round_is_played():
    """RULINGS.md A55."""
    position = bench(2, line=[("navvies", 2, "rrrr")], wilderness={"24": 22}, railhead=23)
    position.state.round, position.state.regular = 5, [0, 0]
    rounds(position, 2)
    events = run(position)
    position.act(0, act.Bid(4, 0, 0))
    position.act(0, act.ClaimTile(22))
    events += position.events
    phases = [(event.round, event.phase) for event in events if isinstance(event, ev.PhaseBegan)]
    assert phases[:4] == [
        (5, "railhead"),
        (5, "eastbound_telegrams"),
        (5, "eastbound_actions"),
        (5, "resupply"),
    ]
    assert position.state.final_round or position.state.over


def test_a_telegram_on_a_space_that_the_pacific_covers_does_nothing_and_returns():
    """RULINGS.md B12. Four players: the Pacific tiles come to lie on 25 to 28, the Railhead on 24."""
    position = bidding(
        [("navvies", 4, "r" * 12)],
        (12, 0, 0),
        players=4,
        railhead=26,
        wilderness={"27": 22},
        telegrams={"red": [23], "blue": [25]},
    )
    position.act(0, act.ClaimTile(22))
    state = position.state
    assert state.railhead == 24
    assert (state.telegrams[23].owner, state.telegrams[25].owner) == (0, 1)
    assert position.game.view(None).spaces[24].tile.id == 23
    rounds(position, PHASES.index("eastbound_telegrams"))
    events = run(position)
    while state.phase == "eastbound_telegrams":
        seat = asked(position)[0]
        with pytest.raises(IllegalMove, match="spaces 1 to 23"):
            position.act(seat, act.Place(24))
        position.act(seat, act.Pass())
    # The engine begins on space 23 and stops there; the telegram on 25 lies behind it.
    assert (asked(position), state.engine) == ([0], 23)
    position.act(0, act.Pass())
    events = [event for event in position.events if isinstance(event, ev.TurnBegan)]
    assert [event.space for event in events] == [23]
    assert state.final_round
    assert (state.telegrams, state.regular) == ({}, [3, 3, 3, 3])


def test_nothing_is_doubled_and_the_pacific_can_be_passed_in_the_final_round():
    position = bench(
        2, line=[("navvies", 2, "rrrr")], wilderness={"26": 23, "27": 25, "28": 26}, railhead=25, pacific=[]
    )
    position.state.last_spike_claimed = position.state.final_round = True
    railhead_phase(position)
    run(position)
    position.act(0, act.Bid(4, 0, 0))
    position.act(0, act.ClaimTile(23))
    assert position.state.railhead == 26
    assert position.state.terminal[0] == 1


def test_a_game_that_nobody_advances_is_scored_after_thirty_rounds():
    """RULINGS.md A51."""
    position = bench(2)
    position.state.round = 30
    rounds(position)
    run(position)
    assert position.state.over
    assert position.game.result() is not None


# --- investments ------------------------------------------------------------------------------


def choosing(drawn):
    from engine.transcontinental.state import Keeping

    position = bench(len(drawn))
    for cards in drawn:
        for card in cards:
            position.state.investment_deck.remove(card)
    position.state.stack = [Keeping([list(cards) for cards in drawn], [""] * len(drawn))]
    return position


def test_one_card_is_kept_the_other_returns():
    position = choosing([("tourism", "railway"), ("shipping", "industry")])
    position.act(1, act.Keep("industry"))
    assert position.state.investments[1] == []
    position.act(0, act.Keep("railway"))
    assert position.state.investments == [["railway"], ["industry"]]
    assert position.state.investment_deck.count("tourism") == 2


def test_two_equal_cards_may_be_returned_for_another():
    """RULINGS.md A05."""
    position = choosing([("tourism", "tourism"), ("shipping", "industry")])
    position.act(0, act.Keep("redraw"))
    with pytest.raises(IllegalMove, match="only if they are the same"):
        position.act(1, act.Keep("redraw"))
    position.act(1, act.Keep("industry"))
    assert len(position.state.investments[0]) == 1
    assert len(position.state.investment_deck) == 10


def test_that_two_cards_are_equal_is_nobody_elses_to_know():
    equal = choosing([("tourism", "tourism"), ("shipping", "industry")])
    other = choosing([("tourism", "railway"), ("shipping", "industry")])
    assert msgspec.json.encode(equal.game.view(1)) == msgspec.json.encode(other.game.view(1))
    assert [each.prompt for each in equal.game.pending()] == [each.prompt for each in other.game.pending()]


def test_what_was_chosen_is_nobody_elses_to_know():
    position = choosing([("tourism", "railway"), ("shipping", "industry")])
    position.act(0, act.Keep("railway"))
    assert [type(event) for event in position.events] == [ev.HasChosen]
    assert position.game.view(1).drawn_investments == ("shipping", "industry")
    assert position.game.view(None).drawn_investments == ()


# --- the end ----------------------------------------------------------------------------------


def test_equal_scores_are_ranked_by_turn_order():
    position = bench(3, score={"red": 10, "blue": 20, "green": 20}, turn_order=["green", "blue", "red"])
    finish(Run(position.state, position.chance))
    result = position.game.result()
    assert result.ranking == ((2,), (1,), (0,))
    assert "turn order" in result.sentence


def test_at_the_end_everybodys_cards_are_shown():
    position = bench(2, hands={"red": ["L1"]}, investments={"blue": ["tourism"]})
    assert position.game.view(None).everyone == ()
    finish(Run(position.state, position.chance))
    shown = position.game.view(None).everyone
    assert [card.id for card in shown[0][0]] == ["L1"]
    assert shown[1][1] == ("tourism",)


def test_a_game_is_the_same_for_the_same_seed_and_differs_for_another():
    assert started(3, "a").snapshot() == started(3, "a").snapshot()
    assert started(3, "a").state.tiles != started(3, "b").state.tiles
