"""Routes that a president names: `3:G7-H8-J9` is the 3-train from G7 by H8 to J9.

The hexes of the stops are named in order; which track joins them is found here, so that no hexside is used
twice. `3:-` leaves the 3-train standing. The mine is named twice by a train that stops at both of its cities.

Rules: Lost Atlas, Operating Round 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.hexes import Hex

from .components import INFINITY
from .legs import Leg, Legs, legs_of
from .names import hex_of, name_of
from .network import Network
from .routes import Fleet, Route

STANDS = "-"
"""Said instead of stops: the train does not run."""


class Untraceable(Exception):
    """Why routes are not legal; a sentence for the player."""


class Wanted(Struct, frozen=True):
    """A route as it is named."""

    train: int
    """Its place among the fleet's trains."""
    stops: tuple[Hex, ...]
    """None if the train stands."""


# --- reading ----------------------------------------------------------------------------------


def read(routes: Sequence[str], trains: Sequence[str]) -> list[Wanted]:
    """The routes that the words say. Raises Untraceable if they say none.

    trains: the names of the fleet's trains; of equal trains the first without a route is meant.
    """
    free = list(enumerate(trains))
    found = []
    for text in routes:
        train, colon, stops = text.partition(":")
        train = INFINITY if train in ("∞", "inf") else train
        place = next((index for index, name in free if name == train), None)
        if not colon or not stops:
            raise Untraceable(f"“{text}” is no route: say the train and its stops, as in 3:G7-H8-J9.")
        if place is None:
            raise Untraceable(f"There is no {train}-train left to run “{text}”.")
        free.remove((place, trains[place]))
        named = () if stops == STANDS else tuple(_hex(name) for name in stops.split("-"))
        found.append(Wanted(place, named))
    return found


def _hex(name: str) -> Hex:
    found = hex_of(name)
    if found is None:
        raise Untraceable(f"“{name}” is not the name of a hex.")
    return found


# --- tracing ----------------------------------------------------------------------------------


def trace(network: Network, fleet: Fleet, wanted: Sequence[Wanted]) -> tuple[Route, ...]:
    """Track for every wanted route, and local routes for the other trains, in the order of the trains.

    Raises Untraceable with the reason if there is none.
    """
    legs = _legs(network, fleet)
    standing = {each.train for each in wanted if not each.stops}
    wanted = [each for each in wanted if each.stops]
    ways = []
    for each in wanted:
        found = _ways(legs, fleet, each)
        if not found:
            raise Untraceable(_why_not(network, fleet, legs, each))
        ways.append(found)
    chosen = _disjoint(ways)
    if chosen is None:
        raise Untraceable("Those routes cannot all be run: two trains would need the same track.")
    routes = {each.train: _route(legs, each.train, way) for each, way in zip(wanted, chosen, strict=True)}
    for route in all_local(network, fleet):
        if route.train not in standing:
            routes.setdefault(route.train, route)
    return tuple(routes[train] for train in sorted(routes))


def all_local(network: Network, fleet: Fleet) -> tuple[Route, ...]:
    """A local route at the best hub for every train; none without a hub."""
    legs = _legs(network, fleet)
    hubs = [stop for stop, hub in enumerate(legs.hubs) if hub]
    if not hubs:
        return ()
    best = max(hubs, key=lambda stop: (legs.values[stop], -stop))
    place = (legs.places[best],)
    return tuple(Route(train, place, (), place, legs.values[best]) for train in range(len(fleet.trains)))


def _legs(network: Network, fleet: Fleet) -> Legs:
    return legs_of(network, fleet.company, skips_blocked=fleet.skips_blocked, bonus=fleet.bonus)


class _Way(Struct, frozen=True):
    """One way to run a wanted route: its stops, skipped ones included, and its legs."""

    stops: tuple[int, ...]
    legs: tuple[int, ...]
    mask: int


def _ways(legs: Legs, fleet: Fleet, wanted: Wanted) -> list[_Way]:
    """Every way to run a route through the wanted stops."""
    limit = fleet.trains[wanted.train]
    at: dict[int, list[tuple[int, int]]] = {}
    for number, leg in enumerate(legs.legs):
        at.setdefault(leg.start, []).append((number, leg.end))
        at.setdefault(leg.end, []).append((number, leg.start))
    found: list[_Way] = []

    def extend(stops: tuple[int, ...], used: tuple[int, ...], mask: int, left: tuple[Hex, ...]) -> None:
        if not left:
            fits = limit is None or len(_counted(legs, stops)) <= limit
            if fits and any(legs.hubs[stop] for stop in stops):
                found.append(_Way(stops, used, mask))
            return
        here = stops[-1]
        if len(stops) > 1 and not legs.through[here]:
            return
        for number, after in at.get(here, ()):
            leg = legs.legs[number]
            if leg.mask & mask or legs.cities[after] in {legs.cities[stop] for stop in stops}:
                continue
            if legs.places[after].hex == left[0]:
                extend((*stops, after), (*used, number), mask | leg.mask, left[1:])
            if legs.skipped[after]:
                extend((*stops, after), (*used, number), mask | leg.mask, left)

    for stop, place in enumerate(legs.places):
        if place.hex == wanted.stops[0]:
            extend((stop,), (), 0, wanted.stops[1:])
    return found


def _disjoint(ways: Sequence[Sequence[_Way]]) -> list[_Way] | None:
    """One way for each route such that no hexside is used twice, or None."""

    def choose(index: int, used: int) -> list[_Way] | None:
        if index == len(ways):
            return []
        for way in ways[index]:
            if not way.mask & used:
                rest = choose(index + 1, used | way.mask)
                if rest is not None:
                    return [way, *rest]
        return None

    return choose(0, 0)


def _counted(legs: Legs, stops: tuple[int, ...]) -> list[int]:
    """The stops that a train counts: a blocked city that it skips over is none, even if it is named."""
    last = len(stops) - 1
    return [stop for index, stop in enumerate(stops) if index in (0, last) or not legs.skipped[stop]]


def _route(legs: Legs, train: int, way: _Way) -> Route:
    runs = []
    for start, number in zip(way.stops, way.legs, strict=False):
        leg: Leg = legs.legs[number]
        runs.append(leg.sides if leg.start == start else leg.sides[::-1])
    counted = _counted(legs, way.stops)
    return Route(
        train=train,
        places=tuple(legs.places[stop] for stop in way.stops),
        legs=tuple(runs),
        stops=tuple(legs.places[stop] for stop in counted),
        revenue=sum(legs.values[stop] for stop in counted),
    )


def _why_not(network: Network, fleet: Fleet, legs: Legs, wanted: Wanted) -> str:
    """The reason why a route cannot be run."""
    text = "-".join(name_of(stop) for stop in wanted.stops)
    limit = fleet.trains[wanted.train]
    if limit is not None and len(wanted.stops) > limit and not any(legs.skipped):
        return f"{text} has {len(wanted.stops)} stops; the train counts {limit}."
    known = {place.hex for place in legs.places}
    for stop in wanted.stops:
        if stop not in known:
            return f"No track of the company leads to a stop at {name_of(stop)}."
    if len(set(wanted.stops)) < len(wanted.stops) and not any(
        network.tracks[stop].linked for stop in wanted.stops
    ):
        return f"{text}: a train visits a city once."
    hubs = {place.hex for place, hub in zip(legs.places, legs.hubs, strict=True) if hub}
    if not hubs & set(wanted.stops):
        return f"{text} has none of the company's hubs."
    return f"{text} cannot be run: its stops are not joined in that order by track that may be used."
