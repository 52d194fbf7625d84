"""Playing at a table: a player's move, and what the table then plays by itself.

Everything here is pure: from a table and a wish to the table as it would be. tables.py stores it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_

import msgspec

from .action import Action
from .chance import Outcome
from .errors import CannotLoad, MoveError, NotRunning, NotSeated, NotYourTurn
from .event import Event
from .game import AnyGame
from .log import Entry, cut_of, table_events
from .notation import to_line
from .reading import read_move
from .records import GameRecord, MoveKind, MoveRecord, OrderRecord, Proposal
from .table import Played, StalePanel, Table, waits_for
from .title import StandingOrder, Title

log = logging.getLogger(__name__)

MOST_BY_ITSELF = 1000
"""How many moves the table makes by itself before it takes a title's rules to be running in a circle."""

RECENT = 80
"""How many entries a table in memory keeps with their events."""


@dataclass(frozen=True)
class Change:
    """A change of a game that is thought out and only has to be stored."""

    table: Table
    """The game as it will be."""
    entries: tuple[Entry, ...] = ()
    acted: tuple[int, ...] = ()
    orders_changed: bool = False
    proposal: Proposal | None = None
    spent: tuple[OrderRecord, ...] = ()
    moved_from: int | None = None
    """The channel that the game leaves, if it moves to another."""

    @property
    def answer(self) -> Played | Proposal:
        """What whoever asked for the change is told."""
        if self.proposal is not None and self.proposal.status != "accepted":
            return self.proposal
        return Played(self.entries, self.table.version, self.table, proposal=self.proposal, spent=self.spent)


class Pen:
    """Writes entries that follow a table's log, on a copy of its game."""

    def __init__(self, table: Table, at: datetime, interaction: str | None = None) -> None:
        self.table = table
        self.record: GameRecord = table.record
        self.game: AnyGame = table.game.copy()
        self.orders: list[OrderRecord] = list(table.orders)
        self.entries: list[Entry] = []
        self.acted: list[int] = []
        self.spent: list[OrderRecord] = []
        self._at = at
        self._interaction = interaction

    def _next(
        self, kind: MoveKind, seat: int | None, actor: int | None, line: str
    ) -> Callable[..., MoveRecord]:
        seq = self.table.version + len(self.entries) + 1
        # Only the first entry carries the delivery: its id is unique in the log.
        interaction = self._interaction if not self.entries else None
        return lambda chance=(), reveals=False: MoveRecord(
            self.record.id, seq, kind, seat, actor, line, chance, reveals, self._at, interaction
        )

    def move(self, kind: MoveKind, seat: int, actor: int | None, action: Action) -> None:
        """Apply an action and write it down. Raises IllegalMove; then nothing has changed."""
        events, outcomes, reveals = apply(self.game, seat, action)
        entry = self._next(kind, seat, actor, to_line(action))
        self.entries.append(Entry(entry(chance=outcomes, reveals=reveals), action, events))
        self.acted.append(seat)

    def note(self, kind: MoveKind, seat: int | None, actor: int | None, line: str, **rest: object) -> None:
        """Write an entry that is no action of the game: a start, an undo, a change of the table."""
        record = self._next(kind, seat, actor, line)(**rest)
        whole = [*self.table.log, *(entry.move for entry in self.entries), record]
        self.entries.append(Entry(record, None, table_events(record, whole)))

    def settle(self) -> None:
        """Play what needs no asking: orders in advance, automatic players, single choices.

        A single choice is made by the table only if that shows nobody anything hidden; the title can also
        reserve it for the player (`Pending.forced_ok`).
        """
        if self.record.status != "running":
            return
        title = self.table.title
        for _ in range(MOST_BY_ITSELF):
            before, written = self.game.copy(), len(self.entries)
            try:
                if not (self._by_order(title) or self._automatic(title) or self._forced()):
                    return
            except Exception:  # a fault in what nobody asked for must not take away the player's own move
                log.exception("%s: a move that the table makes by itself failed", self.record.id)
                self.game = before
                del self.entries[written:]
                return
        log.error("%s: the table made %d moves by itself and stops", self.record.id, MOST_BY_ITSELF)

    def _by_order(self, title: Title) -> bool:
        for asked in self.game.pending():
            for order_record in [each for each in self.orders if each.seat == asked.seat]:
                order = read_order(title, order_record)
                if order is None or _spent(order, self.game, asked.seat):
                    self._drop(order_record)
                    continue
                try:
                    action = order.answer(self.game, asked.seat)
                except Exception:
                    log.exception("%s: a standing order failed and is dropped", self.record.id)
                    self._drop(order_record)
                    continue
                # An order whose move is not possible now leaves the question to the player.
                if action is not None and self.game.is_legal(asked.seat, action):
                    self.move("order", asked.seat, None, action)
                    return True
        return False

    def _drop(self, order: OrderRecord) -> None:
        """An order has nothing left to do; its owner is told."""
        self.orders.remove(order)
        self.spent.append(order)

    def _automatic(self, title: Title) -> bool:
        if title.autoplay is None:
            return False
        for asked in self.game.pending():
            if self.record.seats[asked.seat].automatic:
                self.move("auto", asked.seat, None, title.autoplay(self.game.copy(), asked.seat))
                return True
        return False

    def _forced(self) -> bool:
        forced = self.game.forced()
        if forced is None:
            return False
        seat, action = forced
        _events, _outcomes, reveals = apply(self.game.copy(), seat, action)
        if reveals:
            return False
        self.move("auto", seat, None, action)
        return True

    def finish(self, proposal: Proposal | None = None) -> Change:
        """The change that has been written."""
        for order_record in list(self.orders):
            order = read_order(self.table.title, order_record)
            if order is None or _spent(order, self.game, order_record.seat):
                self._drop(order_record)
        status = self.record.status
        if status == "running" and self.game.over:
            status = "over"
        record = msgspec.structs.replace(
            self.record,
            status=status,
            revision=self.table.record.revision + 1,
            rules_version=self.table.title.rules_version,
            headline=self.game.headline(),
        )
        entries = tuple(self.entries)
        log_ = (*self.table.log, *(entry.move for entry in entries))
        orders = tuple(self.orders) if status in ("running", "paused") else ()
        table = replace(
            self.table,
            record=record,
            game=self.game,
            log=log_,
            orders=orders,
            trouble="",
            good=len(log_),
            recent=_recent(self.table.recent, entries),
        )
        spent = tuple(self.spent) if status == "running" else ()
        return Change(table, entries, tuple(self.acted), orders != self.table.orders, proposal, spent)


