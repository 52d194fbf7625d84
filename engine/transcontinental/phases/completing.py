"""A development is complete: points, the flip, buildings; and Land Claims.

Rules: When a Development is Completed; Two Player Variant: Land Claim Tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import Recall, Skip, Stake
from engine.transcontinental.components import RAILYARD, TERMINAL
from engine.transcontinental.developments import (
    builders,
    contributions,
    face_of,
    is_complete,
    top_contributor,
)
from engine.transcontinental.events import Built, ClaimCompleted, ClaimStaked, Completed, NotBuilt, Scored
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import Building, Completing, State
from engine.transcontinental.words import place_name, tile_name


def after_unloading(run: Run, slot: str, claimant: int | None = None) -> None:
    """The completion check after every Develop and Portage.

    claimant: whose Land Claim Tile on the development the cubes went to, if they went there.
    """
    if claimant is not None:
        check_claim(run, claimant)
    elif is_complete(run.state, slot):
        complete(run, slot)


def complete(run: Run, slot: str) -> None:
    """Score the top contributor, return the cubes, flip the tile; the rest follows step by step."""
    state, tile = run.state, run.state.tiles[slot]
    counts = contributions(state, slot)
    builds = builders(state, counts)
    top = top_contributor(state, counts)
    points = face_of(state, slot).vp
    flipped = not tile.flipped
    run.tell(Completed(slot=slot, development=tile.id, counts=tuple(counts), flipped=flipped, places=(slot,)))
    score(run, top, points, "developments")
    for side, number in enumerate(counts):
        state.supply[side] += number
    tile.left.clear()
    tile.right.clear()
    tile.flipped = True
    others = [side for side in state.order if counts[side] and side != top]
    # Only with two players can a contributor be without a building and hold a Land Claim Tile.
    stakers = [side for side in others if state.claims and side not in builds]
    for side in others:
        if side not in stakers:
            score(run, side, run.box.points.development_other_contributors, "developments")
    run.push(Completing(slot, counts, builds, stakers))


class CompletingTile(Procedure[Completing]):
    frame = Completing

    def run(self, run: Run, frame: Completing) -> bool:
        if frame.stakers:
            return False
        run.pop()
        for side in reversed(frame.builders):
            run.push(Building(side, frame.slot))
        return True

    def pending(self, state: State, frame: Completing) -> tuple[Pending, ...]:
        side = frame.stakers[0]
        points = state.box.points.development_other_contributors
        prompt = f"Put your Land Claim Tile on {tile_name(state, frame.slot)} instead of scoring {points}?"
        claim = state.claims[side]
        if claim.cubes:
            prompt += f" Its {len(claim.cubes)} cubes at {tile_name(state, claim.slot)} would return."
        return (Pending(side, (Stake, Skip), prompt),)

    def legal(
        self, state: State, frame: Completing, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        yield Stake() if kind is Stake else Skip()

    def perform(self, run: Run, frame: Completing, seat: int, action: Action) -> None:
        state = run.state
        frame.stakers.remove(seat)
        if isinstance(action, Skip):
            score(run, seat, run.box.points.development_other_contributors, "developments")
            return
        claim, number = state.claims[seat], frame.counts[seat]
        clear_claim(state, seat)
        claim.slot = frame.slot
        claim.cubes = [seat] * number
        state.supply[seat] -= number
        run.tell(ClaimStaked(side=seat, slot=frame.slot, cubes=number, places=(frame.slot,)))
        # Buildings of the completed tile come first, then the claim if it is full already.
        if len(claim.cubes) >= run.box.land_claim.slots:
            run.pop()
            check_claim(run, seat)
            run.push(frame)


def clear_claim(state: State, side: int) -> None:
    """Take a Land Claim Tile back; the cubes on it return to their owners."""
    claim = state.claims[side]
    for owner in claim.cubes:
        state.supply[owner] += 1
    claim.cubes = []
    claim.slot = ""


def check_claim(run: Run, side: int) -> None:
    """A full Land Claim Tile returns, whoever owned the cubes; its owner builds and scores."""
    claim = run.state.claims[side]
    if not claim.slot or len(claim.cubes) < run.box.land_claim.slots:
        return
    slot = claim.slot
    clear_claim(run.state, side)
    run.tell(ClaimCompleted(side=side, slot=slot, places=(slot,)))
    score(run, side, run.box.points.land_claim_completed, "claims")
    run.push(Building(side, slot))


def score(run: Run, side: int, points: int, reason: str) -> None:
    """A side scores points."""
    run.state.add_points(side, reason, points)
    if points:
        run.tell(Scored(side=side, points=points, reason=reason))


class PlacingBuilding(Procedure[Building]):
    frame = Building

    def run(self, run: Run, frame: Building) -> bool:
        state = run.state
        if is_full(state, frame.player, frame.place):
            run.tell(NotBuilt(side=frame.player, place=frame.place, full=True))
        elif state.buildings[frame.player]:
            state.buildings[frame.player] -= 1
            put_building(run, frame.player, frame.place)
        elif frame.player < state.seats and any(movable(state, frame.player, frame.place)):
            return False
        else:
            run.tell(NotBuilt(side=frame.player, place=frame.place))
        run.pop()
        return True

    def pending(self, state: State, frame: Building) -> tuple[Pending, ...]:
        prompt = f"You have no building left: move one to {place_name(state, frame.place)}, or leave it"
        return (Pending(frame.player, (Recall, Skip), prompt),)

    def legal(
        self, state: State, frame: Building, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Skip:
            yield Skip()
        else:
            yield from (Recall(place) for place in movable(state, seat, frame.place))

    def perform(self, run: Run, frame: Building, seat: int, action: Action) -> None:
        run.pop()
        if isinstance(action, Recall):
            take_building(run.state, seat, action.place)
            put_building(run, seat, frame.place, action.place)
        else:
            run.tell(NotBuilt(side=seat, place=frame.place))


def is_full(state: State, side: int, place: str) -> bool:
    """Whether a side may have no more buildings on the terminal or railyard; without a limit never."""
    if place not in (TERMINAL, RAILYARD):
        return False
    special = "western_terminal" if place == TERMINAL else "eastern_railyard"
    limit = state.box.special[special].building_limit_per_player
    return 0 < limit <= (state.terminal if place == TERMINAL else state.railyard)[side]


def movable(state: State, side: int, target: str) -> Iterator[str]:
    """Places other than the target where a side has a building."""
    for slot, tile in state.tiles.items():
        if side in tile.buildings and slot != target:
            yield slot
    for place, numbers in ((TERMINAL, state.terminal), (RAILYARD, state.railyard)):
        if numbers[side] and place != target:
            yield place


def take_building(state: State, side: int, place: str) -> None:
    """Remove one building of a side from a place."""
    if place == TERMINAL:
        state.terminal[side] -= 1
    elif place == RAILYARD:
        state.railyard[side] -= 1
    else:
        state.tiles[place].buildings.remove(side)


def put_building(run: Run, side: int, place: str, moved_from: str = "") -> None:
    """Stand a building on a place."""
    state = run.state
    if place == TERMINAL:
        state.terminal[side] += 1
    elif place == RAILYARD:
        state.railyard[side] += 1
    else:
        state.tiles[place].buildings.append(side)
    run.tell(Built(side=side, place=place, moved_from=moved_from, places=(place,)))
