"""The stock track: prices, and tokens stacked in the order in which they came.

Rules: Lost Atlas, Token Movement on the Stock Track; README rulings 9 and 15.
"""

from __future__ import annotations

from .components import stock_track
from .state import Move, State


def column_of(state: State, company: str) -> int:
    """Where a company's token lies: an index of the stock track. Raises KeyError if it has none."""
    for column, tokens in enumerate(state.market):
        if company in tokens:
            return column
    raise KeyError(company)


def price_of(state: State, company: str) -> int:
    """A company's share price."""
    return stock_track()[column_of(state, company)]


def highest_at_most(amount: int) -> int:
    """The column of the highest printed price that is not above an amount."""
    return max(column for column, price in enumerate(stock_track()) if price <= amount)


def operating_order(state: State) -> list[str]:
    """All companies by descending price; at the same price from the top token down."""
    return [company for tokens in reversed(state.market) for company in tokens]


def enter(state: State, company: str, column: int) -> None:
    """A new token enters a column, below those that are there."""
    state.market[column].append(company)


def leave(state: State, company: str) -> None:
    """A token leaves the track."""
    state.market[column_of(state, company)].remove(company)


def move(state: State, company: str, steps: int) -> tuple[int, int]:
    """Move a token by so many increments, up or down; returns the prices before and after.

    At the right end it stays where it is; at 0 it lies until the company is dissolved.
    """
    before = column_of(state, company)
    after = min(max(before + steps, 0), len(stock_track()) - 1)
    if after != before:
        state.market[before].remove(company)
        state.market[after].append(company)
        state.moves.append(Move(company, stock_track()[before], stock_track()[after]))
    return stock_track()[before], stock_track()[after]


def to_bottom(state: State, company: str) -> None:
    """The price stays and the token goes below the others of its column."""
    tokens = state.market[column_of(state, company)]
    tokens.remove(company)
    tokens.append(company)


def steps_for_payout(price: int, payout: int) -> int:
    """By how many increments a payout moves a price: none, one, or two from double the price on.

    Rules: Lost Atlas, To Pay Out the Earnings.
    """
    if payout >= 2 * price:
        return 2
    return 1 if payout >= price else 0


def price_after(price: int, steps: int) -> int:
    """The price that many increments away."""
    track = stock_track()
    return track[min(max(track.index(price) + steps, 0), len(track) - 1)]


def shares_value(state: State, seat: int) -> int:
    """What a player's shares are worth at today's prices."""
    return sum(company.shares[seat] * price_of(state, company.id) for company in state.companies.values())
