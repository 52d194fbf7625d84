"""What may be seen of a game: all that a picture or a text shows. Age of Steam hides nothing but the bag's
order, so the view is the same for everybody.
"""

from __future__ import annotations

from msgspec import Struct


class HexView(Struct, frozen=True):
    """One hex.

    terrain: `plain`, `river`, `mountain`, `swamp`, `city` or `terminal`; a New City's hex is `city`.
    title: the printed name of its town, city or terminal.
    letter: the New City on it. accepts: colours of cubes that end here.
    column: the column of the Goods Display that feeds it: `light3`, `dark5`, `A`; empty if none.
    simple_cost: the printed price of a simple tile.
    """

    name: str
    q: int
    r: int
    terrain: str
    title: str = ""
    town: bool = False
    letter: str = ""
    accepts: tuple[str, ...] = ()
    column: str = ""
    simple_cost: int | None = None
    cubes: tuple[str, ...] = ()


class TrackView(Struct, frozen=True):
    """One track on a tile. Ends are edges 0 to 5, or -1 for the town in the middle."""

    a: int
    b: int
    owner: int | None
    complete: bool
    """Whether it is part of a Completed Railroad Link."""


class TileView(Struct, frozen=True):
    """A tile on the board. `disc`: a white Town disc lies on it."""

    hex: str
    tile: str
    rotation: int
    tracks: tuple[TrackView, ...]
    disc: bool = False
    crossing: bool = False
    """Whether two tracks cross by a bridge."""


class LinkView(Struct, frozen=True):
    """A Completed Railroad Link. `hexes` are those between the stops, in order; none for a direct link."""

    stops: tuple[str, str]
    owner: int | None
    hexes: tuple[str, ...]
    sections: int
    """Sections of track that count for victory."""


class DirectLinkView(Struct, frozen=True):
    """A link that is bought as a whole (Germany): where it is, what it costs, and whose it is if built."""

    id: str
    between: tuple[str, str]
    cost: int
    built: bool
    owner: int | None


class ColumnView(Struct, frozen=True):
    """A column of the Goods Display.

    key: `light3`, `A`. section: `light` or `dark`. die: the number that feeds it.
    hex: the hex it feeds; empty for a New City that is not on the map. letter: of a New City's column.
    boxes: cubes from the top down; None is an empty box.
    """

    key: str
    section: str
    die: int
    hex: str
    letter: str
    boxes: tuple[str | None, ...]


class PlayerView(Struct, frozen=True):
    """One railroad.

    place: 1 for first in player order; None once out. discs: track ownership discs left.
    expenses: what it will pay this turn. sections: track that counts for victory. score: victory points
    as they stand (on Barbados cash after buying back, which may be negative).
    """

    seat: int
    cash: int
    income: int
    shares: int
    engine: int
    place: int | None
    action: str
    discs: int
    out: bool
    acting: bool
    expenses: int
    sections: int
    score: int
    turn_order: bool
    """Whether it may pass once in the next auction (on St. Lucia: is considered first)."""


class BidView(Struct, frozen=True):
    """A seat in the auction: its last bid, if any; whether it has dropped out; whether it may still pass."""

    seat: int
    bid: int | None
    dropped: bool
    may_pass: bool


class AuctionView(Struct, frozen=True):
    """The bidding for player order."""

    high: int
    leader: int | None
    bids: tuple[BidView, ...]


class ActionView(Struct, frozen=True):
    """An action on offer, who chose it this turn, and whether it is blocked (Barbados)."""

    action: str
    name: str
    seat: int | None
    blocked: bool


class View(Struct, frozen=True):
    """The whole table.

    acting: the seats that must decide now. turned_left: the map is drawn turned 90 degrees
    counter-clockwise. water: (q, r) of lake and sea hexes to draw around the board.
    """

    map: str
    map_name: str
    turned_left: bool
    turn: int
    turns: int
    phase: str
    phase_name: str
    acting: tuple[int, ...]
    hexes: tuple[HexView, ...]
    water: tuple[tuple[int, int], ...]
    tiles: tuple[TileView, ...]
    links: tuple[LinkView, ...]
    direct_links: tuple[DirectLinkView, ...]
    columns: tuple[ColumnView, ...]
    bag: int
    bag_colours: tuple[tuple[str, int], ...]
    hand: tuple[str, ...]
    players: tuple[PlayerView, ...]
    order: tuple[int, ...]
    actions: tuple[ActionView, ...]
    new_cities: tuple[tuple[str, str], ...]
    """New City tiles beside the board: letter and colour."""
    auction: AuctionView | None
    move_round: int
    builds_left: int | None
    """Tiles that the seat building now may still place."""
    over: bool
    ranking: tuple[tuple[int, ...], ...] = ()
    """After the end: places from the first down, each with the seats that share it."""
    won: bool | None = None
    """After a solo game: whether it was won. False also if every railroad is insolvent."""
