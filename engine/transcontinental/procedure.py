"""A procedure of the rules: how one kind of step on the stack runs, what it asks, and what answers do."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from engine.core.action import Action, Legal, Value
from engine.core.event import Event
from engine.core.game import Pending

from .components import Box
from .state import Frame, State

if TYPE_CHECKING:
    from engine.core.chance import Chance

F = TypeVar("F", bound=Struct)


class Run:
    """What procedures work with: the state, chance, and the events of the move being made."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.box: Box = state.box
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Note that something happened."""
        self.events.append(event)

    def push(self, frame: Frame) -> None:
        """Begin a procedure inside the present one."""
        self.state.stack.append(frame)

    def pop(self) -> None:
        """End the present procedure."""
        self.state.stack.pop()


class Procedure(ABC, Generic[F]):
    """One kind of step. All methods are given the step's own frame, which is the top of the stack."""

    frame: ClassVar[type[Any]]

    def run(self, run: Run, frame: F) -> bool:
        """Do what follows by itself: push, pop or change something. False if a decision is needed."""
        raise NotImplementedError

    def pending(self, state: State, frame: F) -> tuple[Pending, ...]:
        """Who is asked what. Called only when `run` returned False."""
        raise NotImplementedError

    def legal(
        self, state: State, frame: F, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        """The legal actions of one kind."""
        raise NotImplementedError

    def why_not(self, state: State, frame: F, seat: int, action: Action) -> str:
        """The sentence for an action that is not legal. "" for a general one."""
        return ""

    def perform(self, run: Run, frame: F, seat: int, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError
