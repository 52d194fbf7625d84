"""The twelve minors' abilities: alone, after merging, and in pairs."""

import itertools

import pytest

from engine.core.errors import IllegalMove
from engine.hexes import EDGES
from engine.lost_atlas import board, merger, running, track_laying, train_market
from engine.lost_atlas import components as box
from engine.lost_atlas.actions import BuyTrain, Lay, PlaceHub, PlaceSuburb, Run
from engine.lost_atlas.companies import ABILITIES, powers, powers_of
from engine.lost_atlas.limits import overfull, train_limit
from engine.lost_atlas.phases import rust
from engine.lost_atlas.state import Merging
from engine.lost_atlas.tiles import designs

from .build import MIDDLE, around, at_stock, clear_map, fund, give, launched, operating, put
from .invariants import examine

N, NE, SE, S, SW, NW = EDGES


def land_of(company, *, step="track", rank="2", cash=500, tile="57"):
    game = at_stock()
    clear_map(game, 4)
    put(game, MIDDLE, tile, 0, terrain="city", home="" if company == "adaptive" else company)
    launched(game, 0, company, 120, MIDDLE if company == "adaptive" else None)
    game.state.rank = rank
    fund(game, company, cash)
    operating(game, company, step)
    return game


def corporation(first, second, *, step="track", rank="3", cash=500):
    """The two minors side by side, merged into the Consortium, which then has its turn."""
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, "57", 0, terrain="city", home="" if first == "adaptive" else first)
    put(game, around(S), "57", 0, terrain="city", home="" if second == "adaptive" else second)
    state = game.state
    launched(game, 0, first, 120, MIDDLE if first == "adaptive" else None)
    launched(game, 1, second, 120, around(S) if second == "adaptive" else None)
    state.rank = rank
    state.merging = Merging(first, second, True)
    merger.merge(state, state.companies[first], state.companies[second], box.identities()["consortium"])
    state.merging = None
    fund(game, "consortium", cash)
    operating(game, "consortium", step)
    return game


def refused(game, name, tile, rotation):
    return track_laying.lay_refused(game.state, game.state.turn, Lay(name, tile, rotation))


# --- all --------------------------------------------------------------------------------------


def test_every_minor_has_an_ability_text():
    assert set(ABILITIES) == set(box.minors())
    assert all(ability.text for ability in ABILITIES.values())


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(sorted(box.minors()), 2)))
def test_every_pair_merges_and_keeps_both_abilities(first, second):
    game = corporation(first, second)
    company = game.state.companies["consortium"]
    assert company.minors == [first, second]
    alone = [powers_of([each]) for each in (first, second)]
    both = powers(company)
    for field in both.__struct_fields__:
        one, two = (getattr(each, field) for each in alone)
        assert getattr(both, field) == (one or two if isinstance(one, bool) else one + two)
    examine(game)
    game.apply(game.pending()[0].seat, Run())
    examine(game)


# What a corporation of two minors can do: each ability is tried, and only the owners' must work.


def yellow_after_upgrade(game):
    game.apply(0, Lay(MIDDLE, "14", 0))
    return Lay in game.pending()[0].kinds


def bridge(game):
    put(game, around(N), terrain="water")
    return refused(game, around(N), "721", 0) == ""


def second_hub(game):
    return game.state.companies["consortium"].hubs == [40, 60, 60]


def longer_only_train(game):
    give(game, "consortium", "2")
    return running.stops_of(game.state.companies["consortium"], "2") == 3


def skipping(game):
    blocked = around(S, around(S))
    put(game, blocked, "57", 0, terrain="city", hubs=[["someone"]])
    return refused(game, around(S, blocked), "7", 3) == ""  # N and NE


def last_run(game):
    give(game, "consortium", "2")
    rust(game.state, "2")
    return game.state.companies["consortium"].rusted == ["2"]


def one_train_more(game):
    return train_limit(game.state, game.state.companies["consortium"]) == 5


