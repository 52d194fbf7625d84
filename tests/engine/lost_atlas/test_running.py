"""Running trains: the best routes, local ones, and those that a president names."""

import pytest

from engine.core.errors import IllegalMove
from engine.hexes import EDGES
from engine.lost_atlas import running
from engine.lost_atlas.actions import PayOut, Run

from .build import MIDDLE, around, at_stock, clear_map, give, launched, operating, put

N, NE, SE, S, SW, NW = EDGES


def line(*trains, company="express"):
    """The company's home at M12, cities to the north and south, all on one straight of track, and a
    Distant Destination (30) at the southern end."""
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, "57", terrain="city", home=company)
    put(game, around(N), "57", terrain="city")
    put(game, around(S), "57", terrain="city")
    # Piece 26, cell 2 opens to NE at rotation 0; turned by 5 it opens to N.
    put(game, around(S, around(S)), terrain="destination", piece=26, cell=2, turn=5)
    launched(game, 0, company)
    give(game, company, *trains)
    operating(game, company, "run")
    return game


def run(game, *routes):
    game.apply(0, Run(routes or ("best",)))
    return game.state.turn.earnings


def test_a_train_counts_as_many_stops_as_its_number():
    assert run(line("2", company="suburban")) == 40  # the destination's 30 would be a third stop


def test_the_best_route_of_a_2_train_ends_where_it_must():
    # Home 20, south 20: two stops. The destination lies beyond the southern city: three stops.
    game = line("3", company="suburban")
    assert run(game) == 20 + 20 + 30
    route = game.state.turn.routes[0]
    assert route.stops in (
        [MIDDLE, around(S), around(S, around(S))],
        [around(S, around(S)), around(S), MIDDLE],
    )
    assert sorted(route.track) == sorted([(around(S), 0), (around(S, around(S)), 0)])


def test_without_a_train_nothing_is_earned():
    assert run(line()) == 0


def test_local_routes_use_no_track_and_any_number_run_in_a_city():
    game = line("2", "2", company="suburban")
    assert run(game, "local") == 40
    assert [(route.stops, route.track) for route in game.state.turn.routes] == [([MIDDLE], [])] * 2


def test_a_hub_in_a_city_without_a_tile_earns_a_local_0():
    game = line("2")
    game.state.land[MIDDLE].tile = ""
    assert run(game, "local") == 0


def test_a_president_names_routes_and_other_trains_run_locally():
    game = line("2", "2", company="suburban")
    assert run(game, f"2:{MIDDLE}-{around(N)}") == 40 + 20


@pytest.mark.parametrize(
    ("routes", "reason"),
    [
        ((f"3:{MIDDLE}-M11",), "no 3-train left|There is no"),
        ((f"2:{MIDDLE}-M11-M13",), "3 stops"),
        (("2:M11-M10",), "leads to a stop"),
        ((f"2:{MIDDLE}-M11", f"2:M11-{MIDDLE}"), "same track"),
        ((f"2:{MIDDLE}-M14",), "not joined"),
        ((f"2:{MIDDLE}-{MIDDLE}",), "visits a city once"),
        (("2:M13-M14",), "none of the company's hubs"),
        (("rubbish",), "is no route"),
        (("2:M12-nowhere",), "not the name of a hex"),
    ],
)
def test_illegal_routes_are_refused_with_the_reason(routes, reason):
    game = line("2", "2", company="suburban")
    with pytest.raises(IllegalMove, match=reason):
        game.apply(0, Run(routes))
    assert list(game.legal_actions(0, Run, {"routes": routes})) == []


def test_a_legal_route_of_ones_own_is_offered_when_it_is_named():
    game = line("2", company="suburban")
    routes = (f"2:{MIDDLE}-{around(N)}",)
    assert list(game.legal_actions(0, Run, {"routes": routes})) == [Run(routes)]
    assert [each.routes for each in game.legal_actions(0, Run)] == [("best",), ("local",)]


def test_a_route_does_not_pass_a_city_full_of_others_hubs_but_may_end_there():
    game = line("3", company="suburban")
    put(game, around(S), hubs=[["express"]])
    assert run(game) == 60  # north 20, home 20, south 20: the blocked city is an end
    game = line("3", company="suburban")
    put(game, around(S), hubs=[["express"]])
    with pytest.raises(IllegalMove, match="No track of the company leads"):
        game.apply(0, Run((f"3:{MIDDLE}-{around(S)}-{around(S, around(S))}",)))


