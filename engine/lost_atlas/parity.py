"""Capacities that only whole trains obey: of an odd number of ways into a part of the board one is left over.

A train that comes into a part of the board leaves it again, unless its route ends there. So if an odd number
of legs lead into it, one of them is unused or some route ends inside. Prices on hexsides alone know nothing
of this: they let half a train use each way. The same holds of any choice of the legs that lead in, if each
leg that is not chosen counts against those that are (in the theory of matchings: the blossom inequalities).
Here such capacities are found which a solution by fractions of trains exceeds.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .capacity import Capacity, Route
from .node_layout import Layout

BEAM = 20
"""How many parts of the board of each size are grown further."""
LARGEST = 9
"""How many stops a part has at most."""
CLEARLY = 0.95
"""How much less than 1 the slack of a choice of legs is if its capacity is exceeded clearly."""


class Uses:
    """How much a solution by fractions uses of each leg, and how much of a route ends at each stop."""

    def __init__(self, layout: Layout, amounts: Iterable[tuple[Route, float]]) -> None:
        self.layout = layout
        stops = range(len(layout.legs.places))
        self.legs: dict[int, float] = {}
        self.ends = [0.0] * len(stops)
        for route, amount in amounts:
            for leg in route.legs:
                self.legs[leg] = self.legs.get(leg, 0.0) + amount
            for stop in route.ends:
                self.ends[stop] += amount
        legs = self.legs
        self.rivals = {
            leg: {other for other in legs if other != leg and layout.masks[leg] & layout.masks[other]}
            for leg in legs
        }
        self.at: list[frozenset[int]] = [
            frozenset(leg for leg in legs if stop in (layout.starts[leg], layout.ends[leg])) for stop in stops
        ]
        """For each stop the legs used there."""
        self.alone = {leg: frozenset([leg]) for leg in legs}
        self.near: list[set[int]] = [
            {layout.starts[leg] + layout.ends[leg] - stop for leg in self.at[stop]} for stop in stops
        ]


class Border(Struct, frozen=True):
    """The ways into a part of the board."""

    halves: float
    """How far the solution is from using every leg of the border all or not at all, with no route's end
    inside."""
    slack: float
    """The same for the best choice of an odd number of legs. Below 1 the capacity is exceeded."""
    chosen: frozenset[frozenset[int]]
    """The chosen legs, those that compete with each other together."""
    most: int
    """How many of the chosen legs can be used at once: an odd number."""


def exceeded(uses: Uses, limit: int) -> list[Capacity]:
    """Capacities that are exceeded, up to so many, the clearest first.

    Parts of the board are grown stop by stop, those with the fewest halves at their border first.
    """
    parts = {frozenset([stop]): legs for stop, legs in enumerate(uses.at) if legs}
    found: list[tuple[float, list[int], Border]] = []
    for size in range(1, LARGEST + 1):
        looked = [(_border(uses, stops, legs), sorted(stops)) for stops, legs in parts.items()]
        found += [(border.slack, stops, border) for border, stops in looked if border.slack < CLEARLY]
        looked.sort(key=lambda each: (each[0].halves, each[1]))
        grown: dict[frozenset[int], frozenset[int]] = {}
        for _, members in looked[:BEAM] if size < LARGEST else ():
            stops = frozenset(members)
            for stop in {near for member in members for near in uses.near[member]} - stops:
                grown.setdefault(stops | {stop}, parts[stops] ^ uses.at[stop])
        parts = grown
    found.sort(key=lambda each: (each[0], len(each[1]), each[1]))
    chosen: list[Capacity] = []
    for _, members, border in found:
        capacity = _capacity(uses, members, border)
        if all(not _alike(capacity, other) for other in chosen):
            chosen.append(capacity)
            if len(chosen) == limit:
                break
    return chosen


def _alike(one: Capacity, other: Capacity) -> bool:
    """True if two capacities limit much the same legs."""
    first = {leg for leg, times in one.legs.items() if times > 0}
    second = {leg for leg, times in other.legs.items() if times > 0}
    return 2 * len(first & second) > max(len(first), len(second))


def _border(uses: Uses, stops: Iterable[int], legs: Iterable[int]) -> Border:
    """The best choice of an odd number of the legs that lead into a part of the board."""
    halves = sum([uses.ends[stop] for stop in stops])
    chosen: set[frozenset[int]] = set()
    most = 0
    change = 1.0  # what it costs to choose one more or one less
    swing: tuple[frozenset[int], int] | None = None
    done: set[int] = set()
    for leg in legs:
        if leg in done:
            continue
        group = _rivals(uses, leg, legs) if uses.rivals[leg] else uses.alone[leg]
        done |= group
        use = sum([uses.legs[each] for each in group])
        room = _at_once(uses, sorted(group)) if len(group) > 1 else 1
        if 2 * use > room:
            halves += room - use
            chosen.add(group)
            most += room
        else:
            halves += use
        if room % 2 and abs(room - 2 * use) < change:
            change, swing = abs(room - 2 * use), (group, room)
    slack = halves
    if most % 2 == 0:
        slack += change
        if swing is not None:
            group, room = swing
            most += -room if group in chosen else room
            chosen ^= {group}
    return Border(halves, slack, frozenset(chosen), most)


def _rivals(uses: Uses, leg: int, among: Iterable[int]) -> frozenset[int]:
    """A leg with all that compete with it for hexsides, directly or by others."""
    left = set(among)
    group: set[int] = set()
    todo = {leg}
    while todo:
        group |= todo
        todo = {other for each in todo for other in uses.rivals[each] & left} - group
    return frozenset(group)


def _at_once(uses: Uses, group: list[int], taken: int = 0) -> int:
    """How many legs of a group can be used at once."""
    if not group:
        return 0
    mask = uses.layout.masks[group[0]]
    without = _at_once(uses, group[1:], taken)
    return without if mask & taken else max(without, 1 + _at_once(uses, group[1:], taken | mask))


def _capacity(uses: Uses, stops: list[int], border: Border) -> Capacity:
    """The capacity of a border: of the chosen legs one less than can be used at once."""
    layout, masks = uses.layout, uses.layout.masks
    groups = [set(group) for group in sorted(border.chosen, key=sorted)]
    against = []
    for leg in range(len(masks)):
        if (layout.starts[leg] in stops) == (layout.ends[leg] in stops):
            continue
        if any(leg in group for group in groups):
            continue
        # An unused leg need not count against the chosen if all of a group compete with it.
        for group in groups:
            if leg not in uses.legs and all(masks[leg] & masks[other] for other in group):
                group.add(leg)
                break
        else:
            against.append(leg)
    legs = {leg: 1 for group in groups for leg in group} | dict.fromkeys(against, -1)
    return Capacity(dict(sorted(legs.items())), border.most - 1, frozenset(stops))
