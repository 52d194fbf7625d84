"""What begins anew in a recorded game: the map, if a piece fits nowhere; the charters, if none is launched.

A recording gives the stack and the charters only once. What the second shuffle brought is read off the
decisions that follow it.

Rules: Lost Atlas, Map Building; Stock Round, Pass (note).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.chance import Chance, Outcome
from engine.hexes import Hex

from . import components as box
from .game import LostAtlas

Entries = Sequence[Mapping[str, Any]]


def origin(entries: Entries) -> Hex:
    """Where the recording puts the first piece; ours lies at (0, 0)."""
    for entry in entries:
        if entry["action"]["type"] == "place_piece":
            return Hex(*entry["action"]["hex"])
    return Hex(0, 0)


def map_again(game: LostAtlas, seats: Sequence[str], entries: Entries) -> Chance:
    """Chance that shuffles the stack into the order in which it is placed in the entries that follow."""
    left = list(box.stack_of(game.state.setup.mode))
    order: list[str] = []
    builder = game.state.after(game.state.building.active) if game.state.building else 0
    for entry in entries:
        said = entry["action"]
        if said["type"] not in ("place_piece", "place_capital"):
            continue
        item = str(said["piece"]) if said["type"] == "place_piece" else "capital"
        if item not in left:
            break  # the map was begun anew once more
        if not order and "seat" in entry:
            builder = seats.index(entry["seat"])
        left.remove(item)
        order.append(item)
    script = [Outcome("map stack", (*order, *left)), Outcome("first builder", (builder + 1,))]
    return Chance("replay", game.chance.drawn, [*script, *game.chance.unused_script])


def charters_again(game: LostAtlas, columns: Sequence[Sequence[str]], entries: Entries) -> Chance:
    """Chance that deals the charters so that the launches which follow are possible; in the recorded columns
    if they allow it.
    """
    if game.chance.unused_script:
        return game.chance
    launches = [
        str(entry["action"]["company"]).lower().replace(" ", "_")
        for entry in entries
        if entry["action"]["type"] == "launch"
    ]
    dealt = [list(column) for column in columns]
    if not _allow(dealt, launches):
        # In the order of the launches across the columns, each is the first of its column in time.
        rest = [minor for column in columns for minor in column if minor not in launches]
        order = [*launches, *rest]
        dealt = [order[start :: len(columns)] for start in range(len(columns))]
    charters = tuple(minor for column in dealt for minor in column)
    return Chance("replay", game.chance.drawn, [Outcome("charters", charters)])


def _allow(columns: Sequence[Sequence[str]], launches: Sequence[str]) -> bool:
    """True if every launch is that of the first charter of a column."""
    left = [list(column) for column in columns]
    for minor in launches:
        column = next((each for each in left if each[:1] == [minor]), None)
        if column is None:
            return False
        column.pop(0)
    return True
