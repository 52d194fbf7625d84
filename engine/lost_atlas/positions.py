"""Small boards with known best revenue, and the command that solves them: `python -m engine routes FILE`.

A file is a JSON list. Each position has `id`, `phase`, `trains` (numbers or `"infinity"`), `hexes`, `hubs`
and `best`, the best revenue of company `X`. A hex is `{hex: [q, r], kind: "tile", tile, rotation}` or `{hex,
kind: "destination", value, exits}`; a hub entry is `{hex, stop, companies}`, `stop` counting the tile's
cities.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert

from engine.core.replay import Differs
from engine.hexes import Hex

from .network import Network, Place, Stop, Track
from .routes import Fleet, Route, best_routes, revenue
from .tiles import designs

COMPANY = "X"


class PositionHex(Struct, frozen=True):
    """A hex that carries track."""

    hex: tuple[int, int]
    kind: Literal["tile", "destination"]
    tile: str = ""
    rotation: int = 0
    value: int = 0
    exits: tuple[int, ...] = ()


class PositionHub(Struct, frozen=True):
    """The hubs at one stop."""

    hex: tuple[int, int]
    stop: int
    companies: tuple[str, ...]


class Position(Struct, frozen=True):
    """A board, the trains of company X, and the best they can earn."""

    id: int | str
    phase: str
    trains: tuple[int | Literal["infinity"], ...]
    hexes: tuple[PositionHex, ...]
    hubs: tuple[PositionHub, ...]
    best: int

    @property
    def network(self) -> Network:
        """The board. Raises ValueError for a tile, or for a stop with a hub, that does not exist."""
        tracks = {}
        for each in self.hexes:
            hex_ = Hex(*each.hex)
            if each.kind == "destination":
                name = f"{hex_.q},{hex_.r}"
                tracks[hex_] = Track((Stop(each.value, each.exits, 0),), destination=name)
            elif each.tile not in designs():
                raise ValueError(f"position {self.id}: there is no tile {each.tile!r}")
            else:
                tracks[hex_] = designs()[each.tile].laid(each.rotation)
        hubs: dict[Place, tuple[str, ...]] = {}
        for hub in self.hubs:
            place = Place(Hex(*hub.hex), hub.stop)
            if place.hex not in tracks or not 0 <= place.stop < len(tracks[place.hex].stops):
                raise ValueError(
                    f"position {self.id}: there is no stop {hub.stop} in the hex {hub.hex[0]},{hub.hex[1]}"
                )
            hubs[place] = hubs.get(place, ()) + hub.companies
        return Network(tracks, hubs)

    @property
    def fleet(self) -> Fleet:
        """The trains of company X."""
        return Fleet(COMPANY, tuple(None if train == "infinity" else train for train in self.trains))


def read_positions(data: Any) -> list[Position]:
    """The positions in a file's JSON. Raises ValueError if it is something else."""
    try:
        return convert(data, type=list[Position])
    except ValidationError as error:
        raise ValueError(f"This is no file of route positions: {error}.") from error


def describe(routes: Iterable[Route], fleet: Fleet) -> str:
    """Routes on one line: `7: 0,0 > 1,-1 > 2,0 = 120; ...`, a second stop of a hex as `0,0#1`."""
    parts = []
    for route in routes:
        size = fleet.trains[route.train]
        train = "infinity" if size is None else str(size)
        stops = " > ".join(f"{hex_.q},{hex_.r}" + (f"#{stop}" if stop else "") for hex_, stop in route.places)
        parts.append(f"{train}: {stops} = {route.revenue}")
    return "; ".join(parts) or "nothing"


def verify(data: Any) -> None:
    """Print the best routes of every position of a file, a line each: its id, the revenue, the routes; and at
    the end how many equal the best known.

    Raises ValueError if it is something else, Differs if the routes found for a position do not earn that.
    """
    positions = read_positions(data)
    wrong: list[tuple[Position, int]] = []
    for position in positions:
        routes = best_routes(position.network, position.fleet)
        earned = revenue(routes)
        line = f"{position.id} {earned} {describe(routes, position.fleet)}"
        if earned != position.best:
            line += f" (best is {position.best})"
            wrong.append((position, earned))
        print(line)
    print(f"{len(positions) - len(wrong)} of {len(positions)} equal the best")
    if wrong:
        position, earned = wrong[0]
        raise Differs(f"position {position.id}", "the revenue", position.best, earned)
