"""The boards: where the hexes are, what is printed on them, and the map's numbers. Read from data/*.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.hexes import EDGES, Hex, Names

MAPS: Mapping[str, str] = {
    "rust_belt": "Rust Belt",
    "western_us": "Western U.S.",
    "southern_us": "Southern U.S.",
    "germany": "Germany",
    "st_lucia": "St. Lucia",
    "barbados": "Barbados",
}
"""Every map, by id, in the rulebook's order."""

COLOURS = ("red", "blue", "purple", "yellow", "black", "white")
"""The cubes' colours; white is cotton."""


@dataclass(frozen=True, slots=True)
class Place:
    """One hex of a board.

    neighbours: the names of the six hexes around, by edge; None where the board ends.
    simple_cost: the printed price of a simple tile, where there is one.
    """

    name: str
    at: Hex
    terrain: str
    town: str
    city: str
    terminal: str
    simple_cost: int | None
    start_cubes: int
    start_cotton: int
    neighbours: tuple[str | None, ...]

    @property
    def title(self) -> str:
        """What is printed on the hex: the town's, city's or terminal's name, or nothing."""
        return self.town or self.city or self.terminal


@dataclass(frozen=True, slots=True)
class City:
    """A city printed on the board. `column` is its column of the Goods Display, or empty."""

    hex: str
    name: str
    accepts: tuple[str, ...]
    start_cubes: int
    column: str


@dataclass(frozen=True, slots=True)
class NewCity:
    """A New City tile; its letter is also its column of the Goods Display."""

    letter: str
    colour: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the Goods Display: `light3` and `dark5` feed printed cities, `A` to `H` New Cities.

    die: the number that feeds it; section: the part of the display, and so the dice, it belongs to.
    """

    key: str
    section: str
    die: int
    rows: int
    hex: str
    """The city it feeds; empty for a New City, which feeds the hex its tile lies on."""


@dataclass(frozen=True, slots=True)
class DirectLink:
    """A link that is bought as a whole between two neighbouring cities (Germany)."""

    id: str
    between: tuple[str, str]
    cost: int
    track_sections: int
    builds_used: int


@dataclass(frozen=True, slots=True)
class Board:
    """One map with its settings; `game`, `costs` and `special` are the file's tables."""

    id: str
    name: str
    places: Mapping[str, Place]
    by_id: Mapping[str, str]
    """The data files' hex ids ("7,11") to hex names."""
    water: tuple[Hex, ...]
    turned_left: bool
    cities: Mapping[str, City]
    terminals: Mapping[str, str]
    links: tuple[DirectLink, ...]
    new_cities: Mapping[str, NewCity]
    columns: Mapping[str, Column]
    game: Mapping[str, Any]
    bag: Mapping[str, int]
    costs: Mapping[str, Any]
    income_reduction: Mapping[str, Any]
    display: Mapping[str, Any]
    special: Mapping[str, Any]

    @property
    def players(self) -> range:
        """How many may play."""
        return range(self.game["players_min"], self.game["players_max"] + 1)

    def turns(self, players: int) -> int:
        """How many turns a game with so many players lasts. Rules: Ending / Winning the Game."""
        return int(self.game["turns"][str(players)])

    def title(self, name: str) -> str:
        """A hex as a player reads it: "G7 Chicago", or only its name."""
        printed = self.places[name].title
        return f"{name} {printed}" if printed else name


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "data" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def board(map_id: str) -> Board:
    """The board of a map. Raises KeyError for an unknown map."""
    if map_id not in MAPS:
        raise KeyError(map_id)
    data = _read(map_id)
    hexes = {entry["id"]: Hex(entry["q"], entry["r"]) for entry in data["hexes"]}
    turned = data["board"]["view_turn_ccw"] == 90
    names = Names(hexes.values(), turned_left=turned)
    by_id = {each: names.name(at) for each, at in hexes.items()}
    places: dict[str, Place] = {}
    for entry in data["hexes"]:
        at = hexes[entry["id"]]
        places[by_id[entry["id"]]] = Place(
            name=by_id[entry["id"]],
            at=at,
            terrain=entry["terrain"],
            town=entry.get("town", ""),
            city=entry.get("city", ""),
            terminal=entry.get("terminal", ""),
            simple_cost=entry.get("simple_cost"),
            start_cubes=entry.get("start_cubes", 0),
            start_cotton=entry.get("start_cotton", 0),
            neighbours=tuple(names.all.get(at.neighbour(edge)) for edge in EDGES),
        )
    return Board(
        id=map_id,
        name=data["name"],
        places=places,
        by_id=by_id,
        water=tuple(Hex(*map(int, each.split(","))) for each in data.get("water", ())),
        turned_left=turned,
        cities={
            by_id[entry["hex"]]: City(
                hex=by_id[entry["hex"]],
                name=entry["name"],
                accepts=tuple(entry["accepts"]),
                start_cubes=entry["start_cubes"],
                column=column_key(entry["column"]) if "column" in entry else "",
            )
            for entry in data.get("cities", ())
        },
        terminals={by_id[entry["hex"]]: entry["name"] for entry in data.get("terminals", ())},
        links=tuple(
            DirectLink(
                id=entry["id"],
                between=(by_id[entry["between"][0]], by_id[entry["between"][1]]),
                cost=entry["cost"],
                track_sections=entry["track_sections"],
                builds_used=entry["builds_used"],
            )
            for entry in data.get("links", ())
        ),
        new_cities={
            entry["letter"]: NewCity(entry["letter"], entry["colour"]) for entry in data["new_cities"]
        },
        columns=_columns(data, by_id),
        game=data["game"],
        bag=data["bag"],
        costs=data["costs"],
        income_reduction=data["income_reduction"],
        display=data.get("display", {}),
        special=data.get("special", {}),
    )


def column_key(column: Mapping[str, Any]) -> str:
    """The name of a printed city's column: `light3`."""
    return f"{column['section']}{column['die']}"


def recorded_column(column: Mapping[str, Any]) -> str:
    """The key of a column as records write it: a printed city's section and die, or a New City's letter."""
    return str(column["new_city"]) if "new_city" in column else column_key(column)


def _columns(data: Mapping[str, Any], by_id: Mapping[str, str]) -> dict[str, Column]:
    display = data.get("display")
    if display is None:
        return {}
    columns: dict[str, Column] = {}
    for section in ("light", "dark"):
        for die, hex_id in sorted(display.get(section, {}).items()):
            key = f"{section}{die}"
            columns[key] = Column(key, section, int(die), display["city_rows"], by_id[hex_id])
    for entry in data["new_cities"]:
        where = entry["column"]
        columns[entry["letter"]] = Column(
            entry["letter"], where["section"], where["die"], display["new_city_rows"], ""
        )
    return columns
