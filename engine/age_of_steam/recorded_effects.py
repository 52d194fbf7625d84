"""What a record says that followed from a decision by itself, held against what followed here.

Money, order and goods are compared. Whose track is whose is compared on the board at the end of the turn, and
random outcomes are not compared but used. What a record does not list at all is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.event import Event

from .board import recorded_column
from .events import (
    CubesReturned,
    DroppedOut,
    ExpensesPaid,
    GoodsGrew,
    IncomeCollected,
    IncomeReduced,
    OrderSet,
    SharesBoughtBack,
)

Effect = Mapping[str, Any]
Found = dict[str, Any]
"""What happened (or is said to have), by a name for it that a reader understands."""


def effects_differ(
    names: Sequence[str], effects: Sequence[Effect], events: Sequence[Event]
) -> tuple[str, Any, Any] | None:
    """The first difference between the effects that a record lists and the events: what, recorded, here.

    names: the seats' names in the record.
    """
    for kind, (said_by, found_by) in _KINDS.items():
        listed = [effect for effect in effects if effect["type"] == kind]
        if not listed:
            continue
        said, found = _merged(map(said_by, listed)), _merged(found_by(names, event) for event in events)
        # Every column and every bidder is listed; of the rest some may be left out, or railroads that are out
        # be there.
        every = kind == "growth" or (kind == "order_payment" and found)
        asked = {**said, **found} if every else [what for what in found if what in said]
        for what in asked:
            ours, theirs = found.get(what, "nothing"), said.get(what, "nothing")
            if ours != theirs and not _from_50(kind, ours, theirs):
                return what, theirs, ours
    return None


def _merged(all_found: Any) -> Found:
    return {what: value for found in all_found for what, value in found.items()}


def _from_50(kind: str, ours: Any, theirs: Any) -> bool:
    """From an income of 50 the recorded engine takes 8 and not 10, twice that if the loss is doubled."""
    return kind == "income_reduction" and (ours, theirs) in ((10, 8), (20, 16))


def _order_payment(names: Sequence[str], event: Event) -> Found:
    if not isinstance(event, DroppedOut):
        return {}
    return {f"order payment of {names[event.seat]} [position, paid]": [event.place, event.paid]}


def _player_order(names: Sequence[str], event: Event) -> Found:
    return {"player order": [names[seat] for seat in event.order]} if isinstance(event, OrderSet) else {}


def _income(names: Sequence[str], event: Event) -> Found:
    if not isinstance(event, IncomeCollected):
        return {}
    return {f"income of {names[seat]}": amount for seat, amount in event.amounts}


def _expenses(names: Sequence[str], event: Event) -> Found:
    if not isinstance(event, ExpensesPaid):
        return {}
    return {
        f"expenses of {names[seat]} [due, paid, income lost]": [due, paid, lost]
        for seat, due, paid, lost in event.bills
    }


def _income_reduction(names: Sequence[str], event: Event) -> Found:
    if not isinstance(event, IncomeReduced):
        return {}
    return {f"income reduction of {names[seat]}": amount for seat, amount in event.amounts}


def _growth(names: Sequence[str], event: Event) -> Found:
    if not isinstance(event, GoodsGrew):
        return {}
    return {f"growth of column {event.column} [dice, cubes]": [event.dice, sorted(event.cubes)]}


def _returned(names: Sequence[str], event: Event) -> Found:
    return {"cubes put back": sorted(event.cubes)} if isinstance(event, CubesReturned) else {}


def _buy_back(names: Sequence[str], event: Event) -> Found:
    """The recorded engine buys all shares back, on credit if need be."""
    if not isinstance(event, SharesBoughtBack):
        return {}
    shares = event.shares + event.left
    return {f"shares of {names[event.seat]} bought back [shares, paid]": [shares, 5 * shares]}


_KINDS: Mapping[str, tuple[Callable[[Effect], Found], Callable[[Sequence[str], Event], Found]]] = {
    "order_payment": (
        lambda said: {
            f"order payment of {said['seat']} [position, paid]": [said["position"], said["paid"]],
        },
        _order_payment,
    ),
    "player_order": (lambda said: {"player order": said["order"]}, _player_order),
    "income": (
        lambda said: {f"income of {name}": amount for name, amount in said["amounts"].items()},
        _income,
    ),
    "expenses": (
        lambda said: {
            f"expenses of {name} [due, paid, income lost]": [row["due"], row["paid"], row["income_lost"]]
            for name, row in said["seats"].items()
        },
        _expenses,
    ),
    "income_reduction": (
        lambda said: {f"income reduction of {name}": amount for name, amount in said["amounts"].items()},
        _income_reduction,
    ),
    "growth": (
        lambda said: {
            f"growth of column {recorded_column(said['column'])} [dice, cubes]": [
                said["dice"],
                sorted(said["cubes"]),
            ]
        },
        _growth,
    ),
    "production_returned": (lambda said: {"cubes put back": sorted(said["cubes"])}, _returned),
    "buy_back": (
        lambda said: {f"shares of {said['seat']} bought back [shares, paid]": [said["shares"], said["paid"]]},
        _buy_back,
    ),
}
"""For each kind of effect: what it says, and what an event shows of it."""
