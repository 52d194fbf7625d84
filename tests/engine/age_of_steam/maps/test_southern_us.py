"""Additional Map Rules, Southern U.S., sentence by sentence."""

import pytest

from engine.age_of_steam.actions import Move, PassMove, Urbanise
from engine.age_of_steam.events import CubesDrawn, IncomeReduced
from engine.age_of_steam.game import start
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance
from tests.engine.age_of_steam.position import act, cubes, link, named, refused, table

MAP = "southern_us"
PORTS = ("Charleston", "Savannah", "Mobile", "New Orleans")


def city(title):
    return named(MAP, title)


def moving(players=3):
    game = table(MAP, players, phase="move_goods")
    for player in game.state.players:
        player.engine = 6
    return game


# --- set-up --------------------------------------------------------------------------------------


def new_game():
    return start(SteamOptions(map=MAP), 3, Chance("south"))


def test_a_cotton_cube_lies_in_every_town_at_the_start():
    game = new_game()
    towns = [name for name, place in game.board.places.items() if place.town]
    assert len(towns) == 14
    assert all(game.state.cubes[name] == ["white"] for name in towns)


def test_atlanta_begins_with_four_cubes():
    assert len(new_game().state.cubes[city("Atlanta")]) == 4


@pytest.mark.parametrize("port", PORTS)
def test_each_port_begins_with_three_cubes(port):
    assert len(new_game().state.cubes[city(port)]) == 3


def test_every_other_city_begins_with_one_cube():
    game = new_game()
    others = [name for name, each in game.board.cities.items() if each.name not in (*PORTS, "Atlanta")]
    assert len(others) == 7
    assert all(len(game.state.cubes[name]) == 1 for name in others)


# --- actions -------------------------------------------------------------------------------------


def test_the_cotton_of_an_urbanised_town_is_placed_on_the_new_city():
    game = table(MAP, powers={0: "urbanization"})
    macon = city("Macon")
    cubes(game, macon, "white")
    act(game, 0, Urbanise(macon, "C"))
    assert game.state.cubes[macon] == ["white"]


def test_cotton_on_a_new_city_may_be_moved_from_there():
    game = moving()
    macon, savannah = city("Macon"), city("Savannah")
    game.state.placed[macon] = "C"
    link(game, 0, macon, savannah)
    cubes(game, macon, "white")
    act(game, 0, Move(macon, "white", (savannah,)))
    assert game.state.players[0].income == 2


# --- moving goods --------------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_cotton_ends_in_any_of_the_four_ports(port):
    game = moving()
    town = min(
        (name for name, place in game.board.places.items() if place.town),
        key=lambda name: game.board.places[name].at.distance(game.board.places[city(port)].at),
    )
    link(game, 0, town, city(port))
    cubes(game, town, "white")
    act(game, 0, Move(town, "white", (city(port),)))


def test_cotton_ends_in_no_other_city():
    game = moving()
    macon, atlanta = city("Macon"), city("Atlanta")
    link(game, 0, macon, atlanta)
    cubes(game, macon, "white")
    refused(game, 0, Move(macon, "white", (atlanta,)), "does not accept white")


def test_cotton_must_end_when_it_enters_a_port():
    game = moving()
    macon, savannah, charleston = city("Macon"), city("Savannah"), city("Charleston")
    link(game, 0, macon, savannah)
    link(game, 0, savannah, charleston)
    cubes(game, macon, "white")
    refused(game, 0, Move(macon, "white", (savannah, charleston)), "must stop in")


def test_other_goods_pass_through_ports_that_do_not_accept_them():
    game = moving()
    macon, savannah, charleston = city("Macon"), city("Savannah"), city("Charleston")
    link(game, 0, macon, savannah)
    link(game, 0, savannah, charleston)
    cubes(game, macon, "purple")
    act(game, 0, Move(macon, "purple", (savannah, charleston)))
    assert game.state.players[0].income == 2


def test_cotton_brings_1_more_income():
    game = moving()
    macon, savannah = city("Macon"), city("Savannah")
    link(game, 0, macon, savannah)
    cubes(game, macon, "white")
    act(game, 0, Move(macon, "white", (savannah,)))
    assert game.state.players[0].income == 2


def test_the_bonus_goes_to_the_railroad_that_moves_the_cotton():
    # RULINGS, Southern U.S.: the book does not say whose.
    game = moving()
    macon, savannah = city("Macon"), city("Savannah")
    link(game, 1, macon, savannah)
    cubes(game, macon, "white")
    act(game, 0, Move(macon, "white", (savannah,)))
    assert [player.income for player in game.state.players] == [1, 1, 0]


def test_delivered_cotton_leaves_the_game():
    game = moving()
    macon, savannah = city("Macon"), city("Savannah")
    link(game, 0, macon, savannah)
    cubes(game, macon, "white")
    act(game, 0, Move(macon, "white", (savannah,)))
    assert game.state.bag.get("white", 0) == 0
    assert game.state.delivered == 1
    assert macon not in game.state.cubes


# --- goods growth and income reduction -----------------------------------------------------------


def last_move(turn, income=0, bag=None):
    game = table(MAP, phase="move_goods", turn=turn)
    game.state.bag = bag if bag is not None else {"red": 4}
    game.state.players[0].income = income
    game.state.move_round, game.state.queue = 2, [2]
    return act(game, 2, PassMove()), game


@pytest.mark.parametrize("turn", range(1, 10))
def test_atlanta_gets_a_cube_from_the_bag_in_turns_1_to_4(turn):
    events, game = last_move(turn)
    drawn = [event for event in events if isinstance(event, CubesDrawn)]
    assert len(drawn) == (1 if turn <= 4 else 0)
    assert game.state.cubes.get(city("Atlanta"), []) == ["red"] * (turn <= 4)
    assert game.state.bag["red"] == 4 - (turn <= 4)


def test_that_is_in_addition_to_what_the_display_gives():
    game = table(MAP, phase="move_goods", turn=1)
    column = game.board.cities[city("Atlanta")].column
    game.state.display[column] = ["blue"] * 3
    game.state.bag = {"red": 1}
    game.state.move_round, game.state.queue = 2, [2]
    before = game.chance.fork()
    act(game, 2, PassMove())
    rolled = [before.dice("", 3), before.dice("", 3)][0 if column.startswith("light") else 1]
    shown = rolled.count(game.board.columns[column].die)
    assert sorted(game.state.cubes[city("Atlanta")]) == sorted(["blue"] * shown + ["red"])


def test_an_empty_bag_gives_atlanta_nothing():
    _, game = last_move(2, bag={"red": 0})
    assert city("Atlanta") not in game.state.cubes


@pytest.mark.parametrize(("turn", "factor"), [(3, 1), (4, 2), (5, 1)])
@pytest.mark.parametrize(("income", "loss"), [(10, 0), (12, 2), (25, 4), (35, 6), (45, 8), (60, 10)])
def test_income_reduction_is_doubled_in_turn_4(turn, factor, income, loss):
    events, game = last_move(turn, income)
    reduced = next(event for event in events if isinstance(event, IncomeReduced))
    assert dict(reduced.amounts)[0] == factor * loss
    assert game.state.players[0].income == income - factor * loss
