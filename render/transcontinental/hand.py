"""A player's own cards: allies in hand and investments. Only for that player's eyes."""

from __future__ import annotations

import re

from engine.transcontinental.view import AllyView, View
from render.canvas import Canvas
from render.lettering import cut, width, wrapped
from render.palette import INK, PAPER, THEMES, Theme, mix

from .signs import REGIONS

WIDTH = 1000
CARD = (476.0, 236.0)
DRAWN = "#fbe3c2"
"""Ground of a card just drawn, of which one is kept."""


def spoken(text: str) -> str:
    """A card's symbols as words: `acquire(2,coal) OR telegram` is "Acquire 2 coal OR telegram"."""
    words = re.sub(r"\(([^()]*)\)", lambda found: " " + found[1].replace(",", " "), text)
    return words[:1].upper() + words[1:]


def paint(view: View, theme: str) -> Canvas:
    """The cards of the viewer of the view."""
    colours = THEMES[theme]
    solo = view.solo is not None
    investments = [(symbol, 0 if solo else points, False) for symbol, points in view.investments]
    investments += [(symbol, 0, True) for symbol in view.drawn_investments]
    allies = [(ally, False) for ally in view.hand] + [(ally, True) for ally in view.drawn_allies]
    rows = -(-max(1, len(allies)) // 2)
    lines = -(-max(1, len(investments)) // 2)
    canvas = Canvas(WIDTH, 70 + rows * (CARD[1] + 14) + 66 + lines * 84 + 10, colours.panel)
    canvas.text(20, 38, "Your allies", 40, colours.ink, face="bold", anchor="left", ground=colours.panel)
    if not allies:
        canvas.text(20, 120, "No ally in hand.", 34, colours.faint, anchor="left", ground=colours.panel)
    for at, (ally, drawn) in enumerate(allies):
        _ally(canvas, ally, drawn, 16 + at % 2 * (CARD[0] + 16), 70 + at // 2 * (CARD[1] + 14))
    y = 70 + rows * (CARD[1] + 14) + 30
    canvas.text(20, y, "Your investments", 40, colours.ink, face="bold", anchor="left", ground=colours.panel)
    if not investments:
        canvas.text(20, y + 66, "None yet.", 34, colours.faint, anchor="left", ground=colours.panel)
    for at, (symbol, points, drawn) in enumerate(investments):
        _investment(
            canvas, symbol, points, drawn, 16 + at % 2 * (CARD[0] + 16), y + 36 + at // 2 * 84, colours
        )
    return canvas


def _ally(canvas: Canvas, ally: AllyView, drawn: bool, left: float, top: float) -> None:
    """A card in hand, or one of two just drawn of which one is kept (solo)."""
    wide, high = CARD
    head = REGIONS.get(ally.region, "#cccccc")
    ground = DRAWN if drawn else PAPER
    canvas.box(left, top, left + wide, top + high, ground, mix(head, INK, 0.45), 3, 14)
    if drawn:
        words = "keep one of these"
        canvas.text(left + wide - 16, top + 84, words, 27, INK, face="narrow", anchor="right", ground=ground)
    canvas.box(left + 3, top + 3, left + wide - 3, top + 62, head, radius=12)
    size = min(37.0, 37.0 * (wide - 110) / max(1.0, width(ally.name, 37, "bold")))
    canvas.text(left + 16, top + 33, ally.name, size, INK, face="bold", anchor="left", ground=head)
    canvas.text(
        left + wide - 16,
        top + 33,
        ally.id,
        28,
        mix(head, INK, 0.8),
        face="narrow",
        anchor="right",
        ground=head,
    )
    note = f"{ally.region.capitalize()} · {ally.symbol.capitalize()}"
    canvas.text(left + 16, top + 84, note, 27, mix(ground, INK, 0.7), anchor="left", ground=ground)
    size = 31.0
    words = spoken(ally.text)
    rows = wrapped(words, size, wide - 32, "narrow")
    if len(rows) > 3:
        size = 26.0
        rows = wrapped(words, size, wide - 32, "narrow")
    for at, row in enumerate(rows[:5]):
        text = cut(row, size, wide - 32, "narrow")
        canvas.text(
            left + 16,
            top + 122 + at * size * 1.08,
            text,
            size,
            INK,
            face="narrow",
            anchor="left",
            ground=ground,
        )


def _investment(
    canvas: Canvas, symbol: str, points: int, drawn: bool, left: float, top: float, theme: Theme
) -> None:
    ground = "#e9f1dc" if not drawn else DRAWN
    canvas.box(left, top, left + CARD[0], top + 74, ground, mix(ground, INK, 0.45), 3, 12)
    canvas.text(left + 18, top + 38, symbol.capitalize(), 37, INK, face="bold", anchor="left", ground=ground)
    # Points are 0 where an investment brings none: just drawn, or against the Syndicate.
    words = "keep one of these" if drawn else f"{points} VP each" if points else "to be completed"
    canvas.text(left + CARD[0] - 18, top + 38, words, 32, INK, anchor="right", ground=ground)
