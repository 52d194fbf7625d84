"""The state of a game: plain data, from which everything else follows.

Sides are numbered like seats; in a solo game side 1 is the Syndicate, which has no seat.
`stack` holds what is going on, innermost last: each step is one procedure of the rules (a telegram phase,
an action turn, a Develop ...). Only the top of the stack may ask for decisions.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct, field

from .components import Box, box_with

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


# --- what may be going on ---------------------------------------------------------------------


class Play(Struct, tag="play"):
    """The rounds themselves, at the bottom of the stack: the next phase to begin."""

    next: int = 0


class Keeping(Struct, tag="keeping"):
    """Everybody chooses one of two drawn investments, hidden; `redraw` returns two equal ones."""

    drawn: list[list[str]]
    chosen: list[str]
    """"" while a player has yet to choose."""


class Placing(Struct, tag="placing"):
    """A telegram phase: whose turn it is (place in turn order), and who has passed."""

    turn: int = 0
    passed: list[int] = field(default_factory=list)
    started: bool = False


class Travel(Struct, tag="travel"):
    """An action phase: the engine moves. `stopped` is True once the turn at its space is had."""

    direction: int
    started: bool = False
    stopped: bool = False
    loaded: bool = False
    """Whether this visit's port supply was loaded."""


class Turn(Struct, tag="turn"):
    """An action turn at a telegram."""

    player: int
    space: int
    used: list[str] = field(default_factory=list)
    """Things touched by the space that have given their action."""
    card: str = ""
    """The ally card played in this turn."""
    acquired: list[str] = field(default_factory=list)
    """Ally cards drawn in this turn, which cannot be played in it."""


class CardPlay(Struct, tag="card"):
    """An ally card being carried out."""

    player: int
    card: str
    clause: int
    space: int
    done: list[int] = field(default_factory=list)
    """Steps of the present group that are done."""
    after: bool = False
    """True once the condition held and the second group is being carried out."""
    removed: dict[str, int] = field(default_factory=dict)
    """The player's own cubes that the first group took off the train, by resource."""


class Loading(Struct, tag="loading"):
    """Cubes still to be loaded, one by one."""

    player: int
    resource: str
    left: int
    where: str = ""
    """"line", "yard" or anywhere."""
    returned: int = 0
    """How many found no room and went back."""
    placed: list[str] = field(default_factory=list)
    refused: bool = False
    """The owner is out of cubes and takes none back."""


class Trading(Struct, tag="trading"):
    """A trade: cubes leave, then as many of another type are loaded."""

    player: int
    give: str
    get: str
    amount: int
    yard: bool
    picked: list[str] = field(default_factory=list)


class Portaging(Struct, tag="portaging"):
    """A portage: cubes of one type go to one side of one tile."""

    player: int
    resource: str
    amount: int
    slot: str
    side: str
    picked: list[str] = field(default_factory=list)


class Picking(Struct, tag="picking"):
    """The owner chooses which of his cubes leave the train; the answer goes to the step beneath."""

    player: int
    resource: str
    amount: int
    yard: bool
    purpose: str


class Developing(Struct, tag="developing"):
    """A Develop: the first cube is unloaded, the owners of those behind it decide in turn."""

    actor: int
    slot: str
    side: str
    resource: str
    cursor: int
    """Position in the queue of the next cube to be offered."""
    first: int
    """Position that the first cube had."""
    unloaded: int = 1


class Completing(Struct, tag="completing"):
    """A development is complete: points, the flip, then buildings one by one."""

    slot: str
    counts: list[int]
    builders: list[int]
    stakers: list[int] = field(default_factory=list)
    """Contributors who may still choose a Land Claim instead of points."""


class Building(Struct, tag="building"):
    """A player places a building, or moves one if none is left."""

    player: int
    place: str
    """A slot, `terminal` or `railyard`."""


class Drawing(Struct, tag="drawing"):
    """A player draws an ally card from a deck, or is asked what instead."""

    player: int
    deck: str


class Meeting(Struct, tag="meeting"):
    """Solo: two ally cards are drawn, one is kept."""

    player: int
    cards: list[str]


class Wiring(Struct, tag="wiring"):
    """A player may place a telegram won at the Railhead."""

    player: int


class Resupplying(Struct, tag="resupplying"):
    """A resupply: `supplier` is who supplies now, -1 before that is known."""

    supplier: int = -1
    again: bool = False


class RailheadPhase(Struct, tag="railhead"):
    """Bids, claims and payments at the Railhead."""

    bids: list[list[int] | None]
    """By side: navvies, steel, wood (the Railhead tile's order), or None while open."""
    revealed: bool = False
    values: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    """Tiles passed and not yet claimed."""
    passed_at_all: int = 0
    order: list[int] = field(default_factory=list)
    turn: int = 0
    claimed: list[list[int]] = field(default_factory=list)
    paying: list[list[int]] = field(default_factory=list)
    """What is still to be paid: [side, index of resource, amount]."""
    picked: list[str] = field(default_factory=list)
    spike: bool = False
    """The Last Spike was claimed."""
    stage: str = "bid"


class SyndicateTurn(Struct, tag="syndicate_turn"):
    """Solo: the Syndicate acts at its telegram."""

    space: int
    direction: int
    cards: list[str] = field(default_factory=list)
    """Cards still to be resolved."""
    drawn: list[str] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    """Tiles still to be handled by the main action."""
    started: bool = False
    main_done: bool = False


class SyndicateHouse(Struct, tag="syndicate_house"):
    """Solo: what the Syndicate's house still produces: pairs of resource and number."""

    left: list[tuple[str, int]]


Frame = (
    Play
    | Keeping
    | Placing
    | Travel
    | Turn
    | CardPlay
    | Loading
    | Trading
    | Portaging
    | Picking
    | Developing
    | Completing
    | Building
    | Drawing
    | Meeting
    | Wiring
    | Resupplying
    | RailheadPhase
    | SyndicateTurn
    | SyndicateHouse
)


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


@lru_cache(maxsize=256)
def touched_spaces(components: str, thing: str) -> tuple[int, ...]:
    """The spaces that touch a port, the Turn Order Tile or a development slot, East to West."""
    box = box_with(components)
    return tuple(sorted(space.id for space in box.spaces.values() if thing in space.touches))
