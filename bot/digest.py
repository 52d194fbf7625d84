"""What happened, in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.event import fill_names
from engine.core.game import AnyGame, sentence
from engine.core.log import Entry
from engine.core.records import MoveRecord

from .limits import clip
from .words import Namer

LINES = 10
"""So many lines of what happened stand in a post; a longer story keeps its end."""
LINE = 300


def told(game: AnyGame, entries: Iterable[Entry], name: Namer) -> list[str]:
    """One line for each thing that happened and still stands.

    entries: as the reader may see them (`Tables.since`, `shown`).
    """
    lines: list[str] = []
    for entry in entries:
        if entry.undone:
            continue
        said = [sentence(game, event) for event in entry.events]
        texts = [text for text in said if text]
        if not entry.events and entry.move.seat is not None:
            texts = [f"@P{entry.move.seat + 1}: {entry.move.line}"]
        if entry.move.kind == "order" and texts:
            texts[0] = f"{texts[0]} (by an order in advance)"
        lines += [clip(fill_names(text, name), LINE) for text in texts]
    return [line for place, line in enumerate(lines) if place == 0 or line != lines[place - 1]]


def shortened(lines: Sequence[str], most: int = LINES) -> list[str]:
    """The last lines, headed by a word about how many came before."""
    if len(lines) <= most:
        return list(lines)
    left = len(lines) - most + 1
    return [f"… {left} more before that: `/show log`", *lines[-(most - 1) :]]


def bullets(lines: Sequence[str]) -> str:
    """The lines as a list."""
    return "\n".join(f"- {line}" for line in lines)


def last_own(log: Sequence[MoveRecord], seats: Sequence[int], before: int | None = None) -> int:
    """The number of the last entry that one of these seats decided; 0 if there is none."""
    for move in reversed(log if before is None else log[:before]):
        if move.seat in seats and move.kind in ("move", "order"):
            return move.seq
    return 0


def places_of(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The places that what happened touched."""
    found: dict[str, None] = {}
    for entry in entries:
        if not entry.undone:
            for event in entry.events:
                found.update(dict.fromkeys(event.places))
    return tuple(found)
