"""The map in play: what lies on a hex, its track, its city spots, and the network that trains see.

Rules: Lost Atlas, Setup (Map Legend), Operating Round 3; README rulings 3 to 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from engine.hexes import EDGES, Hex, opposite, turn

from . import components as box
from .names import hex_of, name_of
from .network import Network, Place, Stop, Track
from .state import Land, State
from .tiles import designs

BASIC_CITY = Track((Stop(0, ()),))


def place_of(name: str) -> Hex:
    """The hex of a name that is known to be one."""
    found = hex_of(name)
    assert found is not None, name
    return found


def phase(state: State) -> box.Phase:
    """The phase, by the colour of the highest train bought or exported."""
    return box.train_kinds()[state.rank].phase


def destination_value(state: State) -> int:
    """What every Distant Destination is worth now."""
    return state.setup.destination[phase(state)]


def is_city(land: Land) -> bool:
    """True if the hex has a city, with or without a tile."""
    return land.terrain == "city"


def is_basic_city(land: Land) -> bool:
    """True for a city that is no company's home (so neither mine nor port) and no capital."""
    return land.terrain == "city" and not land.home and not land.capital


def symbol_of(land: Land) -> str:
    """`capital`, `mine`, `port` or nothing: upgrades keep it."""
    if land.capital:
        return "capital"
    printed = box.printed_homes().get(land.home)
    return printed.symbol if printed else ""


def is_mountain(land: Land) -> bool:
    """True if the first tile must be paid for with the mountain cost."""
    return land.terrain == "mountain" or land.home in box.mountain_homes()


def colour_of(land: Land) -> str:
    """The colour of the tile or of the printed track, `bridge`, or nothing where there is no track."""
    if land.tile:
        return designs()[land.tile].colour
    printed = box.printed_homes().get(land.home)
    return printed.colour if printed else ""


def upgradable(land: Land) -> bool:
    """False where track is printed for good: the grey homes, and bridges."""
    if land.tile:
        return designs()[land.tile].colour != "bridge"
    printed = box.printed_homes().get(land.home)
    return printed is None or printed.upgradable


@lru_cache(maxsize=4096)
def _track(
    terrain: str, home: str, tile: str, rotation: int, piece: int, cell: int, turned: int, value: int
) -> Track | None:
    if tile:
        return designs()[tile].laid(rotation)
    if terrain == "destination":
        exits = tuple(sorted(turn(edge, turned) for edge in box.destination_exits(piece, cell)))
        return Track((Stop(value, exits, 0),), destination=str(piece))
    printed = box.printed_homes().get(home)
    if printed is not None:
        stops = tuple(
            Stop(stop.revenue, tuple(sorted(turn(edge, turned) for edge in stop.exits)), stop.slots)
            for stop in printed.stops
        )
        return Track(stops, linked=printed.linked, one_city=printed.symbol == "port")
    return BASIC_CITY if terrain == "city" else None


def track_of(land: Land, destination: int = 0) -> Track | None:
    """The track on a hex as it lies, a basic city included; None for plain land.

    destination: the present value of the Distant Destinations.
    """
    return _track(
        land.terrain, land.home, land.tile, land.rotation, land.piece, land.cell, land.turn, destination
    )


@lru_cache(maxsize=1024)
def _water_edges(home: str, tile: str, rotation: int, turned: int) -> frozenset[int]:
    if tile:
        return frozenset(turn(edge, rotation) for edge in designs()[tile].water_edges)
    printed = box.printed_homes().get(home)
    return frozenset(turn(edge, turned) for edge in printed.water_edges) if printed else frozenset()


def water_edges(land: Land) -> frozenset[int]:
    """The edges of a port at which it lies at the water."""
    return _water_edges(land.home, land.tile, land.rotation, land.turn)


def barred(state: State, hex_: Hex, edge: int, *, enters_water: bool) -> str:
    """Why track may not run from a hex over this edge; empty if it may.

    enters_water: True for a company whose track may run into water.
    """
    there = state.land.get(name_of(hex_.neighbour(edge)))
    if there is None:
        return "the edge of the map"
    if there.terrain == "border":
        return "a black border hex"
    if there.terrain == "destination":
        track = track_of(there)
        assert track is not None
        return "" if opposite(edge) in track.edges else "a blank edge of a Distant Destination"
    if there.terrain == "water" and not enters_water:
        track = track_of(there)
        joined = track is not None and opposite(edge) in track.edges
        return "" if joined else "water"
    return ""


