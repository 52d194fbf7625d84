"""Loading cubes one by one; who runs out of cubes may take one back from elsewhere.

Rules: Loading Resources; Things to Remember, Resource Cubes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import Recall, Skip
from engine.transcontinental.events import CubeReused, Declined, Loaded
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import Loading, State
from engine.transcontinental.train import RETURNED, load_one


class LoadingCubes(Procedure[Loading]):
    frame = Loading

    def run(self, run: Run, frame: Loading) -> bool:
        state = run.state
        while frame.left and not frame.refused:
            if not state.supply[frame.player]:
                # The Syndicate never takes cubes back (RULINGS.md B05).
                if frame.player < state.seats and any(reusable(state, frame.player)):
                    return False
                break
            place = load_one(state, frame.player, frame.resource, frame.where)
            frame.placed.append(place)
            frame.left -= 1
        places = tuple(frame.placed) + (RETURNED,) * frame.left
        run.tell(Loaded(side=frame.player, resource=frame.resource, where=places))
        run.pop()
        return True

    def pending(self, state: State, frame: Loading) -> tuple[Pending, ...]:
        prompt = f"You have no cubes left: take one back to load {frame.resource}, or load no more"
        return (Pending(frame.player, (Recall, Skip), prompt),)

    def legal(
        self, state: State, frame: Loading, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Skip:
            yield Skip()
        else:
            yield from (Recall(place) for place in reusable(state, seat))

    def perform(self, run: Run, frame: Loading, seat: int, action: Action) -> None:
        if isinstance(action, Recall):
            take_back(run.state, seat, action.place)
            run.tell(CubeReused(side=seat, place=action.place))
        else:
            frame.refused = True
            run.tell(Declined(side=seat, what="loads no more cubes"))


def begin_load(run: Run, player: int, resource: str, number: int, where: str = "") -> None:
    """Load a number of cubes of one type."""
    run.push(Loading(player, resource, number, where))


def reusable(state: State, side: int) -> Iterator[str]:
    """Where a side's cubes lie: `line/wood/2` is the second place of that queue, `N3/left` a tile's side."""
    for zone, groups in (("line", state.line), ("yard", state.yard)):
        for group in groups:
            for at, owner in enumerate(group.cubes, 1):
                if owner == side:
                    yield f"{zone}/{group.type}/{at}"
    for slot, tile in state.tiles.items():
        for name in ("left", "right"):
            if side in tile.group(name):
                yield f"{slot}/{name}"
    for claim in state.claims:
        if side in claim.cubes:
            yield f"{claim.slot}/claim"


def take_back(state: State, side: int, place: str) -> None:
    """A cube returns from where it lies to its owner's supply; its queue closes up."""
    where, what, *at = place.split("/")
    if where in ("line", "yard"):
        groups = state.line if where == "line" else state.yard
        next(group for group in groups if group.type == what).cubes.pop(int(at[0]) - 1)
    elif what == "claim":
        next(claim for claim in state.claims if claim.slot == where and side in claim.cubes).cubes.remove(
            side
        )
    else:
        state.tiles[where].group(what).remove(side)
    state.supply[side] += 1
