"""V. Move Goods."""

import pytest

from engine.age_of_steam.actions import Locomotive, Move, PassMove
from engine.age_of_steam.phases.money import eliminate

from .position import act, allowed, cubes, line, rebegin, refused, table, town

# Evansville J10 (blue) - K10 - L9 - Cincinnati M9 (blue); Indianapolis K9 is a Town; Chicago H6 is red.


def moving(**options):
    game = table(phase="move_goods", **options)
    for player in game.state.players:
        player.engine = 6
    return game


def network_of_three():
    """Evansville - Cincinnati (P1), Evansville - Indianapolis (P1), Indianapolis - Chicago (P2)."""
    game = moving()
    line(game, 0, "J10", "K11", "L10", "M10", "M9")
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "K8")
    line(game, 1, "K9", "K8", "J7", "I7", "H6")
    game.state.tiles["K9"].tracks[0].owner = 1
    game.state.version += 1
    return game


def incomes(game):
    return [player.income for player in game.state.players]


def test_two_rounds_in_player_order():
    game = table(phase="move_goods", order=[2, 0, 1])
    asked = []
    while game.state.phase == "move_goods":
        asked.append(game.pending()[0].seat)
        act(game, asked[-1], PassMove())
    assert asked == [2, 0, 1, 2, 0, 1]


def test_the_example_of_the_rulebook():
    # Dave (1) chose First Move. Links: Evansville - Cincinnati is Pete's (0); Cincinnati - Indianapolis -
    # Evansville are Dave's. The book's map has a city in Indianapolis by then: here New City B, blue.
    game = table(phase="move_goods", powers={1: "first_move"})
    game.state.placed["K9"] = "B"
    line(game, 0, "J10", "K11", "L10", "M10", "M9")
    line(game, 1, "M9", "L9", "K9")
    line(game, 1, "J10", "K10", "K9")
    rebegin(game)
    cubes(game, "J10", "blue")
    act(game, 1, Locomotive())
    assert game.state.players[1].engine == 2
    act(game, 0, Move("J10", "blue", ("M9",)))
    assert incomes(game) == [1, 0, 0]
    act(game, 2, PassMove())
    # In the book the cube goes on over Indianapolis, which is no city of its colour there.
    game.state.placed["K9"] = "A"
    game.state.version += 1
    cubes(game, "M9", "blue")
    act(game, 1, Move("M9", "blue", ("K9", "J10")))
    assert incomes(game) == [1, 2, 0]
    act(game, 0, PassMove())
    assert game.state.players[0].engine == 1


def test_a_cube_goes_over_completed_links_to_a_city_of_its_colour():
    game = network_of_three()
    cubes(game, "M9", "red")
    act(game, 0, Move("M9", "red", ("J10", "K9", "H6")))
    assert incomes(game) == [2, 1, 0]
    assert "M9" not in game.state.cubes


def test_unfinished_track_is_no_link():
    game = moving()
    line(game, 0, "J10", "K10", "L9")
    cubes(game, "J10", "blue")
    refused(game, 0, Move("J10", "blue", ("M9",)), "No completed link")


def test_a_cube_does_not_end_in_a_city_of_another_colour():
    game = network_of_three()
    cubes(game, "J10", "red")
    refused(game, 0, Move("J10", "red", ("M9",)), "does not accept red")


def test_a_cube_does_not_end_in_a_town():
    game = network_of_three()
    cubes(game, "J10", "red")
    refused(game, 0, Move("J10", "red", ("K9",)), "does not accept")


def test_a_cube_stops_in_the_first_city_of_its_colour_it_enters():
    game = network_of_three()
    cubes(game, "H6", "blue")
    refused(game, 0, Move("H6", "blue", ("K9", "J10", "M9")), "must stop in")
    act(game, 0, Move("H6", "blue", ("K9", "J10")))


def test_each_city_or_town_is_visited_only_once():
    game = network_of_three()
    cubes(game, "J10", "red")
    refused(game, 0, Move("J10", "red", ("K9", "J10", "K9", "H6")), "must stop|only once")


def test_not_even_its_own_city_again():
    game = network_of_three()
    cubes(game, "H6", "red")
    refused(game, 0, Move("H6", "red", ("K9", "H6")), "only once")


def test_a_cube_that_lies_in_a_city_of_its_colour_may_leave_it():
    game = network_of_three()
    cubes(game, "J10", "blue")
    allowed(game, 0, Move("J10", "blue", ("M9",)))


def test_no_more_links_than_the_locomotive_reaches():
    game = network_of_three()
    game.state.players[0].engine = 2
    cubes(game, "M9", "red")
    refused(game, 0, Move("M9", "red", ("J10", "K9", "H6")), "reaches 2 links, not 3")


def test_a_town_on_the_way_parts_two_links():
    game = network_of_three()
    game.state.players[0].engine = 1
    cubes(game, "J10", "red")
    refused(game, 0, Move("J10", "red", ("K9", "H6")), "reaches 1 link, not 2")
    refused(game, 0, Move("J10", "red", ("H6",)))


