"""Running the trains: the best routes, local routes, or the president's own.

Every train runs: one for which no route is named runs a local route at the company's best hub.

Rules: Lost Atlas, Operating Round 5 (diagram 8); README rulings 1 to 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Value
from engine.core.event import Event

from . import board
from . import components as box
from .actions import Run
from .companies import powers
from .companies.hubs import SUBURB_BONUS
from .events import TrainsRun
from .network import Network, Place
from .state import Company, RunRoute, State, Turn

BEST, LOCAL = ("best",), ("local",)


# --- what a company runs with -----------------------------------------------------------------


def trains_to_run(company: Company) -> list[str]:
    """All trains that run, the rusted ones on their last run included."""
    return [*company.trains, *company.rusted]


def stops_of(company: Company, train: str) -> int | None:
    """How many stops a train counts; None if there is no limit."""
    if train == box.INFINITY:
        return None
    extra = powers(company).single_train_bonus if len(trains_to_run(company)) == 1 else 0
    return box.train_kinds()[train].stops + extra


def bonuses(state: State, company: str) -> dict[Place, int]:
    """What this company's trains earn at a stop beyond its value: suburbs."""
    return {
        Place(board.place_of(name), 0): SUBURB_BONUS
        for name, land in state.land.items()
        if company in land.suburbs
    }


# --- routes -----------------------------------------------------------------------------------


def best(state: State, company: Company) -> list[RunRoute]:
    """The best routes for all trains together, proven best."""
    return local(state, company, trains_to_run(company))


def local(state: State, company: Company, trains: list[str]) -> list[RunRoute]:
    """A local route at the best hub for each of these trains; nothing where the table plays without them."""
    network = board.network(state)
    hub = _best_hub(state, network, company.id)
    if hub is None or not state.setup.local_routes:
        return []
    name, revenue = hub
    return [RunRoute(train, [name], [], revenue) for train in trains]


def _best_hub(state: State, network: Network, company: str) -> tuple[str, int] | None:
    extra = bonuses(state, company)
    values = [
        (name, network.stop(place).revenue + extra.get(place, 0))
        for name, stop in board.hub_places(state, company)
        for place in (Place(board.place_of(name), stop),)
    ]
    return max(values, key=lambda each: each[1]) if values else None


# --- the action -------------------------------------------------------------------------------


def runs(state: State, company: Company, chosen: Mapping[str, Value]) -> Iterator[Run]:
    """The best routes, and local routes; routes of the president's own only if they are asked for.

    There are too many of those to list; `chosen` may name them.
    """
    yield Run(BEST)
    if trains_to_run(company):
        yield Run(LOCAL)


def run_refused(state: State, company: Company, routes: tuple[str, ...]) -> str:
    """Why these routes may not be run; empty if they may."""
    if routes == BEST or (routes == LOCAL and trains_to_run(company)):
        return ""
    return "Say best, local, or a route for each train."


def run(state: State, turn: Turn, company: Company, routes: tuple[str, ...]) -> list[Event]:
    """Run the trains and note what they earn."""
    turn.routes = best(state, company) if routes == BEST else local(state, company, trains_to_run(company))
    turn.earnings = sum(route.revenue for route in turn.routes)
    turn.ran = True
    return [
        TrainsRun(
            company=company.id,
            earnings=turn.earnings,
            routes=tuple(f"{route.train}: {'-'.join(route.stops)} {route.revenue}" for route in turn.routes),
            places=tuple(dict.fromkeys(stop for route in turn.routes for stop in route.stops)),
        )
    ]
