"""Resupply: whoever has most coal in the full tender supplies it and adds cars to the Line.

Rules: Other Actions, Resupply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import AddCars, Skip
from engine.transcontinental.components import RAILYARD
from engine.transcontinental.events import Declined, NoResupply, Supplied
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import Building, Resupplying, State
from engine.transcontinental.train import (
    add_from_shop,
    add_from_yard,
    positions,
    remove_cubes,
    tender_cubes,
)

from .completing import score


class ResupplyingTrain(Procedure[Resupplying]):
    frame = Resupplying

    def run(self, run: Run, frame: Resupplying) -> bool:
        state = run.state
        reason = why_none(state)
        if reason:
            if not frame.again:
                run.tell(NoResupply(reason=reason))
            run.pop()
            return True
        frame.supplier = supplier(state)
        if frame.supplier < state.seats:
            return False
        supply(run, frame.supplier, _syndicates_choice(state))
        frame.again = True
        return True

    def pending(self, state: State, frame: Resupplying) -> tuple[Pending, ...]:
        coal = len(positions(state, frame.supplier, state.box.tender.accepts, yard=False))
        once_more = "Resupply again" if frame.again else "Resupply"
        prompt = f"{once_more}: your {coal} coal on the Line leave; choose the cars to add"
        return (Pending(frame.supplier, (AddCars, Skip) if frame.again else (AddCars,), prompt),)

    def legal(
        self, state: State, frame: Resupplying, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Skip:
            yield Skip()
        else:
            yield from (AddCars(resource) for resource in addable(state))

    def why_not(self, state: State, frame: Resupplying, seat: int, action: Action) -> str:
        if isinstance(action, AddCars) and state.yard:
            return f"There are cars in the Yard, so one of these types is added: {', '.join(addable(state))}."
        return ""

    def perform(self, run: Run, frame: Resupplying, seat: int, action: Action) -> None:
        if isinstance(action, AddCars):
            frame.again = True
            supply(run, seat, action.resource)
        else:
            run.pop()
            run.tell(Declined(side=seat, what="does not resupply again"))


def why_none(state: State) -> str:
    """Why no resupply can happen now; "" if it can."""
    if len(tender_cubes(state)) < state.box.tender.slots:
        return "the tender is not full"
    if not state.yard and not any(state.shop.values()):
        return "neither Yard nor Shop has cars"
    return ""


def supplier(state: State) -> int:
    """The side with most coal in the tender; ties by turn order."""
    coal = tender_cubes(state)
    return min(range(state.sides), key=lambda side: (-coal.count(side), state.place_in_order(side)))


def addable(state: State) -> list[str]:
    """Types of cars that may be added: those in the Yard, or any the Shop has."""
    if state.yard:
        return [group.type for group in state.yard]
    return [resource for resource in state.box.resources if state.shop[state.box.tile_of[resource]]]


def supply(run: Run, side: int, resource: str) -> None:
    """One resupply by a side: coal leaves, cars come, points and a building."""
    state, box, points = run.state, run.box, run.box.points
    coal = box.tender.accepts
    burnt = len(remove_cubes(state, coal, positions(state, side, coal, yard=False)))
    state.supply[side] += burnt
    from_shop = not state.yard
    if from_shop:
        add_from_shop(state, resource)
        cars, cubes = 1, 0
    else:
        cars, cubes = add_from_yard(state, resource)
    run.tell(Supplied(side=side, resource=resource, cars=cars, cubes=cubes, coal=burnt, from_shop=from_shop))
    score(run, side, points.resupply + points.resupply_per_cube_from_yard * cubes, "resupply")
    run.push(Building(side, RAILYARD))


def _syndicates_choice(state: State) -> str:
    """The Yard's type with most cubes, the first of equals; else the Shop's fullest stack, first faces."""
    if state.yard:
        return max(state.yard, key=lambda group: len(group.cubes)).type
    kind = max(state.shop, key=lambda each: state.shop[each])
    faces = state.box.train_tiles[kind].faces
    return next(face for face in faces if state.box.resources[face].port)
