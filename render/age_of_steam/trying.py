"""The map as it would look after a move that is only considered. Only for drawing: it checks no rule."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.age_of_steam.tiles import tiles
from engine.age_of_steam.view import TileView, TrackView, View


def touched(view: View, action: Any) -> tuple[str, ...]:
    """The hexes that a move concerns; none if it does not show on the map."""
    on_map = {each.name for each in view.hexes}
    origin, route = getattr(action, "origin", None), getattr(action, "route", ())
    if origin is not None:
        return tuple(name for name in (origin, *(stop.split(":")[0] for stop in route)) if name in on_map)
    link = next((each for each in view.direct_links if each.id == getattr(action, "link", None)), None)
    if link is not None:
        return link.between
    place = getattr(action, "hex", None)
    return (place,) if place in on_map else ()


def after(view: View, action: Any) -> View:
    """The view with the move drawn in."""
    seat = view.acting[0] if view.acting else None
    if hasattr(action, "tile") and hasattr(action, "rotation"):
        return _built(view, action.hex, action.tile, action.rotation, seat)
    if hasattr(action, "city") and hasattr(action, "hex"):
        return _urbanised(view, action.hex, action.city)
    if hasattr(action, "link"):
        links = tuple(
            replace(each, built=True, owner=seat) if each.id == action.link else each
            for each in view.direct_links
        )
        return replace(view, direct_links=links)
    if hasattr(action, "origin") and hasattr(action, "cube"):
        return _moved(view, action.origin, action.cube)
    return view


def _built(view: View, place: str, tile: str, rotation: int, seat: int | None) -> View:
    shape = tiles().shapes.get(tile)
    if shape is None:
        return view
    old = next((each for each in view.tiles if each.hex == place), None)
    owners = {(track.a, track.b): track.owner for track in old.tracks} if old else {}
    tracks = tuple(
        TrackView(a, b, owners.get((a, b), seat), complete=True) for a, b in shape.tracks(rotation)
    )
    new = TileView(place, tile, rotation, tracks, disc=shape.disc, crossing=shape.family == "crossing")
    return replace(view, tiles=(*(each for each in view.tiles if each.hex != place), new))


def _urbanised(view: View, place: str, letter: str) -> View:
    colour = dict(view.new_cities).get(letter)
    accepts = (colour,) if colour else ()
    column = letter if view.columns else ""
    hexes = tuple(
        replace(each, terrain="city", town=False, letter=letter, accepts=accepts, column=column)
        if each.name == place
        else each
        for each in view.hexes
    )
    return replace(view, hexes=hexes, tiles=tuple(each for each in view.tiles if each.hex != place))


def _moved(view: View, origin: str, cube: str) -> View:
    def without(cubes: tuple[str, ...]) -> tuple[str, ...]:
        at = cubes.index(cube) if cube in cubes else len(cubes)
        return cubes[:at] + cubes[at + 1 :]

    hexes = tuple(
        replace(each, cubes=without(each.cubes)) if each.name == origin else each for each in view.hexes
    )
    return replace(view, hexes=hexes)
