"""The tables of the database. Every row belongs to one game, or to one person.

Times are whole microseconds since 1970 in UTC, so that both databases keep and compare them alike. JSON is
text, so that it can be read with any tool; snapshots are bytes.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    text,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(TypeDecorator[datetime]):
    """An aware datetime in UTC as whole microseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(microseconds=value)


RowId = BigInteger().with_variant(Integer, "sqlite")
"""A row number that the database gives; SQLite gives one only to its plain integer type."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _game() -> Column[str]:
    return Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("server", BigInteger),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("seed", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("hotseat", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("headline", Text, nullable=False),
    Column("pace_hours", Integer, nullable=False),
    Column("vote_hours", Integer, nullable=False),
    # One open game a channel, whatever two processes do at the same moment.
    Index(
        "one_open_game_a_channel",
        "channel",
        unique=True,
        sqlite_where=text("status IN ('lobby', 'running', 'paused')"),
        postgresql_where=text("status IN ('lobby', 'running', 'paused')"),
    ),
    Index("ix_games_server_changed", "server", "changed"),
)

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger),
    Column("name", Text, nullable=False),
    Column("vacant", Boolean, nullable=False),
    Column("waiting_since", Moment),  # None if the seat has nothing to decide
    Column("prompt", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
    Index("ix_seats_user", "user"),
)

moves = Table(
    "moves",
    metadata,
    _game(),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("actor", BigInteger),
    Column("line", Text, nullable=False),
    Column("chance", Text, nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
    Column("interaction", Text, unique=True),
    PrimaryKeyConstraint("game", "seq"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _game(),
    Column("seq", Integer, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("game", "seq"),
)

orders = Table(
    "orders",
    metadata,
    _game(),
    Column("place", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("game", "place"),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", Text, primary_key=True),
    _game(),
    Column("status", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("data", Text, nullable=False),
    Index("ix_proposals_game_status", "game", "status"),
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", Text, primary_key=True),
    _game(),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("proposal", Text),
    Index("ix_interactions_at", "at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    _game(),
    Column("channel", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("nonce", Text, nullable=False, unique=True),
    Column("created", Moment, nullable=False),
    Column("not_before", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_by", Text),
    Column("claimed_until", Moment),
    Column("done_at", Moment),  # sent, or given up
    Column("message", BigInteger),
    Column("error", Text),
    Index(
        "ix_outbox_unsent",
        "game",
        "id",
        sqlite_where=text("done_at IS NULL"),
        postgresql_where=text("done_at IS NULL"),
    ),
)

panels = Table(
    "panels",
    metadata,
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    _game(),
    Column("channel", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("version", Integer, nullable=False),
    Column("created", Moment, nullable=False),
    Index("ix_panels_game_kind", "game", "kind"),
)

drafts = Table(
    "drafts",
    metadata,
    _game(),
    Column("user", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("changed", Moment, nullable=False),
    PrimaryKeyConstraint("game", "user", "seat"),
)

reminders = Table(
    "reminders",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("since", Moment, nullable=False),  # the waiting that it belongs to
    Column("count", Integer, nullable=False),
    Column("due", Moment),  # None: no more for this turn
    PrimaryKeyConstraint("game", "seat"),
    ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("notify", Text, nullable=False),
    Column("quiet_from", Integer),  # minutes after midnight
    Column("quiet_to", Integer),
    Column("timezone", Text, nullable=False),
    Column("vacation_until", Moment),
)
