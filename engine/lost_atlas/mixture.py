"""The best mixture of the routes known so far: each is run by a fraction of a train, within the capacities.

Its prices are the best there are for these routes and capacities. What they make worth while is missing among
the routes; what the mixture exceeds is missing among the capacities. When nothing is missing, no prices prove
a better bound.

A route may be run by any train that counts its stops. So a mixture obeys the trains if, for every number of
stops, at most as many routes have more as there are trains that count more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .capacity import Capacity, Route
from .linear_program import Program
from .ways import SCALE

GAIN = 1e-3
"""What a route must earn at the present prices to be worth while."""


class Mixture:
    """Routes, capacities, and the best mixture of the ones within the others."""

    TOLERANCE = 0.05
    """By how much a capacity must be exceeded to be missing."""

    def __init__(self, trains: Sequence[int | None]) -> None:
        """trains: how many stops each counts (None: unlimited), the longest first."""
        self._trains = trains
        self._program = Program()
        self._routes: list[Route] = []
        self._known: set[tuple[int, ...]] = set()
        self._capacities: dict[int, tuple[int, Capacity]] = {}
        """The capacities taken in, each with its row, by the numbers under which they were taken in."""
        self._ranks = sorted({-1, *(size for size in trains if size is not None)})
        """At most so many routes have more stops than these, a row each from the first."""
        for rank in self._ranks:
            self._program.add_row(sum(size is None or size > rank for size in trains), {})

    def add_routes(self, routes: Iterable[Route]) -> bool:
        """Take in routes; True if one of them is new and worth while at the present prices."""
        gains = False
        for route in routes:
            if route.legs not in self._known:
                self._known.add(route.legs)
                self._routes.append(route)
                taken = {row: n for row, each in self._capacities.values() if (n := each.taken(route))}
                taken |= {row: 1 for row, rank in enumerate(self._ranks) if route.stops > rank}
                column = self._program.add_column(route.value / SCALE, taken)
                gains = gains or self._program.profit(column) > GAIN
        return gains

    def add_capacities(self, capacities: Mapping[int, Capacity]) -> None:
        """Take in capacities, each under a number."""
        for number, capacity in capacities.items():
            taken = {column: n for column, route in enumerate(self._routes) if (n := capacity.taken(route))}
            self._capacities[number] = self._program.add_row(capacity.most, taken), capacity

    def solve(self) -> int:
        """Find the best mixture; what it earns. Raises Stuck."""
        return round(self._program.solve() * SCALE)

    def prices(self) -> dict[int, int]:
        """The price of each capacity taken in."""
        return {
            number: max(0, round(self._program.prices[row] * SCALE))
            for number, (row, _) in self._capacities.items()
        }

    def amounts(self) -> list[tuple[Route, float]]:
        """How much of a train runs each route, the most first."""
        found = [(self._routes[column], amount) for column, amount in self._program.amounts().items()]
        return sorted(found, key=lambda each: (-each[1], each[0].legs))

    def taken(self, capacity: Capacity) -> float:
        """How much the mixture takes of a capacity."""
        return sum([capacity.taken(route) * amount for route, amount in self.amounts()])

    def rounded(self, local: Route) -> list[Route]:
        """Routes for whole trains: as many as go together, those of the largest amounts first; the other
        trains run `local`."""
        chosen: list[Route] = []
        for route, _ in self.amounts():
            if any(route.mask & other.mask for other in chosen):
                continue
            more = sorted([*chosen, route], key=lambda each: -each.stops)
            pairs = zip(more, self._trains, strict=False)
            if len(more) <= len(self._trains) and all(n is None or each.stops <= n for each, n in pairs):
                chosen = more
        return chosen + [local] * (len(self._trains) - len(chosen))
