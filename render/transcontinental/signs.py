"""The small signs of The Transcontinental: resources, cubes in slots, buildings, telegrams, the engine."""

from __future__ import annotations

from collections.abc import Sequence

from render.canvas import Canvas
from render.palette import INK, PAPER, SEATS, ink_on, mix
from render.rails import badge, symbol

RESOURCES: dict[str, tuple[str, str]] = {
    "coal": ("#3a3d42", "C"),
    "navvies": ("#d2642a", "N"),
    "steel": ("#6f93b8", "S"),
    "wood": ("#8a5a34", "W"),
    "grain": ("#e4bd3c", "G"),
    "tourists": ("#b3559c", "T"),
    "wild": ("#7d7593", "★"),
}
"""Colour and letter of each resource; cubes themselves have their owner's colour."""

REGIONS = {
    "ports": "#b9d7e8",
    "lowlands": "#bcd8a6",
    "shield": "#c9b99d",
    "prairies": "#ecdc94",
    "rockies": "#c3bdd0",
    "pacific": "#9fcfcb",
}
TILES = {"yellow": "#f3d35a", "green": "#8ec27f", "blue": "#86b4dd", "": "#d9d6cb"}
"""Wilderness tiles by colour."""


def resource(canvas: Canvas, x: float, y: float, size: float, name: str) -> None:
    """A resource's square with its letter."""
    colour, letter = RESOURCES.get(name, ("#8a8f94", "?"))
    half = size / 2
    canvas.box(
        x - half,
        y - half,
        x + half,
        y + half,
        colour,
        mix(colour, INK, 0.5),
        max(1.2, size * 0.06),
        size * 0.2,
    )
    canvas.text(x, y, letter, size * 0.82, ink_on(colour), face="bold", ground=colour)


def slots(
    canvas: Canvas, left: float, y: float, size: float, name: str, owners: Sequence[int], count: int
) -> float:
    """Slots for one resource in a row: an owner's cube in those that are filled. Returns the width."""
    colour, letter = RESOURCES.get(name, ("#8a8f94", "?"))
    step = size * 1.1
    for at in range(max(count, len(owners))):
        x = left + size / 2 + at * step
        half = size / 2
        pale = mix(colour, PAPER, 0.72)
        if at >= count:  # more cubes than slots: they lie beside them
            owned_cube(canvas, x, y, size * 0.74, owners[at])
            continue
        canvas.box(x - half, y - half, x + half, y + half, pale, colour, max(1.5, size * 0.07), size * 0.16)
        if at < len(owners):
            owned_cube(canvas, x, y, size * 0.74, owners[at])
        else:
            canvas.text(x, y, letter, size * 0.6, mix(colour, INK, 0.45), face="semibold", ground=pale)
    return max(count, len(owners)) * step


def owned_cube(canvas: Canvas, x: float, y: float, size: float, side: int) -> None:
    """A cube in its owner's colour with the owner's symbol."""
    mark = SEATS[side % len(SEATS)]
    half = size / 2
    canvas.box(x - half, y - half, x + half, y + half, mark.colour, INK, max(1.2, size * 0.08), size * 0.16)
    symbol(canvas, x, y, size * 0.3, mark.symbol, ink_on(mark.colour))


def building(canvas: Canvas, x: float, y: float, size: float, side: int) -> None:
    """A building: a house in its owner's colour with the owner's symbol."""
    mark = SEATS[side % len(SEATS)]
    half = size / 2
    shape = [
        (x - half, y + half), (x - half, y - half * 0.1), (x, y - half * 1.05), (x + half, y - half * 0.1),
        (x + half, y + half),
    ]  # fmt: skip
    canvas.polygon(shape, mark.colour, INK, max(1.5, size * 0.07))
    symbol(canvas, x, y + half * 0.3, size * 0.24, mark.symbol, ink_on(mark.colour))


def telegram(canvas: Canvas, x: float, y: float, size: float, side: int, *, bonus: bool) -> None:
    """A telegram: an envelope with its owner's badge; a bonus telegram has a plus."""
    mark = SEATS[side % len(SEATS)]
    wide, high = size * 0.72, size * 0.5
    canvas.box(x - wide, y - high, x + wide, y + high, PAPER, mark.colour, max(2.0, size * 0.08), size * 0.1)
    canvas.line(
        [(x - wide * 0.85, y - high * 0.8), (x, y + high * 0.05), (x + wide * 0.85, y - high * 0.8)],
        mark.colour,
        max(2.0, size * 0.07),
    )
    badge(canvas, x, y + high * 0.1, size * 0.34, mark)
    if bonus:
        canvas.disc(x + wide * 0.95, y - high * 0.9, size * 0.22, "#f3d35a", INK, 1.5)
        canvas.text(x + wide * 0.95, y - high * 0.9, "+", size * 0.5, INK, face="bold", ground="#f3d35a")


def locomotive(canvas: Canvas, x: float, y: float, size: float, colour: str = INK, edge: str = PAPER) -> None:
    """The engine, seen from the side."""
    s = size / 10
    body = [
        (-5, 2.2), (-5, -4), (-5.6, -4), (-5.6, -5), (-0.4, -5), (-0.4, -4), (-1, -4), (-1, -1.6),
        (2.4, -1.6), (2.4, -4.2), (1.9, -4.2), (1.9, -5), (4.1, -5), (4.1, -4.2), (3.6, -4.2),
        (3.6, -1.6), (5, -1.6), (5, 1.4), (6.6, 3.4), (4.6, 3.4), (4.2, 2.2),
    ]  # fmt: skip
    canvas.polygon([(x + dx * s, y + dy * s) for dx, dy in body], colour, edge, max(1.0, 0.5 * s))
    canvas.box(x - 4.2 * s, y - 3.2 * s, x - 1.8 * s, y - 1.2 * s, edge)
    for dx, radius in ((-3.2, 1.9), (0.8, 1.5), (3.8, 1.5)):
        canvas.disc(x + dx * s, y + 2.9 * s, radius * s, colour, edge, max(1.0, 0.45 * s))
        canvas.disc(x + dx * s, y + 2.9 * s, radius * 0.36 * s, edge)
