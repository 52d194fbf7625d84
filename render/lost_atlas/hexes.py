"""The map of Lost Atlas: terrain, tiles with their track, cities with hubs, and the routes just run."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import hypot

from engine.hexes import Hex
from engine.lost_atlas.view import AtlasView, HexView, RouteView
from render import terrain
from render.canvas import Canvas, Point
from render.hexmap import Layout, rulers
from render.palette import INK, PAPER, Theme, ink_on, mix
from render.tokens import label, outline

from .codes import code

GROUNDS = {
    "yellow": "#f6d754",
    "green": "#86c67a",
    "purple": "#b896d8",
    "grey": "#b3bac0",
    "bridge": "#d9b98a",
}
"""Tile colours."""
PHASES = ("yellow", "green", "purple", "grey")
ROUTES = ("#e6007e", "#0090a8", "#d45500", "#5b2bd9", "#7a8a00", "#000000")
SYMBOLS = {"capital": "★", "mine": "⚒", "port": "⚓"}
LINK = 6


def hex_of(each: HexView) -> Hex:
    """Where a hex lies."""
    return Hex(each.q, each.r)


class Map:
    """One drawing of the map on a canvas."""

    def __init__(self, canvas: Canvas, view: AtlasView, layout: Layout, theme: Theme) -> None:
        self.canvas, self.view, self.layout, self.theme = canvas, view, layout, theme
        self.side = layout.side
        self.colours = {company.id: company.colour for company in view.companies}
        self.colours |= {charter.id: charter.colour for column in view.columns for charter in column}

    def paint(
        self, last: Collection[str] = (), proposed: Collection[str] = (), *, ruled: bool = True
    ) -> None:
        """Everything. last: hexes of the last move; proposed: of a move that is only considered."""
        shown = [each for each in self.view.hexes if self._shown(each)]
        if not shown:
            return
        self._land(shown)
        for each in shown:
            self._track(each)
        if self.view.turn is not None:
            for at, route in enumerate(self.view.turn.routes):
                self._route(route, ROUTES[at % len(ROUTES)], at - (len(self.view.turn.routes) - 1) / 2)
        for each in shown:
            if each.name in last or each.name in proposed:
                ring = self.layout.outline(hex_of(each), 0.97)
                outline(self.canvas, self.layout, ring, self.theme, dashed=each.name in proposed)
        for each in shown:
            self._place(each)
        if self.view.turn is not None:
            self._trains(self.view.turn.routes)
        if ruled:
            self._rulers()

    def _shown(self, each: HexView) -> bool:
        x, y = self.layout.centre(hex_of(each))
        side = self.side
        return -side < x < self.canvas.width + side and -side < y < self.canvas.height + side

    # --- ground ------------------------------------------------------------------------------

    def ground(self, each: HexView) -> str:
        """What a hex's writing stands on."""
        if each.colour:
            return GROUNDS.get(each.colour, self.theme.laid)
        return {
            "water": self.theme.water,
            "mountain": self.theme.mountain,
            "border": "#3b444b",
            "destination": "#7d2f2a",
        }.get(each.terrain, self.theme.plain)

    def _land(self, shown: list[HexView]) -> None:
        line = max(1.0, 0.03 * self.side)
        for each in shown:
            self.canvas.polygon(self.layout.outline(hex_of(each), 1.06), mix(self.theme.grid, INK, 0.45))
        for each in shown:
            place = hex_of(each)
            self.canvas.polygon(self.layout.outline(place), self.ground(each), self.theme.grid, line)
            if each.terrain == "water" and each.colour != "bridge":
                x, y = self.layout.centre(place)
                for dx, dy in ((-0.34, -0.42), (0.34, -0.3), (-0.28, 0.44), (0.4, 0.36)):
                    terrain.wave(
                        self.canvas, x + dx * self.side, y + dy * self.side, 0.17 * self.side,
                        mix(self.theme.water, self.theme.water_deep, 0.7),
                    )  # fmt: skip
            if each.mountain and not each.colour:
                if each.terrain != "mountain":
                    self.canvas.polygon(self.layout.outline(place, 0.98), self.theme.mountain)
                terrain.mountains(self.canvas, self.layout, place, self.theme)
            for edge in each.water_edges:
                ends = [self.layout.corner(place, edge, 0.93), self.layout.corner(place, edge + 1, 0.93)]
                self.canvas.ribbon(ends, 0.13 * self.side, self.theme.water_deep)
        # The edges between the map pieces, a little stronger than those within one.
        piece = {hex_of(each): each.placement for each in shown}
        for place, number in piece.items():
            for edge in range(3):
                other = piece.get(place.neighbour(edge))
                if other is not None and other != number:
                    ends = [self.layout.corner(place, edge), self.layout.corner(place, edge + 1)]
                    self.canvas.line(ends, mix(self.theme.grid, INK, 0.4), line * 1.2)

    def _rulers(self) -> None:
        names = {hex_of(each): each.name for each in self.view.hexes}
        across, down = rulers(names, self.layout)
        left, top, right, bottom = self.layout.extent(names)
        size, ink = min(0.5 * self.side, 30.0), mix(ink_on(self.theme.backdrop), self.theme.backdrop, 0.25)
        for text, x in across.items():
            for y in (top - 0.42 * self.side, bottom + 0.42 * self.side):
                self.canvas.text(x, y, text, size, ink, face="bold", ground=self.theme.backdrop)
        for text, y in down.items():
            for x in (left - 0.46 * self.side, right + 0.46 * self.side):
                self.canvas.text(x, y, text, size, ink, face="bold", ground=self.theme.backdrop)

    # --- track -------------------------------------------------------------------------------

    def spots(self, each: HexView) -> list[Point]:
        """Where each stop of a hex is drawn."""
        place = hex_of(each)
        if len(each.stops) == 1:
            return [self.layout.centre(place)]
        found: list[Point] = []
        middle = self.layout.centre(place)
        for stop in each.stops:
            if stop.exits:
                points = [self.layout.edge(place, edge) for edge in stop.exits]
                dx = sum(x for x, _ in points) / len(points) - middle[0]
                dy = sum(y for _, y in points) / len(points) - middle[1]
            else:
                others = [p for p in found if p != middle]
                dx, dy = (middle[0] - others[0][0], middle[1] - others[0][1]) if others else (0.0, -1.0)
            size = hypot(dx, dy) or 1.0
            reach = 0.4 * self.side / size
            found.append((middle[0] + dx * reach, middle[1] + dy * reach))
        return found

    def curves(self, each: HexView) -> list[tuple[frozenset[int], list[Point]]]:
        """Every piece of track of a hex with the edges that it joins."""
        place = hex_of(each)
        found = [(frozenset((a, b)), self.layout.track(place, a, b)) for a, b in each.paths]
        spots = self.spots(each)
        for stop, spot in zip(each.stops, spots, strict=True):
            found += [(frozenset((edge,)), [self.layout.edge(place, edge), spot]) for edge in stop.exits]
        if each.linked and len(spots) > 1:
            found.append((frozenset((LINK,)), [spots[0], spots[1]]))
        return found

    def _track(self, each: HexView) -> None:
        if each.terrain == "destination":
            for stop in each.stops:
                for edge in stop.exits:
                    self._arrow(each, edge)
            return
        # Paths that share an edge are one piece of track that branches; others cross it on a bridge.
        for piece in branching(self.curves(each)):
            for points in piece:
                self.canvas.ribbon(points, 0.27 * self.side, PAPER)
            for points in piece:
                self.canvas.ribbon(points, 0.155 * self.side, INK)

    def _arrow(self, each: HexView, edge: int) -> None:
        place = hex_of(each)
        x, y = self.layout.edge(place, edge)
        one, other = self.layout.corner(place, edge), self.layout.corner(place, edge + 1)
        wide = 0.24
        dx, dy = (other[0] - one[0]) * wide / 2, (other[1] - one[1]) * wide / 2
        tip = self.layout.towards(place, edge, 0.42)
        self.canvas.polygon([(x - dx * 1.5, y - dy * 1.5), (x + dx * 1.5, y + dy * 1.5), tip], PAPER)
        self.canvas.polygon([(x - dx, y - dy), (x + dx, y + dy), tip], INK)

    # --- routes ------------------------------------------------------------------------------

    def _route(self, route: RouteView, colour: str, lane: float) -> None:
        by_name = {each.name: each for each in self.view.hexes}
        used: dict[Hex, set[int]] = {}
        for name, edge in route.track:
            if name not in by_name:
                continue
            place = hex_of(by_name[name])
            used.setdefault(place, set()).add(edge)
            if edge != LINK:
                used.setdefault(place.neighbour(edge), set()).add((edge + 3) % 6)
        for each in self.view.hexes:
            edges = used.get(hex_of(each))
            if not edges or not self._shown(each):
                continue
            for joined, points in self.curves(each):
                if joined <= edges:
                    self.canvas.ribbon(points, 0.2 * self.side, PAPER)
                    self.canvas.ribbon(points, 0.13 * self.side, colour)
            if each.terrain == "destination":
                for edge in edges:
                    points = self.layout.spoke(hex_of(each), edge, 0.4)
                    self.canvas.ribbon(points, 0.13 * self.side, colour)

    def _trains(self, routes: Iterable[RouteView]) -> None:
        """Each route's train, on a flag at its first stop."""
        by_name = {each.name: each for each in self.view.hexes}
        stacked: dict[str, int] = {}
        for at, route in enumerate(routes):
            if not route.stops or route.stops[0] not in by_name:
                continue
            each = by_name[route.stops[0]]
            if not self._shown(each):
                continue
            x, y = self.layout.centre(hex_of(each))
            step = stacked.get(each.name, 0)
            stacked[each.name] = step + 1
            colour = ROUTES[at % len(ROUTES)]
            text = f"{'∞' if route.train == 'infinity' else route.train}: {route.revenue}"
            size = 0.36 * self.side
            wide = 0.62 * self.side
            y += (-0.62 + 0.46 * step) * self.side
            high, line = size * 0.62, max(1.5, 0.035 * self.side)
            self.canvas.box(x - wide, y - high, x + wide, y + high, colour, PAPER, line, 0.1 * self.side)
            self.canvas.text(x, y, text, size, ink_on(colour), face="bold", ground=colour)

    # --- places ------------------------------------------------------------------------------

    def _place(self, each: HexView) -> None:
        place = hex_of(each)
        x, y = self.layout.centre(place)
        side, ground = self.side, self.ground(each)
        ink = mix(ground, ink_on(ground), 0.82)
        if each.terrain == "destination":
            value = str(each.stops[0].revenue) if each.stops else ""
            self.canvas.text(x, y - 0.02 * side, value, 0.62 * side, "#ffd98a", face="bold", ground=ground)
            self.canvas.text(x, y + 0.6 * side, each.name, 0.32 * side, "#f2d9d6", ground=ground)
            return
        if not each.stops and not each.paths:
            low = 0.52 if each.mountain else 0.0
            size = 0.4 if low else 0.46
            faint = mix(ground, ink_on(ground), 0.6 if each.terrain != "border" else 0.5)
            self.canvas.text(x, y + low * side, each.name, size * side, faint, ground=ground)
            if each.mountain:
                self._price(x, y - 0.55 * side)
            return
        taken = self._corners(each)
        self._small(each, taken.pop(0), each.name, ink, ground)
        for stop, spot in zip(each.stops, self.spots(each), strict=True):
            self._slots(spot, stop.slots, stop.hubs, stop.reserved, small=len(each.stops) > 1)
            if stop.revenue and len(each.stops) > 1:
                self._revenue(*self._beside(each, spot), stop.revenue)
            elif stop.revenue:
                corner = min(taken, key=lambda at: self._far(place, at, spot))
                taken.remove(corner)
                self._revenue(*self.layout.corner(place, corner, 0.66), stop.revenue)
        if each.colour in PHASES:
            self._pips(each, taken)
        if each.symbol and taken:
            at = taken.pop()
            self.canvas.text(
                *self.layout.corner(place, at, 0.7), SYMBOLS[each.symbol], 0.42 * side, INK, ground=ground
            )
        if each.mountain and not each.colour:
            self._price(x, y - 0.6 * side)
        for at, company in enumerate(each.suburbs):
            self._suburb(x + (0.5 - at * 0.4) * side, y + 0.52 * side, company)
        if each.home and not each.colour and not each.suburbs:
            name = next((c.name for column in self.view.columns for c in column if c.id == each.home), "")
            if name:
                halo = mix(ground, PAPER, 0.5)
                label(self.canvas, x, y + 0.56 * side, name, 0.32 * side, 1.7 * side, INK, halo)

    def _beside(self, each: HexView, spot: Point) -> Point:
        """Where the revenue of one of two stops goes: at the stop's side, away from its track."""
        place = hex_of(each)
        x, y = self.layout.centre(place)
        dx, dy = spot[0] - x, spot[1] - y
        size = hypot(dx, dy) or 1.0
        ux, uy = dx / size * self.side, dy / size * self.side
        edges = [self.layout.edge(place, edge) for stop in each.stops for edge in stop.exits]
        choices = [(x + 0.3 * ux - 0.6 * uy * sign, y + 0.3 * uy + 0.6 * ux * sign) for sign in (1, -1)]
        return max(
            choices, key=lambda at: min((hypot(at[0] - ex, at[1] - ey) for ex, ey in edges), default=0.0)
        )

    def _corners(self, each: HexView) -> list[int]:
        """Corners from the one with the least track about it; the first is for the name."""
        used = {edge for stop in each.stops for edge in stop.exits} | {e for path in each.paths for e in path}
        liked = (0, 1, 4, 3, 5, 2)
        wide = any(stop.slots > 1 for stop in each.stops)
        crowd = {
            corner: len({corner % 6, (corner - 1) % 6} & used) + (1.5 if wide and corner in (2, 5) else 0.0)
            for corner in range(6)
        }
        return sorted(range(6), key=lambda at: (crowd[at], liked.index(at)))

    def _far(self, place: Hex, corner: int, spot: Point) -> float:
        """How little a corner suits a stop's revenue: far from the stop, or level with track."""
        x, y = self.layout.corner(place, corner, 0.66)
        return hypot(x - spot[0], y - spot[1])

    def _small(self, each: HexView, corner: int, text: str, ink: str, ground: str) -> None:
        x, y = self.layout.corner(hex_of(each), corner, 0.68)
        self.canvas.text(x, y, text, 0.33 * self.side, ink, halo=ground, halo_width=0.06 * self.side)

    def _pips(self, each: HexView, taken: list[int]) -> None:
        """The phase of a tile as one to four dots in a corner, for those who do not see its colour."""
        if not taken:
            return
        place = hex_of(each)
        corner = taken.pop(0)
        count = PHASES.index(each.colour) + 1
        x, y = self.layout.corner(place, corner, 0.76)
        step, radius = 0.14 * self.side, 0.05 * self.side
        for at in range(count):
            self.canvas.disc(x + (at - (count - 1) / 2) * step, y, radius, INK)

    def _price(self, x: float, y: float) -> None:
        self.canvas.disc(x, y, 0.25 * self.side, "#fff3c4", "#8a6d1a", max(1.0, 0.03 * self.side))
        self.canvas.text(x, y, "40", 0.32 * self.side, INK, face="narrow", ground="#fff3c4")

    def _revenue(self, x: float, y: float, revenue: int) -> None:
        radius = 0.225 * self.side
        self.canvas.disc(x, y, radius, PAPER, INK, max(1.0, 0.035 * self.side))
        size = (0.34 if revenue < 100 else 0.27) * self.side
        self.canvas.text(x, y, str(revenue), size, INK, face="narrow", ground=PAPER)

    def _slots(self, spot: Point, slots: int, hubs: tuple[str, ...], reserved: str, *, small: bool) -> None:
        side = self.side * (0.86 if small else 1.0)
        shown = max(1, slots, len(hubs) + bool(reserved))
        radius = {1: 0.31, 2: 0.27, 3: 0.245}.get(shown, 0.2) * side
        if shown == 3:
            around = [(0.0, -0.29), (-0.27, 0.19), (0.27, 0.19)]
        else:
            around = [((at - (shown - 1) / 2) * 0.54, 0.0) for at in range(shown)]
        spots = [(spot[0] + dx * side, spot[1] + dy * side) for dx, dy in around]
        for x, y in spots:
            self.canvas.disc(x, y, radius + 0.07 * side, INK)
        if shown > 1:
            self.canvas.polygon(spots, INK, INK, 0.2 * side)
        for x, y in spots:
            self.canvas.disc(x, y, radius, PAPER)
        for at, (x, y) in enumerate(spots):
            if at < len(hubs):
                token(self.canvas, x, y, radius * 0.97, hubs[at], self.colours.get(hubs[at], "#888888"))
            elif at == len(hubs) and reserved:
                self._reserved(x, y, radius, reserved)

    def _reserved(self, x: float, y: float, radius: float, company: str) -> None:
        colour = self.colours.get(company, "#888888")
        self.canvas.disc(x, y, radius * 0.92, mix(colour, PAPER, 0.7), mix(colour, INK, 0.25), radius * 0.14)
        self.canvas.text(
            x, y, code(company), radius * 0.92, mix(colour, INK, 0.75), face="bold", ground=PAPER
        )

    def _suburb(self, x: float, y: float, company: str) -> None:
        colour = self.colours.get(company, "#888888")
        half = 0.2 * self.side
        self.canvas.box(
            x - half, y - half, x + half, y + half, colour, INK, max(1.2, 0.04 * self.side), half * 0.3
        )
        self.canvas.text(x, y, "+10", 0.25 * self.side, ink_on(colour), face="narrow", ground=colour)


def branching(curves: list[tuple[frozenset[int], list[Point]]]) -> list[list[list[Point]]]:
    """The curves of a hex in groups: those of a group are joined at edges, or all lead into cities."""
    groups: list[tuple[set[int], list[list[Point]]]] = []
    for joined, points in sorted(curves, key=lambda each: len(each[0])):
        edges = set(joined) if len(joined) > 1 else {*joined, -1}
        fitting = [group for group in groups if group[0] & edges]
        merged: tuple[set[int], list[list[Point]]] = (edges, [points])
        for group in fitting:
            merged = (merged[0] | group[0], group[1] + merged[1])
            groups.remove(group)
        groups.append(merged)
    return [pieces for _, pieces in groups]


def token(canvas: Canvas, x: float, y: float, radius: float, company: str, colour: str) -> None:
    """A company's token: its colour, with its letters."""
    canvas.disc(x, y, radius, colour, INK, max(1.2, radius * 0.1))
    canvas.text(x, y, code(company), radius * 1.02, ink_on(colour), face="bold", ground=colour)
