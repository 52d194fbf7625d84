"""Additional Map Rules, Western U.S., sentence by sentence."""

import pytest

from engine.age_of_steam import TITLE
from engine.age_of_steam.actions import Build, Done, Favour, Move, PassMove, Urbanise
from engine.age_of_steam.events import TieRolled, Transcontinental
from engine.age_of_steam.game import start
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance, Outcome
from engine.core.notation import to_line
from engine.core.reading import read_move
from tests.engine.age_of_steam.position import (
    act,
    allowed,
    cubes,
    dice,
    edge,
    line,
    link,
    named,
    price,
    refused,
    table,
    through,
    way,
)

MAP = "western_us"
EAST = ("Duluth", "Minneapolis", "Des Moines", "St. Louis", "Memphis", "Vicksburg", "New Orleans")
WEST = ("Seattle", "San Francisco", "Los Angeles")


def at(title):
    return named(MAP, title)


def new_game():
    return start(SteamOptions(map=MAP), 3, Chance("west"))


def moving():
    game = table(MAP, phase="move_goods")
    for player in game.state.players:
        player.engine = 6
    return game


def incomes(game):
    return [player.income for player in game.state.players]


# --- set-up --------------------------------------------------------------------------------------


def test_two_cubes_in_every_city_and_one_in_each_town():
    game = new_game()
    assert all(len(game.state.cubes[name]) == 2 for name in game.board.cities)
    towns = [name for name, place in game.board.places.items() if place.town]
    assert len(towns) == 20
    assert all(len(game.state.cubes[name]) == 1 for name in towns)


def test_everybody_begins_with_20_dollars_and_two_shares():
    assert {(player.cash, player.shares) for player in new_game().state.players} == {(20, 2)}


def test_the_good_on_an_urbanised_town_goes_back_to_the_bag():
    game = table(MAP, powers={0: "urbanization"})
    wichita = at("Wichita")
    cubes(game, wichita, "purple")
    game.state.bag["purple"] = 3
    said = game.describe(0, Urbanise(wichita, "A"))
    assert said.endswith("Wichita; free. The town's 1 purple goes back to the bag.")
    act(game, 0, Urbanise(wichita, "A"))
    assert wichita not in game.state.cubes
    assert game.state.bag["purple"] == 4


def test_a_town_without_a_good_is_urbanised_too():
    game = table(MAP, powers={0: "urbanization"})
    act(game, 0, Urbanise(at("Wichita"), "A"))
    assert game.state.placed == {at("Wichita"): "A"}


# --- moving goods --------------------------------------------------------------------------------


def test_a_good_in_a_town_is_moved_like_one_in_a_city_and_not_replenished():
    game = moving()
    wichita, denver = at("Wichita"), at("Denver")
    link(game, 0, wichita, denver)
    cubes(game, wichita, "purple")
    act(game, 0, Move(wichita, "purple", (denver,)))
    assert incomes(game) == [1, 0, 0]
    assert wichita not in game.state.cubes
    assert not any(column.hex == wichita for column in game.board.columns.values())


def coast_to_coast(owner_east=0, owner_west=0):
    """Los Angeles - Denver - St. Louis."""
    game = moving()
    link(game, owner_west, at("Los Angeles"), at("Denver"))
    link(game, owner_east, at("Denver"), at("St. Louis"))
    return game


def test_from_the_east_to_the_west_a_railroad_on_the_way_gets_1_more():
    game = coast_to_coast()
    cubes(game, at("St. Louis"), "red")
    act(game, 0, Move(at("St. Louis"), "red", (at("Denver"), at("Los Angeles")), "P1"))
    assert incomes(game) == [3, 0, 0]


def test_from_the_west_to_the_east_too():
    game = coast_to_coast()
    cubes(game, at("Los Angeles"), "yellow")
    act(game, 0, Move(at("Los Angeles"), "yellow", (at("Denver"), at("St. Louis")), "P1"))
    assert incomes(game) == [3, 0, 0]


