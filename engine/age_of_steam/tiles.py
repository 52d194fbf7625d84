"""The 136 track tiles: their shapes, how they turn, and how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .board import _read

TOWN = -1
"""The end of a track that is the town in the middle of its hex; other ends are edges 0 to 5."""

End = int
Ends = tuple[End, End]
"""A track on a tile: its two ends, the lower first, so the town comes first."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of tile as it lies on the board.

    family: `simple`, `crossing`, `coexist` or `town`.
    disc: True for a simple or complex piece under a Town disc.
    made_from: the pieces that can supply it; its own kind unless a Town disc is on it.
    rotations: for each number of clockwise steps, the tracks; rotations that look alike are left out.
    """

    id: str
    name: str
    family: str
    disc: bool
    made_from: tuple[str, ...]
    rotations: tuple[tuple[Ends, ...], ...]

    @property
    def town(self) -> bool:
        """Whether it belongs in a Town hex."""
        return self.family == "town"

    def tracks(self, rotation: int) -> tuple[Ends, ...]:
        """Its tracks when turned clockwise by so many steps."""
        return self.rotations[rotation % len(self.rotations)]


@dataclass(frozen=True, slots=True)
class Tiles:
    """All shapes by id, and how many pieces of each kind the box holds."""

    shapes: Mapping[str, Shape]
    pieces: Mapping[str, int]


def _turned(tracks: list[tuple[int, int]], steps: int) -> tuple[Ends, ...]:
    turned = []
    for a, b in tracks:
        ends = sorted(end if end == TOWN else (end + steps) % 6 for end in (a, b))
        turned.append((ends[0], ends[1]))
    return tuple(sorted(turned))


_NAMES = {
    "straight": "straight",
    "gentle": "gentle curve",
    "sharp": "sharp curve",
    "crossing_gentle_straight": "gentle curve crossing a straight",
    "crossing_gentle_gentle": "two gentle curves crossing",
    "crossing_straight_straight": "two straights crossing",
    "coexist_gentle_gentle": "two gentle curves side by side",
    "coexist_gentle_sharp_left": "gentle and sharp curve side by side (left)",
    "coexist_gentle_sharp_right": "gentle and sharp curve side by side (right)",
    "coexist_straight_sharp": "straight and sharp curve side by side",
    "town_one": "town with one exit",
    "town_three_left": "town with three exits (left)",
    "town_three_right": "town with three exits (right)",
    "town_three_half": "town with three exits (one half)",
    "town_three_star": "town with three exits (star)",
    "town_disk_straight": "town on a straight",
    "town_disk_gentle": "town on a gentle curve",
    "town_disk_sharp": "town on a sharp curve",
    "town_disk_gap1": "town with four exits (gap of two)",
    "town_disk_gap2": "town with four exits (gaps of one)",
    "town_disk_gap3": "town with four exits (two by two)",
}


@cache
def tiles() -> Tiles:
    """The tiles of the box."""
    data = _read("tiles")
    shapes: dict[str, Shape] = {}
    for entry in [*data["tiles"], *data["town_disk_tiles"]]:
        pairs = [(a, b) for a, b in entry.get("pairs", ())] or [(TOWN, exit_) for exit_ in entry["exits"]]
        shapes[entry["id"]] = Shape(
            id=entry["id"],
            name=_NAMES[entry["id"]],
            family=entry.get("family", "town"),
            disc="made_from" in entry,
            made_from=tuple(entry.get("made_from", (entry["id"],))),
            rotations=tuple(_turned(pairs, step) for step in range(entry["distinct_rotations"])),
        )
    return Tiles(shapes, {entry["id"]: entry["count"] for entry in data["tiles"]})


def ends_of(a: int | str, b: int | str) -> Ends:
    """A track's ends as records write them (`"town"` or an edge), the lower first."""
    first, second = sorted(TOWN if end == "town" else int(end) for end in (a, b))
    return first, second


def supply(used: Mapping[str, int], shape_id: str, giving_back: str = "") -> int:
    """How many more tiles of a shape could be laid.

    used: tiles on the board by shape, Town-disc shapes included. giving_back: the shape of a tile that
    would leave the board for it. Which piece lies under a Town disc is never decided for good: a piece is
    there if some choice of pieces under all the discs leaves it over.
    """
    box = tiles()
    shape = box.shapes[shape_id]

    def on_board(each: str) -> int:
        return used.get(each, 0) - (each == giving_back)

    if shape.disc:
        free = sum(box.pieces[piece] - on_board(piece) for piece in shape.made_from)
        return free - on_board(shape_id)
    left = box.pieces[shape_id] - on_board(shape_id)
    for other in box.shapes.values():
        if other.disc and shape_id in other.made_from:
            free = sum(box.pieces[piece] - on_board(piece) for piece in other.made_from)
            left = min(left, free - on_board(other.id))
    return left
