"""Every random outcome of every game goes through Chance: seeded, recorded, and scriptable.

A draw depends only on the game's secret seed and on how many draws came before it. So taking a move
back and making it again gives the same dice, and the same seed, seats and actions give the same game.
Outcomes are recorded move by move; a log replays from its recorded outcomes, whatever the generator.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

Item = TypeVar("Item", int, str)


class Outcome(Struct, frozen=True):
    """What chance decided once: `values` are dice, or the items drawn in their order."""

    purpose: str
    values: tuple[int | str, ...]
    secret: bool = False
    """True if not everybody may know it (a drawn card, the order of a shuffled stack)."""


class ScriptError(Exception):
    """A scripted outcome does not fit what the game asked for. Only replays and tests can meet it."""


class Chance:
    """The source of a game's random outcomes.

    seed: secret text; equal seeds give equal games.
    drawn: how many outcomes came before (kept in the snapshot).
    script: recorded outcomes, used first, in order, instead of the seed.
    """

    def __init__(self, seed: str, drawn: int = 0, script: Iterable[Outcome] = ()) -> None:
        self._seed = seed
        self.drawn = drawn
        self._script = list(script)
        self._recorded: list[Outcome] = []

    def dice(self, purpose: str, count: int, sides: int = 6) -> list[int]:
        """Roll `count` dice; returns values from 1 to `sides` in the order rolled."""
        scripted = self._scripted(purpose)
        if scripted is not None:
            values = [int(value) for value in scripted.values]
            if len(values) != count or not all(1 <= value <= sides for value in values):
                raise ScriptError(f"{purpose}: {count} dice of {sides} sides cannot show {values}.")
        else:
            stream = self._stream()
            values = [1 + _below(stream, sides) for _ in range(count)]
        self._record(Outcome(purpose, tuple(values)))
        return values

    def draw(self, purpose: str, items: Sequence[Item], count: int, *, secret: bool = False) -> list[Item]:
        """Draw `count` of `items` without putting back, or all of them if there are fewer, in order drawn.

        The caller removes them from wherever they lay; equal items are interchangeable.
        """
        count = min(count, len(items))
        scripted = self._scripted(purpose)
        if scripted is not None:
            rest = list(items)
            drawn: list[Item] = []
            for value in scripted.values:
                if value not in rest:
                    raise ScriptError(f"{purpose}: {value} is not there to be drawn.")
                rest.remove(value)
                drawn.append(value)
            if len(drawn) != count:
                raise ScriptError(f"{purpose}: {count} are drawn, not {len(drawn)}.")
        else:
            stream = self._stream()
            pool = list(items)
            drawn = [pool.pop(_below(stream, len(pool))) for _ in range(count)]
        self._record(Outcome(purpose, tuple(drawn), secret))
        return drawn

    def shuffle(self, purpose: str, items: Sequence[Item], *, secret: bool = True) -> list[Item]:
        """All `items` in a random order."""
        return self.draw(purpose, items, len(items), secret=secret)

    def take_recorded(self) -> tuple[Outcome, ...]:
        """The outcomes since this was last called; they belong to the move just made."""
        recorded = tuple(self._recorded)
        self._recorded.clear()
        return recorded

    def feed(self, outcomes: Iterable[Outcome]) -> None:
        """Append recorded outcomes to be used before the seed."""
        self._script.extend(outcomes)

    @property
    def unused_script(self) -> tuple[Outcome, ...]:
        """Scripted outcomes that nothing has asked for yet."""
        return tuple(self._script)

    def fork(self) -> Chance:
        """An independent copy, for looking ahead: it gives the outcomes that this one would give."""
        return Chance(self._seed, self.drawn, self._script)

    def _scripted(self, purpose: str) -> Outcome | None:
        if not self._script:
            return None
        outcome = self._script.pop(0)
        if outcome.purpose and outcome.purpose != purpose:
            raise ScriptError(
                f"The record has chance for {outcome.purpose!r}, the game asks for {purpose!r}."
            )
        return outcome

    def _stream(self) -> Iterator[int]:
        counter = 0
        while True:
            block = hashlib.sha256(f"{self._seed}/{self.drawn}/{counter}".encode()).digest()
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4])
            counter += 1

    def _record(self, outcome: Outcome) -> None:
        self.drawn += 1
        self._recorded.append(outcome)

    def __repr__(self) -> str:  # never shows the seed
        return f"Chance(drawn={self.drawn})"


def _below(stream: Iterator[int], limit: int) -> int:
    """A fair whole number from 0 to limit - 1."""
    ceiling = (1 << 32) - (1 << 32) % limit
    for number in stream:
        if number < ceiling:
            return number % limit
    raise AssertionError("the stream does not end")