def suburb(game):
    put(game, around(N), "57", 0, terrain="city")
    return list(game.legal_actions(0, PlaceSuburb)) == [PlaceSuburb(around(N))]


def paid_digging(game):
    put(game, around(N), terrain="mountain")
    before = game.state.companies["consortium"].cash
    game.apply(0, Lay(around(N), "9", 0))
    return game.state.companies["consortium"].cash == before + 20


TRIALS = {
    "agricultural": yellow_after_upgrade,
    "bridging": bridge,
    "expansive": second_hub,
    "express": longer_only_train,
    "overnight": skipping,
    "resourceful": last_run,
    "spacious": one_train_more,
    "suburban": suburb,
    "tunneling": paid_digging,
}
"""The other three have their homes: Adaptive's choice, the mine, the port."""


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(sorted(box.minors()), 2)))
def test_in_every_pair_both_abilities_work_and_no_other(first, second):
    working = set()
    for minor, trial in TRIALS.items():
        game = corporation(first, second)
        game.state.land[MIDDLE].home = game.state.land[around(S)].home = ""  # cities like others
        if trial(game):
            working.add(minor)
    assert working == {first, second} & set(TRIALS)


# --- Agricultural -----------------------------------------------------------------------------


def test_agricultural_lays_a_yellow_tile_after_an_upgrade():
    game = land_of("agricultural", rank="3")
    game.apply(0, Lay(MIDDLE, "14", 0))
    assert Lay in game.pending()[0].kinds
    assert all(designs()[a.tile].colour == "yellow" for a in game.legal_actions(0, Lay))
    game.apply(0, Lay(around(S), "9", 0))
    assert Lay not in game.pending()[0].kinds


def test_agricultural_does_not_upgrade_after_yellow_nor_lay_a_third_yellow():
    game = land_of("agricultural", rank="3")
    game.apply(0, Lay(around(S), "9", 0))
    game.apply(0, Lay(around(N), "9", 0))
    assert Lay not in game.pending()[0].kinds


# --- Bridging ---------------------------------------------------------------------------------


def test_bridging_lays_bridges_on_water_in_place_of_yellow_tiles():
    game = land_of("bridging")
    game.state.land[MIDDLE].home = ""  # an ordinary city will do
    put(game, around(S), terrain="water")
    game.apply(0, Lay(around(S), "721", 0))
    assert game.state.turn.yellow == 1
    assert game.state.tiles["721"] == 1
    game.apply(0, Lay(around(N), "9", 0))
    assert Lay not in game.pending()[0].kinds


def test_bridges_are_bridgings_alone_and_only_on_water():
    game = land_of("express")
    put(game, around(S), terrain="water")
    assert "Only Bridging" in refused(game, around(S), "721", 0)
    game = land_of("bridging")
    assert "on water" in refused(game, around(S), "721", 0)


def test_bridges_are_never_upgraded():
    game = land_of("bridging", rank="3")
    put(game, around(S), "721", 0, terrain="water")
    assert refused(game, around(S), "23", 0)
    assert not board.upgradable(game.state.land[around(S)])


def test_bridgings_track_may_run_into_water_and_others_may_not():
    for company, free in (("bridging", True), ("express", False)):
        game = land_of(company)
        game.state.land[MIDDLE].home = ""
        put(game, around(SW, around(S)), terrain="water")
        # 8 joins 3 and 5; turned by 1 it joins SW (4) and N (0).
        assert (refused(game, around(S), "8", 1) == "") == free


def test_anybody_may_join_a_bridge_where_its_track_ends():
    game = land_of("express")
    put(game, around(S, around(S)), "721", 0, terrain="water")
    assert refused(game, around(S), "9", 0) == ""


def test_there_are_five_bridges():
    bridges = {tile: design.count for tile, design in designs().items() if design.colour == "bridge"}
    assert bridges == {"721": 2, "722": 2, "723": 1}


