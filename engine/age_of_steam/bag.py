"""The bag of cubes and the boxes of the Goods Display."""

from __future__ import annotations

from engine.core.chance import Chance

from .board import COLOURS, Board
from .state import State


def bag_items(state: State) -> list[str]:
    """The cubes in the bag, in a fixed order."""
    return [colour for colour in COLOURS for _ in range(state.bag.get(colour, 0))]


def take_from_bag(state: State, chance: Chance, purpose: str, count: int) -> list[str]:
    """Draw cubes from the bag, or all that it has; an empty bag asks nothing of chance."""
    if not any(state.bag.values()):
        return []
    drawn = chance.draw(purpose, bag_items(state), count)
    for cube in drawn:
        state.bag[cube] -= 1
    return drawn


def fill_whole_display(state: State, on: Board, chance: Chance) -> None:
    """One cube in every box, row by row from the top. Rules: Setting Up the Game."""
    boxes = [
        (key, row)
        for row in range(max((column.rows for column in on.columns.values()), default=0))
        for key, column in on.columns.items()
        if row < column.rows
    ]
    if boxes:
        fill_boxes(state, boxes, take_from_bag(state, chance, "goods display", len(boxes)))


def fill_boxes(state: State, boxes: list[tuple[str, int]], cubes: list[str]) -> None:
    """Put cubes into boxes of the display, in order."""
    for (key, row), cube in zip(boxes, cubes, strict=False):
        state.display[key][row] = cube
