"""Additional Map Rules, St. Lucia, sentence by sentence."""

import pytest

from engine.age_of_steam.actions import Build, Decline, Done, GoFirst, Issue, Move, PassMove, Select, Urbanise
from engine.age_of_steam.events import DiceRolled
from engine.age_of_steam.game import start
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from tests.engine.age_of_steam.position import (
    act,
    allowed,
    cubes,
    edge,
    facing,
    lay,
    line,
    link,
    links_of,
    owner_at,
    rebegin,
    refused,
    simple,
    table,
)

MAP = "st_lucia"


def new_game():
    return start(SteamOptions(map=MAP), 2, Chance("st lucia"))


def ordering(turn=1, cash=20, opener=0, order=(0, 1), turn_order=None):
    game = table(MAP, 2, phase="player_order", cash=cash, turn=turn, order=order)
    game.state.opener = opener
    if turn_order is not None:
        game.state.players[turn_order].turn_order = True
    return rebegin(game)


# --- for two players; set-up ---------------------------------------------------------------------


def test_it_is_for_two_players_only():
    for players in (1, 3):
        with pytest.raises(IllegalMove, match="for 2 players"):
            start(SteamOptions(map=MAP), players, Chance("x"))


def test_one_cube_lies_on_each_plain_and_each_river_hex_at_the_start():
    game = new_game()
    wanted = {
        name
        for name, place in game.board.places.items()
        if place.terrain in ("plain", "river") and not place.town
    }
    assert len(wanted) == 38
    assert {name: len(lying) for name, lying in game.state.cubes.items()} == dict.fromkeys(wanted, 1)


# --- Determine Player Order ----------------------------------------------------------------------


def test_player_order_comes_before_issuing_shares():
    game = new_game()
    assert game.state.phase == "player_order"
    act(game, game.pending()[0].seat, GoFirst())
    assert game.state.phase == "issue_shares"


def test_there_is_no_auction():
    assert {kind.__name__ for kind in ordering().pending()[0].kinds} == {"GoFirst", "Decline"}


def test_the_first_player_of_the_first_turn_is_drawn_by_lot():
    first = {start(SteamOptions(map=MAP), 2, Chance(f"{seed}")).pending()[0].seat for seed in range(12)}
    assert first == {0, 1}


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("opener", [0, 1])
def test_then_the_two_take_turns_in_going_first(turn, opener):
    game = ordering(turn=turn, opener=opener)
    assert game.pending()[0].seat == (opener if turn % 2 else 1 - opener)


def test_who_went_first_last_turn_does_not_change_whose_turn_it_is():
    # In turn 1 the other player paid; in turn 2 it is still the other player's turn.
    game = ordering(turn=2, opener=0, order=(1, 0))
    assert game.pending()[0].seat == 1


def test_whose_turn_it_is_pays_5_dollars():
    game = ordering()
    act(game, 0, GoFirst())
    assert [player.cash for player in game.state.players] == [15, 20]
    assert game.state.order == [0, 1]


def test_if_that_player_will_not_the_other_may_pay_5_instead():
    game = ordering()
    act(game, 0, Decline())
    act(game, 1, GoFirst())
    assert [player.cash for player in game.state.players] == [20, 15]
    assert game.state.order == [1, 0]


def test_who_cannot_pay_can_only_decline():
    game = ordering(cash=4)
    refused(game, 0, GoFirst(), r"costs \$5, and you have \$4")
    assert game.forced() == (0, Decline())


def test_if_both_decline_the_first_goes_first_for_nothing():
    game = ordering()
    act(game, 0, Decline())
    act(game, 1, Decline())
    assert [player.cash for player in game.state.players] == [20, 20]
    assert game.state.order == [0, 1]


def test_who_is_asked_to_pay_reads_what_declining_means():
    game = ordering()
    said = "Do not pay: the other may pay and go first; if not, you go first for nothing."
    assert game.describe(0, Decline()) == said
    act(game, 0, Decline())
    assert game.describe(1, Decline()) == "Do not pay: @P1 goes first for nothing."


def test_if_neither_can_pay_the_first_goes_first_for_nothing():
    game = ordering(cash=4)
    for seat in (0, 1):
        assert game.forced() == (seat, Decline())
        act(game, seat, Decline())
    assert game.state.order == [0, 1]
    assert [player.cash for player in game.state.players] == [4, 4]


# --- Select Actions ------------------------------------------------------------------------------


