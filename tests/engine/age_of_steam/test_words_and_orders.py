"""What players read before and after a move, orders in advance, and the automatic player."""

import re

import pytest

from engine.age_of_steam import TITLE
from engine.age_of_steam.actions import Bid, Build, Drop, Issue, Move, Pass, Select
from engine.age_of_steam.autoplay import autoplay
from engine.age_of_steam.board import MAPS
from engine.age_of_steam.options import SteamOptions
from engine.age_of_steam.orders import BidUpTo, IssueNothing
from engine.age_of_steam.phases.money import eliminate
from engine.core.action import verb
from engine.core.chance import Chance
from engine.core.choices import choices, next_elements
from engine.core.errors import IllegalMove
from engine.core.notation import parse
from engine.core.reading import read_move

from .position import cubes, lay, line, link, simple, table, through


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
    assert game.describe(0, Bid(5)) == (
        "Bid $5: you pay $5 for one of the first two places, nothing for the last."
    )
    assert table(phase="player_order", players=4).describe(0, Bid(5)) == (
        "Bid $5: you pay $5 for one of the first two places, $3 between, nothing for the last."
    )
    two = table(phase="player_order")
    eliminate(two, 2)
    assert two.describe(0, Bid(5)) == "Bid $5: you pay $5 for the first place, nothing for the last."
    assert game.describe(0, Drop()) == "Drop out: you are 3 of 3 and pay nothing."


# --- reports ---------------------------------------------------------------------------------------


def test_the_links_say_who_earns():
    game = table(phase="move_goods")
    line(game, 0, "J10", "K10", "L9", "M9")
    line(game, 1, "J10", "K11", "L10", "M10", "M9")
    link(game, None, "A11", "C8")
    eliminate(game, 1)
    owners = [row[0] for row in game.report("links", None).rows]
    assert owners == ["@P1", "nobody", "nobody (@P2 is out)"]


def test_no_more_town_discs_are_told_than_can_be_laid():
    game = table()
    kinds = {row[0]: (row[1], row[2]) for row in game.report("supply", None).rows}
    # Eight discs, seven sharp curves, 48 straights, four exits of which there are four (one gap of two).
    assert kinds["town on a straight"] == ("town disc", "8")
    assert kinds["town on a sharp curve"] == ("town disc", "7")
    assert kinds["town with four exits (gap of two)"] == ("town disc", "4")
    assert kinds["straight"] == ("simple", "48")
    towns = [name for name, place in game.board.places.items() if place.town]
    for name in towns[:8]:
        lay(game, name, "town_disk_straight", 0, 2)
    kinds = {row[0]: row[2] for row in game.report("supply", None).rows}
    assert kinds["town on a gentle curve"] == "0"
    assert kinds["town with one exit"] == "3"


# --- typed moves -----------------------------------------------------------------------------------


def typed(game, text):
    return read_move(game, game.pending()[0].seat, text, TITLE.actions)


def test_a_refusal_knows_what_was_meant_whatever_its_case():
    game = table(powers={0: "urbanization"})
    line(game, 1, "J10", "K10", "L9", "M9")
    refusals = {
        "build h6 straight r0": "H6 Chicago is a city",
        "build k10 STRAIGHT r4": "The rotation of a straight is from 0 to 2, not 4",
        "build d6 str 1": "New track in D6 must start",
        "build z99 straight": "There is no hex z99",
        "build k10 monorail": "There is no tile called monorail",
        "build d6": "No tile can be laid in D6 now",
        "urbanise k10 a": "K10 is no Town",
        "urbanise k9 z": "New City z is not to be had",
    }
    for text, because in refusals.items():
        with pytest.raises(IllegalMove, match=because):
            typed(game, text)
    game.apply(0, typed(game, "urb k9 a"))
    game.apply(0, typed(game, "build k8 str r0"))
    with pytest.raises(IllegalMove, match="You have already built in K8"):
        typed(game, "build k8")