def test_a_major_with_bridging_still_builds_bridges():
    game = corporation("bridging", "express")
    game.state.land[MIDDLE].home = ""
    put(game, around(N), terrain="water")
    assert refused(game, around(N), "721", 0) == ""


def test_agricultural_with_bridging_lays_a_bridge_after_an_upgrade():
    game = corporation("agricultural", "bridging")
    game.state.land[MIDDLE].home = ""
    put(game, around(N), terrain="water")
    game.apply(0, Lay(MIDDLE, "14", 0))
    assert {designs()[a.tile].colour for a in game.legal_actions(0, Lay)} <= {"yellow", "bridge"}
    game.apply(0, Lay(around(N), "721", 0))
    assert Lay not in game.pending()[0].kinds


def test_agricultural_with_tunneling_digs_after_an_upgrade_and_gains_20():
    game = corporation("agricultural", "tunneling", cash=40)
    game.state.land[MIDDLE].home = game.state.land[around(S)].home = ""
    put(game, around(N), terrain="mountain")
    game.apply(0, Lay(MIDDLE, "14", 0))
    game.apply(0, Lay(around(N), "9", 0))
    assert game.state.companies["consortium"].cash == 40 - 40 + 60


def test_spacious_with_resourceful_does_not_count_rusted_trains_against_its_five():
    game = corporation("spacious", "resourceful", step="trains", cash=2000)
    company = game.state.companies["consortium"]
    give(game, "consortium", "2", "2", "3", "3", "3")
    assert train_limit(game.state, company) == 5, "4 and one more in the green phase"
    rust(game.state, "2")
    assert (company.trains, company.rusted) == (["3", "3", "3"], ["2", "2"])
    game.apply(0, BuyTrain("stack", "2", 100))
    assert not overfull(game.state)


# --- Spacious ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "minor", "major"), [("2", 3, None), ("3", 3, 5), ("4", 3, 4), ("5", 2, 3), ("7", 2, 3)]
)
def test_spacious_holds_one_train_above_the_limit(rank, minor, major):
    game = land_of("spacious", rank=rank)
    assert train_limit(game.state, game.state.companies["spacious"]) == minor
    if major is not None:
        game = corporation("spacious", "express", rank=rank)
        assert train_limit(game.state, game.state.companies["consortium"]) == major


# --- Express ----------------------------------------------------------------------------------


def express_line(*trains):
    game = land_of("express", step="run")
    put(game, around(N), "57", 0, terrain="city")
    put(game, around(S), "57", 0, terrain="city")
    give(game, "express", *trains)
    return game


def test_expresss_only_train_makes_one_stop_more():
    game = express_line("2")
    game.apply(0, Run())
    assert game.state.turn.earnings == 60


def test_with_two_trains_express_has_no_bonus():
    game = express_line("2", "2")
    game.apply(0, Run())
    assert game.state.turn.earnings == 80


def test_a_rusted_train_is_a_second_train_for_express():
    game = corporation("express", "resourceful", step="run")
    put(game, around(N), "57", 0, terrain="city")
    company = game.state.companies["consortium"]
    company.trains, company.rusted = ["3"], ["2"]
    game.apply(0, Run())
    # North-home-south for three stops is all track there is: 60, and a local route of 20.
    assert game.state.turn.earnings == 80


# --- Resourceful ------------------------------------------------------------------------------


def test_resourcefuls_rusted_trains_run_once_more_and_do_not_count():
    game = land_of("resourceful", step="run")
    company = game.state.companies["resourceful"]
    give(game, "resourceful", "2", "2")
    rust(game.state, "2")
    assert (company.trains, company.rusted) == ([], ["2", "2"])
    assert overfull(game.state) == []
    assert train_market.has_room(game.state, company)
    game.apply(0, Run())
    assert game.state.turn.earnings == 40
    assert company.rusted == []
    assert game.state.scrapped == 2


