"""Track on a tile: bands in the owner's colour and pattern, with bridges where they cross."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from .canvas import Canvas, Point
from .hexmap import along, crossing, length
from .palette import INK, UNOWNED, Mark, ink_on, mix

WIDTH = 0.235
"""Width of a track in hexsides."""


def band(canvas: Canvas, points: list[Point], side: float, mark: Mark | None) -> None:
    """One track: a dark casing, the owner's colour, and the owner's pattern. None: nobody's, hollow grey."""
    wide = WIDTH * side
    line = max(1.5, 0.035 * side)
    if mark is None:
        canvas.ribbon(points, wide + 2 * line, "#565c61")
        canvas.ribbon(points, wide, UNOWNED)
        canvas.ribbon(points, wide * 0.42, "#ffffff")
        return
    canvas.ribbon(points, wide + 2 * line, mix(mark.colour, INK, 0.72))
    canvas.ribbon(points, wide, mark.colour)
    pattern(canvas, points, side, mark)


def pattern(canvas: Canvas, points: list[Point], side: float, mark: Mark) -> None:
    """The owner's pattern along the middle of a track."""
    wide, ink = WIDTH * side, ink_on(mark.colour)
    whole = length(points)
    if mark.pattern == "double":
        canvas.ribbon(points, wide * 0.3, ink)
        return
    period, filled, thick = {
        "plain": (0.0, 0.0, 0.0),
        "long": (0.44, 0.26, 0.34),
        "dots": (0.24, 0.0, 0.46),
        "ties": (0.2, 0.065, 1.0),
        "dash": (0.22, 0.11, 0.34),
    }[mark.pattern]
    if not period:
        return
    count = max(1, round(whole / (period * side)))
    for at in range(count):
        middle = whole * (at + 0.5) / count
        if mark.pattern == "dots":
            x, y = along(points, middle, middle + 0.01)[0]
            canvas.disc(x, y, wide * thick / 2, ink)
        else:
            piece = along(points, middle - filled * side / 2, middle + filled * side / 2)
            if len(piece) > 1:
                canvas.ribbon(piece, wide * thick, ink)


def bridge(canvas: Canvas, over: list[Point], under: list[Point], side: float, ground: str) -> None:
    """The parapets of a track that is about to be drawn over another."""
    at = crossing(over, under)
    if at is None:
        return
    wide = WIDTH * side
    reach = 0.3 * side
    canvas.ribbon(along(over, at - reach, at + reach), wide * 1.95, INK)
    canvas.ribbon(along(over, at - reach - 1, at + reach + 1), wide * 1.62, ground)


def tracks(canvas: Canvas, laid: list[tuple[list[Point], Mark | None]], side: float, ground: str) -> None:
    """Every track of a tile in order; later ones cross earlier ones on a bridge."""
    for at, (points, mark) in enumerate(laid):
        for below, _ in laid[:at]:
            bridge(canvas, points, below, side, ground)
        band(canvas, points, side, mark)


def symbol(
    canvas: Canvas,
    x: float,
    y: float,
    radius: float,
    shape: str,
    fill: str,
    edge: str | None = None,
    line: float = 0,
) -> None:
    """A seat's symbol: disc, square, triangle, diamond, star or cross, all of about the same weight."""
    if shape == "disc":
        canvas.disc(x, y, radius * 0.92, fill, edge, line)
        return
    points: list[Point]
    if shape == "square":
        half = radius * 0.8
        points = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    elif shape == "triangle":
        points = [_polar(x, y + radius * 0.16, radius * 1.12, 120 * at - 90) for at in range(3)]
    elif shape == "diamond":
        points = [_polar(x, y, radius * 1.1, 90 * at) for at in range(4)]
    elif shape == "star":
        points = [
            _polar(x, y + radius * 0.04, radius * (1.18, 0.52)[at % 2], 36 * at - 90) for at in range(10)
        ]
    else:
        arm, half = radius * 1.02, radius * 0.38
        points = [
            (x - half, y - arm), (x + half, y - arm), (x + half, y - half), (x + arm, y - half),
            (x + arm, y + half), (x + half, y + half), (x + half, y + arm), (x - half, y + arm),
            (x - half, y + half), (x - arm, y + half), (x - arm, y - half), (x - half, y - half),
        ]  # fmt: skip
    canvas.polygon(points, fill, edge, line)


def _polar(x: float, y: float, radius: float, degrees: float) -> Point:
    return x + radius * cos(degrees * pi / 180), y + radius * sin(degrees * pi / 180)


def badge(canvas: Canvas, x: float, y: float, radius: float, mark: Mark) -> None:
    """A seat's symbol in white on a disc of its colour, as it sits on track and in tables."""
    canvas.disc(x, y, radius, mark.colour, mix(mark.colour, INK, 0.72), max(1.0, radius * 0.12))
    symbol(canvas, x, y, radius * 0.56, mark.symbol, ink_on(mark.colour))


def arrow(canvas: Canvas, points: list[Point], width: float, colour: str) -> None:
    """A line that ends in an arrowhead."""
    whole = length(points)
    head = width * 2.6
    shaft = along(points, 0, max(0.0, whole - head * 0.8))
    canvas.line(shaft, colour, width)
    (x0, y0), (x1, y1) = along(points, max(0.0, whole - head), whole)[0], points[-1]
    angle = atan2(y1 - y0, x1 - x0)
    size = max(head, hypot(x1 - x0, y1 - y0))
    canvas.polygon(
        [(x1, y1), (x1 - size * cos(angle - 0.5), y1 - size * sin(angle - 0.5)),
         (x1 - size * cos(angle + 0.5), y1 - size * sin(angle + 0.5))],
        colour,
    )  # fmt: skip
