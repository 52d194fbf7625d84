"""Chance as a record tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.chance import Chance, Outcome, ScriptError


class RecordedChance(Chance):
    """Chance that gives the recorded outcomes, each when the game asks for its purpose.

    Records may list draws of no cubes and rolls of no dice; the game asks for neither.
    """

    def __init__(self, unrecorded: Callable[[str], tuple[int, ...] | None] = lambda _purpose: None) -> None:
        super().__init__("")
        self._waiting: dict[str, list[Outcome]] = {}
        self._unrecorded = unrecorded

    def feed(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            if outcome.values:
                self._waiting.setdefault(outcome.purpose, []).append(outcome)

    def _scripted(self, purpose: str) -> Outcome | None:
        waiting = self._waiting.get(purpose)
        if waiting:
            return waiting.pop(0)
        values = self._unrecorded(purpose)
        if values is None:
            raise ScriptError(f"The game asks for {purpose!r}, which is not recorded here.")
        return Outcome(purpose, values)

    def has(self, purpose: str) -> bool:
        """Whether a recorded outcome of this kind is waiting to be asked for."""
        return bool(self._waiting.get(purpose))

    @property
    def left_over(self) -> list[str]:
        """Purposes of outcomes that the game has not asked for."""
        return [purpose for purpose, waiting in self._waiting.items() if waiting]
