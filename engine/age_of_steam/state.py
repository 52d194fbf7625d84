"""The state of a game of Age of Steam: plain data, nothing derived.

Hexes are named as on the picture (`G7`). Seats are 0 to n - 1. Money is in dollars.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

Phase = Literal[
    "issue_shares",
    "player_order",
    "select_actions",
    "build_track",
    "move_goods",
    "collect_income",
    "pay_expenses",
    "income_reduction",
    "goods_growth",
    "advance_turn",
    "over",
]


class Player(Struct):
    """One railroad."""

    cash: int
    income: int
    shares: int
    engine: int
    """Links that its locomotives can travel."""
    out: bool = False
    """True once insolvent."""
    out_turn: int = 0
    action: str = ""
    """The action chosen this turn; empty until then."""
    turn_order: bool = False
    """True if it chose the Turn Order action last, and so holds its advantage in the next auction."""
    start: str = ""
    """The hex of its first track; empty before."""


class Track(Struct):
    """One track on a laid tile: its ends (edges, or TOWN) and who owns it."""

    a: int
    b: int
    owner: int | None


class Laid(Struct):
    """A tile on the board."""

    tile: str
    rotation: int
    tracks: list[Track]


class Auction(Struct):
    """The bidding for player order."""

    high: int = 0
    """The highest bid; 0 before the first."""
    leader: int | None = None
    """Who made it."""
    bids: dict[int, int] = msgspec.field(default_factory=dict)
    """The last bid of each seat that has bid."""
    passes: list[int] = msgspec.field(default_factory=list)
    """Who may still say "pass" once by the Turn Order action."""
    dropped: list[int] = msgspec.field(default_factory=list)
    """Who has dropped out, the first first."""


class Build(Struct):
    """One seat's turn of building track."""

    used: int = 0
    """Tiles placed or replaced so far."""
    hexes: list[str] = msgspec.field(default_factory=list)
    """Where."""
    new: list[tuple[str, int, int]] = msgspec.field(default_factory=list)
    """Tracks placed this turn, redirected ones left out: hex and ends."""
    prices: list[int] = msgspec.field(default_factory=list)
    """The full price of each placement, before any discount."""
    urbanised: bool = False
    choosing: list[int] = msgspec.field(default_factory=list)
    """Railroads among which the builder must choose (Western U.S., a transcontinental by three or more)."""


class State(Struct, weakref=True, eq=False):
    """Everything that a game is, but its secret seed. Compared by identity; compare snapshots instead."""

    map: str
    easy: bool
    players: list[Player]
    order: list[int]
    """The seats still in the game, in player order."""
    turns: int
    turn: int = 1
    phase: Phase = "issue_shares"
    queue: list[int] = msgspec.field(default_factory=list)
    """The seats that have still to act in this phase (in this round of moving); the first acts now."""
    bag: dict[str, int] = msgspec.field(default_factory=dict)
    cubes: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Cubes on hexes, lowest first."""
    display: dict[str, list[str | None]] = msgspec.field(default_factory=dict)
    """The Goods Display: each column's boxes from the top down."""
    delivered: int = 0
    """Cubes that left the game (cotton)."""
    tiles: dict[str, Laid] = msgspec.field(default_factory=dict)
    new_cities: list[str] = msgspec.field(default_factory=list)
    """Letters of the New City tiles beside the board."""
    placed: dict[str, str] = msgspec.field(default_factory=dict)
    """Hexes with a New City tile, and its letter."""
    links: dict[str, int | None] = msgspec.field(default_factory=dict)
    """Direct links that have been built, and their owners."""
    terminals: dict[str, str] = msgspec.field(default_factory=dict)
    """Foreign Terminals and the colour each accepts."""
    auction: Auction | None = None
    build: Build | None = None
    move_round: int = 0
    """1 or 2 while goods are moved."""
    upgraded: list[int] = msgspec.field(default_factory=list)
    """Who has advanced the locomotive instead of moving goods this turn."""
    hand: list[str] = msgspec.field(default_factory=list)
    """Cubes drawn by Production and not placed yet."""
    blocked: list[str] = msgspec.field(default_factory=list)
    """Actions that may not be chosen until the rest have been (Barbados)."""
    opener: int | None = None
    """Who was first in the first turn (St. Lucia, where going first changes from turn to turn)."""
    declined: list[int] = msgspec.field(default_factory=list)
    """Who has declined to pay for going first this turn (St. Lucia)."""
    transcontinental: bool = False
    """Whether the coasts have been joined (Western U.S.)."""
    tie_rolls: dict[int, list[int]] = msgspec.field(default_factory=dict)
    """Dice rolled at the end to break ties, by seat."""
    bought_back: int = 0
    """Shares bought back at the end (Barbados)."""
    version: int = 0
    """Counts changes of track and cities; what is derived from them is cached by it."""