def test_a_reserved_spot_does_not_block():
    game = line("3", company="suburban")
    put(game, around(S), home="tunneling")
    assert run(game) == 70


def test_a_route_does_not_pass_through_a_distant_destination():
    game = line("4", company="suburban")
    land = game.state.land[around(S, around(S))]
    land.piece, land.cell, land.turn = 28, 1, 0  # opens to NE and S
    put(game, around(S), "5", 2)  # NW and N
    assert run(game) <= 60


def test_the_destination_is_worth_what_the_phase_says():
    for rank, value in (("2", 30), ("3", 40), ("5", 70), ("7", 100)):
        game = line("3", company="suburban")
        game.state.rank = rank
        assert run(game) == 40 + value


def test_two_trains_never_share_a_hexside():
    # Both would like home-south-destination (70); the second is left with home-north (40).
    game = line("3", "3", company="suburban")
    assert run(game) == 70 + 40
    used = [side for route in game.state.turn.routes for side in route.track]
    assert len(set(used)) == len(used)


def test_the_infinity_train_has_no_limit():
    game = line("infinity", company="suburban")
    assert run(game) == 20 + 20 + 20 + 100 - 70  # yellow: the destination is worth 30


def test_a_rusted_train_runs_once_more_and_is_gone():
    game = line(company="resourceful")
    company = game.state.companies["resourceful"]
    company.rusted = ["2"]
    game.state.left["2"] -= 1
    assert run(game) == 40
    assert company.rusted == []
    assert game.state.scrapped == 1


# --- diagram 8 --------------------------------------------------------------------------------

FIRST = around(S)  # a green city, 30
CAPITAL = around(S, FIRST)  # 50
SOUTH = around(S, CAPITAL)  # 20
WEST = around(SW)  # 20
EAST = around(NE, CAPITAL)  # 20
BESIDE = around(SE)  # a city between the first one and the other half of the port
FORK = around(S, SOUTH)
DESTINATION = around(NW, FORK)


def port():
    """Northern Port's home with the routes of the diagram: LA2 at M12, its home half open to S and SW, its
    other half to NE and SE."""
    game = at_stock()
    clear_map(game, 5)
    put(game, MIDDLE, "LA2", 0, terrain="city", home="northern_port")
    launched(game, 0, "northern_port")
    game.state.rank = "3"
    put(game, FIRST, "14", 0, terrain="city")  # N, NE, S, SW
    put(game, CAPITAL, "296", 0, terrain="city", capital=True)  # N, NE, S, NW
    put(game, SOUTH, "57", 0, terrain="city")  # N, S
    put(game, WEST, "6", 4, terrain="city")  # NE, S
    put(game, around(S, WEST), "8", 3)  # N to SE, into the capital
    put(game, EAST, "57", 1, terrain="city")  # NE, SW
    put(game, BESIDE, "5", 1, terrain="city")  # SW to the first city, NW to the port's other half
    put(game, FORK, "24", 0)  # N to S, and S to NW: no turn from N to NW
    put(game, DESTINATION, terrain="destination", piece=26, cell=2, turn=1)  # opens to SE
    give(game, "northern_port", "4", "4")
    operating(game, "northern_port", "run")
    return game


def test_diagram_8_the_blue_and_the_green_route_earn_310_or_62_a_share():
    game = port()
    blue, green = f"4:{MIDDLE}-{FIRST}-{CAPITAL}-{SOUTH}", f"4:{MIDDLE}-{WEST}-{CAPITAL}-{EAST}"
    game.apply(0, Run((blue, green)))
    assert [route.revenue for route in game.state.turn.routes] == [60 + 30 + 50 + 20, 60 + 20 + 50 + 20]
    assert game.state.turn.earnings == 310
    cash = game.state.cash[0]
    game.apply(0, PayOut())
    assert game.state.cash[0] == cash + 2 * 62


def test_diagram_8_there_is_nothing_better():
    assert run(port()) == 310


def test_diagram_8_the_halves_of_the_port_are_one_city_to_a_train():
    game = port()
    with pytest.raises(IllegalMove, match="visits a city once"):
        game.apply(0, Run((f"4:{MIDDLE}-{FIRST}-{BESIDE}-{MIDDLE}",)))
    game.apply(0, Run((f"4:{MIDDLE}-{FIRST}-{BESIDE}",)))
    assert game.state.turn.routes[0].revenue == 60 + 30 + 20


