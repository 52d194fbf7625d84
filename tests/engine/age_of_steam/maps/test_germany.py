"""Additional Map Rules, Germany, sentence by sentence."""

import pytest

from engine.age_of_steam.actions import Build, BuildLink, Done, Move, PassMove
from engine.age_of_steam.game import start
from engine.age_of_steam.laying import ownership_discs
from engine.age_of_steam.options import SteamOptions
from engine.age_of_steam.phases.money import eliminate
from engine.age_of_steam.points import sections_owned
from engine.core.chance import Chance
from tests.engine.age_of_steam.position import (
    act,
    allowed,
    cubes,
    lay,
    link,
    named,
    price,
    refused,
    table,
    through,
    way,
)

MAP = "germany"
TERMINALS = ("Rotterdam", "Antwerp", "Paris", "Lyon", "Copenhagen", "Warsaw")


def at(title):
    return named(MAP, title)


KOELN, ESSEN = at("Köln/Düsseldorf"), at("Essen/Dortmund")


def new_game():
    return start(SteamOptions(map=MAP), 4, Chance("germany"))


def moving():
    game = table(MAP, phase="move_goods")
    for player in game.state.players:
        player.engine = 6
    game.state.terminals = {at(each): "red" for each in TERMINALS}
    return game


# --- green hexes ---------------------------------------------------------------------------------


def test_the_green_hexes_are_six_foreign_terminals():
    assert set(new_game().board.terminals.values()) == set(TERMINALS)


def test_terminals_produce_no_goods():
    game = new_game()
    assert not any(column.hex in game.board.terminals for column in game.board.columns.values())
    assert not any(name in game.state.cubes for name in game.board.terminals)


def test_no_goods_pass_through_a_terminal():
    game = moving()
    antwerp, rotterdam = at("Antwerp"), at("Rotterdam")
    game.state.terminals[rotterdam] = "purple"
    link(game, 0, antwerp, rotterdam)
    link(game, 0, KOELN, antwerp)
    cubes(game, KOELN, "purple")
    refused(game, 0, Move(KOELN, "purple", (antwerp, rotterdam)), "No goods pass through")
    assert list(game.legal_actions(0, Move)) == []


def test_each_terminal_accepts_one_kind_of_good():
    game = moving()
    stuttgart, lyon = at("Stuttgart"), at("Lyon")
    link(game, 0, stuttgart, lyon)
    cubes(game, stuttgart, "red", "black")
    refused(game, 0, Move(stuttgart, "black", (lyon,)), "does not accept black")
    act(game, 0, Move(stuttgart, "red", (lyon,)))
    assert game.state.players[0].income == 1


def test_at_the_start_a_cube_from_the_bag_shows_what_each_terminal_accepts():
    game = new_game()
    assert set(game.state.terminals) == set(game.board.terminals)
    # 96 cubes: 52 on the display, 29 in cities, 6 on terminals.
    assert sum(game.state.bag.values()) == 96 - 52 - 29 - 6


def test_a_terminal_takes_no_track_tile_and_ends_track_like_a_city():
    game = table(MAP)
    refused(game, 0, Build(at("Lyon"), "straight", 0), "is a city")
    row = way(game, at("Lyon"), at("Stuttgart"))
    allowed(game, 0, through(game, *row[:3]))


def test_a_railroads_very_first_track_may_start_at_a_terminal():
    # RULINGS, Germany.
    game = table(MAP)
    game.state.players[0].start = ""
    allowed(game, 0, through(game, *way(game, at("Lyon"), at("Stuttgart"))[:3]))


# --- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("city", "count"), [("Königsberg", 3), ("Wien", 4), ("Berlin", 2)])
def test_two_cubes_in_every_city_but_three_in_koenigsberg_and_four_in_wien(city, count):
    assert len(new_game().state.cubes[at(city)]) == count


def test_all_other_cities_have_two():
    game = new_game()
    others = [name for name, each in game.board.cities.items() if each.name not in ("Königsberg", "Wien")]
    assert all(len(game.state.cubes[name]) == 2 for name in others)


# --- Engineer ------------------------------------------------------------------------------------


def engineer(cash=20):
    return table(MAP, cash=cash, powers={0: "engineer"})


@pytest.mark.parametrize(("full", "half"), [(2, 1), (3, 2), (6, 3), (7, 4), (9, 5)])
def test_engineer_places_one_tile_at_half_cost_rounded_up(full, half):
    game = engineer()
    assert game.rules.bill(game.state, 0, [full]) == half


def test_only_one_tile_is_halved_the_dearest():
    game = engineer()
    assert game.rules.bill(game.state, 0, [2, 4, 3]) == 2 + 2 + 3
    assert game.rules.bill(game.state, 0, [4, 4]) == 2 + 4


def test_a_dearer_tile_later_takes_over_the_half():
    # RULINGS, Germany: the first tile was paid at half; with the dearer one the difference is made up.
    game = engineer()
    row = [at("Stuttgart"), "E10", "E9"]
    act(game, 0, through(game, *row))
    assert game.state.players[0].cash == 19
    act(game, 0, through(game, at("Stuttgart"), "E12", "E13"))  # a mountain, $4
    # 2 + 4 with the mountain halved: 4 in all.
    assert game.state.players[0].cash == 16


def test_without_engineer_everything_costs_its_full_price():
    game = table(MAP)
    assert game.rules.bill(game.state, 0, [2, 4, 3]) == 9


def test_engineer_places_no_fourth_tile():
    # RULINGS, Germany.
    game = engineer()
    assert game.rules.builds(game.state, 0) == 3


def test_with_a_single_dollar_an_engineer_builds_a_plain_tile():
    game = engineer(cash=1)
    allowed(game, 0, through(game, at("Stuttgart"), "E10", "E9"))


