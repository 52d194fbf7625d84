"""A graph in layers of which every way through is a route, and the best of them at any prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

NEVER = -(10**15)
"""Worth of what cannot become a route."""
SCALE = 1000
"""Worths and costs count thousandths of the game's money, so that prices on hexsides can be ints."""

Arcs = list[tuple[int, int, int, int, int]]
"""A layer: for each node the next node if the leg is skipped, what that gains, the next node if it is used,
what that gains, and which of the leg's stops the train has then passed through (1 the start, 2 the end, 3
both). Node -1 is a dead end."""

Costs = Sequence[Sequence[int]]
"""For each leg of the order what it costs to use it, by the stops that the train passes through thereby (as
in `Arcs`)."""


class Ways(Struct, frozen=True):
    """A graph in layers, one for each leg of the order; every way through it is a route."""

    layers: list[Arcs]
    ends: list[int]
    """What each node after the last leg is worth."""
    roots: Mapping[int | None, int]
    """Where a train begins, by how many stops it counts (None: unlimited): a node of the first layer."""

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return sum(map(len, self.layers))

    def worth(self, costs: Costs) -> list[list[int]]:
        """What each node can still earn at best, layer by layer, at such costs."""
        after = self.ends
        worths = [after]
        for layer in range(len(self.layers) - 1, -1, -1):
            cost = costs[layer]
            after = [*after, NEVER]
            after = [
                skipped
                if (skipped := after[skip] + skip_gain) >= (used := after[use] + use_gain - cost[passed])
                else used
                for skip, skip_gain, use, use_gain, passed in self.layers[layer]
            ]
            worths.append(after)
        worths.reverse()
        return worths

    def best(self, costs: Costs) -> dict[int | None, tuple[int, list[int]]]:
        """The best route of each train at these costs: its worth after costs, and its legs by their place in
        the order. Of equal ways the one that skips the first leg in which they differ."""
        worths = self.worth(costs)
        found: dict[int | None, tuple[int, list[int]]] = {}
        for size, node in self.roots.items():
            worth = worths[0][node]
            chosen = []
            for layer, arcs in enumerate(self.layers):
                skip, skip_gain, use, _, _ = arcs[node]
                if skip >= 0 and worths[layer + 1][skip] + skip_gain == worths[layer][node]:
                    node = skip
                else:
                    chosen.append(layer)
                    node = use
            found[size] = worth, chosen
        return found
