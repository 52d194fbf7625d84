"""An ally card being carried out: steps in any order, IF tested, THEN allowed. Rules: Logical Operators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import Skip
from engine.transcontinental.card_text import Clause, Condition, Step
from engine.transcontinental.events import ConditionTested, Used
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import CardPlay, State
from engine.transcontinental.steps import CARD, KINDS, carry_out, choices_of
from engine.transcontinental.words import card_name, condition_words, step_words

from .turn import fits, why_not_there


class PlayingCard(Procedure[CardPlay]):
    frame = CardPlay

    def run(self, run: Run, frame: CardPlay) -> bool:
        if any(self._possible(run.state, frame, step) for _, step in left(run.state, frame)):
            return False
        finish_group(run, frame)
        return True

    def _possible(self, state: State, frame: CardPlay, step: Step) -> bool:
        return next(choices_of(state, frame.player, CARD, step, frame.space, {}), None) is not None

    def pending(self, state: State, frame: CardPlay) -> tuple[Pending, ...]:
        steps = [step for _, step in left(state, frame) if self._possible(state, frame, step)]
        kinds = tuple(dict.fromkeys(KINDS[step.verb] for step in steps))
        words = " and ".join(step_words(step) for step in steps)
        return (Pending(frame.player, (*kinds, Skip), f"{card_name(state, frame.card)}: {words}"),)

    def legal(
        self, state: State, frame: CardPlay, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Skip:
            yield Skip()
            return
        seen: set[str] = set()
        for _, step in left(state, frame):
            if KINDS[step.verb] is kind:
                for legal in choices_of(state, seat, CARD, step, frame.space, chosen):
                    if repr(legal) not in seen:
                        seen.add(repr(legal))
                        yield legal

    def why_not(self, state: State, frame: CardPlay, seat: int, action: Action) -> str:
        wild = any(step.verb == "develop" and step.resource for _, step in left(state, frame))
        return "" if wild else why_not_there(state, seat, action)

    def perform(self, run: Run, frame: CardPlay, seat: int, action: Action) -> None:
        state = run.state
        if isinstance(action, Skip):
            finish_group(run, frame)
            return
        number, step = next(
            (number, step)
            for number, step in left(state, frame)
            if KINDS[step.verb] is type(action) and fits(state, seat, CARD, step, frame.space, action)
        )
        frame.done.append(number)
        run.tell(Used(side=seat, at=CARD, words=step_words(step)))
        carry_out(run, seat, step, action, state.box.spaces[frame.space].region)


def clause_of(state: State, frame: CardPlay) -> Clause:
    """The alternative of the card that was chosen."""
    return state.box.allies[frame.card].clauses[frame.clause]


def left(state: State, frame: CardPlay) -> list[tuple[int, Step]]:
    """The steps of the present group that are not done, with their numbers."""
    clause = clause_of(state, frame)
    group = clause.after if frame.after else clause.before
    return [(number, step) for number, step in enumerate(group) if number not in frame.done]


def holds(state: State, frame: CardPlay, condition: Condition) -> bool:
    """Whether the card's condition is met. Only the player's own cubes count (RULINGS.md A43)."""
    if condition.verb == "at":
        return state.box.spaces[frame.space].region == condition.what
    return frame.removed.get(condition.what, 0) >= condition.amount


def finish_group(run: Run, frame: CardPlay) -> None:
    """The group of steps is over: test the condition, or be done with the card."""
    condition = clause_of(run.state, frame).condition
    if condition is not None and not frame.after:
        met = holds(run.state, frame, condition)
        run.tell(ConditionTested(side=frame.player, words=condition_words(condition), holds=met))
        if met:
            frame.after = True
            frame.done = []
            return
    run.pop()
