"""The export at the end of a cycle.

Rules: Lost Atlas, Export a Train; README rulings 10 and 16.
"""

from __future__ import annotations

from engine.core.event import Event

from . import components as box
from .events.trains import TrainsExported
from .limits import top_train
from .phases import train_taken
from .state import State


def begin(state: State) -> list[Event]:
    """Export the top train of the stack, or all trains of the first rank together.

    An exported train counts as bought for rust and phase; trains of the last rank come back.
    """
    state.round = "export"
    state.moves.clear()
    ranks = list(box.train_kinds())
    train = top_train(state)
    count = state.left[train] if train == ranks[0] else 1
    if train != ranks[-1]:
        state.left[train] -= count
        state.exported += count
    return [TrainsExported(train=train, count=count), *train_taken(state, train)]
