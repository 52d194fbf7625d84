"""What is kept of a game: the records that the table writes, and what it needs of a store.

A store is a database (storage/) or memory (memory.py). Times are aware datetimes in UTC; `user`, `channel`
and `server` are the chat's ids.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

from .chance import Outcome

Status = Literal["lobby", "running", "paused", "over", "ended"]
"""`over`: played to the end. `ended`: stopped before it."""

OPEN: tuple[Status, ...] = ("lobby", "running", "paused")
"""The statuses of which a channel can have one game at a time."""

MoveKind = Literal["start", "move", "auto", "order", "undo", "manager"]
"""`start`: the set-up, entry 1; `move`: a player's; `auto`: forced, or an automatic player's, made by the
table; `order`: by an order in advance; `undo`: takes moves back; `manager`: the table itself was changed
(replaced, left, paused, rewound ...), by a manager of the server or by consent."""

PLAYED: tuple[MoveKind, ...] = ("move", "auto", "order")
"""The kinds of entry that hold an action of a seat."""


class SeatRecord(Struct, frozen=True):
    """Who sits in a seat. `user` None is an automatic player, or nobody if the seat is vacant."""

    user: int | None
    name: str
    """The name last seen, for when the person has left."""
    vacant: bool = False
    """True if its player left and nobody plays it: the table waits for a substitute."""

    @property
    def automatic(self) -> bool:
        """True if the table plays this seat."""
        return self.user is None and not self.vacant


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
    """Who opened it, or to whom that fell when they left."""
    seed: str
    """Secret."""
    status: Status
    created: datetime
    hotseat: bool = False
    """True if one person may sit in several seats."""
    revision: int = 0
    """How often anything of the game was changed: whoever writes says which revision it has seen."""
    headline: str = ""
    """Where the game stands, in a few words; kept for lists of games."""
    pace_hours: int = 24
    """After how many hours of waiting a player is nudged; 0 for never."""
    vote_hours: int = 72
    """After how many hours of waiting the others may vote to replace a player; 0 for never."""

    def __repr__(self) -> str:  # without the seed, for it may be logged
        return f"GameRecord({self.id}, {self.title}, {self.status}, revision {self.revision})"


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
    """The action in notation; for an undo, what it takes back: `undo 17` keeps the moves before 17."""
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
    """`Game.snapshot()`, compressed with zlib. Secret."""


class OrderRecord(Struct, frozen=True):
    """A standing order of a seat: a move given in advance. Secret from other players."""

    game: str
    seat: int
    data: bytes
    """The title's StandingOrder, as JSON."""


class OutboxItem(Struct, frozen=True):
    """What must be posted because of a change; written in the change's transaction, sent afterwards."""

    kind: str
    """What sort of post it is; the announcer knows."""
    payload: bytes
    """JSON, for the announcer."""
    channel: int | None = None
    """Where to; None for the game's channel."""
    not_before: datetime | None = None


ProposalKind = Literal["undo", "rewind", "replace", "pause", "resume", "end"]
ProposalStatus = Literal["open", "accepted", "refused", "withdrawn", "lapsed"]


class Proposal(Struct, frozen=True):
    """Something that is done if those whom it touches agree. Stored, so that it survives a restart."""

    id: str
    game: str
    kind: ProposalKind
    by: int
    """Who proposed it."""
    version: int
    """The game's last entry when it was proposed."""
    needs: tuple[int, ...]
    """Whose consent is asked."""
    created: datetime
    sentence: str
    """What is proposed, in words; seats are named `@P1`."""
    cut: int = 0
    """For an undo or a rewind: moves from this entry on are taken back."""
    seat: int | None = None
    """For a replacement: which seat."""
    substitute: SeatRecord | None = None
    """For a replacement: who would sit there."""
    majority: bool = False
    """True for a vote: more than half of `needs` is enough. Otherwise all must agree."""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    status: ProposalStatus = "open"

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has not answered yet."""
        return tuple(user for user in self.needs if user not in self.yes and user not in self.no)


class InteractionRecord(Struct, frozen=True):
    """What a delivery from the chat led to, so that its repetition gets the same answer."""

    id: str
    game: str
    first: int
    """The first log entry it made; 0 if none."""
    last: int
    """The last one."""
    at: datetime
    proposal: str | None = None


class Waiting(Struct, frozen=True):
    """A seat that must decide, and what it is asked."""

    seat: int
    prompt: str


class Commit(Struct, frozen=True):
    """Everything that one change of a game writes. The store writes all of it or nothing."""

    record: GameRecord
    """The game as it will be, with the revision that it will have. A game of revision 1 is new; any other
    must be stored with exactly the revision before, else the store raises Conflict."""
    at: datetime
    moves: tuple[MoveRecord, ...] = ()
    snapshot: SnapshotRecord | None = None
    drop_snapshot: int | None = None
    """A snapshot that the new one replaces."""
    waiting: tuple[Waiting, ...] = ()
    """The seats that must decide after this change."""
    acted: tuple[int, ...] = ()
    """The seats for which a new turn's waiting begins now if they are waiting again."""
    orders: tuple[OrderRecord, ...] | None = None
    """All standing orders of the game from now on; None to leave them."""
    proposal: Proposal | None = None
    """A proposal that is new or has changed."""
    outbox: tuple[OutboxItem, ...] = ()
    moved_from: int | None = None
    """The channel that the game leaves: what has still to be posted there is posted in the new one."""
    interaction: InteractionRecord | None = None


class Loaded(Struct, frozen=True):
    """A game as read in one transaction."""

    record: GameRecord
    moves: tuple[MoveRecord, ...]
    snapshot: SnapshotRecord | None
    """The newest one."""
    orders: tuple[OrderRecord, ...]


class Look(Struct, frozen=True):
    """A quick look at a game before it is changed or shown."""

    revision: int | None
    """None if there is no such game."""
    interaction: InteractionRecord | None = None
    """What the delivery in question led to, if it was worked on before."""


class Conflict(Exception):
    """Somebody else changed the game first (another process, a repeated delivery). Nothing was written."""


class Store(Protocol):
    """What the table needs of a database. Every method is one transaction and names its game."""

    async def commit(self, commit: Commit) -> None:
        """Write a change, all or nothing.

        Raises Conflict if the game's revision, an entry's (game, seq) or an interaction's id is taken, and
        ChannelTaken if the channel already has another open game.
        """
        ...

    async def look(self, game: str, interaction: str | None = None) -> Look:
        """The game's revision, to see whether what is in memory is current, and what a delivery led to."""
        ...

    async def load(self, game: str, after: int = 0) -> Loaded | None:
        """The game, its log from entry `after` + 1 on, its newest snapshot and its orders."""
        ...

    async def game(self, game: str) -> GameRecord | None:
        """The record of a game."""
        ...

    async def in_channel(self, channel: int) -> GameRecord | None:
        """The one open game of a channel."""
        ...

    async def snapshot(self, game: str, at_most: int) -> SnapshotRecord | None:
        """The newest snapshot that is not after entry `at_most`."""
        ...

    async def interaction(self, interaction: str) -> InteractionRecord | None:
        """What a delivery led to, if it was worked on before."""
        ...

    async def proposal(self, proposal: str) -> Proposal | None:
        """One proposal, whatever its status."""
        ...

    async def proposals(self, game: str) -> list[Proposal]:
        """The open proposals of a game, oldest first."""
        ...

    async def waiting_since(self, game: str) -> dict[int, datetime]:
        """Since when each waiting seat has been waiting."""
        ...
