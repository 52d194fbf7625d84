"""What may be going on: one kind of step a procedure of the rules. State.stack holds them, innermost last."""

from __future__ import annotations

from msgspec import Struct, field


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
