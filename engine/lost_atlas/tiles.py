"""The 54 designs of track tiles and how each lies on the map when turned.

Facts: data/track_tiles.toml (component sheet, in two public transcriptions that agree).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from engine.hexes import turn

from .network import Stop, Track

COLOURS = ("yellow", "green", "purple", "grey")
"""The colours of tiles in the order in which they replace each other; they are the phases' names too."""


class CitySpot(Struct, frozen=True):
    """A stop of a design at rotation 0."""

    revenue: int
    slots: int
    exits: tuple[int, ...]


class Design(Struct, frozen=True):
    """A design of track tile at rotation 0."""

    id: str
    colour: str
    """One of COLOURS, or `bridge`."""
    count: int
    """How many such tiles there are in the box."""
    upgrades: tuple[str, ...]
    """The published upgrade chart; the rule behind it decides where they differ."""
    cities: tuple[CitySpot, ...] = ()
    paths: tuple[tuple[int, int], ...] = ()
    symbol: str = ""
    """`capital`, `mine`, `port` or nothing: an upgrade keeps it."""
    linked: bool = False
    water_edges: tuple[int, ...] = ()

    def laid(self, rotation: int) -> Track:
        """The design's track when it lies turned clockwise by so many steps of 60 degrees."""
        return _laid(self, rotation % 6)


@cache
def _laid(design: Design, rotation: int) -> Track:
    return Track(
        stops=tuple(
            Stop(spot.revenue, tuple(sorted(turn(edge, rotation) for edge in spot.exits)), spot.slots)
            for spot in design.cities
        ),
        paths=tuple((turn(a, rotation), turn(b, rotation)) for a, b in design.paths),
        linked=design.linked,
        one_city=design.symbol == "port",
    )


@cache
def designs() -> Mapping[str, Design]:
    """Every design by its id, in the order of the sheet."""
    path = Path(__file__).parent / "data" / "track_tiles.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["tile"]
    return {row["id"]: convert(row, Design) for row in rows}
