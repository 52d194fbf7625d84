"""Shares, presidents, and who may hold how much.

Shares are counted in shares: five of a minor, ten of a major; the president's certificate is two of them.

Rules: Lost Atlas, Sell Share(s) and/or Purchase a Share.
"""

from __future__ import annotations

from .components import PRESIDENT_SHARES
from .state import Company, State


def most_a_player_may_own(company: Company) -> int:
    """60 per cent, in shares."""
    return company.total_shares * 6 // 10


def room_in_pool(company: Company) -> int:
    """How many shares the bank pool may still take: it holds at most half of a company."""
    return max(0, company.total_shares // 2 - company.pool)


def fully_owned(company: Company) -> bool:
    """True if all shares are with players."""
    return company.treasury == 0 and company.pool == 0


def heir(state: State, shares: list[int], president: int) -> int:
    """Who presides with these holdings, if this seat presided before.

    Another player must own more than the president; of several with as many, the next one clockwise.
    """
    most = max(shares[seat] for seat in state.playing)
    if shares[president] >= most:
        return president
    for step in range(1, state.seats):
        seat = (president + step) % state.seats
        if seat not in state.out and shares[seat] == most:
            return seat
    return president


def holdings_after_sale(company: Company, seat: int, count: int) -> list[int]:
    """The players' shares after a sale."""
    shares = list(company.shares)
    shares[seat] -= count
    return shares


def leaves_no_president(state: State, company: Company, seat: int, count: int) -> bool:
    """True if after the sale nobody could hold the president's certificate."""
    shares = holdings_after_sale(company, seat, count)
    return max(shares[each] for each in state.playing) < PRESIDENT_SHARES


def settle_presidency(state: State, company: Company) -> int | None:
    """Move the presidency if another player now owns more; returns the new president, or None."""
    new = heir(state, company.shares, company.president)
    if new == company.president:
        return None
    company.president = new
    return new


def sale_refused(state: State, company: Company, seat: int, count: int) -> str:
    """Why a player may not sell so many shares of a company, as a sentence; empty if he may.

    Holds in stock rounds and in forced sales alike.
    """
    if count < 1:
        return "Sell at least one share."
    if company.shares[seat] < count:
        have = company.shares[seat]
        return f"You own {have or 'no'} share{'' if have == 1 else 's'} of {company.name}."
    if not company.operated:
        return f"{company.name} has not operated yet, so its shares cannot be sold."
    if count > room_in_pool(company):
        return (
            f"At most half of {company.name} may lie in the bank pool: there is room for "
            f"{room_in_pool(company)} more."
        )
    if leaves_no_president(state, company, seat, count):
        return f"That would leave {company.name} without a president: nobody else owns two shares."
    return ""


def most_to_sell(state: State, company: Company, seat: int) -> int:
    """The most shares of a company that a player may sell at once."""
    for count in range(min(company.shares[seat], room_in_pool(company)), 0, -1):
        if not sale_refused(state, company, seat, count):
            return count
    return 0
