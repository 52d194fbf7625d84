"""Where a company can trace a route to: for laying track, placing tokens, and merging.

A route is traced from a hub over joined track; it uses no hexside and visits no city twice, does not pass a
blocked city (unless the company skips them), and ends at a Distant Destination.

Rules: Lost Atlas, Operating Round 3 to 5, Merger Round (diagrams 4 and 7).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.hexes import Hex, opposite

from .network import LINK, Hexside, Network, Place, hexside


class Entry(NamedTuple):
    """A train about to enter a hex over one of its edges, whether or not there is track in it."""

    hex: Hex
    edge: int


Spot = Entry | Place
"""Where the tracing of a route can stand: entering a hex, or at a stop."""

_Step = tuple[Spot, tuple[Hexside, ...], object]
"""The next spot, the hexsides used to get there, and the city counted there (or None)."""


class Reach:
    """Everything that one company can trace a route to. Made anew whenever track or hubs change."""

    def __init__(self, network: Network, company: str, *, skips_blocked: bool = False) -> None:
        """skips_blocked: the company may pass blocked cities (Overnight)."""
        self._network = network
        self._company = company
        self._skips = skips_blocked
        self._hubs = network.hubs_of(company)
        found = self._search()
        self.stops = frozenset(spot for spot in found if isinstance(spot, Place))
        """Stops that a route can be traced to, the hubs' own included."""
        self.entries = frozenset(spot for spot in found if isinstance(spot, Entry))
        """Hexes and edges over which a route can be traced into the hex."""

    def enters(self, hex_: Hex, edge: int) -> bool:
        """True if a route can be traced to the edge of a hex from outside it."""
        return Entry(hex_, edge) in self.entries

    # --- the search ---------------------------------------------------------------------------

    def _search(self) -> set[Spot]:
        """Breadth first without regard to repetitions; what only a repeating walk reaches is then proved."""
        parent: dict[Spot, tuple[Spot | None, tuple[Hexside, ...], object]] = {}
        for hub in self._hubs:
            parent[hub] = (None, (), self._network.city(hub))
        todo: list[Spot] = list(self._hubs)
        for spot in todo:
            for after, sides, city in self._steps(spot):
                if after not in parent:
                    parent[after] = (spot, sides, city)
                    todo.append(after)
        good: set[Spot] = set()
        doubtful: list[Spot] = []
        for spot in todo:
            if self._walk_is_a_route(spot, parent):
                good.add(spot)
            else:
                doubtful.append(spot)
        return good.union(spot for spot in doubtful if self._traced_exactly(spot))

    @staticmethod
    def _walk_is_a_route(
        spot: Spot, parent: dict[Spot, tuple[Spot | None, tuple[Hexside, ...], object]]
    ) -> bool:
        used: set[Hexside] = set()
        cities: set[object] = set()
        here: Spot | None = spot
        while here is not None:
            here, sides, city = parent[here]
            for side in sides:
                if side in used:
                    return False
                used.add(side)
            if city is not None:
                if city in cities:
                    return False
                cities.add(city)
        return True

    def _traced_exactly(self, goal: Spot) -> bool:
        """Depth first over all routes, for the rare goal that the first walk reached only by repeating."""

        def search(spot: Spot, used: frozenset[Hexside], cities: frozenset[object]) -> bool:
            if spot == goal:
                return True
            for after, sides, city in self._steps(spot):
                if city in cities or not used.isdisjoint(sides):
                    continue
                if search(after, used.union(sides), cities if city is None else cities | {city}):
                    return True
            return False

        return any(search(hub, frozenset(), frozenset([self._network.city(hub)])) for hub in self._hubs)

    def _steps(self, spot: Spot) -> Iterator[_Step]:
        network = self._network
        track = network.tracks.get(spot.hex)
        if track is None:
            return
        if isinstance(spot, Entry):
            for first, second in track.paths:
                if spot.edge in (first, second):
                    yield self._leave(spot.hex, second if first == spot.edge else first)
            for number, stop in enumerate(track.stops):
                if spot.edge in stop.exits:
                    place = Place(spot.hex, number)
                    yield place, (), network.city(place)
            return
        if track.destination is not None:
            return
        if network.blocked(spot, self._company) and not self._skips:
            return
        for edge in track.stops[spot.stop].exits:
            yield self._leave(spot.hex, edge)
        if track.linked:
            for number in range(len(track.stops)):
                if number != spot.stop:
                    place = Place(spot.hex, number)
                    yield place, (Hexside(spot.hex, LINK),), network.city(place)

    @staticmethod
    def _leave(hex_: Hex, edge: int) -> _Step:
        return Entry(hex_.neighbour(edge), opposite(edge)), (hexside(hex_, edge),), None
