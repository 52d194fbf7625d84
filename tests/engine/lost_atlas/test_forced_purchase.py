"""Forced train purchase and bankruptcy."""

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.lost_atlas import forced_purchase, market
from engine.lost_atlas.actions import Answer, Bankrupt, BuyTrain, Done, Sell

from .build import at_price, at_stock, fund, give, holders, launched, operating, pay
from .invariants import examine


def stranded(*, treasury=30, cash=20, **options):
    """Express (seat 0) has no train and too little money for a 2-train; Suburban (seat 1) has operated."""
    game = at_stock(**options)
    launched(game, 0, "express", 160)
    launched(game, 1, "suburban", 160)
    for company in game.state.companies.values():
        company.operated = True
    fund(game, "express", treasury)
    pay(game, 0, cash)
    operating(game, "express", "trains")
    return game


def test_with_enough_in_the_treasury_nothing_is_forced():
    game = stranded(treasury=100)
    assert not forced_purchase.is_forced(game.state, game.state.companies["express"])
    assert Done not in game.pending()[0].kinds


def test_the_treasury_pays_first_and_the_president_the_rest():
    game = stranded(treasury=30, cash=200)
    assert list(game.legal_actions(0, BuyTrain)) == [BuyTrain("stack", "2", 100)]
    game.apply(0, BuyTrain("stack", "2", 100))
    assert game.state.companies["express"].cash == 0
    assert game.state.cash[0] == 200 - 70
    examine(game)


def test_only_the_cheapest_of_pool_and_stack_is_bought_with_the_presidents_help():
    game = stranded(cash=1000)
    game.state.pool.append("3")
    game.state.left["3"] -= 1
    with pytest.raises(IllegalMove):
        game.apply(0, BuyTrain("pool", "3", 200))
    game.state.exported, game.state.left["2"] = 7, 0
    assert list(game.legal_actions(0, BuyTrain)) == [BuyTrain("stack", "3", 200), BuyTrain("pool", "3", 200)]


def test_players_do_not_help_when_a_train_is_owned():
    game = stranded(cash=1000)
    give(game, "express", "2")
    assert Done in game.pending()[0].kinds
    assert BuyTrain not in game.pending()[0].kinds


def test_a_deal_with_another_company_comes_before_the_forced_purchase():
    game = stranded()
    give(game, "suburban", "2")
    game.apply(0, BuyTrain("suburban", "2", 30))
    game.apply(1, Answer(True))
    assert game.state.companies["express"].trains == ["2"]
    game.apply(0, Done())


def test_the_president_does_not_help_with_anothers_train():
    game = stranded(cash=1000)
    give(game, "suburban", "2")
    with pytest.raises(IllegalMove, match="only 30"):
        game.apply(0, BuyTrain("suburban", "2", 31))


def test_shares_are_sold_one_at_a_time_until_there_is_enough():
    game = stranded()
    holders(game, "suburban", 2, 3)
    assert game.pending()[0].kinds == (Sell,)
    with pytest.raises(IllegalMove, match="one at a time"):
        game.apply(0, Sell("suburban", 2))
    game.apply(0, Sell("suburban", 1))
    assert game.state.cash[0] == 20 + 80
    assert game.pending()[0].kinds == (BuyTrain,)
    with pytest.raises(NotYourTurn):
        game.apply(0, Sell("suburban", 1))
    game.apply(0, BuyTrain("stack", "2", 100))
    assert game.state.cash[0] == 100 - 70


def test_every_sale_is_at_the_price_before_and_each_company_drops_one_step_at_the_end():
    game = stranded(treasury=0, cash=0)
    holders(game, "suburban", 2, 3)
    at_price(game, "suburban", 50)
    game.apply(0, Sell("suburban", 1))
    assert market.price_of(game.state, "suburban") == 50
    game.apply(0, Sell("suburban", 1))
    assert game.state.cash[0] == 100
    game.apply(0, BuyTrain("stack", "2", 100))
    assert market.price_of(game.state, "suburban") == 40
    examine(game)


def test_the_active_company_may_be_sold_but_not_its_presidency():
    game = stranded()
    holders(game, "express", 3, 2)
    game.apply(0, Sell("express", 1))
    assert (
        "presidency"
        in forced_purchase.sale_refused(game.state, game.state.turn, game.state.companies["express"], 1)
        or forced_purchase.missing(game.state, game.state.companies["express"]) <= 0
    )
    game = stranded(treasury=0, cash=0)
    holders(game, "express", 2, 2)
    with pytest.raises(IllegalMove, match="presidency"):
        game.check(0, Sell("express", 1))


def test_the_pool_takes_no_more_than_half_in_a_forced_sale_either():
    game = stranded()
    holders(game, "suburban", 1, 2, pool=2)
    with pytest.raises(IllegalMove, match="half"):
        game.check(0, Sell("suburban", 1))


