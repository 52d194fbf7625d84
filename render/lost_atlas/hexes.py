"""The map of Lost Atlas: terrain, tiles with their track, cities with hubs, and the routes just run."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import hypot

from engine.hexes import Hex
from engine.lost_atlas.components import company_colour, company_name
from engine.lost_atlas.view import AtlasView, HexView, RouteView
from render import terrain
from render.canvas import Canvas, Point
from render.hexmap import Layout, midpoint, rulers
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

    def __init__(
        self, canvas: Canvas, view: AtlasView, layout: Layout, theme: Theme, *, named: bool = True
    ) -> None:
        self.named = named
        self.canvas, self.view, self.layout, self.theme = canvas, view, layout, theme
        self.side = layout.side

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
                self._route(route, ROUTES[at % len(ROUTES)])
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

    def _route(self, route: RouteView, colour: str) -> None:
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
        """Each route's train and revenue, on a flag at one of its stops."""
        by_name = {each.name: each for each in self.view.hexes}
        taken: set[str] = set()
        for at, route in enumerate(routes):
            shown = [name for name in route.stops if name in by_name and self._shown(by_name[name])]
            if not shown:
                continue
            name = next((name for name in shown if name not in taken), shown[0])
            taken.add(name)
            x, y = self.layout.centre(hex_of(by_name[name]))
            colour = ROUTES[at % len(ROUTES)]
            text = f"{'∞' if route.train == 'infinity' else route.train}: {route.revenue}"
            size, wide = 0.38 * self.side, 0.62 * self.side
            y -= 0.74 * self.side
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
            if self.named:
                low = 0.6 if not self._arrow_at(each, 0.6) or self._arrow_at(each, -0.6) else -0.6
                dx = 0.0 if not self._arrow_at(each, low) else 0.36 * side
                size = 0.32 * side
                self.canvas.text(
                    x + dx, y + low * side, each.name, size, "#f2d9d6", halo=ground, halo_width=0.05 * side
                )
            return
        if not each.stops and not each.paths:
            low = 0.52 if each.mountain else 0.0
            size = 0.4 if low else 0.46
            faint = mix(ground, ink_on(ground), 0.6 if each.terrain != "border" else 0.5)
            if self.named:
                self.canvas.text(x, y + low * side, each.name, size * side, faint, ground=ground)
            if each.mountain:
                self._price(x, y - 0.55 * side)
            return
        self._stops(each, ink, ground)
        for at, company in enumerate(each.suburbs):
            self._suburb(x + (0.5 - at * 0.4) * side, y + 0.52 * side, company)
        if each.home and not each.colour and not each.suburbs and not self._settled(each):
            name = company_name(each.home)
            halo = mix(ground, PAPER, 0.5)
            label(self.canvas, x, y + 0.56 * side, name, 0.34 * side, 1.7 * side, INK, halo)

    def _arrow_at(self, each: HexView, low: float) -> bool:
        """Whether an arrow into the hex comes so near to a point straight under its centre, or over it."""
        x, y = self.layout.centre(hex_of(each))
        tips = [self.layout.edge(hex_of(each), edge) for edge in self._edges(each)]
        return any(hypot(tx - x, ty - (y + low * self.side)) < 0.55 * self.side for tx, ty in tips)

    def _settled(self, each: HexView) -> bool:
        """Whether the home's own company has come, so that its token tells whose home it is."""
        return any(each.home in stop.hubs for stop in each.stops)

    def _stops(self, each: HexView, ink: str, ground: str) -> None:
        """Cities with their hubs; round them the name, revenues, symbol and phase, where there is room."""
        side, spots = self.side, self.spots(each)
        busy = [self.layout.edge(hex_of(each), edge) for edge in self._edges(each)]
        for points in (points for joined, points in self.curves(each) if len(joined) > 1):
            busy.append(midpoint(points))
        for spot, stop in zip(spots, each.stops, strict=True):
            reach = 0.27 * side * (max(1, stop.slots) - 1)
            busy += [spot, (spot[0] - reach, spot[1]), (spot[0] + reach, spot[1])]
        if each.home and not each.colour:
            middle = self.layout.centre(hex_of(each))
            busy.append((middle[0], middle[1] + 0.56 * side))
        for number, (spot, stop) in enumerate(zip(spots, each.stops, strict=True)):
            building = self.view.round == "building" and each.home and not number
            self._slots(
                spot, stop.slots, stop.hubs, each.home if building else stop.reserved, small=len(spots) > 1
            )
        for spot, stop in zip(spots, each.stops, strict=True):
            if stop.revenue:
                self._revenue(*self._free(each, busy, spot if len(spots) > 1 else None), stop.revenue)
        if each.mountain and not each.colour:
            self._price(*self._free(each, busy, None))
        if self.named:
            x, y = self._free(each, busy, None)
            self.canvas.text(x, y, each.name, 0.33 * side, ink, halo=ground, halo_width=0.06 * side)
        if each.symbol:
            x, y = self._free(each, busy, None)
            self.canvas.text(x, y, SYMBOLS[each.symbol], 0.42 * side, INK, ground=ground)
        if each.colour in PHASES:
            self._pips(*self._free(each, busy, None), PHASES.index(each.colour) + 1)

    def _edges(self, each: HexView) -> set[int]:
        return {edge for stop in each.stops for edge in stop.exits} | {e for path in each.paths for e in path}

    def _free(self, each: HexView, busy: list[Point], beside: Point | None) -> Point:
        """The roomiest place at the rim of a hex, which is busy from now on. beside: rather close to this."""
        place = hex_of(each)
        rim = [self.layout.corner(place, corner, 0.7) for corner in (0, 1, 4, 3, 5, 2)]
        rim += [self.layout.towards(place, edge, 0.64) for edge in (0, 5, 1, 3, 4, 2)]

        def room(at: Point) -> float:
            space = min((hypot(at[0] - x, at[1] - y) for x, y in busy), default=1e9)
            away = 0.0 if beside is None else hypot(at[0] - beside[0], at[1] - beside[1])
            return min(space, 0.42 * self.side) - 0.2 * away

        best = max(rim, key=room)
        busy.append(best)
        return best

    def _pips(self, x: float, y: float, count: int) -> None:
        """The phase of a tile as one to four dots, for those who do not see its colour."""
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
                token(self.canvas, x, y, radius * 0.97, hubs[at], company_colour(hubs[at]))
            elif at == len(hubs) and reserved:
                self._reserved(x, y, radius, reserved)

    def _reserved(self, x: float, y: float, radius: float, company: str) -> None:
        colour = company_colour(company)
        self.canvas.disc(x, y, radius * 0.92, mix(colour, PAPER, 0.7), mix(colour, INK, 0.25), radius * 0.14)
        self.canvas.text(
            x, y, code(company), radius * 0.92, mix(colour, INK, 0.75), face="bold", ground=PAPER
        )

    def _suburb(self, x: float, y: float, company: str) -> None:
        colour = company_colour(company)
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
