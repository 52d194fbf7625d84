"""Merger rounds."""

import pytest

from engine.core.errors import IllegalMove
from engine.hexes import EDGES
from engine.lost_atlas import board, market, merger, operating_round, ownership
from engine.lost_atlas.actions import Answer, Discard, Form, KeepHub, Pass, Propose
from engine.lost_atlas.market import price_of

from .build import MIDDLE, around, at_price, at_stock, clear_map, column, fund, give, holders, launched, put
from .invariants import examine

N, NE, SE, S, SW, NW = EDGES


def neighbours(first="express", second="suburban", *, seats=3, presidents=(0, 1), rank="3", joined=True):
    """Two minors with homes side by side, joined by track, at the beginning of a merger round."""
    game = at_stock(seats)
    clear_map(game)
    put(game, MIDDLE, "57", terrain="city", home=first)
    put(game, around(S), "57" if joined else "", terrain="city", home=second)
    launched(game, presidents[0], first, 180)
    launched(game, presidents[1], second, 120)
    state = game.state
    for company in state.companies.values():
        company.operated = True
    state.rank = rank
    state.stock = None
    merger.begin(state)
    state.merging.active = merger.next_minor(state)
    return game


def merged(*, name="consortium", **setup):
    game = neighbours(**setup)
    first, second = game.state.merging.active, merger.partners(game.state)[0]
    seat = game.pending()[0].seat
    game.apply(seat, Propose(second))
    if game.state.merging.agreed is False:
        game.apply(game.pending()[0].seat, Answer(True))
    game.apply(game.pending()[0].seat, Form(name))
    assert first not in game.state.companies
    return game


# --- proposing --------------------------------------------------------------------------------


def test_minors_propose_in_descending_order_or_pass():
    game = neighbours()
    assert game.state.merging.active == "express"
    assert game.pending()[0].kinds == (Propose, Pass)
    game.apply(0, Pass())
    assert game.state.merging.active == "suburban"
    game.apply(1, Pass())
    assert game.state.round == "stock"
    assert game.state.cycle == 2


def test_a_partners_hub_must_be_reached():
    game = neighbours(joined=False)
    assert game.pending()[0].kinds == (Pass,)
    with pytest.raises(IllegalMove, match="cannot trace a route to a hub of Suburban"):
        game.check(0, Propose("suburban"))


def test_a_blocked_city_between_prevents_the_merger_except_for_overnight():
    for company, partners in (("express", ["tunneling"]), ("overnight", ["suburban", "tunneling"])):
        game = neighbours(company)
        far = around(S, around(S))
        game.state.land[around(S)].hubs = [["tunneling"]]
        game.state.land[around(S)].home = ""
        put(game, far, "57", terrain="city", home="suburban", hubs=[["suburban"]])
        launched(game, 2, "tunneling", 120)
        assert merger.partners(game.state) == partners


def test_the_other_president_may_decline_and_the_pair_is_not_proposed_again_this_round():
    game = neighbours()
    game.apply(0, Propose("suburban"))
    assert [(asked.seat, asked.kinds) for asked in game.pending()] == [(1, (Answer,))]
    assert game.view(None).consent.kind == "merger"
    game.apply(1, Answer(False))
    assert game.pending()[0].kinds == (Pass,)
    with pytest.raises(IllegalMove, match="was declined in this round"):
        game.check(0, Propose("suburban"))
    game.apply(0, Pass())
    assert game.pending()[0].kinds == (Pass,), "nor may the other propose it"


def test_one_president_of_both_asks_nobody():
    game = neighbours(presidents=(0, 0))
    game.apply(0, Propose("suburban"))
    assert game.pending()[0].kinds == (Form,)


def test_there_is_no_merger_round_in_the_yellow_phase():
    from engine.lost_atlas import flow

    for rank, round_ in (("2", "export"), ("3", "merger")):
        game = neighbours(rank=rank)
        state = game.state
        state.merging = None
        state.round, state.number = "operating", 2
        for company in state.companies.values():
            company.acted = True
        flow._operate(state)
        assert state.round == round_


# --- the new corporation ----------------------------------------------------------------------


