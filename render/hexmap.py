"""Where hexes lie on a picture, and the curves of the track on them: shared by every hex map of the house.

Flat-top as `engine.hexes` describes it; a map whose north is elsewhere is drawn turned 90 degrees
counter-clockwise, which makes its hexes pointy-top.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt

from engine.hexes import DELTA, Hex

from .canvas import Point

ROOT3 = sqrt(3)


@lru_cache(maxsize=256)
def _unit(angle: float) -> Point:
    return cos(radians(angle)), sin(radians(angle))


@dataclass(frozen=True)
class Layout:
    """Places a hex grid on a canvas.

    side: length of a hexside in pixels; x, y: where Hex(0, 0) has its centre.
    """

    side: float
    x: float = 0.0
    y: float = 0.0
    turned: bool = False
    """Turned 90 degrees counter-clockwise: pointy-top."""

    def centre(self, place: Hex) -> Point:
        """The middle of a hex."""
        across, down = 1.5 * place.q * self.side, ROOT3 * (place.r + place.q / 2) * self.side
        return (self.x + down, self.y - across) if self.turned else (self.x + across, self.y + down)

    def _angle(self, degrees: float) -> float:
        return degrees - 90 if self.turned else degrees

    def towards(self, place: Hex, edge: float, reach: float) -> Point:
        """The point in the direction of an edge (halves are corners), `reach` sides from the middle."""
        x, y = self.centre(place)
        dx, dy = _unit(self._angle(60 * edge - 90))
        return x + dx * reach * self.side, y + dy * reach * self.side

    def edge(self, place: Hex, edge: int) -> Point:
        """The middle of a hexside."""
        return self.towards(place, edge, ROOT3 / 2)

    def corner(self, place: Hex, corner: int, reach: float = 1.0) -> Point:
        """A corner; edge e runs from corner e to corner e + 1."""
        return self.towards(place, corner - 0.5, reach)

    def outline(self, place: Hex, reach: float = 1.0) -> list[Point]:
        """The six corners, clockwise."""
        return [self.corner(place, corner, reach) for corner in range(6)]

    def extent(self, places: Iterable[Hex]) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of these hexes."""
        half_wide, half_high = (ROOT3 / 2, 1.0) if self.turned else (1.0, ROOT3 / 2)
        middles = [self.centre(place) for place in places]
        return (
            min(x for x, _ in middles) - half_wide * self.side,
            min(y for _, y in middles) - half_high * self.side,
            max(x for x, _ in middles) + half_wide * self.side,
            max(y for _, y in middles) + half_high * self.side,
        )

    def moved(self, dx: float, dy: float) -> Layout:
        """The same, elsewhere."""
        return Layout(self.side, self.x + dx, self.y + dy, self.turned)

    # --- curves ------------------------------------------------------------------------------

    def track(self, place: Hex, one: int, other: int) -> list[Point]:
        """Track from the middle of one hexside to the middle of another: straight, gentle or sharp."""
        start, end = self.edge(place, one), self.edge(place, other)
        apart = (other - one) % 6
        if apart == 3:
            return [start, self.centre(place), end]
        if apart in (1, 5):
            around = self.corner(place, one + 1 if apart == 1 else other + 1)
        else:
            dq, dr = DELTA[(one + 1) % 6 if apart == 2 else (other + 1) % 6]
            around = self.centre(Hex(place.q + dq, place.r + dr))
        return arc(start, end, around)

    def spoke(self, place: Hex, edge: int, reach: float = 0.0) -> list[Point]:
        """Track from a hexside straight to the middle, stopping `reach` sides short of it."""
        return [self.edge(place, edge), self.towards(place, edge, reach)]


def fitted(places: Iterable[Hex], room: float, *, turned: bool = False, largest: float = 90) -> Layout:
    """A layout in which these hexes fill a width, with their upper left at (0, 0). largest: greatest side."""
    places = list(places)
    left, _, right, _ = Layout(1.0, turned=turned).extent(places)
    layout = Layout(min(largest, room / (right - left)), turned=turned)
    left, top, _, _ = layout.extent(places)
    return layout.moved(-left, -top)