def test_the_mover_chooses_which_of_the_railroads_travelled_gets_it():
    for bonus, wanted in (("P2", [0, 2, 1]), ("P3", [0, 1, 2])):
        game = coast_to_coast(owner_east=1, owner_west=2)
        cubes(game, at("St. Louis"), "red")
        act(game, 0, Move(at("St. Louis"), "red", (at("Denver"), at("Los Angeles")), bonus))
        assert incomes(game) == wanted


def test_a_railroad_that_was_not_travelled_does_not_get_it():
    game = coast_to_coast(owner_east=1, owner_west=2)
    cubes(game, at("St. Louis"), "red")
    route = (at("Denver"), at("Los Angeles"))
    refused(game, 0, Move(at("St. Louis"), "red", route, "P1"), "Say which railroad")
    refused(game, 0, Move(at("St. Louis"), "red", route), "Say which railroad")


def test_within_one_coast_and_from_the_middle_there_is_no_bonus():
    game = moving()
    link(game, 0, at("Denver"), at("St. Louis"))
    cubes(game, at("St. Louis"), "purple")
    act(game, 0, Move(at("St. Louis"), "purple", (at("Denver"),)))
    assert incomes(game) == [1, 0, 0]


@pytest.mark.parametrize("city", EAST)
def test_the_eastern_cities(city):
    game = table(MAP)
    assert game.rules._coast(game.state, at(city)) == "east"


@pytest.mark.parametrize("city", WEST)
def test_the_western_cities(city):
    game = table(MAP)
    assert game.rules._coast(game.state, at(city)) == "west"


@pytest.mark.parametrize(
    ("town", "coast"), [("Kansas City", "east"), ("Portland", "west"), ("San Diego", "west")]
)
def test_kansas_city_counts_as_eastern_portland_and_san_diego_as_western_once_urbanised(town, coast):
    game = table(MAP)
    assert game.rules._coast(game.state, at(town)) == ""
    game.state.placed[at(town)] = "A"
    assert game.rules._coast(game.state, at(town)) == coast


def test_an_urbanised_town_of_the_coast_earns_the_bonus():
    game = moving()
    game.state.placed[at("San Diego")] = "A"
    game.state.version += 1
    link(game, 0, at("San Diego"), at("St. Louis"))
    cubes(game, at("St. Louis"), "red")
    act(game, 0, Move(at("St. Louis"), "red", (at("San Diego"),), "P1"))
    assert incomes(game) == [2, 0, 0]


# --- building: where railroads start ----------------------------------------------------------------


def beginner(**options):
    game = table(MAP, **options)
    for player in game.state.players:
        player.start = ""
    return game


@pytest.mark.parametrize("city", [*EAST, *WEST])
def test_railroads_start_at_a_starting_city(city):
    game = beginner()
    row = next(
        (at(city), beside, beyond)
        for beside in game.board.places[at(city)].neighbours
        if beside is not None and not game.board.places[beside].title
        for beyond in game.board.places[beside].neighbours
        if beyond is not None and beyond != at(city) and not game.board.places[beyond].title
    )
    allowed(game, 0, through(game, *row))


@pytest.mark.parametrize("city", ["Denver", "Salt Lake City"])
def test_not_at_denver_or_salt_lake_city(city):
    game = beginner()
    row = way(game, at(city), at("Los Angeles"))[:3]
    refused(game, 0, through(game, *row), "start at one of the starting cities")


def test_a_railroads_only_tile_may_be_turned_to_another_starting_city_and_to_no_other():
    # One tile in J14, from Memphis towards I13, is turned to lead there from Vicksburg.
    game = table(MAP)
    line(game, 0, at("Memphis"), "J14", "I13")
    allowed(game, 0, through(game, at("Vicksburg"), "J14", "I13"))
    game.state.placed["K13"] = "A"
    game.state.version += 1
    refused(game, 0, through(game, "K13", "J14", "I13"))