def test_rusted_trains_are_neither_sold_nor_traded_in():
    game = land_of("resourceful", step="trains", cash=900)
    state = game.state
    state.companies["resourceful"].rusted = ["2"]
    for rank in "23456":
        state.left[rank] = 0
    with pytest.raises(IllegalMove, match="no such train"):
        game.check(0, BuyTrain("stack", "infinity", 800, "2"))
    launched(game, 1, "express")
    operating(game, "express", "trains")
    with pytest.raises(IllegalMove, match="no such train"):
        game.check(1, BuyTrain("resourceful", "2", 10))


def test_a_major_with_resourceful_keeps_rusted_trains_too():
    game = corporation("resourceful", "express")
    company = game.state.companies["consortium"]
    company.trains = ["2"]
    rust(game.state, "2")
    assert company.rusted == ["2"]


def test_a_company_with_only_rusted_trains_must_still_buy_one():
    game = land_of("resourceful", step="trains")
    game.state.companies["resourceful"].rusted = ["2"]
    assert [kind.__name__ for kind in game.pending()[0].kinds] == ["BuyTrain"]


# --- Tunneling --------------------------------------------------------------------------------


def test_tunneling_gains_20_for_each_mountain_but_pays_the_40_first():
    game = land_of("tunneling")
    put(game, around(S), terrain="mountain")
    put(game, around(N), terrain="mountain")
    game.apply(0, Lay(around(S), "9", 0))
    assert game.state.companies["tunneling"].cash == 520
    game.apply(0, Lay(around(N), "9", 0))
    assert game.state.companies["tunneling"].cash == 540
    game = land_of("tunneling", cash=39)
    put(game, around(S), terrain="mountain")
    assert "costs 40" in refused(game, around(S), "9", 0)


def test_tunnelings_own_home_is_a_mountain():
    game = land_of("tunneling", tile="")
    game.apply(0, Lay(MIDDLE, "57", 0))
    assert game.state.companies["tunneling"].cash == 520


def test_no_gain_for_others_nor_for_upgrades():
    game = land_of("express")
    put(game, around(S), terrain="mountain")
    game.apply(0, Lay(around(S), "9", 0))
    assert game.state.companies["express"].cash == 460
    game = land_of("tunneling", rank="3")
    put(game, around(S), "9", 0, terrain="mountain")
    game.apply(0, Lay(around(S), "23", 3))
    assert game.state.companies["tunneling"].cash == 500


# --- Overnight --------------------------------------------------------------------------------


def night(company):
    """Home, a blocked city in the south, and a city beyond it."""
    game = land_of(company, step="run")
    put(game, around(S), "57", 0, terrain="city", hubs=[["suburban"]])
    put(game, around(S, around(S)), "57", 0, terrain="city")
    launched(game, 1, "suburban")
    give(game, company, "2")
    return game


def test_overnight_skips_a_blocked_city_that_then_counts_and_earns_nothing():
    game = night("overnight")
    far = around(S, around(S))
    game.apply(0, Run((f"2:{MIDDLE}-{far}",)))
    route = game.state.turn.routes[0]
    assert (route.stops, route.revenue) == ([MIDDLE, far], 40)
    with pytest.raises(IllegalMove):
        night("express").apply(0, Run((f"2:{MIDDLE}-{far}",)))


def test_a_skipped_city_may_be_named_and_is_no_stop():
    """A 2-train with the blocked city among the places named: two stops all the same."""
    game = night("overnight")
    blocked = around(S)
    far = around(S, blocked)
    game.apply(0, Run((f"2:{MIDDLE}-{blocked}-{far}",)))
    assert game.state.turn.routes[0].stops == [MIDDLE, far]


def test_overnight_lays_track_beyond_a_blocked_city():
    for company, free in (("overnight", True), ("express", False)):
        game = night(company)
        operating(game, company, "track")
        beyond = around(S, around(S, around(S)))
        assert (refused(game, beyond, "9", 0) == "") == free


