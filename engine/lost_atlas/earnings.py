"""Paying out or withholding what the trains have earned.

Rules: Lost Atlas, Operating Round 6; README rulings 9 and 15.
"""

from __future__ import annotations

from engine.core.event import Event

from . import market
from .closing import settle_price
from .events.market import PriceMoved
from .events.operating import Paid, Withheld
from .state import Company, State


def per_share(company: Company, earnings: int) -> int:
    """What one share receives: a fifth of a minor's earnings, a tenth of a major's."""
    return earnings // company.total_shares


def pay_out(state: State, company: Company, earnings: int) -> list[Event]:
    """Every share receives its part, those in the treasury too; shares in the pool pay nobody.

    The price stays (and the token goes to the bottom of its column), or rises by one or two increments.
    """
    part = per_share(company, earnings)
    received = tuple((seat, part * shares) for seat, shares in enumerate(company.shares))
    for seat, amount in received:
        state.cash[seat] += amount
    company.cash += part * company.treasury
    state.bank -= part * (company.total_shares - company.pool)
    events: list[Event] = [
        Paid(company=company.id, earnings=earnings, shares=received, treasury=part * company.treasury)
    ]
    steps = market.steps_for_payout(market.price_of(state, company.id), earnings)
    before, after = market.move(state, company.id, steps)
    if steps == 0:
        market.to_bottom(state, company.id)
    events.append(PriceMoved(company=company.id, before=before, after=after))
    return events


def withhold(state: State, company: Company, earnings: int) -> list[Event]:
    """The earnings go to the treasury, and the price falls one step; so it does if nothing was earned."""
    company.cash += earnings
    state.bank -= earnings
    before, after = market.move(state, company.id, -1)
    return [
        Withheld(company=company.id, earnings=earnings),
        PriceMoved(company=company.id, before=before, after=after),
        *settle_price(state, company.id),
    ]
