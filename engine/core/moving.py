"""A game goes on in another channel: its host's right, or a manager's.

Pure functions; each raises Refused with a sentence. The log keeps that it moved, not where to.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec

from .errors import CannotLoad, NotRunning, Refused
from .lobby import must_be_lobby, must_host
from .play import Change, Pen
from .records import GameRecord
from .table import Table


def moved_lobby(record: GameRecord, user: int, channel: int, manager: bool) -> GameRecord:
    """The lobby in another channel."""
    must_be_lobby(record)
    _must_be_elsewhere(record, user, channel, manager)
    return msgspec.structs.replace(record, channel=channel)


def moved(
    table: Table,
    user: int,
    channel: int,
    manager: bool,
    at: datetime,
    interaction: str | None,
    housekeeper: int | None,
) -> Change:
    """The game in another channel. If it was `housekeeper` who paused it (the bot does when a channel is
    deleted), it goes on at once; if anybody else, it stays paused.
    """
    record = table.record
    if record.status not in ("running", "paused"):
        raise NotRunning("The game is over; it stays where it was played.")
    _must_be_elsewhere(record, user, channel, manager)
    if table.trouble:
        raise CannotLoad(table.trouble)
    pen = Pen(table, at, interaction)
    pen.record = msgspec.structs.replace(record, channel=channel)
    pen.note("manager", None, user, "moved")
    if record.status == "paused" and housekeeper is not None and _paused_by(table) == housekeeper:
        pen.record = msgspec.structs.replace(pen.record, status="running")
        pen.note("manager", None, user, "resume")
    pen.settle()
    return replace(pen.finish(), moved_from=record.channel)


def _must_be_elsewhere(record: GameRecord, user: int, channel: int, manager: bool) -> None:
    must_host(record, user, manager, "move the game to another channel")
    if channel == record.channel:
        raise Refused("The game is in this channel already.")


def _paused_by(table: Table) -> int | None:
    """Who paused the game last."""
    found = (move.actor for move in reversed(table.log) if move.kind == "manager" and move.line == "pause")
    return next(found, None)
