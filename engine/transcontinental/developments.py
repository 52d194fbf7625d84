"""Developments: which groups of slots take which cubes, and whether a tile is complete.

Rules: Actions that Unload Resources to Developments; Land Claim Tiles.
"""

from __future__ import annotations

from collections.abc import Iterator

from .components import WILD, Face, SlotGroup
from .state import State

CLAIM = "claim"
SIDES = ("left", "right")


def face_of(state: State, slot: str) -> Face:
    """The face that lies up in a slot."""
    tile = state.tiles[slot]
    return state.box.developments[tile.id].face(tile.flipped)


def slot_group(state: State, slot: str, side: str) -> SlotGroup:
    """The printed slots of one side of the face that lies up."""
    return face_of(state, slot).group(side)


def has_empty_slot(state: State, slot: str, side: str) -> bool:
    """Whether a cube may still begin an unloading here. An overfilled group is full."""
    return len(state.tiles[slot].group(side)) < slot_group(state, slot, side).slots


def accepts(state: State, slot: str, side: str, resource: str) -> bool:
    """Whether a group's printed type takes the resource."""
    return slot_group(state, slot, side).accepts in (resource, WILD)


def has_building(state: State, side: int, slot: str) -> bool:
    """Whether a player owns a building on the tile: the house."""
    return side in state.tiles[slot].buildings


def claim_on(state: State, side: int, slot: str) -> bool:
    """Whether a player's Land Claim Tile lies on the development."""
    return side < len(state.claims) and state.claims[side].slot == slot


def targets(state: State, player: int, slot: str, resource: str, *, wild: bool = False) -> Iterator[str]:
    """The sides of a tile onto which a cube of the type may be unloaded: left, right, the own claim."""
    for side in SIDES:
        if has_empty_slot(state, slot, side) and (wild or accepts(state, slot, side, resource)):
            yield side
    if claim_on(state, player, slot):
        yield CLAIM


def cubes_at(state: State, player: int, slot: str, side: str) -> list[int]:
    """The list that cubes unloaded there join; `player` owns the claim."""
    return state.claims[player].cubes if side == CLAIM else state.tiles[slot].group(side)


def is_complete(state: State, slot: str) -> bool:
    """Whether the face that lies up has slots and none of them is empty."""
    groups = [side for side in SIDES if slot_group(state, slot, side).slots]
    return bool(groups) and not any(has_empty_slot(state, slot, side) for side in groups)


def contributions(state: State, slot: str) -> list[int]:
    """Cubes by side over both groups, overfill included."""
    tile = state.tiles[slot]
    return [tile.left.count(side) + tile.right.count(side) for side in range(state.sides)]


def builders(state: State, counts: list[int]) -> list[int]:
    """Who builds on a completed tile, largest share first.

    The top two by count build (with one or two players the top one); nobody who ties with the last of
    them is left out. Rules: When a Development is Completed; RULINGS.md A32, A33.
    """
    setup = state.box.setups[state.seats]
    places = 2 if setup.buildings_for_completion == "top_two" else 1
    ranked = sorted((count for count in counts if count), reverse=True)
    threshold = ranked[min(places, len(ranked)) - 1]
    chosen = [side for side, count in enumerate(counts) if count >= threshold]
    return sorted(chosen, key=lambda side: (-counts[side], state.place_in_order(side)))


def top_contributor(state: State, counts: list[int]) -> int:
    """Who takes the larger share of points: most cubes, ties by turn order."""
    return min(range(state.sides), key=lambda side: (-counts[side], state.place_in_order(side)))


def why_not_unload(state: State, player: int, slot: str, side: str, resource: str) -> str:
    """Why a cube of the type cannot be unloaded there, as a sentence; "" if it can."""
    if slot not in state.tiles or resource not in state.box.resources:
        return ""
    name = state.box.developments[state.tiles[slot].id].name
    if side == CLAIM:
        return (
            "" if claim_on(state, player, slot) else f"Your Land Claim Tile does not lie on {name} ({slot})."
        )
    if side not in SIDES:
        return ""
    group = slot_group(state, slot, side)
    if not group.slots:
        return f"{name} ({slot}) has no slots on its {side}."
    if not has_empty_slot(state, slot, side):
        return f"The {side} of {name} ({slot}) has no empty slot."
    if not accepts(state, slot, side, resource):
        return f"The {side} of {name} ({slot}) takes {group.accepts}, not {resource}."
    return ""
