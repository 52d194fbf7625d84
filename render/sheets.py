"""Several possible moves side by side, to choose among: small pictures, each with its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .canvas import Canvas
from .lettering import cut
from .palette import Theme
from .picture import Picture, clipped

MOST = 25
"""As many as a menu has."""
FOOT = 44
GAP = 12


def contact_sheet(
    cell: Callable[[Any, float, float], Canvas | None],
    actions: Sequence[Any],
    labels: Sequence[str],
    words: Sequence[str],
    theme: Theme,
) -> Picture | None:
    """One picture with a cell for each action in the order given; None if fewer than two show.

    cell: draws one action into a width and height. labels: what stands under it, else a number. words: for
    the alt text where there is no label.
    """
    shown = min(len(actions), MOST)
    a_row = 2 if shown <= 4 else 3 if shown <= 9 else 4 if shown <= 16 else 5
    wide = {2: 400, 3: 330, 4: 280, 5: 240}[a_row]
    high = round(wide * 0.8)
    cells = [(at, drawn) for at in range(shown) if (drawn := cell(actions[at], wide, high)) is not None]
    if len(cells) < 2:
        return None
    rows = -(-len(cells) // a_row)
    canvas = Canvas(a_row * (wide + GAP) + GAP, rows * (high + FOOT + GAP) + GAP, theme.panel)
    told = []
    for spot, (at, drawn) in enumerate(cells):
        left, top = GAP + spot % a_row * (wide + GAP), GAP + spot // a_row * (high + FOOT + GAP)
        canvas.paste(drawn, left, top)
        label = labels[at] if at < len(labels) else ""
        _caption(canvas, left, top + high, wide, at + 1, label, theme)
        told.append(label or f"{at + 1}: {words[at]}")
    return Picture("choices.png", canvas.png(), clipped("To choose from. " + ". ".join(told) + "."))


def _caption(
    canvas: Canvas, left: float, top: float, wide: float, number: int, label: str, theme: Theme
) -> None:
    canvas.box(left, top, left + wide, top + FOOT, theme.header)
    middle, x = top + FOOT / 2, left + 12
    if label:  # as it stands in the menu beneath
        shown = cut(label, 27, wide - 22, "narrow")
        canvas.text(x, middle, shown, 27, theme.header_ink, face="narrow", anchor="left", ground=theme.header)
    else:
        canvas.text(x, middle, str(number), 32, "#ffd75e", face="bold", anchor="left", ground=theme.header)
