"""Axial hexes: coordinates, edges, rotation, and the names that people use.

Stated once, for every map of the house. Drawn flat-top, `q` grows to the right and `r` downwards; a hex
of side 1 has its centre at x = 1.5 q, y = sqrt(3) (r + q / 2), y pointing down. Edges are numbered 0 to
5 clockwise from the top; turning by one step sends edge e to e + 1 and (q, r) to (-r, q + r).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

EDGES = range(6)
DELTA: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Hex(NamedTuple):
    """A place on a hex grid, in axial coordinates."""

    q: int
    r: int

    def neighbour(self, edge: int) -> Hex:
        """The hex on the other side of an edge."""
        dq, dr = DELTA[edge % 6]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around, in the order of the edges."""
        return tuple(self.neighbour(edge) for edge in EDGES)

    def edge_to(self, other: Hex) -> int | None:
        """The edge that leads to a neighbouring hex, or None if it is not one."""
        delta = (other.q - self.q, other.r - self.r)
        return DELTA.index(delta) if delta in DELTA else None

    def turned(self, steps: int) -> Hex:
        """This hex after turning the grid clockwise about (0, 0) in steps of 60 degrees."""
        q, r = self.q, self.r
        for _ in range(steps % 6):
            q, r = -r, q + r
        return Hex(q, r)

    def distance(self, other: Hex) -> int:
        """How many steps from here to there."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))


def opposite(edge: int) -> int:
    """The same hexside, seen from the neighbour."""
    return (edge + 3) % 6


def turn(edge: int, steps: int) -> int:
    """The edge that a tile's edge becomes when the tile is turned clockwise."""
    return (edge + steps) % 6


def letters(index: int) -> str:
    """0 is A, 25 is Z, 26 is AA, ..."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


class Names:
    """Letter-number names of hexes as they lie on the picture: each line of hexes that touch has a letter.

    hexes: the hexes to be named. Such a line is a column, lettered from the left and counted from the top.
    turned_left: True if the picture is turned 90 degrees counter-clockwise (pointy-top drawing); the line
    is a row then, lettered from the top and counted from the left.
    """

    def __init__(self, hexes: Iterable[Hex], *, turned_left: bool = False) -> None:
        self._by_hex: dict[Hex, str] = {}
        ordered = sorted(hexes)
        # Doubled coordinates: they grow by 2 from a hex to the next in its line. Halved, neighbouring lines
        # count alike.
        if turned_left:
            places = {each: (2 * each.r + each.q, -each.q) for each in ordered}
        else:
            places = {each: (each.q, 2 * each.r + each.q) for each in ordered}
        if not ordered:
            return
        if turned_left:
            left = min(column for column, _ in places.values())
            top = min(row for _, row in places.values())
            for each, (column, row) in places.items():
                self._by_hex[each] = f"{letters(row - top)}{(column - left) // 2 + 1}"
        else:
            left = min(column for column, _ in places.values())
            top = min(row for _, row in places.values())
            for each, (column, row) in places.items():
                self._by_hex[each] = f"{letters(column - left)}{(row - top) // 2 + 1}"
        self._by_name = {name: each for each, name in self._by_hex.items()}

    def name(self, place: Hex) -> str:
        """The hex's name. Raises KeyError for a hex that is not on the map."""
        return self._by_hex[place]

    def find(self, name: str) -> Hex | None:
        """The hex of that name, whatever the case, or None."""
        return self._by_name.get(name.upper())

    @property
    def all(self) -> Mapping[Hex, str]:
        """Every hex with its name."""
        return self._by_hex
