"""Reading a game from the database: its state out of snapshots and log, and what its entries meant.

A state is played on from the newest snapshot that can be read, at worst from the start. A log that cannot be
played to its end gives the game at its last good point.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping, Sequence

from .errors import CannotLoad, NoSuchGame
from .game import AnyGame
from .log import (
    Entry,
    LogError,
    begin_again,
    from_snapshot,
    play_on,
    sound_base,
    standing,
    table_events,
    walk,
)
from .records import PLAYED, GameRecord, MoveRecord, OrderRecord, Proposal, SnapshotRecord, Store
from .table import Table
from .title import Title

log = logging.getLogger(__name__)


def title_of(titles: Mapping[str, Title], title_id: str) -> Title:
    """The title of an id. Raises CannotLoad."""
    title = titles.get(title_id)
    if title is None:
        raise CannotLoad(f"This bot does not know the game {title_id} (any more).")
    return title


async def record_of(store: Store, game_id: str) -> GameRecord:
    """The record of a game, whatever its status. Raises NoSuchGame."""
    record = await store.game(game_id)
    if record is None:
        raise NoSuchGame("There is no such game.")
    return record


async def is_lobby(store: Store, record: GameRecord) -> bool:
    """Whether nothing of the game was ever played: it is a lobby still, or was closed as one."""
    if record.status != "ended":
        return record.status == "lobby"
    loaded = await store.load(record.id)
    return loaded is not None and not loaded.moves


async def bases(
    store: Store, record: GameRecord, title: Title, moves: Sequence[MoveRecord], limit: int
) -> AsyncIterator[tuple[int, AnyGame]]:
    """States from which the standing moves can be played on, the newest first, the start last: pairs of
    an entry's number, at most `limit`, and a game of one's own as it stood after it.
    """
    while limit > 1:
        snapshot: SnapshotRecord | None = await store.snapshot(record.id, limit)
        if snapshot is None:
            break
        base = sound_base(moves, snapshot.seq)
        limit = base - 1 if base == snapshot.seq else base
        if base == snapshot.seq:
            try:
                yield base, from_snapshot(title, record, snapshot)
            except LogError as error:
                log.warning("%s: %s", record.id, error)
    try:
        yield 1, begin_again(title, record, moves)
    except LogError as error:
        log.warning("%s: %s", record.id, error)


async def build(
    store: Store,
    record: GameRecord,
    title: Title,
    moves: tuple[MoveRecord, ...],
    orders: tuple[OrderRecord, ...],
) -> Table:
    """The table of a log: from the newest snapshot that can be read and played on, at worst from the
    start; if nothing leads to the end, at the last good point. Raises CannotLoad if there is none.
    """
    furthest, trouble, game = 0, "", None
    async for base, start in bases(store, record, title, moves, len(moves)):
        again = start.copy()
        try:
            whole = play_on(title, start, base, moves)
            return Table(record, title, whole, moves, orders, good=len(moves))
        except LogError as error:
            if error.good > furthest:
                furthest, trouble = error.good, str(error)
                game = play_on(title, again, base, moves, error.seq)
    if game is None:
        raise CannotLoad("The game cannot be loaded by this version of the bot. Its log is kept.")
    log.error("%s: loaded up to entry %d of %d: %s", record.id, furthest, len(moves), trouble)
    sentence = (
        f"The game could be loaded only up to entry {furthest} of {len(moves)} and takes no moves. "
        "A manager can rewind it to there."
    )
    return Table(record, title, game, moves, orders, sentence, furthest)


async def game_before(store: Store, table: Table, proposal: Proposal) -> AnyGame | None:
    """For an undo or a rewind: the game with the moves that stay; None for what takes nothing back.
    Raises CannotLoad.
    """
    if proposal.kind not in ("undo", "rewind"):
        return None
    best = 1
    async for base, game in bases(store, table.record, table.title, table.log, proposal.cut - 1):
        try:
            return play_on(table.title, game, base, table.log, proposal.cut)
        except LogError as error:
            log.warning("%s: cannot go back to before entry %d: %s", table.id, proposal.cut, error)
            best = max(best, error.seq)
    # Without the reason, which may quote a sealed move.
    raise CannotLoad(f"The table cannot go back there: entry {best} cannot be played again.")


async def entries_after(store: Store, table: Table, seq: int) -> tuple[Entry, ...]:
    """The entries after entry `seq` with their events; what cannot be played again comes without."""
    known = table.recent
    if seq >= table.version:
        return ()
    if known and known[0].move.seq <= seq + 1:
        return tuple(entry for entry in known if entry.move.seq > seq)
    best: list[Entry] = []
    async for base, game in bases(store, table.record, table.title, table.log, max(seq, 1)):
        found: list[Entry] = []
        try:
            for entry in walk(table.title, game, base, table.log):
                found.append(entry)
            best = found
            break
        except LogError:
            if len(found) > len(best):
                best = found
    kept = {move.seq for move in standing(table.log)}
    by_seq = {entry.move.seq: entry for entry in (*best, *known)}
    return tuple(by_seq.get(move.seq) or _unplayed(table, move, kept) for move in table.log[seq:])


def _unplayed(table: Table, move: MoveRecord, kept: set[int]) -> Entry:
    """An entry that was not played again: about a move it says nothing."""
    if move.kind in PLAYED:
        return Entry(move, None, [], move.seq not in kept)
    return Entry(move, None, table_events(move, table.log))
