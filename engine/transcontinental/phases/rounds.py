"""The rounds: phase follows phase until the Final Round's Railhead Phase. Rules: Phases of the Game."""

from __future__ import annotations

from engine.transcontinental.events import Finished, PhaseBegan
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.scoring import score_finally
from engine.transcontinental.state import (
    EAST,
    PHASES,
    WEST,
    Frame,
    Placing,
    Play,
    RailheadPhase,
    Resupplying,
    State,
    Travel,
)

LONGEST_GAME = 30
"""Rounds after which a game nobody advances is scored; not a rule of the game (RULINGS.md A51)."""


class Rounds(Procedure[Play]):
    frame = Play

    def run(self, run: Run, frame: Play) -> bool:
        state = run.state
        if state.final_round and frame.next == PHASES.index("railhead") + 1:
            finish(run)
            return False
        if frame.next == len(PHASES):
            end_round(state)
            frame.next = 0
        if frame.next == 0:
            if state.round >= LONGEST_GAME:
                finish(run)
                return False
            state.round += 1
            state.final_round = state.last_spike_claimed
        state.phase = PHASES[frame.next]
        frame.next += 1
        run.tell(PhaseBegan(phase=state.phase, round=state.round, final=state.final_round))
        run.push(_phase(state))
        return True


def _phase(state: State) -> Frame:
    match state.phase:
        case "westbound_telegrams" | "eastbound_telegrams":
            return Placing()
        case "westbound_actions":
            return Travel(WEST)
        case "eastbound_actions":
            return Travel(EAST)
        case "railhead":
            return RailheadPhase(
                bids=[None] * state.sides,
                values=[0] * state.sides,
                claimed=[[] for _ in range(state.sides)],
            )
    return Resupplying()


def end_round(state: State) -> None:
    """All telegrams, spent or still on spaces, return to their players. The Syndicate's stay."""
    for telegram in state.spent:
        _return(state, telegram.owner, telegram.bonus)
    state.spent.clear()
    for space, telegram in list(state.telegrams.items()):
        if not (state.solo and telegram.owner > 0):
            _return(state, telegram.owner, telegram.bonus)
            del state.telegrams[space]


def _return(state: State, owner: int, bonus: bool) -> None:
    if bonus:
        state.bonus[owner] += 1
    else:
        state.regular[owner] += 1


def finish(run: Run) -> None:
    """Final scoring, and the end."""
    state = run.state
    if not state.resigned:
        score_finally(run)
    state.over = True
    state.phase = "over"
    state.stack.clear()
    run.tell(Finished(sentence="The last Railhead Phase is over." if not state.resigned else "Resigned."))
