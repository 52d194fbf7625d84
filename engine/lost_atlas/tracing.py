"""Where a company can trace a route to: for laying track, placing tokens, and merging.

A route is traced from a hub over joined track; it uses no hexside and visits no city twice, does not pass a
blocked city (unless the company skips them), and ends at a Distant Destination.

Rules: Lost Atlas, Operating Round 3 to 5, Merger Round (diagrams 4 and 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.hexes import Hex, opposite

from .network import LINK, Hexside, Network, Place, Track, hexside


class Entry(NamedTuple):
    """A train about to enter a hex over one of its edges, whether or not there is track in it."""

    hex: Hex
    edge: int
    going_in: bool = True
    """Always True; it keeps an entry over edge 0 from being equal to the place of stop 0."""


Spot = Entry | Place
"""Where the tracing of a route can stand: entering a hex, or at a stop."""

Step = tuple[Spot, tuple[Hexside, ...], tuple[object, ...]]
"""The next spot, the hexsides used to get there, and the cities visited on the way."""


class Reach:
    """Everything that one company can trace a route to. Made anew whenever track or hubs change."""

    def __init__(self, network: Network, company: str, *, skips_blocked: bool = False) -> None:
        """skips_blocked: the company may pass blocked cities (Overnight)."""
        self._network = network
        self._company = company
        self._skips = skips_blocked
        found = _Search(network.hubs_of(company), self._steps, network.city).found()
        self.stops = frozenset(spot for spot in found if isinstance(spot, Place))
        """Stops that a route can be traced to, the hubs' own included."""
        self.entries = frozenset(spot for spot in found if isinstance(spot, Entry))
        """Hexes and edges over which a route can be traced into the hex."""

    def enters(self, hex_: Hex, edge: int) -> bool:
        """True if a route can be traced to the edge of a hex from outside it."""
        return Entry(hex_, edge) in self.entries

    def _steps(self, spot: Spot) -> Iterator[Step]:
        """Where a route can go on: to stops, where it may end, and out of the hex, never back at once."""
        track = self._network.tracks.get(spot.hex)
        if track is None:
            return
        if isinstance(spot, Place):
            yield from self._leaving(spot, track, None, ())
            return
        for first, second in track.paths:
            if spot.edge in (first, second):
                yield _out(spot.hex, second if first == spot.edge else first, (), ())
        for number, stop in enumerate(track.stops):
            if spot.edge in stop.exits:
                place = Place(spot.hex, number)
                city = (self._network.city(place),)
                yield place, (), city
                yield from self._leaving(place, track, spot.edge, city)

    def _leaving(
        self, place: Place, track: Track, by: int | None, cities: tuple[object, ...]
    ) -> Iterator[Step]:
        """On from a stop that was entered over an edge, or begins the route."""
        if not self._passable(place, track):
            return
        for edge in track.stops[place.stop].exits:
            if edge != by:
                yield _out(place.hex, edge, (), cities)
        if track.linked:
            link = (Hexside(place.hex, LINK),)
            for number, stop in enumerate(track.stops):
                other = Place(place.hex, number)
                if number != place.stop:
                    both = (*cities, self._network.city(other))
                    yield other, link, both
                    if self._passable(other, track):
                        for edge in stop.exits:
                            yield _out(place.hex, edge, link, both)

    def _passable(self, place: Place, track: Track) -> bool:
        if track.destination is not None:
            return False
        return self._skips or not self._network.blocked(place, self._company)


def _out(hex_: Hex, edge: int, before: tuple[Hexside, ...], cities: tuple[object, ...]) -> Step:
    return Entry(hex_.neighbour(edge), opposite(edge)), (*before, hexside(hex_, edge)), cities


class _Search:
    """Finds what routes lead to: a graph of spots whose steps have marks (hexsides and cities, as bits of an
    int), and a route is a walk from a hub on which no mark comes twice.
    """

    def __init__(
        self,
        hubs: Sequence[Place],
        steps: Callable[[Spot], Iterator[Step]],
        city: Callable[[Place], object],
    ) -> None:
        self.spots: list[Spot] = list(hubs)
        number: dict[Spot, int] = {spot: index for index, spot in enumerate(self.spots)}
        bits: dict[object, int] = {}
        self.onward: list[list[tuple[int, int]]] = []
        """For each spot the next spots with the marks of the step, whatever came before."""
        for spot in self.spots:
            here = []
            for after, sides, cities in steps(spot):
                if after not in number:
                    number[after] = len(self.spots)
                    self.spots.append(after)
                mark = 0
                for each in (*sides, *cities):
                    mark |= bits.setdefault(each, 1 << len(bits))
                here.append((number[after], mark))
            self.onward.append(here)
        self.starts = {index: bits.setdefault(city(hub), 1 << len(bits)) for index, hub in enumerate(hubs)}
        """The hubs, with the mark of their city."""

    def found(self) -> set[Spot]:
        """Every spot that some route leads to."""
        marks = dict(self.starts)
        todo = list(marks)
        for spot in todo:
            for after, mark in self.onward[spot]:
                if after not in marks and not mark & marks[spot]:
                    marks[after] = marks[spot] | mark
                    todo.append(after)
        rest = [spot for spot in range(len(self.spots)) if spot not in marks]
        if rest:
            back: list[list[tuple[int, int]]] = [[] for _ in self.spots]
            for spot, steps in enumerate(self.onward):
                for after, mark in steps:
                    back[after].append((spot, mark))
            for spot in rest:
                if self._traced_back(spot, 0, back):
                    marks[spot] = 0
                else:
                    # No route passes a spot to which none leads, so whatever lies behind it is settled soon.
                    for after, _ in self.onward[spot]:
                        back[after] = [step for step in back[after] if step[0] != spot]
        return {self.spots[spot] for spot in marks}

    def _traced_back(self, spot: int, used: int, back: list[list[tuple[int, int]]]) -> bool:
        """Whether a route leads to a spot without the marks used: depth first, backwards, so that the track
        just before the goal is out of the way at once; given up where no walk at all leads there.
        """
        walk = self._walk_back(spot, used, back)
        if walk is not None:
            return walk or any(
                self._traced_back(before, used | mark, back) for before, mark in back[spot] if not mark & used
            )
        return False

    def _walk_back(self, goal: int, used: int, back: list[list[tuple[int, int]]]) -> bool | None:
        """The shortest walk from a hub to a spot that keeps off the marks used: True if it is a route,
        False if it repeats something, None if there is no walk."""
        marks: dict[int, int] = {goal: used}
        """The marks of the walk found from each spot on, -1 once it repeats one."""
        found: bool | None = None
        todo = [goal]
        for spot in todo:
            start = self.starts.get(spot)
            if start is not None and not start & used:
                if marks[spot] >= 0 and not marks[spot] & start:
                    return True
                found = False
            for before, mark in back[spot]:
                if before not in marks and not mark & used:
                    so_far = marks[spot]
                    marks[before] = -1 if so_far < 0 or mark & so_far else so_far | mark
                    todo.append(before)
        return found
