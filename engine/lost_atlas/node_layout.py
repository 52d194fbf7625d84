"""In which order a decision diagram takes the legs, and where a node's int keeps what it remembers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from .legs import Legs

Key = TypeVar("Key", bound=Hashable)


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
