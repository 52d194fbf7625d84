"""The state of an Age of Steam map: cities, towns, cubes and track, on its ground."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot
from typing import Any

from engine.age_of_steam.view import HexView, TileView, TrackView, View
from engine.hexes import Hex
from render import rails, terrain
from render.canvas import Canvas, Point
from render.hexmap import along, length, midpoint
from render.lettering import lines, width
from render.palette import GOODS, INK, PAPER, SEATS, THEMES, Mark, ink_on, mix
from render.tokens import cube, cubes, die, label, outline, plate

from .ground import Frame, flows, fresh

TOWN = -1


def mark_of(owner: int | None) -> Mark | None:
    """How an owner's track is drawn; None for nobody's."""
    return None if owner is None else SEATS[owner % len(SEATS)]


def paint(
    view: View,
    frame: Frame,
    last: Collection[str] = (),
    proposed: Collection[str] = (),
    journey: Sequence[str] = (),
) -> Canvas:
    """The map as it stands.

    last: hexes of the last move; proposed: hexes of a move that is only considered; journey: the hexes that
    a cube would travel through, from its origin to its city.
    """
    return Board(view, frame).painted(last, proposed, journey)


def route(view: View, action: Any) -> tuple[str, ...]:
    """The hexes through which a move of goods goes, in order; empty for other moves."""
    origin, stops = getattr(action, "origin", None), getattr(action, "route", ())
    if origin is None or not stops:
        return ()
    way = [origin]
    for stop in stops:
        name, _, owner = stop.partition(":")
        way += [*_between(view, way[-1], name, owner), name]
    return tuple(way)


def _between(view: View, one: str, other: str, owner: str) -> tuple[str, ...]:
    seat = int(owner[1:]) - 1 if owner[1:].isdigit() else None
    fitting = [
        link
        for link in view.links
        if set(link.stops) == {one, other} or (one in link.hexes and other in link.stops)
    ]
    for link in sorted(fitting, key=lambda each: each.owner != seat if owner else False):
        line = [link.stops[0], *link.hexes, link.stops[1]]
        if line.index(one) > line.index(other):
            line.reverse()
        return tuple(line[line.index(one) + 1 : line.index(other)])
    return ()


class Board:
    """One drawing of the map."""

    def __init__(self, view: View, frame: Frame) -> None:
        self.view, self.frame = view, frame
        self.layout, self.side = frame.layout, frame.layout.side
        self.theme = THEMES[frame.theme]
        self.tiles = {tile.hex: tile for tile in view.tiles}
        self.by_name = {each.name: each for each in view.hexes}
        self.names = {each.name: self._name_at(each) for each in view.hexes if each.title}
        self.dice = {column.key: (column.section == "dark", column.die) for column in view.columns}
        self.canvas = fresh(frame)

    def _name_at(self, each: HexView) -> tuple[float, float]:
        """Where the middle of a place's name is: on a city; under a town, or over it if track leaves only
        there.
        """
        x, y = self.layout.centre(_hex(each))
        if not each.town:
            return x, y + 0.05 * self.side
        tile = self.tiles.get(each.name)
        used = {edge for track in tile.tracks for edge in (track.a, track.b)} if tile else set()
        top, bottom = ({0}, {3}) if not self.frame.turned else ({1, 2}, {4, 5})
        above = bool(used & bottom) and not used & top
        return x, y + (-0.52 if above else 0.52) * self.side

    def _named(self, x: float, y: float) -> bool:
        """Whether a place's name is written at a point, or so close that no hex's name fits there."""
        size = 0.46 * self.side
        for name, (at, middle) in self.names.items():
            if hypot(at - x, middle - y) > 2 * self.side:
                continue
            rows = lines(self.by_name[name].title, size, 2.6 * self.side, "narrow")
            wide = max(width(row, size, "narrow") for row in rows) / 2 + 0.3 * self.side
            if abs(x - at) < wide and abs(y - middle) < (0.32 + 0.22 * (len(rows) - 1)) * self.side:
                return True
        return False

    def _journey(self, way: Sequence[str]) -> None:
        """An arrow along the hexes that a cube travels through."""
        points = [self.layout.centre(_hex(self.by_name[name])) for name in way if name in self.by_name]
        rounded: list[Point] = [points[0]]
        for before, here, after in zip(points, points[1:], points[2:], strict=False):
            rounded += _bend(before, here, after)
        rounded.append(points[-1])
        rails.arrow(self.canvas, rounded, 0.2 * self.side, PAPER)
        rails.arrow(self.canvas, rounded, 0.13 * self.side, self.theme.accent)

    def painted(self, last: Collection[str], proposed: Collection[str], journey: Sequence[str]) -> Canvas:
        """Everything, from the ground up."""
        shown = [each for each in self.view.hexes if self._shown(each)]
        for each in shown:
            if each.terrain in ("city", "terminal"):
                self._city_ground(each)
        for each in shown:
            if each.name in self.tiles:
                self._tile(each, self.tiles[each.name])
        self._direct_links()
        self._owners()
        for name in [*last, *proposed]:
            if name in self.by_name:
                ring = self.layout.outline(_hex(self.by_name[name]), 0.97)
                outline(self.canvas, self.layout, ring, self.theme, dashed=name in proposed)
        if len(journey) > 1:
            self._journey(journey)
        for each in shown:
            if each.terrain not in ("city", "terminal"):
                (self._town if each.town else self._open)(each)
        for each in shown:
            if each.terrain in ("city", "terminal"):
                self._city(each)
        return self.canvas

    def _shown(self, each: HexView) -> bool:
        x, y = self.layout.centre(_hex(each))
        return (
            -self.side < x < self.frame.width + self.side and -self.side < y < self.frame.height + self.side
        )

    # --- track -------------------------------------------------------------------------------

    def _ground(self, each: HexView) -> str:
        return mix(self.theme.laid, terrain.ground_of(each.terrain, self.theme), 0.3)

    def _tile(self, each: HexView, tile: TileView) -> None:
        place, ground = _hex(each), self._ground(each)
        self.canvas.polygon(
            self.layout.outline(place, 0.985), ground, self.theme.grid, max(1.0, 0.03 * self.side)
        )
        # A river shows through the tile, palely, so that its course can be followed.
        course = flows(self.frame).get(place)
        for points in () if course is None else terrain.stretch(self.layout, place, course):
            self.canvas.ribbon(points, 0.24 * self.side, mix(ground, self.theme.water, 0.5))
        laid = [(self._curve(place, track), mark_of(track.owner)) for track in tile.tracks]
        rails.tracks(self.canvas, laid, self.side, ground)
        if each.town and any(TOWN in (track.a, track.b) for track in tile.tracks):
            x, y = self.layout.centre(place)
            self.canvas.disc(x, y, 0.33 * self.side, INK)
            self.canvas.disc(x, y, 0.27 * self.side, PAPER)
            if tile.disc:
                self.canvas.disc(x, y, 0.15 * self.side, "#c8c4b8")

    def _curve(self, place: Hex, track: TrackView) -> list[Point]:
        if TOWN in (track.a, track.b):
            return self.layout.spoke(place, track.b if track.a == TOWN else track.a)
        return self.layout.track(place, track.a, track.b)

    def _owners(self) -> None:
        """A symbol in the middle of every link, and on every piece of unfinished track."""
        marked: set[tuple[str, int, int]] = set()
        for link in self.view.links:
            if link.owner is not None and link.hexes:
                self._badge_on_link(link.stops, link.hexes, link.owner)
        for tile in self.view.tiles:
            for track in tile.tracks:
                if (
                    not track.complete
                    and track.owner is not None
                    and (tile.hex, track.a, track.b) not in marked
                ):
                    self._badge(tile.hex, track)

    def _badge_on_link(self, stops: tuple[str, str], hexes: tuple[str, ...], owner: int) -> None:
        line = [stops[0], *hexes, stops[1]]
        middle = (len(line) - 1) / 2
        # Near the middle, rather where no other track crosses it.
        at = min(
            range(1, len(line) - 1),
            key=lambda i: abs(i - middle) + 2 * (line[i] in self.tiles and self.tiles[line[i]].crossing),
        )
        here, before, after = (_hex(self.by_name[line[i]]) for i in (at, at - 1, at + 1))
        ends = {here.edge_to(before), here.edge_to(after)}
        tile = self.tiles.get(line[at])
        for track in tile.tracks if tile else ():
            if track.owner == owner and {track.a, track.b} == ends:
                self._badge(line[at], track)
                return

    def _badge(self, name: str, track: TrackView) -> None:
        mark = mark_of(track.owner)
        if mark is not None and self._shown(self.by_name[name]):
            points = self._curve(_hex(self.by_name[name]), track)
            if TOWN in (track.a, track.b):
                points = [points[0], midpoint(points)]
            whole = length(points)
            at = whole * (0.2 if self.by_name[name].cubes else 0.5)
            x, y = along(points, at, at + 0.01)[0]
            rails.badge(self.canvas, x, y, 0.23 * self.side, mark)

    def _direct_links(self) -> None:
        for link in self.view.direct_links:
            one, other = (_hex(self.by_name[name]) for name in link.between)
            edge = one.edge_to(other)
            if edge is None:
                continue
            ends = [self.layout.towards(one, edge, 0.5), self.layout.towards(other, (edge + 3) % 6, 0.5)]
            x, y = midpoint(ends)
            if link.built:
                rails.band(self.canvas, ends, self.side * 1.3, mark_of(link.owner))
                mark = mark_of(link.owner)
                if mark is not None:
                    rails.badge(self.canvas, x, y, 0.23 * self.side, mark)
            else:
                self.canvas.ribbon(ends, 0.36 * self.side, INK)
                self.canvas.ribbon(ends, 0.28 * self.side, PAPER)
                self._price(x, y, link.cost)

    def _price(self, x: float, y: float, cost: int) -> None:
        size = 0.4 * self.side
        self.canvas.disc(x, y, 0.29 * self.side, "#fff3c4", "#8a6d1a", max(1.0, 0.03 * self.side))
        self.canvas.text(x, y, f"${cost}", size, INK, face="narrow", ground="#fff3c4")

    # --- places ------------------------------------------------------------------------------

    def _city_ground(self, each: HexView) -> None:
        place = _hex(each)
        colours = [GOODS[name].colour for name in each.accepts if name != "white"]
        ground = colours[0] if colours else "#8a9299"
        if each.terrain == "terminal":
            self.canvas.polygon(self.layout.outline(place), "#707a80")
            self.canvas.polygon(self.layout.outline(place, 0.8), ground)
        else:
            self.canvas.polygon(self.layout.outline(place), mix(ground, INK, 0.35))
            self.canvas.polygon(self.layout.outline(place, 0.95), ground)
        if "white" in each.accepts:
            self.canvas.polygon(self.layout.outline(place, 0.9), GOODS["white"].colour)
            self.canvas.polygon(self.layout.outline(place, 0.8), ground)

    def _city(self, each: HexView) -> None:
        x, y = self.layout.centre(_hex(each))
        side = self.side
        colours = [GOODS[name] for name in each.accepts]
        ground = next((good.colour for good in colours if good.letter != "W"), "#8a9299")
        self.canvas.text(x, y - 0.715 * side, each.name, 0.3 * side, ink_on(ground), ground=ground)
        row = y - 0.4 * side
        pieces = [f"colour {good.letter}" for good in colours]
        if each.letter:
            pieces.insert(0, f"letter {each.letter}")
        if each.column in self.dice:
            pieces.append("die")
        step = 0.47 * side
        for at, piece in enumerate(pieces):
            px = x + (at - (len(pieces) - 1) / 2) * step
            if piece == "die":
                dark, number = self.dice[each.column]
                die(self.canvas, px, row, 0.4 * side, number, dark=dark)
            elif piece.startswith("letter"):
                self.canvas.disc(px, row, 0.22 * side, PAPER, INK, max(1.2, 0.03 * side))
                self.canvas.text(px, row, piece[-1], 0.4 * side, INK, face="bold", ground=PAPER)
            else:
                self.canvas.text(px, row, piece[-1], 0.44 * side, ink_on(ground), face="bold", ground=ground)
        name = each.title or f"City {each.letter}"
        plate(self.canvas, x, y + 0.05 * side, name, 0.5 * side, (2.2 if self.frame.turned else 2.6) * side)
        self._cubes(each, x, y + 0.54 * side)

    def _cubes(self, each: HexView, x: float, y: float) -> None:
        side, count = self.side, len(each.cubes)
        if count <= 3:
            cubes(self.canvas, x, y, 0.4 * side, each.cubes, 3)
        elif count <= 4:
            cubes(self.canvas, x, y - 0.02 * side, 0.31 * side, each.cubes, 4)
        else:
            many = count > 7
            cubes(self.canvas, x, y + 0.03 * side, 0.305 * side, each.cubes, 3 if many else 4, bunched=many)

    def _town(self, each: HexView) -> None:
        place = _hex(each)
        x, y = self.layout.centre(place)
        side = self.side
        tile = self.tiles.get(each.name)
        ground = self._ground(each) if tile else terrain.ground_of(each.terrain, self.theme)
        if tile is None:
            self.canvas.disc(x, y - 0.08 * side, 0.24 * side, INK)
            self.canvas.disc(x, y - 0.08 * side, 0.19 * side, PAPER)
            self.canvas.text(x, y - 0.6 * side, each.name, 0.34 * side, mix(ground, INK, 0.7), ground=ground)
        else:
            self._corner_name(each, tile)
        label(
            self.canvas, *self.names[each.name], each.title, 0.46 * side, 2.6 * side,
            INK, mix(ground, PAPER, 0.5),
        )  # fmt: skip
        if each.cubes:
            cubes(self.canvas, x, y - 0.08 * side, 0.4 * side, each.cubes, 3)
        elif each.simple_cost is not None and tile is None:
            self._price(*self.layout.corner(place, 2, 0.62), each.simple_cost)

    def _open(self, each: HexView) -> None:
        place = _hex(each)
        x, y = self.layout.centre(place)
        side, tile = self.side, self.tiles.get(each.name)
        if tile is not None:
            self._corner_name(each, tile)
        else:
            ground = terrain.ground_of(each.terrain, self.theme)
            low = 0.5 if each.terrain == "mountain" or each.cubes else 0.0
            halo = {"river": mix(self.theme.water, PAPER, 0.25), "swamp": ground}.get(each.terrain)
            self.canvas.text(
                x, y + low * side, each.name, (0.42 if low else 0.5) * side, mix(ground, INK, 0.62),
                halo=halo, halo_width=0.07 * side, ground=ground,
            )  # fmt: skip
            if each.simple_cost is not None:
                self._price(x, y - 0.52 * side, each.simple_cost)
        if each.cubes:
            size = 0.5 if tile is None else 0.42
            cubes(self.canvas, x, y - (0.12 if tile is None else 0.0) * side, size * side, each.cubes, 3)

    def _corner_name(self, each: HexView, tile: TileView) -> None:
        """The hex's name, small, in the corner that its track leaves free."""
        place = _hex(each)
        used = {edge for track in tile.tracks for edge in (track.a, track.b) if edge != TOWN}
        upper = (0, 1, 5, 4, 2, 3) if not self.frame.turned else (1, 2, 0, 5, 3, 4)
        crowd = {corner: len({corner % 6, (corner - 1) % 6} & used) for corner in range(6)}
        hidden = {corner: self._named(*self.layout.corner(place, corner, 0.7)) for corner in range(6)}
        corner = min(upper, key=lambda at: (hidden[at], crowd[at], upper.index(at)))
        x, y = self.layout.corner(place, corner, 0.7)
        ground = self._ground(each)
        self.canvas.text(
            x, y, each.name, 0.32 * self.side, mix(ground, INK, 0.8), halo=ground, halo_width=0.06 * self.side
        )


def _bend(before: Point, here: Point, after: Point) -> list[Point]:
    """A rounded corner between two straight pieces."""
    start = ((before[0] + here[0]) / 2, (before[1] + here[1]) / 2)
    end = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * here[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * here[1] + t * t * end[1],
        )
        for t in (0, 0.2, 0.4, 0.6, 0.8, 1)
    ]


def _hex(each: HexView) -> Hex:
    return Hex(each.q, each.r)


__all__ = ["Board", "cube", "mark_of", "paint"]
