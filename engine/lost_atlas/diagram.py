"""Every route of a company's trains in one small graph: a decision diagram over the legs.

The legs are taken in a fixed order; a node of a layer stands for all choices so far that leave the same
possibilities: which stops at the border between past and future hold loose ends of pieces of the route, and
how these belong together (the frontier method for simple paths of Sekine and of Knuth). A way through the
diagram that skips or uses each leg is a route, or a local route if it uses none; there are no others. So the
best route for any prices on hexsides is the longest way through a graph without circles, and a late Long-game
map needs a few thousand nodes where it has millions of routes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from .legs import Legs

Key = TypeVar("Key", bound=Hashable)

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


class Layout:
    """What the diagrams of all trains of a company share: the order of the legs, and where in a node's int
    each stop and each contested hexside is kept."""

    def __init__(self, legs: Legs) -> None:
        self.legs = legs
        order = _order(legs)
        rank = {stop: index for index, stop in enumerate(order)}
        self.order = sorted(
            range(len(legs.legs)),
            key=lambda i: (*sorted((rank[legs.legs[i].start], rank[legs.legs[i].end]), reverse=True), i),
        )
        ordered = [legs.legs[i] for i in self.order]
        self.masks = tuple(leg.mask for leg in ordered)
        self.starts = tuple(leg.start for leg in ordered)
        self.ends = tuple(leg.end for leg in ordered)

        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for layer, leg in enumerate(ordered):
            for stop in (leg.start, leg.end):
                first.setdefault(stop, layer)
                last[stop] = layer
        self.retired = tuple(
            tuple(stop for stop in (leg.start, leg.end) if last[stop] == layer)
            for layer, leg in enumerate(ordered)
        )
        self.last_hub = max((last[stop] for stop in last if legs.hubs[stop]), default=-1)
        self.slot, self.slots = _colour({stop: (first[stop], last[stop]) for stop in first})
        self.width = (self.slots + 3).bit_length()

        # Hexsides that several legs use, and cities that are several stops, are remembered by bits.
        uses: dict[int, tuple[int, int]] = {}
        for layer, mask in enumerate(self.masks):
            for bit in bits_of(mask):
                uses[bit] = (uses.get(bit, (layer, 0))[0], layer)
        shared: dict[object, tuple[int, int]] = {bit: span for bit, span in uses.items() if span[0] < span[1]}
        city_stops: dict[int, list[int]] = {}
        for stop in first:
            city_stops.setdefault(legs.cities[stop], []).append(stop)
        for stops in city_stops.values():
            if len(stops) > 1:
                span = (min(first[stop] for stop in stops), max(last[stop] for stop in stops))
                shared |= {("city", stop): span for stop in stops}
        place, bits = _colour(shared)
        base = self.slots * self.width
        self.hub_bit = 1 << base
        self.done_bit = 2 << base
        self.end_bit = 4 << base  # counts to 2: two bits, and one more against overflow
        self.bit_base = base + 5
        self.count_base = self.bit_base + bits
        at = {key: 1 << (self.bit_base + index) for key, index in place.items()}
        self.side_bits = tuple(sum(at[bit] for bit in bits_of(mask) if bit in at) for mask in self.masks)
        self.own_city = {stop: at.get(("city", stop), 0) for stop in first}
        self.other_city = {
            stop: sum(at[("city", other)] for other in stops if other != stop) if len(stops) > 1 else 0
            for stops in city_stops.values()
            for stop in stops
        }
        self.forget = [0] * len(ordered)
        for key, (_, end) in shared.items():
            self.forget[end] |= at[key]
        self.contested = 0
        for bits_ in self.side_bits:
            self.contested |= bits_


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


class Diagram:
    """All routes of a company's trains.

    The graph is one for all trains: what a train may still do depends on its node, not on which train it is.
    """

    def __init__(self, layout: Layout, sizes: Iterable[int | None]) -> None:
        """sizes: how many stops the trains count; None: unlimited."""
        finite = sorted({size for size in sizes if size is not None})
        grown = [_grow(layout, finite)] if finite else []
        if None in sizes:
            grown.append(_grow(layout, [None]))
        self.ways, self.sides = _merged(grown)
        """The graph, and for each of its nodes what has been used of hexsides that other legs may still
        want."""
        for each in grown:
            each.sides = [[0] * len(arcs) for arcs in each.layers]
        self.alone, _ = _merged(grown)
        """The graph as one train alone needs it, where it does not matter what others may want."""


class _Grown:
    """Nodes as they are found, before those are merged from which all goes on alike."""

    def __init__(self, sizes: Sequence[int | None]) -> None:
        self.roots = list(sizes)
        self.layers: list[Arcs] = []
        self.sides: list[list[int]] = []
        self.ends: list[int] = []


def _grow(layout: Layout, sizes: Sequence[int] | Sequence[None]) -> _Grown:
    """All nodes for trains of these sizes, in ascending order, or for an unlimited train. A train of fewer
    stops begins as if it had counted some already."""
    grown = _Grown(sizes)
    legs = layout.legs
    width = layout.width
    inner = (1 << width) - 1  # a stop that takes no further leg
    closed = inner - 1  # the other end of this piece is an end of the route
    digits = (1 << (layout.slots * width)) - 1
    hub_bit, done_bit, end_bit = layout.hub_bit, layout.done_bit, layout.end_bit
    side_bits_all = ((1 << layout.count_base) - 1) ^ ((1 << layout.bit_base) - 1)
    count_base = layout.count_base
    limit = sizes[-1]
    one = 1 << count_base if limit is not None else 0
    full = 0 if limit is None else limit << count_base

    def alone(state: int) -> bool:
        """True if no loose end is left."""
        rest = state & digits
        while rest:
            digit = rest & inner
            if digit and digit != inner:
                return False
            rest >>= width
        return True

    states: list[int] = [0 if limit is None or size is None else limit - size << count_base for size in sizes]
    for layer, index in enumerate(layout.order):
        leg = legs.legs[index]
        a, b = leg.start, leg.end
        shift_a, shift_b = layout.slot[a] * width, layout.slot[b] * width
        name_a, name_b = layout.slot[a] + 1, layout.slot[b] + 1
        hub_a, hub_b = (hub_bit if legs.hubs[stop] else 0 for stop in (a, b))
        gain_a, gain_b = (0 if legs.skipped[stop] else legs.values[stop] * SCALE for stop in (a, b))
        one_a, one_b = (0 if legs.skipped[stop] else one for stop in (a, b))
        through_a, through_b = legs.through[a], legs.through[b]
        own_a, own_b = layout.own_city[a], layout.own_city[b]
        other_a, other_b = layout.other_city[a], layout.other_city[b]
        side_bits = layout.side_bits[layer]
        remember = ~layout.forget[layer]
        past_hubs = layer >= layout.last_hub
        retired = tuple(
            (
                layout.slot[stop] * width,
                legs.values[stop] * SCALE if legs.skipped[stop] else 0,
                one if legs.skipped[stop] else 0,
            )
            for stop in layout.retired[layer]
        )

        def settle(
            state: int,
            gain: int,
            retired: tuple[tuple[int, int, int], ...] = retired,
            remember: int = remember,
            past_hubs: bool = past_hubs,
        ) -> tuple[int, int] | None:
            """Let go of stops whose legs have all been considered; None if no route can come of it."""
            for shift, late_gain, late_one in retired:
                digit = state >> shift & inner
                if not digit:
                    continue
                state &= ~(inner << shift)
                if digit == inner:
                    continue
                # A loose end that can grow no more is an end of the route.
                gain += late_gain
                state += late_one
                if late_one and state >> count_base << count_base > full:
                    return None
                if digit == closed:
                    if not state & hub_bit or not alone(state):
                        return None
                    return (state & side_bits_all & remember) | done_bit, gain
                if state & (end_bit << 1):
                    return None
                state += end_bit
                shift = (digit - 1) * width
                state = (state & ~(inner << shift)) | closed << shift
            if past_hubs and not state & hub_bit and state & digits:
                return None
            return state & remember, gain

        arcs: Arcs = []
        next_states: dict[int, int] = {}
        for state in states:
            if state & done_bit:
                kept = state & remember
                arcs.append((next_states.setdefault(kept, len(next_states)), 0, -1, 0, 0))
                continue
            if retired:
                skipped = settle(state, 0)
            elif past_hubs and not state & hub_bit and state & digits:
                skipped = None
            else:
                skipped = (state & remember, 0)
            if skipped is None:
                skip, skip_gain = -1, 0
            else:
                skip = next_states.setdefault(skipped[0], len(next_states))
                skip_gain = skipped[1]

            use, use_gain, passed = -1, 0, 0
            digit_a = state >> shift_a & inner
            digit_b = state >> shift_b & inner
            if (
                digit_a != inner
                and digit_b != inner
                and digit_a != name_b
                and not state & side_bits
                and (digit_a or not state & other_a)
                and (digit_b or not state & other_b)
            ):
                new = state | side_bits
                gain = 0
                if digit_a:
                    far_a = digit_a
                    passed = 1
                    new |= inner << shift_a
                else:
                    new = (new | hub_a | own_a) + one_a
                    gain += gain_a
                    if through_a:
                        far_a = name_a
                    else:
                        far_a = closed
                        new = (new | inner << shift_a) + end_bit
                if digit_b:
                    far_b = digit_b
                    passed += 2
                    new |= inner << shift_b
                else:
                    new = (new | hub_b | own_b) + one_b
                    gain += gain_b
                    if through_b:
                        far_b = name_b
                    else:
                        far_b = closed
                        new = (new | inner << shift_b) + end_bit
                # Three ends, or more stops than the train counts, are no route.
                if (new // end_bit & 7) < 3 and (limit is None or new >> count_base << count_base <= full):
                    used: tuple[int, int] | None
                    if far_a == closed and far_b == closed:
                        if new & hub_bit and alone(new):
                            used = (new & side_bits_all & remember) | done_bit, gain
                        else:
                            used = None
                    else:
                        if far_a != closed:
                            shift = (far_a - 1) * width
                            new = (new & ~(inner << shift)) | far_b << shift
                        if far_b != closed:
                            shift = (far_b - 1) * width
                            new = (new & ~(inner << shift)) | far_a << shift
                        used = settle(new, gain)
                    if used is not None:
                        use = next_states.setdefault(used[0], len(next_states))
                        use_gain = used[1]
            arcs.append((skip, skip_gain, use, use_gain, passed))
        grown.layers.append(arcs)
        grown.sides.append([state & layout.contested for state in states])
        states = list(next_states)
    nothing = (1 << count_base) - 1
    local = max((legs.values[stop] * SCALE for stop, hub in enumerate(legs.hubs) if hub), default=NEVER)
    grown.ends = [0 if state & done_bit else local if not state & nothing else NEVER for state in states]
    return grown


def _merged(grown: Sequence[_Grown]) -> tuple[Ways, list[list[int]]]:
    """The same routes with fewer nodes: those from which no route can come are dropped, and those that have
    used the same (`sides`) and from which all goes on alike are one."""
    kinds: dict[int, int] = {}
    numbers = [
        [-1 if end == NEVER else kinds.setdefault(end, len(kinds)) for end in each.ends] for each in grown
    ]
    layers: list[Arcs] = []
    sides: list[list[int]] = []
    for layer in range(len(grown[0].layers) - 1, -1, -1):
        merged: dict[tuple[int, int, int, int, int, int], int] = {}
        for index, each in enumerate(grown):
            before = [*numbers[index], -1]  # the last is the dead end
            numbers[index] = here = []
            for (skip, skip_gain, use, use_gain, passed), own in zip(
                each.layers[layer], each.sides[layer], strict=True
            ):
                skip, use = before[skip], before[use]
                if use < 0:
                    if skip < 0:
                        here.append(-1)
                        continue
                    use_gain = passed = 0
                node = (skip, skip_gain, use, use_gain, passed, own)
                here.append(merged.setdefault(node, len(merged)))
        layers.append([node[:5] for node in merged])
        sides.append([node[5] for node in merged])
    layers.reverse()
    sides.reverse()
    roots = {
        size: node
        for each, nodes in zip(grown, numbers, strict=True)
        for size, node in zip(each.roots, nodes, strict=True)
    }
    return Ways(layers, list(kinds), roots), sides


def bits_of(mask: int) -> list[int]:
    """The bits of a mask, each as a mask, lowest first."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def _colour(spans: Mapping[Key, tuple[int, int]]) -> tuple[dict[Key, int], int]:
    """Give each key a slot so that no two keys whose spans of layers overlap share one."""
    slots: dict[Key, int] = {}
    free_from: list[int] = []
    for key, (first, last) in sorted(spans.items(), key=lambda item: (item[1], str(item[0]))):
        slot = next((slot for slot, free in enumerate(free_from) if free < first), len(free_from))
        if slot == len(free_from):
            free_from.append(0)
        free_from[slot] = last
        slots[key] = slot
    return slots, len(free_from)


