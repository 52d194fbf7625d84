"""Small things that lie on maps and in tables: goods cubes, dice, signs, highlights."""

from __future__ import annotations

from collections.abc import Sequence

from .canvas import Canvas, Point
from .hexmap import Layout
from .lettering import lines, width
from .palette import GOODS, INK, PAPER, Theme, ink_on, mix


def cube(canvas: Canvas, x: float, y: float, size: float, colour: str, count: int = 1) -> None:
    """A goods cube with its letter, and how many it stands for if more than one. size: its height."""
    good = GOODS[colour]
    high, wide = size / 2, size / 2 * (1.0 if count == 1 else 1.45)
    line, rim = max(1.0, size * 0.07), max(1.0, size * 0.06)
    for more, paint, radius in (
        (line, INK, size * 0.2),
        (0.0, mix(good.colour, PAPER, 0.75), size * 0.16),
        (-rim, good.colour, size * 0.14),
    ):
        canvas.box(x - wide - more, y - high - more, x + wide + more, y + high + more, paint, radius=radius)
    text = good.letter if count == 1 else f"{good.letter}{count}"
    canvas.text(x, y, text, size * 0.84, ink_on(good.colour), face="bold", ground=good.colour)


def cubes(
    canvas: Canvas,
    x: float,
    y: float,
    size: float,
    colours: Sequence[str],
    a_row: int,
    *,
    bunched: bool = False,
) -> None:
    """Cubes side by side in rows about a middle, those of a colour together.

    bunched: one piece for all cubes of a colour, with their number.
    """
    order = [each for each in GOODS if each in colours]
    pieces: list[tuple[str, int]] = []
    for each in order:
        count = colours.count(each)
        pieces += [(each, count)] if bunched else [(each, 1)] * count
    rows = [pieces[at : at + a_row] for at in range(0, len(pieces), a_row)]
    down = size * (1.2 if len(rows) == 1 else 1.13)
    across = size * (1.6 if bunched else 1.2 if len(rows) == 1 else 1.13)
    for at, row in enumerate(rows):
        cy = y + (at - (len(rows) - 1) / 2) * down
        for spot, (each, count) in enumerate(row):
            cube(canvas, x + (spot - (len(row) - 1) / 2) * across, cy, size, each, count)


def die(canvas: Canvas, x: float, y: float, size: float, number: int, *, dark: bool) -> None:
    """A die face with a number: white for the light section of the goods display, dark for the dark."""
    ground = "#25282c" if dark else "#ffffff"
    half = size / 2
    canvas.box(
        x - half,
        y - half,
        x + half,
        y + half,
        ground,
        PAPER if dark else INK,
        max(1.2, size * 0.09),
        size * 0.24,
    )
    canvas.text(x, y, str(number), size * 0.86, ink_on(ground), face="bold", ground=ground)


def plate(canvas: Canvas, x: float, y: float, name: str, size: float, room: float, edge: str = INK) -> float:
    """A station sign: the name on a white board, smaller or in two lines if need be. Returns its height."""
    size = max(0.74 * size, min(size, size * room / (width(name, size, "narrow") + size * 0.5)))
    rows = lines(name, size, room - size * 0.4, "narrow")
    if len(rows) > 1:
        size *= 0.9
    wide = max(width(row, size, "narrow") for row in rows) + size * 0.5
    high = size * (1.04 if len(rows) == 1 else 1.94)
    canvas.box(
        x - wide / 2,
        y - high / 2,
        x + wide / 2,
        y + high / 2,
        PAPER,
        edge,
        max(1.5, size * 0.08),
        size * 0.22,
    )
    for at, row in enumerate(rows):
        canvas.text(
            x, y + (at - (len(rows) - 1) / 2) * size * 0.9, row, size, INK, face="narrow", ground=PAPER
        )
    return high


def label(
    canvas: Canvas, x: float, y: float, name: str, size: float, room: float, colour: str, halo: str
) -> None:
    """A name written straight on the map, in two lines if need be."""
    rows = lines(name, size, room, "narrow")
    for at, row in enumerate(rows):
        spot = y + (at - (len(rows) - 1) / 2) * size * 0.92
        canvas.text(x, spot, row, size, colour, face="narrow", halo=halo, halo_width=size * 0.14)


def outline(
    canvas: Canvas, layout: Layout, points: list[Point], theme: Theme, *, dashed: bool = False
) -> None:
    """The ring round the hex of the last move, or, dashed, of a move that is only proposed."""
    width = 0.1 * layout.side
    canvas.polygon(points, None, PAPER, width * 1.7)
    if not dashed:
        canvas.polygon(points, None, theme.accent, width)
        return
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        dx, dy = x1 - x0, y1 - y0
        for start in (0.04, 0.38, 0.72):
            end = start + 0.24
            canvas.line(
                [(x0 + dx * start, y0 + dy * start), (x0 + dx * end, y0 + dy * end)], theme.accent, width
            )
