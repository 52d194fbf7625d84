"""The outbox: what must be posted, written with the change that causes it and sent afterwards.

A worker claims a post under a lease, sends it with its nonce, and marks it. A worker that dies lets its
lease run out; the next sends the post again with the same nonce, which the chat takes for the same message.
Posts of one game are sent in their order: while one waits for another attempt, later ones wait too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from engine.core.records import OutboxItem

from .database import Database, is_taken, to_its_end
from .schema import Moment, games, outbox

LEASE = timedelta(seconds=20)
"""How long a claimed post is its worker's: less than the few minutes for which the chat knows nonces."""

BACK_OFF = (2, 5, 15, 30, 60, 120, 300, 600, 1800, 3600)
"""Seconds to wait after the first, second, ... failed attempt; the last for all later ones."""


class Post(Struct, frozen=True):
    """A claimed row of the outbox."""

    id: int
    game: str
    channel: int
    kind: str
    payload: bytes
    nonce: str
    attempts: int
    """Counting the one that the claim is for: 1, 2, 3 ..."""
    created: datetime


def back_off(attempts: int) -> timedelta:
    """How long to wait after so many attempts have failed."""
    return timedelta(seconds=BACK_OFF[min(max(attempts, 1), len(BACK_OFF)) - 1])


class Outbox(Database):
    """Posting what the games' changes say."""

    @to_its_end
    async def claim(
        self, worker: str, now: datetime, *, limit: int = 10, lease: timedelta = LEASE
    ) -> list[Post]:
        """Take posts that are due, at most one a game; nobody else gets them while the lease lasts.

        worker: a text that no other worker has, for instance a random one made at start.
        """
        earlier = outbox.alias("earlier")
        due = (
            select(outbox.c.id)
            .where(
                outbox.c.done_at.is_(None),
                outbox.c.not_before <= now,
                or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until <= now),
                ~select(earlier.c.id)
                .where(
                    earlier.c.game == outbox.c.game, earlier.c.done_at.is_(None), earlier.c.id < outbox.c.id
                )
                .exists(),
            )
            .order_by(outbox.c.id)
            .limit(limit)
        )
        async with self.reading() as connection:
            if (await connection.execute(due.limit(1))).first() is None:
                return []
        async with self.writing() as connection:
            ids = list(await connection.scalars(due.with_for_update(skip_locked=True)))
            if not ids:
                return []
            taken = await connection.execute(
                update(outbox)
                .where(
                    outbox.c.id.in_(ids),
                    or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until <= now),
                )
                .values(claimed_by=worker, claimed_until=now + lease, attempts=outbox.c.attempts + 1)
                .returning(outbox)
            )
            return sorted(
                (
                    Post(
                        row.id,
                        row.game,
                        row.channel,
                        row.kind,
                        row.payload.encode(),
                        row.nonce,
                        row.attempts,
                        row.created,
                    )
                    for row in taken
                ),
                key=lambda post: post.id,
            )

    @to_its_end
    async def keep(self, post: Post, worker: str, now: datetime, *, lease: timedelta = LEASE) -> bool:
        """The worker is still at it: the lease begins anew. False as in `mark_sent`."""
        async with self.writing() as connection:
            done = await connection.execute(
                update(outbox)
                .where(
                    outbox.c.game == post.game,
                    outbox.c.id == post.id,
                    outbox.c.claimed_by == worker,
                    outbox.c.done_at.is_(None),
                )
                .values(claimed_until=now + lease)
            )
            return bool(done.rowcount)

    async def mark_sent(self, post: Post, worker: str, now: datetime, message: int | None) -> bool:
        """The post is in the channel as `message` (None if there was nothing to post after all). False if the
        lease had run out and another worker has it.
        """
        return await self._mark(post, worker, done_at=now, message=message, error=None)

    async def mark_failed(
        self,
        post: Post,
        worker: str,
        now: datetime,
        error: str,
        *,
        give_up: bool = False,
        wait: timedelta | None = None,
    ) -> bool:
        """The attempt failed: try again later, or never (the channel is gone). False as in `mark_sent`.

        wait: how long until the next attempt; None for what is usual after so many.
        """
        return await self._mark(
            post,
            worker,
            error=error[:500],
            done_at=now if give_up else None,
            not_before=now + (back_off(post.attempts) if wait is None else wait),
            claimed_by=None,
            claimed_until=None,
        )

    @to_its_end
    async def hurry(self, now: datetime, server: int | None = None) -> bool:
        """What failed before is due now: the posts of a server's games (something was changed there, a
        permission perhaps), or of all. Returns whether there are any.
        """
        wanted = [outbox.c.done_at.is_(None), outbox.c.not_before > now, outbox.c.attempts > 0]
        if server is not None:
            wanted.append(outbox.c.game.in_(select(games.c.id).where(games.c.server == server)))
        async with self.looking() as connection:
            if (await connection.execute(select(outbox.c.id).where(*wanted).limit(1))).first() is None:
                return False
        async with self.writing() as connection:
            done = await connection.execute(update(outbox).where(*wanted).values(not_before=now))
            return bool(done.rowcount)

    @to_its_end
    async def _mark(self, post: Post, worker: str, **values: object) -> bool:
        async with self.writing() as connection:
            done = await connection.execute(
                update(outbox)
                .where(
                    outbox.c.game == post.game,
                    outbox.c.id == post.id,
                    outbox.c.claimed_by == worker,
                    outbox.c.done_at.is_(None),
                )
                .values(**values)
            )
            return done.rowcount == 1

    @to_its_end
    async def put(self, game: str, item: OutboxItem, nonce: str, now: datetime) -> bool:
        """Add a post that belongs to no change (a reminder). False if one with this nonce is there already,
        so that two processes add it once.
        """
        try:
            async with self.writing() as connection:
                channel = item.channel
                if channel is None:
                    channel = await connection.scalar(select(games.c.channel).where(games.c.id == game))
                row = {
                    "game": game,
                    "channel": channel,
                    "kind": item.kind,
                    "payload": item.payload.decode(),
                    "nonce": nonce,
                    "created": now,
                    "not_before": item.not_before or now,
                    "attempts": 0,
                }
                await connection.execute(insert(outbox), row)
        except IntegrityError as error:
            if is_taken(error):
                return False
            raise
        return True

    async def next_due(self) -> datetime | None:
        """When the next post may be sent: its `not_before`, or the end of a lease. None if all are done."""
        earlier = outbox.alias("earlier")
        later_of: Callable[..., ColumnElement[Any]] = func.max if self.is_sqlite else func.greatest
        when = later_of(outbox.c.not_before, func.coalesce(outbox.c.claimed_until, outbox.c.not_before))
        first = ~(
            select(earlier.c.id)
            .where(
                and_(earlier.c.game == outbox.c.game, earlier.c.done_at.is_(None), earlier.c.id < outbox.c.id)
            )
            .exists()
        )
        due = select(when.label("due")).where(outbox.c.done_at.is_(None), first).subquery()
        async with self.reading() as connection:
            found: datetime | None = await connection.scalar(select(func.min(due.c.due, type_=Moment)))
            return found

    @to_its_end
    async def forget_posts(self, before: datetime) -> None:
        """Drop rows that were done before a time."""
        async with self.writing() as connection:
            await connection.execute(
                outbox.delete().where(outbox.c.done_at.is_not(None), outbox.c.done_at < before)
            )
