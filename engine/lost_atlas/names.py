"""Names of hexes on a map that grows: a hex keeps its name whatever is laid beside it.

The first piece's anchor is M12. Columns are letters from left to right, rows are numbers from the top; a
column's hexes are numbered 1, 2, 3 downwards, so that a hex and its right-hand neighbour have nearly the
same number. In the rare map that grows past A or 1, names go on with ZZ, ZY ... and 99, 98 ...
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.hexes import Hex, letters

_COLUMN, _ROW = 12, 12
_COLUMNS = 26 + 26 * 26
_NAME = re.compile(r"([A-Z]{1,2})(\d{1,2})")


@lru_cache(maxsize=4096)
def name_of(hex_: Hex) -> str:
    """The hex's name, for instance `M12`."""
    column = (hex_.q + _COLUMN) % _COLUMNS
    row = (hex_.r + hex_.q // 2 + _ROW - 1) % 99 + 1
    return f"{letters(column)}{row}"


@lru_cache(maxsize=4096)
def hex_of(name: str) -> Hex | None:
    """The hex of that name, whatever the case, or None if it names none."""
    match = _NAME.fullmatch(name.upper())
    if match is None or not 1 <= int(match[2]) <= 99:
        return None
    column = -1
    for letter in match[1]:
        column = (column + 1) * 26 + ord(letter) - ord("A")
    q = column - _COLUMN
    if q > _COLUMNS // 2:
        q -= _COLUMNS
    row = int(match[2]) - _ROW - q // 2
    if int(match[2]) > 60:
        row -= 99
    return Hex(q, row)
