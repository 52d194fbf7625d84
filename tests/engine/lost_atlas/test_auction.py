"""Initiate a Minor Company Auction."""

import pytest

from engine.core.action import Family, Span
from engine.core.errors import IllegalMove, NotYourTurn
from engine.lost_atlas import auction, board
from engine.lost_atlas import components as box
from engine.lost_atlas.actions import Bid, Launch, Pass
from engine.lost_atlas.market import price_of

from .build import at_stock, clear_map, column, launched, pay, put


def first_column(game, *companies):
    """Put these charters on top of a column, the first one available."""
    state = game.state
    for each in companies:
        for other in state.columns:
            if each in other:
                other.remove(each)
    state.columns[0] = [*companies, *state.columns[0]]


def test_diagram_3_launches_in_the_first_stock_round_of_a_short_game():
    game = at_stock(2, mode="short")
    assert game.state.cash == [450, 450]
    first_column(game, "expansive", "resourceful", "tunneling")
    game.apply(0, Bid(140))
    game.apply(1, Bid(160))
    game.apply(0, Pass())
    game.apply(1, Launch("expansive"))
    # Since the auction was player 1's turn, it is now player 2's.
    assert game.pending()[0].seat == 1
    game.apply(1, Bid(160))
    game.apply(0, Bid(165))
    game.apply(1, Pass())
    game.apply(0, Launch("resourceful"))
    assert game.pending()[0].seat == 0
    game.apply(0, Bid(140))
    game.apply(1, Pass())
    game.apply(0, Launch("tunneling"))
    assert column(game, 80) == ["expansive", "resourceful"]
    assert column(game, 70) == ["tunneling"]
    assert [game.state.companies[c].cash for c in ("expansive", "resourceful", "tunneling")] == [
        160,
        165,
        140,
    ]
    assert game.state.cash == [450 - 165 - 140, 450 - 160]
    assert game.pending()[0].seat == 1


def test_bids_start_at_120_in_steps_of_5_up_to_ones_cash():
    game = at_stock()
    pay(game, 0, 203)
    assert [offer.values["amount"] for offer in game.legal_actions(0, Bid)] == [Span(120, 200, 5)]
    for amount, reason in ((115, "at least 120"), (122, "steps of 5"), (205, "more than you have")):
        with pytest.raises(IllegalMove, match=reason):
            game.apply(0, Bid(amount))


def test_a_raise_may_be_any_amount_above():
    game = at_stock()
    game.apply(0, Bid(120))
    assert isinstance(next(game.legal_actions(1, Bid)), Family)
    with pytest.raises(IllegalMove, match="at least 125"):
        game.apply(1, Bid(120))
    game.apply(1, Bid(200))
    assert game.state.auction.high == 1


def test_who_passes_does_not_rejoin_and_the_last_one_wins():
    game = at_stock()
    game.apply(0, Bid(120))
    game.apply(1, Bid(125))
    game.apply(2, Pass())
    game.apply(0, Bid(130))
    with pytest.raises(NotYourTurn):
        game.apply(2, Bid(135))
    game.apply(1, Pass())
    assert game.state.auction.won
    assert game.pending()[0].seat == 0
    assert game.pending()[0].kinds == (Launch,)


def test_who_cannot_raise_can_only_pass():
    game = at_stock()
    pay(game, 1, 120)
    game.apply(0, Bid(120))
    assert game.pending()[0].kinds == (Pass,)


def test_the_next_turn_is_that_of_the_player_after_the_initiator():
    game = at_stock()
    game.apply(0, Bid(120))
    game.apply(1, Bid(125))
    game.apply(2, Pass())
    game.apply(0, Pass())
    charter = next(game.legal_actions(1))
    game.apply(1, charter)
    assert game.pending()[0].seat == 1
    assert game.state.stock.last == 0


def test_only_the_first_charter_of_a_column_can_be_launched_and_then_the_next():
    game = at_stock(seed="column")
    first_column(game, "express", "suburban")
    assert "suburban" not in auction.available(game.state)
    game.apply(0, Bid(120))
    game.apply(1, Pass())
    game.apply(2, Pass())
    with pytest.raises(IllegalMove, match="first charter of each column"):
        game.apply(0, Launch("suburban"))
    game.apply(0, Launch("express"))
    assert "suburban" in auction.available(game.state)


def test_nobody_starts_an_auction_without_120():
    game = at_stock()
    pay(game, 0, 119)
    assert Bid not in game.pending()[0].kinds


