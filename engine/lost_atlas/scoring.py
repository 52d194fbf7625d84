"""The end of the game.

Rules: Lost Atlas, End of Game.
"""

from __future__ import annotations

from engine.core.game import Result, Score

from . import market
from .market import shares_value
from .state import State


def result(state: State) -> Result | None:
    """Personal cash and the value of shares; a tie goes to whoever presides over the earlier company."""
    if state.round != "over":
        return None
    totals = [state.cash[seat] + shares_value(state, seat) for seat in range(state.seats)]
    order = [state.companies[each].president for each in market.operating_order(state)]

    def place(seat: int) -> tuple[bool, int, int]:
        first = order.index(seat) if seat in order else len(order)
        return seat in state.out, -totals[seat], first

    ranking: list[tuple[int, ...]] = []
    for seat in sorted(range(state.seats), key=place):
        # Seats that preside over nothing cannot be told apart and share their place.
        if ranking and place(ranking[-1][0]) == place(seat):
            ranking[-1] = (*ranking[-1], seat)
        else:
            ranking.append((seat,))
    scores = tuple(
        Score(seat, totals[seat], _parts(state, seat), _note(state, seat)) for seat in range(state.seats)
    )
    return Result(tuple(ranking), scores, sentence=_sentence(ranking, totals))


def _parts(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    parts = [("Cash", state.cash[seat])]
    for each in market.operating_order(state):
        company = state.companies[each]
        if company.shares[seat]:
            price = market.price_of(state, each)
            parts.append((f"{company.name}: {company.shares[seat]} × {price}", company.shares[seat] * price))
    return tuple(parts)


def _note(state: State, seat: int) -> str:
    return "bankrupt" if seat in state.out or seat == state.bankrupt else ""


def _sentence(ranking: list[tuple[int, ...]], totals: list[int]) -> str:
    first = ranking[0]
    if len(first) == 1 and len(ranking) > 1 and totals[ranking[1][0]] == totals[first[0]]:
        return "The tie goes to the president of the company that operates earliest."
    return ""