def test_diagram_9_shares_money_and_trains_are_combined():
    game = neighbours()
    holders(game, "express", 2, 1, 1)
    holders(game, "suburban", 1, 2, pool=1)
    fund(game, "express", 77)
    fund(game, "suburban", 33)
    give(game, "express", "2")
    give(game, "suburban", "3")
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("union"))
    major = game.state.companies["union"]
    assert major.shares == [3, 3, 1]
    assert (major.treasury, major.pool, major.total_shares) == (2, 1, 10)
    assert major.cash == 110
    assert sorted(major.trains) == ["2", "3"]
    assert major.minors == ["express", "suburban"]
    assert [name for name, _ in game.view(None).companies[0].abilities] == ["Express", "Suburban"]
    examine(game)


def test_the_price_is_the_average_down_to_a_printed_price():
    # 90 and 60 give 75, printed is 70 (README, ruling 6).
    assert price_of(merged().state, "consortium") == 70
    game = neighbours()
    at_price(game, "express", 150)
    at_price(game, "suburban", 110)
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    assert price_of(game.state, "consortium") == 120  # 130 is not printed


def test_the_token_enters_below_those_of_its_column():
    game = neighbours()
    launched(game, 2, "tunneling", 140)
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    assert column(game, 70) == ["tunneling", "consortium"]


@pytest.mark.parametrize(
    ("express", "suburban", "president"),
    [
        ((3, 0, 0), (0, 2, 0), 0),  # 3 against 2
        ((2, 0, 0), (0, 3, 0), 1),
        ((2, 1, 0), (1, 2, 0), 0),  # 3 each: Express operates earlier
        ((2, 0, 2), (0, 2, 1), 2),  # seat 2 owns most and chooses, though it presides over neither
        ((2, 1, 1), (1, 2, 1), 0),
    ],
)
def test_the_president_owns_most_of_both_and_chooses_the_corporation(express, suburban, president):
    game = neighbours()
    holders(game, "express", *express)
    holders(game, "suburban", *suburban)
    game.state.companies["suburban"].president = 1
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    assert game.pending()[0].seat == president
    game.apply(president, Form("system"))
    assert game.state.companies["system"].president == president


def test_of_tied_owners_who_preside_over_neither_the_next_clockwise_presides():
    game = neighbours(seats=4)
    holders(game, "express", 2, 0, 2, 1)
    holders(game, "suburban", 0, 2, 1, 2)
    game.state.companies["suburban"].president = 1
    # Seats 2 and 3 own three each; Express operates earlier and is presided over by seat 0.
    first, second = game.state.companies["express"], game.state.companies["suburban"]
    assert merger.new_president(game.state, first, second) == 2


def test_each_charter_has_two_identities_and_is_taken_once():
    game = neighbours(presidents=(0, 0))
    game.apply(0, Propose("suburban"))
    names = [action.name for action in game.legal_actions(0, Form)]
    assert len(names) == 12
    assert {"consortium", "conglomerate", "experiment", "enterprise"} <= set(names)
    game.apply(0, Form("conglomerate"))
    assert game.state.companies["conglomerate"].name == "Conglomerate"
    assert game.state.formed == ["consortium"]
    assert "consortium" not in [each.id for each in merger.free_identities(game.state)]
    assert len(merger.free_identities(game.state)) == 10


def test_hubs_are_replaced_and_two_more_cost_60_each():
    game = merged()
    assert game.state.land[MIDDLE].hubs == [["consortium"]]
    assert game.state.land[around(S)].hubs == [["consortium"]]
    assert game.state.companies["consortium"].hubs == [60, 60]


def test_expansives_unused_hub_keeps_its_40_spot():
    game = merged(first="expansive")
    assert game.state.companies["consortium"].hubs == [40, 60, 60]
    examine(game)


def test_two_hubs_on_one_tile_become_one_and_the_other_is_free_to_place():
    game = neighbours("expansive")
    put(game, around(S), "14", 0, hubs=[["suburban", "expansive"]])
    game.state.companies["expansive"].hubs = []
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    assert game.state.land[around(S)].hubs == [["consortium"]]
    assert game.state.companies["consortium"].hubs == [0, 60, 60]
    examine(game)


