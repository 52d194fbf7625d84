"""VI. Collect Income, VII. Pay Expenses, VIII. Income Reduction: money that moves by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.age_of_steam.events import Eliminated, ExpensesPaid, IncomeCollected, IncomeReduced
from engine.age_of_steam.network import network
from engine.age_of_steam.points import expenses
from engine.core.event import Event

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class CollectIncome(Phase):
    """Rules: VI. Collect Income."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state = game.state
        for seat in state.order:
            state.players[seat].cash += state.players[seat].income
        return [IncomeCollected(amounts=tuple((seat, state.players[seat].income) for seat in state.order))]


class PayExpenses(Phase):
    """Rules: VII. Pay Expenses."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state = game.state
        bills, ruined = [], []
        for seat in state.order:
            player = state.players[seat]
            due = expenses(player)
            paid = min(player.cash, due)
            player.cash -= paid
            player.income -= due - paid
            bills.append((seat, due, paid, due - paid))
            if player.income < 0:
                ruined.append(seat)
        events: list[Event] = [ExpensesPaid(bills=tuple(bills))]
        for seat in ruined:
            eliminate(game, seat)
            events.append(Eliminated(seat=seat))
        return events


def eliminate(game: AgeOfSteam, seat: int) -> None:
    """Take an insolvent railroad out of the game.

    Its discs leave the displays and its unfinished track. Completed links stay; nobody is paid for them.
    """
    state = game.state
    player = state.players[seat]
    player.out, player.out_turn = True, state.turn
    player.action, player.turn_order = "", False
    state.order.remove(seat)
    for section in network(state).owned(seat):
        if not section.complete:
            section.claim(None)


class IncomeReduction(Phase):
    """Rules: VIII. Income Reduction."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state, factor = game.state, game.rules.reduction_factor(game.state)
        amounts = []
        for seat in state.order:
            player = state.players[seat]
            loss = factor * reduction(game, player.income)
            player.income -= loss
            amounts.append((seat, loss))
        return [IncomeReduced(amounts=tuple(amounts), factor=factor)]


def reduction(game: AgeOfSteam, income: int) -> int:
    """What an income loses by the table."""
    table = game.board.income_reduction
    for low, high, loss in table["steps"]:
        if low <= income <= high:
            return int(loss)
    last = max(high for _, high, _ in table["steps"])
    return int(table["above_49"]) if income > last else 0
