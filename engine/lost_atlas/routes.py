"""The best routes of a company's trains.

Rules: Lost Atlas, Operating Round 5, Run trains; README, rulings 1 to 5. Each train runs one route: stops
joined by track, with at least one own hub among them, no city or Distant Destination twice, no more stops
than the train counts, never through a Distant Destination or a blocked city; no hexside carries two trains of
the company, or one train twice. A single stop at an own hub is a local route, of which there may be any
number.

The routes found are the best there are, proven; there is no limit of time. The same board and trains always
give the same routes.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .legs import Legs, legs_of
from .network import Hexside, Network, Place
from .node_layout import Layout
from .together import Together


class Fleet(Struct, frozen=True):
    """A company's trains and what is special about them."""

    company: str
    trains: tuple[int | None, ...]
    """How many stops each train counts, None for the ∞-train; Express's extra stop is already added."""
    skips_blocked: bool = False
    """The trains may pass over blocked cities, which then are no stops (Overnight)."""
    bonus: Mapping[Place, int] = {}
    """What a train of this company earns at a stop beyond its printed value: suburbs, 10 each."""


class Route(Struct, frozen=True):
    """What one train runs."""

    train: int
    """Its place among the fleet's trains."""
    places: tuple[Place, ...]
    """The cities and Distant Destinations in order, those skipped over included."""
    legs: tuple[tuple[Hexside, ...], ...]
    """The hexsides from each place to the next."""
    stops: tuple[Place, ...]
    """The places that count as stops: all but the skipped."""
    revenue: int

    @property
    def local(self) -> bool:
        """True for a single stop at an own hub."""
        return not self.legs


def best_routes(network: Network, fleet: Fleet) -> tuple[Route, ...]:
    """A best set of routes, one for each train, in the order of the trains.

    Empty if the company has no hub on the map (or no train).
    """
    legs = legs_of(network, fleet.company, skips_blocked=fleet.skips_blocked, bonus=fleet.bonus)
    if not any(legs.hubs) or not fleet.trains:
        return ()
    layout = Layout(legs)
    plan = Together(layout, fleet.trains).solve()
    return tuple(
        _route(legs, train, [layout.order[layer] for layer in chosen]) for train, chosen in enumerate(plan)
    )


def revenue(routes: tuple[Route, ...]) -> int:
    """What all routes earn together."""
    return sum(route.revenue for route in routes)


def _route(legs: Legs, train: int, chosen: list[int]) -> Route:
    """The route that a train runs over these legs."""
    if not chosen:
        hub = max(
            (stop for stop, hub in enumerate(legs.hubs) if hub), key=lambda stop: (legs.values[stop], -stop)
        )
        return Route(train, (legs.places[hub],), (), (legs.places[hub],), legs.values[hub])
    at: dict[int, list[int]] = {}
    for index in chosen:
        at.setdefault(legs.legs[index].start, []).append(index)
        at.setdefault(legs.legs[index].end, []).append(index)
    stop = min(stop for stop, touching in at.items() if len(touching) == 1)
    stops = [stop]
    runs = []
    done: set[int] = set()
    while True:
        onward = [index for index in at[stop] if index not in done]
        if not onward:
            break
        done.add(onward[0])
        leg = legs.legs[onward[0]]
        runs.append(leg.sides if leg.start == stop else leg.sides[::-1])
        stop = leg.end if leg.start == stop else leg.start
        stops.append(stop)
    counted = [
        stop for index, stop in enumerate(stops) if index in (0, len(stops) - 1) or not legs.skipped[stop]
    ]
    return Route(
        train=train,
        places=tuple(legs.places[stop] for stop in stops),
        legs=tuple(runs),
        stops=tuple(legs.places[stop] for stop in counted),
        revenue=sum(legs.values[stop] for stop in counted),
    )
