"""What is kept of a game: the records that the table writes and a store keeps."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

from .chance import Outcome

Status = Literal["lobby", "running", "paused", "over", "ended"]
"""`over`: played to the end. `ended`: stopped before it."""

MoveKind = Literal["move", "auto", "order", "undo", "manager"]
"""`move`: a player's; `auto`: forced, made by the table; `order`: by an order in advance; `undo`: takes
moves back; `manager`: a manager of the server changed something (replaced, paused, rewound ...)."""


class SeatRecord(Struct, frozen=True):
    """Who sits in a seat. `user` is the chat's id of the person; None is an automatic player."""

    user: int | None
    name: str
    """The name last seen, for when the person has left."""


class GameRecord(Struct, frozen=True):
    """A game as it is stored."""

    id: str
    """Short, unique, fit for a button's id: letters and digits."""
    channel: int
    server: int | None
    title: str
    options: bytes
    """The title's Options, as JSON."""
    rules_version: int
    seats: tuple[SeatRecord, ...]
    """In the lobby, in the order of joining; from the start on, in seat order."""
    host: int
    """Who opened it."""
    seed: str
    """Secret."""
    status: Status
    created: datetime
    hotseat: bool = False


class MoveRecord(Struct, frozen=True):
    """One entry of a game's log. `(game, seq)` is unique; entries are never changed or deleted."""

    game: str
    seq: int
    """1, 2, 3, ..."""
    kind: MoveKind
    seat: int | None
    actor: int | None
    """The chat's id of whoever did it; None if the table did."""
    line: str
    """The action in notation; for an undo, what it takes back: `undo 17` keeps entries before 17."""
    chance: tuple[Outcome, ...]
    reveals: bool
    at: datetime
    interaction: str | None = None
    """The delivery that asked for it; unique, so that a repeated delivery does nothing."""


class SnapshotRecord(Struct, frozen=True):
    """A game's state after entry `seq`, to load quickly."""

    game: str
    seq: int
    rules_version: int
    data: bytes


class Store(Protocol):
    """What the table needs of a database. Every method is one transaction."""

    async def game(self, game: str) -> GameRecord | None:
        """The record of a game."""
        ...

    async def moves(self, game: str, after: int = 0) -> list[MoveRecord]:
        """The log of a game, in order, from entry `after` + 1 on."""
        ...
