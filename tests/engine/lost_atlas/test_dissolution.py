"""Every way in which a price reaches 0: the company is dissolved (Token Movement on the Stock Track)."""

import pytest

from engine.lost_atlas import board, flow
from engine.lost_atlas.actions import Bankrupt, BuyTrain, Issue, Run, Sell, Withhold

from .build import at_price, at_stock, fund, give, holders, launched, operating, pay
from .invariants import examine


def doomed(step, *trains, cash=50):
    """Express of seat 0 at a price of 10, with Suburban of seat 1 still to act."""
    game = at_stock()
    launched(game, 0, "express")
    launched(game, 1, "suburban")
    for company in game.state.companies.values():
        company.operated = True
    at_price(game, "express", 10)
    fund(game, "express", cash)
    give(game, "express", *trains)
    operating(game, "express", step)
    return game


def gone(game, pool):
    state = game.state
    assert "express" not in state.companies
    assert list(board.hub_places(state, "express")) == []
    assert all("express" not in tokens for tokens in state.market)
    assert state.pool == pool
    examine(game)


def issued(game):
    game.apply(0, Issue())


def withheld(game):
    game.state.turn.earnings = 20
    game.apply(0, Withhold())


def nothing_earned(game):
    game.apply(0, Run(()))


@pytest.mark.parametrize(
    ("step", "end"), [("finance", issued), ("earnings", withheld), ("run", nothing_earned)]
)
def test_in_its_own_turn_it_goes_with_its_money_and_the_next_company_acts(step, end):
    game = doomed(step, "2")
    end(game)
    gone(game, ["2"])
    assert game.state.turn.company == "suburban"


def test_without_a_train_it_is_gone_before_it_must_buy_one():
    game = doomed("run")
    game.apply(0, Run())
    gone(game, [])
    assert game.state.turn.company == "suburban"


def test_by_a_forced_sale_the_active_company_goes_with_the_train_it_just_bought():
    """Treasury 80, president 10, one share at 10: together the 100 of a 2-train, which goes to the pool."""
    game = doomed("trains", cash=80)
    holders(game, "express", 3, 1)
    pay(game, 0, 10)
    game.apply(0, Sell("express", 1))
    assert "express" in game.state.companies, "prices fall when the sales are over"
    game.apply(0, BuyTrain("stack", "2", 100))
    gone(game, ["2"])
    assert game.state.cash[0] == 0


def test_by_a_forced_sale_another_company_goes():
    game = doomed("trains", cash=80)
    at_price(game, "express", 60)
    at_price(game, "suburban", 10)
    holders(game, "suburban", 1, 2)
    give(game, "suburban", "2")
    pay(game, 0, 10)
    game.apply(0, Sell("suburban", 1))
    game.apply(0, BuyTrain("stack", "2", 100))
    assert "suburban" not in game.state.companies
    assert game.state.pool == ["2"]
    examine(game)


def test_by_the_sales_before_a_bankruptcy_when_the_others_play_on():
    game = doomed("trains", cash=0)
    game.state.setup = type(game.state.setup)(
        **{**{f: getattr(game.state.setup, f) for f in game.state.setup.__struct_fields__}, "play_on": True}
    )
    at_price(game, "express", 60)
    at_price(game, "suburban", 10)
    holders(game, "suburban", 1, 2)
    pay(game, 0, 0)
    cash = game.state.cash[1]
    game.apply(0, Sell("suburban", 1))
    game.apply(0, Bankrupt())
    assert game.state.companies == {}, "Suburban fell to 0, Express went with its president"
    assert game.state.cash[1] == cash, "shares of a company at 0 are worth nothing"
    assert flow.step(game.state) is not None
    examine(game)


def test_its_home_is_reserved_no_longer_and_its_charter_gone_for_good():
    """RULES_CASES 74."""
    game = doomed("finance")
    home = game.state.land[board.home_of(game.state, "express")]
    issued(game)
    assert home.hubs == [[]]
    assert board.free_spots(game.state, home, 0) == 1
    assert "express" not in [minor for column in game.state.columns for minor in column]
    assert game.state.closed == ["express"]


def test_the_next_company_has_its_own_earnings():
    """RULES_CASES 123."""
    game = doomed("earnings", "2")
    game.state.turn.earnings = 20
    game.apply(0, Withhold())
    assert game.state.turn.company == "suburban"
    assert (game.state.turn.earnings, game.state.turn.step) == (0, "finance")


def test_its_suburbs_go_with_it():
    game = doomed("finance")
    place = next(name for name, land in game.state.land.items() if board.is_basic_city(land))
    game.state.land[place].suburbs.append("express")
    issued(game)
    assert game.state.land[place].suburbs == []


def test_players_get_nothing_for_its_shares():
    game = doomed("finance")
    holders(game, "express", 2, 1)
    cash = list(game.state.cash)
    issued(game)
    assert game.state.cash == cash