# --- printed prices ------------------------------------------------------------------------------


def test_a_number_in_a_square_box_is_the_price_of_a_simple_tile():
    game = table(MAP)
    printed = {name: place.simple_cost for name, place in game.board.places.items() if place.simple_cost}
    assert len(printed) > 10
    for name, cost in printed.items():
        for legal in game.legal_actions(0, Build, {"hex": name}):
            if legal.tile in ("straight", "gentle", "sharp"):
                assert price(game, 0, legal) == cost


def test_a_complex_tile_there_costs_its_extra_more():
    # RULINGS, Germany: "simple" is what is printed; coexisting and crossing track add 1 and 2 as elsewhere.
    game = table(MAP)
    rotterdam = at("Rotterdam")
    name = next(
        each
        for each in game.board.places[rotterdam].neighbours
        if each and game.board.places[each].simple_cost is not None
    )
    printed = game.board.places[name].simple_cost
    listed = game.legal_actions(0, Build, {"hex": name})
    found = {(legal.tile.split("_")[0], price(game, 0, legal)) for legal in listed}
    assert found <= {
        ("straight", printed),
        ("gentle", printed),
        ("sharp", printed),
        ("coexist", printed + 1),
        ("crossing", printed + 2),
    }


def test_terrain_without_a_number_costs_as_elsewhere():
    game = table(MAP)
    assert price(game, 0, through(game, at("Stuttgart"), "E12", "E13")) == 4
    assert price(game, 0, through(game, at("Stuttgart"), "E10", "E9")) == 2


# --- the direct link -----------------------------------------------------------------------------


def test_a_link_may_be_built_directly_between_koeln_and_essen():
    game = table(MAP)
    act(game, 0, BuildLink("koeln-essen"))
    assert game.state.links == {"koeln-essen": 0}


def test_it_costs_2_dollars():
    game = table(MAP, cash=2)
    act(game, 0, BuildLink("koeln-essen"))
    assert game.state.players[0].cash == 0
    refused(table(MAP, cash=1), 0, BuildLink("koeln-essen"))


def test_a_track_ownership_disc_is_placed_on_it():
    game = table(MAP)
    act(game, 0, BuildLink("koeln-essen"))
    assert ownership_discs(game.state, 0) == 1
    act(game, 0, Done())
    refused(game, 1, BuildLink("koeln-essen"))


def test_it_needs_a_disc():
    game = table(MAP)
    names = [
        name
        for name, place in game.board.places.items()
        if not place.title and place.neighbours[0] and place.neighbours[3] and int(name[1:]) % 2
    ]
    for name in names[:20]:
        lay(game, name, "straight", 0, 0)
    assert ownership_discs(game.state, 0) == 20
    refused(game, 0, BuildLink("koeln-essen"))


def test_it_counts_as_one_track_for_victory():
    game = table(MAP)
    act(game, 0, BuildLink("koeln-essen"))
    assert sections_owned(game.state, 0) == 1


def test_it_counts_as_one_of_the_tiles_of_the_turn():
    game = table(MAP)
    act(game, 0, BuildLink("koeln-essen"))
    assert game.state.build.used == 1
    act(game, 0, through(game, at("Stuttgart"), "E10", "E9"))
    act(game, 0, through(game, at("Stuttgart"), "E12", "E13"))
    refused(game, 0, through(game, "E10", "E9", "E8"))
    game = table(MAP)
    for row in ((at("Stuttgart"), "E10", "E9"), (at("Stuttgart"), "E12", "E13"), ("E12", "E13", "E14")):
        act(game, 0, through(game, *row))
    refused(game, 0, BuildLink("koeln-essen"))


def test_goods_move_over_it_like_over_any_link():
    game = moving()
    game.state.links["koeln-essen"] = 1
    game.state.version += 1
    cubes(game, ESSEN, "red")
    act(game, 0, Move(ESSEN, "red", (KOELN,)))
    assert [player.income for player in game.state.players] == [0, 1, 0]


def test_it_is_no_tile_and_not_halved_by_the_engineer():
    # RULINGS, Germany.
    game = engineer()
    act(game, 0, BuildLink("koeln-essen"))
    assert game.state.players[0].cash == 18


def test_an_insolvent_railroads_direct_link_stays_and_earns_nobody():
    game = moving()
    game.state.links["koeln-essen"] = 1
    game.state.version += 1
    eliminate(game, 1)
    game.phase.begin(game)
    cubes(game, ESSEN, "red")
    act(game, 0, Move(ESSEN, "red", (KOELN,)))
    assert [player.income for player in game.state.players] == [0, 0, 0]


def test_other_maps_have_no_direct_link():
    refused(table("rust_belt"), 0, BuildLink("koeln-essen"))
    refused(table(MAP), 0, BuildLink("berlin-wien"), "no direct link")


# --- goods growth --------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 5, 9])
def test_berlin_always_gets_a_cube_from_the_bag(turn):
    game = table(MAP, phase="move_goods", turn=turn)
    game.state.bag = {"black": 3}
    game.state.move_round, game.state.queue = 2, [2]
    act(game, 2, PassMove())
    assert game.state.cubes[at("Berlin")] == ["black"]
    assert game.state.bag["black"] == 2


def test_berlin_has_no_column_of_its_own():
    assert table(MAP).board.cities[at("Berlin")].column == ""


def test_unfinished_track_may_be_left_at_the_end_of_a_turn():
    # RULINGS, Germany: the rulebook forbids it nowhere.
    game = table(MAP)
    act(game, 0, through(game, at("Stuttgart"), "E10", "E9"))
    allowed(game, 0, Done())
