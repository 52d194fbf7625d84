"""Operating rounds: order, leadoff train, issuing and redeeming, earnings."""

import pytest

from engine.core.errors import NotYourTurn
from engine.lost_atlas import auction, earnings, finance, market, running
from engine.lost_atlas.actions import (
    Bid,
    BuyShare,
    BuyTrain,
    Done,
    Issue,
    Launch,
    Lay,
    Pass,
    PayOut,
    Redeem,
    Run,
    Withhold,
)

from .build import at_price, at_stock, column, fund, give, holders, launched, operating


def company(game, minor="express", bid=120, seat=0):
    return launched(game, seat, minor, bid)


# --- the order --------------------------------------------------------------------------------


def test_a_company_that_falls_does_not_act_again_in_the_round():
    game = at_stock()
    company(game, "express", 180)
    company(game, "suburban", 160, seat=1)
    for seat in range(3):
        game.apply(seat, Pass())
    assert game.state.turn.company == "express"
    give(game, "express", "2")
    game.apply(0, Run())
    assert market.price_of(game.state, "express") == 80
    game.apply(0, Done())
    assert game.state.turn.company == "suburban"
    assert game.view(None).companies[0].acted or game.view(None).companies[1].acted
    give(game, "suburban", "2")
    game.apply(1, Run())
    game.apply(1, Done())
    assert game.state.number == 2
    assert not any(each.acted for each in game.state.companies.values())


def test_two_operating_rounds_and_then_the_export_in_the_yellow_phase():
    game = at_stock()
    company(game)
    give(game, "express", "2")
    for seat in range(3):
        game.apply(seat, Pass())
    for number in (1, 2):
        assert (game.state.round, game.state.number) == ("operating", number)
        game.apply(0, Run())
        game.apply(0, Done())
    assert game.state.round == "stock"
    assert game.state.cycle == 2


# --- leadoff ----------------------------------------------------------------------------------


def test_a_new_minor_may_buy_one_leadoff_train_that_runs_at_once():
    game = at_stock()
    company(game, "eastern_mining", 250)
    for seat in range(3):
        game.apply(seat, Pass())
    assert game.state.turn.step == "leadoff"
    game.apply(0, BuyTrain("stack", "2", 100))
    assert game.state.companies["eastern_mining"].cash == 150
    assert BuyTrain not in game.pending()[0].kinds
    game.apply(0, Run())
    assert game.state.turn.earnings == 50


def test_a_leadoff_train_is_not_bought_from_another_company_and_only_with_the_treasury():
    game = at_stock()
    company(game, "express", 180)
    company(game, "suburban", 160, seat=1)
    give(game, "suburban", "2")
    fund(game, "express", 99)
    operating(game, "express", "leadoff")
    assert BuyTrain not in game.pending()[0].kinds
    fund(game, "express", 100)
    assert list(game.legal_actions(0, BuyTrain)) == [BuyTrain("stack", "2", 100)]


def test_a_leadoff_train_may_come_from_the_pool_at_its_printed_price():
    game = at_stock()
    company(game, "express", 300)
    fund(game, "express", 300)
    game.state.pool.append("4")
    game.state.left["4"] -= 1
    operating(game, "express", "leadoff")
    offered = [BuyTrain("stack", "2", 100), BuyTrain("pool", "4", 300)]
    assert list(game.legal_actions(0, BuyTrain)) == offered
    game.apply(0, BuyTrain("pool", "4", 300))
    assert (game.state.companies["express"].cash, game.state.turn.step) == (0, "finance")


def test_the_leadoff_train_is_only_for_the_first_operating_round():
    game = at_stock()
    company(game)
    give(game, "express", "2")
    for seat in range(3):
        game.apply(seat, Pass())
    game.apply(0, Run())
    game.apply(0, Done())
    assert game.state.number == 2
    assert game.state.turn.step == "finance"
    assert BuyTrain not in game.pending()[0].kinds


# --- issue and redeem -------------------------------------------------------------------------


def test_issuing_pays_the_price_before_and_drops_it():
    game = at_stock()
    found = company(game, "express", 160)
    operating(game, "express")
    game.apply(0, Issue())
    assert found.cash == 160 + 80
    assert (found.treasury, found.pool) == (2, 1)
    assert market.price_of(game.state, "express") == 70


def test_issue_or_redeem_but_not_both_and_once():
    game = at_stock()
    company(game)
    holders(game, "express", 2, pool=1)
    operating(game, "express")
    assert {Issue, Redeem} <= set(game.pending()[0].kinds)
    game.apply(0, Issue())
    assert not {Issue, Redeem} & set(game.pending()[0].kinds)


def test_redeeming_costs_the_price_and_does_not_move_it():
    game = at_stock()
    found = company(game)
    holders(game, "express", 2, pool=1)
    operating(game, "express")
    game.apply(0, Redeem())
    assert found.cash == 120 - 60
    assert (found.treasury, found.pool) == (3, 0)
    assert market.price_of(game.state, "express") == 60


def test_redeeming_needs_a_share_in_the_pool_and_the_money():
    game = at_stock()
    found = company(game)
    assert "no share" in finance.redeem_refused(game.state, found)
    holders(game, "express", 2, pool=1)
    fund(game, "express", 59)
    assert "costs 60" in finance.redeem_refused(game.state, found)


def test_issuing_respects_the_half_in_the_pool():
    game = at_stock()
    found = company(game)
    holders(game, "express", 2, pool=2)
    assert "half" in finance.issue_refused(found)
    holders(game, "express", 3, 2)
    assert "treasury" in finance.issue_refused(found)


