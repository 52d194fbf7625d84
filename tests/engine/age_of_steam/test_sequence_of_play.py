"""Sequence of Play: the phases of a turn in their order, on every map."""

import pytest

from engine.age_of_steam import TITLE
from engine.age_of_steam.autoplay import autoplay
from engine.age_of_steam.board import MAPS, board
from engine.age_of_steam.events import (
    DiceRolled,
    ExpensesPaid,
    IncomeCollected,
    IncomeReduced,
    TurnBegan,
)
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance

BY_THEMSELVES = {
    IncomeCollected: "collect_income",
    ExpensesPaid: "pay_expenses",
    IncomeReduced: "income_reduction",
    DiceRolled: "goods_growth",
    TurnBegan: "advance_turn",
}


def phases_of_a_turn(map_id):
    """The phases as they come up in the first turn: by decisions, or by what happens in them."""
    game = TITLE.start(SteamOptions(map=map_id), board(map_id).players[0], Chance("phases"))
    seen = []

    def add(phase):
        if not seen or seen[-1] != phase:
            seen.append(phase)

    while game.state.turn == 1:
        seat = game.pending()[0].seat
        add(game.state.phase)
        for event in game.apply(seat, autoplay(game, seat)):
            if type(event) in BY_THEMSELVES:
                add(BY_THEMSELVES[type(event)])
    return seen


@pytest.mark.parametrize("map_id", ["rust_belt", "western_us", "southern_us", "germany"])
def test_the_ten_phases_of_a_turn_in_order(map_id):
    assert phases_of_a_turn(map_id) == [
        "issue_shares",
        "player_order",
        "select_actions",
        "build_track",
        "move_goods",
        "collect_income",
        "pay_expenses",
        "income_reduction",
        "goods_growth",
        "advance_turn",
    ]


def test_st_lucia_begins_with_player_order_and_skips_goods_growth():
    assert phases_of_a_turn("st_lucia") == [
        "player_order",
        "issue_shares",
        "select_actions",
        "build_track",
        "move_goods",
        "collect_income",
        "pay_expenses",
        "income_reduction",
        "advance_turn",
    ]


def test_barbados_skips_player_order():
    assert phases_of_a_turn("barbados") == [
        "issue_shares",
        "select_actions",
        "build_track",
        "move_goods",
        "collect_income",
        "pay_expenses",
        "income_reduction",
        "goods_growth",
        "advance_turn",
    ]


@pytest.mark.parametrize("map_id", MAPS)
def test_every_turn_begins_where_the_first_did(map_id):
    game = TITLE.start(SteamOptions(map=map_id), board(map_id).players[0], Chance("turns"))
    first = game.state.phase
    for turn in (2, 3):
        while game.state.turn < turn:
            seat = game.pending()[0].seat
            game.apply(seat, autoplay(game, seat))
        assert game.state.phase == first