def _order(legs: Legs) -> list[int]:
    """An order of the stops that keeps the border between past and future narrow: greedily from every stop,
    the best of these."""
    near: list[set[int]] = [set() for _ in legs.places]
    for leg in legs.legs:
        near[leg.start].add(leg.end)
        near[leg.end].add(leg.start)
    best: tuple[float, list[int]] | None = None
    for start in range(len(near)):
        order: list[int] = []
        open_ = [len(each) for each in near]  # neighbours still to come
        border: set[int] = set()
        past = [False] * len(near)
        waiting = {start}
        cost = 0.0
        while len(order) < len(near):
            if not waiting:
                waiting = {min(stop for stop in range(len(near)) if not past[stop])}
            stop = min(
                waiting,
                key=lambda v: ((open_[v] > 0) - sum(open_[u] == 1 for u in near[v] if past[u]), v),
            )
            waiting.discard(stop)
            past[stop] = True
            order.append(stop)
            for other in near[stop]:
                open_[other] -= 1
                if past[other]:
                    if not open_[other]:
                        border.discard(other)
                else:
                    waiting.add(other)
            if open_[stop]:
                border.add(stop)
            cost += 2.2 ** len(border)
            if best is not None and cost >= best[0]:
                break
        else:
            best = (cost, order)
    return best[1] if best else []
