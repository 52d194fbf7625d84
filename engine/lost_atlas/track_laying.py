"""Laying track: up to two yellow tiles, or one upgrade.

Rules: Lost Atlas, Operating Round 3 (diagrams 4 to 6); Company Details of Agricultural, Bridging, Eastern
Mining, Northern Port and Tunneling.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core.event import Event
from engine.hexes import Hex

from . import board
from . import components as box
from .actions import Lay
from .companies import Powers, powers
from .events.operating import TileLaid
from .names import hex_of
from .network import Track
from .state import Company, Land, State, Turn
from .tiles import Design, designs
from .tracing import Reach

YELLOW_TILES = 2
UPGRADES = 1


# --- how much may be laid ---------------------------------------------------------------------


def may_lay_yellow(turn: Turn, power: Powers) -> bool:
    """Two yellow tiles, or as many after an upgrade as an ability allows."""
    return turn.yellow < (power.yellow_after_upgrade if turn.upgrades else YELLOW_TILES)


def may_upgrade(turn: Turn) -> bool:
    """One upgrade, instead of yellow tiles."""
    return not turn.yellow and turn.upgrades < UPGRADES


def tiles_left_to_lay(state: State, turn: Turn) -> bool:
    """True if the company may still lay or upgrade something."""
    power = powers(state.companies[turn.company])
    return may_lay_yellow(turn, power) or may_upgrade(turn)


# --- which tile fits a hex --------------------------------------------------------------------


def candidates(state: State, turn: Turn, power: Powers, land: Land) -> list[Design]:
    """The tiles in supply that belong on a hex now, whatever their rotation."""
    return [
        each
        for tile, left in state.tiles.items()
        if left
        for each in (designs()[tile],)
        if not tile_refused(state, turn, power, land, each)
    ]


def tile_refused(state: State, turn: Turn, power: Powers, land: Land, design: Design) -> str:
    """Why a tile does not belong on a hex now, whatever its rotation; empty if it does."""
    if land.terrain in ("border", "destination"):
        return "Tiles are laid neither on border hexes nor on Distant Destinations."
    if not state.tiles.get(design.id):
        return f"No tile {design.id} is left."
    if land.terrain == "water":
        return _bridge_refused(turn, power, land, design)
    if design.colour == "bridge":
        return "Bridges are laid on water."
    colour = board.colour_of(land)
    if colour:
        return _upgrade_refused(turn, land, design, colour)
    if design.colour != "yellow":
        return "Where there is no track yet, a yellow tile is laid first."
    if not may_lay_yellow(turn, power):
        return "No more yellow tiles may be laid in this turn."
    return _kind_refused(land, design)


def _bridge_refused(turn: Turn, power: Powers, land: Land, design: Design) -> str:
    if design.id not in power.water_tiles:
        return "Only Bridging lays tiles on water, and only its bridges."
    if land.tile:
        return "Bridges are not upgraded."
    return "" if may_lay_yellow(turn, power) else "A bridge is laid in place of a yellow tile; none is left."


def _upgrade_refused(turn: Turn, land: Land, design: Design, colour: str) -> str:
    if not board.upgradable(land):
        return "This hex is never upgraded."
    place = box.PHASES.index(colour)
    if place + 1 == len(box.PHASES):
        return "A grey tile is not upgraded."
    following = box.PHASES[place + 1]
    if design.colour != following:
        return f"A {colour} tile is replaced by a {following} one."
    if place + 1 > box.PHASES.index(turn.tile_phase):
        return f"{following.capitalize()} tiles were not available when this turn began."
    if not may_upgrade(turn):
        return "Only one tile may be upgraded in a turn, instead of yellow tiles."
    return _kind_refused(land, design)


def _kind_refused(land: Land, design: Design) -> str:
    symbol = board.symbol_of(land)
    if design.symbol != symbol:
        owner = symbol or design.symbol
        return f"A {owner} takes only {owner} tiles, and no other hex does."
    if bool(design.cities) != board.is_city(land):
        return "Cities are neither created nor removed by a tile."
    return ""


def keeps_track(old: Track, new: Track) -> bool:
    """True if every existing connection is kept exactly.

    A mine keeps the sides of the hex that its track runs to, whatever becomes of the shape inside; since all
    of a mine's sides enter its first stop, this is the same.
    """
    old_paths = {frozenset(path) for path in old.paths}
    new_paths = {frozenset(path) for path in new.paths}
    if not old_paths <= new_paths or len(old.stops) != len(new.stops):
        return False
    return all(set(a.exits) <= set(b.exits) for a, b in zip(old.stops, new.stops, strict=True))


@cache
def first_of_its_look(design: Design, rotation: int) -> int:
    """The smallest rotation at which the tile lies just the same."""
    looks = _looks(design.laid(rotation))
    return next(each for each in range(6) if _looks(design.laid(each)) == looks)


def _looks(track: Track) -> object:
    return frozenset(map(frozenset, track.paths)), tuple(frozenset(stop.exits) for stop in track.stops)


# --- whether it may lie so --------------------------------------------------------------------


def rotation_refused(
    state: State, company: str, power: Powers, reach: Reach, here: Hex, land: Land, track: Track
) -> str:
    """Why a tile may not lie with this track; empty if it may."""
    old = board.track_of(land) or Track()
    if not keeps_track(old, track):
        return "An upgrade keeps the existing track exactly."
    for edge in sorted(track.edges - old.edges):
        if wall := board.barred(state, here, edge, enters_water=power.enters_water):
            return f"Track may not run into {wall}."
    if not _traced(reach, company, here, land, old, track):
        if track.stops and old.edges:
            return "The company cannot trace a route into this city."
        return "The company cannot trace a route to the new track."
    return ""


def _traced(reach: Reach, company: str, here: Hex, land: Land, old: Track, track: Track) -> bool:
    """A city must be reached or hold a hub; of plain track, some of the new track must be reached."""
    if track.stops:
        if any(company in owners for owners in land.hubs):
            return True
        return any(reach.enters(here, edge) for edge in track.edges)
    known = {frozenset(path) for path in old.paths}
    new = [path for path in track.paths if frozenset(path) not in known]
    return any(reach.enters(here, edge) for path in new for edge in path)


def cost_of(land: Land) -> int:
    """What the first tile on a hex costs."""
    return box.MOUNTAIN_COST if board.is_mountain(land) and not board.colour_of(land) else 0


# --- all together -----------------------------------------------------------------------------


def reach_of(state: State, company: str) -> Reach:
    """Where a company can trace a route to now."""
    skips = powers(state.companies[company]).skips_blocked
    return Reach(board.network(state), company, skips_blocked=skips)


def lays(state: State, turn: Turn) -> Iterator[Lay]:
    """Every legal way to lay a tile, hex by hex in map order."""
    company = state.companies[turn.company]
    power = powers(company)
    if not (may_lay_yellow(turn, power) or may_upgrade(turn)):
        return
    reach = reach_of(state, company.id)
    near = {entry.hex for entry in reach.entries} | {stop.hex for stop in reach.stops}
    for name, land in state.land.items():
        here = board.place_of(name)
        if here not in near or cost_of(land) > company.cash:
            continue
        for design in candidates(state, turn, power, land):
            for rotation in _rotations(design):
                track = design.laid(rotation)
                if not rotation_refused(state, company.id, power, reach, here, land, track):
                    yield Lay(name, design.id, rotation)


@cache
def _rotations(design: Design) -> list[int]:
    return [rotation for rotation in range(6) if first_of_its_look(design, rotation) == rotation]


def lay_refused(state: State, turn: Turn, action: Lay) -> str:
    """Why a tile may not be laid; empty if it may."""
    company = state.companies[turn.company]
    power = powers(company)
    here, design = hex_of(action.hex), designs().get(action.tile)
    land = state.land.get(action.hex)
    if land is None or here is None:
        return f"{action.hex} is not on the map."
    if design is None:
        return f"There is no tile {action.tile}."
    if wrong := tile_refused(state, turn, power, land, design):
        return wrong
    if cost_of(land) > company.cash:
        return f"The mountain costs {cost_of(land)}; {company.name} has {company.cash}."
    if not 0 <= action.rotation <= 5:
        return "A tile is turned by 0 to 5 steps."
    if (same := first_of_its_look(design, action.rotation)) != action.rotation:
        return f"Tile {design.id} turned by {action.rotation} looks the same as by {same}: say r{same}."
    reach = reach_of(state, company.id)
    return rotation_refused(state, company.id, power, reach, here, land, design.laid(action.rotation))


def lay(state: State, turn: Turn, action: Lay) -> list[Event]:
    """Lay a tile: cost, supply, the hex, and what an ability pays for it."""
    company = state.companies[turn.company]
    land = state.land[action.hex]
    replaced, was = land.tile, board.colour_of(land)
    cost = cost_of(land)
    _pay(state, company, cost)
    gain = powers(company).dig_gain if cost else 0
    _pay(state, company, -gain)
    if replaced:
        state.tiles[replaced] += 1
    state.tiles[action.tile] -= 1
    land.tile, land.rotation = action.tile, action.rotation
    if was:
        turn.upgrades += 1
    else:
        turn.yellow += 1
    turn.laid.append(action.hex)
    return [
        TileLaid(
            company=company.id,
            tile=action.tile,
            rotation=action.rotation,
            replaced=replaced or was,
            cost=cost,
            gain=gain,
            places=(action.hex,),
        )
    ]


def _pay(state: State, company: Company, amount: int) -> None:
    company.cash -= amount
    state.bank += amount