def test_diagram_8_a_train_does_not_make_the_sharp_turn_to_the_distant_destination():
    game = port()
    with pytest.raises(IllegalMove, match="No track of the company leads"):
        game.apply(0, Run((f"4:{CAPITAL}-{SOUTH}-{DESTINATION}-{FIRST}",)))
    best = running.best(game.state, game.state.companies["northern_port"])
    assert all(DESTINATION not in route.stops for route in best)


def test_the_mine_has_two_stops_that_one_train_may_both_run():
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, terrain="city", home="eastern_mining", piece=2)
    launched(game, 0, "eastern_mining")
    give(game, "eastern_mining", "2")
    operating(game, "eastern_mining", "run")
    assert run(game) == 50
    route = game.state.turn.routes[0]
    assert route.stops == [MIDDLE, MIDDLE]
    assert route.track == [(MIDDLE, 6)]


def test_two_trains_do_not_both_use_the_mines_link():
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, terrain="city", home="eastern_mining", piece=2)
    launched(game, 0, "eastern_mining")
    give(game, "eastern_mining", "2", "2")
    operating(game, "eastern_mining", "run")
    assert run(game) == 50 + 30


def test_the_view_has_the_routes_with_their_track():
    game = line("3", company="suburban")
    run(game)
    route = game.view(None).turn.routes[0]
    assert route.revenue == 70
    assert len(route.track) == 2


# --- track, cities and destinations -----------------------------------------------------------


def test_two_trains_may_cross_on_a_tile_whose_tracks_do_not_meet():
    """Tile 20 at M13: N to S, and NE to SW. Both lines begin at home, one by the city to its south-east."""
    game = at_stock()
    clear_map(game)
    cross, south, west = around(S), around(S, around(S)), around(SW, around(S))
    put(game, MIDDLE, "14", 5, terrain="city", home="suburban")  # N, SE, S, NW
    put(game, cross, "20", 0)
    put(game, south, "57", 0, terrain="city")
    east = around(NE, cross)  # the hex south-east of home
    assert east == around(SE)
    put(game, east, "5", 1, terrain="city")  # SW and NW: into the crossing, and to home's SE
    put(game, west, "57", 1, terrain="city")  # NE and SW
    launched(game, 0, "suburban")
    give(game, "suburban", "2", "3")
    operating(game, "suburban", "run")
    assert run(game, f"2:{MIDDLE}-{south}", f"3:{MIDDLE}-{east}-{west}") == 30 + 20 + 30 + 20 + 20
    sides = [side for route in game.state.turn.routes for side in route.track]
    assert len(set(sides)) == len(sides) == 2 + 1 + 2


def test_trains_of_one_company_may_each_count_the_same_destination():
    """Piece 28's two hexes are one Distant Destination, entered here from both."""
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, "57", 0, terrain="city", home="suburban")
    # Cell 1 of piece 28 opens to NE and S; turned by 5 to N and SE.
    put(game, around(S), terrain="destination", piece=28, cell=1, turn=5)
    put(game, around(N), terrain="destination", piece=28, cell=1, turn=0)
    launched(game, 0, "suburban")
    give(game, "suburban", "2", "2")
    operating(game, "suburban", "run")
    assert run(game) == (20 + 30) * 2
    game.state.companies["suburban"].trains = ["3"]
    operating(game, "suburban", "run")
    assert run(game) == 20 + 30, "one train counts it once"


def test_a_city_with_track_only_to_nowhere_still_runs_locally():
    game = line("2", "3", company="suburban")
    for name in (around(N), around(S)):
        game.state.land[name].tile = ""
    assert run(game) == 20 + 20


def test_rusted_trains_are_gone_even_if_they_were_not_run():
    """RULES_CASES 107."""
    game = line(company="resourceful")
    game.state.companies["resourceful"].rusted = ["2"]
    game.state.left["2"] -= 1
    game.apply(0, Run(()))
    assert game.state.companies["resourceful"].rusted == []
    assert game.state.scrapped == 1


def test_any_turn_is_taken_in_a_city():
    """Tile 5 turns from S to SW by way of its city; on plain track of two curves one cannot turn so."""
    game = at_stock()
    clear_map(game)
    fork, west = around(S), around(SW)
    put(game, MIDDLE, "57", 0, terrain="city", home="suburban")  # N and S
    put(game, fork, "5", 2, terrain="city")  # NW and N: a sharp turn
    put(game, west, "57", 2, terrain="city")  # SE and NW
    launched(game, 0, "suburban")
    give(game, "suburban", "3")
    operating(game, "suburban", "run")
    assert run(game) == 20 + 20 + 20
    assert game.state.turn.routes[0].stops in ([MIDDLE, fork, west], [west, fork, MIDDLE])