def apply(game: AnyGame, seat: int, action: Action) -> tuple[list[Event], tuple[Outcome, ...], bool]:
    """Apply an action: its events, its outcomes, and whether it showed somebody something hidden.

    The last of several sealed actions does, since it opens the others. Raises IllegalMove.
    """
    sealed = {asked.seat for asked in game.pending() if asked.sealed}
    events = game.apply(seat, action)
    outcomes = game.chance.take_recorded()
    still_sealed = {asked.seat for asked in game.pending() if asked.sealed}
    opened = action.sealed and (not still_sealed or still_sealed != sealed - {seat})
    return events, outcomes, opened or game.reveals(events, outcomes)


def _recent(before: Sequence[Entry], new: Sequence[Entry]) -> tuple[Entry, ...]:
    for entry in new:
        cut = cut_of(entry.move)
        if cut is not None:
            before = [
                msgspec.structs.replace(each, undone=True)
                if each.action is not None and each.move.seq >= cut
                else each
                for each in before
            ]
    return (*before, *new)[-RECENT:]


def _spent(order: StandingOrder, game: AnyGame, seat: int) -> bool:
    try:
        return order.spent(game, seat)
    except Exception:
        log.exception("a standing order failed and is dropped")
        return True


def read_order(title: Title, record: OrderRecord) -> StandingOrder | None:
    """The order of a record, or None if this version of the title does not know it any more."""
    if not title.orders:
        return None
    try:
        order: StandingOrder = msgspec.json.decode(record.data, type=reduce(or_, title.orders))
        return order
    except msgspec.MsgspecError:
        return None


def must_run(table: Table) -> None:
    """Raise NotRunning or CannotLoad unless moves are taken."""
    if table.trouble:
        raise CannotLoad(table.trouble)
    sentences = {
        "lobby": "The game has not started yet.",
        "paused": "The game is paused.",
        "over": "The game is over.",
        "ended": "The game was ended.",
    }
    sentence = sentences.get(table.record.status)
    if sentence is not None:
        raise NotRunning(sentence)


def seats_for(table: Table, user: int, seat: int | None) -> tuple[int, ...]:
    """The seats that the person means: the given one, or all their own. Raises NotSeated."""
    own = table.seats_of(user)
    if not own:
        raise NotSeated("You have no seat in this game.")
    if seat is None:
        return own
    if seat not in own:
        raise NotSeated("That is somebody else's seat.")
    return (seat,)


def is_stale(table: Table, seat: int, seen_version: int) -> bool:
    """Whether the decision that a panel of `seen_version` showed to the seat is over: the seat has acted
    since, or moves were taken back, or the seat is not asked any more. Others' moves alone do not matter.
    """
    if seen_version >= table.version:
        return False
    since = table.log[seen_version:]
    return (
        any(move.seat == seat and move.kind != "manager" for move in since)
        or any(cut_of(move) is not None for move in since)
        or table.game.pending_of(seat) is None
    )


def play(
    table: Table,
    user: int,
    wish: Action | str,
    at: datetime,
    *,
    seat: int | None = None,
    seen_version: int | None = None,
    interaction: str | None = None,
) -> Change:
    """A person's move, an action or text, and what follows by itself. Raises MoveError."""
    own = seats_for(table, user, seat)
    must_run(table)
    if seen_version is not None:
        own = tuple(each for each in own if not is_stale(table, each, seen_version))
        if not own:
            raise StalePanel(
                "This panel is out of date: the game has gone on since.",
                table,
                tuple(entry for entry in table.recent if entry.move.seq > seen_version),
            )
    asked = [each for each in own if table.game.pending_of(each) is not None]
    if not asked:
        raise NotYourTurn(f"It is not your turn: {waits_for(table)}.")
    chosen, action = _decide(table, asked, wish)
    pen = Pen(table, at, interaction)
    pen.move("move", chosen, user, action)
    pen.settle()
    return pen.finish()


def _decide(table: Table, asked: Sequence[int], wish: Action | str) -> tuple[int, Action]:
    """Which of the asked seats of one person the wish is for, and what it says."""
    first: MoveError | None = None
    for seat in asked:
        try:
            if isinstance(wish, str):
                action = read_move(table.game, seat, wish, table.title.actions)
            else:
                action = wish
                table.game.must_be_legal(seat, action)
        except MoveError as error:
            first = first or error
        else:
            return seat, action
    assert first is not None
    raise first


__all__ = ["Change", "Pen", "is_stale", "must_run", "play", "read_order", "seats_for"]
