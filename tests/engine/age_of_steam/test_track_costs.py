"""IV. Build Track: Track Building Costs."""

import pytest

from engine.age_of_steam.actions import Build
from engine.age_of_steam.board import board
from engine.age_of_steam.laying import plans
from engine.age_of_steam.tiles import tiles

from .position import act, lay, line, price, refused, simple, table, through, town


def of_terrain(terrain):
    return [
        name
        for name, place in board("rust_belt").places.items()
        if place.terrain == terrain and not place.town
    ]


@pytest.mark.parametrize(("terrain", "simple_price"), [("plain", 2), ("river", 3), ("mountain", 4)])
def test_a_simple_tile_costs_2_in_a_river_3_in_a_mountain_4(terrain, simple_price):
    seen = set()
    game = table()
    for name in of_terrain(terrain):
        for plan in plans(game.state, game.board, 0, name):
            seen.add((plan.shape.family, plan.price))
    assert ("simple", simple_price) in seen
    # From scratch coexisting track costs 1 more, crossing track 2 more.
    assert seen <= {("simple", simple_price), ("coexist", simple_price + 1), ("crossing", simple_price + 2)}


def test_complex_tiles_from_scratch_cost_1_and_2_more_in_a_river_and_a_mountain_too():
    costs = board("rust_belt").costs
    for terrain, ground in costs["simple"].items():
        assert [ground + costs["extra"][each] for each in ("simple", "coexist", "crossing")] == {
            "plain": [2, 3, 4],
            "river": [3, 4, 5],
            "mountain": [4, 5, 6],
        }[terrain]


@pytest.mark.parametrize(
    ("terrain", "coexist", "crossing"), [("plain", 3, 4), ("river", 4, 5), ("mountain", 5, 6)]
)
def test_a_complex_tile_on_an_empty_hex_is_built_for_that_price(terrain, coexist, crossing):
    # Own stubs or cities all round a hex, so that any complex tile connects with both its tracks.
    for name in of_terrain(terrain):
        game = table()
        around = game.board.places[name].neighbours
        if any(beyond is None or game.board.places[beyond].town for beyond in around):
            continue
        for end, beyond in enumerate(around):
            if not game.board.places[beyond].city:
                lay(game, beyond, *simple((end + 3) % 6, end), 0)
        found = {(plan.shape.family, plan.price) for plan in plans(game.state, game.board, 0, name)}
        assert {("coexist", coexist), ("crossing", crossing)} <= found, name
        return
    raise AssertionError(terrain)


def test_terrain_is_paid_for_the_first_tile_only():
    game = table()
    line(game, 0, "M9", "M10", "M11")
    assert price(game, 0, Build("M10", *simple(0, 2))) == 2


@pytest.mark.parametrize(
    ("tile", "cost"),
    [
        ("town_one", 2),
        ("town_disk_straight", 3),
        ("town_disk_gentle", 3),
        ("town_three_star", 4),
        ("town_disk_gap1", 5),
        ("town_disk_gap2", 5),
        ("town_disk_gap3", 5),
    ],
)
def test_a_town_costs_1_and_1_for_every_track(tile, cost):
    game = table()
    line(game, 0, "J10", "K10", "K9")
    rotation = next(
        r for r, tracks in enumerate(tiles().shapes[tile].rotations) if 3 in {b for _, b in tracks}
    )
    assert price(game, 0, Build("K9", tile, rotation)) == cost


def test_a_towns_terrain_never_adds_to_the_cost():
    # No Town of the Rust Belt lies on a river or mountain, but the price asks only for the Town.
    game = table("western_us")
    towns = [name for name, place in game.board.places.items() if place.town]
    game.state.transcontinental = True
    for name in towns:
        beyond = next(
            each for each in game.board.places[name].neighbours if each and each not in game.board.cities
        )
        if game.board.places[beyond].town:
            continue
        end = game.board.places[name].neighbours.index(beyond)
        lay(game, beyond, *simple((end + 3) % 6, end), 0)
        assert price(game, 0, Build(name, "town_one", end)) == 2, name


def test_simple_to_crossing_always_costs_3():
    game = table()
    line(game, 1, "L9", "M10", "N9")
    line(game, 1, "J10", "K10", "L9", "M9")
    lay(game, "K11", *simple(5, 0), 0)
    rotation = next(
        r
        for r, t in enumerate(tiles().shapes["crossing_straight_straight"].rotations)
        if (0, 3) in t and (1, 4) in t
    )
    assert price(game, 0, Build("K10", "crossing_straight_straight", rotation)) == 3


@pytest.mark.parametrize(("tile", "exits"), [("town_disk_straight", {0, 3}), ("town_three_star", {1, 3, 5})])
def test_replacing_in_a_town_costs_3_however_many_connections_are_added(tile, exits):
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10")
    rotation = next(r for r, t in enumerate(tiles().shapes[tile].rotations) if {b for _, b in t} == exits)
    assert price(game, 0, Build("K9", tile, rotation)) == 3


def test_all_other_replacements_cost_2():
    game = table()
    line(game, 1, "J10", "K10", "L9", "M9")
    lay(game, "K11", *simple(5, 0), 0)
    rotation = next(
        r
        for r, t in enumerate(tiles().shapes["coexist_straight_sharp"].rotations)
        if set(t) == {(1, 4), (2, 3)}
    )
    assert price(game, 0, Build("K10", "coexist_straight_sharp", rotation)) == 2


def test_redirecting_costs_2():
    game = table()
    line(game, 0, "A11", "A10", "A9")
    assert price(game, 0, Build("A10", *simple(3, 1))) == 2


def test_what_is_built_is_paid_at_once():
    game = table(cash=10)
    act(game, 0, through(game, "M9", "N9", "N10"))
    assert game.state.players[0].cash == 7


def test_a_tile_that_cannot_be_paid_is_refused_before_it_is_laid():
    game = table(cash=2)
    refused(game, 0, through(game, "M9", "N9", "N10"), r"costs \$3, and you have \$2")
    act(game, 0, through(game, "J10", "K10", "L9"))
    refused(game, 0, through(game, "K10", "L9", "L8"), r"costs \$2, and you have \$0")


def test_building_never_takes_income_for_money_that_is_missing():
    game = table(cash=1)
    game.state.players[0].income = 10
    refused(game, 0, through(game, "J10", "K10", "L9"))


def test_without_money_for_any_tile_there_is_only_one_thing_to_do():
    game = table(cash=1)
    forced = game.forced()
    assert forced is not None
    assert type(forced[1]).__name__ == "Done"


def test_with_a_new_city_to_place_the_turn_does_not_pass_by_itself():
    game = table(cash=0, powers={0: "urbanization"})
    assert game.forced() is None