def test_a_major_with_overnight_places_hubs_beyond_a_blocked_city():
    game = corporation("overnight", "express", step="hub")
    blocked = around(S, around(S))
    beyond = around(S, blocked)
    put(game, blocked, "57", 0, terrain="city", hubs=[["suburban"]])
    put(game, beyond, "57", 0, terrain="city")
    launched(game, 1, "suburban")
    assert PlaceHub(beyond, 0) in list(game.legal_actions(0, PlaceHub))


# --- Suburban, Expansive after merging --------------------------------------------------------


def test_suburbs_go_over_to_the_major_with_those_not_yet_placed():
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, "57", 0, terrain="city", home="suburban")
    put(game, around(S), "57", 0, terrain="city", home="express")
    put(game, around(N), "57", 0, terrain="city")
    launched(game, 0, "suburban")
    launched(game, 1, "express")
    operating(game, "suburban", "hub")
    game.apply(0, PlaceSuburb(around(N)))
    state = game.state
    state.merging = Merging("suburban", "express", True)
    merger.merge(state, state.companies["suburban"], state.companies["express"], box.identities()["union"])
    assert state.land[around(N)].suburbs == ["union"]
    assert state.companies["union"].suburbs == 1
    give(game, "union", "2")
    operating(game, "union", "run")
    game.apply(0, Run((f"2:{MIDDLE}-{around(N)}",)))
    assert state.turn.earnings == 50
    examine(game)


# --- the mine and the port --------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(6))
def test_the_mine_is_upgraded_with_the_new_leg_on_either_side(turn):
    game = at_stock()
    clear_map(game)
    put(game, MIDDLE, terrain="city", home="eastern_mining", piece=2, turn=turn)
    launched(game, 0, "eastern_mining")
    game.state.rank = "3"
    operating(game, "eastern_mining", "track")
    exit_ = (2 + turn) % 6
    lays = [a for a in game.legal_actions(0, Lay) if a.hex == MIDDLE]
    assert {a.tile for a in lays} == {"LA1"}
    legs = {designs()["LA1"].laid(a.rotation).edges for a in lays}
    assert legs == {frozenset({exit_, (exit_ + 1) % 6}), frozenset({exit_, (exit_ - 1) % 6})}


def test_the_mine_takes_only_mine_tiles_through_all_colours():
    game = at_stock()
    clear_map(game)
    land = put(game, MIDDLE, terrain="city", home="eastern_mining", piece=2)
    launched(game, 0, "eastern_mining")
    values = []
    for rank, phase, tile in (("3", "green", "LA1"), ("5", "purple", "LA4"), ("7", "grey", "LA7")):
        game.state.rank = rank
        operating(game, "eastern_mining", "track")
        assert game.state.turn.tile_phase == phase
        lays = [a for a in game.legal_actions(0, Lay) if a.hex == MIDDLE]
        assert {a.tile for a in lays} == {tile}
        game.apply(0, lays[0])
        values.append([stop.revenue for stop in board.track_of(land).stops])
    assert values == [[30, 50], [40, 60], [50, 70]]
    assert land.hubs == [["eastern_mining"]]


def test_another_company_may_upgrade_the_mine():
    game = land_of("express", rank="3")
    # The mine in the south, its one exit (2 at rotation 0) turned to the north.
    put(game, around(S), terrain="city", home="eastern_mining", piece=2, turn=4)
    lays = [a for a in game.legal_actions(0, Lay) if a.hex == around(S)]
    assert {a.tile for a in lays} == {"LA1"}


