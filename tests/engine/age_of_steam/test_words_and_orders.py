"""What players read before and after a move, orders in advance, and the automatic player."""

import pytest

from engine.age_of_steam import TITLE
from engine.age_of_steam.actions import Bid, Drop, Issue, Move, Pass, Select
from engine.age_of_steam.autoplay import autoplay
from engine.age_of_steam.board import MAPS
from engine.age_of_steam.options import SteamOptions
from engine.age_of_steam.orders import BidUpTo, IssueNothing
from engine.core.chance import Chance
from engine.core.choices import choices, next_elements

from .position import link, table


def test_a_move_says_what_it_earns_before_and_after_it_is_made():
    game = table(phase="move_goods")
    kansas_city, des_moines = (game.board.by_id[each] for each in ("0,19", "2,15"))
    link(game, 1, kansas_city, des_moines)
    game.state.cubes[kansas_city] = ["blue"]
    action = Move(kansas_city, "blue", (des_moines,))
    said = game.describe(0, action)
    assert said == f"Blue cube {kansas_city} Kansas City → {des_moines} Des Moines: @P2 +1."
    (event,) = game.apply(0, action)
    assert game.tell(event).endswith(f"{des_moines} Des Moines: @P2 +1.")


def test_a_route_is_chosen_stop_by_stop():
    game = table(phase="move_goods")
    kansas_city, des_moines = (game.board.by_id[each] for each in ("0,19", "2,15"))
    link(game, 0, kansas_city, des_moines)
    game.state.cubes[kansas_city] = ["blue"]
    assert [each.value for each in choices(game, 0, Move).options] == [kansas_city]
    found = next_elements(game, 0, Move, {"origin": kansas_city, "cube": "blue"})
    assert [each.value for each in found.options] == [des_moines]
    assert found.options[0].label == f"{des_moines} Des Moines (@P1 +1)"


def test_shares_and_bids_say_what_they_cost():
    game = table(phase="issue_shares", cash=10)
    # Two shares and one link cost $3 a turn; two shares more make it $5.
    assert game.describe(0, Issue(2)) == "Issue 2 shares: +$10 now, then you pay $5 a turn."
    game = table(phase="player_order")
    assert game.describe(0, Bid(5)) == "Bid $5: you pay $5 in the first two places, $3 in the middle."
    assert game.describe(0, Drop()) == "Drop out: you are 3 of 3 and pay nothing."


@pytest.mark.parametrize("map_id", MAPS)
def test_every_map_explains_its_phases_its_actions_and_itself(map_id):
    topics = {rule.topic: rule.text for rule in TITLE.rules(SteamOptions(map=map_id))}
    assert all(0 < len(text) <= 3500 for text in topics.values())
    assert {"Overview", "Build Track", "Move Goods", "Prices", "Scoring"} <= topics.keys()
    assert map_id == "rust_belt" or MAPS[map_id] in topics


def test_an_order_bids_a_dollar_more_up_to_its_amount_then_passes_then_drops():
    game = table(phase="player_order")
    order = BidUpTo(amount=3, turn=1)
    assert order.answer(game, 0) == Bid(1)
    game.apply(0, Bid(1))
    game.apply(1, Bid(3))
    game.apply(2, Bid(4))
    assert order.answer(game, 0) == Drop()
    assert game.state.auction is not None
    game.state.auction.passes.append(0)
    assert order.answer(game, 0) == Pass()
    assert not order.spent(game, 0)
    game.state.auction.passes.clear()
    game.apply(0, Drop())
    assert order.spent(game, 0)


def test_an_order_for_a_later_turn_waits_and_one_of_a_past_turn_is_spent():
    game = table(phase="player_order", turn=2)
    assert BidUpTo(amount=3, turn=3).answer(game, 0) is None
    assert not BidUpTo(amount=3, turn=3).spent(game, 0)
    assert BidUpTo(amount=3, turn=1).spent(game, 0)
    after = table(phase="select_actions")
    assert BidUpTo(amount=3, turn=1).spent(after, 0)


def test_the_order_to_issue_nothing_asks_when_expenses_could_not_be_paid():
    # Two shares and one link: $3 fall due.
    assert IssueNothing().answer(table(phase="issue_shares", cash=3), 0) == Issue(0)
    assert IssueNothing().answer(table(phase="issue_shares", cash=2), 0) is None


def test_the_automatic_player_finishes_a_game_and_earns():
    game = TITLE.start(SteamOptions(), 3, Chance("automatic"))
    while not game.over:
        seat = game.pending()[0].seat
        game.apply(seat, autoplay(game, seat))
    assert game.state.turn == 10
    assert max(player.income for player in game.state.players) > 10


def test_actions_are_labelled_with_what_they_do():
    game = table(phase="select_actions", map_id="germany")
    labels = {each.value: each.label for each in choices(game, 0, Select).options}
    assert labels["engineer"] == "Engineer: one tile, the dearest of your turn, at half price rounded up"
    assert labels["turn_order"] == "Turn Order: pass once in the next auction"
