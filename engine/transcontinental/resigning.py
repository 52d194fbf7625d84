"""Solo: once the Last Spike is in the Prairies the player may give in. Rules: Solo Mode, End of Game."""

from __future__ import annotations

from .phases.rounds import finish
from .procedure import Run
from .state import State


def may_resign(state: State) -> bool:
    """Whether one of the three conditions is lost for good."""
    if state.syndicate is None:
        return False
    return state.syndicate.spike_reached <= state.box.regions["prairies"].spaces[1]


def resign(run: Run) -> None:
    """End the game with a humiliating defeat."""
    run.state.resigned = True
    finish(run)
