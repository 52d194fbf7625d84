"""All trains through the diagram side by side, leg by leg: what decides which routes are the best together.

A combination is a node of each train's diagram; of two ways to the same combination only the one that has
earned more matters. A combination is kept while it can still beat what is known, reckoned at some prices:

    what it has earned less the costs so far + what each train can still earn after costs
    + price × capacity for everything that is priced, less what will stay unused of what lies behind

which never is less than what can come of it, whatever the prices. Good prices leave few combinations.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from msgspec import Struct

from .capacity import Capacity, costs_of
from .diagram import Diagram
from .node_layout import Layout
from .ways import NEVER, Ways

Key = tuple[int, ...]

FIELD = 10
"""How many bits count what is taken of a capacity."""
ZERO = 1 << FIELD - 1
"""What a count starts from: it may go below."""


class Found(Struct, frozen=True):
    """What a search has found."""

    plan: list[list[int]] | None
    """For each train the legs of its route; None if nothing was found."""
    complete: bool
    """True if nothing was left out: the plan is the best, or there is none."""


class _Layer(Struct, frozen=True):
    """What the prices do at one leg, by whether a train uses it: what stays unused of capacities that concern
    no other leg, and what is taken of those that do."""

    idle: int
    unused: tuple[int, int, int, int]
    """By the stops that the train passes through (as in `ways.Arcs`)."""
    taken: tuple[int, int, int, int]
    """Counts to be added, packed into one int."""
    closing: tuple[tuple[int, int, int], ...]
    """Where the count is of a capacity that concerns no leg after this one, its price, and the count at which
    nothing of it is unused."""


Reached = tuple[int, int, int, int]
"""How a combination was reached at best: what it has earned, that less the costs so far and with what the
prices are worth, what is taken of each capacity (packed as in `_Layer.taken`), and the bound on what can come
of it."""


def search(
    layout: Layout,
    diagram: Diagram,
    trains: Sequence[int | None],
    priced: Sequence[tuple[Capacity, int]],
    beat: int,
    *,
    most: int | None = None,
) -> Found:
    """A best plan that is worth at least `beat`.

    trains: how many stops each counts. most: how many combinations may be kept at a time; of more the most
    hopeful are kept.
    """
    complete = True
    ways = diagram.ways
    start = sorted((ways.roots[size], index) for index, size in enumerate(trains))
    priced = [(capacity, price) for capacity, price in priced if price]
    advance = _Advance(layout, diagram, priced, beat)
    net = sum(price * capacity.most for capacity, price in priced)
    taken = sum(ZERO << FIELD * index for index in range(len(priced)))
    current: dict[Key, Reached] = {tuple(node for node, _ in start): (0, net, taken, 0)}
    trail: list[dict[Key, tuple[Key, int]]] = []
    for layer in range(len(ways.layers)):
        current, came = advance(layer, current)
        trail.append(came)
        if most is not None and len(current) > most:
            current = dict(nlargest(most, current.items(), key=lambda each: each[1][3]))
            complete = False
    worth = {key: earned + sum(ways.ends[node] for node in key) for key, (earned, *_) in current.items()}
    key = min(worth, key=lambda each: (-worth[each], each), default=())
    if not worth or worth[key] < beat:
        return Found(None, complete)
    return Found(_follow(ways, trail, key, [index for _, index in start]), complete)


class _Advance:
    """From the combinations before a leg to those after it."""

    def __init__(
        self, layout: Layout, diagram: Diagram, priced: Sequence[tuple[Capacity, int]], beat: int
    ) -> None:
        self.layers, self.sides_of, self.sides = diagram.ways.layers, diagram.sides, layout.side_bits
        self.costs = costs_of(layout, priced)
        self.worths = diagram.ways.worth(self.costs)
        self.steps = _steps(layout, priced)
        self.beat = beat

    def __call__(
        self, layer: int, current: dict[Key, Reached]
    ) -> tuple[dict[Key, Reached], dict[Key, tuple[Key, int]]]:
        """The combinations that can still earn what is to be beaten; and for each from which one it comes,
        and the place in it of the train that uses the leg (-1: none does)."""
        step, beat = self.steps[layer], self.beat
        arcs_of = self.layers[layer]
        cost = [each + lost for each, lost in zip(self.costs[layer], step.unused, strict=True)]
        skipping, using = self._hopes(layer, cost)
        after: dict[Key, Reached] = {}
        came: dict[Key, tuple[Key, int]] = {}
        for key, (earned, net, taken, _) in current.items():
            hope = net + sum([skipping[node] for node in key])
            for user, bound in self._users(layer, key, hope, using):
                arcs = [arcs_of[node] for node in key]
                more = sum([arc[1] for arc in arcs])
                if user < 0:
                    lost, new_taken = step.idle, taken
                    new = tuple(sorted([arc[0] for arc in arcs]))
                else:
                    _, skip_gain, _, use_gain, passed = arcs[user]
                    more += use_gain - skip_gain
                    lost, new_taken = cost[passed], taken + step.taken[passed]
                    new = tuple(sorted([arc[2] if i == user else arc[0] for i, arc in enumerate(arcs)]))
                known = after.get(new)
                if known is not None and known[0] >= earned + more:
                    continue
                wasted = _wasted(step, new_taken)
                if bound - wasted >= beat:
                    after[new] = earned + more, net + more - lost - wasted, new_taken, bound - wasted
                    came[new] = key, user
        return after, came

    def _hopes(self, layer: int, cost: Sequence[int]) -> tuple[list[int], list[int]]:
        """For each node what its train can still earn if it skips the leg, and how much more if it uses it. A
        train that must use it makes all else hopeless."""
        hopes = [*self.worths[layer + 1], NEVER]
        arcs_of = self.layers[layer]
        skipping = [hopes[arc[0]] + arc[1] for arc in arcs_of]
        using = [
            hopes[arc[2]] + arc[3] - cost[arc[4]] - skipped
            for arc, skipped in zip(arcs_of, skipping, strict=True)
        ]
        return skipping, using

    def _users(self, layer: int, key: Key, hope: int, using: Sequence[int]) -> list[tuple[int, int]]:
        """Which train may use the leg, by its place (-1: none), each with the bound on what comes of it.

        hope: that bound if none used it and nothing stayed unused.
        """
        unused = hope - self.steps[layer].idle
        users = [(-1, unused)] if unused >= self.beat else []
        sides, sides_of = self.sides[layer], self.sides_of[layer]
        before = -1
        for place, node in enumerate(key):
            if node != before and hope + using[node] >= self.beat:  # of trains at one node, the first
                others = key[:place] + key[place + 1 :]
                if not (sides and any(sides_of[other] & sides for other in others)):
                    users.append((place, hope + using[node]))
            before = node
        return users


def _wasted(step: _Layer, taken: int) -> int:
    """What stays unused for good, at its prices, of the capacities that end with this leg."""
    return sum([price * (full - (taken >> shift & (1 << FIELD) - 1)) for shift, price, full in step.closing])


def _steps(layout: Layout, priced: Sequence[tuple[Capacity, int]]) -> list[_Layer]:
    """What the prices do at each leg."""
    count = len(layout.masks)
    idle = [0] * count
    unused = [[0] * 4 for _ in range(count)]
    taken = [[0] * 4 for _ in range(count)]
    closing: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
    for index, (capacity, price) in enumerate(priced):
        concerned = {
            leg
            for leg in range(count)
            if leg in capacity.legs
            or layout.starts[leg] in capacity.stops
            or layout.ends[leg] in capacity.stops
        }
        shift = FIELD * index
        for leg in concerned:
            times = capacity.legs.get(leg, 0)
            a, b = layout.starts[leg] in capacity.stops, layout.ends[leg] in capacity.stops
            by_passed = (times - a - b, times + a - b, times - a + b, times + a + b)
            for passed, amount in enumerate(by_passed):
                if len(concerned) == 1:
                    unused[leg][passed] += price * (capacity.most - amount)
                else:
                    taken[leg][passed] += amount << shift
        if len(concerned) == 1:
            idle[min(concerned)] += price * capacity.most
        else:
            closing[max(concerned)].append((shift, price, capacity.most + ZERO))
    return [
        _Layer(idle[leg], tuple(unused[leg]), tuple(taken[leg]), tuple(closing[leg]))  # type: ignore[arg-type]
        for leg in range(count)
    ]


def _follow(ways: Ways, trail: list[dict[Key, tuple[Key, int]]], key: Key, who: list[int]) -> list[list[int]]:
    """The plan that led to a combination at the end of the search. who: which train each place of the first
    combination stands for."""
    steps = []
    for came in reversed(trail):
        key, index = came[key]
        steps.append((key, index))
    steps.reverse()
    plan: list[list[int]] = [[] for _ in who]
    for layer, (key, index) in enumerate(steps):
        if index >= 0:
            plan[who[index]].append(layer)
        # A combination has its nodes in order; the trains change places with them.
        nodes = [ways.layers[layer][node][2 if place == index else 0] for place, node in enumerate(key)]
        who = [who[place] for place in sorted(range(len(nodes)), key=lambda place: (nodes[place], place))]
    return plan
