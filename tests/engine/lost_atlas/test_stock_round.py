"""Stock rounds: selling, buying, presidents, passing, priority, the bonus."""

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.lost_atlas.actions import Bid, BuyShare, Done, Launch, Pass, Sell
from engine.lost_atlas.market import price_of
from engine.lost_atlas.stock_round import begin

from .build import at_price, at_stock, column, holders, launched, pay


def trading(seats=3, **options):
    """Express is in play at 60 with seat 0 as president; it has operated; seat 0 is asked."""
    game = at_stock(seats, **options)
    launched(game, 0, "express").operated = True
    for seat in range(seats):
        pay(game, seat, 500)
    return game


# --- buying -----------------------------------------------------------------------------------


def test_a_share_from_the_treasury_pays_the_treasury():
    game = trading()
    company = game.state.companies["express"]
    game.apply(0, Pass())
    game.apply(1, BuyShare("express", "treasury"))
    assert company.cash == 120 + 60
    assert game.state.cash[1] == 440
    assert (company.treasury, company.shares) == (2, [2, 1, 0])
    assert game.pending()[0].seat == 2


def test_a_share_from_the_pool_pays_the_bank():
    game = trading()
    company = holders(game, "express", 2, pool=2)
    bank = game.state.bank
    game.apply(0, BuyShare("express", "pool"))
    assert game.state.bank == bank + 60
    assert company.cash == 120
    assert (company.pool, company.shares[0]) == (1, 3)


def test_buying_does_not_move_the_price():
    game = trading()
    game.apply(0, BuyShare("express", "treasury"))
    assert price_of(game.state, "express") == 60


def test_nobody_owns_more_than_60_per_cent_of_a_minor():
    game = trading()
    holders(game, "express", 3)
    with pytest.raises(IllegalMove, match="60%"):
        game.check(0, BuyShare("express", "treasury"))
    assert game.is_legal(0, BuyShare("express", "treasury")) is False


def test_a_majors_limits_are_six_shares_for_a_player_and_five_in_the_pool():
    from .test_merger import merged

    game = merged()
    state = game.state
    state.round, state.merging, state.turn = "stock", None, None
    begin(state)
    state.stock.active = 0
    major = holders(game, "consortium", 5, 0, 0, pool=3)
    pay(game, 0, 1000)
    with pytest.raises(IllegalMove, match="room for 2"):
        game.check(0, Sell("consortium", 3))
    assert game.is_legal(0, Sell("consortium", 2))
    game.apply(0, BuyShare("consortium", "pool"))
    assert major.shares[0] == 6
    state.stock.active = 0
    with pytest.raises(IllegalMove, match="60%"):
        game.check(0, BuyShare("consortium", "treasury"))


def test_one_share_a_turn():
    game = trading()
    game.apply(0, BuyShare("express", "treasury"))
    with pytest.raises(NotYourTurn):
        game.apply(0, BuyShare("express", "treasury"))


def test_a_share_must_be_there_and_be_paid_for():
    game = trading()
    with pytest.raises(IllegalMove, match="bank pool"):
        game.apply(0, BuyShare("express", "pool"))
    pay(game, 0, 59)
    with pytest.raises(NotYourTurn):
        game.apply(0, BuyShare("express", "treasury"))
    with pytest.raises(IllegalMove, match="you have 59"):
        game.check(0, BuyShare("express", "treasury"))


# --- selling ----------------------------------------------------------------------------------


def test_a_sale_pays_the_price_before_and_drops_it_one_step_however_many_are_sold():
    game = trading()
    holders(game, "express", 3, 2)
    launched(game, 2, "suburban", 120)  # at 60 too, entered later
    game.apply(0, Pass())
    game.apply(1, Sell("express", 2))
    assert game.state.cash[1] == 500 + 120
    assert price_of(game.state, "express") == 50
    assert game.state.companies["express"].pool == 2


def test_cut_throat_a_price_drops_once_for_each_share():
    game = trading(drop_per_share=True)
    holders(game, "express", 3, 2)
    game.apply(0, Pass())
    game.apply(1, Sell("express", 2))
    assert price_of(game.state, "express") == 40


def test_at_most_half_lies_in_the_pool_two_of_a_minors_five():
    game = trading()
    holders(game, "express", 2, 2, pool=1)
    game.apply(0, Pass())
    with pytest.raises(IllegalMove, match="room for 1"):
        game.apply(1, Sell("express", 2))
    game.apply(1, Sell("express", 1))
    assert game.state.companies["express"].pool == 2


def test_no_sale_leaves_a_company_without_a_president():
    game = trading()
    holders(game, "express", 2, 1, 1)
    with pytest.raises(IllegalMove, match="without a president"):
        game.check(0, Sell("express", 1))


