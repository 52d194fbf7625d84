"""The best routes of several trains that share no hexside, proven best.

1. Prices on what the trains compete for (`capacity`): when each train pays for what it takes, the trains'
   best routes one by one, plus the prices, are never worth less than the best routes together. First prices
   rise where trains collide and fall where nobody runs, which brings this bound down quickly. Routes found on
   the way, repaired train by train so that nothing collides, bring the best known up.
2. If the two do not meet, the best prices are reckoned exactly (`mixture`). Where the mixture needs parts of
   trains, capacities are added that whole trains obey (`parity`), which brings the bound near the best.
3. All trains are run through their diagrams side by side (`side_by_side`), leaving out what falls short of
   the bound. If nothing is left, the bound comes down by one unit of money, until the best is found.

A small search (3) is tried before (2) and whenever the bound has come near, as it often is enough. Nothing is
cut off by time. All proofs are reckoned in ints; the floats of the mixture only propose prices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

from .capacity import Capacity, Route, costs_of, rivals, route_of
from .diagram import Diagram
from .linear_program import Stuck
from .mixture import Mixture
from .node_layout import Layout
from .parity import Uses, exceeded
from .side_by_side import Found, search
from .ways import NEVER, SCALE

ROUNDS = 20
"""How often prices are changed step by step."""
FIRST_LOOK = 100
"""How many combinations the search before exact prices may keep at a time."""
LOOK = 1_000
"""How many a search may keep between two rounds of exact prices, and before one that keeps all."""
NEAR = 2
"""How many units of money the bound is from the best known when a search is worth while."""
CUTS = 10
"""How many capacities are added at a time."""
PATIENCE = 3
"""How many additions that hardly help are made before all is left to the search."""


class Together:
    """The joint problem of some trains of one company."""

    def __init__(self, layout: Layout, trains: Sequence[int | None]) -> None:
        """trains: how many stops each counts (None: unlimited), in the order in which routes are wanted."""
        self.layout = layout
        stops = len(layout.legs.places)
        sizes = [None if size is None or size >= stops else size for size in trains]
        self.order = sorted(range(len(sizes)), key=lambda i: -(stops if (n := sizes[i]) is None else n))
        """The trains given, the longest first."""
        self.sizes = [sizes[i] for i in self.order]
        self.diagram = Diagram(layout, self.sizes)
        self.unit = SCALE * gcd(*layout.legs.values) or SCALE
        """What all earnings are multiples of."""
        self.capacities = rivals(layout)
        self.prices = [0] * len(self.capacities)
        """The prices of the capacities that prove `bound`."""
        self.bound = -NEVER
        """No routes together earn more."""
        self.best_value = NEVER
        self.best_plan: list[Route] = []
        self.routes: dict[tuple[int, ...], Route] = {}
        """All routes met, by their legs."""

    def solve(self) -> list[tuple[int, ...]]:
        """The legs of every train's best route, in the order of the trains given."""
        self._change_prices()
        if not self._settled() and not self._glance():
            self._reckon_prices()
            self._search(None)
        plan: list[tuple[int, ...]] = [()] * len(self.sizes)
        for index, route in zip(self.order, self.best_plan, strict=True):
            plan[index] = route.legs
        return plan

    def _settled(self) -> bool:
        return self.bound - self.best_value < self.unit

    def _know(self, plan: list[Route]) -> None:
        """Remember routes that go together, in the order of `sizes`, if they are the best so far."""
        value = sum(route.value for route in plan)
        if value > self.best_value:
            self.best_value, self.best_plan = value, plan

    def _route(self, legs: Sequence[int]) -> Route:
        key = tuple(legs)
        if key not in self.routes:
            self.routes[key] = route_of(self.layout, key)
        return self.routes[key]

    # Prices step by step

    def _priced(self, prices: Sequence[int]) -> list[tuple[Capacity, int]]:
        return list(zip(self.capacities, prices, strict=True))

    def _answer(self, prices: list[int]) -> list[Route]:
        """Every train's best route at these prices. They may prove a better bound."""
        best = self.diagram.alone.best(costs_of(self.layout, self._priced(prices)))
        bound = sum(price * capacity.most for capacity, price in self._priced(prices))
        bound += sum(best[size][0] for size in self.sizes)
        if bound < self.bound:
            self.bound, self.prices = bound, prices
        found = {size: self._route(legs) for size, (_, legs) in best.items()}
        return [found[size] for size in self.sizes]

    def _change_prices(self) -> None:
        """Change prices some times in the direction in which too much or too little is taken."""
        prices = self.prices
        step = 1.0
        stale = 0
        for _ in range(ROUNDS):
            plan = self._answer(prices)
            if self.prices is prices:
                stale = 0
                self._repair(plan)
                if self._settled():
                    return
            else:
                stale += 1
            slope = {}
            for index, capacity in enumerate(self.capacities):
                over = sum([capacity.taken(route) for route in plan]) - capacity.most
                if over > 0 or (over < 0 and prices[index] > 0):
                    slope[index] = over
            norm = sum(n * n for n in slope.values())
            if not norm:
                return
            if stale >= 3:
                step /= 2
                stale = 0
                prices = self.prices
            length = step * max(self.bound - self.best_value, self.unit) / norm
            prices = list(prices)
            for index, n in slope.items():
                prices[index] = max(0, prices[index] + int(length * n))

    def _repair(self, plan: Sequence[Route]) -> None:
        """Make routes that collide into routes that do not, train by train."""
        taken = 0
        fixed: list[Route] = []
        for size, route in zip(self.sizes, plan, strict=True):
            if route.mask & taken:
                costs = costs_of(self.layout, self._priced(self.prices), taken)
                route = self._route(self.diagram.alone.best(costs)[size][1])
            fixed.append(route)
            taken |= route.mask
        self._know(fixed)

    # Exact prices

    def _reckon_prices(self) -> None:
        """Find the best prices, and add capacities that only whole trains obey as long as they help."""
        mixture = Mixture(self.sizes)
        mixture.add_routes(self.routes.values())
        mixture.add_capacities(self._listed(index for index, price in enumerate(self.prices) if price))
        idle = 0
        while idle < PATIENCE:
            before = self.bound
            try:
                self._take_in_routes(mixture)
            except Stuck:
                return
            self._know(mixture.rounded(self._route(())))
            if self._settled():
                return
            near = self.bound - self.best_value <= NEAR * self.unit
            if near and self.bound // self.unit < before // self.unit and self._search(LOOK):
                return
            exceeded = self._exceeded(mixture)
            if not exceeded:
                return
            mixture.add_capacities(self._listed(exceeded))
            idle = 0 if self.bound < before - self.unit // 4 else idle + 1

    def _listed(self, indices: Iterable[int]) -> dict[int, Capacity]:
        return {index: self.capacities[index] for index in indices}

    def _take_in_routes(self, mixture: Mixture) -> None:
        """Take in routes until none is missing, or no prices can show that there is less. Raises Stuck."""
        while True:
            value = mixture.solve()
            if self.bound // self.unit <= value // self.unit:
                return
            exact = [0] * len(self.capacities)
            for index, price in mixture.prices().items():
                exact[index] = price
            # Prices between these and the best so far jump about less; if they show nothing new, these do.
            half = [(best + price) // 2 for best, price in zip(self.prices, exact, strict=True)]
            if not mixture.add_routes(self._answer(half)) and not mixture.add_routes(self._answer(exact)):
                return
            if self._settled():
                return

    def _exceeded(self, mixture: Mixture) -> list[int]:
        """Capacities that the mixture exceeds: of those known, or else new ones."""
        found = [
            index
            for index, capacity in enumerate(self.capacities)
            if mixture.taken(capacity) > capacity.most + mixture.TOLERANCE
        ]
        if not found:
            new = exceeded(Uses(self.layout, mixture.amounts()), CUTS)
            found = list(range(len(self.capacities), len(self.capacities) + len(new)))
            self.capacities += new
            self.prices += [0] * len(new)
        return found

    # Search

    def _glance(self) -> bool:
        """Look once, with few combinations, for any routes better than the best known. False if that did not
        settle which are the best."""
        found = self._found(self.best_value + self.unit, FIRST_LOOK)
        if found.complete:
            self.bound = self.best_value
        return self._settled()

    def _search(self, most: int | None) -> bool:
        """Look for routes that earn as much as the bound allows; bring it down if there are none. False if
        more than `most` combinations would have to be kept at a time to tell."""
        while not self._settled():
            beat = self.bound // self.unit * self.unit
            for keep in (LOOK, None) if most is None else (most,):
                found = self._found(beat, keep)
                if self._settled():
                    return True
                if found.complete:
                    break
            else:
                return False
            self.bound = self.best_value if found.plan is not None else beat - self.unit
        return True

    def _found(self, beat: int, most: int | None) -> Found:
        """What a search finds; remembered if it is the best so far."""
        found = search(self.layout, self.diagram, self.sizes, self._priced(self.prices), beat, most=most)
        if found.plan is not None:
            self._know([self._route(legs) for legs in found.plan])
        return found