@pytest.mark.parametrize("turn", range(6))
def test_the_port_is_upgraded_in_one_way_that_keeps_its_halves_apart(turn):
    game = at_stock()
    clear_map(game)
    land = put(game, MIDDLE, terrain="city", home="northern_port", piece=7, cell=1, turn=turn)
    launched(game, 0, "northern_port")
    game.state.rank = "3"
    operating(game, "northern_port", "track")
    lays = [a for a in game.legal_actions(0, Lay) if a.hex == MIDDLE]
    assert lays == [Lay(MIDDLE, "LA2", turn)]
    game.apply(0, lays[0])
    assert land.hubs == [["northern_port"]]
    assert [stop.revenue for stop in board.track_of(land).stops] == [60, 60]
    assert board.water_edges(land) == frozenset({turn % 6, (5 + turn) % 6})


def test_the_ports_halves_are_two_places_to_hubs():
    game = corporation("expansive", "express", step="hub")
    # A port in the north, its second half (exits 1 and 2 at rotation 0) turned towards us.
    put(game, around(N), terrain="city", home="northern_port", piece=7, cell=1, turn=1)
    game.state.columns[0] = [m for m in game.state.columns[0] if m != "northern_port"]
    for column in game.state.columns:
        if "northern_port" in column:
            column.remove("northern_port")
    stops = {a.stop for a in game.legal_actions(0, PlaceHub) if a.hex == around(N)}
    assert stops == {1}


def test_a_blocked_city_that_is_skipped_earns_no_suburb_bonus():
    """RULINGS.md, 28."""
    game = corporation("overnight", "suburban", step="run")
    blocked = around(S, around(S))
    beyond = around(S, blocked)
    put(game, blocked, "57", 0, terrain="city", hubs=[["express"]], suburbs=["consortium"])
    put(game, beyond, "57", 0, terrain="city")
    launched(game, 2, "express")
    give(game, "consortium", "2")
    game.apply(0, Run((f"2:{around(S)}-{beyond}",)))
    assert game.state.turn.earnings == 20 + 20
    operating(game, "consortium", "run")
    game.apply(0, Run((f"2:{around(S)}-{blocked}",)))
    assert game.state.turn.earnings == 20 + 20 + 10


def test_overnight_merges_beyond_a_blocked_city_only_by_its_own_proposal():
    """The ability is of the company that traces; the other one's president cannot propose."""
    from .test_merger import neighbours

    game = neighbours("overnight", presidents=(0, 0))
    middle, far = around(S), around(S, around(S))
    game.state.land[middle].home = ""
    game.state.land[middle].hubs = [["tunneling"]]
    put(game, far, "57", terrain="city", home="suburban", hubs=[["suburban"]])
    assert merger.partners(game.state) == ["suburban"]
    game.state.merging.active = "suburban"
    assert merger.partners(game.state) == []


def test_express_loses_its_bonus_with_a_second_train_and_gains_it_back():
    game = express_line("2", "2")
    company = game.state.companies["express"]
    assert running.stops_of(company, "2") == 2
    company.trains.remove("2")
    assert running.stops_of(company, "2") == 3
    assert running.stops_of(company, "infinity") is None


def test_bridging_lays_two_bridges_in_a_turn():
    game = land_of("bridging")
    game.state.land[MIDDLE].home = ""
    for side in (S, N):
        put(game, around(side), terrain="water")
        game.apply(0, Lay(around(side), "721", 0))
    assert Lay not in game.pending()[0].kinds


def test_agricultural_may_lay_its_yellow_tile_on_a_city():
    game = land_of("agricultural", rank="3")
    put(game, around(S), terrain="city")
    game.apply(0, Lay(MIDDLE, "14", 0))
    game.apply(0, Lay(around(S), "57", 0))
    assert game.state.turn.yellow == 1


def test_suburbs_stay_when_their_city_is_upgraded():
    game = land_of("suburban", rank="3")
    put(game, around(S), "57", 0, terrain="city", suburbs=["suburban"])
    game.state.companies["suburban"].suburbs = 1
    game.apply(0, Lay(around(S), "14", 0))
    assert game.state.land[around(S)].suburbs == ["suburban"]
    give(game, "suburban", "2")
    game.apply(0, Run())
    assert game.state.turn.earnings == 20 + 30 + 10
