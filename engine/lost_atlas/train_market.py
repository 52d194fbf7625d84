"""Buying trains: from the stack, from the bank pool, from other companies.

Rules: Lost Atlas, Operating Round 1 (leadoff train) and 7; README ruling 16.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.action import Family, Legal, Span
from engine.core.event import Event

from . import components as box
from .actions import BuyTrain
from .events.trains import SaleOffered, TrainBought
from .limits import top_train, train_limit
from .phases import train_taken
from .state import Company, Offer, State, Turn

STACK, POOL = "stack", "pool"


def on_offer(state: State) -> list[tuple[str, str, int]]:
    """Source, train and price of what the bank sells: the top of the stack (both sides), and the pool."""
    top = top_train(state)
    found = [(STACK, top, box.face_price(top))]
    if top == box.rank_of(box.INFINITY):
        found.append((STACK, box.INFINITY, box.face_price(box.INFINITY)))
    found += [(POOL, train, box.face_price(train)) for train in dict.fromkeys(state.pool)]
    return found


def cheapest(state: State) -> int:
    """The lowest price at which the bank sells a train."""
    return min(price for _, _, price in on_offer(state))


def has_room(state: State, company: Company) -> bool:
    """True if the company has fewer trains than its limit."""
    return len(company.trains) < train_limit(state, company)


# --- what a company may buy with its own money ------------------------------------------------


def purchases(state: State, turn: Turn) -> Iterator[Legal]:
    """Every purchase from the company's treasury, also of others' trains (with their consent)."""
    company = state.companies[turn.company]
    yield from bank_purchases(state, company)
    yield from trade_ins(state, company)
    yield from company_purchases(state, turn)


def bank_purchases(state: State, company: Company) -> Iterator[BuyTrain]:
    """Trains of the bank at their printed price."""
    if has_room(state, company):
        for source, train, price in on_offer(state):
            if price <= company.cash:
                yield BuyTrain(source, train, price)


def trade_ins(state: State, company: Company) -> Iterator[BuyTrain]:
    """An infinity train for less, a train being turned in; it makes the room for the new one."""
    _, reduced = box.infinity_prices()
    if top_train(state) != box.rank_of(box.INFINITY) or reduced > company.cash:
        return
    for train in dict.fromkeys(company.trains):
        yield BuyTrain(STACK, box.INFINITY, reduced, train)


def company_purchases(state: State, turn: Turn) -> Iterator[Legal]:
    """Trains of other companies, for any price from 1."""
    company = state.companies[turn.company]
    if not has_room(state, company) or company.cash < 1:
        return
    for seller in state.companies.values():
        if seller.id != company.id:
            for train in dict.fromkeys(seller.trains):
                low = least_offer(turn, seller.id, train)
                if low <= company.cash:
                    prices = Span(low, company.cash)
                    yield Family(BuyTrain, source=seller.id, train=train, price=prices, trade_in=None)


def least_offer(turn: Turn, seller: str, train: str) -> int:
    """At least 1; more than what was declined in this turn (RULINGS.md, 8)."""
    return turn.refused.get(f"{seller} {train}", 0) + 1


def purchase_refused(state: State, turn: Turn, action: BuyTrain) -> str:
    """Why a company may not buy a train with its own money; empty if it may."""
    company = state.companies[turn.company]
    if action.trade_in is not None:
        return _trade_in_refused(state, company, action)
    if not has_room(state, company):
        return f"{company.name} holds as many trains as it may: {train_limit(state, company)}."
    if action.price > company.cash:
        return f"{company.name} has only {company.cash} in its treasury."
    if action.source in (STACK, POOL):
        return _bank_price_refused(state, action)
    seller = state.companies.get(action.source)
    if seller is None or seller.id == company.id:
        return "A train is bought from the stack, from the pool, or from another company."
    if action.train not in seller.trains:
        return f"{seller.name} has no such train to sell."
    low = least_offer(turn, seller.id, action.train)
    if action.price >= low:
        return ""
    if low == 1:
        return "A train is bought from another company for at least 1."
    return f"An offer of {low - 1} was declined in this turn: offer more."


def _bank_price_refused(state: State, action: BuyTrain) -> str:
    prices = {(source, train): price for source, train, price in on_offer(state)}
    price = prices.get((action.source, action.train))
    if price is None:
        names = ", ".join(f"{train} ({source})" for source, train in prices)
        return f"The bank does not sell that train. It sells: {names}."
    return "" if action.price == price else f"That train costs {price}."


def _trade_in_refused(state: State, company: Company, action: BuyTrain) -> str:
    _, reduced = box.infinity_prices()
    if action.source != STACK or action.train != box.INFINITY:
        return "Only for an infinity train from the stack may a train be turned in."
    if top_train(state) != box.rank_of(box.INFINITY):
        return "Infinity trains are not for sale yet."
    if action.trade_in not in company.trains:
        return f"{company.name} has no such train to turn in."
    if action.price != reduced:
        return f"With a train turned in, the infinity train costs {reduced}."
    return "" if company.cash >= reduced else f"{company.name} has only {company.cash} in its treasury."


# --- buying -----------------------------------------------------------------------------------


def needs_consent(state: State, company: Company, action: BuyTrain) -> bool:
    """True if another player presides over the seller."""
    seller = state.companies.get(action.source)
    return seller is not None and seller.president != company.president


def offer(state: State, company: Company, action: BuyTrain) -> list[Event]:
    """Ask the seller's president."""
    state.offer = Offer(company.id, action.source, action.train, action.price)
    seat = state.companies[action.source].president
    return [
        SaleOffered(
            company=company.id, seller=action.source, train=action.train, price=action.price, seat=seat
        )
    ]


def buy(state: State, company: Company, action: BuyTrain, helped: int = 0) -> list[Event]:
    """The train changes hands and is paid for.

    helped: what the president adds from his own money, in a forced purchase.
    """
    if action.trade_in is not None:
        company.trains.remove(action.trade_in)
        state.pool.append(action.trade_in)
    state.cash[company.president] -= helped
    company.cash -= action.price - helped
    seller = state.companies.get(action.source)
    if seller is not None:
        seller.cash += action.price
        seller.trains.remove(action.train)
    else:
        state.bank += action.price
    company.trains.append(action.train)
    events: list[Event] = [
        TrainBought(
            company=company.id,
            train=action.train,
            price=action.price,
            source=action.source,
            trade_in=action.trade_in or "",
            helped=helped,
            president=company.president,
        )
    ]
    if action.source == POOL:
        state.pool.remove(action.train)
    elif action.source == STACK:
        rank = box.rank_of(action.train)
        state.left[rank] = max(0, state.left[rank] - 1)
        events += train_taken(state, rank)
    return events
