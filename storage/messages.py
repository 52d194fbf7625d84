"""What the chat shows of a game: the messages with panels, and moves that somebody has begun to choose."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, delete, select

from .database import Database, to_its_end, upsert
from .schema import drafts, panels


class PanelRecord(Struct, frozen=True):
    """A message with buttons that belongs to a game."""

    message: int
    game: str
    channel: int
    kind: str
    """What it is: `lobby`, `turn`, `proposal` ...; the bot knows."""
    version: int
    """The game's version that it shows."""
    created: datetime
    seat: int | None = None
    """Whose turn it shows, if it is one seat's."""


class DraftRecord(Struct, frozen=True):
    """A half-made move: the fields chosen so far."""

    game: str
    user: int
    seat: int
    version: int
    """The game's version at which it was begun."""
    data: bytes
    """JSON of the bot."""
    changed: datetime


class Messages(Database):
    """Panels and drafts, so that a restart loses neither."""

    @to_its_end
    async def put_panel(self, panel: PanelRecord) -> None:
        """Keep a panel, or what it shows now."""
        key = {"message": panel.message}
        row = {
            "game": panel.game,
            "channel": panel.channel,
            "kind": panel.kind,
            "seat": panel.seat,
            "version": panel.version,
            "created": panel.created,
        }
        async with self.writing() as connection:
            await connection.execute(upsert(panels, key, row, sqlite=self.is_sqlite))

    async def panels(self, game: str, kind: str | None = None) -> list[PanelRecord]:
        """The panels of a game, oldest first; all, or of one kind."""
        wanted: list[ColumnElement[bool]] = [panels.c.game == game]
        if kind is not None:
            wanted.append(panels.c.kind == kind)
        async with self.reading() as connection:
            found = await connection.execute(
                select(panels).where(*wanted).order_by(panels.c.created, panels.c.message)
            )
            return [_panel(row) for row in found]

    async def panel(self, message: int) -> PanelRecord | None:
        """The panel in a message, if it is one."""
        async with self.reading() as connection:
            row = (await connection.execute(select(panels).where(panels.c.message == message))).first()
            return None if row is None else _panel(row)

    @to_its_end
    async def drop_panel(self, game: str, message: int) -> None:
        """The message is gone, or has lost its buttons."""
        async with self.writing() as connection:
            await connection.execute(delete(panels).where(panels.c.game == game, panels.c.message == message))

    @to_its_end
    async def put_draft(self, draft: DraftRecord) -> None:
        """Keep what a person has chosen so far for a seat."""
        key = {"game": draft.game, "user": draft.user, "seat": draft.seat}
        row = {"version": draft.version, "data": draft.data.decode(), "changed": draft.changed}
        async with self.writing() as connection:
            await connection.execute(upsert(drafts, key, row, sqlite=self.is_sqlite))

    async def draft(self, game: str, user: int, seat: int) -> DraftRecord | None:
        """What the person has chosen so far for this seat."""
        async with self.reading() as connection:
            found = await connection.execute(
                select(drafts).where(drafts.c.game == game, drafts.c.user == user, drafts.c.seat == seat)
            )
            row = found.first()
            if row is None:
                return None
            return DraftRecord(row.game, row.user, row.seat, row.version, row.data.encode(), row.changed)

    @to_its_end
    async def drop_drafts(self, game: str, seat: int | None = None) -> None:
        """Forget the half-made moves of a game, or of one seat."""
        wanted: list[ColumnElement[bool]] = [drafts.c.game == game]
        if seat is not None:
            wanted.append(drafts.c.seat == seat)
        async with self.writing() as connection:
            await connection.execute(delete(drafts).where(*wanted))


def _panel(row: Row[Any]) -> PanelRecord:
    return PanelRecord(row.message, row.game, row.channel, row.kind, row.version, row.created, row.seat)
