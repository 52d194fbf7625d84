"""A store in memory: a table without a database, for tests and for trying a title out.

It keeps the same promises as storage/ within one process: every method is all or nothing.
"""

from __future__ import annotations

from datetime import datetime

from .errors import ChannelTaken
from .records import (
    OPEN,
    Commit,
    Conflict,
    GameRecord,
    InteractionRecord,
    Loaded,
    Look,
    MoveRecord,
    OrderRecord,
    OutboxItem,
    Proposal,
    SnapshotRecord,
)


class MemoryStore:
    """Implements `records.Store`."""

    def __init__(self) -> None:
        self.games: dict[str, GameRecord] = {}
        self.moves: dict[str, list[MoveRecord]] = {}
        self.snapshots: dict[str, dict[int, SnapshotRecord]] = {}
        self.orders: dict[str, tuple[OrderRecord, ...]] = {}
        self.kept_proposals: dict[str, Proposal] = {}
        self.interactions: dict[str, InteractionRecord] = {}
        self.since: dict[str, dict[int, datetime]] = {}
        self.outbox: list[tuple[str, OutboxItem]] = []

    async def commit(self, commit: Commit) -> None:
        """See Store."""
        record, game = commit.record, commit.record.id
        known = self.games.get(game)
        if (known.revision if known else 0) != record.revision - 1:
            raise Conflict(game)
        log = self.moves.get(game, [])
        if any(move.seq != len(log) + i for i, move in enumerate(commit.moves, 1)):
            raise Conflict(game)
        if commit.interaction is not None and commit.interaction.id in self.interactions:
            raise Conflict(game)
        if record.status in OPEN:
            other = await self.in_channel(record.channel)
            if other is not None and other.id != game:
                raise ChannelTaken("This channel already has a game.")
        self.games[game] = record
        self.moves[game] = [*log, *commit.moves]
        snapshots = self.snapshots.setdefault(game, {})
        if commit.drop_snapshot is not None:
            snapshots.pop(commit.drop_snapshot, None)
        if commit.snapshot is not None:
            snapshots[commit.snapshot.seq] = commit.snapshot
        if commit.orders is not None:
            self.orders[game] = commit.orders
        if commit.proposal is not None:
            self.kept_proposals[commit.proposal.id] = commit.proposal
        if commit.interaction is not None:
            self.interactions[commit.interaction.id] = commit.interaction
        before = self.since.get(game, {})
        self.since[game] = {
            each.seat: commit.at if each.seat in commit.acted else before.get(each.seat, commit.at)
            for each in commit.waiting
        }
        self.outbox += [(game, item) for item in commit.outbox]

    async def look(self, game: str, interaction: str | None = None) -> Look:
        """See Store."""
        record = self.games.get(game)
        if record is None:
            return Look(None)
        return Look(record.revision, self.interactions.get(interaction or ""))

    async def load(self, game: str, after: int = 0) -> Loaded | None:
        """See Store."""
        record = self.games.get(game)
        if record is None:
            return None
        newest = max(self.snapshots.get(game, {}), default=None)
        return Loaded(
            record,
            tuple(self.moves.get(game, [])[after:]),
            None if newest is None else self.snapshots[game][newest],
            self.orders.get(game, ()),
        )

    async def game(self, game: str) -> GameRecord | None:
        """See Store."""
        return self.games.get(game)

    async def in_channel(self, channel: int) -> GameRecord | None:
        """See Store."""
        for record in self.games.values():
            if record.channel == channel and record.status in OPEN:
                return record
        return None

    async def snapshot(self, game: str, at_most: int) -> SnapshotRecord | None:
        """See Store."""
        fitting = [seq for seq in self.snapshots.get(game, {}) if seq <= at_most]
        return self.snapshots[game][max(fitting)] if fitting else None

    async def interaction(self, interaction: str) -> InteractionRecord | None:
        """See Store."""
        return self.interactions.get(interaction)

    async def proposal(self, proposal: str) -> Proposal | None:
        """See Store."""
        return self.kept_proposals.get(proposal)

    async def proposals(self, game: str) -> list[Proposal]:
        """See Store."""
        return [each for each in self.kept_proposals.values() if each.game == game and each.status == "open"]

    async def waiting_since(self, game: str) -> dict[int, datetime]:
        """See Store."""
        return dict(self.since.get(game, {}))
