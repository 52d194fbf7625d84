"""What a train bought or exported for the first time sets off: rust, a new phase, new limits.

Rules: Lost Atlas, Rust Events, Phase Changes.
"""

from __future__ import annotations

from engine.core.event import Event

from . import board, market
from . import components as box
from .companies import powers
from .events.trains import PhaseChanged, TrainsRusted
from .state import State
from .words import train_name


def train_taken(state: State, rank: str) -> list[Event]:
    """A train left the stack, bought or exported; the first of its rank may rust others and change the phase.

    Companies above the new limits then discard: the flow asks their presidents.
    """
    ranks = list(box.train_kinds())
    if ranks.index(rank) <= ranks.index(state.rank):
        return []
    before = board.phase(state)
    events: list[Event] = []
    for passed in ranks[ranks.index(state.rank) + 1 : ranks.index(rank) + 1]:
        state.rank = passed
        events += rust(state, box.train_kinds()[passed].rusts)
    if board.phase(state) != before:
        events.append(PhaseChanged(phase=board.phase(state)))
    return events


def rust(state: State, train: str) -> list[Event]:
    """All trains of a rank leave the game, except those that an ability keeps for a last run."""
    if not train:
        return []
    lost: list[tuple[str, int]] = []
    kept: list[str] = []
    for each in market.operating_order(state):
        company = state.companies[each]
        count = company.trains.count(train)
        if not count:
            continue
        company.trains = [other for other in company.trains if other != train]
        if powers(company).keeps_rusted:
            company.rusted += [train] * count
            kept.append(each)
        else:
            state.scrapped += count
            lost.append((each, count))
    state.scrapped += state.pool.count(train)
    state.pool = [other for other in state.pool if other != train]
    return [TrainsRusted(train=train, lost=tuple(lost), kept=tuple(kept))]


def sets_off(state: State, rank: str) -> str:
    """What the next train of a rank sets off if it is the first, in words; empty if nothing."""
    ranks = list(box.train_kinds())
    if ranks.index(rank) <= ranks.index(state.rank):
        return ""
    kind = box.train_kinds()[rank]
    parts = [f"all {train_name(kind.rusts)}s rust"] if kind.rusts else []
    if kind.phase != board.phase(state):
        parts.append(f"the {kind.phase} phase begins")
    return " and ".join(parts)


def next_rust(state: State) -> tuple[str, str] | None:
    """Which trains rust next, and the rank whose first train does it; None if nothing rusts any more."""
    ranks = list(box.train_kinds())
    for rank in ranks[ranks.index(state.rank) + 1 :]:
        if box.train_kinds()[rank].rusts:
            return box.train_kinds()[rank].rusts, rank
    return None
