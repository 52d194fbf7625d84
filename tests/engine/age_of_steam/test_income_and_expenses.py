"""VI. Collect Income, VII. Pay Expenses, VIII. Income Reduction."""

import pytest

from engine.age_of_steam.actions import PassMove
from engine.age_of_steam.events import Eliminated
from engine.age_of_steam.phases.money import reduction

from .position import act, dice, line, links_of, owner_at, table

NO_DICE = [dice("light", 1, 1, 1), dice("dark", 1, 1, 1)]


def last_move(*rows, players=3, turn=1):
    """A table at the last decision of Move Goods; rows are (cash, income, shares, engine) by seat."""
    game = table(phase="move_goods", players=players, turn=turn)
    for player, row in zip(game.state.players, rows, strict=False):
        player.cash, player.income, player.shares, player.engine = row
    game.state.move_round = 2
    game.state.queue = [game.state.order[-1]]
    return game


def finish(game):
    return act(game, game.state.queue[0], PassMove())


def row(game, seat):
    player = game.state.players[seat]
    return player.cash, player.income, player.shares, player.engine


def test_players_receive_their_income_and_pay_a_dollar_a_share_and_a_dollar_a_link():
    game = last_move((3, 5, 4, 2), (0, 6, 2, 1), (10, 0, 2, 3))
    finish(game)
    assert [row(game, seat) for seat in range(3)] == [(2, 5, 4, 2), (3, 6, 2, 1), (5, 0, 2, 3)]


def test_income_is_collected_before_expenses_are_paid():
    game = last_move((0, 6, 4, 2))
    finish(game)
    assert row(game, 0) == (0, 6, 4, 2)


def test_who_still_owes_loses_an_income_for_every_dollar():
    game = last_move((1, 3, 5, 2))  # 1 + 3 against 7: three dollars short
    finish(game)
    assert row(game, 0) == (0, 0, 5, 2)
    assert not game.state.players[0].out


def test_below_0_income_a_player_is_eliminated():
    game = last_move((0, 2, 5, 2), (20, 0, 2, 1), (20, 0, 2, 1))  # 2 against 7: five short
    events = finish(game)
    assert game.state.players[0].out
    assert row(game, 0) == (0, -3, 5, 2)
    assert game.state.order == [1, 2]
    assert [event.seat for event in events if isinstance(event, Eliminated)] == [0]


def test_exactly_0_income_is_no_elimination():
    game = last_move((0, 3, 4, 2))  # 3 against 6: three short
    finish(game)
    assert row(game, 0) == (0, 0, 4, 2)


def test_the_eliminated_lose_unfinished_track_and_keep_completed_links():
    game = last_move((0, 0, 5, 2), (20, 0, 2, 1), (20, 0, 2, 1))
    line(game, 0, "J10", "K10", "L9", "M9")
    line(game, 0, "A11", "A10", "A9")
    finish(game)
    assert owner_at(game, "A10") is None
    assert owner_at(game, "K10") == 0
    assert links_of(game, 0) == [frozenset(("J10", "M9"))]


def test_all_discs_of_the_eliminated_leave_the_displays():
    # Its place in the order, its action (and so Turn Order's advantage in the next auction).
    game = last_move((0, 0, 5, 2), (20, 0, 2, 1), (20, 0, 2, 1))
    game.state.players[0].action = "turn_order"
    finish(game)
    view = game.view(None)
    assert view.order == (1, 2)
    assert view.players[0].place is None
    assert (view.players[0].action, view.players[0].turn_order) == ("", False)
    assert all(action.seat is None for action in view.actions)


def test_the_eliminated_are_asked_nothing_more():
    game = last_move((0, 0, 5, 2), (20, 0, 2, 1), (20, 0, 2, 1))
    finish(game)
    assert game.state.queue == [1, 2]


def test_when_one_railroad_is_left_the_game_ends_at_once():
    game = last_move((0, 0, 5, 2), (20, 12, 2, 1), (0, 0, 2, 1))
    finish(game)
    assert game.over
    # Nothing follows Pay Expenses: no Income Reduction any more.
    assert game.state.players[1].income == 12
    assert game.result().ranking == ((1,), (0, 2))
    assert game.result().won is None
    assert game.result().sentence == "@P2 is the only railroad left."


def test_when_all_are_ruined_at_once_the_game_ends_too():
    game = last_move((0, 0, 5, 2), (0, 0, 2, 1), (0, 0, 2, 1))
    events = finish(game)
    assert game.over
    assert game.result().ranking == ((0, 1, 2),)
    # Nobody is left to win it.
    assert game.result().won is False
    assert game.result().sentence == "Every railroad is insolvent: nobody wins."
    assert game.tell(events[-1]) == "The game is over, and nobody has won."


@pytest.mark.parametrize(
    ("income", "loss"),
    [
        (0, 0),
        (10, 0),
        (11, 2),
        (20, 2),
        (21, 4),
        (30, 4),
        (31, 6),
        (40, 6),
        (41, 8),
        (49, 8),
        (50, 10),
        (51, 10),
        (80, 10),
    ],
)
def test_the_table_of_income_reduction(income, loss):
    assert reduction(table(), income) == loss


def test_income_is_reduced_after_expenses():
    game = last_move((0, 21, 2, 1))
    finish(game)
    assert row(game, 0) == (18, 17, 2, 1)


def test_an_income_that_expenses_have_lowered_is_reduced_by_what_is_left():
    game = last_move((0, 12, 12, 2))  # two short: 10, which loses nothing
    finish(game)
    assert row(game, 0)[:2] == (0, 10)


def test_income_reduction_ruins_nobody():
    assert all(reduction(table(), income) <= income for income in range(100))
