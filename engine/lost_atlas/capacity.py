"""What the trains of a company compete for, and what it costs a train when this has a price.

A capacity says: add up over all trains how often they use some legs (some count against: -1), less how many
of their routes end at some stops; the sum is at most so much. Every capacity is true of all routes that share
no hexside, so that prices on it never rule out the best. There are two kinds:

- a hexside carries one train: of legs each of which shares a hexside with each other, one is used;
- of an odd number of ways into a city, or into a larger part of the board, one is left over, or a route ends
  there (`parity`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from .node_layout import Layout
from .ways import SCALE

FORBIDDEN = 10**12
"""The price of track that is taken."""


class Route(Struct, frozen=True):
    """The legs that a train uses, by their place in the order; none is a local route."""

    legs: tuple[int, ...]
    mask: int = 0
    """The hexsides used."""
    ends: frozenset[int] = frozenset()
    """The stops where it ends."""
    stops: int = 1
    """How many stops it counts."""
    value: int = 0
    """What it earns."""


class Capacity(Struct, frozen=True):
    """Something of which there is only so much for all trains together."""

    legs: Mapping[int, int]
    """For each leg, by its place in the order, how much of it a train takes that uses the leg: 1, or -1."""
    most: int
    stops: frozenset[int] = frozenset()
    """The stops where a train gives one back whose route ends there."""

    def taken(self, route: Route) -> int:
        """How much of it a route takes."""
        legs = self.legs
        taken = sum([legs[leg] for leg in route.legs if leg in legs])
        return taken - len(route.ends & self.stops) if self.stops else taken


def route_of(layout: Layout, legs: Sequence[int]) -> Route:
    """The route over these legs."""
    board = layout.legs
    mask = 0
    ends: set[int] = set()
    stops: set[int] = set()
    for leg in legs:
        mask |= layout.masks[leg]
        both = {layout.starts[leg], layout.ends[leg]}
        ends ^= both
        stops |= both
    if not legs:
        value = max(value for value, hub in zip(board.values, board.hubs, strict=True) if hub)
        return Route((), value=value * SCALE)
    counted = [stop for stop in stops if stop in ends or not board.skipped[stop]]
    value = sum(board.values[stop] for stop in counted) * SCALE
    return Route(tuple(legs), mask, frozenset(ends), len(counted), value)


def rivals(layout: Layout) -> list[Capacity]:
    """Of legs each of which shares a hexside with each other one, one is used: all largest sets of such legs.
    The legs of one hexside are always among them."""
    masks = layout.masks
    legs = range(len(masks))
    near = [{other for other in legs if other != leg and masks[leg] & masks[other]} for leg in legs]
    found: list[list[int]] = []

    def extend(chosen: list[int], more: set[int], past: set[int]) -> None:
        if not more and not past:
            found.append(sorted(chosen))
            return
        pivot = max(sorted(more | past), key=lambda leg: len(near[leg] & more))
        for leg in sorted(more - near[pivot]):
            extend([*chosen, leg], more & near[leg], past & near[leg])
            more = more - {leg}
            past = past | {leg}

    extend([], set(legs), set())
    return [Capacity(dict.fromkeys(each, 1), 1) for each in sorted(found)]


def costs_of(
    layout: Layout, priced: Iterable[tuple[Capacity, int]], taken: int = 0
) -> list[tuple[int, int, int, int]]:
    """What the use of each leg costs at these prices; prohibitive where hexsides are taken."""
    costs = [0] * len(layout.masks)
    back = [0] * len(layout.legs.places)
    for capacity, price in priced:
        if price:
            for leg, times in capacity.legs.items():
                costs[leg] += times * price
            for stop in capacity.stops:
                back[stop] += price
    found = []
    for leg, cost in enumerate(costs):
        if taken and layout.masks[leg] & taken:
            cost = FORBIDDEN
        # A stop that is reached is an end of the route until the train goes on from there.
        a, b = back[layout.starts[leg]], back[layout.ends[leg]]
        if a or b:
            found.append((cost - a - b, cost + a - b, cost - a + b, cost + a + b))
        else:
            found.append((cost, cost, cost, cost))
    return found
