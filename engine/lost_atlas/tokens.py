"""Hub and suburb tokens.

Rules: Lost Atlas, Operating Round 4 (diagrams 6 and 7); Company Details of Expansive and Suburban.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.event import Event

from . import board
from .actions import PlaceHub, PlaceSuburb
from .events.operating import HubPlaced, SuburbPlaced
from .names import hex_of
from .network import Place
from .state import Company, State
from .tracing import Reach
from .track_laying import reach_of

# --- hubs -------------------------------------------------------------------------------------


def can_pay_for_hub(company: Company) -> bool:
    """True if the company has a hub to place and the money for it."""
    return bool(company.hubs) and company.hubs[0] <= company.cash


def hubs(state: State, company: Company) -> Iterator[PlaceHub]:
    """Every stop where the company may place a hub, in map order."""
    if not can_pay_for_hub(company):
        return
    reach = reach_of(state, company.id)
    for name, land in state.land.items():
        track = board.track_of(land)
        for stop in range(len(track.stops) if track else 0):
            if not _hub_refused(state, company, reach, name, stop):
                yield PlaceHub(name, stop)


def hub_refused(state: State, company: Company, name: str, stop: int) -> str:
    """Why a hub may not be placed at a stop; empty if it may."""
    if not company.hubs:
        return f"{company.name} has no hub left to place."
    if company.hubs[0] > company.cash:
        return f"The hub costs {company.hubs[0]}; {company.name} has {company.cash}."
    return _hub_refused(state, company, reach_of(state, company.id), name, stop)


def _hub_refused(state: State, company: Company, reach: Reach, name: str, stop: int) -> str:
    land, here = state.land.get(name), hex_of(name)
    if land is None or here is None or not board.is_city(land):
        return f"{name} is no city."
    track = board.track_of(land)
    if track is None or not 0 <= stop < len(track.stops):
        return f"{name} has no stop {stop}."
    if any(company.id in owners for owners in land.hubs):
        return "A company has at most one hub on a tile."
    if board.free_spots(state, land, stop) < 1:
        reserved = board.reserved_at(state, land, stop)
        return f"The free spot at {name} is reserved." if reserved else f"There is no free spot at {name}."
    if Place(here, stop) not in reach.stops:
        return f"{company.name} cannot trace a route to {name}."
    return ""


def place_hub(state: State, company: Company, name: str, stop: int) -> list[Event]:
    """Place the company's cheapest hub."""
    cost = company.hubs.pop(0)
    company.cash -= cost
    state.bank += cost
    board.put_hub(state.land[name], stop, company.id)
    return [HubPlaced(company=company.id, cost=cost, places=(name,))]


# --- suburbs ----------------------------------------------------------------------------------


def suburbs(state: State, company: Company) -> Iterator[PlaceSuburb]:
    """Every city where the company may place a suburb, in map order."""
    if not company.suburbs:
        return
    reach = reach_of(state, company.id)
    for name in state.land:
        if not _suburb_refused(state, company, reach, name):
            yield PlaceSuburb(name)


def suburb_refused(state: State, company: Company, name: str) -> str:
    """Why a suburb may not be placed; empty if it may."""
    if not company.suburbs:
        return f"{company.name} has no suburb to place."
    return _suburb_refused(state, company, reach_of(state, company.id), name)


def _suburb_refused(state: State, company: Company, reach: Reach, name: str) -> str:
    land, here = state.land.get(name), hex_of(name)
    if land is None or here is None or not board.is_basic_city(land):
        return "A suburb is placed on a basic city: no company's home, no mine or port, no capital."
    if company.id in land.suburbs:
        return "There is at most one suburb on a tile."
    if any(company.id in owners for owners in land.hubs):
        return "A suburb is placed where the company has no hub."
    if Place(here, 0) not in reach.stops:
        return f"{company.name} cannot trace a route to {name}."
    return ""


def place_suburb(state: State, company: Company, name: str) -> list[Event]:
    """Place a suburb, at no cost and for good."""
    company.suburbs -= 1
    state.land[name].suburbs.append(company.id)
    return [SuburbPlaced(company=company.id, places=(name,))]
