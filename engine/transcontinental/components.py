"""What is in the box: every printed fact, read from data/*.toml and checked.

The numbers live in the data files, each row with its source. Rows marked `reconstructed` may be replaced
by an owner's own (overrides.py); a game keeps the replacements it was started with in its state.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources as files
from typing import Any

import msgspec

from .card_text import Clause, Step, TextError, Vocabulary, parse_card, parse_step
from .overlay import merge
from .printed import (
    RAILYARD,
    TERMINAL,
    TURN_ORDER,
    WILD,
    Ally,
    AllyRow,
    Box,
    DataError,
    DepletedRow,
    Development,
    DevelopmentRow,
    Face,
    Investment,
    LandClaim,
    LineAtStart,
    PlayerLimits,
    Points,
    Port,
    Region,
    Resource,
    SetupFor,
    Slot,
    SlotGroup,
    Space,
    SpecialTile,
    Symbol,
    SyndicateRow,
    Tender,
    TrainTile,
    Wilderness,
)
from .sense import nonsense

__all__ = [
    "FILES",
    "RAILYARD",
    "TERMINAL",
    "TURN_ORDER",
    "WILD",
    "Box",
    "DataError",
    "Face",
    "Investment",
    "SlotGroup",
    "box_with",
    "build",
    "raw_tables",
]

FILES = ("components", "wilderness", "developments", "allies", "investments")


def raw_tables() -> dict[str, dict[str, Any]]:
    """The built-in data files as plain tables, by file name without its ending."""
    folder = files.files(__package__) / "data"
    return {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in FILES}


@lru_cache(maxsize=16)
def box_with(overrides: str = "") -> Box:
    """The components, with an owner's replacements (JSON, from overrides.py). Raises DataError."""
    tables = raw_tables()
    if overrides:
        tables = merge(tables, json.loads(overrides))
    return build(tables)


def build(tables: Mapping[str, Mapping[str, Any]]) -> Box:
    """Read plain tables into a Box, checking everything. Raises DataError."""
    reader = _Reader()
    board = tables["components"]
    resources = reader.rows(board, "components", "resource", Resource, "id")
    regions = reader.rows(board, "components", "region", Region, "id")
    words = Vocabulary(tuple(resources), tuple(regions))
    train_tiles = reader.rows(board, "components", "train_tile", TrainTile, "id")
    developments = reader.rows(tables["developments"], "developments", "development", DevelopmentRow, "id")
    allies = reader.rows(tables["allies"], "allies", "ally", AllyRow, "id")
    depleted = reader.rows(tables["allies"], "allies", "depleted", DepletedRow, "region")
    box = Box(
        resources=resources,
        symbols=reader.rows(board, "components", "symbol", Symbol, "id"),
        regions=dict(sorted(regions.items(), key=lambda item: item[1].order)),
        spaces=reader.rows(board, "components", "space", Space, "id"),
        slots=reader.rows(board, "components", "slot", Slot, "id"),
        ports=reader.rows(board, "components", "port", Port, "resource"),
        special=reader.rows(board, "components", "special_tile", SpecialTile, "id"),
        tender=reader.one(board, "tender", Tender),
        train_tiles=train_tiles,
        line_at_start=reader.one(board, "line_at_start", LineAtStart).cars,
        setups=reader.rows(board, "components", "setup", SetupFor, "players"),
        limits=reader.one(board, "player", PlayerLimits),
        points=reader.one(board, "points", Points),
        land_claim=reader.one(board, "land_claim", LandClaim),
        wilderness=reader.rows(tables["wilderness"], "wilderness", "wilderness", Wilderness, "id"),
        developments={key: reader.development(row, words) for key, row in developments.items()},
        allies={key: reader.ally(row, words) for key, row in allies.items()},
        syndicate=tuple(reader.rows(tables["allies"], "allies", "syndicate", SyndicateRow, "id")),
        depleted={key: row.vp for key, row in depleted.items()},
        investments=reader.rows(tables["investments"], "investments", "investment", Investment, "symbol"),
        tile_of={face: tile.id for tile in train_tiles.values() for face in tile.faces},
    )
    counts = {row["id"]: row["count"] for row in board.get("component", [])}
    problems = reader.problems or nonsense(box, counts)
    if problems:
        raise DataError(problems)
    return box


class _Reader:
    """Reads rows and collects what is wrong with them, so that all of it is said at once."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def rows(
        self, table: Mapping[str, Any], file: str, name: str, kind: type[Any], key: str
    ) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for number, raw in enumerate(table.get(name, []), 1):
            where = f"{file}.toml, {name} {raw.get(key, f'number {number}')}"
            try:
                row = msgspec.convert(raw, kind)
            except msgspec.ValidationError as error:
                self.problems.append(f"{where}: {error}.")
                continue
            if getattr(row, key) in found:
                self.problems.append(f"{where} stands there twice.")
            found[getattr(row, key)] = row
        return found

    def one(self, table: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
        try:
            return msgspec.convert(table.get(name, {}), kind)
        except msgspec.ValidationError as error:
            raise DataError([*self.problems, f"components.toml, {name}: {error}."]) from None

    def development(self, row: DevelopmentRow, words: Vocabulary) -> Development:
        where = f"developments.toml, development {row.id}"
        flipped = row.developed
        return Development(
            row.id,
            row.name,
            row.region,
            row.symbols,
            Face(self.steps(row.open, where, words), (), row.left, row.right, row.vp),
            Face(
                self.steps(flipped.open, where, words),
                self.steps(flipped.house, where, words),
                flipped.left,
                flipped.right,
                flipped.vp,
            ),
            row.fixed_side,
        )

    def steps(self, texts: tuple[str, ...], where: str, words: Vocabulary) -> tuple[Step, ...]:
        read: list[Step] = []
        for text in texts:
            try:
                read.append(parse_step(text, words))
            except TextError as error:
                self.problems.append(f"{where}: {error}")
        return tuple(read)

    def ally(self, row: AllyRow, words: Vocabulary) -> Ally:
        clauses: tuple[Clause, ...] = ()
        try:
            clauses = parse_card(row.text, words)
        except TextError as error:
            self.problems.append(f"allies.toml, ally {row.id}: {error}")
        return Ally(row.id, row.name, row.region, row.symbol, row.text, clauses)
