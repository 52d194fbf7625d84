"""Games and their logs: what the table needs of a store (engine/core/records.py, Store)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Boolean, Row, bindparam, case, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.core.chance import Outcome
from engine.core.errors import ChannelTaken
from engine.core.records import (
    OPEN,
    Commit,
    Conflict,
    GameRecord,
    InteractionRecord,
    Loaded,
    Look,
    MoveRecord,
    OrderRecord,
    Proposal,
    SeatRecord,
    SnapshotRecord,
)

from .database import Database, insert_or_update, is_collision, is_taken, to_its_end
from .schema import games, interactions, moves, orders, outbox, proposals, seats, snapshots


class Games(Database):
    """Implements `engine.core.records.Store`."""

    @to_its_end
    async def commit(self, commit: Commit) -> None:
        """Write a change of a game, all or nothing. Raises Conflict, ChannelTaken."""
        try:
            async with self.writing() as connection:
                await _write(connection, commit)
        except IntegrityError as error:
            if not is_taken(error):
                raise
            text = str(error.orig)
            if "games.channel" in text or "one_open_game_a_channel" in text:
                raise ChannelTaken("This channel already has a game.") from None
            raise Conflict(commit.record.id) from error
        except DBAPIError as error:
            if is_collision(error):
                raise Conflict(commit.record.id) from error
            raise

    async def look(self, game: str, interaction: str | None = None) -> Look:
        """The game's revision, and what a delivery led to."""
        query = select(games.c.revision).where(games.c.id == game)
        if interaction is not None:
            query = query.add_columns(*interactions.c).select_from(
                games.outerjoin(interactions, interactions.c.id == interaction)
            )
        async with self.looking() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return Look(None)
        if interaction is None or row.id is None:
            return Look(row.revision)
        return Look(row.revision, _interaction(row))

    async def load(self, game: str, after: int = 0) -> Loaded | None:
        """The game, its log after entry `after`, its newest snapshot and its orders, all of one moment."""
        async with self.reading() as connection:
            record = await _game(connection, game)
            if record is None:
                return None
            log = await connection.execute(
                select(moves).where(moves.c.game == game, moves.c.seq > after).order_by(moves.c.seq)
            )
            newest = await connection.execute(
                select(snapshots).where(snapshots.c.game == game).order_by(snapshots.c.seq.desc()).limit(1)
            )
            given = await connection.execute(
                select(orders).where(orders.c.game == game).order_by(orders.c.place)
            )
            snapshot = newest.first()
            return Loaded(
                record,
                tuple(_move(row) for row in log),
                None if snapshot is None else _snapshot(snapshot),
                tuple(OrderRecord(row.game, row.seat, row.data.encode()) for row in given),
            )

    async def game(self, game: str) -> GameRecord | None:
        """The record of a game."""
        async with self.reading() as connection:
            return await _game(connection, game)

    async def in_channel(self, channel: int) -> GameRecord | None:
        """The one open game of a channel."""
        async with self.reading() as connection:
            game = await connection.scalar(
                select(games.c.id).where(games.c.channel == channel, games.c.status.in_(OPEN))
            )
            return None if game is None else await _game(connection, game)

    async def last_in_channel(self, channel: int) -> GameRecord | None:
        """The game of a channel that was opened last, whatever its status."""
        async with self.reading() as connection:
            game = await connection.scalar(
                select(games.c.id).where(games.c.channel == channel).order_by(games.c.created.desc()).limit(1)
            )
            return None if game is None else await _game(connection, game)

    async def snapshot(self, game: str, at_most: int) -> SnapshotRecord | None:
        """The newest snapshot that is not after entry `at_most`."""
        async with self.looking() as connection:
            found = await connection.execute(
                select(snapshots)
                .where(snapshots.c.game == game, snapshots.c.seq <= at_most)
                .order_by(snapshots.c.seq.desc())
                .limit(1)
            )
            row = found.first()
            return None if row is None else _snapshot(row)

    async def interaction(self, interaction: str) -> InteractionRecord | None:
        """What a delivery led to, if it was worked on before."""
        async with self.looking() as connection:
            found = await connection.execute(select(interactions).where(interactions.c.id == interaction))
            row = found.first()
            return None if row is None else _interaction(row)

    async def proposal(self, proposal: str) -> Proposal | None:
        """One proposal, whatever its status."""
        async with self.looking() as connection:
            data = await connection.scalar(select(proposals.c.data).where(proposals.c.id == proposal))
            return None if data is None else msgspec.json.decode(data, type=Proposal)

    async def proposals(self, game: str) -> list[Proposal]:
        """The open proposals of a game, oldest first."""
        async with self.looking() as connection:
            found = await connection.scalars(
                select(proposals.c.data)
                .where(proposals.c.game == game, proposals.c.status == "open")
                .order_by(proposals.c.created, proposals.c.id)
            )
            return [msgspec.json.decode(data, type=Proposal) for data in found]

    async def waiting_since(self, game: str) -> dict[int, datetime]:
        """Since when each waiting seat has been waiting."""
        async with self.looking() as connection:
            found = await connection.execute(
                select(seats.c.seat, seats.c.waiting_since).where(
                    seats.c.game == game, seats.c.waiting_since.is_not(None)
                )
            )
            return {row.seat: row.waiting_since for row in found}

    @to_its_end
    async def forget_interactions(self, before: datetime) -> int:
        """Drop the answers kept for repeated deliveries before a time; returns how many. The chat repeats a
        delivery within minutes, and a move's own delivery stays in the log.
        """
        async with self.writing() as connection:
            done = await connection.execute(delete(interactions).where(interactions.c.at < before))
            return done.rowcount


