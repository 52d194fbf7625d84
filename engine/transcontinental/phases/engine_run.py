"""An action phase: the engine stops at telegrams; ports not loaded from rise. Rules: Action Phases."""

from __future__ import annotations

from engine.transcontinental.events import PortRose, TurnBegan
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import SYNDICATE, WEST, SyndicateTurn, Travel, Turn


class EngineRun(Procedure[Travel]):
    frame = Travel

    def run(self, run: Run, frame: Travel) -> bool:
        state = run.state
        if not frame.started:
            frame.started = True
            state.engine = 1 if frame.direction == WEST else state.railhead - 1
            return True
        telegram = state.telegrams.get(state.engine)
        if telegram is not None and not frame.stopped:
            frame.stopped = True
            run.tell(TurnBegan(side=telegram.owner, space=state.engine, places=(str(state.engine),)))
            if state.solo and telegram.owner == SYNDICATE:
                run.push(SyndicateTurn(state.engine, frame.direction))
            else:
                run.push(Turn(telegram.owner, state.engine))
            return True
        raise_port(run, frame)
        ahead = state.engine + frame.direction
        if not 1 <= ahead < state.railhead:
            run.pop()
            return True
        state.engine = ahead
        frame.stopped = frame.loaded = False
        return True


def raise_port(run: Run, frame: Travel) -> None:
    """A port whose supply was not loaded on this visit rises, up to its maximum."""
    state = run.state
    if frame.loaded:
        return
    for port in run.box.ports.values():
        if port.space == state.engine and state.ports[port.resource] < port.max:
            state.ports[port.resource] = min(port.max, state.ports[port.resource] + port.unused_step)
            run.tell(PortRose(resource=port.resource, supply=state.ports[port.resource]))
