"""How a company leaves the game.

Rules: Lost Atlas, Token Movement on the Stock Track (dissolution), Bankruptcy.
"""

from __future__ import annotations

from engine.core.event import Event

from . import market
from .events.companies import Dissolved
from .state import State


def settle_price(state: State, company: str) -> list[Event]:
    """Dissolve a company whose price has reached 0."""
    if market.price_of(state, company) > 0:
        return []
    close(state, company)
    return [Dissolved(company=company)]


def close(state: State, company: str) -> None:
    """Take a company out of the game: money to the bank, trains to the pool, its tokens off the map.

    Rusted trains are not worth keeping and leave the game; suburbs go with the hubs (RULINGS.md, 12).
    """
    gone = state.companies.pop(company)
    state.bank += gone.cash
    state.pool += gone.trains
    state.scrapped += len(gone.rusted)
    remove_tokens(state, company)
    market.leave(state, company)
    state.closed.append(company)


def remove_tokens(state: State, company: str) -> None:
    """Take a company's hubs and suburbs off the map."""
    for land in state.land.values():
        for owners in land.hubs:
            if company in owners:
                owners.remove(company)
        if company in land.suburbs:
            land.suburbs.remove(company)