def test_that_holds_after_the_coasts_are_joined_too():
    # "Railroads must start at one of the starting cities": only "contiguous" ends with the transcontinental.
    game = beginner()
    game.state.transcontinental = True
    row = way(game, at("Denver"), at("Los Angeles"))[:3]
    refused(game, 0, through(game, *row), "start at one of the starting cities")


def test_not_at_a_new_city():
    game = beginner()
    game.state.placed[at("Wichita")] = "A"
    game.state.version += 1
    row = way(game, at("Wichita"), at("Denver"))[:3]
    refused(game, 0, through(game, *row), "start at one of the starting cities")


def test_not_at_an_urbanised_kansas_city_either():
    game = beginner()
    game.state.placed[at("Kansas City")] = "A"
    game.state.version += 1
    row = way(game, at("Kansas City"), at("Denver"))[:3]
    refused(game, 0, through(game, *row), "start at one of the starting cities")


@pytest.mark.parametrize(("terrain", "cost"), [("plain", 2), ("river", 4), ("swamp", 4), ("mountain", 5)])
def test_swamps_and_rivers_cost_4_and_mountains_5(terrain, cost):
    game = table(MAP)
    game.state.transcontinental = True
    found = [
        price(game, 0, legal)
        for legal in game.legal_actions(0, Build)
        if game.board.places[legal.hex].terrain == terrain
        and not game.board.places[legal.hex].town
        and legal.tile in ("straight", "gentle", "sharp")
    ]
    assert found
    assert set(found) == {cost}


# --- building: contiguity ------------------------------------------------------------------------


def test_until_the_coasts_are_joined_all_track_of_a_railroad_hangs_together():
    game = table(MAP)
    link(game, 0, at("Los Angeles"), at("San Francisco"))
    refused(game, 0, through(game, *way(game, at("St. Louis"), at("Denver"))[:3]), "hang together")
    allowed(game, 0, through(game, *way(game, at("San Francisco"), at("Salt Lake City"))[:3]))


def test_a_city_that_the_railroad_reaches_continues_it():
    game = table(MAP)
    link(game, 0, at("Los Angeles"), at("Denver"))
    allowed(game, 0, through(game, *way(game, at("Denver"), at("Wichita"))[:3]))


def test_a_town_that_the_railroad_reaches_continues_it():
    game = table(MAP)
    link(game, 0, at("St. Louis"), at("Wichita"))
    row = way(game, at("Wichita"), at("Denver"))
    line(game, 0, *row[:3])
    allowed(game, 0, through(game, *row[1:4]))


def test_a_town_continues_it_only_by_an_exit_of_its_tile():
    # P1's link runs from Des Moines to Omaha (D12), whose tile has an exit to D13 only. Track from
    # Minneapolis by C12 up to another side of Omaha would not hang together with it.
    game = table(MAP)
    link(game, 0, at("Des Moines"), at("Omaha"))
    assert [track.b for track in game.state.tiles["D12"].tracks] == [edge(game, "D12", "D13")]
    refused(game, 0, through(game, at("Minneapolis"), "C12", "D12"), "hang together")


def test_the_rule_is_each_railroads_own():
    game = table(MAP)
    link(game, 1, at("Los Angeles"), at("San Francisco"))
    allowed(game, 0, through(game, *way(game, at("St. Louis"), at("Denver"))[:3]))


@pytest.mark.parametrize(
    ("own", "joined", "taken"),
    [
        (None, False, False),  # it would start at a New City
        ("Los Angeles", False, False),  # it would lie apart from the railroad's track
        ("Los Angeles", True, True),
        ("Denver", False, True),  # Denver, where the railroad has a link, joins it
    ],
)
def test_a_new_city_takes_over_only_track_that_hangs_together_with_the_railroads(own, joined, taken):
    # Nobody's track from Denver runs up to Wichita, where P1 places a New City. RULINGS, Western U.S.
    game = table(MAP, powers={0: "urbanization"})
    line(game, None, *way(game, at("Denver"), at("Wichita")))
    if own is not None:
        link(game, 0, at("San Francisco"), at(own))
    game.state.transcontinental = joined
    act(game, 0, Urbanise(at("Wichita"), "C"))
    owners = {track.owner for track in game.state.tiles[taken_hex(game)].tracks}
    assert owners == ({0} if taken else {None})


