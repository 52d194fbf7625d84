"""Laying track: how much, which tile, where, and at what cost."""

import pytest

from engine.core.errors import IllegalMove
from engine.hexes import EDGES
from engine.lost_atlas import board, track_laying
from engine.lost_atlas.actions import Lay, Run
from engine.lost_atlas.state import Land
from engine.lost_atlas.tiles import designs

from .build import MIDDLE, around, at_stock, clear_map, fund, launched, operating, put

N, NE, SE, S, SW, NW = EDGES


def ground(company="express", rank="2", **fields):
    """Blank land with the company's home at M12 and its turn to lay track; it has 500."""
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, terrain="city", home=company, **fields)
    launched(game, 0, company)
    game.state.rank = rank
    fund(game, company, 500)
    operating(game, company, "track")
    return game


def refused(game, name, tile, rotation):
    return track_laying.lay_refused(game.state, game.state.turn, Lay(name, tile, rotation))


def lay(game, name, tile, rotation):
    game.apply(0, Lay(name, tile, rotation))


# --- how much ---------------------------------------------------------------------------------


def test_two_yellow_tiles_and_no_third():
    game = ground()
    lay(game, MIDDLE, "57", 0)  # N and S
    lay(game, around(S), "9", 0)
    assert Lay not in game.pending()[0].kinds
    assert "No more yellow" in refused(game, around(N), "9", 0)


def test_one_upgrade_instead_of_yellow_tiles():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), "9")
    lay(game, MIDDLE, "14", 0)
    assert Lay not in game.pending()[0].kinds
    assert "Only one tile" in refused(game, around(S), "23", 0)


def test_no_upgrade_after_a_yellow_tile():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    lay(game, around(S), "9", 0)
    assert "Only one tile" in refused(game, MIDDLE, "14", 0)
    assert not refused(game, around(N), "9", 0)


# --- which tile -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "tile", "fits"),
    [
        ("blank", "9", True),
        ("blank", "57", False),
        ("mountain", "9", True),
        ("city", "57", True),
        ("city", "9", False),
        ("city", "293", False),
        ("water", "9", False),
        ("water", "721", False),
        ("border", "9", False),
        ("destination", "9", False),
    ],
)
def test_cities_take_city_tiles_plain_land_plain_track_and_some_hexes_none(terrain, tile, fits):
    game = ground()
    put(game, MIDDLE, "57")
    land = put(game, around(S), terrain=terrain, piece=26, cell=2)
    power = track_laying.powers(game.state.companies["express"])
    wrong = track_laying.tile_refused(game.state, game.state.turn, power, land, designs()[tile])
    assert (wrong == "") == fits


def test_a_capital_takes_only_capital_tiles():
    game = ground()
    put(game, MIDDLE, "57")
    put(game, around(S), terrain="city", capital=True)
    assert "capital" in refused(game, around(S), "57", 0)
    assert refused(game, around(S), "293", 0) == ""


def test_colours_follow_one_another_and_wait_for_their_phase():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    assert refused(game, MIDDLE, "14", 0) == ""
    assert "green" in refused(game, MIDDLE, "125", 0)
    put(game, MIDDLE, "14", 0)
    assert "not available" in refused(game, MIDDLE, "125", 0)
    game.state.turn.tile_phase = "purple"
    assert refused(game, MIDDLE, "125", 0) == ""


def test_tiles_of_a_new_phase_are_for_the_next_company():
    """The leadoff purchase of the first 3-train opens the green phase, but not yet green tiles."""
    game = ground()
    put(game, MIDDLE, "57")
    game.state.rank = "3"  # the phase is green now; the turn began in the yellow one
    assert board.phase(game.state) == "green"
    assert "not available when this turn began" in refused(game, MIDDLE, "14", 0)


def test_supply_is_finite_and_replaced_tiles_return_to_it():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    count = game.state.tiles["57"]
    lay(game, MIDDLE, "14", 0)
    assert game.state.tiles["57"] == count + 1
    assert game.state.tiles["14"] == designs()["14"].count - 1
    game = ground()
    game.state.tiles["57"] = 0
    assert "No tile 57 is left" in refused(game, MIDDLE, "57", 0)
    assert all(action.tile != "57" for action in game.legal_actions(0, Lay))


