"""Issuing and redeeming a share.

Rules: Lost Atlas, Operating Round 2; README ruling 8.
"""

from __future__ import annotations

from engine.core.event import Event

from . import market, ownership
from .closing import settle_price
from .events.market import PriceMoved, ShareIssued, ShareRedeemed
from .state import Company, State


def issue_refused(company: Company) -> str:
    """Why a company may not issue a share; empty if it may."""
    if not company.treasury:
        return f"{company.name} has no share left in its treasury."
    if not ownership.room_in_pool(company):
        return f"At most half of {company.name} may lie in the bank pool."
    return ""


def issue(state: State, company: Company) -> list[Event]:
    """A share goes from the treasury to the bank pool for the present price; the price falls one step."""
    price = market.price_of(state, company.id)
    company.treasury -= 1
    company.pool += 1
    company.cash += price
    state.bank -= price
    before, after = market.move(state, company.id, -1)
    return [
        ShareIssued(company=company.id, price=price),
        PriceMoved(company=company.id, before=before, after=after),
        *settle_price(state, company.id),
    ]


def redeem_refused(state: State, company: Company) -> str:
    """Why a company may not redeem a share; empty if it may."""
    if not company.pool:
        return f"There is no share of {company.name} in the bank pool."
    price = market.price_of(state, company.id)
    if company.cash < price:
        return f"Redeeming costs {price}; {company.name} has {company.cash}."
    return ""


def redeem(state: State, company: Company) -> list[Event]:
    """A share goes from the bank pool to the treasury for the present price, which stays."""
    price = market.price_of(state, company.id)
    company.pool -= 1
    company.treasury += 1
    company.cash -= price
    state.bank += price
    return [ShareRedeemed(company=company.id, price=price)]
