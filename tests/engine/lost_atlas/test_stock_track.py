"""Token Movement on the Stock Track, and the order of operating."""

from engine.lost_atlas import market
from engine.lost_atlas.components import stock_track

from .build import at_price, at_stock, column, launched


def table():
    game = at_stock(4)
    for seat, minor in enumerate(("express", "suburban", "tunneling")):
        launched(game, seat, minor, 120)
    return game


def test_the_track_has_27_prices_from_0_to_500():
    track = stock_track()
    assert len(track) == 27
    assert track[:8] == (0, 10, 20, 30, 40, 50, 60, 70)
    assert track[-3:] == (400, 450, 500)
    assert track[13] == 135


def test_the_first_to_enter_a_column_is_on_top():
    assert column(table(), 60) == ["express", "suburban", "tunneling"]


def test_a_token_that_moves_enters_below_those_that_are_there():
    game = table()
    at_price(game, "express", 70)
    market.move(game.state, "suburban", 1)
    market.move(game.state, "tunneling", 1)
    assert column(game, 70) == ["express", "suburban", "tunneling"]
    market.move(game.state, "express", -1)
    market.move(game.state, "express", 1)
    assert column(game, 70) == ["suburban", "tunneling", "express"]


def test_companies_operate_in_descending_price_and_from_the_top_of_a_column():
    game = table()
    at_price(game, "tunneling", 90)
    assert market.operating_order(game.state) == ["tunneling", "express", "suburban"]


def test_at_the_right_end_a_price_stays_and_keeps_its_place():
    game = table()
    at_price(game, "express", 500)
    at_price(game, "suburban", 500)
    assert market.move(game.state, "express", 2) == (500, 500)
    assert column(game, 500) == ["express", "suburban"]
    at_price(game, "tunneling", 450)
    assert market.move(game.state, "tunneling", 2) == (450, 500)


def test_a_price_does_not_fall_below_0():
    game = table()
    at_price(game, "express", 10)
    assert market.move(game.state, "express", -2) == (10, 0)


def test_the_view_has_the_launch_zones_by_phase():
    zones = {column.price: column.launch_from for column in table().view(None).market}
    assert [zones[price] for price in (50, 60, 90, 100, 110, 120, 135, 150)] == [
        "",
        "yellow",
        "yellow",
        "green",
        "green",
        "purple",
        "purple",
        "",
    ]


def test_the_view_shows_this_rounds_moves():
    game = table()
    market.move(game.state, "express", -1)
    move = game.view(None).moves[-1]
    assert (move.company, move.before, move.after) == ("express", 60, 50)
