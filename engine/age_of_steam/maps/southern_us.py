"""Southern U.S.: cotton for the ports, Atlanta's growth, and the war in turn 4.

Rules: Additional Map Rules, Southern U.S. The cubes at the start, what the ports accept and Atlanta's growth
are in the map's data; shared rules read them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.age_of_steam.state import State
from engine.core.title import Rule

from .base import MapRules

if TYPE_CHECKING:
    from engine.age_of_steam.goods import Route


class SouthernUS(MapRules):
    """Cotton (white cubes) lies on the Towns. A New City takes over its Town's cotton."""

    def bonuses(self, state: State, seat: int, cube: str, route: Route) -> dict[int, int]:
        """Cotton brings the railroad that moves it 1 more."""
        cotton = self.board.special["cotton"]
        return {seat: int(cotton["income_bonus"])} if cube == cotton["colour"] else {}

    def leaves_the_game(self, cube: str) -> bool:
        """Delivered cotton is removed from the game."""
        return bool(cube == self.board.special["cotton"]["colour"])

    def reduction_factor(self, state: State) -> int:
        """In turn 4 the income reduction is doubled."""
        special = self.board.special["income_reduction_factor"]
        return int(special["factor"]) if state.turn == special["turn"] else 1

    def topics(self) -> tuple[Rule, ...]:
        return (
            Rule(
                "Southern U.S.",
                "Every Town begins with a **cotton** cube (white). Atlanta begins with 4 cubes, the ports "
                "Charleston, Savannah, Mobile and New Orleans with 3 each, all other cities with 1.\n\n"
                "**Cotton** goes to a port and stops at the first one it enters. It earns the railroad that "
                "moves it 1 income on top of the links, and then leaves the game. A New City placed on a "
                "Town keeps the Town's cotton.\n\n"
                "**Goods Growth:** in turns 1 to 4 Atlanta also gets a cube straight from the bag.\n\n"
                "**Income Reduction** is doubled in turn 4.",
            ),
        )