def taken_hex(game):
    """The hex of nobody's track beside Wichita."""
    return next(each for each in game.board.places[at("Wichita")].neighbours if each in game.state.tiles)


def test_once_the_coasts_are_joined_track_may_be_built_anywhere():
    game = table(MAP)
    link(game, 0, at("Los Angeles"), at("San Francisco"))
    game.state.transcontinental = True
    allowed(game, 0, through(game, *way(game, at("St. Louis"), at("Denver"))[:3]))


# --- the transcontinental ---------------------------------------------------------------------------


def one_tile_short(owners):
    """Los Angeles - Denver - St. Louis - with the last tile before St. Louis missing; owners by stretch."""
    game = table(MAP, cash=60)
    link(game, owners[0], at("Los Angeles"), at("Denver"))
    row = link(game, owners[1], at("Denver"), at("St. Louis"))
    missing = row[-2]
    del game.state.tiles[missing]
    game.state.version += 1
    return game, through(game, row[-3], missing, row[-1])


def test_one_railroad_that_joins_the_coasts_gains_4_at_once():
    game, last = one_tile_short((0, 0))
    events = act(game, 0, last)
    assert [event.gains for event in events if isinstance(event, Transcontinental)] == [((0, 4),)]
    assert incomes(game) == [4, 0, 0]
    assert game.state.transcontinental


def test_two_railroads_that_join_them_gain_2_each():
    game, last = one_tile_short((1, 0))
    act(game, 0, last)
    assert incomes(game) == [2, 2, 0]


def three_ways():
    """P3 owns Los Angeles - Salt Lake City, P2 Salt Lake City - Denver, P1 Denver - St. Louis but a tile."""
    game = table(MAP, cash=60)
    link(game, 2, at("Los Angeles"), at("Salt Lake City"))
    link(game, 1, at("Salt Lake City"), at("Denver"))
    row = link(game, 0, at("Denver"), at("St. Louis"))
    del game.state.tiles[row[-2]]
    game.state.version += 1
    return game, through(game, row[-3], row[-2], row[-1])


@pytest.mark.parametrize(("two", "wanted"), [(("P1", "P2"), [2, 2, 0]), (("P2", "P3"), [0, 2, 2])])
def test_of_more_than_two_the_railroad_with_the_connecting_tile_chooses_the_two_that_gain_2(two, wanted):
    game, last = three_ways()
    act(game, 0, last)
    assert incomes(game) == [0, 0, 0]
    assert [kind.__name__ for kind in game.pending()[0].kinds] == ["Favour"]
    refused(game, 0, Favour(("P1",)), "Name two")
    act(game, 0, Favour(two))
    assert incomes(game) == wanted
    allowed(game, 0, Done())


@pytest.mark.parametrize("typed", ["favour P1,P3", "favour P3,P1", "  favour   P3,P1 ", "favour p3,p1"])
def test_the_two_may_be_named_in_any_order(typed):
    game, last = three_ways()
    act(game, 0, last)
    refused(game, 0, Favour(("P3", "P3")), "Name two of P1, P2, P3.")
    chosen = read_move(game, 0, typed, TITLE.actions)
    assert to_line(chosen) == "favour P1,P3"
    act(game, 0, chosen)
    assert incomes(game) == [2, 0, 2]


def test_the_transcontinental_is_realised_only_once():
    game, last = one_tile_short((0, 0))
    act(game, 0, last)
    act(game, 0, Done())
    row = way(game, at("San Francisco"), at("Salt Lake City"))
    act(game, 1, through(game, *row[:3]))
    assert incomes(game) == [4, 0, 0]