def test_an_action_that_is_taken_or_blocked_is_known_by_its_beginning():
    game = table(phase="select_actions")
    game.apply(0, typed(game, "select eng"))
    with pytest.raises(IllegalMove, match="@P1 has taken Engineer"):
        typed(game, "select eng")
    game = table("barbados", 1, phase="select_actions")
    game.state.blocked = ["engineer"]
    with pytest.raises(IllegalMove, match="Engineer cannot be chosen again"):
        typed(game, "SELECT ENGINEER")


def test_typed_deliveries_are_refused_for_what_they_lack():
    game = table(phase="move_goods")
    with pytest.raises(IllegalMove, match="nothing that you can move now"):
        typed(game, "move")
    line(game, 1, "J10", "K10", "L9", "M9")
    cubes(game, "J10", "red", "blue")
    cubes(game, "H6", "red")
    refusals = {
        "move g9": "There is no cube in G9",
        "move h6": "No cube in H6 Chicago can be moved now",
        "move j10 green": "There is no green cube in J10",
        "move j10 red": "No city that accepts red is within your reach from J10",
        "move j10 red m9": "M9 Cincinnati does not accept red",
        "move j10 blue h6": "No completed link leads from J10 Evansville to H6 Chicago. From there .* M9",
        "move j10 blue m9:p2": "The only link from J10 Evansville to M9 Cincinnati is @P2's: say M9",
    }
    for text, because in refusals.items():
        with pytest.raises(IllegalMove, match=because):
            typed(game, text)
    assert typed(game, "move j10") == typed(game, "move") == Move("J10", "blue", ("M9",))
    line(game, 2, "J10", "K11", "L10", "M10", "M9")
    with pytest.raises(IllegalMove, match="Say whose link to M9 the cube takes: M9:P2, M9:P3"):
        typed(game, "move j10 blue m9:p1")
    assert typed(game, "move j10 blue m9:p3") == Move("J10", "blue", ("M9:P3",))


def test_a_bid_that_nobody_could_make_is_said_to_be_none():
    game = table(phase="player_order", cash=4)
    game.apply(0, Bid(4))
    with pytest.raises(IllegalMove, match="nothing that you can bid now"):
        typed(game, "bid")
    with pytest.raises(IllegalMove, match=r"You have only \$4"):
        typed(game, "bid 5")


@pytest.mark.parametrize("map_id", MAPS)
def test_every_map_explains_its_phases_its_actions_and_itself(map_id):
    topics = {rule.topic: rule.text for rule in TITLE.rules(SteamOptions(map=map_id))}
    assert all(0 < len(text) <= 3500 for text in topics.values())
    assert {"Overview", "Build Track", "Move Goods", "Prices", "Scoring"} <= topics.keys()
    assert map_id == "rust_belt" or MAPS[map_id] in topics


def told(map_id):
    return {rule.topic: rule.text for rule in TITLE.rules(SteamOptions(map=map_id))}


def test_barbados_is_told_no_rule_that_it_does_not_have():
    # One player: no order, no First Build or First Move, no points; shares are bought back, two dice.
    topics = told("barbados")
    for topic, text in topics.items():
        assert "First Build" not in text, topic
        assert "First Move" not in text, topic
        assert "points" not in text, topic
        assert "player order" not in text or topic == "Barbados", topic
    assert "bought back for $5" in topics["Issue Shares"]
    assert "and 1 a turn" in topics["Issue Shares"]
    assert "2 dice for the light section" in topics["Goods Growth"]
    assert "the game is lost" in topics["Pay Expenses"]
    assert "comes back when you have taken all" in topics["Select Actions"]


@pytest.mark.parametrize("map_id", MAPS)
def test_examples_of_typed_moves_are_moves_of_the_map_and_all_of_them(map_id):
    examples = re.findall(r"`([a-z]+(?: [^`]+)?)`", told(map_id)["Typing moves"])
    shown = {verb(parse(each, TITLE.actions)) for each in examples}
    wanted = {"issue", "select", "urbanise", "build", "done", "move", "locomotive", "stay"}
    wanted |= {"rust_belt": set(), "germany": {"link"}, "western_us": {"favour"}}.get(map_id, set())
    if map_id == "st_lucia":
        wanted |= {"pay", "decline"}
    else:
        wanted |= {"produce", "putback"}
        if map_id != "barbados":
            wanted |= {"bid", "pass", "drop"}
    assert shown == wanted


