"""A president who cannot pay for a mandatory train.

Rules: Lost Atlas, Bankruptcy.
"""

from __future__ import annotations

from engine.core.event import Event

from . import market
from .closing import close
from .events.companies import ClosedByBankruptcy, WentBankrupt
from .events.rounds import PriorityMoved
from .state import State


def declare(state: State, seat: int) -> list[Event]:
    """End the game, or take the player out of it by the steps of the rulebook."""
    if not state.setup.play_on:
        state.bankrupt = seat
        return [WentBankrupt(seat=seat, ends=True)]
    events: list[Event] = [WentBankrupt(seat=seat, ends=False)]
    for each in market.operating_order(state):
        if state.companies[each].president == seat:
            events.append(_close(state, seat, each))
    _leave(state, seat)
    if state.priority == seat:
        state.priority = state.after(seat)
        events.append(PriorityMoved(seat=state.priority))
    return events


def _close(state: State, seat: int, company: str) -> Event:
    """Close a company; everybody else exchanges its shares for their price."""
    price = market.price_of(state, company)
    for each, shares in enumerate(state.companies[company].shares):
        if each != seat:
            state.cash[each] += shares * price
            state.bank -= shares * price
    close(state, company)
    return ClosedByBankruptcy(company=company, price=price)


def _leave(state: State, seat: int) -> None:
    """The player's money goes to the bank, and shares of others' companies to their treasuries.

    RULINGS.md, 13: the bank pool may be full of them already, that is why they could not be sold.
    """
    state.bank += state.cash[seat]
    state.cash[seat] = 0
    for company in state.companies.values():
        company.treasury += company.shares[seat]
        company.shares[seat] = 0
    state.out.append(seat)