def test_a_minor_that_has_not_operated_is_not_sold():
    game = trading()
    holders(game, "express", 3, 2).operated = False
    with pytest.raises(IllegalMove, match="has not operated"):
        game.check(0, Sell("express", 1))


def test_in_the_first_stock_round_nothing_can_be_sold():
    game = at_stock()
    launched(game, 1, "express")
    for _ in range(3):
        assert Sell not in game.pending()[0].kinds
        game.apply(game.pending()[0].seat, Pass())


def test_sales_come_before_the_purchase_and_all_at_once():
    game = trading()
    launched(game, 1, "suburban", 140).operated = True
    pay(game, 1, 500)
    holders(game, "express", 3, 2)
    holders(game, "suburban", 1, 3)
    game.apply(0, Sell("express", 1))
    assert game.pending()[0].seat == 0
    with pytest.raises(IllegalMove, match="already sold"):
        game.check(0, Sell("express", 1))
    game.apply(0, Sell("suburban", 1))
    assert Done in game.pending()[0].kinds
    assert Bid not in game.pending()[0].kinds
    game.apply(0, Done())
    assert game.pending()[0].seat == 1
    assert game.state.stock.last == 0


def test_each_company_sold_in_one_turn_drops_one_step():
    game = trading()
    launched(game, 1, "suburban", 140).operated = True
    holders(game, "express", 3, 2)
    holders(game, "suburban", 1, 3)
    game.apply(0, Sell("express", 1))
    game.apply(0, Sell("suburban", 1))
    assert price_of(game.state, "express") == 50
    assert price_of(game.state, "suburban") == 60


def test_after_buying_there_is_no_selling():
    game = trading()
    holders(game, "express", 2, 2)
    game.apply(0, BuyShare("express", "treasury"))
    assert game.pending()[0].seat == 1


def test_what_was_sold_in_a_round_is_not_bought_in_it():
    game = trading()
    holders(game, "express", 2, 2)
    game.apply(0, Pass())
    game.apply(1, Sell("express", 1))
    with pytest.raises(IllegalMove, match="have sold shares"):
        game.check(1, BuyShare("express", "treasury"))
    game.apply(1, Done())
    game.apply(2, Pass())
    game.apply(0, Pass())
    with pytest.raises(IllegalMove, match="have sold shares"):
        game.check(1, BuyShare("express", "pool"))


def test_a_company_sold_down_to_nothing_is_dissolved():
    game = trading()
    company = holders(game, "express", 3, 2)
    company.trains = ["2"]
    game.state.left["2"] -= 1
    at_price(game, "express", 10)
    bank = game.state.bank
    home = next(name for name, land in game.state.land.items() if land.home == "express")
    game.apply(0, Pass())
    game.apply(1, Sell("express", 1))
    assert "express" not in game.state.companies
    assert game.state.pool == ["2"]
    assert game.state.bank == bank - 10 + 120
    assert game.state.land[home].hubs == [[]]
    # Its home is a city like any other: the company has been launched, so nothing is reserved.
    assert game.view(None).hexes[0]
    assert all(stop.reserved != "express" for each in game.view(None).hexes for stop in each.stops)


# --- presidents -------------------------------------------------------------------------------


def test_who_owns_more_than_the_president_becomes_president():
    game = trading()
    holders(game, "express", 2, 2)
    game.apply(0, Pass())
    game.apply(1, BuyShare("express", "treasury"))
    assert game.state.companies["express"].president == 1


def test_an_equal_holding_does_not_take_the_presidency():
    game = trading()
    holders(game, "express", 2, 1)
    game.apply(0, Pass())
    game.apply(1, BuyShare("express", "treasury"))
    assert game.state.companies["express"].president == 0


def test_selling_below_another_hands_over_the_presidency():
    game = trading()
    holders(game, "express", 3, 2)
    game.apply(0, Sell("express", 2))
    company = game.state.companies["express"]
    assert company.president == 1
    assert company.shares == [1, 2, 0]


@pytest.mark.parametrize(("president", "heirs", "new"), [(0, (1, 2), 1), (1, (0, 2), 2), (2, (0, 1), 0)])
def test_of_tied_heirs_the_next_clockwise_from_the_old_president_follows(president, heirs, new):
    game = trading()
    company = game.state.companies["express"]
    company.shares, company.treasury = [2, 2, 2], 4  # ten shares, as a major has
    company.shares[president] = 3
    company.treasury = 3
    company.president = president
    game.state.stock.active = president
    game.apply(president, Sell("express", 2))
    assert company.president == new
    assert set(heirs) >= {new}


# --- passing and the end ----------------------------------------------------------------------


