"""Fonts and the measuring of writing.

Sizes are in pixels of the finished picture. What the main face has no glyph for is drawn from DejaVu; what
neither has is left out, so that a name in a script nobody here can draw never shows as boxes.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

Face = Literal["narrow", "medium", "semibold", "bold"]

_FOLDER = Path(__file__).parent / "fonts"
_FILES: dict[str, str] = {
    "narrow": "BarlowCondensed-SemiBold.ttf",
    "medium": "BarlowSemiCondensed-Medium.ttf",
    "semibold": "BarlowSemiCondensed-SemiBold.ttf",
    "bold": "BarlowSemiCondensed-Bold.ttf",
    "spare": "DejaVuSansCondensed-Bold.ttf",
}


@lru_cache(maxsize=256)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels."""
    return ImageFont.truetype(str(_FOLDER / _FILES[face]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _drawable(face: str, character: str) -> bool:
    if character.isspace():
        return True
    probe = font(face, 24)
    glyph, missing = probe.getmask(character), probe.getmask("\U0010ffff")
    return glyph.size != (0, 0) and (glyph.size != missing.size or bytes(glyph) != bytes(missing))


@lru_cache(maxsize=4096)
def runs(text: str, face: Face) -> tuple[tuple[str, str], ...]:
    """The text in pieces, each with the face that can draw it; what none can draw is left out."""
    pieces: list[tuple[str, str]] = []
    for character in text:
        if _drawable(face, character):
            use: str = face
        elif _drawable("spare", character):
            use = "spare"
        else:
            continue
        if pieces and (pieces[-1][1] == use or character == " "):
            pieces[-1] = (pieces[-1][0] + character, pieces[-1][1])
        else:
            pieces.append((character, use))
    return tuple(pieces)


def spare_size(size: float) -> float:
    """DejaVu looks larger than the main faces at the same size."""
    return size * 0.86


@lru_cache(maxsize=8192)
def width(text: str, size: float, face: Face = "semibold") -> float:
    """How wide the text is, in pixels."""
    total = 0.0
    for piece, use in runs(text, face):
        scaled = spare_size(size) if use == "spare" else size
        total += font(use, 100).getlength(piece) * scaled / 100
    return total


def drawable(text: str, face: Face = "semibold") -> str:
    """The text without what cannot be drawn, spaces tidied."""
    return " ".join("".join(piece for piece, _ in runs(text, face)).split())


def cut(text: str, size: float, room: float, face: Face = "semibold") -> str:
    """The text, shortened with an ellipsis if it is wider than the room."""
    if width(text, size, face) <= room:
        return text
    while text and width(text + "…", size, face) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines(text: str, size: float, room: float, face: Face = "semibold") -> tuple[str, ...]:
    """A place's name in one line if there is room, else in two, broken as evenly as its words allow."""
    if width(text, size, face) <= room:
        return (text,)
    breaks = [at + (text[at] != " ") for at in range(1, len(text) - 1) if text[at] in " /-"]
    if not breaks:
        return (text,)
    best = min(
        breaks, key=lambda at: max(width(text[:at].strip(), size, face), width(text[at:].strip(), size, face))
    )
    return text[:best].strip(), text[best:].strip()


def wrapped(text: str, size: float, room: float, face: Face = "semibold") -> list[str]:
    """The text in as many lines as it needs, broken between words."""
    rows: list[str] = []
    for word in text.split():
        if rows and width(f"{rows[-1]} {word}", size, face) <= room:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows
