"""The telegram phases: in turn order, place one regular telegram or pass for good. Rules: Telegram Phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import Pass, Place, Resign
from engine.transcontinental.events import Passed, TelegramPlaced
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.resigning import may_resign, resign
from engine.transcontinental.state import Placing, State, Telegram, open_space, open_spaces


class TelegramPhase(Procedure[Placing]):
    frame = Placing

    def run(self, run: Run, frame: Placing) -> bool:
        state = run.state
        for step in range(state.sides):
            side = state.order[(frame.turn + step) % state.sides]
            if side in frame.passed:
                continue
            if side >= state.seats or not state.regular[side] or not open_spaces(state):
                frame.passed.append(side)
                continue
            frame.turn = (frame.turn + step) % state.sides
            return False
        run.pop()
        return True

    def pending(self, state: State, frame: Placing) -> tuple[Pending, ...]:
        side = state.order[frame.turn]
        kinds: tuple[type[Action], ...] = (Place, Pass)
        if may_resign(state):
            kinds = (*kinds, Resign)
        left = state.regular[side]
        prompt = f"Place a telegram or pass: {left} left in hand"
        return (Pending(side, kinds, prompt),)

    def legal(
        self, state: State, frame: Placing, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Place:
            yield from (Place(space) for space in open_spaces(state))
        elif kind is Pass:
            yield Pass()
        elif kind is Resign:
            yield Resign()

    def why_not(self, state: State, frame: Placing, seat: int, action: Action) -> str:
        if not isinstance(action, Place):
            return ""
        if action.space in state.telegrams:
            return f"There is a telegram on space {action.space} already."
        if not open_space(state, action.space):
            return f"Telegrams are placed East of the Railhead, on spaces 1 to {state.railhead - 1}."
        return ""

    def perform(self, run: Run, frame: Placing, seat: int, action: Action) -> None:
        state = run.state
        if isinstance(action, Place):
            state.regular[seat] -= 1
            state.telegrams[action.space] = Telegram(seat)
            run.tell(TelegramPlaced(side=seat, space=action.space, places=(str(action.space),)))
            frame.turn = (frame.turn + 1) % state.sides
        elif isinstance(action, Pass):
            frame.passed.append(seat)
            run.tell(Passed(side=seat))
        else:
            resign(run)