def test_passing_does_not_take_one_out_of_the_round():
    game = trading()
    game.apply(0, Pass())
    game.apply(1, Pass())
    game.apply(2, BuyShare("express", "treasury"))
    assert game.pending()[0].seat == 0
    game.apply(0, BuyShare("express", "treasury"))


def test_the_round_ends_when_all_pass_in_a_row_and_priority_goes_after_the_last_to_act():
    game = trading()
    game.apply(0, Pass())
    game.apply(1, BuyShare("express", "treasury"))
    game.apply(2, Pass())
    game.apply(0, Pass())
    game.apply(1, Pass())
    assert game.state.round == "operating"
    assert game.state.number == 1
    assert game.state.priority == 2


def test_priority_goes_after_the_player_who_started_the_last_auction():
    game = trading()
    game.apply(0, Bid(120))
    game.apply(1, Bid(125))
    game.apply(2, Pass())
    game.apply(0, Pass())
    game.apply(1, next(game.legal_actions(1, Launch)))
    for seat in (1, 2, 0):
        game.apply(seat, Pass())
    assert game.state.priority == 1


def test_a_round_in_which_nobody_acts_leaves_the_priority():
    game = trading()
    game.state.cycle = 2
    game.state.priority = 0
    for seat in range(3):
        game.apply(seat, Pass())
    assert game.state.priority == 0


def test_if_nothing_is_launched_at_first_the_charters_are_dealt_again():
    game = at_stock()
    before = [list(each) for each in game.state.columns]
    charters = sorted(minor for each in before for minor in each)
    for seat in range(3):
        game.apply(seat, Pass())
    assert game.state.round == "stock"
    assert game.state.cycle == 1
    assert game.state.columns != before
    assert sorted(minor for each in game.state.columns for minor in each) == charters
    assert game.pending()[0].seat == 0


def test_a_company_owned_by_players_alone_rises_one_step_at_the_end():
    game = trading()
    holders(game, "express", 3, 2)
    launched(game, 1, "suburban", 145)  # three shares are still in its treasury
    for seat in range(3):
        game.apply(seat, Pass())
    assert price_of(game.state, "express") == 70
    assert column(game, 70) == ["suburban", "express"]


def test_a_share_in_the_pool_prevents_the_bonus():
    game = trading()
    holders(game, "express", 3, 1, pool=1)
    for seat in range(3):
        game.apply(seat, Pass())
    assert price_of(game.state, "express") == 60


def test_there_is_no_limit_to_certificates():
    game = trading()
    for number, minor in enumerate(("suburban", "tunneling", "expansive", "resourceful", "agricultural")):
        launched(game, 1 + number % 2, minor, 120)
        holders(game, minor, 2, 2)
    assert BuyShare in game.pending()[0].kinds


def test_a_sale_by_another_shareholder_drops_the_price_as_well():
    game = trading()
    holders(game, "express", 2, 1)
    game.apply(0, Pass())
    game.apply(1, Sell("express", 1))
    assert price_of(game.state, "express") == 50


def test_a_sale_that_leaves_equal_holdings_leaves_the_president():
    game = trading()
    holders(game, "express", 3, 2)
    game.apply(0, Sell("express", 1))
    assert game.state.companies["express"].president == 0


def test_companies_that_rise_together_keep_their_order():
    """RULINGS.md, 6: Express above Suburban at 60, both wholly owned by players."""
    game = trading()
    launched(game, 1, "suburban", 120)
    holders(game, "express", 3, 2)
    holders(game, "suburban", 2, 3)
    for seat in range(3):
        game.apply(seat, Pass())
    assert column(game, 70) == ["express", "suburban"]


def test_the_bonus_at_the_right_end_changes_nothing():
    game = trading()
    at_price(game, "express", 500)
    holders(game, "express", 3, 2)
    for seat in range(3):
        game.apply(seat, Pass())
    assert price_of(game.state, "express") == 500


def test_only_one_share_is_bought_after_selling_and_not_of_what_was_sold():
    game = trading()
    launched(game, 1, "suburban", 120).operated = True
    holders(game, "express", 2, 2)
    game.apply(0, Sell("express", 1))
    with pytest.raises(IllegalMove, match="have sold shares"):
        game.check(0, BuyShare("express", "pool"))
    game.apply(0, BuyShare("suburban", "treasury"))
    assert game.pending()[0].seat == 1


def test_what_was_sold_in_an_earlier_round_may_be_bought_again():
    game = trading()
    holders(game, "express", 2, 2)
    game.apply(0, Sell("express", 1))
    game.apply(0, Done())
    begin(game.state)
    assert BuyShare("express", "pool") in list(game.legal_actions(0, BuyShare))