def network(state: State) -> Network:
    """All track and hubs, for routes and reach."""
    value = destination_value(state)
    tracks: dict[Hex, Track] = {}
    hubs: dict[Place, tuple[str, ...]] = {}
    for name, land in state.land.items():
        track = track_of(land, value)
        if track is not None:
            here = place_of(name)
            tracks[here] = track
            for number, owners in enumerate(land.hubs):
                if owners:
                    hubs[Place(here, number)] = tuple(owners)
    return Network(tracks, hubs)


# --- city spots -------------------------------------------------------------------------------


def reserved_at(state: State, land: Land, stop: int) -> str:
    """The unlaunched minor for which a spot of this stop is reserved, or nothing. Homes are at stop 0."""
    if stop == 0 and land.home and any(land.home in column for column in state.columns):
        return land.home
    return ""


def hubs_at(land: Land, stop: int) -> list[str]:
    """The companies whose hubs lie at a stop."""
    return land.hubs[stop] if stop < len(land.hubs) else []


def free_spots(state: State, land: Land, stop: int) -> int:
    """Open city spots of a stop, not counting one that is reserved."""
    track = track_of(land)
    assert track is not None
    reserved = 1 if reserved_at(state, land, stop) else 0
    return track.stops[stop].slots - len(hubs_at(land, stop)) - reserved


def put_hub(land: Land, stop: int, company: str) -> None:
    """Lay a company's hub at a stop."""
    while len(land.hubs) <= stop:
        land.hubs.append([])
    land.hubs[stop].append(company)


def hub_places(state: State, company: str) -> Iterator[tuple[str, int]]:
    """Hex names and stops of a company's hubs, in map order."""
    for name, land in state.land.items():
        for stop, owners in enumerate(land.hubs):
            if company in owners:
                yield name, stop


def home_of(state: State, minor: str) -> str | None:
    """The name of a minor's home hex, or None if it has none (Adaptive)."""
    return next((name for name, land in state.land.items() if land.home == minor), None)


# --- building ---------------------------------------------------------------------------------


def cells_of(piece: int, anchor: Hex, rotation: int) -> list[tuple[Hex, int, str]]:
    """The hexes that a piece covers: place, number of the cell, what it shows."""
    shows = box.pieces()[piece].cells
    found = []
    for cell, offset in enumerate((Hex(0, 0), Hex(1, 0), Hex(0, 1))):
        by = offset.turned(rotation)
        found.append((Hex(anchor.q + by.q, anchor.r + by.r), cell, shows[cell]))
    return found


def new_land(shows: str, piece: int, cell: int, rotation: int) -> Land:
    """A hex of a piece as it comes on to the map."""
    if shows.startswith("home:"):
        return Land("city", piece, cell, rotation, home=shows.removeprefix("home:"))
    return Land(msgspec.convert(shows, type=box.Terrain), piece, cell, rotation)


def terrain_map(state: State) -> dict[Hex, str]:
    """What is printed where, for placing more of the map."""
    return {place_of(name): land.terrain for name, land in state.land.items()}


def shared_edges(terrain: Mapping[Hex, str], cells: Iterable[Hex]) -> int:
    """How many hexsides the cells share with hexes that are already on the map."""
    return sum(cell.neighbour(edge) in terrain for cell in cells for edge in EDGES)


def misplaced(terrain: Mapping[Hex, str], cells: Sequence[tuple[Hex, str]], least: int = 3) -> str:
    """Why cells may not be added to the map, as a sentence; empty if they may.

    cells: places and what they show. least: how many edges must be shared.
    Rules: Lost Atlas, Map Building (diagram 1).
    """
    if any(place in terrain for place, _ in cells):
        return "A piece may not lie on another."
    shared = 0
    for place, shows in cells:
        for there in place.neighbours():
            found = terrain.get(there)
            if found is not None:
                if found == "border" or shows == "border":
                    return "No other piece may touch a black border hex."
                shared += 1
    if terrain and shared < least:
        return f"A piece must share at least {least} edges with pieces on the map; here it shares {shared}."
    return ""
