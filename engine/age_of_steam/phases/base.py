"""What a phase is: it begins, asks seats for decisions until nobody is left to ask, and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.core.action import Action, Legal, Value
from engine.core.event import Event
from engine.core.game import Pending

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class Phase:
    """A phase of the turn. It keeps nothing itself: all it knows is in the game's state."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        """Start the phase; a phase without decisions does everything here."""
        return []

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        """Who must decide now; empty when the phase is done."""
        return ()

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        """Every legal action of a kind."""
        yield from ()

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        """Raise IllegalMove unless the action is legal."""
        raise AssertionError(action)

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        """Carry out a legal action."""
        raise AssertionError(action)

    def done(self, game: AgeOfSteam) -> bool:
        """Whether nobody is left to ask."""
        return not game.state.queue

    def end(self, game: AgeOfSteam) -> list[Event]:
        """Tidy up when everybody has decided."""
        return []