def two_hubs_on_a_port():
    """A new Consortium with a hub on each half of the port."""
    game = neighbours("expansive", "northern_port")
    put(game, around(S), "LA2", 0, hubs=[["northern_port"], ["expansive"]])
    game.state.land[MIDDLE].hubs = [["expansive"]]
    game.state.companies["expansive"].hubs = []
    put(game, around(S), "LA2", 3)  # turned so that the home half opens to the north
    game.apply(0, Propose("northern_port"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    return game


def test_two_hubs_on_different_stops_of_a_tile_leave_the_choice_to_the_president():
    game = two_hubs_on_a_port()
    assert game.pending()[0].kinds == (KeepHub,)
    assert list(game.legal_actions(0, KeepHub)) == [KeepHub(around(S), 0), KeepHub(around(S), 1)]
    game.apply(0, KeepHub(around(S), 1))
    assert game.state.land[around(S)].hubs == [[], ["consortium"]]
    assert game.state.companies["consortium"].hubs == [0, 60, 60]


def test_above_the_train_limit_the_president_gives_up_a_train():
    game = neighbours(rank="4")
    give(game, "express", "3", "3")
    give(game, "suburban", "3", "4")
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    assert game.pending()[0].kinds == (Discard,)
    assert set(game.legal_actions(0, Discard)) == {Discard("consortium", "3"), Discard("consortium", "4")}
    game.apply(0, Discard("consortium", "3"))
    assert game.state.pool == ["3"]
    assert game.state.companies["consortium"].trains == ["3", "3", "4"]


def test_a_new_major_neither_proposes_nor_is_proposed_to():
    game = neighbours()
    launched(game, 2, "tunneling", 120)
    put(game, around(N), "57", terrain="city", hubs=[["tunneling"]])
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    assert game.state.merging.active == "tunneling"
    assert merger.partners(game.state) == []


def test_the_minors_leave_the_stock_track_and_the_game():
    game = merged()
    assert market.operating_order(game.state) == ["consortium"]
    assert game.state.closed == ["express", "suburban"]


def test_the_homes_of_merged_minors_are_no_longer_reserved():
    game = merged()
    land = game.state.land[MIDDLE]
    assert board.reserved_at(game.state, land, 0) == ""


def test_without_a_free_charter_nobody_merges():
    game = neighbours()
    game.state.formed = ["consortium", "union", "system", "federation", "international", "experiment"]
    assert game.pending()[0].kinds == (Pass,)


def test_after_a_refusal_another_partner_may_be_proposed():
    """RULINGS.md, 22."""
    game = neighbours()
    put(game, around(N), "57", terrain="city", home="tunneling")
    launched(game, 2, "tunneling", 120)
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(False))
    assert list(game.legal_actions(0, Propose)) == [Propose("tunneling")]
    game.apply(0, Propose("tunneling"))
    game.apply(2, Answer(True))
    assert game.pending()[0].kinds == (Form,)


def test_a_refusal_holds_for_this_merger_round_only():
    game = neighbours()
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(False))
    merger.begin(game.state)
    game.state.merging.active = "express"
    assert merger.partners(game.state) == ["suburban"]


def test_a_new_major_has_no_leadoff_train_and_its_shares_may_be_sold():
    game = merged()
    company = game.state.companies["consortium"]
    assert company.operated
    operating_round.begin_turn(game.state, company)
    assert game.state.turn.step == "finance"


def test_rusted_trains_of_a_minor_make_their_last_run_for_the_major():
    game = neighbours("resourceful")
    game.state.companies["resourceful"].rusted = ["2"]
    game.state.left["2"] -= 1
    game.apply(0, Propose("suburban"))
    game.apply(1, Answer(True))
    game.apply(0, Form("consortium"))
    assert game.state.companies["consortium"].rusted == ["2"]
    examine(game)


def test_no_certificate_is_lost_when_both_presidents_become_shareholders():
    """Two president's certificates of two shares become one of the major and two single shares."""
    game = merged()
    company = game.state.companies["consortium"]
    assert (company.shares, company.treasury, company.president) == ([2, 2, 0], 6, 0)
    assert ownership.most_a_player_may_own(company) == 6