def test_production_is_not_available():
    game = table(MAP, 2, phase="select_actions")
    refused(game, 0, Select("production"), "no action called production")
    assert len(list(game.legal_actions(0, Select))) == 6


@pytest.mark.parametrize("seat", [0, 1])
def test_turn_order_makes_its_player_count_as_first_next_time(seat):
    for turn in (2, 3):
        assert ordering(turn=turn, turn_order=seat).pending()[0].seat == seat


def test_who_has_turn_order_still_pays_5():
    game = ordering(turn=2, opener=0, turn_order=0)
    act(game, 0, GoFirst())
    assert game.state.players[0].cash == 15
    game = ordering(turn=2, opener=0, turn_order=0)
    act(game, 0, Decline())
    act(game, 1, GoFirst())
    assert game.state.order == [1, 0]


def test_turn_order_is_used_up_by_one_player_order_phase():
    game = ordering(turn=2, opener=0, turn_order=0)
    act(game, 0, GoFirst())
    assert not any(player.turn_order for player in game.state.players)


def test_turn_order_carries_over_to_the_next_turn():
    game = table(MAP, 2, phase="select_actions")
    game.state.opener = 1
    act(game, 0, Select("turn_order"))
    act(game, 1, Select("engineer"))
    act(game, 0, Done())
    act(game, 1, Done())
    while game.state.phase == "move_goods":
        act(game, game.pending()[0].seat, PassMove())
    assert game.state.turn == 2
    assert game.pending()[0].seat == 0


# --- building and delivering ---------------------------------------------------------------------

# A red New City in Grand Anse F3; F4 below it, F5 (river) below that; G4 to the south-east.


def with_a_city(phase="move_goods", letter="A"):
    game = table(MAP, 2, phase=phase)
    game.state.placed["F3"] = letter
    game.state.new_cities.remove(letter)
    game.state.version += 1
    for player in game.state.players:
        player.engine = 3
    return game


def test_without_a_city_nobody_can_build():
    game = table(MAP, 2)
    assert list(game.legal_actions(0, Build)) == []


def test_the_first_new_city_opens_the_island():
    game = table(MAP, 2, powers={0: "urbanization"})
    act(game, 0, Urbanise("F3", "A"))
    assert list(game.legal_actions(0, Build))


def test_the_hexs_cube_stays_with_the_track_built_there():
    game = with_a_city("build_track")
    cubes(game, "F4", "red")
    act(game, 0, Build("F4", "straight", 0))
    assert game.state.cubes["F4"] == ["red"]


def test_a_cube_is_delivered_from_track_that_is_no_completed_link():
    game = with_a_city()
    line(game, 0, "F3", "F4", "F5")
    cubes(game, "F4", "red")
    act(game, 0, Move("F4", "red", ("F3",)))
    assert "F4" not in game.state.cubes
    assert game.state.bag["red"] == 1


def test_a_cube_on_a_hex_without_track_stays_where_it_is():
    game = with_a_city()
    cubes(game, "F4", "red")
    refused(game, 0, Move("F4", "red", ("F3",)), "No completed link")


def test_the_unfinished_link_earns_the_owner_of_its_track_1():
    game = with_a_city()
    line(game, 1, "F3", "F4", "F5", "F6")
    cubes(game, "F5", "red")
    act(game, 0, Move("F5", "red", ("F3",)))
    assert [player.income for player in game.state.players] == [0, 1]


def test_unowned_unfinished_track_earns_nobody():
    game = with_a_city()
    line(game, None, "F3", "F4", "F5")
    cubes(game, "F4", "red")
    act(game, 0, Move("F4", "red", ("F3",)))
    assert [player.income for player in game.state.players] == [0, 0]


def test_a_cube_on_a_completed_link_may_go_either_way():
    game = with_a_city()
    game.state.placed["D5"] = "C"
    game.state.version += 1
    line(game, 0, "F3", "F4", "E5", "D5")
    cubes(game, "F4", "red", "black")
    allowed(game, 0, Move("F4", "red", ("F3",)))
    allowed(game, 0, Move("F4", "black", ("D5",)))


def test_from_there_it_goes_on_over_completed_links_only():
    # F4 leads up to the black city F3; a finished link goes on from there to the red city C3.
    game = with_a_city(letter="C")
    line(game, 0, "F3", "F4", "F5")
    cubes(game, "F4", "red")
    game.state.placed["C3"] = "A"
    game.state.version += 1
    refused(game, 0, Move("F4", "red", ("F3",)), "does not accept red")
    refused(game, 0, Move("F4", "red", ("F3", "C3")), "No completed link")
    link(game, 1, "F3", "C3")
    act(game, 0, Move("F4", "red", ("F3", "C3")))
    assert [player.income for player in game.state.players] == [1, 1]