def test_the_dice_of_goods_growth_and_the_end_by_insolvency_are_told():
    for map_id in ("rust_belt", "western_us", "southern_us", "germany"):
        assert "as many dice as players began the game for each section" in told(map_id)["Goods Growth"]
        assert "only one railroad is left the game ends" in told(map_id)["Pay Expenses"]
    assert "In turn 4 the loss is multiplied by 2" in told("southern_us")["Income Reduction"]
    assert "In turn" not in told("rust_belt")["Income Reduction"]


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


def test_an_order_is_for_a_turn_that_the_game_has():
    # Six turns with six players; in turn 4 the auction of turn 4 has still to come.
    game = table(phase="issue_shares", players=6, turn=4)
    assert BidUpTo.values(game, 0, "turn") == (4, 5, 6)
    assert BidUpTo(amount=3, turn=7).spent(game, 0)
    assert not BidUpTo(amount=3, turn=6).spent(game, 0)


@pytest.mark.parametrize(("map_id", "players"), [("st_lucia", 2), ("barbados", 1)])
def test_without_an_auction_there_is_no_order_to_bid(map_id, players):
    game = TITLE.start(SteamOptions(map=map_id), players, Chance("no auction"))
    assert BidUpTo.values(game, 0, "turn") == ()
    assert BidUpTo(amount=3, turn=1).spent(game, 0)


def test_the_insolvent_have_no_order_to_bid():
    game = table(phase="issue_shares")
    eliminate(game, 1)
    assert BidUpTo(amount=3, turn=1).spent(game, 1)
    assert not BidUpTo(amount=3, turn=1).spent(game, 0)


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


def test_a_hex_is_not_taken_for_the_beginning_of_another():
    game = table()
    line(game, 1, "J10", "K10", "L9", "M9")
    offered = {choice.value for choice in choices(game, 0, Build, {}).options}
    assert "A1" not in offered
    assert "A10" in offered
    with pytest.raises(IllegalMove, match="That track in A1 would run off"):
        typed(game, "build a1 gentle r0")


def test_production_is_pointless_on_the_first_turn_and_says_so():
    game = TITLE.start(SteamOptions(), 3, Chance("full"))
    for seat in game.state.order:
        game.apply(seat, Issue(0))
    for seat in game.state.order[:2]:
        game.apply(seat, Drop())
    labels = {each.value: each.label for each in choices(game, game.pending()[0].seat, Select).options}
    assert labels["production"].endswith("Goods Display (not this turn: no box is empty)")
    game.state.display["light1"][2] = None
    labels = {each.value: each.label for each in choices(game, game.pending()[0].seat, Select).options}
    assert labels["production"] == "Production: put two drawn cubes on the Goods Display"


def tile_labels(game, name):
    return {each.value: each.label for each in choices(game, 0, Build, {"hex": name}).options}


def test_tiles_are_labelled_with_what_they_cost_now():
    assert tile_labels(table(), "K10")["straight"] == "straight, $2"
    # Germany's Engineer pays half of the dearest: $1 for a plain tile; then $2 for another in the Town E9, or
    # $3 for a mountain, whose half is $2, as the other dollar of the first tile falls due.
    game = table("germany", powers={0: "engineer"})
    assert tile_labels(game, "E10")["straight"] == "straight, $1"
    game.apply(0, through(game, "E11", "E10", "E9"))
    assert tile_labels(game, "E9")["town_one"] == "town with one exit, $2"
    assert tile_labels(game, "E12")["straight"] == "straight, $3"


def test_replacements_are_labelled_with_their_price():
    # P1 crosses P2's straight in K10 from K11, or runs beside it.
    game = table()
    line(game, 1, "J10", "K10", "L9", "M9")
    lay(game, "K11", *simple(5, 0), 0)
    labels = tile_labels(game, "K10")
    assert labels["crossing_straight_straight"] == "two straights crossing, $3"
    assert labels["coexist_straight_sharp"] == "straight and sharp curve side by side, $2"