def window(layout: Layout, shown: Iterable[Hex], board: Iterable[Hex], width: float, height: float) -> Layout:
    """The layout moved, and made smaller if need be, so that some hexes fill a window's middle.

    Where the board is larger than the window, the window stays within it.
    """
    shown, board = list(shown), list(board)
    left, top, right, bottom = layout.extent(shown)
    room = 1.6 * layout.side
    layout = replace(
        layout, side=layout.side * min(1.0, width / (right - left + room), height / (bottom - top + room))
    )
    part, edge = layout.extent(shown), layout.extent(board)
    spare = 0.4 * layout.side
    return layout.moved(
        _start(part[0], part[2], edge[0], edge[2], width, spare),
        _start(part[1], part[3], edge[1], edge[3], height, spare),
    )


def _start(low: float, high: float, first: float, last: float, room: float, spare: float) -> float:
    if last - first + 2 * spare <= room:
        return room / 2 - (first + last) / 2
    start = (low + high) / 2 - room / 2
    return -min(max(start, first - spare), last + spare - room)


def arc(start: Point, end: Point, around: Point) -> list[Point]:
    """Points of the shorter circular arc from start to end about a centre."""
    radius = hypot(start[0] - around[0], start[1] - around[1])
    first = atan2(start[1] - around[1], start[0] - around[0])
    sweep = atan2(end[1] - around[1], end[0] - around[0]) - first
    if sweep > pi:
        sweep -= 2 * pi
    elif sweep < -pi:
        sweep += 2 * pi
    steps = max(6, ceil(abs(sweep) * radius / 5))
    return [
        (
            around[0] + radius * cos(first + sweep * at / steps),
            around[1] + radius * sin(first + sweep * at / steps),
        )
        for at in range(steps + 1)
    ]


def length(points: list[Point]) -> float:
    """The length of a line through points."""
    return sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in itertools.pairwise(points))


def along(points: list[Point], start: float, end: float) -> list[Point]:
    """The part of a line between two distances from its beginning."""
    cut: list[Point] = []
    gone = 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        step = hypot(x1 - x0, y1 - y0)
        if step and gone + step >= start and gone <= end:
            low, high = max(0.0, (start - gone) / step), min(1.0, (end - gone) / step)
            for share in (low, high):
                point = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
                if not cut or point != cut[-1]:
                    cut.append(point)
        gone += step
    return cut


def midpoint(points: list[Point]) -> Point:
    """The point half way along a line."""
    half = length(points) / 2
    return along(points, half, half + 0.01)[0]


def crossing(one: list[Point], other: list[Point]) -> float | None:
    """How far along the first line it meets the second, or None if it does not."""
    gone = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(one):
        step = hypot(bx - ax, by - ay)
        for (cx, cy), (dx, dy) in itertools.pairwise(other):
            det = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
            if abs(det) < 1e-9:
                continue
            t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / det
            u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / det
            if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= u <= 1 + 1e-9:
                return gone + t * step
        gone += step
    return None


def rulers(names: Mapping[Hex, str], layout: Layout) -> tuple[dict[str, float], dict[str, float]]:
    """Where the letters and the numbers of the hexes' names go along the sides of the map.

    Returns the x of what runs along the top and the y of what runs down the left side.
    """
    across: dict[str, list[float]] = {}
    down: dict[str, list[float]] = {}
    for place, name in names.items():
        letters, number = name.rstrip("0123456789"), name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        x, y = layout.centre(place)
        across.setdefault(number if layout.turned else letters, []).append(x)
        down.setdefault(letters if layout.turned else number, []).append(y)
    return (
        {label: (min(values) + max(values)) / 2 for label, values in across.items()},
        {label: (min(values) + max(values)) / 2 for label, values in down.items()},
    )