def test_the_stretch_counts_as_one_of_the_locomotives_links():
    game = with_a_city()
    game.state.players[0].engine = 1
    line(game, 0, "F3", "F4", "F5")
    cubes(game, "F4", "red")
    allowed(game, 0, Move("F4", "red", ("F3",)))


def there_and_back(parallel=False):
    """A link from the red F3 to the black D5, a black cube on it in F4; parallel: and a second such link."""
    game = with_a_city()
    game.state.placed["D5"] = "C"
    line(game, 0, "F3", "F4", "E5", "D5")
    if parallel:
        link(game, 0, "F3", "D5")
    cubes(game, "F4", "black")
    game.state.version += 1
    return game


def test_each_different_link_earns_once_also_if_the_cube_goes_back_over_it():
    # RULINGS, St. Lucia: by F3 and then back over F4 to D5 it is still only one link.
    game = there_and_back()
    act(game, 0, Move("F4", "black", ("F3", "D5")))
    assert [player.income for player in game.state.players] == [1, 0]
    game = there_and_back()
    game.state.players[0].engine = 1
    refused(game, 0, Move("F4", "black", ("F3", "D5")), "reaches 1 link, not 2")
    allowed(game, 0, Move("F4", "black", ("D5",)))


def test_another_link_of_the_same_owner_is_a_different_one():
    game = there_and_back(parallel=True)
    assert links_of(game, 0) == [frozenset(("F3", "D5"))] * 2
    act(game, 0, Move("F4", "black", ("F3", "D5")))
    assert [player.income for player in game.state.players] == [2, 0]


def crossing():
    """F4: P1's straight from the city down, crossed by P2's track, which leads to the city too (by G4)."""
    game = with_a_city()
    lay(game, "F4", "crossing_straight_straight", facing("crossing_straight_straight", 0, 3, 1, 4), 0, 1)
    for track in game.state.tiles["F4"].tracks:
        track.owner = 0 if {track.a, track.b} == {0, 3} else 1
    there = game.board.places["F4"].neighbours[1]
    lay(game, there, *simple(edge(game, there, "F4"), edge(game, there, "F3")), 1)
    game.state.version += 1
    cubes(game, "F4", "red", "red")
    return game


def test_on_a_crossing_the_deliverer_chooses_whose_track_is_used():
    game = crossing()
    assert {owner_at(game, "F4", 0), owner_at(game, "F4", 1)} == {0, 1}
    act(game, 0, Move("F4", "red", ("F3:P2",)))
    assert [player.income for player in game.state.players] == [0, 1]
    act(game, 1, Move("F4", "red", ("F3:P1",)))
    assert [player.income for player in game.state.players] == [1, 1]


def test_the_bare_name_of_the_city_means_ones_own_track():
    game = crossing()
    act(game, 0, Move("F4", "red", ("F3",)))
    assert [player.income for player in game.state.players] == [1, 0]


def test_a_cube_on_someone_elses_track_may_be_delivered():
    game = with_a_city()
    line(game, 1, "F3", "F4", "F5")
    cubes(game, "F4", "red")
    allowed(game, 0, Move("F4", "red", ("F3",)))


# --- growth and the end --------------------------------------------------------------------------


def test_goods_growth_is_skipped():
    assert "goods_growth" not in new_game().board.game["phases"]
    game = table(MAP, 2, phase="move_goods", turn=2)
    game.state.opener = 0
    game.state.move_round, game.state.queue = 2, [1]
    events = act(game, 1, PassMove())
    assert not any(isinstance(event, DiceRolled) for event in events)
    assert game.state.display == {}


@pytest.mark.parametrize(("turn", "over"), [(7, False), (8, True)])
def test_the_game_ends_after_the_eighth_turn(turn, over):
    game = table(MAP, 2, phase="move_goods", turn=turn)
    game.state.opener = 0
    game.state.move_round, game.state.queue = 2, [1]
    act(game, 1, PassMove())
    assert game.over == over


def test_all_other_rules_hold():
    game = table(MAP, 2, phase="issue_shares")
    act(game, 0, Issue(3))
    assert game.state.players[0].shares == 5