@pytest.mark.parametrize(
    ("old", "new", "turns"),
    [
        ("9", "23", {0, 3}),  # 23 is 0-3 and 1-3: its straight lies on 0-3 either way round
        ("8", "23", {2}),  # 8 is 3-5; 23's curve 1-3 becomes 3-5 only by two steps
        ("57", "14", {0, 2, 3, 5}),  # 57 enters at 0 and 3; 14 at 0, 1, 3, 4, two opposite pairs
        ("57", "15", {0, 3}),  # 15 at 0, 3, 4, 5: one opposite pair
        ("5", "619", {3, 4}),  # 5 at 3 and 4; 619 at 0, 1, 3, 5: neighbours are 0-1 and 5-0
    ],
)
def test_upgrades_keep_existing_track_exactly(old, new, turns):
    before, after = designs()[old].laid(0), designs()[new]
    assert {turn for turn in range(6) if track_laying.keeps_track(before, after.laid(turn))} == turns


def test_the_published_upgrade_chart_agrees_with_the_geometry():
    """Every pair of the chart fits in some rotation, and nothing else does but 25 to LA3 (README)."""
    order = ["yellow", "green", "purple", "grey"]
    found = set()
    for old in designs().values():
        for new in designs().values():
            if old.colour not in order[:3] or new.colour != order[order.index(old.colour) + 1]:
                continue
            if old.symbol != new.symbol or bool(old.cities) != bool(new.cities):
                continue
            if any(track_laying.keeps_track(old.laid(0), new.laid(turn)) for turn in range(6)):
                found.add((old.id, new.id))
    chart = {(old.id, new) for old in designs().values() for new in old.upgrades}
    assert found == chart | {("25", "LA3")}


def test_grey_homes_are_never_upgraded():
    game = ground(rank="7")
    game.state.turn.tile_phase = "grey"
    put(game, around(S), terrain="city", home="bridging", piece=9, cell=2)
    assert "never upgraded" in refused(game, around(S), "51", 0)


def test_turns_that_look_the_same_are_offered_once():
    game = ground()
    put(game, MIDDLE, "57")
    assert "say r0" in refused(game, around(S), "9", 3)
    turns = {a.rotation for a in game.legal_actions(0, Lay) if (a.hex, a.tile) == (around(S), "9")}
    assert turns == {0}


# --- where ------------------------------------------------------------------------------------


def test_diagram_4_the_new_track_must_be_reached():
    game = ground()
    put(game, MIDDLE, "57")  # N and S
    assert refused(game, around(S), "9", 0) == ""
    assert "cannot trace" in refused(game, around(S), "9", 1)  # lies beside the open end
    assert "cannot trace" in refused(game, around(SE), "9", 0)
    assert "cannot trace" in refused(game, around(S, around(S)), "9", 0)  # two steps away


def test_diagram_4_of_an_upgrade_some_new_section_must_be_reached():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), "9", 0)
    # The company comes from the north along the straight; a new curve that begins there is reached ...
    assert refused(game, around(S), "23", 3) == ""  # 0-3 kept, new 4-0
    # ... but not one that begins at the far end, where nothing leads on.
    assert "cannot trace a route to the new track" in refused(game, around(S), "23", 0)  # new 1-3


def test_an_upgraded_city_need_only_be_reached():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), "57", 0, terrain="city")
    far = around(S, around(S))
    put(game, far, "57", 1, terrain="city")
    assert refused(game, around(S), "14", 0) == ""
    assert "cannot trace a route into this city" in refused(game, far, "14", 1)


def test_a_blocked_city_is_reached_but_not_passed():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), "57", 0, terrain="city", hubs=[["suburban"]])
    far = around(S, around(S))
    assert refused(game, around(S), "14", 0) == ""
    assert "cannot trace" in refused(game, far, "9", 0)


def test_the_first_tile_may_lie_on_the_home_itself():
    game = ground()
    tiles = {action.tile for action in game.legal_actions(0, Lay)}
    assert tiles == {"5", "6", "57"}
    assert {action.hex for action in game.legal_actions(0, Lay)} == {MIDDLE}


@pytest.mark.parametrize(
    ("terrain", "cell", "wall"),
    [("water", 0, "water"), ("border", 0, "border"), ("destination", 2, "blank edge")],
)
def test_track_does_not_run_into_water_borders_or_blank_edges(terrain, cell, wall):
    game = ground()
    # Piece 26's destination opens to its NE (1): seen from the middle it must lie in the SW.
    put(game, around(S), terrain=terrain, piece=26, cell=cell)
    assert wall in refused(game, MIDDLE, "57", 0)