def test_issuing_at_10_dissolves_the_company():
    game = at_stock()
    company(game)
    company(game, "suburban", 120, seat=1)
    at_price(game, "express", 10)
    operating(game, "express")
    game.apply(0, Issue())
    assert "express" not in game.state.companies
    assert game.state.turn.company == "suburban"


def test_a_step_left_out_does_not_come_back():
    game = at_stock()
    company(game, "suburban")
    operating(game, "suburban")
    assert Issue in game.pending()[0].kinds
    game.apply(0, next(game.legal_actions(0, Lay)))
    assert Issue not in game.pending()[0].kinds


# --- earnings ---------------------------------------------------------------------------------


def paying(amount, price=60, step="earnings"):
    game = at_stock()
    company(game)
    at_price(game, "express", price)
    operating(game, "express", step).turn.earnings = amount
    return game


def test_every_share_of_a_minor_receives_a_fifth_and_the_treasury_its_part():
    # The recorded example: 20 paid out, three of five shares in the treasury: 12.
    game = paying(20)
    found, cash = game.state.companies["express"], game.state.cash[0]
    game.apply(0, PayOut())
    assert game.state.cash[0] == cash + 8
    assert found.cash == 120 + 12


def test_shares_in_the_pool_are_paid_to_nobody():
    game = paying(50)
    found = holders(game, "express", 2, 1, pool=2)
    bank = game.state.bank
    game.apply(0, PayOut())
    assert game.state.bank == bank - 30
    assert found.cash == 120


def test_every_share_of_a_major_receives_a_tenth():
    game = paying(310)
    found = game.state.companies["express"]
    found.shares, found.treasury = [2, 0, 0], 8
    assert earnings.per_share(found, 310) == 31


def test_earnings_that_do_not_divide_are_paid_rounded_down():
    """RULINGS.md, 29: 37 among five are 7 each."""
    game = at_stock()
    company(game)
    assert earnings.per_share(game.state.companies["express"], 37) == 7


def test_diagram_8s_payout_of_310_gives_62_for_each_share_of_a_minor():
    assert earnings.per_share(company(at_stock()), 310) == 62


@pytest.mark.parametrize(
    ("amount", "after"),
    [(10, 60), (50, 60), (60, 70), (110, 70), (120, 80), (400, 80)],
)
def test_a_payout_moves_the_price_by_none_one_or_two_increments(amount, after):
    game = paying(amount)
    game.apply(0, PayOut())
    assert market.price_of(game.state, "express") == after


def test_a_payout_below_the_price_puts_the_token_at_the_bottom_of_its_column():
    game = paying(50)
    company(game, "suburban", 120, seat=1)
    assert column(game, 60) == ["express", "suburban"]
    game.apply(0, PayOut())
    assert column(game, 60) == ["suburban", "express"]


def test_withholding_fills_the_treasury_and_drops_the_price():
    game = paying(50)
    game.apply(0, Withhold())
    assert game.state.companies["express"].cash == 170
    assert market.price_of(game.state, "express") == 50


def test_without_a_train_the_earnings_are_0_and_the_price_drops_without_a_choice():
    game = at_stock()
    company(game)
    operating(game, "express")
    game.apply(0, Run())
    assert market.price_of(game.state, "express") == 50
    assert game.state.turn.step == "trains"
    with pytest.raises(NotYourTurn):
        game.apply(0, PayOut())


def test_withholding_at_10_dissolves_the_company():
    game = paying(50, price=10)
    company(game, "suburban", 120, seat=1)
    game.apply(0, Withhold())
    assert "express" not in game.state.companies


def test_players_may_not_act_as_their_companies_and_companies_not_as_players():
    game = paying(50)
    with pytest.raises(NotYourTurn):
        game.apply(0, BuyShare("express", "treasury"))
    with pytest.raises(NotYourTurn):
        game.apply(1, PayOut())


# --- a recorded example (README of the component data) ------------------------------------------


def test_the_recorded_example_of_adaptive_and_eastern_mining():
    """Bids of 300 and 125: 90 and 60. Both buy a leadoff train; Adaptive runs locally and pays itself 12,
    Eastern Mining runs 30, or 50 with both stops of the mine."""
    game = at_stock(3)
    state = game.state
    mining, adaptive = "eastern_mining", "adaptive"
    state.columns = [[adaptive], [mining], ["express"]]
    home = "R14"
    assert home in auction.homes_to_choose(state)
    for seat, bid, launch in ((0, 300, Launch(adaptive, home)), (1, 125, Launch(mining))):
        game.apply(seat, Bid(bid))
        for _ in range(2):
            game.apply(game.pending()[0].seat, Pass())
        game.apply(seat, launch)
    for seat in (2, 0, 1):
        game.apply(seat, Pass())
    found = {each: (market.price_of(state, each), state.companies[each].cash) for each in (adaptive, mining)}
    assert found == {adaptive: (90, 300), mining: (60, 125)}

    assert state.turn.company == adaptive
    game.apply(0, BuyTrain("stack", "2", 100))
    game.apply(0, Lay(home, "5", 1))
    game.apply(0, Lay("Q14", "8", 3))
    game.apply(0, Run(("local",)))
    assert state.turn.earnings == 20
    game.apply(0, PayOut())
    assert state.companies[adaptive].cash == 300 - 100 + 12
    assert market.price_of(state, adaptive) == 90
    game.apply(0, Done())

    assert state.turn.company == mining
    game.apply(1, BuyTrain("stack", "2", 100))
    local, both = (running.routes_for(state, state.companies[mining], way) for way in (("local",), ("best",)))
    assert [sum(route.revenue for route in routes) for routes in (local, both)] == [30, 50]
