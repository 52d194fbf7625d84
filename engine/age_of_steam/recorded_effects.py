"""What a record says that followed from a decision by itself, held against what followed here.

Money, order and goods are compared. Whose track is whose is compared on the board at the end of the turn, and
random outcomes are not compared but used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.core.event import Event

from .board import Board, recorded_column
from .events import DroppedOut, ExpensesPaid, GoodsGrew, IncomeCollected, IncomeReduced, OrderSet

Difference = tuple[str, Any, Any]
"""What differs, what came, and what the record says."""


def effects_differ(
    on: Board, names: Sequence[str], effects: Sequence[Mapping[str, Any]], events: Iterable[Event]
) -> Iterator[Difference]:
    """Each difference between the effects that a record lists and the events that happened.

    names: the seats' names in the record. What the record does not list is not asked for.
    """

    def listed(kind: str) -> Iterator[Mapping[str, Any]]:
        return (effect for effect in effects if effect["type"] == kind)

    def by_seat(what: str, ours: Iterable[tuple[int, Any]], said: Mapping[str, Any]) -> Iterator[Difference]:
        for seat, amount in ours:
            if names[seat] in said and said[names[seat]] != amount:
                yield f"{what} {names[seat]}", amount, said[names[seat]]

    for event in events:
        match event:
            case DroppedOut(seat=seat, place=place, paid=paid):
                for effect in listed("order_payment"):
                    if effect["seat"] == names[seat] and (effect["position"], effect["paid"]) != (
                        place,
                        paid,
                    ):
                        what = f"order payment of {names[seat]} [position, paid]"
                        yield what, [place, paid], [effect["position"], effect["paid"]]
            case OrderSet(order=order):
                ours = [names[seat] for seat in order]
                yield from (
                    ("player order", ours, effect["order"])
                    for effect in listed("player_order")
                    if effect["order"] != ours
                )
            case IncomeCollected(amounts=amounts):
                for effect in listed("income"):
                    yield from by_seat("income of", amounts, effect["amounts"])
            case ExpensesPaid(bills=bills):
                for effect in listed("expenses"):
                    for seat, due, paid, lost in bills:
                        row = effect["seats"].get(names[seat])
                        said = row and [row.get("due"), row.get("paid"), row.get("income_lost")]
                        if row and said != [due, paid, lost]:
                            yield (
                                f"expenses of {names[seat]} [due, paid, income lost]",
                                [due, paid, lost],
                                said,
                            )
            case IncomeReduced(amounts=amounts, factor=factor):
                for effect in listed("income_reduction"):
                    # From an income of 50 the recorded engine takes 8 where the rulebook takes 10.
                    said = {
                        name: 10 * factor
                        if amount == 8 * factor and (names.index(name), 10 * factor) in amounts
                        else amount
                        for name, amount in effect["amounts"].items()
                    }
                    yield from by_seat("income reduction of", amounts, said)
            case GoodsGrew(column=column, cubes=cubes):
                for effect in listed("growth"):
                    if recorded_column(effect["column"]) == column and Counter(effect["cubes"]) != Counter(
                        cubes
                    ):
                        yield f"growth of {on.title(event.hex)}", sorted(cubes), sorted(effect["cubes"])