@pytest.mark.parametrize(
    ("phase", "rank", "bid", "price"),
    [
        ("yellow", "2", 120, 60),
        ("yellow", "2", 125, 60),
        ("yellow", "2", 145, 70),
        ("yellow", "2", 300, 90),
        ("green", "3", 300, 110),
        ("green", "4", 225, 110),
        ("purple", "5", 300, 135),
        ("purple", "6", 265, 120),
        ("grey", "7", 1000, 135),
    ],
)
def test_the_initial_price_is_half_the_bid_down_to_a_price_of_the_phase(phase, rank, bid, price):
    game = at_stock()
    game.state.rank = rank
    assert board.phase(game.state) == phase
    assert auction.initial_price(game.state, bid) == price


@pytest.mark.parametrize(
    ("phase", "low", "high"), [("yellow", 60, 90), ("green", 60, 110), ("purple", 60, 135), ("grey", 60, 135)]
)
def test_the_table_of_initial_prices(phase, low, high):
    prices = box.initial_prices(phase)
    assert (prices[0], prices[-1]) == (low, high)


def test_a_launch_gives_the_president_two_shares_and_the_treasury_the_rest_and_the_bid():
    game = at_stock()
    company = launched(game, 1, "express", 155)
    assert company.shares == [0, 2, 0]
    assert (company.treasury, company.pool, company.president) == (3, 0, 1)
    assert company.cash == 155
    assert game.state.cash[1] == 300 - 155
    assert price_of(game.state, "express") == 70


def test_the_hub_lies_on_the_home():
    game = at_stock()
    launched(game, 0, "eastern_mining")
    home = board.home_of(game.state, "eastern_mining")
    assert game.state.land[home].hubs == [["eastern_mining"]]
    assert list(board.hub_places(game.state, "eastern_mining")) == [(home, 0)]


def test_the_recorded_example_adaptive_for_300_and_eastern_mining_for_125():
    game = at_stock(3)
    home = auction.homes_to_choose(game.state)[0]
    adaptive = launched(game, 0, "adaptive", 300, home)
    mining = launched(game, 1, "eastern_mining", 125)
    assert (price_of(game.state, "adaptive"), adaptive.cash) == (90, 300)
    assert (price_of(game.state, "eastern_mining"), mining.cash) == (60, 125)


# --- Adaptive's home --------------------------------------------------------------------------


def win(game, seat, *companies):
    first_column(game, *companies)
    game.state.stock.active = seat
    game.apply(seat, Bid(120))
    for _ in range(game.seats - 1):
        game.apply(game.pending()[0].seat, Pass())


def test_adaptive_chooses_an_empty_basic_city():
    game = at_stock()
    win(game, 0, "adaptive")
    homes = [a.home for a in game.legal_actions(0, Launch) if a.company == "adaptive"]
    assert homes
    for name in homes:
        land = game.state.land[name]
        assert land.terrain == "city"
        assert not land.home
        assert not land.capital
    with pytest.raises(IllegalMove, match="needs a home"):
        game.apply(0, Launch("adaptive"))
    with pytest.raises(IllegalMove, match="needs a home"):
        game.apply(0, Launch("adaptive", board.home_of(game.state, "express")))
    game.apply(0, Launch("adaptive", homes[0]))
    assert game.state.land[homes[0]].hubs == [["adaptive"]]


def test_adaptive_may_choose_a_city_with_track_and_an_open_spot():
    game = at_stock()
    land = clear_map(game)
    put(game, "M12", terrain="city")
    put(game, "M12", "14", 0, hubs=[["express"]])  # two slots, one taken
    put(game, "M13", "57", 0, terrain="city", hubs=[["express"]])  # full
    put(game, "M14", terrain="city", home="suburban")
    assert auction.homes_to_choose(game.state) == ["M12"]
    assert land["M12"].tile == "14"


def test_other_companies_take_no_home():
    game = at_stock()
    win(game, 0, "express")
    with pytest.raises(IllegalMove, match="on the map already"):
        game.apply(0, Launch("express", "M12"))


def test_a_bankrupt_player_takes_no_part():
    game = at_stock(bankruptcy="play on")
    game.state.out.append(1)
    game.apply(0, Bid(120))
    assert game.view(None).auction.inside == (0, 2)
    assert game.pending()[0].seat == 2
    game.apply(2, Pass())
    assert game.pending()[0].kinds == (Launch,)


def test_with_all_charters_launched_no_auction_is_offered():
    game = at_stock()
    game.state.columns = [[], [], []]
    assert Bid not in game.pending()[0].kinds
