"""The train: groups of cars on the Line and in the Yard, and where a cube is loaded.

A group's queue lists owners front to rear; cubes always lie closed up, so removing one slides the rest
forward. The tender belongs to the coal group of the Line, which therefore always exists.
Rules: Loading Resources; Things to Remember, Train Tiles.
"""

from __future__ import annotations

from collections.abc import Sequence

from .components import Box
from .state import Group, State

LINE, LINE_FLIPPED = "line", "line flipped"
YARD, YARD_FLIPPED = "yard", "yard flipped"
SHOP, RETURNED = "shop", "returned"
Position = tuple[str, int]
"""A cube's place: `line` or `yard`, and its index in the queue of its type."""


def group_of(groups: Sequence[Group], resource: str) -> Group | None:
    """The group of a type, if there is one; there is never more than one."""
    return next((group for group in groups if group.type == resource), None)


def queue_on_line(state: State, resource: str) -> list[int]:
    """Owners of the cubes of a type on the Line, front to rear."""
    group = group_of(state.line, resource)
    return group.cubes if group else []


def queue_in_yard(state: State, resource: str) -> list[int]:
    """Owners of the cubes of a type in the Yard, front to rear."""
    group = group_of(state.yard, resource)
    return group.cubes if group else []


def tender_slots(box: Box, resource: str, *, line: bool) -> int:
    """The tender's slots, if this group has the tender."""
    return box.tender.slots if line and resource == box.tender.accepts else 0


def car_slots(box: Box, resource: str) -> int:
    """Slots of one car of a type."""
    return box.train_tiles[box.tile_of[resource]].slots


def capacity(box: Box, group: Group, *, line: bool) -> int:
    """Slots of a group, the tender's included."""
    return group.cars * car_slots(box, group.type) + tender_slots(box, group.type, line=line)


def empty_cars(box: Box, group: Group, *, line: bool) -> int:
    """Cars of a group without a cube. The tender fills first and never flips."""
    in_cars = max(0, len(group.cubes) - tender_slots(box, group.type, line=line))
    return group.cars - -(-in_cars // car_slots(box, group.type))


def own_on_line(state: State, side: int, resource: str) -> int:
    """How many cubes of a type a side has on the Line."""
    return queue_on_line(state, resource).count(side)


def own_on_train(state: State, side: int, resource: str) -> int:
    """How many cubes of a type a side has on the Line and in the Yard."""
    return own_on_line(state, side, resource) + queue_in_yard(state, resource).count(side)


def tender_cubes(state: State) -> list[int]:
    """Owners of the coal in the tender."""
    box = state.box
    return queue_on_line(state, box.tender.accepts)[: box.tender.slots]


def load_one(state: State, side: int, resource: str, where: str = "") -> str:
    """Load one cube from the side's supply into the first place that applies; returns which place.

    where: "line" or "yard" allows only places there. Without room the cube stays in the supply.
    """
    box = state.box
    if where != "yard":
        if _fill(box, state.line, side, resource, line=True):
            place = LINE
        elif _flip(box, state.line, side, resource, line=True):
            place = LINE_FLIPPED
        elif where == "line":
            return RETURNED
        else:
            place = ""
        if place:
            state.supply[side] -= 1
            return place
    if _fill(box, state.yard, side, resource, line=False):
        place = YARD
    elif _flip(box, state.yard, side, resource, line=False):
        place = YARD_FLIPPED
    elif state.shop[box.tile_of[resource]]:
        state.shop[box.tile_of[resource]] -= 1
        group = group_of(state.yard, resource)
        if group is None:
            group = Group(resource, 0)
            state.yard.append(group)
        group.cars += 1
        group.cubes.append(side)
        place = SHOP
    else:
        return RETURNED
    state.supply[side] -= 1
    return place


def _fill(box: Box, groups: list[Group], side: int, resource: str, *, line: bool) -> bool:
    """An open slot of a car of the type."""
    group = group_of(groups, resource)
    if group is None or len(group.cubes) >= capacity(box, group, line=line):
        return False
    group.cubes.append(side)
    return True


def _flip(box: Box, groups: list[Group], side: int, resource: str, *, line: bool) -> bool:
    """An empty car of the other face: it flips and joins the cars of the type, or stays where it is."""
    partner = group_of(groups, box.resources[resource].partner)
    if partner is None or empty_cars(box, partner, line=line) < 1:
        return False
    partner.cars -= 1
    place = groups.index(partner) + 1
    if not partner.cars and not tender_slots(box, partner.type, line=line):
        groups.remove(partner)
        place -= 1
    group = group_of(groups, resource)
    if group is None:
        group = Group(resource, 0)
        groups.insert(place, group)
    group.cars += 1
    group.cubes.append(side)
    return True


def positions(state: State, side: int, resource: str, *, yard: bool) -> list[Position]:
    """Where a side's cubes of a type lie, front to rear, the Line before the Yard."""
    found = [("line", at) for at, owner in enumerate(queue_on_line(state, resource)) if owner == side]
    if yard:
        found += [("yard", at) for at, owner in enumerate(queue_in_yard(state, resource)) if owner == side]
    return found


def rearmost(state: State, side: int, resource: str, amount: int, *, yard: bool) -> list[Position]:
    """The default choice of cubes that leave: the rearmost, those in the Yard first."""
    found = positions(state, side, resource, yard=yard)
    return found[len(found) - amount :]


def choice_matters(state: State, side: int, resource: str, amount: int, *, yard: bool) -> bool:
    """Whether it makes a difference which of the side's cubes of a type leave the train."""
    found = positions(state, side, resource, yard=yard)
    if amount >= len(found):
        return False
    zones = {zone for zone, _ in found}
    return len(zones) > 1 or found[-1][1] - found[0][1] != len(found) - 1


def remove_cubes(state: State, resource: str, taken: Sequence[Position]) -> list[int]:
    """Take cubes off the train, close up, and say whose they were. They are not yet in any supply."""
    owners: list[int] = []
    for zone, at in sorted(taken, reverse=True):
        queue = queue_on_line(state, resource) if zone == "line" else queue_in_yard(state, resource)
        owners.append(queue.pop(at))
    return owners


def code(position: Position) -> str:
    """A place as players write it: `l1` is the front of the queue on the Line."""
    return f"{position[0][0]}{position[1] + 1}"


def position(code: str) -> Position:
    """The place that a code says."""
    return ("line" if code[0] == "l" else "yard", int(code[1:]) - 1)


def add_from_yard(state: State, resource: str) -> tuple[int, int]:
    """All Yard cars of a type with their cubes join the Line; returns numbers of cars and cubes."""
    group = group_of(state.yard, resource)
    assert group is not None
    state.yard.remove(group)
    _join(state, resource, group.cars, group.cubes)
    return group.cars, len(group.cubes)


def add_from_shop(state: State, resource: str) -> None:
    """One empty car from the Shop joins the Line."""
    state.shop[state.box.tile_of[resource]] -= 1
    _join(state, resource, 1, [])


def _join(state: State, resource: str, cars: int, cubes: list[int]) -> None:
    group = group_of(state.line, resource)
    if group is None:
        group = Group(resource, 0)
        state.line.append(group)
    group.cars += cars
    group.cubes += cubes
