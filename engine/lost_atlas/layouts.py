"""Maps made in advance: the ready-made ones, and the owner's own from the folder that ROUNDHOUSE_DATA names.

A layout file is TOML. `placements` has a row `[piece, q, r, rotation]` for every piece of the mode,
`capitals` the hexes `[q, r]` of capitals (without it the players place them in turn), and `singles` single
hexes `[q, r, "blank"]`, also of mountain, water or city, of which the box has twelve. Coordinates and
rotations are those of data/map_pieces.toml. The owner's files are `lost_atlas/long.toml` and `short.toml`.

What was read becomes part of a game's options when it is opened.

Rules: Lost Atlas, Variants, Custom and Pre-Made Maps.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct, ValidationError, convert

from engine.core.own_data import VARIABLE, own_folder, read_own
from engine.hexes import Hex

from . import board
from . import components as box
from .names import hex_of, name_of

MODES = ("long", "short")
SINGLES = ("blank", "mountain", "water", "city")
MOST_SINGLES = 12


class LayoutError(Exception):
    """Why a layout is no map of the mode; a sentence for the owner."""


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """A map made in advance."""

    placements: tuple[tuple[int, int, int, int], ...]
    """Piece number, anchor q, anchor r, rotation."""
    capitals: tuple[tuple[int, int], ...] = ()
    singles: tuple[tuple[int, int, str], ...] = ()


@cache
def ready_made(mode: str) -> Layout:
    """The map that comes with the game."""
    return convert(tomllib.loads((box.DATA / "layouts" / f"{mode}.toml").read_text("utf-8")), Layout)


# --- what a map must be -----------------------------------------------------------------------


def checked(rows: Mapping[str, Any], mode: str) -> Layout:
    """The layout of a file. Raises LayoutError."""
    try:
        layout = convert(rows, Layout)
    except ValidationError as error:
        raise LayoutError(f"It is not written as a layout is: {error}.") from None
    problem = next(_problems(layout, mode), None)
    if problem is not None:
        raise LayoutError(problem)
    return layout


def _problems(layout: Layout, mode: str) -> Iterator[str]:
    """What is wrong with a layout, the simplest first."""
    wanted = Counter(int(item) for item in box.stack_of(mode) if item.isdigit())
    found = Counter(row[0] for row in layout.placements)
    for piece in sorted(wanted | found):
        if wanted[piece] != found[piece]:
            yield f"Piece {piece} belongs on this map {wanted[piece]} times, not {found[piece]}."
    if any(not 0 <= rotation <= 5 for _, _, _, rotation in layout.placements):
        yield "A piece is turned by 0 to 5 steps."
    if any(kind not in SINGLES for _, _, kind in layout.singles):
        yield f"A single hex is one of: {', '.join(SINGLES)}."
    if len(layout.singles) > MOST_SINGLES:
        yield f"There are only {MOST_SINGLES} single hexes."
    shown = [
        (place, shows)
        for piece, q, r, rotation in layout.placements
        for place, _, shows in board.cells_of(piece, Hex(q, r), rotation)
    ] + [(Hex(q, r), kind) for q, r, kind in layout.singles]
    terrain = dict(shown)
    if len(terrain) < len(shown):
        twice = next(place for place, count in Counter(place for place, _ in shown).items() if count > 1)
        yield f"Two hexes lie at ({twice.q}, {twice.r})."
    if any(hex_of(name_of(place)) != place for place in terrain):
        yield "The map lies too far from (0, 0)."
    if len(_joined(terrain)) < len(terrain):
        yield "The map falls into parts that do not touch."
    if len(layout.capitals) > box.mode(mode).capital_projects:
        yield f"There are at most {box.mode(mode).capital_projects} capitals."
    for q, r in layout.capitals:
        if terrain.get(Hex(q, r)) != "city":
            yield f"({q}, {r}) is no basic city, so it cannot become a capital."
    if len(set(layout.capitals)) < len(layout.capitals):
        yield "A city becomes a capital only once."


def _joined(terrain: Mapping[Hex, str]) -> set[Hex]:
    """The hexes that are joined to the first one."""
    todo = list(terrain)[:1]
    found = set(todo)
    while todo:
        for there in todo.pop().neighbours():
            if there in terrain and there not in found:
                found.add(there)
                todo.append(there)
    return found


# --- the owner's own --------------------------------------------------------------------------


def owners_layouts(environment: Mapping[str, str] | None = None) -> str:
    """The owner's layout files by mode, as JSON; "" if there are none.

    A file that makes no sense does not stop the house: a game that would use it says what is wrong.
    """
    folder = own_folder(environment)
    if folder is None:
        return ""
    found: dict[str, Any] = {}
    for mode in MODES:
        path = folder / "lost_atlas" / f"{mode}.toml"
        try:
            if path.is_file():
                found[mode] = read_own(path)
        except (OSError, ValueError) as error:
            found[mode] = f"it cannot be read: {error}"
    return json.dumps(found, sort_keys=True, default=str) if found else ""


def own(layouts: str, mode: str) -> Layout:
    """The owner's map of a mode, from what `owners_layouts` read. Raises LayoutError."""
    rows = json.loads(layouts).get(mode) if layouts else None
    if rows is None:
        raise LayoutError(f"There is no file lost_atlas/{mode}.toml in the folder {VARIABLE}.")
    try:
        if isinstance(rows, str):
            raise LayoutError(rows)
        return checked(rows, mode)
    except LayoutError as error:
        raise LayoutError(f"The layout lost_atlas/{mode}.toml cannot be used. {error}") from None
