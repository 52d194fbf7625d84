"""What is in the box: map pieces, companies, trains, the stock track, and the modes of play.

Facts: data/map_pieces.toml, companies.toml, economy.toml, each with its source.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from .network import Stop
from .tiles import COLOURS

DATA = Path(__file__).parent / "data"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


# --- map pieces -------------------------------------------------------------------------------


class Piece(Struct, frozen=True):
    """A tri-hex piece of the map: what its three cells show at rotation 0."""

    number: int
    copies: int
    cells: tuple[str, str, str]


class Printed(Struct, frozen=True):
    """Track printed on a cell of a map piece, at the piece's rotation 0."""

    colour: str
    stops: tuple[Stop, ...]
    symbol: str = ""
    upgradable: bool = True
    linked: bool = False
    water_edges: tuple[int, ...] = ()


@cache
def pieces() -> Mapping[int, Piece]:
    """The printed map pieces by number."""
    return {
        row["number"]: Piece(row["number"], row["copies"], tuple(row["cells"]))
        for row in _read("map_pieces.toml")["piece"]
    }


@cache
def printed_homes() -> Mapping[str, Printed]:
    """The homes that carry track from the start, by company."""
    found: dict[str, Printed] = {}
    for company, row in _read("map_pieces.toml")["printed"].items():
        if "cities" in row:
            stops = tuple(
                Stop(city["revenue"], tuple(city["exits"]), city["slots"]) for city in row["cities"]
            )
            found[company] = Printed(
                colour=row["colour"],
                stops=stops,
                symbol=row.get("symbol", ""),
                upgradable=row.get("upgradable", True),
                linked=row.get("linked", False),
                water_edges=tuple(row.get("water_edges", ())),
            )
    return found


@cache
def mountain_homes() -> frozenset[str]:
    """The companies whose home stands on a mountain."""
    printed = _read("map_pieces.toml")["printed"]
    return frozenset(company for company, row in printed.items() if row.get("terrain") == "mountain")


@cache
def destination_exits(piece: int, cell: int) -> tuple[int, ...]:
    """The edges at which track may enter a cell of a Distant Destination, at rotation 0."""
    return tuple(_read("map_pieces.toml")["printed"]["destination"][str(piece)][f"cell_{cell}"])


class ShortGame(Struct, frozen=True):
    """What the Short Game leaves in the box."""

    remove_numbers: tuple[int, ...]
    remove_one_copy: tuple[int, ...]
    remove_companies: tuple[str, ...]


@cache
def short_game() -> ShortGame:
    """What the Short Game leaves in the box."""
    row = _read("map_pieces.toml")["short_game"]
    return ShortGame(
        tuple(row["remove_numbers"]), tuple(row["remove_one_copy"]), tuple(row["remove_companies"])
    )


# --- companies --------------------------------------------------------------------------------


class MinorCharter(Struct, frozen=True):
    """A minor company as printed."""

    id: str
    name: str
    colour: str


class MajorCharter(Struct, frozen=True):
    """A major corporation as printed: two identities, one on each side of the charter."""

    id: str
    names: tuple[str, str]
    colour: str
    extra_hub_costs: tuple[int, ...]


@cache
def minors() -> Mapping[str, MinorCharter]:
    """The twelve minors of the base game, by id."""
    rows = _read("companies.toml")["minor"]
    return {r["id"]: MinorCharter(r["id"], r["name"], r["colour"]) for r in rows if "expansion" not in r}


@cache
def majors() -> Mapping[str, MajorCharter]:
    """The six majors of the base game, by id."""
    rows = _read("companies.toml")["major"]
    return {
        r["id"]: MajorCharter(
            r["id"], (r["names"][0], r["names"][1]), r["colour"], tuple(r["extra_hub_costs"])
        )
        for r in rows
        if "expansion" not in r
    }


class Identity(Struct, frozen=True):
    """One of the two sides of a major's charter."""

    id: str
    """What players type: the name in small letters."""
    name: str
    charter: str


@cache
def identities() -> Mapping[str, Identity]:
    """All identities that a major corporation can take, by id."""
    return {
        name.lower(): Identity(name.lower(), name, major.id)
        for major in majors().values()
        for name in major.names
    }


def company_name(company: str) -> str:
    """The printed name of a minor or of a major's identity."""
    if company in minors():
        return minors()[company].name
    return identities()[company].name


def company_colour(company: str) -> str:
    """The colour of a company's charter, as #rrggbb."""
    if company in minors():
        return minors()[company].colour
    return majors()[identities()[company].charter].colour


