"""What a painter hands back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

ALT_LIMIT = 1000
"""Longest text that goes with a picture, in characters."""


class Picture(Struct, frozen=True):
    """A finished picture: its file name, its PNG bytes, and what it shows in words."""

    name: str
    png: bytes
    alt: str


def many(count: int, what: str) -> str:
    """`1 cube`, `2 cubes`."""
    return f"{count} {what}" + ("" if count == 1 else "s")


def won_by(ranking: Sequence[Sequence[int]], won: bool | None, called: Callable[[int], str]) -> str:
    """How a game that is over ended, in words."""
    if won is not None:
        return "The game is over and " + ("won" if won else "lost")
    if not ranking:
        return "The game is over"
    names = [called(seat) for seat in ranking[0]]
    return "The game is over. " + (
        f"Winner: {names[0]}" if len(names) == 1 else f"Winners: {', '.join(names)}"
    )


def clipped(text: str) -> str:
    """A text that fits beside a picture, cut at a sentence if it must be."""
    if len(text) <= ALT_LIMIT:
        return text
    kept = text[: ALT_LIMIT - 1]
    at = kept.rfind(". ")
    return kept[: at + 1] if at > ALT_LIMIT // 2 else kept + "…"
