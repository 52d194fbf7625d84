"""Trade and Portage: cubes of one type leave the train, the owner's choice which.

Rules: Actions that Load Resources, Trade; Portage 1; Ally Card Symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import Choose
from engine.transcontinental.developments import CLAIM, cubes_at
from engine.transcontinental.events import CubesLeft, Unloaded
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import (
    CardPlay,
    Loading,
    Picking,
    Portaging,
    RailheadPhase,
    State,
    Trading,
)
from engine.transcontinental.train import (
    Position,
    choice_matters,
    code,
    position,
    positions,
    rearmost,
    remove_cubes,
)

from .completing import after_unloading


class PickingCubes(Procedure[Picking]):
    frame = Picking

    def run(self, run: Run, frame: Picking) -> bool:
        return False

    def pending(self, state: State, frame: Picking) -> tuple[Pending, ...]:
        prompt = f"Choose which {frame.amount} of your {frame.resource} to {frame.purpose}"
        return (Pending(frame.player, (Choose,), prompt),)

    def legal(
        self, state: State, frame: Picking, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        codes = [code(each) for each in positions(state, seat, frame.resource, yard=frame.yard)]
        wanted = chosen.get("which")
        if isinstance(wanted, tuple):
            fits = len(wanted) == frame.amount and list(wanted) == [each for each in codes if each in wanted]
            if fits:
                yield Choose(tuple(str(each) for each in wanted))
            return
        # Cubes next to each other are the same to all: of each run the rearmost stand for any.
        for which in ways(runs(positions(state, seat, frame.resource, yard=frame.yard)), frame.amount):
            yield Choose(tuple(code(each) for each in which))

    def why_not(self, state: State, frame: Picking, seat: int, action: Action) -> str:
        codes = [code(each) for each in positions(state, seat, frame.resource, yard=frame.yard)]
        return f"Choose {frame.amount} of {', '.join(codes)}, in this order."

    def perform(self, run: Run, frame: Picking, seat: int, action: Action) -> None:
        assert isinstance(action, Choose)
        run.pop()
        beneath = run.state.stack[-1]
        assert isinstance(beneath, Trading | Portaging | RailheadPhase)
        beneath.picked = list(action.which)


def runs(own: Sequence[Position]) -> list[list[Position]]:
    """A side's cubes, front to rear, in runs that lie next to each other."""
    found: list[list[Position]] = []
    for zone, at in own:
        if found and found[-1][-1] == (zone, at - 1):
            found[-1].append((zone, at))
        else:
            found.append([(zone, at)])
    return found


def ways(own: Sequence[list[Position]], amount: int) -> Iterator[list[Position]]:
    """Every way of taking some cubes that leaves another train; the rearmost first, the usual choice."""
    if not amount:
        yield []
        return
    if not own:
        return
    front, last = own[:-1], own[-1]
    for taken in range(min(amount, len(last)), -1, -1):
        for rest in ways(front, amount - taken):
            yield rest + last[len(last) - taken :]


def pick(run: Run, player: int, resource: str, amount: int, *, yard: bool, purpose: str) -> list[str]:
    """The cubes that leave, if it does not matter which; otherwise asks, and returns nothing yet.

    The Syndicate is not asked: its Yard cubes go before those on the Line, the rearmost first (B08).
    """
    if player < run.state.seats and choice_matters(run.state, player, resource, amount, yard=yard):
        run.push(Picking(player, resource, amount, yard, purpose))
        return []
    return [code(each) for each in rearmost(run.state, player, resource, amount, yard=yard)]


class TradingCubes(Procedure[Trading]):
    frame = Trading

    def run(self, run: Run, frame: Trading) -> bool:
        state = run.state
        taken = [position(each) for each in frame.picked]
        remove_cubes(state, frame.give, taken)
        state.supply[frame.player] += len(taken)
        note_removed(state, frame.player, frame.give, len(taken))
        run.tell(CubesLeft(side=frame.player, resource=frame.give, number=len(taken), reason="trade"))
        run.pop()
        run.push(Loading(frame.player, frame.get, len(taken)))
        return True


def begin_trade(run: Run, player: int, give: str, get: str, amount: int, *, yard: bool = False) -> None:
    """Cubes of one type leave, then as many of the other are loaded."""
    frame = Trading(player, give, get, amount, yard)
    run.push(frame)
    frame.picked = pick(run, player, give, amount, yard=yard, purpose="trade")


class PortagingCubes(Procedure[Portaging]):
    frame = Portaging

    def run(self, run: Run, frame: Portaging) -> bool:
        state = run.state
        taken = [position(each) for each in frame.picked]
        owners = remove_cubes(state, frame.resource, taken)
        cubes_at(state, frame.player, frame.slot, frame.side).extend(owners)
        note_removed(state, frame.player, frame.resource, len(owners))
        run.pop()
        run.tell(
            Unloaded(
                side=frame.player,
                resource=frame.resource,
                number=len(owners),
                slot=frame.slot,
                group=frame.side,
                by="portage",
                places=(frame.slot,),
            )
        )
        after_unloading(run, frame.slot, frame.player if frame.side == CLAIM else None)
        return True


def begin_portage(run: Run, player: int, resource: str, amount: int, slot: str, side: str) -> None:
    """Own cubes from Line or Yard go to one group of one tile."""
    frame = Portaging(player, resource, amount, slot, side)
    run.push(frame)
    frame.picked = pick(run, player, resource, amount, yard=True, purpose="unload")


def note_removed(state: State, side: int, resource: str, number: int) -> None:
    """Count own cubes that left the train for the condition of the card being played, if any."""
    for frame in reversed(state.stack):
        if isinstance(frame, CardPlay):
            if frame.player == side and not frame.after:
                frame.removed[resource] = frame.removed.get(resource, 0) + number
            return
