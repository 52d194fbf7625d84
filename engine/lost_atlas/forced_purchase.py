"""A company without a train that cannot pay for one: its president helps, sells shares, or is bankrupt.

Rules: Lost Atlas, Forced Train Purchase; README ruling 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.event import Event

from . import market, ownership
from .actions import BuyTrain, Sell
from .closing import settle_price
from .events.market import PriceMoved
from .state import Company, State, Turn
from .stock_round import transfer_sale
from .train_market import cheapest, on_offer


def is_forced(state: State, company: Company) -> bool:
    """True if the company owns no train and cannot pay for the bank's cheapest."""
    return not company.trains and company.cash < cheapest(state)


def missing(state: State, company: Company) -> int:
    """What treasury and president together lack for the cheapest train; 0 or less if they have enough."""
    return cheapest(state) - company.cash - state.cash[company.president]


def helped_purchases(state: State, company: Company) -> Iterator[BuyTrain]:
    """The cheapest trains of the bank, the president paying what the treasury lacks."""
    if is_forced(state, company) and missing(state, company) <= 0:
        price = cheapest(state)
        for source, train, each in on_offer(state):
            if each == price:
                yield BuyTrain(source, train, price)


def sale_refused(state: State, turn: Turn, company: Company, count: int) -> str:
    """Why the president may not sell a share now; empty if he may. Shares are sold one at a time."""
    active = state.companies[turn.company]
    seat = active.president
    if not is_forced(state, active):
        return "Shares are sold in an operating round only for a forced train purchase."
    if missing(state, active) <= 0:
        return "There is enough money for the train: no more shares are sold."
    if count != 1:
        return "In a forced purchase shares are sold one at a time."
    if wrong := ownership.sale_refused(state, company, seat, 1):
        return wrong
    if company.id == active.id:
        shares = ownership.holdings_after_sale(company, seat, 1)
        if ownership.heir(state, shares, seat) != seat:
            return f"The presidency of {company.name} may not change by this sale."
    return ""


def sales(state: State, turn: Turn) -> Iterator[Sell]:
    """Every share that the president may sell now."""
    for company in state.companies.values():
        if not sale_refused(state, turn, company, 1):
            yield Sell(company.id, 1)


def sell(state: State, turn: Turn, company: Company) -> list[Event]:
    """Sell one share at the price before all sales; prices fall when the sales are over."""
    seat = state.companies[turn.company].president
    if company.id not in turn.forced:
        turn.forced.append(company.id)
    return transfer_sale(state, seat, company, 1)


def settle_sales(state: State, turn: Turn) -> list[Event]:
    """The sales are over: each company whose shares were sold falls one step, however many were sold."""
    events: list[Event] = []
    forced, turn.forced = turn.forced, []
    for each in [company for company in market.operating_order(state) if company in forced]:
        before, after = market.move(state, each, -1)
        events.append(PriceMoved(company=each, before=before, after=after))
        events += settle_price(state, each)
    return events
