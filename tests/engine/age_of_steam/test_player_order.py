"""II. Determine Player Order."""

import pytest

from engine.age_of_steam.actions import Bid, Drop, Pass
from engine.age_of_steam.phases.money import eliminate

from .position import act, allowed, rebegin, refused, table


def auction(players=5, cash=20, passing=(), **options):
    game = table(players=players, phase="player_order", cash=cash, **options)
    for seat in passing:
        game.state.players[seat].turn_order = True
    return rebegin(game)


def play(game, *moves):
    for seat, move in moves:
        act(game, seat, move)


def cash(game):
    return [player.cash for player in game.state.players]


def test_the_bidding_begins_with_the_first_player():
    game = auction(order=[3, 1, 0, 2, 4])
    assert [each.seat for each in game.pending()] == [3]


def test_the_first_player_bids_a_dollar_or_more_or_drops_out():
    game = auction()
    allowed(game, 0, Bid(1))
    allowed(game, 0, Bid(20))
    allowed(game, 0, Drop())
    refused(game, 0, Pass())


def test_bids_of_0_are_not_allowed():
    refused(auction(), 0, Bid(0), "at least")


def test_a_bid_must_be_more_than_the_one_before():
    game = auction()
    act(game, 0, Bid(3))
    refused(game, 1, Bid(3), "highest bid is")
    refused(game, 1, Bid(2), "highest bid is")
    act(game, 1, Bid(4))


def test_a_bid_above_ones_cash_is_refused():
    refused(auction(cash=6), 0, Bid(7), "only")


def test_the_example_of_the_rulebook():
    # Pete bids 2, Dave drops out (last, free), Vince bids 3, Hudson drops out (4th, free), John passes.
    game = auction(passing=[4])
    play(game, (0, Bid(2)), (1, Drop()), (2, Bid(3)), (3, Drop()), (4, Pass()))
    assert game.state.phase == "player_order"
    assert cash(game) == [20] * 5
    # It goes on with Pete; John, asked again, may not pass a second time.
    play(game, (0, Bid(4)), (2, Drop()))
    refused(game, 4, Pass())
    act(game, 4, Drop())
    # Vince was third: half of 3, rounded up; John second with no bid; Pete first with 4.
    assert cash(game) == [16, 20, 18, 20, 20]
    assert game.state.order == [0, 4, 2, 3, 1]


def test_the_first_to_drop_out_is_last_and_pays_nothing_even_after_a_bid():
    game = auction(players=3)
    play(game, (0, Bid(5)), (1, Bid(6)), (2, Bid(7)), (0, Drop()))
    assert cash(game)[0] == 20
    play(game, (1, Drop()))
    assert game.state.order == [2, 1, 0]


def test_the_last_two_pay_their_whole_bids_and_the_winner_pays_too():
    game = auction(players=3)
    play(game, (0, Bid(5)), (1, Bid(6)), (2, Bid(7)), (0, Drop()), (1, Drop()))
    assert cash(game) == [20, 14, 13]


@pytest.mark.parametrize(("bid", "paid"), [(1, 1), (2, 1), (3, 2), (4, 2), (7, 4)])
def test_those_between_pay_half_their_bid_rounded_up(bid, paid):
    game = auction(players=4)
    play(game, (0, Bid(bid)), (1, Bid(10)), (2, Bid(11)), (3, Drop()), (0, Drop()))
    assert cash(game)[0] == 20 - paid


def test_bidding_goes_on_until_one_is_left():
    game = auction(players=3)
    play(game, (0, Bid(1)), (1, Bid(2)), (2, Bid(3)), (0, Bid(4)), (1, Drop()), (2, Bid(5)))
    assert game.state.phase == "player_order"
    act(game, 0, Drop())
    assert game.state.order == [2, 0, 1]
    assert game.state.phase == "select_actions"


def test_nobody_bids_then_the_order_is_the_reverse_of_dropping_out_and_all_is_free():
    game = auction(players=4)
    play(game, (0, Drop()), (1, Drop()), (2, Drop()))
    assert game.state.order == [3, 2, 1, 0]
    assert cash(game) == [20] * 4


def test_the_high_bidder_never_bids_against_himself():
    game = auction(players=3, passing=[1])
    play(game, (0, Bid(3)), (1, Pass()), (2, Drop()))
    # Seat 0 leads, so seat 1 is asked again.
    assert [each.seat for each in game.pending()] == [1]


def test_the_turn_order_pass_keeps_its_player_in_once():
    game = auction(players=3, passing=[0])
    play(game, (0, Pass()), (1, Bid(1)), (2, Bid(2)))
    refused(game, 0, Pass())
    allowed(game, 0, Bid(3))


def test_the_pass_of_one_of_the_last_two_leaves_the_word_to_the_other_if_nobody_has_bid():
    # RULINGS, auction. Seat 1 drops out, 2 passes: 0 must bid or drop out, and then 2 is first for nothing.
    game = auction(players=3, order=[1, 2, 0], passing=[2])
    play(game, (1, Drop()), (2, Pass()))
    assert [each.seat for each in game.pending()] == [0]
    act(game, 0, Drop())
    assert game.state.order == [2, 0, 1]
    assert cash(game) == [20, 20, 20]


def test_without_the_turn_order_action_nobody_passes():
    game = auction(players=3, passing=[1])
    refused(game, 0, Pass())


def test_the_pass_is_good_for_the_next_auction_only():
    game = auction(players=3, passing=[1])
    play(game, (0, Bid(1)), (1, Drop()), (2, Drop()))
    assert not any(player.turn_order for player in game.state.players)


def test_who_cannot_beat_the_bid_and_has_no_pass_has_only_one_thing_to_do():
    game = auction(players=3, cash=4)
    act(game, 0, Bid(4))
    assert game.forced() == (1, Drop())


def test_who_cannot_beat_the_bid_may_still_pass():
    game = auction(players=3, cash=4, passing=[1])
    act(game, 0, Bid(4))
    assert game.forced() is None
    act(game, 1, Pass())


def test_an_insolvent_railroad_bids_no_more_and_places_count_those_left():
    game = table(players=4, phase="player_order", cash=20)
    eliminate(game, 2)
    rebegin(game)
    play(game, (0, Bid(3)), (1, Bid(4)), (3, Drop()), (0, Drop()))
    assert game.state.order == [1, 0, 3]
    assert cash(game) == [17, 16, 20, 20]


def test_of_two_railroads_left_the_first_to_drop_out_pays_nothing():
    # RULINGS, auction: "pays nothing" comes before "the last two pay".
    game = table(players=3, phase="player_order", cash=20)
    eliminate(game, 2)
    rebegin(game)
    play(game, (0, Bid(3)), (1, Bid(4)), (0, Drop()))
    assert cash(game) == [20, 16, 20]