MINOR_SHARES = 5
MAJOR_SHARES = 10
PRESIDENT_SHARES = 2
"""The president's certificate is two shares, of a minor as of a major."""


# --- money and trains -------------------------------------------------------------------------

INFINITY = "infinity"
"""The train on the back of a 7."""


Terrain = Literal["blank", "water", "mountain", "city", "border", "destination"]
Phase = Literal["yellow", "green", "purple", "grey"]


class TrainKind(Struct, frozen=True):
    """A rank of trains."""

    name: str
    price: int
    stops: int
    count: int
    extra_from_four: int
    phase: Phase
    rusts: str
    """The trains that the first of these rusts, or nothing."""
    minor_limit: int
    major_limit: int


@cache
def _economy() -> dict[str, Any]:
    return _read("economy.toml")


@cache
def train_kinds() -> Mapping[str, TrainKind]:
    """The ranks of trains in the order of the stack."""
    return {
        row["name"]: TrainKind(
            name=row["name"],
            price=row["price"],
            stops=row["stops"],
            count=row["count"],
            extra_from_four=row.get("extra_count_4_players", 0),
            phase=row["phase"],
            rusts=row.get("rusts", ""),
            minor_limit=row["limit"]["minor"],
            major_limit=row["limit"].get("major", row["limit"]["minor"]),
        )
        for row in _economy()["train"]
    }


@cache
def infinity_prices() -> tuple[int, int]:
    """The price of an infinity train, and its price when a train is traded in."""
    reverse = next(row["reverse"] for row in _economy()["train"] if "reverse" in row)
    return reverse["price"], reverse["price_with_trade_in"]


def face_price(train: str) -> int:
    """The printed price of a train."""
    return infinity_prices()[0] if train == INFINITY else train_kinds()[train].price


def rank_of(train: str) -> str:
    """The rank of a train in the stack: an infinity train is the back of the last."""
    return list(train_kinds())[-1] if train == INFINITY else train


@cache
def stock_track() -> tuple[int, ...]:
    """The prices of the stock track from left to right."""
    return tuple(_economy()["stock_track"])


@cache
def initial_prices(phase: str) -> tuple[int, ...]:
    """The prices at which a company may be launched in a phase, from the lowest."""
    low = _economy()["minimum_bid"] // 2
    return tuple(price for price in stock_track() if low <= price <= _economy()["initial_price"][phase])


MOUNTAIN_COST: int = _economy()["mountain_cost"]
MINIMUM_BID: int = _economy()["minimum_bid"]
BID_INCREMENT: int = _economy()["bid_increment"]
BANK: int = _economy()["bank_total"]


@cache
def destination_cards() -> Mapping[str, Mapping[str, int]]:
    """The printed Distant Destination cards of the base game: values by phase."""
    return {row["name"]: row["values"] for row in _economy()["destination_card"] if "expansion" not in row}


class Mode(Struct, frozen=True):
    """A way to play, with its set-up."""

    players: range
    cycles: int
    starting_cash: Mapping[int, int]
    columns: int
    capital_projects: int


@cache
def mode(name: str) -> Mode:
    """The Long or the Short Game."""
    row = _economy()["modes"][name]
    return Mode(
        range(min(row["players"]), max(row["players"]) + 1),
        row["cycles"],
        {int(seats): cash for seats, cash in row["starting_cash"].items()},
        row["columns"],
        row["capital_projects"],
    )


@cache
def stack_of(mode_name: str) -> tuple[str, ...]:
    """The map pieces and projects of a mode, unshuffled: piece numbers, and `capital`."""
    short = short_game() if mode_name == "short" else ShortGame((), (), ())
    numbers: list[str] = []
    for piece in pieces().values():
        if piece.number not in short.remove_numbers:
            numbers += [str(piece.number)] * (piece.copies - (piece.number in short.remove_one_copy))
    return (*numbers, *(["capital"] * mode(mode_name).capital_projects))


@cache
def minors_of(mode_name: str) -> tuple[str, ...]:
    """The minors that take part in a mode."""
    out = short_game().remove_companies if mode_name == "short" else ()
    return tuple(company for company in minors() if company not in out)


def trains_of(mode_name: str, seats: int) -> dict[str, int]:
    """How many trains of each rank the stack begins with (README, ruling 12)."""
    kinds = train_kinds()
    last = list(kinds)[-1]
    found = {}
    for kind in kinds.values():
        count = kind.count + (kind.extra_from_four if seats >= 4 else 0)
        found[kind.name] = count - (mode_name == "short" and kind.name != last)
    return found


PHASES = COLOURS
"""The phases, named after the colours of trains and tiles."""