def test_a_forced_sale_may_cost_the_presidency_of_another_company():
    game = stranded()
    holders(game, "suburban", 3, 2)
    assert game.state.companies["suburban"].president == 0
    fund(game, "express", 0)
    pay(game, 0, 0)
    game.apply(0, Sell("suburban", 1))
    game.apply(0, Sell("suburban", 1))
    assert game.state.companies["suburban"].president == 1


def test_after_a_sale_no_deal_is_made_any_more():
    game = stranded(treasury=30, cash=0)
    give(game, "suburban", "2")
    holders(game, "suburban", 2, 3)
    at_price(game, "suburban", 40)
    game.apply(0, Sell("suburban", 1))
    with pytest.raises(NotYourTurn):
        game.apply(0, BuyTrain("suburban", "2", 30))


def test_the_rest_of_the_round_follows_the_order_after_a_forced_sale():
    """RULES_CASES 118: Suburban falls below Tunneling by the sale, which then operates first."""
    game = stranded(treasury=0, cash=0)
    launched(game, 2, "tunneling", 150).operated = True
    holders(game, "suburban", 2, 3)
    assert market.operating_order(game.state) == ["express", "suburban", "tunneling"]
    at_price(game, "suburban", 70)
    at_price(game, "tunneling", 70)
    game.apply(0, Sell("suburban", 1))
    game.apply(0, Sell("suburban", 1))
    game.apply(0, BuyTrain("stack", "2", 100))
    game.apply(0, Done())
    assert game.state.turn.company == "tunneling"


# --- bankruptcy -------------------------------------------------------------------------------


def test_who_can_sell_nothing_more_is_bankrupt_and_the_game_ends():
    game = stranded()
    assert game.pending()[0].kinds == (Bankrupt,)
    game.apply(0, Bankrupt())
    assert game.over
    result = game.result()
    assert [score.note for score in result.scores] == ["bankrupt", "", ""]
    # Cash 20 and two shares at 80 against 140 and two at 80, and 300.
    assert [score.total for score in result.scores] == [20 + 160, 140 + 160, 300]
    examine(game)


def test_there_is_no_bankruptcy_while_something_can_be_sold_or_paid():
    game = stranded()
    holders(game, "suburban", 1, 3)
    assert Bankrupt not in game.pending()[0].kinds
    game = stranded(cash=70)
    assert Bankrupt not in game.pending()[0].kinds


def test_sales_made_before_a_bankruptcy_still_drop_the_prices():
    game = stranded(treasury=0, cash=0)
    holders(game, "suburban", 1, 3)
    game.apply(0, Sell("suburban", 1))
    game.apply(0, Bankrupt())
    assert market.price_of(game.state, "suburban") == 70


def bankrupt():
    """Express is presided over by seat 0, with a share each of seats 1 and 2; Suburban by seat 1."""
    game = stranded(bankruptcy="play on")
    holders(game, "express", 2, 1, 1, pool=1)
    holders(game, "suburban", 1, 2, pool=2)
    game.state.companies["suburban"].president = 1
    give(game, "suburban", "2")
    return game


def test_playing_on_the_bankrupts_companies_close_and_the_others_are_paid_for_their_shares():
    game = bankrupt()
    cash = list(game.state.cash)
    game.apply(0, Bankrupt())
    state = game.state
    assert not game.over
    assert "express" not in state.companies
    assert state.cash[1:] == [cash[1] + 80, cash[2] + 80]
    assert state.out == [0]
    assert state.cash[0] == 0
    assert not any("express" in stop for land in state.land.values() for stop in land.hubs)
    assert state.turn.company == "suburban"
    examine(game)


def test_a_closed_companys_trains_go_to_the_pool():
    game = bankrupt()
    pay(game, 0, 140)
    launched(game, 0, "tunneling", 120)
    give(game, "tunneling", "2", "2")
    holders(game, "tunneling", 2)
    game.apply(0, Bankrupt())
    assert game.state.pool == ["2", "2"]


def test_the_bankrupts_other_shares_return_to_the_treasuries():
    game = bankrupt()
    game.apply(0, Bankrupt())
    suburban = game.state.companies["suburban"]
    assert suburban.shares == [0, 2, 0]
    assert suburban.treasury == 1


def test_the_bankrupt_is_not_asked_again_and_priority_moves_on():
    game = bankrupt()
    game.state.priority = 0
    game.apply(0, Bankrupt())
    assert game.state.priority == 1
    for _ in range(60):
        if game.over:
            break
        asked = game.pending()[0]
        assert asked.seat != 0
        game.apply(asked.seat, next(game.legal_actions(asked.seat, asked.kinds[-1])))


def test_when_only_one_player_is_left_the_game_is_over():
    game = bankrupt()
    game.state.out.append(2)
    game.apply(0, Bankrupt())
    assert game.over
    assert game.result().ranking[0] == (1,)


def test_the_bankrupt_comes_last():
    game = bankrupt()
    game.state.out.append(2)
    game.apply(0, Bankrupt())
    assert set(game.result().ranking[-1]) <= {0, 2}
