"""The maps' special rules: one module a map, plugged into the hooks of `base.MapRules`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.age_of_steam.board import board

from .barbados import Barbados
from .base import MapRules
from .germany import Germany
from .southern_us import SouthernUS
from .st_lucia import StLucia
from .western_us import WesternUS

_SPECIAL: Mapping[str, type[MapRules]] = {
    "western_us": WesternUS,
    "southern_us": SouthernUS,
    "germany": Germany,
    "st_lucia": StLucia,
    "barbados": Barbados,
}


@cache
def rules_of(map_id: str) -> MapRules:
    """The rules of a map: its own where it has some, otherwise the base rules."""
    return _SPECIAL.get(map_id, MapRules)(board(map_id))
