"""The Transcontinental as a Game: the stack of procedures behind the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.action import Action, Family, Legal, Value, specs
from engine.core.chance import Chance
from engine.core.choices import choices
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Game, Pending, Report, Result
from engine.core.notation import value_to_word

from . import reports, tell, wording
from .procedure import Procedure, Run
from .procedures import PROCEDURES
from .results import make_result
from .seeing import view_of
from .state import State
from .view import View, WaitingView


class Transcontinental(Game[State]):
    """A game in progress."""

    state_type = State

    @property
    def seats(self) -> int:
        return self.state.seats

    def _top(self) -> tuple[Procedure[Any], Any]:
        frame = self.state.stack[-1]
        return PROCEDURES[type(frame)], frame

    def pending(self) -> tuple[Pending, ...]:
        if self.state.over or not self.state.stack:
            return ()
        procedure, frame = self._top()
        return procedure.pending(self.state, frame)

    def legal(self, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
        procedure, frame = self._top()
        return procedure.legal(self.state, frame, seat, kind, chosen)

    def check(self, seat: int, action: Action) -> None:
        given = {name: getattr(action, name) for name in action.__struct_fields__}
        for legal in self.legal(seat, type(action), given):
            if action in legal if isinstance(legal, Family) else action == legal:
                return
        procedure, frame = self._top()
        raise IllegalMove(procedure.why_not(self.state, frame, seat, action) or self._what_fits(seat, action))

    def _what_fits(self, seat: int, action: Action) -> str:
        """Names the first field whose value cannot be, and what it could be."""
        chosen: dict[str, Value] = {}
        for spec in specs(type(action)):
            value = getattr(action, spec.name)
            found = choices(self, seat, type(action), chosen)
            if found.span is not None and value not in found.span:
                return f"The {spec.name} can be from {found.span.low} to {found.span.high}."
            if found.span is None and value not in [option.value for option in found.options]:
                words = [value_to_word(spec, option.value) for option in found.options]
                shown = ", ".join(words[:12]) + (" …" if len(words) > 12 else "")
                return (
                    f"The {spec.name} cannot be {value_to_word(spec, value)}; it can be {shown or 'nothing'}."
                )
            chosen[spec.name] = value
        return "That cannot be done now."

    def perform(self, seat: int, action: Action) -> list[Event]:
        run = Run(self.state, self.chance)
        procedure, frame = self._top()
        procedure.perform(run, frame, seat, action)
        advance(run)
        return run.events

    def view(self, viewer: int | None) -> View:
        waiting = tuple(WaitingView(each.seat, each.prompt, each.sealed) for each in self.pending())
        view = view_of(self.state, viewer, waiting)
        end = self.result()
        return view if end is None else replace(view, ranking=end.ranking, won=end.won)

    def result(self) -> Result | None:
        return make_result(self.state) if self.state.over else None

    def headline(self) -> str:
        return wording.headline(self.state)

    def tell(self, event: Event) -> str:
        return tell.sentence(self.state, event)

    def label(self, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
        return wording.label(self.state, kind, name, value, chosen)

    def describe(self, seat: int, action: Action) -> str:
        return wording.describe(self.state, seat, action)

    def forecast(self, seat: int, action: Action) -> list[Event]:
        # The last sealed choice reveals the others': a look ahead would show them before one commits.
        self.must_be_legal(seat, action)
        return [] if action.sealed else super().forecast(seat, action)

    def report(self, name: str, viewer: int | None, argument: str = "") -> Report:
        return reports.make_report(self.state, name, viewer, argument)

    def report_arguments(self, name: str, viewer: int | None) -> tuple[str, ...]:
        return reports.arguments(self.state, name, viewer)

    def reveals(self, events: list[Event], outcomes: tuple[Any, ...]) -> bool:
        return bool(outcomes) or any(event.audience is not None or tell.revealing(event) for event in events)


def advance(run: Run) -> None:
    """Let procedures run until a decision is needed or the game is over."""
    while run.state.stack:
        frame = run.state.stack[-1]
        if not PROCEDURES[type(frame)].run(run, frame):
            return


def fresh(state: State, chance: Chance) -> tuple[Transcontinental, Run]:
    """A game around a state, and a Run to work on it with."""
    return Transcontinental(state, chance), Run(state, chance)
