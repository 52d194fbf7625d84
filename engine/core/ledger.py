"""Writing a change down: under the game's lock, in one transaction, once for each delivery.

A change is thought out on a copy, and becomes what is in memory only when it is stored. If another process
was first, it is thought out again; if the database fails, memory forgets the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from weakref import WeakValueDictionary

import msgspec

from .errors import Busy, ChannelTaken, MoveError, NotSaved, Refused
from .loading import entries_after, record_of
from .lobby import Plan
from .log import to_snapshot
from .play import Change
from .records import Commit, Conflict, GameRecord, InteractionRecord, OutboxItem, Proposal, Store, Waiting
from .shelf import Shelf
from .table import Played, Table

log = logging.getLogger(__name__)

Announce = Callable[[Table, Played | Proposal], Sequence[OutboxItem]]
"""What must be posted because of a change. Pure and quick: it is called before the change is stored, with
the table as it will be, and its posts are stored with it."""

Listener = Callable[[Table, Played], Awaitable[None]]
"""Told of a change after it is stored."""

BUSY = "Others are changing the game at this moment. Nothing happened; please try again."


class Ledger:
    """Where the changes of one process are stored, one at a time for each game.

    snapshot_every: of every how many entries the state is kept for good (the newest always is).
    tries: how often a change is thought out again because another process was first.
    """

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        clock: Callable[[], datetime],
        announce: Announce,
        snapshot_every: int,
        tries: int,
    ) -> None:
        self.listeners: list[Listener] = []
        self._store = store
        self._shelf = shelf
        self._clock = clock
        self._announce = announce
        self._snapshot_every = snapshot_every
        self._tries = tries
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # --- a game that has started ----------------------------------------------------------------

    async def change(
        self, game_id: str, interaction: str | None, plan: Callable[[Table], Awaitable[Change]]
    ) -> Played | Proposal:
        """Think a change of a table out and store it."""

        async def write(revision: int | None) -> Change:
            return await plan(await self._shelf.current(game_id, revision))

        return await self._write(game_id, interaction, write)

    async def play(self, game_id: str, interaction: str | None, plan: Callable[[Table], Change]) -> Played:
        """The same for a change that needs nobody's consent."""

        async def write(revision: int | None) -> Change:
            return plan(await self._shelf.current(game_id, revision))

        return _played(await self._write(game_id, interaction, write))

    async def start(
        self, game_id: str, interaction: str | None, plan: Callable[[GameRecord], Change]
    ) -> Played:
        """The same for the start: out of a lobby's record, for there is no table yet."""

        async def write(_revision: int | None) -> Change:
            return plan(await record_of(self._store, game_id))

        return _played(await self._write(game_id, interaction, write))

    async def _write(
        self,
        game_id: str,
        interaction: str | None,
        think: Callable[[int | None], Awaitable[Change]],
    ) -> Played | Proposal:
        """Store the change that `think` gives, which is told the game's revision, and tell the listeners.
        A repeated delivery gets what the first one led to. Raises Busy, NotSaved.
        """
        async with self._lock(game_id):
            for _ in range(self._tries):
                look = await self._store.look(game_id, interaction)
                if look.interaction is not None:
                    return await self._repeated(look.interaction)
                try:
                    change = await think(look.revision)
                except MoveError:
                    # Since the look another process may have carried out this very delivery; the table has
                    # then gone on, and the rules would rightly refuse to do it a second time.
                    again = await self._store.look(game_id, interaction)
                    if again.interaction is None:
                        raise
                    return await self._repeated(again.interaction)
                if change.table.record.revision == 0:  # nothing to store: the answer is known already
                    return change.answer
                if await self._stored(self._commit_of(change, interaction)):
                    self._shelf.hold(change.table)
                    break
            else:
                raise Busy(BUSY)
        if change.entries or change.proposal is not None:
            played = Played(change.entries, change.table.version, change.table, proposal=change.proposal)
            for listener in self.listeners:
                try:
                    await listener(change.table, played)
                except Exception:
                    log.exception("%s: a listener failed", game_id)
        return change.answer

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def _repeated(self, known: InteractionRecord) -> Played | Proposal:
        """What a delivery that was worked on before led to."""
        proposal = None if known.proposal is None else await self._store.proposal(known.proposal)
        if proposal is not None and not known.last:
            return proposal
        table = await self._shelf.current(known.game)
        entries = await entries_after(self._store, table, known.first - 1) if known.first else ()
        made = tuple(entry for entry in entries if entry.move.seq <= known.last)
        return Played(made, known.last or table.version, table, duplicate=True, proposal=proposal)

    # --- a lobby --------------------------------------------------------------------------------

    async def open_lobby(self, record: GameRecord, interaction: str | None) -> GameRecord:
        """Store a new game. Raises ChannelTaken, Busy."""
        known = await self._lobby_repeated(interaction)
        if known is not None:
            return known
        try:
            await self._store.commit(self._lobby_commit(record, interaction))
        except Conflict:  # the same delivery at the same moment, elsewhere
            known = await self._lobby_repeated(interaction)
            if known is None:
                raise Busy("The game could not be opened. Please try again.") from None
            return known
        except ChannelTaken:
            known = await self._lobby_repeated(interaction)
            if known is None:
                raise
            return known
        return record

    async def change_lobby(self, game_id: str, interaction: str | None, plan: Plan) -> GameRecord:
        """Store a lobby as `plan` changes it. Raises Busy, NotSaved, NoSuchGame."""
        async with self._lock(game_id):
            for _ in range(self._tries):
                known = await self._lobby_repeated(interaction)
                if known is not None:
                    return known
                before = await record_of(self._store, game_id)
                try:
                    planned = plan(before)
                except MoveError:  # as above: it may be this delivery's own work, done by another process
                    known = await self._lobby_repeated(interaction)
                    if known is None:
                        raise
                    return known
                record = msgspec.structs.replace(planned, revision=before.revision + 1)
                moved_from = before.channel if before.channel != record.channel else None
                if await self._stored(self._lobby_commit(record, interaction, moved_from)):
                    return record
        raise Busy(BUSY)

    async def _lobby_repeated(self, interaction: str | None) -> GameRecord | None:
        if interaction is None:
            return None
        known = await self._store.interaction(interaction)
        return None if known is None else await record_of(self._store, known.game)

    def _lobby_commit(
        self, record: GameRecord, interaction: str | None, moved_from: int | None = None
    ) -> Commit:
        now = self._clock()
        done = None if interaction is None else InteractionRecord(interaction, record.id, 0, 0, now)
        return Commit(record=record, at=now, moved_from=moved_from, interaction=done)

    # --- the transaction ------------------------------------------------------------------------

    async def _stored(self, commit: Commit) -> bool:
        """Write a commit; False if somebody else was first. If the database fails, memory forgets the game,
        and NotSaved is raised unless it turns out to be written all the same.
        """
        game_id = commit.record.id
        try:
            await self._store.commit(commit)
        except Conflict:
            self._shelf.forget(game_id)
            return False
        except Refused:
            raise
        except Exception as error:
            self._shelf.forget(game_id)
            log.exception("%s: a change could not be stored", game_id)
            if await self._was_written(commit):
                return True
            raise NotSaved(
                "The table could not write that down. Please look where the game stands and try again."
            ) from error
        except BaseException:  # cancelled in the middle: only the database knows
            self._shelf.forget(game_id)
            raise
        return True

    async def _was_written(self, commit: Commit) -> bool:
        try:
            if commit.interaction is not None:
                return await self._store.interaction(commit.interaction.id) is not None
            if not commit.moves:
                return False
            loaded = await self._store.load(commit.record.id, commit.moves[0].seq - 1)
            return loaded is not None and loaded.moves[: len(commit.moves)] == commit.moves
        except Exception:
            return False

    def _commit_of(self, change: Change, interaction: str | None) -> Commit:
        table, now = change.table, self._clock()
        record = table.record
        moves = tuple(entry.move for entry in change.entries)
        snapshot, dropped = None, None
        if moves:
            snapshot = to_snapshot(record, table.version, table.title.rules_version, table.game)
            # The newest state is always kept, and of the older ones the last of every so many entries.
            before, every = moves[0].seq - 1, self._snapshot_every
            if before > 1 and before // every == table.version // every:
                dropped = before
        done = None
        if interaction is not None:
            first = moves[0].seq if moves else 0
            proposal = change.proposal.id if change.proposal is not None else None
            done = InteractionRecord(
                interaction, record.id, first, moves[-1].seq if moves else 0, now, proposal
            )
        return Commit(
            record=record,
            at=now,
            moves=moves,
            snapshot=snapshot,
            drop_snapshot=dropped,
            waiting=tuple(Waiting(each.seat, each.prompt) for each in table.waiting()),
            acted=change.acted,
            orders=table.orders if change.orders_changed else None,
            proposal=change.proposal,
            outbox=self._posts(change),
            moved_from=change.moved_from,
            interaction=done,
        )

    def _posts(self, change: Change) -> tuple[OutboxItem, ...]:
        try:
            return tuple(self._announce(change.table, change.answer))
        except Exception:  # a fault in wording a post must not make the game unplayable
            log.exception("%s: what should be posted could not be worded", change.table.id)
            return ()


def _played(done: Played | Proposal) -> Played:
    assert isinstance(done, Played), "only proposals are answered with a proposal"
    return done
