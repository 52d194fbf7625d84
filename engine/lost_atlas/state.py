"""The state of a game of Lost Atlas: plain data. Behaviour is in the modules of the rounds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from .components import Terrain

RoundName = Literal["building", "stock", "operating", "merger", "export", "over"]
"""Where a cycle stands. `export`: only while presidents choose trains to give up after the export."""


class Land(Struct):
    """One hex of the map."""

    terrain: Terrain
    """`blank`, `water`, `mountain`, `city` (also a home), `border` or `destination`."""
    piece: int
    """Number of the map piece; 0 for a single blank hex."""
    cell: int
    turn: int
    """Rotation of the piece."""
    home: str = ""
    """The minor whose home it is."""
    capital: bool = False
    tile: str = ""
    """Id of the track tile that lies here, or nothing."""
    rotation: int = 0
    hubs: list[list[str]] = field(default_factory=list)
    """The companies whose hubs lie here, by stop, in the order of their arrival."""
    suburbs: list[str] = field(default_factory=list)
    """The companies whose suburb tokens lie here."""


class Company(Struct):
    """A minor company or a major corporation in play."""

    id: str
    """A minor's id, or the id of the identity that a major has taken."""
    name: str
    kind: Literal["minor", "major"]
    minors: list[str]
    """The minors whose abilities it has: itself, or the two that formed it."""
    shares: list[int]
    """By seat."""
    treasury: int
    """Its own shares in its treasury."""
    president: int
    pool: int = 0
    """Its shares in the bank pool."""
    cash: int = 0
    trains: list[str] = field(default_factory=list)
    rusted: list[str] = field(default_factory=list)
    """Trains that run one last time."""
    hubs: list[int] = field(default_factory=list)
    """Costs of the hubs that it has yet to place, from the lowest."""
    suburbs: int = 0
    """Suburb tokens that it has yet to place."""
    operated: bool = False
    """True once it has had a turn in an operating round."""
    acted: bool = False
    """True if it has had its turn in this operating round, or its chance to propose in this merger round."""

    @property
    def total_shares(self) -> int:
        """Five for a minor, ten for a major."""
        return self.treasury + self.pool + sum(self.shares)


class Building(Struct):
    """The building of the map."""

    stack: list[str]
    """Face down, the next on top first: piece numbers and projects. Secret."""
    active: int
    drawn: str = ""
    """The piece or project that the active player must place; empty if no legal place is left for blanks."""
    placed: int = 0
    """Pieces on the map."""
    blanks: int = 0
    """Single blank hexes that may still be laid at the end."""
    passes: int = 0
    """Consecutive passes while blanks are laid."""
    shuffles: int = 0
    """How often the building has begun anew."""


class Stock(Struct):
    """A stock round."""

    active: int
    passes: int = 0
    sold: list[list[str]] = field(default_factory=list)
    """Companies whose shares a seat has sold in this round, by seat."""
    sold_now: list[str] = field(default_factory=list)
    """Companies whose shares the active player has sold in this turn."""
    last: int | None = None
    """Who took the last action that was not a pass."""
    news: list[list[str]] = field(default_factory=list)
    """Companies whose shares others have traded since a seat's own last turn, by seat."""


class Auction(Struct):
    """An auction for the choice of a charter."""

    initiator: int
    bidder: int
    """Who must raise or pass, or, once it is won, the winner."""
    bid: int
    high: int
    """Who holds the highest bid."""
    inside: list[int]
    """Seats that have not passed, clockwise from the initiator."""
    won: bool = False


class Move(Struct):
    """A token that has moved on the stock track in this round, for the picture."""

    company: str
    before: int
    after: int


class RunRoute(Struct):
    """A route that a train has run."""

    train: str
    stops: list[str]
    """Hex names in order."""
    track: list[tuple[str, int]]
    """Hexsides used: a hex and one of its edges 0 to 2, or 6 for the link of a mine."""
    revenue: int


class Turn(Struct):
    """A company's turn in an operating round."""

    company: str
    tile_phase: str
    """The phase at its beginning: tiles of a phase are there for the next company (Phase Changes)."""
    step: str = "leadoff"
    yellow: int = 0
    upgrades: int = 0
    laid: list[str] = field(default_factory=list)
    """Hexes laid in this turn."""
    ran: bool = False
    routes: list[RunRoute] = field(default_factory=list)
    earnings: int = 0
    forced: list[str] = field(default_factory=list)
    """Companies whose shares the president has sold in a forced train purchase."""
    refused: dict[str, int] = field(default_factory=dict)
    """The highest price at which a train was refused in this turn, by seller and train."""


class Offer(Struct):
    """A train sale that waits for the seller's president."""

    buyer: str
    seller: str
    train: str
    price: int


class Merging(Struct):
    """A merger round."""

    active: str = ""
    """The minor whose president may propose."""
    partner: str = ""
    """The minor it has proposed to merge with."""
    agreed: bool = False
    """True once both presidents agree: the new president chooses the corporation."""
    declined: list[tuple[str, str]] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    """Hexes where the new corporation must choose which of two hubs stays."""


class Setup(Struct, frozen=True):
    """What the options decided."""

    mode: Literal["long", "short"]
    cycles: int
    destination: dict[str, int]
    """The value of the Distant Destinations by phase."""
    card: str
    play_on: bool
    """True if the game goes on after a bankruptcy."""
    drop_per_share: bool = False
    winner_acts_last: bool = False
    """After an auction that nobody follows, whether its winner counts as the last to act, not its initiator.
    Only recordings of tables that read it so ask for this (RULINGS.md, 7)."""


class State(Struct):
    """Everything about a game."""

    setup: Setup
    cash: list[int]
    """By seat."""
    priority: int
    columns: list[list[str]]
    """Charters of the minors that are not launched, the available one first."""
    market: list[list[str]]
    """The companies in each column of the stock track, from the top."""
    left: dict[str, int]
    """Trains in the stack, by rank."""
    tiles: dict[str, int]
    """Track tiles that are available, by id."""
    bank: int
    round: RoundName = "building"
    cycle: int = 1
    number: int = 0
    """Which operating round of the cycle it is."""
    rank: str = "2"
    """The highest train that has been bought or exported."""
    land: dict[str, Land] = field(default_factory=dict)
    """The map, by hex name, in the order of building."""
    companies: dict[str, Company] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)
    """Companies that have left the game, by dissolution, bankruptcy or merger."""
    formed: list[str] = field(default_factory=list)
    """Charters of majors that have been taken."""
    pool: list[str] = field(default_factory=list)
    """Trains in the bank pool."""
    out: list[int] = field(default_factory=list)
    """Seats that are bankrupt and no longer play."""
    building: Building | None = None
    stock: Stock | None = None
    auction: Auction | None = None
    turn: Turn | None = None
    offer: Offer | None = None
    merging: Merging | None = None
    moves: list[Move] = field(default_factory=list)
    """Tokens moved on the stock track since the round began."""
    exported: int = 0
    """Trains exported so far."""
    scrapped: int = 0
    """Trains out of the game by rust."""
    bankrupt: int | None = None
    """Whose bankruptcy ended the game."""

    @property
    def active_company(self) -> str:
        """The company that acts, or whose president may propose a merger; nothing if there is none."""
        if self.turn is not None:
            return self.turn.company
        return self.merging.active if self.merging is not None else ""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.cash)

    @property
    def playing(self) -> list[int]:
        """The seats that are still in the game."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def after(self, seat: int) -> int:
        """The next seat clockwise that is still in the game."""
        for step in range(1, self.seats + 1):
            if (each := (seat + step) % self.seats) not in self.out:
                return each
        return seat
