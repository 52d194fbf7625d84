"""Parts that the pictures of every title have: the header over a board, and rows of players."""

from __future__ import annotations

from collections.abc import Sequence

from .canvas import Canvas
from .lettering import Face, cut, drawable, width
from .palette import SEATS, Theme
from .rails import badge

HEADER = 78
"""Height of the header, in pixels."""


def name_of(seat: int, names: Sequence[str]) -> str:
    """A seat's name as it can be drawn, or Player 1, Player 2, ... (P5 may be a hex)."""
    return (drawable(names[seat]) if seat < len(names) else "") or f"Player {seat + 1}"


def ending(ranking: Sequence[tuple[int, ...]], won: bool | None = None) -> tuple[str, tuple[int, ...]]:
    """What a header says of a game that is over, and whom it shows."""
    if won is not None:
        return ("won" if won else "lost"), (ranking[0] if won and ranking else ())
    if not ranking:
        return "", ()
    return ("the winners" if len(ranking[0]) > 1 else "the winner"), ranking[0]


def by_rank(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """The place of every seat in the end, from 1; seats that share a place have the same."""
    found: dict[int, int] = {}
    for seats in ranking:
        found |= dict.fromkeys(seats, len(found) + 1)
    return found


def header(
    canvas: Canvas,
    title: str,
    when: str,
    phase: str,
    acting: Sequence[int],
    names: Sequence[str],
    theme: Theme,
) -> None:
    """What is played, how far it is, and whose move it is."""
    canvas.box(0, 0, canvas.width, HEADER, theme.header)
    middle, ground = HEADER / 2, theme.header
    x = 24.0
    parts: tuple[tuple[str, float, str, Face, float], ...] = (
        (title, 44.0, theme.header_ink, "bold", 26.0),
        (when, 36.0, "#ffd75e", "semibold", 20.0),
        (phase, 34.0, "#cfd8de", "medium", 22.0),
    )
    for text, size, colour, face, gap in parts:
        shown = cut(text, size, canvas.width - x - (110.0 if acting else 24.0), face)
        if shown not in ("", "…"):
            x += canvas.text(x, middle, shown, size, colour, face=face, anchor="left", ground=ground) + gap
    _acting(canvas, x, acting, names, theme)


def _acting(canvas: Canvas, left: float, acting: Sequence[int], names: Sequence[str], theme: Theme) -> None:
    """Badges and names of who must decide, from the right; only badges if there is no room."""
    middle = HEADER / 2
    right = canvas.width - 24.0
    room = (right - left) / max(1, len(acting)) - 74
    for seat in reversed(acting):
        shown = name_of(seat, names)
        if room >= 60:
            shown = cut(shown, 36, room)
            canvas.text(right, middle, shown, 36, theme.header_ink, anchor="right", ground=theme.header)
            right -= width(shown, 36) + 34
        else:
            right -= 26
        canvas.disc(right, middle, 27, theme.header_ink)
        badge(canvas, right, middle, 24, SEATS[seat % len(SEATS)])
        right -= 42
