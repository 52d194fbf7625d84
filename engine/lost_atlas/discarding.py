"""Giving up trains above a new limit, or after a merger: the presidents choose, all at once.

Rules: Lost Atlas, Phase Changes, Merger Round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending

from .actions import Discard
from .events.trains import TrainDiscarded
from .limits import overfull, train_limit
from .state import State


def pending(state: State) -> tuple[Pending, ...]:
    """Every president of a company above its limit."""
    asked: dict[int, list[str]] = {}
    for each in overfull(state):
        company = state.companies[each]
        asked.setdefault(company.president, []).append(
            f"{company.name} may keep {train_limit(state, company)}"
        )
    return tuple(
        Pending(seat, (Discard,), f"Give up trains: {', '.join(names)}") for seat, names in asked.items()
    )


def legal(state: State, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
    """Each rank of train that a company of this president could give up."""
    for each in overfull(state):
        company = state.companies[each]
        if company.president == seat:
            for train in dict.fromkeys(company.trains):
                yield Discard(each, train)


def check(state: State, seat: int, action: Action) -> None:
    """Raise IllegalMove unless the action is legal."""
    assert isinstance(action, Discard)
    company = state.companies.get(action.company)
    if company is None or company.id not in overfull(state) or company.president != seat:
        raise IllegalMove("Only your company above its train limit gives up a train.")
    if action.train not in company.trains:
        raise IllegalMove(f"{company.name} has no such train to give up.")


def perform(state: State, chance: Chance, seat: int, action: Action) -> list[Event]:
    """The train goes to the bank pool."""
    assert isinstance(action, Discard)
    state.companies[action.company].trains.remove(action.train)
    state.pool.append(action.train)
    return [TrainDiscarded(company=action.company, train=action.train, why="limit")]
