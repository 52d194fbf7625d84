"""What a change of a game puts in the outbox: rows that say what kind of post is due."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.records import OutboxItem, Proposal
from engine.core.table import Played, Table

from .orders import label_of_data


def announce(table: Table, done: Played | Proposal) -> Sequence[OutboxItem]:
    """The rows that a change of a game puts in the outbox."""
    if isinstance(done, Proposal):
        return (row("proposal", id=done.id),)
    rows = []
    if done.entries:
        rows.append(row("turn", version=table.version))
    for order in done.spent:
        label = label_of_data(table.title, order)
        if label and table.seats[order.seat].user is not None:
            rows.append(row("spent", seat=order.seat, order=label))
    if done.proposal is not None:
        rows.append(row("proposal", id=done.proposal.id))
    return rows


def row(kind: str, **payload: int | str) -> OutboxItem:
    """A row of the outbox, with what posting this kind must know (see `Announcer`)."""
    return OutboxItem(kind, msgspec.json.encode(payload))
