"""How a decision diagram grows, leg by leg: which nodes skipping and using a leg lead to.

A node is an int (`Layout` says where in it what is kept). For each stop at the border between past and future
it has a digit: 0 if no leg there is used yet, the name of the stop at the other end of the piece of route
that ends here loosely, `closed` if that other end is an end of the route, or `inner` if the stop takes no
further leg. Beside the digits it remembers whether an own hub is on the route, how many ends the route has,
whether it is done, which contested hexsides and cities are used, and how many stops are counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from .node_layout import Layout
from .ways import NEVER, SCALE, Arcs


class Grown:
    """Nodes as they are found, before those are merged from which all goes on alike."""

    def __init__(self, sizes: Sequence[int | None]) -> None:
        self.roots = list(sizes)
        self.layers: list[Arcs] = []
        self.sides: list[list[int]] = []
        self.ends: list[int] = []


def grow(layout: Layout, sizes: Sequence[int] | Sequence[None]) -> Grown:
    """All nodes for trains of these sizes, in ascending order, or for an unlimited train. A train of fewer
    stops begins as if it had counted some already."""
    grown = Grown(sizes)
    limit = sizes[-1]
    states = [0 if limit is None or size is None else limit - size << layout.count_base for size in sizes]
    for layer in range(len(layout.order)):
        step = _Step(layout, layer, limit)
        arcs: Arcs = []
        number: dict[int, int] = {}
        for state in states:
            skip, skip_gain, use, use_gain, passed = -1, 0, -1, 0, 0
            if (skipped := step.skipped(state)) is not None:
                skip, skip_gain = number.setdefault(skipped[0], len(number)), skipped[1]
            if (used := step.used(state)) is not None:
                use, use_gain, passed = number.setdefault(used[0], len(number)), used[1], used[2]
            arcs.append((skip, skip_gain, use, use_gain, passed))
        grown.layers.append(arcs)
        grown.sides.append([state & layout.contested for state in states])
        states = list(number)
    legs = layout.legs
    nothing = (1 << layout.count_base) - 1
    local = max((legs.values[stop] * SCALE for stop, hub in enumerate(legs.hubs) if hub), default=NEVER)
    grown.ends = [
        0 if state & layout.done_bit else local if not state & nothing else NEVER for state in states
    ]
    return grown


class _End:
    """One of the two stops of a leg, as a node sees it."""

    __slots__ = ("gain", "loose", "marks", "number", "one", "other_city", "shift")

    def __init__(self, layout: Layout, stop: int, number: int, one: int) -> None:
        legs = layout.legs
        self.number = number
        """1 for the start of the leg, 2 for its end, as in `Arcs`."""
        self.shift = layout.slot[stop] * layout.width
        """Where its digit is."""
        self.loose = layout.slot[stop] + 1 if legs.through[stop] else 0
        """Its name as a loose end; 0 for a stop that can only begin or end a route."""
        self.marks = layout.own_city[stop] | (layout.hub_bit if legs.hubs[stop] else 0)
        """What a route that reaches it remembers."""
        self.other_city = layout.other_city[stop]
        """The marks of other stops in the same city."""
        # A skipped stop counts only as the end of a route, which it is when it can grow no more.
        self.gain = 0 if legs.skipped[stop] else legs.values[stop] * SCALE
        self.one = 0 if legs.skipped[stop] else one


class _Step:
    """What skipping or using one leg makes of a node."""

    def __init__(self, layout: Layout, layer: int, limit: int | None) -> None:
        legs = layout.legs
        one = 0 if limit is None else 1 << layout.count_base
        self.limit = -1 if limit is None else limit
        self.count_base = layout.count_base
        self.width = layout.width
        self.inner = (1 << layout.width) - 1
        self.closed = self.inner - 1
        self.digits = (1 << (layout.slots * layout.width)) - 1
        self.hub_bit, self.done_bit, self.end_bit = layout.hub_bit, layout.done_bit, layout.end_bit
        self.start = _End(layout, layout.starts[layer], 1, one)
        self.end = _End(layout, layout.ends[layer], 2, one)
        self.name_of_end = layout.slot[layout.ends[layer]] + 1
        self.side_bits = layout.side_bits[layer]
        self.remember = ~layout.forget[layer]
        all_sides = ((1 << layout.count_base) - 1) ^ ((1 << layout.bit_base) - 1)
        self.kept_when_done = all_sides & self.remember
        self.past_hubs = layer >= layout.last_hub
        self.retired = tuple(
            (
                layout.slot[stop] * layout.width,
                legs.values[stop] * SCALE if legs.skipped[stop] else 0,
                one if legs.skipped[stop] else 0,
            )
            for stop in layout.retired[layer]
        )

    def skipped(self, state: int) -> tuple[int, int] | None:
        """The node after the leg is skipped, and what is gained; None if no route can come of it."""
        if state & self.done_bit:
            return state & self.remember, 0
        return self._settled(state, 0)

    def used(self, state: int) -> tuple[int, int, int] | None:
        """The node after the leg is used, what is gained, and the stops passed through (as in `Arcs`); None
        if no route can come of it."""
        start, end, inner = self.start, self.end, self.inner
        digit, other = state >> start.shift & inner, state >> end.shift & inner
        if (
            digit == inner
            or other == inner
            or digit == self.name_of_end  # a circle
            or state & (self.side_bits | self.done_bit)
            or (not digit and state & start.other_city)
            or (not other and state & end.other_city)
        ):
            return None
        state |= self.side_bits
        passed = gain = 0
        far = []  # where the pieces that the leg joins end on the other side
        for stop, here in ((start, digit), (end, other)):
            if here:
                passed += stop.number
                state |= inner << stop.shift
                far.append(here)
                continue
            gain += stop.gain
            state = (state | stop.marks) + stop.one
            if stop.loose:
                far.append(stop.loose)
            else:
                state = (state | inner << stop.shift) + self.end_bit
                far.append(self.closed)
        if state // self.end_bit & 7 > 2 or self._counts_too_many(state):
            return None
        if far[0] == far[1] == self.closed:
            if not state & self.hub_bit or not self._alone(state):
                return None
            return (state & self.kept_when_done) | self.done_bit, gain, passed
        for this, that in (far, reversed(far)):
            if this != self.closed:
                state = self._with_digit(state, (this - 1) * self.width, that)
        settled = self._settled(state, gain)
        return None if settled is None else (*settled, passed)

    def _settled(self, state: int, gain: int) -> tuple[int, int] | None:
        """Let go of stops whose legs have all been considered; None if no route can come of it."""
        for shift, late_gain, late_one in self.retired:
            digit = state >> shift & self.inner
            if not digit:
                continue
            state = self._with_digit(state, shift, 0)
            if digit == self.inner:
                continue
            # A loose end that can grow no more is an end of the route.
            gain += late_gain
            state += late_one
            if late_one and self._counts_too_many(state):
                return None
            if digit == self.closed:
                if not state & self.hub_bit or not self._alone(state):
                    return None
                return (state & self.kept_when_done) | self.done_bit, gain
            if state & (self.end_bit << 1):
                return None
            state = self._with_digit(state + self.end_bit, (digit - 1) * self.width, self.closed)
        if self.past_hubs and not state & self.hub_bit and state & self.digits:
            return None
        return state & self.remember, gain

    def _with_digit(self, state: int, shift: int, digit: int) -> int:
        return (state & ~(self.inner << shift)) | digit << shift

    def _counts_too_many(self, state: int) -> bool:
        """True if the route has more stops than the train counts."""
        return state >> self.count_base > self.limit >= 0

    def _alone(self, state: int) -> bool:
        """True if no loose end is left."""
        rest = state & self.digits
        while rest:
            digit = rest & self.inner
            if digit and digit != self.inner:
                return False
            rest >>= self.width
        return True
