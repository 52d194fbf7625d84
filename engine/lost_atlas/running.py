"""Running the trains: the best routes, local routes, or the president's own.

Every train runs: one for which no route is named runs a local route at the company's best hub.

Rules: Lost Atlas, Operating Round 5 (diagram 8); README rulings 1 to 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Value
from engine.core.event import Event

from . import board, own_routes
from . import components as box
from .actions import Run
from .companies import powers
from .companies.hubs import SUBURB_BONUS
from .events.operating import TrainsRun
from .names import name_of
from .network import Place
from .routes import Fleet, Route, best_routes
from .state import Company, RunRoute, State, Turn
from .words import train_name

BEST, LOCAL = ("best",), ("local",)
NOTHING: tuple[str, ...] = ()


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


def fleet_of(state: State, company: Company) -> Fleet:
    """The company's trains, for the route finder."""
    return Fleet(
        company=company.id,
        trains=tuple(stops_of(company, train) for train in trains_to_run(company)),
        skips_blocked=powers(company).skips_blocked,
        bonus=suburb_bonuses(state, company.id),
    )


def suburb_bonuses(state: State, company: str) -> dict[Place, int]:
    """What this company's trains earn at a stop beyond its value."""
    return {
        Place(board.place_of(name), 0): SUBURB_BONUS
        for name, land in state.land.items()
        if company in land.suburbs
    }


# --- routes -----------------------------------------------------------------------------------


def best(state: State, company: Company) -> list[RunRoute]:
    """The best routes for all trains together, proven best."""
    routes = best_routes(board.network(state), fleet_of(state, company))
    return _noted(trains_to_run(company), routes)


def local(state: State, company: Company) -> list[RunRoute]:
    """A local route at the best hub for every train."""
    return _noted(
        trains_to_run(company), own_routes.all_local(board.network(state), fleet_of(state, company))
    )


def named(state: State, company: Company, routes: tuple[str, ...]) -> list[RunRoute]:
    """The president's own routes; trains without one run locally. Raises Untraceable if they are illegal."""
    trains = trains_to_run(company)
    wanted = own_routes.read(routes, trains)
    found = own_routes.trace(board.network(state), fleet_of(state, company), wanted)
    return _noted(trains, found)


def routes_for(state: State, company: Company, routes: tuple[str, ...]) -> list[RunRoute]:
    """The routes that an action's words stand for. Raises Untraceable if they are illegal."""
    if routes == NOTHING:
        return []
    if routes == BEST:
        return best(state, company)
    return local(state, company) if routes == LOCAL else named(state, company, routes)


def _noted(trains: list[str], routes: tuple[Route, ...]) -> list[RunRoute]:
    return [
        RunRoute(
            train=trains[route.train],
            stops=[name_of(place.hex) for place in route.stops],
            track=[(name_of(side.hex), side.edge) for leg in route.legs for side in leg],
            revenue=route.revenue,
        )
        for route in routes
    ]


# --- the action -------------------------------------------------------------------------------


def runs(state: State, company: Company, chosen: Mapping[str, Value]) -> Iterator[Run]:
    """The best routes, and local routes; the president's own only if `chosen` names them.

    There are too many of those to list; nor is running nothing listed, which helps nobody.
    """
    yield Run(BEST)
    if trains_to_run(company):
        yield Run(LOCAL)
    wanted = chosen.get("routes")
    if isinstance(wanted, tuple) and wanted not in (BEST, LOCAL):
        own = Run(tuple(str(route) for route in wanted))
        if not run_refused(state, company, own.routes):
            yield own


def run_refused(state: State, company: Company, routes: tuple[str, ...]) -> str:
    """Why these routes may not be run; empty if they may."""
    if routes in (BEST, NOTHING):
        return ""
    if not trains_to_run(company):
        return f"{company.name} has no train: say best."
    if routes == LOCAL:
        return ""
    try:
        named(state, company, routes)
    except own_routes.Untraceable as problem:
        return str(problem)
    return ""


def run(state: State, turn: Turn, company: Company, routes: tuple[str, ...]) -> list[Event]:
    """Run the trains and note what they earn."""
    turn.routes = routes_for(state, company, routes)
    turn.earnings = sum(route.revenue for route in turn.routes)
    turn.ran = True
    return [
        TrainsRun(
            company=company.id,
            earnings=turn.earnings,
            routes=tuple(
                f"{train_name(route.train)} {'–'.join(route.stops)} {route.revenue}" for route in turn.routes
            ),
            places=tuple(dict.fromkeys(stop for route in turn.routes for stop in route.stops)),
        )
    ]
