"""The ground of hex maps: land, water, rivers, mountains and swamps, as a steady background to the play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import cos, radians, sin

from engine.hexes import Hex, opposite

from .canvas import Canvas, Point
from .hexmap import ROOT3, Layout
from .palette import Theme, mix

GRID = 0.028
"""Width of the lines between hexes, in hexsides."""


def ground_of(terrain: str, theme: Theme) -> str:
    """The colour of a kind of terrain."""
    return {
        "river": theme.river_land,
        "mountain": theme.mountain,
        "swamp": theme.swamp,
        "water": theme.water,
    }.get(terrain, theme.plain)


def sea(canvas: Canvas, layout: Layout, places: Collection[Hex], theme: Theme) -> None:
    """Lakes and seas that are no part of the board, with a shore and a few waves."""
    for place in sorted(places):
        canvas.polygon(layout.outline(place, 1.015), theme.water)
    for place in sorted(places):
        x, y = layout.centre(place)
        for dx, dy in ((-0.3, -0.24), (0.26, 0.02), (-0.16, 0.34)):
            wave(
                canvas,
                x + dx * layout.side,
                y + dy * layout.side,
                layout.side * 0.2,
                mix(theme.water, theme.water_deep, 0.6),
            )


def wave(canvas: Canvas, x: float, y: float, reach: float, colour: str) -> None:
    """A small double wave."""
    points = [(x + reach * t / 8 - reach, y - reach * 0.24 * sin(radians(t * 45))) for t in range(17)]
    canvas.line(points, colour, max(1.2, reach * 0.16))


def land(canvas: Canvas, layout: Layout, terrains: Mapping[Hex, str], theme: Theme) -> None:
    """The hexes of the board with their terrain, and the lines between them."""
    for place in sorted(terrains):
        canvas.polygon(layout.outline(place, 1.06), mix(theme.grid, theme.ink, 0.35))
    for place, terrain in sorted(terrains.items()):
        canvas.polygon(layout.outline(place), ground_of(terrain, theme))
    for place, terrain in sorted(terrains.items()):
        if terrain == "mountain":
            mountains(canvas, layout, place, theme)
        elif terrain == "swamp":
            reeds(canvas, layout, place, theme)


def grid(canvas: Canvas, layout: Layout, places: Collection[Hex], theme: Theme) -> None:
    """The lines between the hexes."""
    width = max(1.0, GRID * layout.side)
    for place in sorted(places):
        canvas.polygon(layout.outline(place), None, theme.grid, width)


def mountains(canvas: Canvas, layout: Layout, place: Hex, theme: Theme) -> None:
    """Peaks with snow and a shaded side."""
    x, y = layout.centre(place)
    side = layout.side
    dark, mid = mix(theme.mountain, theme.ink, 0.42), mix(theme.mountain, theme.ink, 0.2)
    for dx, dy, size in ((0.3, -0.12, 0.36), (-0.28, 0.02, 0.46)):
        px, py, half = x + dx * side, y + dy * side + 0.18 * side, size * side
        top = (px, py - half * 1.35)
        canvas.polygon([(px - half, py), top, (px + half, py)], mid)
        canvas.polygon([top, (px + half, py), (px + half * 0.12, py)], dark)
        snow = half * 0.42
        canvas.polygon(
            [top, (px + snow * 0.74, top[1] + snow), (px + snow * 0.2, top[1] + snow * 0.72),
             (px - snow * 0.15, top[1] + snow * 1.1), (px - snow * 0.74, top[1] + snow)],
            "#fdfcf8",
        )  # fmt: skip


def reeds(canvas: Canvas, layout: Layout, place: Hex, theme: Theme) -> None:
    """Tufts of reed over short lines of water."""
    x, y = layout.centre(place)
    side = layout.side
    blade, wet = mix(theme.swamp, "#2f4a1d", 0.6), mix(theme.swamp, theme.water_deep, 0.6)
    for dx, dy in ((-0.42, -0.16), (0.36, -0.3), (0.02, 0.3), (0.5, 0.24), (-0.5, 0.36)):
        px, py = x + dx * side, y + dy * side
        for lean in (-24, 0, 24):
            tip = (px + 0.2 * side * sin(radians(lean)), py - 0.2 * side * cos(radians(lean)))
            canvas.line([(px + lean * side * 0.002, py), tip], blade, max(1.2, 0.032 * side))
        canvas.line(
            [(px - 0.14 * side, py + 0.05 * side), (px + 0.14 * side, py + 0.05 * side)],
            wet,
            max(1.2, 0.035 * side),
        )


def courses(
    rivers: Collection[Hex], ends: Collection[Hex], water: Collection[Hex]
) -> dict[Hex, tuple[int, ...]]:
    """Through which hexsides the river of each river hex flows.

    Between neighbouring river hexes; where a course would end, on to a lake, a city or the far side.
    """
    flows: dict[Hex, list[int]] = {
        place: [edge for edge in range(6) if place.neighbour(edge) in rivers] for place in sorted(rivers)
    }
    for edges in flows.values():
        # Three river hexes that touch one another: the river bends once, it does not run in a ring.
        if len(edges) == 3:
            for middle in list(edges):
                if (middle + 1) % 6 in edges and (middle - 1) % 6 in edges:
                    edges.remove(middle)
    for place, edges in flows.items():
        flows[place] = edges = [edge for edge in edges if opposite(edge) in flows[place.neighbour(edge)]]
        while len(edges) < 2:
            away = [edge for edge in range(6) if not any((edge - e) % 6 in (0, 1, 5) for e in edges)]
            found = [edge for kind in (water, ends) for edge in away if place.neighbour(edge) in kind]
            if found:
                edges.append(found[0])
            elif edges:
                edges.append(opposite(edges[0]))
            else:
                break
    return {place: tuple(edges) for place, edges in flows.items()}


def rivers(canvas: Canvas, layout: Layout, flows: Mapping[Hex, tuple[int, ...]], theme: Theme) -> None:
    """Draw the rivers: a bank, and water on it."""
    for width, colour in ((0.36, mix(theme.water_deep, theme.ink, 0.1)), (0.27, theme.water)):
        for place, edges in sorted(flows.items()):
            for points in stretch(layout, place, edges):
                canvas.ribbon(points, width * layout.side, colour)


def stretch(layout: Layout, place: Hex, edges: tuple[int, ...]) -> list[list[Point]]:
    """The lines along which a river flows through one hex, from side to side."""
    if len(edges) == 2:
        return [winding(layout.track(place, edges[0], edges[1]), layout.side, overlap=0.05)]
    if not edges:
        return [winding(layout.track(place, 1, 4), layout.side, overlap=0.0)]
    return [layout.spoke(place, edge, -0.05) for edge in edges]


def winding(points: list[Point], side: float, overlap: float) -> list[Point]:
    """A line with a gentle wobble that leaves its ends in place, a little longer at both ends."""
    last = len(points) - 1
    if last < 4:
        (x0, y0), (x1, y1) = points[0], points[-1]
        points = [(x0 + (x1 - x0) * t / 12, y0 + (y1 - y0) * t / 12) for t in range(13)]
        last = 12
    wound: list[Point] = []
    for at, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, at - 1)], points[min(last, at + 1)]
        dx, dy = bx - ax, by - ay
        size = (dx * dx + dy * dy) ** 0.5 or 1.0
        sway = 0.055 * side * sin(2 * 3.14159 * at / last)
        wound.append((x - dy / size * sway, y + dx / size * sway))
    if overlap:
        for end, step in ((0, 1), (-1, -2)):
            (x, y), (nx, ny) = wound[end], wound[step]
            size = ((x - nx) ** 2 + (y - ny) ** 2) ** 0.5 or 1.0
            wound[end] = (x + (x - nx) / size * overlap * side, y + (y - ny) / size * overlap * side)
    return wound


__all__ = [
    "GRID",
    "ROOT3",
    "courses",
    "grid",
    "ground_of",
    "land",
    "mountains",
    "reeds",
    "rivers",
    "sea",
    "stretch",
    "wave",
]
