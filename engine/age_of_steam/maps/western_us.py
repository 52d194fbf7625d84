"""WesternUS: to be filled in."""

from __future__ import annotations

from .base import MapRules


class WesternUS(MapRules):
    """WesternUS."""
