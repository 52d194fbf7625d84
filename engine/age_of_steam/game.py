"""The game of Age of Steam: the phases in their order, held to the house's Game protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.action import Action, Legal, Value
from engine.core.chance import Chance
from engine.core.event import Event
from engine.core.game import Game, Pending, Report, Result
from engine.core.title import Options

from . import labels, reports, telling
from .board import Board, board
from .maps import rules_of
from .maps.base import MapRules
from .options import SteamOptions
from .phases.advance_turn import finish
from .phases.base import Phase
from .phases.registry import PHASES
from .scoring import result
from .seeing import PHASE_NAMES, view_of
from .setup import new_state
from .state import State
from .view import View


class AgeOfSteam(Game[State]):
    """One game of Age of Steam on any of the maps."""

    state_type = State

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance)
        self.board: Board = board(state.map)
        self.rules: MapRules = rules_of(state.map)

    @property
    def seats(self) -> int:
        return len(self.state.players)

    # --- the phases ----------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """The rules of the phase that is being played."""
        name = self.state.phase
        return self.rules.phases().get(name) or PHASES[name]

    def begin(self) -> list[Event]:
        """Start the first phase; called once, when the game starts."""
        return [*self.phase.begin(self), *self._proceed()]

    def pending(self) -> tuple[Pending, ...]:
        return () if self.state.phase == "over" else self.phase.pending(self)

    def legal(self, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
        return self.phase.legal(self, seat, kind, chosen)

    def check(self, seat: int, action: Action) -> None:
        self.phase.check(self, seat, action)

    def perform(self, seat: int, action: Action) -> list[Event]:
        events = self.phase.perform(self, seat, action)
        return [*events, *self._proceed()]

    def _proceed(self) -> list[Event]:
        """Play the phases on until somebody must decide, or the game is over."""
        state, events = self.state, []
        while state.phase != "over" and self.phase.done(self):
            events += self.phase.end(self)
            if state.phase == "pay_expenses" and self._too_few():
                events += finish(self)
                break
            order = self.board.game["phases"]
            state.phase = order[(order.index(state.phase) + 1) % len(order)]
            events += self.phase.begin(self)
        return events

    def _too_few(self) -> bool:
        """Whether insolvency has left one railroad, or alone on a solo map none."""
        return len(self.state.order) < min(2, len(self.state.players))

    # --- what is seen --------------------------------------------------------------------------

    def view(self, viewer: int | None) -> View:
        view = view_of(self.state, tuple(each.seat for each in self.pending()))
        end = self.result()
        return view if end is None else replace(view, ranking=end.ranking, won=end.won)

    def result(self) -> Result | None:
        return result(self.state) if self.state.phase == "over" else None

    def headline(self) -> str:
        state = self.state
        name = PHASE_NAMES[state.phase]
        if state.phase == "over":
            return f"{self.board.name} · game over after turn {state.turn}"
        if state.move_round:
            name = f"{name}, round {state.move_round}"
        return f"{self.board.name} · turn {state.turn} of {state.turns} · {name}"

    def tell(self, event: Event) -> str:
        return telling.tell(self.board, event)

    def label(self, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
        return labels.label(self, kind, name, value, chosen) or super().label(kind, name, value, chosen)

    def spelling(self, kind: type[Action], name: str, word: str) -> str:
        return labels.spelling(self.board, name, word)

    def describe(self, seat: int, action: Action) -> str:
        return labels.describe(self, seat, action)

    def report(self, name: str, viewer: int | None, argument: str = "") -> Report:
        found = reports.report(self, name, viewer, argument)
        return found if found is not None else super().report(name, viewer, argument)

    def report_arguments(self, name: str, viewer: int | None) -> tuple[str, ...]:
        return reports.arguments(self, name)

    def reveals(self, events: list[Event], outcomes: tuple[Any, ...]) -> bool:
        """Cubes drawn and dice rolled were hidden before; nothing else is ever."""
        return bool(outcomes)


def start(options: Options, seats: int, chance: Chance) -> AgeOfSteam:
    """A new game, ready for its first decision. Raises IllegalMove if so many cannot play on the map."""
    assert isinstance(options, SteamOptions)
    game = AgeOfSteam(new_state(options, seats, chance), chance)
    game.begin()
    return game
