"""What happened, as data. Titles define their own frozen, tagged subclasses in the past tense."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

SEAT_MARK = re.compile(r"@P(\d+)\b")


class Event(Struct, frozen=True, tag_field="event", kw_only=True):
    """One thing that happened.

    audience: the seats that may know it; None means everybody. A secret and its public shadow ("P2 drew
        a card") are two events.
    places: names of the hexes it happened in, for marking the last move on the picture.
    """

    audience: tuple[int, ...] | None = None
    places: tuple[str, ...] = ()


class Said(Event, frozen=True, tag="said", kw_only=True):
    """A plain sentence, for what needs no data of its own."""

    text: str


def seen_by(events: list[Event], viewer: int | None) -> list[Event]:
    """The events that this seat, or a bystander (None), may know."""
    return [
        event
        for event in events
        if event.audience is None or (viewer is not None and viewer in event.audience)
    ]


def mark(seat: int) -> str:
    """How a sentence names a seat: `@P1`. Whoever shows the sentence puts the player's name there."""
    return f"@P{seat + 1}"


def fill_names(text: str, name: Callable[[int], str]) -> str:
    """Replace every `@P1` in the text by the name that `name(0)` gives."""
    return SEAT_MARK.sub(lambda match: name(int(match[1]) - 1), text)
