"""What trains see of the board: stops, the track between them, hubs, and who may pass where.

The rest of the game describes each hex that carries track as a `Track` (edges as they lie on the map) and
names the hubs by `Place`; routes and reach need nothing else. A basic city or a plain home without a tile
is a `Track` with one stop of revenue 0 and no exits; a hex of a Distant Destination is a `Track` whose
`destination` is the same for all hexes of that destination.

The unit of track is the hexside: it carries one train of a company, once. The link of a mine is one more
such unit. Two paths of a tile that share no edge are different track (README, ruling 1).

Rules: Lost Atlas, Operating Round 5, Run trains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from engine.hexes import Hex, opposite


class Place(NamedTuple):
    """A stop on the map: its hex, and its number among the stops of that hex's tile."""

    hex: Hex
    stop: int = 0


class Stop(Struct, frozen=True):
    """A city, or a hex of a Distant Destination, as it lies on the map."""

    revenue: int
    exits: tuple[int, ...]
    """Edges whose track enters the stop."""
    slots: int = 1
    """City spots for hubs; 0 for a Distant Destination, where no hub can be."""


class Track(Struct, frozen=True):
    """The track of one hex as it lies on the map."""

    stops: tuple[Stop, ...] = ()
    paths: tuple[tuple[int, int], ...] = ()
    """Plain track from edge to edge."""
    linked: bool = False
    """The stops are joined to each other by track (the mine)."""
    one_city: bool = False
    """The stops are one city to a single train (the port)."""
    destination: str | None = None
    """Which Distant Destination the hex belongs to: it ends routes, and counts once for all its hexes."""

    @property
    def edges(self) -> frozenset[int]:
        """The edges that track of this hex runs to."""
        into_stops = {edge for stop in self.stops for edge in stop.exits}
        return frozenset(into_stops.union(*self.paths))


class Hexside(NamedTuple):
    """The side between two hexes, named from the hex for which it is edge 0, 1 or 2; edge 6 is the link of a
    mine in that hex."""

    hex: Hex
    edge: int


LINK = 6


def hexside(hex_: Hex, edge: int) -> Hexside:
    """The hexside at an edge of a hex, the same from both sides."""
    return Hexside(hex_, edge) if edge < 3 else Hexside(hex_.neighbour(edge), opposite(edge))


class Network(Struct, frozen=True):
    """All track and all hubs of a board."""

    tracks: Mapping[Hex, Track]
    hubs: Mapping[Place, tuple[str, ...]] = {}
    """Whose hubs lie at a stop. Reservations are no hubs and do not block."""

    def stop(self, place: Place) -> Stop:
        """The stop at a place. Raises KeyError or IndexError if there is none."""
        return self.tracks[place.hex].stops[place.stop]

    def places(self) -> Iterable[Place]:
        """Every stop of the board, in the order of the hexes."""
        for hex_ in sorted(self.tracks):
            for number in range(len(self.tracks[hex_].stops)):
                yield Place(hex_, number)

    def hubs_of(self, company: str) -> tuple[Place, ...]:
        """Where a company's hubs are, in the order of the hexes."""
        return tuple(sorted(place for place, owners in self.hubs.items() if company in owners))

    def blocked(self, place: Place, company: str) -> bool:
        """True if every spot of the city holds another's hub and none is the company's own (ruling 4)."""
        owners = self.hubs.get(place, ())
        return bool(owners) and company not in owners and len(owners) >= self.stop(place).slots

    def joined(self, hex_: Hex, edge: int) -> bool:
        """True if track runs to this edge from both hexes."""
        here, there = self.tracks.get(hex_), self.tracks.get(hex_.neighbour(edge))
        return here is not None and there is not None and edge in here.edges and opposite(edge) in there.edges

    def city(self, place: Place) -> tuple[str, Hex, int] | tuple[str, str, int]:
        """What counts once per train: the stop itself, the whole port, or the whole Distant Destination."""
        track = self.tracks[place.hex]
        if track.destination is not None:
            return ("destination", track.destination, 0)
        return ("city", place.hex, 0 if track.one_city else place.stop)
