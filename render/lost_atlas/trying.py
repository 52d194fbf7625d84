"""The map as it would look after a move that is only considered. Only for drawing: it checks no rule."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.hexes import Hex, turn
from engine.lost_atlas import components as box
from engine.lost_atlas.names import hex_of, name_of
from engine.lost_atlas.tiles import designs
from engine.lost_atlas.view import AtlasView, HexView, RouteView, StopView

CELLS = ((0, 0), (1, 0), (0, 1))
"""Where the cells of a map piece lie from its anchor, at rotation 0."""


def touched(view: AtlasView, tried: AtlasView, action: Any) -> tuple[str, ...]:
    """The hexes that a move concerns; none if it does not show on the map."""
    before = {each.name for each in view.hexes}
    new = tuple(each.name for each in tried.hexes if each.name not in before)
    if new:
        return new
    place: str | None = getattr(action, "hex", None) or getattr(action, "home", None)
    return (place,) if place is not None and place in before else ()


def after(view: AtlasView, action: Any) -> AtlasView:
    """The view with the move drawn in."""
    kind = type(action).__name__
    if kind == "PlacePiece":
        anchor = hex_of(action.hex)
        return view if anchor is None else _with(view, piece_hexes(view, anchor, action.rotation))
    if kind == "PlaceBlank":
        place = hex_of(action.hex)
        return view if place is None else _with(view, (_bare("blank", place, 0),))
    if kind == "PlaceCapital":
        return _changed(view, action.hex, capital=True, symbol="capital")
    if kind == "Lay":
        return _laid(view, action.hex, action.tile, action.rotation)
    if kind == "PlaceHub":
        return _hub(view, action.hex, action.stop)
    if kind == "PlaceSuburb":
        each = next((e for e in view.hexes if e.name == action.hex), None)
        return (
            view if each is None else _changed(view, action.hex, suburbs=(*each.suburbs, view.active_company))
        )
    return view


def piece_hexes(view: AtlasView, anchor: Hex, rotation: int) -> tuple[HexView, ...]:
    """The three hexes of the piece drawn, as they would lie."""
    building = view.building
    if building is None or not building.cells:
        return ()
    number = int(building.drawn) if building.drawn.isdigit() else 0
    found = []
    for at, (cell, (dq, dr)) in enumerate(zip(building.cells, CELLS, strict=True)):
        offset = Hex(dq, dr).turned(rotation)
        place = Hex(anchor.q + offset.q, anchor.r + offset.r)
        each = _bare(cell, place, number)
        if each.terrain == "destination":
            exits = tuple(turn(edge, rotation) for edge in box.destination_exits(number, at))
            value = dict(view.destination).get(view.phase, 0)
            each = replace(each, stops=(StopView(value, exits, 0, ()),))
        found.append(_printed(each, rotation))
    return tuple(found)


def _bare(cell: str, place: Hex, number: int) -> HexView:
    home = cell.removeprefix("home:") if cell.startswith("home:") else ""
    terrain = "city" if home else cell
    stops = (StopView(0, (), 1, (), home),) if terrain == "city" else ()
    return HexView(
        name=name_of(place), q=place.q, r=place.r, terrain=msgspec.convert(terrain, type=box.Terrain),
        mountain=terrain == "mountain" or home in box.mountain_homes(), home=home, capital=False, symbol="",
        colour="", tile="", rotation=0, stops=stops, paths=(), linked=False, water_edges=(), destination="",
        suburbs=(), piece=number, placement=-1,
    )  # fmt: skip


def _printed(each: HexView, rotation: int) -> HexView:
    """A home with track printed on it: the mine, the port, the grey homes."""
    printed = box.printed_homes().get(each.home)
    if printed is None:
        return each
    stops = tuple(
        StopView(
            stop.revenue, tuple(turn(edge, rotation) for edge in stop.exits), stop.slots, (),
            each.home if number == 0 else "",
        )
        for number, stop in enumerate(printed.stops)
    )  # fmt: skip
    water = tuple(turn(edge, rotation) for edge in printed.water_edges)
    return replace(
        each,
        colour=printed.colour,
        symbol=printed.symbol,
        stops=stops,
        linked=printed.linked,
        water_edges=water,
    )


def _with(view: AtlasView, hexes: tuple[HexView, ...]) -> AtlasView:
    taken = {each.name for each in hexes}
    return replace(view, hexes=(*(each for each in view.hexes if each.name not in taken), *hexes))


def _changed(view: AtlasView, name: str, **values: Any) -> AtlasView:
    hexes = tuple(replace(each, **values) if each.name == name else each for each in view.hexes)
    return replace(view, hexes=hexes)


def _laid(view: AtlasView, name: str, tile: str, rotation: int) -> AtlasView:
    design = designs().get(tile)
    old = next((each for each in view.hexes if each.name == name), None)
    if design is None or old is None:
        return view
    laid = design.laid(rotation)
    stops = []
    for number, stop in enumerate(laid.stops):
        before = old.stops[number] if number < len(old.stops) else None
        hubs, reserved = (before.hubs, before.reserved) if before else ((), "")
        stops.append(StopView(stop.revenue, stop.exits, stop.slots, hubs, reserved))
    return _changed(
        view, name, tile=tile, rotation=rotation, colour=design.colour, stops=tuple(stops), paths=laid.paths,
        linked=laid.linked, water_edges=tuple(turn(edge, rotation) for edge in design.water_edges),
    )  # fmt: skip


def _hub(view: AtlasView, name: str, stop: int) -> AtlasView:
    old = next((each for each in view.hexes if each.name == name), None)
    if old is None or stop >= len(old.stops):
        return view
    stops = tuple(
        replace(each, hubs=(*each.hubs, view.active_company)) if number == stop else each
        for number, each in enumerate(old.stops)
    )
    return _changed(view, name, stops=stops)


__all__ = ["RouteView", "after", "piece_hexes", "touched"]
