"""Hub tokens and suburbs."""

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.hexes import EDGES
from engine.lost_atlas import tokens
from engine.lost_atlas.actions import PlaceHub, PlaceSuburb, Run

from .build import MIDDLE, around, at_stock, clear_map, fund, give, launched, operating, put

N, NE, SE, S, SW, NW = EDGES


def town(company="expansive", *, step="hub", cash=200):
    """The company's home at M12 with track to a free city in the south and another in the north."""
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, "57", terrain="city", home=company)
    launched(game, 0, company)
    put(game, around(S), "57", terrain="city")
    put(game, around(N), "57", terrain="city")
    fund(game, company, cash)
    operating(game, company, step)
    return game


def test_expansive_places_its_second_hub_for_40():
    game = town()
    game.apply(0, PlaceHub(around(S)))
    assert game.state.companies["expansive"].cash == 160
    assert game.state.land[around(S)].hubs == [["expansive"]]
    assert PlaceHub not in game.pending()[0].kinds


def test_other_minors_have_no_hub_to_place():
    game = town("express")
    with pytest.raises(NotYourTurn):
        game.apply(0, PlaceHub(around(S)))
    assert "no hub left" in tokens.hub_refused(game.state, game.state.companies["express"], around(S), 0)


def test_a_hub_must_be_paid_for_in_full():
    game = town(cash=39)
    assert "costs 40" in tokens.hub_refused(game.state, game.state.companies["expansive"], around(S), 0)


def test_diagram_7_blocked_untraced_and_reserved_spots_take_no_hub():
    game = town()
    state, company = game.state, game.state.companies["expansive"]
    # (1) behind a city that another company blocks
    put(game, around(S), hubs=[["suburban"]])
    behind = around(S, around(S))
    put(game, behind, "57", terrain="city")
    assert "cannot trace" in tokens.hub_refused(state, company, behind, 0)
    assert "no free spot" in tokens.hub_refused(state, company, around(S), 0)
    # (2) no track leads there
    put(game, around(SE), terrain="city")
    assert "cannot trace" in tokens.hub_refused(state, company, around(SE), 0)
    # (3) reserved for a company that has not launched
    put(game, around(N), home="tunneling")
    assert "reserved" in tokens.hub_refused(state, company, around(N), 0)
    assert list(game.legal_actions(0, PlaceHub)) == []


def test_at_most_one_hub_of_a_company_on_a_tile():
    game = town()
    put(game, MIDDLE, "14")
    company = game.state.companies["expansive"]
    assert "at most one hub" in tokens.hub_refused(game.state, company, MIDDLE, 0)


def test_a_partly_filled_city_takes_another_companys_hub():
    game = town()
    put(game, around(S), "14", 0, hubs=[["suburban"]])
    assert PlaceHub(around(S), 0) in list(game.legal_actions(0, PlaceHub))


def test_a_major_places_its_cheapest_hub_first():
    game = town()
    game.state.companies["expansive"].hubs = [0, 40, 60, 60]
    game.apply(0, PlaceHub(around(S)))
    assert game.state.companies["expansive"].cash == 200
    assert game.state.companies["expansive"].hubs == [40, 60, 60]


def test_a_hub_is_placed_before_the_trains_run():
    game = town()
    give(game, "expansive", "2")
    game.apply(0, Run())
    with pytest.raises(NotYourTurn):
        game.apply(0, PlaceHub(around(S)))


def test_a_hub_opens_its_track_in_the_same_turn():
    """RULES_CASES 84: the city of the new hub is passed by the trains that run next."""
    game = town()
    put(game, around(S), "14", 0, hubs=[["suburban", "tunneling"]])
    put(game, around(S, around(S)), "57", terrain="city")
    give(game, "expansive", "3")
    game.state.land[around(S)].hubs[0].pop()
    game.apply(0, PlaceHub(around(S)))
    game.apply(0, Run())
    assert game.state.turn.earnings == 20 + 30 + 20


# --- suburbs ----------------------------------------------------------------------------------


def test_suburbs_lie_on_reached_basic_cities_without_own_hub_one_a_tile():
    game = town("suburban")
    assert set(game.legal_actions(0, PlaceSuburb)) == {PlaceSuburb(around(S)), PlaceSuburb(around(N))}
    game.apply(0, PlaceSuburb(around(S)))
    with pytest.raises(IllegalMove, match="at most one suburb"):
        game.apply(0, PlaceSuburb(around(S)))
    game.apply(0, PlaceSuburb(around(N)))
    assert PlaceSuburb not in game.pending()[0].kinds


@pytest.mark.parametrize("change", [{"home": "tunneling"}, {"capital": True}, {"hubs": [["suburban"]]}])
def test_no_suburb_on_a_home_a_capital_or_where_the_company_has_a_hub(change):
    game = town("suburban")
    put(game, around(S), **change)
    company = game.state.companies["suburban"]
    assert tokens.suburb_refused(game.state, company, around(S))


def test_a_suburb_may_be_placed_at_any_time_of_the_operating_round():
    game = town("suburban", step="leadoff")
    assert PlaceSuburb in game.pending()[0].kinds
    for step in ("finance", "track", "hub", "run", "earnings", "trains"):
        game.state.turn.step = step
        assert PlaceSuburb in game.pending()[0].kinds


def test_each_suburb_adds_10_for_each_train_that_stops_there():
    game = town("suburban")
    give(game, "suburban", "2", "2")
    game.apply(0, PlaceSuburb(around(S)))
    game.apply(0, Run((f"2:{MIDDLE}-{around(S)}", f"2:{MIDDLE}-{around(N)}")))
    assert game.state.turn.earnings == (20 + 20 + 10) + (20 + 20)


def test_a_suburb_is_worth_nothing_to_others():
    game = town("suburban")
    game.apply(0, PlaceSuburb(around(S)))
    put(game, around(S), hubs=[["express"]])
    launched(game, 1, "express")
    game.state.land[MIDDLE].hubs = [["suburban"]]
    give(game, "express", "2")
    operating(game, "express", "run")
    game.apply(1, Run())
    assert game.state.turn.earnings == 40


def test_no_hub_where_a_route_would_double_back():
    """RULES_CASES 67: from the west the fork south of home leads back north only."""
    game = town()
    fork, south, west = around(S), around(S, around(S)), around(NW, around(S))
    put(game, fork, terrain="blank")
    put(game, fork, "24", 0)  # N to S and S to NW: no turn from N to NW
    put(game, south, "57", terrain="city")
    put(game, west, "57", 2, terrain="city")  # SE and NW
    assert set(game.legal_actions(0, PlaceHub)) == {PlaceHub(around(N)), PlaceHub(south)}
    # Beyond a city one may turn as one likes: the same fork is entered from the south.
    put(game, south, "14", 0, terrain="city")
    assert PlaceHub(west) not in list(game.legal_actions(0, PlaceHub)), "the hexside is used already"


def test_a_distant_destination_takes_no_hub():
    game = town()
    put(game, around(S), terrain="destination", piece=26, cell=2, turn=5)
    game.state.land[around(S)].tile = ""
    assert "no city" in tokens.hub_refused(game.state, game.state.companies["expansive"], around(S), 0)


def test_one_hub_a_turn():
    game = town()
    game.state.companies["expansive"].hubs = [40, 60]
    game.apply(0, PlaceHub(around(S)))
    assert PlaceHub not in game.pending()[0].kinds