def test_new_cities_and_denver_are_no_ends_of_it():
    game = table(MAP, cash=60)
    game.state.placed[at("Kansas City")] = "A"
    row = link(game, 0, at("Los Angeles"), at("Kansas City"))
    del game.state.tiles[row[-2]]
    game.state.version += 1
    act(game, 0, through(game, row[-3], row[-2], row[-1]))
    assert not game.state.transcontinental


def test_a_new_city_on_the_way_may_make_the_connection():
    # RULINGS, Western U.S.: whoever completes the last link, by whatever means.
    game = table(MAP, powers={0: "urbanization"})
    wichita = at("Wichita")
    line(game, 0, *way(game, at("St. Louis"), wichita))
    line(game, 1, *way(game, wichita, at("Los Angeles")))
    game.state.version += 1
    act(game, 0, Urbanise(wichita, "C"))
    assert incomes(game) == [2, 2, 0]


# --- the end -------------------------------------------------------------------------------------


def at_the_end(script=(), rows=()):
    rolls = [dice("light", 1, 1, 1), dice("dark", 1, 1, 1)]
    game = table(MAP, phase="move_goods", turn=10, script=[*rolls, *script])
    for player, (cash, income) in zip(game.state.players, rows, strict=False):
        player.cash, player.income = cash, income
    game.state.move_round, game.state.queue = 2, [2]
    return game


def test_a_tie_goes_to_the_most_cash():
    game = at_the_end(rows=[(10, 5), (30, 5), (20, 5)])
    act(game, 2, PassMove())
    assert game.result().ranking == ((1,), (2,), (0,))
    assert game.result().sentence == "Cash broke the tie."


def test_then_to_the_most_track():
    # P2 has three sections of track and an income of 5, P1 no track and 6: equal points. Cash at the end:
    # 20 + 6 - 3 and 21 + 5 - 3.
    game = at_the_end(rows=[(20, 6), (21, 5), (40, 0)])
    cities = list(game.board.cities)
    one, other = next(
        (one, other) for one in cities for other in cities if one != other and len(way(game, one, other)) == 5
    )
    link(game, 1, one, other)
    act(game, 2, PassMove())
    assert game.state.players[0].cash == game.state.players[1].cash == 23
    assert [score.total for score in game.result().scores[:2]] == [12, 12]
    assert game.result().ranking[:2] == ((1,), (0,))
    assert game.result().sentence == "Track broke the tie, cash being equal."


def test_then_to_a_die_roll():
    game = at_the_end(
        script=[Outcome("tie", (3, 3)), Outcome("tie", (2, 5))], rows=[(20, 5), (20, 5), (10, 0)]
    )
    events = act(game, 2, PassMove())
    assert len([event for event in events if isinstance(event, TieRolled)]) == 2
    assert game.result().ranking == ((1,), (0,), (2,))
    assert game.result().sentence == "Dice broke the tie: @P1 3 then 2, @P2 3 then 5."


def test_only_those_still_equal_roll_again():
    # All three roll: P3 is first by its 5, and P1 and P2 roll again for second place.
    rolls = [Outcome("tie", (3, 3, 5)), Outcome("tie", (6, 2))]
    game = at_the_end(script=rolls, rows=[(20, 5)] * 3)
    act(game, 2, PassMove())
    assert game.result().ranking == ((2,), (0,), (1,))
    assert game.result().sentence == "Dice broke the tie: @P1 3 then 6, @P2 3 then 2, @P3 5."


def test_without_a_tie_nothing_is_broken():
    game = at_the_end(rows=[(20, 5), (90, 6), (20, 7)])
    act(game, 2, PassMove())
    assert game.result().sentence == ""


def test_ties_are_not_possible():
    for seed in range(20):
        game = at_the_end(rows=[(20, 5)] * 3)
        game.chance = Chance(f"{seed}")
        act(game, 2, PassMove())
        assert len(game.result().ranking) == 3
