"""Export a Train, cycles, and the end of the game."""

import pytest

from engine.lost_atlas import board, export, flow
from engine.lost_atlas.actions import Discard
from engine.lost_atlas.limits import top_train

from .build import at_price, at_stock, holders, launched, operating, pay
from .invariants import examine


def cycle_end(*, rank="2", gone=()):
    """All companies have acted in the second operating round; ranks in `gone` are out of the stack."""
    game = at_stock()
    launched(game, 0, "express", 180)
    launched(game, 1, "suburban", 120)
    state = operating(game, "express", "trains", 2)
    state.turn = None
    state.rank = rank
    for each in gone:
        state.exported += state.left[each]
        state.left[each] = 0
    for company in state.companies.values():
        company.acted = company.operated = True
    return game


def test_all_2_trains_leave_together_and_the_phase_stays_yellow():
    game = cycle_end()
    export.begin(game.state)
    assert game.state.left["2"] == 0
    assert top_train(game.state) == "3"
    assert board.phase(game.state) == "yellow"


def test_later_one_train_leaves():
    game = cycle_end(rank="3", gone=("2",))
    export.begin(game.state)
    assert game.state.left["3"] == 4


@pytest.mark.parametrize(
    ("top", "before", "rusted", "phase"),
    [
        ("3", "2", None, "green"),
        ("4", "3", "2", "green"),
        ("5", "4", None, "purple"),
        ("6", "5", "3", "purple"),
        ("7", "6", "4", "grey"),
    ],
)
def test_the_first_of_a_rank_counts_as_bought(top, before, rusted, phase):
    ranks = "234567"
    game = cycle_end(rank=before, gone=tuple(ranks[: ranks.index(top)]))
    if rusted:
        game.state.companies["express"].trains = [rusted]
        game.state.exported -= 1
    export.begin(game.state)
    assert board.phase(game.state) == phase
    if rusted:
        assert game.state.companies["express"].trains == []


def test_exported_7_trains_come_back():
    game = cycle_end(rank="7", gone=tuple("23456"))
    export.begin(game.state)
    assert game.state.left["7"] == 7


def test_new_limits_are_imposed_before_the_next_stock_round():
    game = cycle_end(rank="4", gone=tuple("234"))
    game.state.merging = None
    game.state.companies["express"].trains = ["4", "4"]
    game.state.exported -= 2
    export.begin(game.state)
    flow.advance(game.state, game.chance)
    assert game.state.round == "export"
    assert game.pending()[0].kinds == (Discard,)
    assert game.view(None).discarding == ("express",)
    game.apply(0, Discard("express", "4"))
    assert game.state.round == "stock"
    assert game.state.cycle == 2
    examine(game)


def test_a_change_to_green_by_export_brings_no_merger_round():
    game = cycle_end(gone=("2",))
    flow.advance(game.state, game.chance)
    assert board.phase(game.state) == "green"
    assert game.state.round == "stock"
    assert game.state.cycle == 2


@pytest.mark.parametrize(("mode", "cycles"), [("short", 4), ("long", 6)])
def test_the_game_ends_after_the_last_cycle(mode, cycles):
    game = at_stock(mode=mode, map="automatic")
    game.state.cycle = cycles
    launched(game, 0, "express", 180)
    game.state.round = "export"
    game.state.stock = None
    flow.advance(game.state, game.chance)
    assert game.over
    assert game.pending() == ()


def test_the_export_after_the_last_cycle_is_carried_out():
    game = cycle_end(rank="3", gone=("2",))
    game.state.cycle = 6
    game.state.rank = "3"
    flow.advance(game.state, game.chance)
    while not game.over:
        seat = game.pending()[0].seat
        game.apply(seat, next(game.legal_actions(seat, game.pending()[0].kinds[-1])))
    assert game.state.left["3"] == 4


def finished(*prices):
    game = at_stock()
    for seat, minor in enumerate(("express", "suburban", "tunneling")):
        launched(game, seat, minor, 120)
    for minor, price in zip(("express", "suburban", "tunneling"), prices, strict=True):
        at_price(game, minor, price)
    game.state.round = "over"
    return game


def test_the_score_is_cash_and_shares_and_no_treasury():
    game = finished(100, 200, 300)
    result = game.result()
    assert [score.total for score in result.scores] == [180 + 200, 180 + 400, 180 + 600]
    assert result.ranking == ((2,), (1,), (0,))
    assert result.scores[0].parts == (("Cash", 180), ("Express: 2 × 100", 200))


def test_a_tie_goes_to_the_president_of_the_company_that_operates_earliest():
    game = finished(100, 100, 60)
    pay(game, 2, 260)  # 260 + 2 × 60 = 380 for all three
    assert game.result().ranking == ((0,), (1,), (2,))
    assert "tie" in game.result().sentence


def test_tied_players_who_preside_over_nothing_share_a_place():
    game = finished(100, 100, 60)
    for minor in ("suburban", "tunneling"):
        holders(game, minor, 2)
    pay(game, 1, 50)
    pay(game, 2, 50)
    assert game.result().ranking == ((0,), (1, 2))


def test_a_game_that_goes_on_has_no_result():
    assert at_stock().result() is None
