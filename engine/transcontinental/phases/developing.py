"""Develop: the first cube is unloaded, then the owners of the cubes behind it decide, front to rear.

Rules: Actions that Unload Resources to Developments, Develop; Dastardly Developments; Solo Mode, Develop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Family, Legal, Span, Value
from engine.core.game import Pending
from engine.core.sentences import counted
from engine.transcontinental.actions import Join
from engine.transcontinental.developments import CLAIM, cubes_at, slot_group
from engine.transcontinental.events import Declined, Unloaded
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import SYNDICATE, Developing, State
from engine.transcontinental.syndicate import contribution, wins_outright
from engine.transcontinental.train import queue_on_line
from engine.transcontinental.words import tile_name, who

from .completing import after_unloading
from .unloading import note_removed

SYNDICATE_UNLOADS = 4
"""The most cubes that the Syndicate unloads in its own Develop. Rules: Solo Mode, Main Action."""


class DevelopingTile(Procedure[Developing]):
    frame = Developing

    def run(self, run: Run, frame: Developing) -> bool:
        state = run.state
        queue = queue_on_line(state, frame.resource)
        if frame.cursor < len(queue):
            if not (state.solo and queue[frame.cursor] == SYNDICATE):
                return False
            self._syndicate_decides(run, frame)
            return True
        if state.solo and frame.actor != SYNDICATE:
            _syndicate_contributes(run, frame)
        run.pop()
        after_unloading(run, frame.slot, frame.actor if frame.side == CLAIM else None)
        return True

    def _syndicate_decides(self, run: Run, frame: Developing) -> None:
        """In its own Develop the Syndicate goes on up to its limit; in the player's it draws at the end."""
        if (
            frame.actor == SYNDICATE
            and frame.unloaded < SYNDICATE_UNLOADS
            and not wins_outright(run.state, frame.slot)
        ):
            unload(run, frame, SYNDICATE, frame.cursor, 1, "develop")
            frame.unloaded += 1
        else:
            frame.cursor += 1

    def pending(self, state: State, frame: Developing) -> tuple[Pending, ...]:
        owner, run_length = next_run(state, frame)
        where = tile_name(state, frame.slot)
        if owner == frame.actor:
            prompt = (
                f"Do you unload your next cube at {where} too?"
                if run_length == 1
                else f"How many of your next {run_length} cubes do you unload at {where} too?"
            )
        else:
            asked = (
                "do you unload your cube behind it?"
                if run_length == 1
                else f"how many of your {run_length} cubes behind it do you unload?"
            )
            prompt = f"{who(state, frame.actor)} develops {where} with {frame.resource}: {asked}"
        prompt += f" {_empty_words(state, frame)}"
        return (Pending(owner, (Join,), prompt),)

    def legal(
        self, state: State, frame: Developing, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        yield Family(Join, cubes=Span(0, next_run(state, frame)[1]))

    def perform(self, run: Run, frame: Developing, seat: int, action: Action) -> None:
        assert isinstance(action, Join)
        _, run_length = next_run(run.state, frame)
        if action.cubes:
            by = "develop" if seat == frame.actor else "join"
            unload(run, frame, seat, frame.cursor, action.cubes, by)
        elif seat != frame.actor:
            run.tell(
                Declined(
                    side=seat, what=f"leaves {counted(run_length, f'{frame.resource} cube')} on the Line"
                )
            )
        frame.cursor += run_length - action.cubes


def begin_develop(run: Run, actor: int, slot: str, side: str, resource: str, index: int) -> None:
    """Unload the first cube, at `index` of the queue on the Line, and offer those behind it."""
    queue = queue_on_line(run.state, resource)
    frame = Developing(actor, slot, side, resource, index, index)
    run.push(frame)
    unload(run, frame, queue[index], index, 1, "develop")


def unload(run: Run, frame: Developing, owner: int, index: int, number: int, by: str) -> None:
    """Cubes of one owner, next to each other in the queue, go to the group; the queue closes up."""
    queue = queue_on_line(run.state, frame.resource)
    del queue[index : index + number]
    cubes_at(run.state, frame.actor, frame.slot, frame.side).extend([owner] * number)
    note_removed(run.state, owner, frame.resource, number)
    run.tell(
        Unloaded(
            side=owner,
            resource=frame.resource,
            number=number,
            slot=frame.slot,
            group=frame.side,
            by=by,
            actor=frame.actor if by == "develop" and owner != frame.actor else None,
            places=(frame.slot,),
        )
    )


def _empty_words(state: State, frame: Developing) -> str:
    """How much room is left: what is unloaded beyond it still counts. Rules: Develop."""
    claim = frame.side == CLAIM
    slots = state.box.land_claim.slots if claim else slot_group(state, frame.slot, frame.side).slots
    empty = max(0, slots - len(cubes_at(state, frame.actor, frame.slot, frame.side)))
    return f"({counted(empty, 'slot')} still empty)" if empty else "(no slot empty; more may be added)"


def next_run(state: State, frame: Developing) -> tuple[int, int]:
    """The owner of the cube offered next, and how many of his lie there in a row."""
    queue = queue_on_line(state, frame.resource)
    owner, length = queue[frame.cursor], 0
    while frame.cursor + length < len(queue) and queue[frame.cursor + length] == owner:
        length += 1
    return owner, length


def _syndicate_contributes(run: Run, frame: Developing) -> None:
    """After the player's own decisions the Syndicate's cubes behind the first are drawn for."""
    queue = queue_on_line(run.state, frame.resource)
    behind = [at for at in range(frame.first, len(queue)) if queue[at] == SYNDICATE]
    if not behind:
        return
    symbols = run.box.developments[run.state.tiles[frame.slot].id].symbols
    number = contribution(run, len(behind), symbols, "its contribution")
    for done, at in enumerate(behind[:number]):
        unload(run, frame, SYNDICATE, at - done, 1, "join")