def test_track_runs_into_the_open_edge_of_a_distant_destination():
    game = ground()
    put(game, around(SW), terrain="destination", piece=26, cell=2)
    assert refused(game, MIDDLE, "57", 1) == ""  # NE and SW


def test_track_does_not_leave_the_map():
    game = ground()
    del game.state.land[around(S)]
    assert "edge of the map" in refused(game, MIDDLE, "57", 0)


def test_the_route_to_new_track_does_not_double_back_on_itself():
    """A branch that opens only towards the hub cannot be entered from the hub (RULES_CASES 67)."""
    game = ground()
    put(game, MIDDLE, "57")  # N, S
    # South of home: straight and a curve from S to NW (24: 0-3 and 3-5). Coming from N one cannot turn to NW.
    put(game, around(S), "24", 0)
    assert "cannot trace" in refused(game, around(NW, around(S)), "9", 2)
    assert refused(game, around(S, around(S)), "9", 0) == ""


# --- costs, hubs, reservations ----------------------------------------------------------------


def test_diagram_5_a_mountain_costs_40_once():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), terrain="mountain")
    lay(game, around(S), "9", 0)
    assert game.state.companies["express"].cash == 460
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), "9", 0, terrain="mountain")
    lay(game, around(S), "23", 3)
    assert game.state.companies["express"].cash == 500


def test_a_mountain_that_cannot_be_paid_for_is_not_dug():
    game = ground()
    put(game, MIDDLE, "57")
    put(game, around(S), terrain="mountain")
    fund(game, "express", 39)
    assert "costs 40" in refused(game, around(S), "9", 0)
    assert all(action.hex != around(S) for action in game.legal_actions(0, Lay))


def test_hubs_stay_on_an_upgraded_city():
    game = ground(rank="3")
    put(game, MIDDLE, "57")
    lay(game, MIDDLE, "14", 0)
    assert game.state.land[MIDDLE].hubs == [["express"]]


def test_diagram_6_a_home_stays_reserved_when_it_is_covered():
    game = ground()
    put(game, MIDDLE, "57")
    put(game, around(S), terrain="city", home="suburban")
    lay(game, around(S), "57", 0)
    land = game.state.land[around(S)]
    assert board.reserved_at(game.state, land, 0) == "suburban"
    assert board.free_spots(game.state, land, 0) == 0
    # A reserved spot does not block: track behind it is reached.
    assert refused(game, around(S, around(S)), "9", 0) == ""
    view = next(each for each in game.view(None).hexes if each.name == around(S))
    assert view.stops[0].reserved == "suburban"


def test_at_least_one_spot_stays_free_for_the_unlaunched_minor():
    game = ground()
    land = put(game, MIDDLE, "14", hubs=[[]])
    land.home = "suburban"
    assert board.free_spots(game.state, land, 0) == 1
    land.hubs = [["express"]]
    assert board.free_spots(game.state, land, 0) == 0
    launched(game, 1, "suburban")
    assert land.hubs == [["express", "suburban"]]


def test_spacious_home_has_two_spots_one_of_them_reserved():
    game = at_stock()
    land = game.state.land[board.home_of(game.state, "spacious")]
    track = board.track_of(land)
    assert (track.stops[0].slots, track.stops[0].revenue) == (2, 20)
    assert board.free_spots(game.state, land, 0) == 1


# --- checking and offering agree --------------------------------------------------------------


def test_check_accepts_exactly_what_is_offered():
    game = ground("suburban", rank="3")
    put(game, MIDDLE, "57")
    put(game, around(S), "9")
    put(game, around(N), terrain="mountain")
    put(game, around(SE), terrain="water")
    offered = set(game.legal_actions(0, Lay))
    assert offered
    for name in game.state.land:
        for tile in designs():
            for rotation in range(6):
                action = Lay(name, tile, rotation)
                assert game.is_legal(0, action) == (action in offered), action


def test_nonsense_is_refused_with_a_sentence():
    game = ground()
    for action, reason in (
        (Lay("Z99", "9", 0), "not on the map"),
        (Lay(MIDDLE, "999", 0), "no tile"),
        (Lay(MIDDLE, "57", 7), "0 to 5"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            game.apply(0, action)
    assert Run in game.pending()[0].kinds
    assert isinstance(game.state.land[MIDDLE], Land)
