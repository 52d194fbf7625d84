"""What is in the box: every printed fact, read from data/*.toml and checked.

The numbers live in the data files, each row with its source. Rows marked `reconstructed` may be replaced
by an owner's own (overrides.py); a game keeps the replacements it was started with in its state.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources as files
from typing import Any

import msgspec

from .card_text import Clause, Step, TextError, Vocabulary, parse_card, parse_step
from .printed import (
    RAILYARD,
    TERMINAL,
    TURN_ORDER,
    WILD,
    Ally,
    AllyRow,
    Box,
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


class DataError(Exception):
    """The components make no sense; `problems` are sentences that say what is wrong and where."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)


def raw_tables() -> dict[str, dict[str, Any]]:
    """The built-in data files as plain tables, by file name without its ending."""
    folder = files.files(__package__) / "data"
    return {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in FILES}


@lru_cache(maxsize=16)
def box_with(overrides: str = "") -> Box:
    """The components, with an owner's replacements (JSON, from overrides.py). Raises DataError."""
    tables = raw_tables()
    if overrides:
        from .overrides import merge

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
    problems = reader.problems or list(_nonsense(box, counts))
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


def _nonsense(box: Box, counts: Mapping[str, int]) -> list[str]:
    """What contradicts itself in components that read well one by one."""
    wrong: list[str] = []

    def need(holds: bool, sentence: str) -> None:
        if not holds:
            wrong.append(sentence)

    for name, have in (
        ("development_tile", len(box.developments)),
        ("wilderness_tile", len(box.wilderness)),
        ("ally_card", len(box.allies) + len(box.syndicate)),
        ("investment_card", sum(each.copies for each in box.investments.values())),
        ("train_tile", sum(each.count for each in box.train_tiles.values())),
    ):
        need(have == counts.get(name), f"The box holds {counts.get(name)} {name}s, the data {have}.")
    for region in box.regions.values():
        tiles = [each for each in box.developments.values() if each.region == region.id]
        slots = [each for each in box.slots.values() if each.region == region.id]
        need(len(tiles) == len(slots), f"{region.name}: {len(tiles)} developments for {len(slots)} slots.")
        for side in ("north", "south"):
            fixed = sum(each.fixed_side == side for each in tiles)
            room = sum(each.side == side for each in slots)
            need(fixed <= room, f"{region.name}: {fixed} developments must lie {side}, {room} can.")
        if region.ally_deck:
            need(region.id in box.depleted, f"The {region.name} deck has no depleted card.")
            need(
                any(ally.region == region.id for ally in box.allies.values()),
                f"The {region.name} deck has no cards.",
            )
    for tile in box.developments.values():
        need(tile.region in box.regions, f"{tile.name}: there is no region {tile.region}.")
        need(bool(tile.symbols), f"{tile.name} has no symbol.")
        need(set(tile.symbols) <= set(box.symbols), f"{tile.name} has an unknown symbol.")
        for face in (tile.undeveloped, tile.developed):
            for group in (face.left, face.right):
                accepts = (*box.resources, WILD) if group.slots else (*box.resources, WILD, "")
                need(group.accepts in accepts, f"{tile.name}: slots cannot accept {group.accepts!r}.")
                need(0 <= group.slots <= 12, f"{tile.name}: {group.slots} slots on one side.")
        undeveloped = tile.undeveloped
        need(undeveloped.left.slots + undeveloped.right.slots > 0, f"{tile.name} can never be completed.")
    for ally in box.allies.values():
        need(
            ally.region in box.regions and box.regions[ally.region].ally_deck,
            f"{ally.id} {ally.name}: {ally.region} has no ally deck.",
        )
        need(ally.symbol in box.symbols, f"{ally.id} {ally.name} has an unknown symbol {ally.symbol!r}.")
    for card in box.investments.values():
        need(card.symbol in box.symbols, f"There is no symbol {card.symbol!r} to invest in.")
        need(0 <= card.max_allies <= card.buildings, f"The {card.symbol} investment takes too many allies.")
    kinds = [tile.kind for tile in box.wilderness.values()]
    need(kinds.count("railhead") == 1, "There must be one Railhead tile.")
    need(kinds.count("last_spike") == 1, "There must be one Last Spike tile.")
    plain = [tile for tile in box.wilderness.values() if tile.kind == "plain"]
    colours = {tile.colour for tile in plain if tile.removable}
    laid = len(plain) + 1 - len(colours)
    room = box.last_space - box.railhead_start - 1
    need(laid == room, f"{laid} wilderness tiles are laid on {room} spaces West of the Railhead.")
    for wild in box.wilderness.values():
        need(
            wild.indicator in ("", *box.rail),
            f"Wilderness {wild.id} doubles {wild.indicator!r}, no rail resource.",
        )
        need(wild.cost > 0 or wild.kind == "railhead", f"Wilderness {wild.id} must cost something.")
    for resource in box.resources.values():
        partner = box.resources.get(resource.partner)
        need(
            partner is not None and partner.partner == resource.id,
            f"{resource.id} and {resource.partner} are not partners of each other.",
        )
        need(resource.id in box.tile_of, f"No train tile carries {resource.id}.")
    for space in box.spaces.values():
        for thing in space.touches:
            known = thing in box.slots or thing == TURN_ORDER or thing.removeprefix("port:") in box.ports
            need(known, f"Space {space.id} touches {thing!r}, which is not there.")
    return wrong
