"""The state of a game: plain data, from which everything else follows.

Sides are numbered like seats; in a solo game side 1 is the Syndicate, which has no seat.
`stack` holds what is going on, innermost last: each step is one procedure of the rules (a telegram phase,
an action turn, a Develop ...). Only the top of the stack may ask for decisions.
"""

from __future__ import annotations

from msgspec import Struct, field

from .components import Box, box_with
from .frames import (
    Building,
    CardPlay,
    Completing,
    Developing,
    Drawing,
    Frame,
    Keeping,
    Loading,
    Meeting,
    Picking,
    Placing,
    Play,
    Portaging,
    RailheadPhase,
    Resupplying,
    SyndicateHouse,
    SyndicateTurn,
    Trading,
    Travel,
    Turn,
    Wiring,
)

__all__ = [
    "EAST",
    "PHASES",
    "SYNDICATE",
    "WEST",
    "Building",
    "CardPlay",
    "Claim",
    "Completing",
    "Developing",
    "Drawing",
    "Frame",
    "Group",
    "Keeping",
    "Loading",
    "Meeting",
    "Picking",
    "Placing",
    "Play",
    "Portaging",
    "RailheadPhase",
    "Resupplying",
    "State",
    "SyndicateHouse",
    "SyndicateState",
    "SyndicateTurn",
    "Telegram",
    "Tile",
    "Trading",
    "Travel",
    "Turn",
    "Wiring",
    "first_indicator",
    "open_space",
    "open_spaces",
    "slots_touching",
    "spike_space",
]

WEST, EAST = 1, -1
"""Directions along the track: Westbound the space numbers rise."""

PHASES = (
    "westbound_telegrams",
    "westbound_actions",
    "railhead",
    "eastbound_telegrams",
    "eastbound_actions",
    "resupply",
)
SYNDICATE = 1
"""The Syndicate's side in a solo game."""


class Group(Struct):
    """Cars of one type, coupled together, and the owners of the cubes in them, front to rear."""

    type: str
    cars: int
    cubes: list[int] = field(default_factory=list)


class Tile(Struct):
    """A development tile in its slot; left and right list the owners of the cubes there."""

    id: str
    flipped: bool = False
    left: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    buildings: list[int] = field(default_factory=list)

    def group(self, side: str) -> list[int]:
        """The cubes on one side."""
        return self.left if side == "left" else self.right


class Telegram(Struct):
    """A telegram on a space."""

    owner: int
    bonus: bool = False


class Claim(Struct):
    """A player's Land Claim Tile: the slot of the development it lies on ("" is none), and its cubes."""

    slot: str = ""
    cubes: list[int] = field(default_factory=list)


class SyndicateState(Struct):
    """The Syndicate's cards. The deck is a set: what is drawn next is chance's to say."""

    deck: list[str]
    discard: list[str] = field(default_factory=list)
    spike_reached: int = 99
    """The easternmost space on which the Last Spike has stood after a Railhead phase."""


class State(Struct):
    """Everything about a game in progress."""

    solo: bool
    land_claim: bool
    dastardly: bool
    components: str
    """The owner's values that this game was started with (overrides.py), "" for none."""
    order: list[int]
    """Turn order, first player first."""
    railhead: int
    wilderness: dict[int, int]
    """Tiles on the track by space, the Railhead and the Pacific stack left out."""
    pacific: list[int]
    """The Pacific stack until the Final Round lays it out."""
    boxed: list[int]
    priority: int
    """The wilderness tile whose resource is doubled, 0 for none."""
    ports: dict[str, int]
    line: list[Group]
    yard: list[Group]
    shop: dict[str, int]
    tiles: dict[str, Tile]
    """Development tiles by slot."""
    decks: dict[str, list[str]]
    """Undrawn allies by region, in no order: chance says what is drawn."""
    hands: list[list[str]]
    played: list[list[str]]
    investment_deck: list[str]
    investments: list[list[str]]
    terminal: list[int]
    railyard: list[int]
    regular: list[int]
    """Regular telegrams in hand."""
    bonus: list[int]
    spent: list[Telegram]
    telegrams: dict[int, Telegram]
    buildings: list[int]
    """Buildings not yet placed."""
    supply: list[int]
    """Cubes in each side's supply."""
    points: list[dict[str, int]]
    """Points by what they were scored for."""
    claims: list[Claim]
    syndicate: SyndicateState | None = None
    round: int = 0
    phase: str = "setup"
    engine: int = 1
    last_spike_claimed: bool = False
    final_round: bool = False
    over: bool = False
    resigned: bool = False
    stack: list[Frame] = field(default_factory=list)

    @property
    def sides(self) -> int:
        """Players, the Syndicate counted."""
        return len(self.hands)

    @property
    def seats(self) -> int:
        """Seats at the table."""
        return 1 if self.solo else self.sides

    @property
    def box(self) -> Box:
        """The components this game is played with."""
        return box_with(self.components)

    def score(self, side: int) -> int:
        """A side's points so far."""
        return sum(self.points[side].values())

    def tile(self, slot: str) -> Tile:
        """The tile in a slot."""
        return self.tiles[slot]

    def place_in_order(self, side: int) -> int:
        """0 for the first player: smaller wins ties."""
        return self.order.index(side)

    def add_points(self, side: int, reason: str, points: int) -> None:
        """Score points, remembering what for."""
        if points:
            self.points[side][reason] = self.points[side].get(reason, 0) + points


def open_space(state: State, space: int) -> bool:
    """Whether a telegram may be placed on the space: East of the Railhead and without a telegram."""
    return 1 <= space < state.railhead and space not in state.telegrams


def open_spaces(state: State) -> list[int]:
    """The spaces on which a telegram may be placed, East to West."""
    return [space for space in range(1, state.railhead) if space not in state.telegrams]


def spike_space(state: State) -> int | None:
    """Where the Last Spike lies, None once it is claimed."""
    spike = state.box.last_spike
    return next((space for space, tile in state.wilderness.items() if tile == spike), None)


def first_indicator(state: State) -> int:
    """The first tile West of the Railhead that shows a resource to double; 0 if there is none."""
    box = state.box
    for space in sorted(state.wilderness):
        if box.wilderness[state.wilderness[space]].indicator:
            return state.wilderness[space]
    return 0


def slots_touching(state: State, space: int) -> list[str]:
    """The development slots that a space touches, North first."""
    return [thing for thing in state.box.spaces[space].touches if thing in state.box.slots]
