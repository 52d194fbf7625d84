"""The board as a company's trains see it: stops joined by legs, each leg a set of hexsides as bits of an int.

A leg is track from one stop to the next without a stop between. Of two legs between the same stops only the
one on fewer hexsides matters: whatever uses the other could use it instead. Track that no hub of the company
leads to is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.hexes import Hex, opposite

from .network import LINK, Hexside, Network, Place, hexside


class Leg(Struct, frozen=True):
    """Track between two stops."""

    start: int
    """Number of a stop in `Legs.places`; always below `end`."""
    end: int
    mask: int
    """The hexsides used, bits in the order of `Legs.sides`."""
    sides: tuple[Hexside, ...]
    """The hexsides in order from `start` to `end`."""


class Legs(Struct, frozen=True):
    """Everything within reach of a company's hubs."""

    places: tuple[Place, ...]
    """The stops, in the order of the hexes."""
    values: tuple[int, ...]
    """What a train of this company earns at each."""
    cities: tuple[int, ...]
    """A number for each stop that is the same for stops which count as one to a single train."""
    hubs: tuple[bool, ...]
    """Where the company's own hubs are."""
    through: tuple[bool, ...]
    """False for a stop that can only begin or end a route."""
    skipped: tuple[bool, ...]
    """True for a blocked city that this company's trains may skip over: no stop on the way through."""
    legs: tuple[Leg, ...]
    sides: tuple[Hexside, ...]


def legs_of(
    network: Network,
    company: str,
    *,
    skips_blocked: bool = False,
    bonus: Mapping[Place, int] | None = None,
) -> Legs:
    """The legs that a company's trains can use.

    skips_blocked: its trains may pass blocked cities (Overnight). bonus: what its trains earn at a stop
    beyond the printed value (suburbs).
    """
    found: dict[tuple[Place, Place], dict[frozenset[Hexside], tuple[Hexside, ...]]] = {}
    todo = list(network.hubs_of(company))
    seen = set(todo)
    while todo:
        place = todo.pop()
        for end, sides in _legs_from(network, place):
            if network.city(end) == network.city(place):
                continue  # from one half of a port to the other
            key, run = ((place, end), sides) if place < end else ((end, place), sides[::-1])
            found.setdefault(key, {}).setdefault(frozenset(sides), run)
            if end not in seen:
                seen.add(end)
                ends_here = network.tracks[end.hex].destination is not None
                if not ends_here and (skips_blocked or not network.blocked(end, company)):
                    todo.append(end)

    places = tuple(sorted(seen))
    number = {place: index for index, place in enumerate(places)}
    sides = tuple(sorted({side for runs in found.values() for used in runs for side in used}))
    bit = {side: 1 << index for index, side in enumerate(sides)}
    legs: list[Leg] = []
    for (start, end), runs in sorted(found.items()):
        kept: list[frozenset[Hexside]] = []
        for used, run in sorted(runs.items(), key=lambda item: (len(item[0]), item[1])):
            if any(other <= used for other in kept):
                continue
            kept.append(used)
            legs.append(Leg(number[start], number[end], sum(bit[side] for side in used), run))

    groups: dict[object, int] = {}
    cities = tuple(groups.setdefault(network.city(place), len(groups)) for place in places)
    blocked = tuple(network.blocked(place, company) for place in places)
    ends_only = tuple(network.tracks[place.hex].destination is not None for place in places)
    extra = bonus or {}
    return Legs(
        places=places,
        values=tuple(network.stop(place).revenue + extra.get(place, 0) for place in places),
        cities=cities,
        hubs=tuple(company in network.hubs.get(place, ()) for place in places),
        through=tuple(
            not end and (not stuck or skips_blocked) for end, stuck in zip(ends_only, blocked, strict=True)
        ),
        skipped=tuple(stuck and skips_blocked for stuck in blocked),
        legs=tuple(legs),
        sides=sides,
    )


def _legs_from(network: Network, place: Place) -> list[tuple[Place, tuple[Hexside, ...]]]:
    """All legs that leave a stop, except those that another leg makes useless."""
    found: list[tuple[Place, tuple[Hexside, ...]]] = []
    track = network.tracks[place.hex]
    if track.linked:
        link = (Hexside(place.hex, LINK),)
        found += [(Place(place.hex, n), link) for n in range(len(track.stops)) if n != place.stop]

    # Where a run of track was before on fewer hexsides (a subset), going on is pointless.
    best: dict[tuple[Hex, int], list[frozenset[Hexside]]] = {}
    todo: list[tuple[Hex, int, tuple[Hexside, ...]]] = []

    def leave(hex_: Hex, edge: int, run: tuple[Hexside, ...]) -> None:
        side = hexside(hex_, edge)
        if side in run or not network.joined(hex_, edge):
            return
        run = (*run, side)
        used = frozenset(run)
        before = best.setdefault((hex_, edge), [])
        if any(other <= used for other in before):
            return
        before.append(used)
        todo.append((hex_.neighbour(edge), opposite(edge), run))

    for edge in track.stops[place.stop].exits:
        leave(place.hex, edge, ())
    while todo:
        hex_, edge, run = todo.pop(0)
        here = network.tracks[hex_]
        for number, stop in enumerate(here.stops):
            if edge in stop.exits and Place(hex_, number) != place:
                found.append((Place(hex_, number), run))
        for path in here.paths:
            if edge in path:
                leave(hex_, path[0] if path[1] == edge else path[1], run)
    return found
