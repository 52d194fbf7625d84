"""What an automatic player is after: other players' points at a table, the Syndicate's defeat alone.

Every number is a rule of thumb in points, tuned only so that games among automatic players are sensible.
"""

from __future__ import annotations

from msgspec import Struct

from .state import State


class Taste(Struct, frozen=True):
    """The weights by which an automatic player judges."""

    rail_cube: float
    """A navvy, steel or wood on the Line."""
    spike_near: float
    """More, once the Last Spike is near."""
    kept_less: float
    """How much less with every round a rail cube kept for later is worth."""
    tourists: float
    ally: float
    """An ally card drawn."""
    leading_share: float
    """A cube on a development that nobody else has more cubes on."""
    building_share: float
    """More for such a cube, by what a building there would be worth."""
    good_enough: float
    """Less than this is not worth an action."""
    westbound_telegram: float
    """Less than this is not worth a telegram in the Westbound phase."""
    others_bid: tuple[float, float, float]
    """Shares of what they have that the others may bid."""


AT_A_TABLE = Taste(
    rail_cube=1.15,
    spike_near=0.5,
    kept_less=0.30,
    tourists=0.75,
    ally=1.6,
    leading_share=2.5,
    building_share=0.0,
    good_enough=0.3,
    westbound_telegram=1.6,
    others_bid=(0.1, 0.5, 0.9),
)
AGAINST_THE_SYNDICATE = Taste(
    rail_cube=2.0,
    spike_near=0.7,
    kept_less=0.345,
    tourists=1.8,
    ally=1.9,
    leading_share=1.75,
    building_share=0.2,
    good_enough=0.345,
    westbound_telegram=1.1,
    others_bid=(0.14, 0.8, 0.9),
)


def taste(state: State) -> Taste:
    """How an automatic player judges in this game."""
    return AGAINST_THE_SYNDICATE if state.solo else AT_A_TABLE
