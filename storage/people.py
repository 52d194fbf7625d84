"""What concerns persons over all their games: whose turn it is, reminders, preferences."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import BigInteger, Row, and_, cast, func, literal, or_, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.core.records import OPEN, GameRecord

from .database import Database, to_its_end, upsert
from .games import record_of
from .schema import Moment, games, preferences, reminders, seats

Notify = Literal["mention", "dm", "both", "none"]
"""How a person is told of their turn: mentioned in the channel, by direct message, both, not at all."""


class Turn(Struct, frozen=True):
    """A seat that must decide in a running game."""

    game: str
    title: str
    channel: int
    server: int | None
    headline: str
    seat: int
    user: int | None
    name: str
    prompt: str
    since: datetime
    pace_hours: int
    reminded: int = 0
    """How many reminders were sent for this turn."""


class Preferences(Struct, frozen=True):
    """A person's choices about being told things."""

    user: int
    notify: Notify = "mention"
    quiet_from: int | None = None
    """Quiet hours, in minutes after midnight in `timezone`; None for none. May run over midnight."""
    quiet_to: int | None = None
    timezone: str = "UTC"
    """A name of the IANA database: `Europe/Berlin`."""
    vacation_until: datetime | None = None


class People(Database):
    """Turns, reminders and preferences."""

    async def turns_of(self, user: int) -> list[Turn]:
        """The turns of a person in all running games, those waiting longest first."""
        async with self.reading() as connection:
            found = await connection.execute(_turns().where(seats.c.user == user))
            return [_turn(row) for row in found]

    async def turns_in(self, game: str) -> list[Turn]:
        """Who must decide in a game."""
        async with self.reading() as connection:
            found = await connection.execute(_turns().where(games.c.id == game))
            return [_turn(row) for row in found]

    async def games_of(self, user: int) -> list[GameRecord]:
        """The open games in which a person sits, the last changed first."""
        async with self.reading() as connection:
            own = select(seats.c.game).where(seats.c.user == user)
            wanted = select(games).where(games.c.id.in_(own), games.c.status.in_(OPEN))
            return await _records(connection, wanted.order_by(games.c.changed.desc()))

    async def open_games(self, server: int, limit: int = 200) -> list[GameRecord]:
        """The open games of a server, the last changed first."""
        async with self.reading() as connection:
            wanted = select(games).where(games.c.server == server, games.c.status.in_(OPEN))
            return await _records(connection, wanted.order_by(games.c.changed.desc()).limit(limit))

    async def reminders_due(self, now: datetime, limit: int = 100) -> list[Turn]:
        """The turns of persons in running games of which they should be reminded now: first when the game's
        pace has passed since the turn began (a pace of 0: never), then when `reminded` said, whatever the
        pace: a ping may have been put off. Vacations are the caller's business.
        """
        hour = timedelta(hours=1) // timedelta(microseconds=1)
        pace = cast(games.c.pace_hours, BigInteger) * literal(hour, BigInteger)
        first = type_coerce(seats.c.waiting_since, BigInteger) + pace
        this_turn = reminders.c.since == seats.c.waiting_since
        async with self.reading() as connection:
            found = await connection.execute(
                _turns()
                .where(
                    seats.c.user.is_not(None),
                    or_(
                        and_(this_turn, reminders.c.due <= now),
                        and_(
                            games.c.pace_hours > 0,
                            or_(reminders.c.since.is_(None), ~this_turn),
                            first <= literal(now, Moment),
                        ),
                    ),
                )
                .limit(limit)
            )
            return [_turn(row) for row in found]

    @to_its_end
    async def reminded(self, turn: Turn, next_due: datetime | None, *, sent: bool = True) -> bool:
        """A reminder of this turn goes out; the next is due at `next_due` (None: no more). False if another
        process was first, or the turn is over: then nothing may be sent.

        sent: False if it is put off to `next_due`; then it does not count as a reminder.
        """
        async with self.writing() as connection:
            # The lock on the seat lets one process decide at a time.
            since = await connection.scalar(
                select(seats.c.waiting_since)
                .where(seats.c.game == turn.game, seats.c.seat == turn.seat)
                .with_for_update()
            )
            if since != turn.since:
                return False
            told = await connection.scalar(
                select(reminders.c.count).where(
                    reminders.c.game == turn.game,
                    reminders.c.seat == turn.seat,
                    reminders.c.since == turn.since,
                )
            )
            if (told or 0) != turn.reminded:
                return False
            key = {"game": turn.game, "seat": turn.seat}
            row = {"since": turn.since, "count": turn.reminded + sent, "due": next_due}
            await connection.execute(upsert(reminders, key, row, sqlite=self.is_sqlite))
            return True

    async def preferences(self, user: int) -> Preferences:
        """What a person has chosen; the default for whoever has chosen nothing."""
        return (await self.all_preferences([user]))[user]

    async def all_preferences(self, users: list[int]) -> dict[int, Preferences]:
        """The preferences of several persons."""
        async with self.reading() as connection:
            found = await connection.execute(select(preferences).where(preferences.c.user.in_(users)))
            known = {
                row.user: Preferences(
                    row.user, row.notify, row.quiet_from, row.quiet_to, row.timezone, row.vacation_until
                )
                for row in found
            }
        return {user: known.get(user, Preferences(user)) for user in users}

    @to_its_end
    async def put_preferences(self, choice: Preferences) -> None:
        """Keep what a person has chosen."""
        row = {
            "notify": choice.notify,
            "quiet_from": choice.quiet_from,
            "quiet_to": choice.quiet_to,
            "timezone": choice.timezone,
            "vacation_until": choice.vacation_until,
        }
        async with self.writing() as connection:
            await connection.execute(upsert(preferences, {"user": choice.user}, row, sqlite=self.is_sqlite))


async def _records(connection: AsyncConnection, wanted: Any) -> list[GameRecord]:
    """The records of the rows of `games` that a query gives."""
    rows = (await connection.execute(wanted)).all()
    sitting = await connection.execute(
        select(seats).where(seats.c.game.in_([row.id for row in rows])).order_by(seats.c.game, seats.c.seat)
    )
    by_game: dict[str, list[Row[Any]]] = {}
    for seat in sitting:
        by_game.setdefault(seat.game, []).append(seat)
    return [record_of(row, by_game.get(row.id, [])) for row in rows]


def _turns() -> Any:
    """Waiting seats of running games, with how often their person was reminded of this turn."""
    return (
        select(
            games.c.id,
            games.c.title,
            games.c.channel,
            games.c.server,
            games.c.headline,
            games.c.pace_hours,
            seats.c.seat,
            seats.c.user,
            seats.c.name,
            seats.c.prompt,
            seats.c.waiting_since,
            func.coalesce(reminders.c.count, 0).label("reminded"),
            reminders.c.since,
        )
        .select_from(
            seats.join(games, games.c.id == seats.c.game).outerjoin(
                reminders, and_(reminders.c.game == seats.c.game, reminders.c.seat == seats.c.seat)
            )
        )
        .where(games.c.status == "running", seats.c.waiting_since.is_not(None))
        .order_by(seats.c.waiting_since, games.c.id, seats.c.seat)
    )


def _turn(row: Row[Any]) -> Turn:
    return Turn(
        row.id,
        row.title,
        row.channel,
        row.server,
        row.headline,
        row.seat,
        row.user,
        row.name,
        row.prompt,
        row.waiting_since,
        row.pace_hours,
        row.reminded if row.since == row.waiting_since else 0,
    )
