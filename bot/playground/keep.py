"""The playground's memory between two starts: channels, threads and messages in a small SQLite file.

Every change is written as it happens, so that a killed playground comes back as it was. Interactions are not
kept: their tokens end with the process.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import msgspec

from .hub import Change
from .world import Channel, Message, World

LAYOUT = """
create table if not exists channels (id integer primary key, data blob not null);
create table if not exists messages (
    channel integer not null, id integer not null, data blob not null, primary key (channel, id)
) without rowid;
create table if not exists gone (id integer primary key);
"""
KEPT_PER_CHANNEL = 200


class Keep:
    """One file. `load` first, then `note` every change."""

    def __init__(self, path: Path, world: World) -> None:
        self.world = world
        self.file = sqlite3.connect(path, isolation_level=None)
        self.file.execute("pragma journal_mode = wal")
        self.file.execute("pragma synchronous = off")
        self.file.executescript(LAYOUT)

    def load(self) -> None:
        """Bring the world to what was kept; older messages than the last 200 of a channel are dropped."""
        for (data,) in self.file.execute("select data from channels order by id"):
            channel = msgspec.msgpack.decode(data, type=Channel)
            self.world.channels[channel.id] = channel
        for (id,) in self.file.execute("select id from gone").fetchall():
            self.world.channels.pop(id, None)
        for channel in self.world.channels.values():
            rows = self.file.execute(
                "select data from messages where channel = ? order by id desc limit ?",
                (channel.id, KEPT_PER_CHANNEL),
            ).fetchall()
            for (data,) in reversed(rows):
                message = msgspec.msgpack.decode(data, type=Message)
                channel.messages[message.id] = message
            if len(rows) == KEPT_PER_CHANNEL:
                oldest = next(iter(channel.messages))
                self.file.execute("delete from messages where channel = ? and id < ?", (channel.id, oldest))

    def note(self, change: Change) -> None:
        """Write one change."""
        if change.kind == "message":
            message: Message = change.subject
            self._channel(message.channel)
            self.file.execute(
                "insert or replace into messages values (?, ?, ?)",
                (message.channel, message.id, msgspec.msgpack.encode(message)),
            )
        elif change.kind == "gone":
            self.file.execute(
                "delete from messages where channel = ? and id = ?", (change.channel, change.subject)
            )
        elif change.kind == "places" and change.channel:
            self._channel(change.channel)

    def _channel(self, id: int) -> None:
        channel = self.world.channels.get(id)
        if channel is None:
            self.file.execute("delete from channels where id = ?", (id,))
            self.file.execute("delete from messages where channel = ?", (id,))
            self.file.execute("insert or ignore into gone values (?)", (id,))
        else:
            data = msgspec.msgpack.encode(replace(channel, messages={}))
            self.file.execute("insert or replace into channels values (?, ?)", (id, data))

    def close(self) -> None:
        self.file.close()