def test_the_movers_own_locomotive_counts_not_the_owners():
    game = network_of_three()
    game.state.players[0].engine = 3
    game.state.players[1].engine = 1
    cubes(game, "M9", "red")
    allowed(game, 0, Move("M9", "red", ("J10", "K9", "H6")))


def test_the_cube_goes_back_to_the_bag():
    game = network_of_three()
    before = game.state.bag.get("blue", 0)
    cubes(game, "J10", "blue", "red")
    act(game, 0, Move("J10", "blue", ("M9",)))
    assert game.state.bag["blue"] == before + 1
    assert game.state.cubes["J10"] == ["red"]


def test_another_players_railroad_may_be_used_and_its_owner_gains():
    game = network_of_three()
    cubes(game, "J10", "blue")
    act(game, 0, PassMove())
    act(game, 1, Move("J10", "blue", ("M9",)))
    assert incomes(game) == [1, 0, 0]


def test_each_different_link_travelled_earns_once():
    # Two links of P1 and one of P2 on one way: 2 and 1, recorded at once.
    game = network_of_three()
    cubes(game, "H6", "blue")
    cubes(game, "M9", "red")
    act(game, 0, Move("M9", "red", ("J10", "K9", "H6")))
    assert incomes(game) == [2, 1, 0]
    act(game, 1, Move("H6", "blue", ("K9", "J10")))
    assert incomes(game) == [3, 2, 0]


def test_income_counts_on_from_turn_to_turn():
    game = network_of_three()
    game.state.players[0].income = 7
    cubes(game, "J10", "blue")
    act(game, 0, Move("J10", "blue", ("M9",)))
    assert game.state.players[0].income == 8


def test_a_link_of_nobody_may_be_used_and_nobody_gains():
    game = moving()
    line(game, None, "J10", "K10", "L9", "M9")
    cubes(game, "J10", "blue")
    act(game, 0, Move("J10", "blue", ("M9",)))
    assert incomes(game) == [0, 0, 0]


def test_a_link_of_an_insolvent_railroad_may_be_used_and_nobody_gains():
    game = moving()
    line(game, 1, "J10", "K10", "L9", "M9")
    eliminate(game, 1)
    rebegin(game)
    cubes(game, "J10", "blue")
    act(game, 0, Move("J10", "blue", ("M9",)))
    assert incomes(game) == [0, 0, 0]


def parallel():
    game = moving()
    line(game, 0, "J10", "K10", "L9", "M9")
    line(game, 1, "J10", "K11", "L10", "M10", "M9")
    cubes(game, "J10", "blue", "blue", "blue")
    return game


def test_of_parallel_links_the_bare_name_means_ones_own():
    game = parallel()
    act(game, 0, Move("J10", "blue", ("M9",)))
    assert incomes(game) == [1, 0, 0]


def test_of_parallel_links_the_mover_may_choose_anothers():
    game = parallel()
    act(game, 0, Move("J10", "blue", ("M9:P2",)))
    assert incomes(game) == [0, 1, 0]


def test_ones_own_link_is_not_named_with_its_owner_and_the_refusal_says_so():
    refused(parallel(), 0, Move("J10", "blue", ("M9:P1",)), r"takes: M9 \(yours\), M9:P2\.")


def test_of_two_links_of_others_one_must_be_named():
    game = parallel()
    act(game, 0, PassMove())
    act(game, 1, PassMove())
    refused(game, 2, Move("J10", "blue", ("M9",)), "Say whose link")
    act(game, 2, Move("J10", "blue", ("M9:P1",)))
    assert incomes(game) == [1, 0, 0]


def test_instead_of_moving_the_locomotive_is_advanced_by_one_link():
    game = table(phase="move_goods")
    act(game, 0, Locomotive())
    assert game.state.players[0].engine == 2
    assert game.pending()[0].seat == 1


def test_the_locomotive_is_advanced_in_one_of_the_two_rounds_only():
    game = table(phase="move_goods")
    act(game, 0, Locomotive())
    act(game, 1, PassMove())
    act(game, 2, PassMove())
    refused(game, 0, Locomotive())
    act(game, 0, PassMove())
    act(game, 1, Locomotive())


def test_not_beyond_six_links():
    refused(moving(), 0, Locomotive())


def test_nobody_has_to_move():
    allowed(network_of_three(), 0, PassMove())


def test_a_cube_that_is_not_there_is_not_moved():
    game = network_of_three()
    refused(game, 0, Move("J10", "blue", ("M9",)), "no blue cube in J10 Evansville")
    refused(game, 0, Move("Z9", "blue", ("M9",)), "no hex Z9")
    cubes(game, "J10", "blue")
    refused(game, 0, Move("J10", "blue", ()), "Say the stops")


def test_a_base_map_has_no_bonus_to_name():
    game = network_of_three()
    cubes(game, "J10", "blue")
    refused(game, 0, Move("J10", "blue", ("M9",), "P1"), "no bonus")


@pytest.mark.parametrize("links", [1, 2, 3])
def test_what_is_listed_grows_with_the_locomotive(links):
    game = network_of_three()
    cubes(game, "M9", "red", "blue")
    game.state.players[0].engine = links
    moves = list(game.legal_actions(0, Move))
    assert len(moves) == {1: 1, 2: 1, 3: 2}[links]
