"""What may be seen of a game: everything that a picture or a text may show. Nothing in it is secret.

The one secret of Lost Atlas is the order of the face-down stack while the map is built; the view has only
how many pieces and projects are still in it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .components import Phase, Terrain


class StopView(Struct, frozen=True):
    """A city, or a hex of a Distant Destination."""

    revenue: int
    exits: tuple[int, ...]
    """Edges of the hex as it lies on the map."""
    slots: int
    hubs: tuple[str, ...]
    """Ids of the companies whose hubs lie here, by city spot from the left."""
    reserved: str = ""
    """The unlaunched minor for which one spot is kept."""


class HexView(Struct, frozen=True):
    """A hex of the map."""

    name: str
    q: int
    r: int
    terrain: Terrain
    """The terrain printed; homes are cities."""
    mountain: bool
    """True if the first tile costs the mountain's price (Tunneling's home is a city on a mountain)."""
    home: str
    """The minor whose home it is."""
    capital: bool
    symbol: str
    """`capital`, `mine`, `port` or nothing."""
    colour: str
    """Of the track here: yellow, green, purple, grey, bridge; nothing where there is no track."""
    tile: str
    """Id of the track tile; nothing for printed track."""
    rotation: int
    stops: tuple[StopView, ...]
    """Also the city without a tile: one stop without exits."""
    paths: tuple[tuple[int, int], ...]
    linked: bool
    """The stops are joined by track (the mine)."""
    water_edges: tuple[int, ...]
    """Edges at which a port lies at the water."""
    destination: str
    """Which Distant Destination it belongs to."""
    suburbs: tuple[str, ...]
    """Companies whose suburb tokens lie here."""
    piece: int
    """Number of the map piece, 0 for a single blank hex."""
    placement: int
    """Which placement of the building it came with, from 0: hexes of one piece have the same."""


class ColumnView(Struct, frozen=True):
    """A space of the stock track."""

    price: int
    tokens: tuple[str, ...]
    """Company ids from the top, that is in operating order."""
    launch_from: str
    """The phase from which companies may be launched at this price, or nothing."""


class MoveView(Struct, frozen=True):
    """A token moved on the stock track in this round."""

    company: str
    before: int
    after: int


class CompanyView(Struct, frozen=True):
    """A company in play."""

    id: str
    name: str
    kind: Literal["minor", "major"]
    colour: str
    minors: tuple[str, ...]
    """The minors whose abilities it has."""
    abilities: tuple[tuple[str, str], ...]
    """Name and text of each ability."""
    president: int
    price: int
    cash: int
    trains: tuple[str, ...]
    rusted: tuple[str, ...]
    """Trains that run one last time."""
    train_limit: int
    total_shares: int
    shares: tuple[int, ...]
    """By seat."""
    treasury: int
    pool: int
    hubs: tuple[str, ...]
    """Names of the hexes with its hubs."""
    hubs_left: tuple[int, ...]
    """Costs of the hubs that it may still place."""
    suburbs_left: int
    operated: bool
    acted: bool
    """True if it has had its turn in this operating round."""


class PlayerView(Struct, frozen=True):
    """A seat."""

    seat: int
    cash: int
    shares_value: int
    worth: int
    presidencies: tuple[str, ...]
    out: bool
    """True if bankrupt and no longer in the game."""


class TrainView(Struct, frozen=True):
    """A rank of trains in the stack."""

    name: str
    left: int
    """The last rank never runs out, whatever the number."""
    price: int
    phase: str
    rusts: str


class CharterView(Struct, frozen=True):
    """A minor that is not launched."""

    id: str
    name: str
    colour: str
    ability: str
    available: bool
    home: str
    """Name of its home hex; nothing if it is not on the map (Adaptive, or the map is not finished)."""


class MajorView(Struct, frozen=True):
    """A major charter that is not in play."""

    id: str
    names: tuple[str, str]
    colour: str


class AuctionView(Struct, frozen=True):
    """An auction for the choice of a charter."""

    initiator: int
    bid: int
    high: int
    inside: tuple[int, ...]
    asked: int
    won: bool
    """True when the winner chooses what to launch."""
    price: int
    """The initial price that the present bid gives."""


class BuildingView(Struct, frozen=True):
    """The building of the map."""

    active: int
    drawn: str
    """The number of the piece drawn, or `capital`."""
    cells: tuple[str, ...]
    """What the drawn piece shows at rotation 0: cells (0,0), (1,0), (0,1) from its anchor."""
    stack: int
    """Pieces and projects still face down."""
    placed: int
    blanks: int
    """Single blank hexes that may still be laid."""


class RouteView(Struct, frozen=True):
    """A route that a company has run in this turn."""

    train: str
    stops: tuple[str, ...]
    """Hex names in order."""
    track: tuple[tuple[str, int], ...]
    """Hexsides used, each as a hex and one of its edges; edge 6 is the link inside a mine."""
    revenue: int


class TurnView(Struct, frozen=True):
    """A company's turn."""

    company: str
    step: str
    """leadoff, finance, track, hub, run, earnings, trains."""
    tiles_laid: tuple[str, ...]
    ran: bool
    earnings: int
    routes: tuple[RouteView, ...]


class ConsentView(Struct, frozen=True):
    """A question that waits for another president."""

    kind: Literal["train", "merger"]
    asked: int
    company: str
    """Who asks."""
    partner: str
    """The selling company, or the partner of the merger."""
    train: str = ""
    price: int = 0


class AtlasView(Struct, frozen=True):
    """Everything that may be seen."""

    mode: Literal["long", "short"]
    round: Literal["building", "stock", "operating", "merger", "export", "over"]
    cycle: int
    cycles: int
    number: int
    """Which operating round of the cycle."""
    phase: Phase
    priority: int
    active: tuple[int, ...]
    """The seats that are asked now."""
    active_company: str
    order: tuple[str, ...]
    """Companies in operating order."""
    hexes: tuple[HexView, ...]
    market: tuple[ColumnView, ...]
    moves: tuple[MoveView, ...]
    companies: tuple[CompanyView, ...]
    """In operating order."""
    players: tuple[PlayerView, ...]
    columns: tuple[tuple[CharterView, ...], ...]
    """Charter columns, the available charter first."""
    majors: tuple[MajorView, ...]
    trains: tuple[TrainView, ...]
    """Ranks in the stack that are left, the one on top first."""
    pool: tuple[str, ...]
    """Trains in the bank pool."""
    tiles: tuple[tuple[str, int], ...]
    """Track tiles of all colours that are left, by id."""
    tile_colours: tuple[str, ...]
    """Colours that may be laid in this phase."""
    destination: tuple[tuple[str, int], ...]
    """Value of the Distant Destinations by phase."""
    building: BuildingView | None
    auction: AuctionView | None
    turn: TurnView | None
    consent: ConsentView | None
    discarding: tuple[str, ...]
    """Companies above their train limit."""
    ranking: tuple[tuple[int, ...], ...] = ()
    """After the end: places from the first down, each with the seats that share it."""
