"""Orders in advance: which a person's seats have given, giving one, and revoking them."""

from __future__ import annotations

from datetime import datetime

import msgspec

from .errors import Refused
from .play import Change, Pen, must_run, read_order, seats_for
from .records import OrderRecord
from .table import Table
from .title import StandingOrder


def orders_of(table: Table, user: int, seat: int | None) -> list[StandingOrder]:
    """The standing orders of a person's seats (or one of them), oldest first. Raises NotSeated."""
    own = seats_for(table, user, seat)
    found = [read_order(table.title, each) for each in table.orders if each.seat in own]
    return [order for order in found if order is not None]


def given(
    table: Table, user: int, order: StandingOrder, seat: int | None, at: datetime, interaction: str | None
) -> Change:
    """One order more; one of the same kind is replaced. If it answers what the seat is asked now, the move
    is made at once. Raises Refused.
    """
    must_run(table)
    own = seats_for(table, user, seat)
    if type(order) not in table.title.orders:
        raise Refused(f"{table.title.name} knows no such order.")
    if len(own) > 1:
        raise Refused("Say for which of your seats the order is.")
    pen = Pen(table, at, interaction)
    pen.orders = _without(table, own, type(order))
    pen.orders.append(OrderRecord(table.id, own[0], msgspec.json.encode(order)))
    pen.settle()
    return pen.finish()


def revoked(
    table: Table,
    user: int,
    kind: type[StandingOrder] | None,
    seat: int | None,
    at: datetime,
    interaction: str | None,
) -> Change:
    """Without a person's orders of one kind, or (None) without all of them."""
    pen = Pen(table, at, interaction)
    pen.orders = _without(table, seats_for(table, user, seat), kind)
    return pen.finish()


def _without(table: Table, seats: tuple[int, ...], kind: type[StandingOrder] | None) -> list[OrderRecord]:
    """The table's orders but those of these seats that are of a kind; None for any kind."""
    return [
        each
        for each in table.orders
        if each.seat not in seats or (kind is not None and type(read_order(table.title, each)) is not kind)
    ]
