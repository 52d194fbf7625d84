"""What a painter hands back."""

from __future__ import annotations

from msgspec import Struct

ALT_LIMIT = 1000
"""Longest text that goes with a picture, in characters."""


class Picture(Struct, frozen=True):
    """A finished picture: its file name, its PNG bytes, and what it shows in words."""

    name: str
    png: bytes
    alt: str


def clipped(text: str) -> str:
    """A text that fits beside a picture, cut at a sentence if it must be."""
    if len(text) <= ALT_LIMIT:
        return text
    kept = text[: ALT_LIMIT - 1]
    at = kept.rfind(". ")
    return kept[: at + 1] if at > ALT_LIMIT // 2 else kept + "…"
