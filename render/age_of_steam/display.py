"""The Goods Display: columns with their dice, cities and boxes, and the New Cities beside the board."""

from __future__ import annotations

from engine.age_of_steam.view import ColumnView, View
from render.canvas import Canvas
from render.lettering import lines, width
from render.palette import GOODS, INK, PAPER, Theme, ink_on, mix
from render.tokens import cube, die

HEIGHT = 252
BAR = 62


def height(view: View) -> int:
    """How high the display and the bar under it are, in pixels."""
    return (HEIGHT if view.columns else 0) + BAR


def paint(canvas: Canvas, view: View, top: float, theme: Theme) -> None:
    """Draw the display over the whole width of a canvas."""
    if view.columns:
        sections = [part for part in ("light", "dark") if any(c.section == part for c in view.columns)]
        wide = (canvas.width - 24 - 12 * (len(sections) - 1)) / len(sections)
        for at, section in enumerate(sections):
            left = 12 + at * (wide + 12)
            _section(canvas, view, section, left, top, left + wide, theme)
    _bar(canvas, view, top + (HEIGHT if view.columns else 0), theme)


def _section(
    canvas: Canvas, view: View, section: str, left: float, top: float, right: float, theme: Theme
) -> None:
    dark = section == "dark"
    ground = "#3b4650" if dark else "#e9e4d2"
    canvas.box(left, top, right, top + HEIGHT - 12, ground, mix(ground, INK, 0.35), 1.5, 12)
    cities = [c for c in view.columns if c.section == section and not c.letter]
    letters = {c.die: c for c in view.columns if c.section == section and c.letter}
    wide = (right - left) / max(1, len(cities))
    names = {each.name: each.title or f"City {each.letter}" for each in view.hexes}
    for at, column in enumerate(sorted(cities, key=lambda c: c.die)):
        middle = left + (at + 0.5) * wide
        if at:
            canvas.line(
                [(left + at * wide, top + 14), (left + at * wide, top + HEIGHT - 26)],
                mix(ground, INK, 0.25),
                1.5,
            )
        die(canvas, middle, top + 32, 42, column.die, dark=dark)
        _heading(canvas, names.get(column.hex, ""), column.hex, middle, top + 79, wide, ground)
        _boxes(canvas, column, middle, top + 127, wide, ground)
        extra = letters.get(column.die)
        if extra is not None:
            _new_city(canvas, view, extra, names, middle, top + 162, wide, ground)


def _heading(canvas: Canvas, name: str, place: str, x: float, y: float, wide: float, ground: str) -> None:
    size = 25.0
    rows = lines(name, size, wide - 8, "narrow")
    size = min(
        25.0 if len(rows) == 1 else 23.0,
        *(25 * (wide - 8) / max(1.0, width(row, 25, "narrow")) for row in rows),
    )
    for at, text in enumerate(rows):
        canvas.text(
            x, y + (at - (len(rows) - 1) / 2) * 22, text, size, ink_on(ground), face="narrow", ground=ground
        )


def _boxes(canvas: Canvas, column: ColumnView, x: float, y: float, wide: float, ground: str) -> None:
    size = min(31.0, (wide - 10) / 3 - 3)
    for at, colour in enumerate(column.boxes):
        cx = x + (at - (len(column.boxes) - 1) / 2) * (size + 3.5)
        if colour is None:
            half = size / 2
            canvas.box(
                cx - half,
                y - half,
                cx + half,
                y + half,
                mix(ground, PAPER, 0.25),
                mix(ground, INK, 0.4),
                1.2,
                5,
            )
        else:
            cube(canvas, cx, y, size - 3, colour)


def _new_city(
    canvas: Canvas,
    view: View,
    column: ColumnView,
    names: dict[str, str],
    x: float,
    y: float,
    wide: float,
    ground: str,
) -> None:
    ink = ink_on(ground)
    canvas.line([(x - wide / 2 + 12, y - 7), (x + wide / 2 - 12, y - 7)], mix(ground, ink, 0.3), 1.5)
    colour = dict(view.new_cities).get(column.letter)
    if colour is None:
        colour = next(
            (each.accepts[0] for each in view.hexes if each.letter == column.letter and each.accepts), "white"
        )
    paint_ = GOODS[colour].colour
    spread = len(column.boxes) + 1
    size = min(31.0, (wide - 10) / spread - 3)
    step = size + 3.5
    first = x - (spread - 1) / 2 * step
    _hexagon(canvas, first - 2, y + 14, size * 0.64, paint_)
    canvas.text(first - 2, y + 14, column.letter, 25, ink_on(paint_), face="bold", ground=paint_)
    for at, cube_colour in enumerate(column.boxes):
        cx = first + (at + 1) * step
        if cube_colour is None:
            half = size / 2
            canvas.box(
                cx - half,
                y + 14 - half,
                cx + half,
                y + 14 + half,
                mix(ground, PAPER, 0.25),
                mix(ground, INK, 0.4),
                1.2,
                5,
            )
        else:
            cube(canvas, cx, y + 14, size - 3, cube_colour)
    where = names.get(column.hex, "") if column.hex else "not built"
    size = min(22.0, 22 * (wide - 8) / max(1.0, width(where, 22, "narrow")))
    faint = mix(ink, ground, 0.0 if column.hex else 0.22)
    canvas.text(x, y + 51, where, size, faint, face="narrow", ground=ground)


def _hexagon(canvas: Canvas, x: float, y: float, radius: float, fill: str) -> None:
    half = radius * 0.866
    points = [
        (x - radius / 2, y - half), (x + radius / 2, y - half), (x + radius, y),
        (x + radius / 2, y + half), (x - radius / 2, y + half), (x - radius, y),
    ]  # fmt: skip
    canvas.polygon(points, fill, PAPER, 2.5)


def _bar(canvas: Canvas, view: View, top: float, theme: Theme) -> None:
    """What lies beside the board: New City tiles, the bag, cubes drawn by Production."""
    y, x = top + BAR / 2 - 4, 22.0
    x += canvas.text(x, y, "New Cities", 27, theme.ink, anchor="left", ground=theme.panel) + 26
    if not view.new_cities:
        x += canvas.text(x - 14, y, "all built", 27, theme.faint, anchor="left", ground=theme.panel)
    for letter, colour in view.new_cities:
        _hexagon(canvas, x, y, 22, GOODS[colour].colour)
        canvas.text(x, y, letter, 27, ink_on(GOODS[colour].colour), face="bold", ground=GOODS[colour].colour)
        x += 49
    if view.hand:
        x += 20
        x += canvas.text(x, y, "To place", 27, theme.ink, anchor="left", ground=theme.panel) + 26
        for each in view.hand:
            cube(canvas, x, y, 32, each)
            x += 42
    right = canvas.width - 22.0
    canvas.text(right, y, f"Bag {view.bag}", 27, theme.ink, anchor="right", ground=theme.panel)
