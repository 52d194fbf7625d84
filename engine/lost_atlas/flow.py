"""How one round follows another, and what happens by itself between decisions.

Rules: Lost Atlas, End of Stock Round to End of Game.
"""

from __future__ import annotations

from types import ModuleType

from engine.core.chance import Chance
from engine.core.event import Event

from . import (
    auction,
    board,
    discarding,
    export,
    map_building,
    merger,
    operating_round,
    stock_round,
)
from . import components as box
from .events.map_building import MapFinished
from .events.rounds import GameEnded
from .limits import overfull
from .state import State


def step(state: State) -> ModuleType | None:
    """The module whose rules the present decision follows; None when the game is over.

    Each has `pending`, `legal`, `check` and `perform`.
    """
    if state.round == "over":
        return None
    if overfull(state):
        return discarding
    if state.round == "building":
        return map_building
    if state.auction is not None:
        return auction
    if state.round == "stock":
        return stock_round
    return operating_round if state.round == "operating" else merger


def advance(state: State, chance: Chance) -> list[Event]:
    """Carry the game on to the next decision."""
    events: list[Event] = []
    while True:
        if state.bankrupt is not None:
            return events + _end(state, "a president is bankrupt")
        if len(state.playing) == 1 and state.seats > 1:
            return events + _end(state, "only one player is left")
        if state.round == "over" or overfull(state):
            return events
        more = _next(state, chance)
        if more is None:
            return events
        events += more


def _next(state: State, chance: Chance) -> list[Event] | None:
    """The next thing that happens by itself, or None if a decision is due."""
    if state.round == "building":
        return _finish_map(state, chance) if map_building.finished(state) else None
    if state.round == "stock":
        if state.auction is None and stock_round.over(state):
            return _end_stock_round(state, chance)
        return None
    if state.round == "operating":
        return _operate(state)
    if state.round == "merger":
        return _merge(state)
    return _finish_cycle(state)


def _finish_map(state: State, chance: Chance) -> list[Event]:
    state.building = None
    stock_round.deal_charters(state, chance)
    state.priority = chance.dice("priority", 1, state.seats)[0] - 1
    columns = tuple(tuple(column) for column in state.columns)
    finished = MapFinished(hexes=len(state.land), priority=state.priority, columns=columns)
    return [finished, *stock_round.begin(state)]


def _end_stock_round(state: State, chance: Chance) -> list[Event]:
    events = stock_round.end(state, chance)
    return events if state.stock is not None else events + operating_round.begin(state, 1)


def _operate(state: State) -> list[Event] | None:
    if state.turn is not None:
        return operating_round.end_turn(state) if operating_round.turn_over(state) else None
    company = operating_round.next_company(state)
    if company is not None:
        return operating_round.begin_turn(state, company)
    if state.number < operating_round.OPERATING_ROUNDS:
        return operating_round.begin(state, state.number + 1)
    if board.phase(state) == box.PHASES[0]:
        return export.begin(state)
    return merger.begin(state)


def _merge(state: State) -> list[Event] | None:
    merging = state.merging
    assert merging is not None
    if merging.active in state.companies and not state.companies[merging.active].acted:
        return None
    if merging.doubled:
        return None
    merging.active = merger.next_minor(state) or ""
    if merging.active:
        return []
    state.merging = None
    return export.begin(state)


def _finish_cycle(state: State) -> list[Event]:
    if state.cycle >= state.setup.cycles:
        return _end(state, f"{state.setup.cycles} cycles have been played")
    state.cycle += 1
    return stock_round.begin(state)


def _end(state: State, why: str) -> list[Event]:
    state.round = "over"
    state.turn = state.merging = state.offer = state.auction = state.stock = None
    return [GameEnded(why=why)]


__all__ = ["advance", "step"]