async def _write(connection: AsyncConnection, commit: Commit) -> None:
    record, game = commit.record, commit.record.id
    await _write_game(connection, record, commit.at)
    await _write_seats(connection, commit)
    if commit.moves:
        await connection.execute(insert(moves), [_move_row(move) for move in commit.moves])
    if commit.snapshot is not None:
        await _write_snapshot(connection, commit.snapshot, commit.drop_snapshot)
    if commit.orders is not None:
        await connection.execute(delete(orders).where(orders.c.game == game))
        rows = [
            {"game": game, "place": place, "seat": order.seat, "data": order.data.decode()}
            for place, order in enumerate(commit.orders)
        ]
        if rows:
            await connection.execute(insert(orders), rows)
    if commit.proposal is not None:
        await _write_proposal(connection, commit.proposal)
    if commit.interaction is not None:
        await connection.execute(insert(interactions), msgspec.structs.asdict(commit.interaction))
    if commit.moved_from is not None:
        await connection.execute(
            update(outbox)
            .where(outbox.c.game == game, outbox.c.channel == commit.moved_from, outbox.c.done_at.is_(None))
            .values(channel=record.channel, not_before=commit.at)
        )
    if commit.outbox:
        await connection.execute(insert(outbox), _outbox_rows(commit))


async def _write_game(connection: AsyncConnection, record: GameRecord, at: datetime) -> None:
    """First of all, since it takes the game's row: from here on no other process can change the game."""
    row = {
        "channel": record.channel,
        "server": record.server,
        "title": record.title,
        "options": record.options.decode(),
        "rules_version": record.rules_version,
        "host": record.host,
        "seed": record.seed,
        "status": record.status,
        "created": record.created,
        "changed": at,
        "hotseat": record.hotseat,
        "revision": record.revision,
        "headline": record.headline,
        "pace_hours": record.pace_hours,
        "vote_hours": record.vote_hours,
    }
    if record.revision == 1:
        await connection.execute(insert(games), {"id": record.id, **row})
        return
    done = await connection.execute(
        update(games).where(games.c.id == record.id, games.c.revision == record.revision - 1).values(**row)
    )
    if done.rowcount != 1:
        raise Conflict(record.id)


async def _write_seats(connection: AsyncConnection, commit: Commit) -> None:
    """Who sits where, and since when each must decide: since now if the seat has acted or was not asked."""
    game, prompts = commit.record.id, {each.seat: each.prompt for each in commit.waiting}
    if commit.record.status not in ("running", "paused"):  # only before the start do seats go away
        await connection.execute(
            delete(seats).where(seats.c.game == game, seats.c.seat >= len(commit.record.seats))
        )
    rows = [
        {
            "game": game,
            "seat": number,
            "user": seat.user,
            "name": seat.name,
            "vacant": seat.vacant,
            "waiting_since": commit.at if number in prompts else None,
            "prompt": prompts.get(number, ""),
            "new_turn": number in commit.acted,
        }
        for number, seat in enumerate(commit.record.seats)
    ]
    if rows:
        await connection.execute(seats_statement(connection.dialect.name == "sqlite"), rows)


