"""A table is one game as it stands: who sits where, the rules' state, and the log that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from .action import verb
from .errors import Refused
from .event import SEAT_MARK, mark, seen_by
from .game import AnyGame, Pending
from .log import Entry, options_of, standing
from .records import PLAYED, GameRecord, MoveRecord, OrderRecord, Proposal, SeatRecord
from .title import Options, Title


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """One game at one version. A table never changes: a move gives a new one.

    So whoever holds a table (to draw a picture, to write a digest) sees one consistent state, however
    many moves are made meanwhile. Nobody but the engine calls `game.apply` on it.
    """

    record: GameRecord
    title: Title
    game: AnyGame
    log: tuple[MoveRecord, ...]
    """Every entry; `log[i].seq == i + 1`."""
    orders: tuple[OrderRecord, ...] = ()
    trouble: str = ""
    """If the game could be loaded only up to some entry: a sentence that says so. No moves are taken."""
    good: int = 0
    """The entry after which `game` stands: `version`, unless there is trouble."""
    recent: tuple[Entry, ...] = ()
    """The last entries with their events, as far as they were made here; they end with the log."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.record.id

    @property
    def version(self) -> int:
        """The number of the log's last entry."""
        return len(self.log)

    @property
    def options(self) -> Options:
        """What was chosen when the game was opened."""
        return options_of(self.title, self.record)

    @property
    def seats(self) -> tuple[SeatRecord, ...]:
        """Who sits where."""
        return self.record.seats

    def seats_of(self, user: int) -> tuple[int, ...]:
        """The seats of a person: none, one, or several in a hotseat game."""
        return tuple(i for i, seat in enumerate(self.record.seats) if seat.user == user)

    def waiting(self) -> tuple[Pending, ...]:
        """Who must decide now; nobody unless the game is running."""
        return self.game.pending() if self.record.status == "running" and not self.trouble else ()

    def __repr__(self) -> str:  # short, and without secrets, for it may be logged
        return f"Table({self.id}, {self.title.id}, version {self.version})"

    def people(self) -> tuple[int, ...]:
        """The persons at the table, each once, in seat order."""
        return tuple(dict.fromkeys(seat.user for seat in self.record.seats if seat.user is not None))

    def standing(self) -> list[MoveRecord]:
        """The moves that nothing took back."""
        return standing(self.log)


class Played(Struct, frozen=True):
    """What a change of a game led to."""

    entries: tuple[Entry, ...]
    """The new log entries: the move, and what the table played after it. Show `seen_by(events, viewer)`."""
    version: int
    """The last of these entries (for a repeated delivery: of those that the first one made)."""
    table: Table
    """The game after it (for a repeated delivery: the game now)."""
    duplicate: bool = False
    """True if this delivery had been worked on before; nothing was done now."""
    proposal: Proposal | None = None
    """The proposal that was accepted by it, if there was one."""
    spent: tuple[OrderRecord, ...] = ()
    """The orders in advance that were dropped because they have nothing left to do."""


class StalePanel(Refused):
    """The click came from a panel whose decision is over. `entries` is what happened since; show only what
    `seen_by` allows. `table` is the game now."""

    def __init__(self, sentence: str, table: Table, entries: tuple[Entry, ...]) -> None:
        super().__init__(sentence)
        self.table = table
        self.entries = entries


def shown(table: Table, entries: Sequence[Entry], viewer: int | None) -> list[Entry]:
    """The entries as a seat, or a bystander (None), may see them: without others' secrets."""
    result = []
    for entry in entries:
        action = entry.action
        if entry.move.seat != viewer and _hides(table.title, entry):
            word = entry.move.line.split(" ", 1)[0]
            move = _bare(entry.move, word)
            action = None
        else:
            move = _bare(entry.move, entry.move.line)
        result.append(Entry(move, action, seen_by(entry.events, viewer), entry.undone))
    return result


def _hides(title: Title, entry: Entry) -> bool:
    """Whether others may read only the verb: a sealed action, or a move's line that was not played again."""
    if entry.action is not None:
        return entry.action.sealed
    if entry.move.kind not in PLAYED:
        return False
    word = entry.move.line.split(" ", 1)[0]
    return all(kind.sealed for kind in title.actions if verb(kind) == word)


def _bare(move: MoveRecord, line: str) -> MoveRecord:
    """The record without secret outcomes."""
    chance = tuple(each for each in move.chance if not each.secret)
    return MoveRecord(
        move.game, move.seq, move.kind, move.seat, move.actor, line, chance, move.reveals, move.at
    )


def waits_for(table: Table) -> str:
    """ "the table waits for @P2, @P3" - the end of a sentence for whoever may not act."""
    names = ", ".join(mark(each.seat) for each in table.waiting())
    return f"the table waits for {names}" if names else "the table waits for nobody"


__all__ = ["SEAT_MARK", "Entry", "Played", "Proposal", "StalePanel", "Table", "shown", "waits_for"]