def seats_statement(sqlite: bool) -> Any:
    """Write a seat; if it is there and goes on waiting, it keeps the time since which it has waited."""
    statement = insert_or_update(seats, sqlite=sqlite)
    new = statement.excluded
    since = case(
        (new.waiting_since.is_(None), None),
        (bindparam("new_turn", type_=Boolean), new.waiting_since),
        else_=func.coalesce(seats.c.waiting_since, new.waiting_since),
    )
    kept = {name: new[name] for name in ("user", "name", "vacant", "prompt")}
    return statement.on_conflict_do_update(
        index_elements=["game", "seat"], set_={**kept, "waiting_since": since}
    )


async def _write_snapshot(
    connection: AsyncConnection, snapshot: SnapshotRecord, replaces: int | None
) -> None:
    row = msgspec.structs.asdict(snapshot)
    if replaces is not None:
        done = await connection.execute(
            update(snapshots)
            .where(snapshots.c.game == snapshot.game, snapshots.c.seq == replaces)
            .values(**row)
        )
        if done.rowcount:
            return
    await connection.execute(insert(snapshots), row)


async def _write_proposal(connection: AsyncConnection, proposal: Proposal) -> None:
    row = {"status": proposal.status, "data": msgspec.json.encode(proposal).decode()}
    done = await connection.execute(
        update(proposals)
        .where(proposals.c.game == proposal.game, proposals.c.id == proposal.id)
        .values(**row)
    )
    if not done.rowcount:
        await connection.execute(
            insert(proposals),
            {"id": proposal.id, "game": proposal.game, "created": proposal.created, **row},
        )


def _outbox_rows(commit: Commit) -> list[dict[str, Any]]:
    record = commit.record
    return [
        {
            "game": record.id,
            "channel": item.channel if item.channel is not None else record.channel,
            "kind": item.kind,
            "payload": item.payload.decode(),
            # Unique, for a change happens once; short enough for the chat's limit of 25 characters.
            "nonce": f"{record.id}-{record.revision}-{number}",
            "created": commit.at,
            "not_before": item.not_before or commit.at,
            "attempts": 0,
        }
        for number, item in enumerate(commit.outbox)
    ]


def _move_row(move: MoveRecord) -> dict[str, Any]:
    return {**msgspec.structs.asdict(move), "chance": msgspec.json.encode(move.chance).decode()}


def _move(row: Row[Any]) -> MoveRecord:
    return MoveRecord(
        row.game,
        row.seq,
        row.kind,
        row.seat,
        row.actor,
        row.line,
        msgspec.json.decode(row.chance, type=tuple[Outcome, ...]) if row.chance != "[]" else (),
        row.reveals,
        row.at,
        row.interaction,
    )


def _interaction(row: Row[Any]) -> InteractionRecord:
    return InteractionRecord(row.id, row.game, row.first, row.last, row.at, row.proposal)


def _snapshot(row: Row[Any]) -> SnapshotRecord:
    return SnapshotRecord(row.game, row.seq, row.rules_version, row.data)


async def _game(connection: AsyncConnection, game: str) -> GameRecord | None:
    found = (await connection.execute(select(games).where(games.c.id == game))).first()
    if found is None:
        return None
    return record_of(found, await _seats(connection, game))


async def _seats(connection: AsyncConnection, game: str) -> Sequence[Row[Any]]:
    found = await connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.seat))
    return found.all()


def record_of(row: Row[Any], sitting: Sequence[Row[Any]]) -> GameRecord:
    """The record of a row of `games` and its rows of `seats`, in order."""
    return GameRecord(
        id=row.id,
        channel=row.channel,
        server=row.server,
        title=row.title,
        options=row.options.encode(),
        rules_version=row.rules_version,
        seats=tuple(SeatRecord(seat.user, seat.name, seat.vacant) for seat in sitting),
        host=row.host,
        seed=row.seed,
        status=row.status,
        created=row.created,
        hotseat=row.hotseat,
        revision=row.revision,
        headline=row.headline,
        pace_hours=row.pace_hours,
        vote_hours=row.vote_hours,
    )
