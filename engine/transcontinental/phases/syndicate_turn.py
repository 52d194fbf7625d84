"""The Syndicate's setup and action turns. Rules: Solo Mode, Setup; Syndicate Action Draw."""

from __future__ import annotations

from engine.transcontinental.components import WILD
from engine.transcontinental.developments import (
    SIDES,
    face_of,
    has_building,
    has_empty_slot,
    slot_group,
)
from engine.transcontinental.events import SyndicateDrew, SyndicateMoved, SyndicateTraded, Used
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import (
    SYNDICATE,
    State,
    SyndicateHouse,
    SyndicateTurn,
    Telegram,
    Travel,
    slots_touching,
)
from engine.transcontinental.syndicate import (
    discard,
    draw_cards,
    has_symbol,
    minor_target,
    placement,
    slots_in_direction,
)
from engine.transcontinental.train import capacity, own_on_train, queue_on_line
from engine.transcontinental.words import goods

from .completing import put_building, score
from .developing import begin_develop
from .loading import begin_load
from .unloading import begin_portage


class SyndicateActs(Procedure[SyndicateTurn]):
    frame = SyndicateTurn

    def run(self, run: Run, frame: SyndicateTurn) -> bool:
        if not frame.started:
            frame.started = True
            frame.drawn = action_draw(run)
            frame.cards = list(frame.drawn)
            run.tell(SyndicateDrew(cards=tuple(frame.drawn), purpose="its turn"))
        elif frame.tiles:
            main_action_on(run, frame.tiles.pop(0))
        elif frame.cards:
            card = frame.cards.pop(0)
            if card in run.box.syndicate and not frame.main_done:
                frame.main_done = True
                begin_main(run, frame)
            elif frame.main_done:
                move_telegram(run, card, frame.space, frame.direction)
            else:
                minor_action(run, card, frame.space, frame.direction)
        else:
            run.pop()
            discard(run, frame.drawn)
        return True


def action_draw(run: Run) -> list[str]:
    """Cards until a Syndicate card appears, then one more."""
    drawn: list[str] = []
    main = False
    while True:
        card = draw_cards(run, 1, drawn)
        drawn += card
        if main or not card:
            return drawn
        main = card[0] in run.box.syndicate


def port_at(state: State, space: int) -> str | None:
    """The port resource of a space, if it is a port space."""
    return next((port.resource for port in state.box.ports.values() if port.space == space), None)


def minor_action(run: Run, card: str, space: int, direction: int) -> None:
    """Portage to the target if possible, otherwise acquire what it needs. Skipped in the ports."""
    state = run.state
    if port_at(state, space) is not None:
        return
    slot = minor_target(state, space, direction, run.box.allies[card].symbol)
    if slot is None:
        return
    for side in SIDES:
        resource = _portage_type(state, slot, side)
        if has_empty_slot(state, slot, side) and resource is not None:
            begin_portage(run, SYNDICATE, resource, 1, slot, side)
            return
    for side in reversed(SIDES):
        if has_empty_slot(state, slot, side):
            begin_load(run, SYNDICATE, _acquire_type(state, slot, side), 1)
            return


def _portage_type(state: State, slot: str, side: str) -> str | None:
    """The type the Syndicate can unload there: on a wild side that of its first cube, Yard before Line."""
    accepts = slot_group(state, slot, side).accepts
    if accepts != WILD:
        return accepts if accepts and own_on_train(state, SYNDICATE, accepts) else None
    for group in (*state.yard, *state.line):
        if SYNDICATE in group.cubes:
            return group.type
    return None


def _acquire_type(state: State, slot: str, side: str) -> str:
    """The type to acquire: on a wild side that of the Yard's first group, then the Line's first free slot."""
    accepts = slot_group(state, slot, side).accepts
    if accepts != WILD:
        return accepts
    if state.yard:
        return state.yard[0].type
    for group in state.line:
        if len(group.cubes) < capacity(state.box, group, line=True):
            return group.type
    return state.box.tender.accepts


def begin_main(run: Run, frame: SyndicateTurn) -> None:
    """In a port, load its supply; elsewhere act on each touched tile in the direction of travel."""
    state = run.state
    port = port_at(state, frame.space)
    if port is None:
        touched = slots_touching(state, frame.space)
        order = slots_in_direction(state, frame.space, frame.direction)
        frame.tiles = [slot for slot in order if slot in touched]
        return
    supply = state.ports[port]
    state.ports[port] = run.box.ports[port].after_use
    for beneath in state.stack:
        if isinstance(beneath, Travel):
            beneath.loaded = True
    run.tell(Used(side=SYNDICATE, at=f"port:{port}", words=f"Load {goods(supply, port)}"))
    begin_load(run, SYNDICATE, port, supply)


def main_action_on(run: Run, slot: str) -> None:
    """The first possible of: develop left, develop right, produce, trade."""
    state = run.state
    house = has_building(state, SYNDICATE, slot)
    if house or not state.tiles[slot].flipped:
        for side in SIDES:
            resource = _develop_type(state, slot, side)
            if has_empty_slot(state, slot, side) and resource is not None:
                index = queue_on_line(state, resource).index(SYNDICATE)
                begin_develop(run, SYNDICATE, slot, side, resource, index)
                return
    produced = [(step.resource, step.amount) for step in face_of(state, slot).house if step.verb == "produce"]
    if house and produced:
        run.push(SyndicateHouse(produced))
        return
    trade(run)


def _develop_type(state: State, slot: str, side: str) -> str | None:
    accepts = slot_group(state, slot, side).accepts
    if accepts != WILD:
        return accepts if SYNDICATE in queue_on_line(state, accepts) else None
    return next((group.type for group in state.line if SYNDICATE in group.cubes), None)


class SyndicateProduces(Procedure[SyndicateHouse]):
    frame = SyndicateHouse

    def run(self, run: Run, frame: SyndicateHouse) -> bool:
        if not frame.left:
            run.pop()
            return True
        resource, number = frame.left.pop(0)
        begin_load(run, SYNDICATE, resource, number)
        return True


def trade(run: Run) -> None:
    """Up to two cubes of its most frequent type move to the front empty slots, whatever their types."""
    state = run.state
    counts = {group.type: group.cubes.count(SYNDICATE) for group in state.line}
    most = max(counts.values())
    types = [resource for resource, number in counts.items() if number == most]
    if not most or len(types) > 1:
        return
    give = types[0]
    empty: list[str] = []
    for group in state.line:
        empty += [group.type] * (capacity(state.box, group, line=True) - len(group.cubes))
    to = empty[: min(2, most)]
    if not to:
        return
    queue = queue_on_line(state, give)
    for _ in to:
        last = len(queue) - 1 - queue[::-1].index(SYNDICATE)
        queue.pop(last)
    for resource in to:
        queue_on_line(state, resource).append(SYNDICATE)
    run.tell(SyndicateTraded(resource=give, to=tuple(to)))


def move_telegram(run: Run, card: str, space: int, direction: int) -> None:
    """The placement: the telegram moves, or stays if nothing fits."""
    state = run.state
    target = placement(state, card, space, direction)
    if target is not None:
        state.telegrams[target] = state.telegrams.pop(space)
    run.tell(
        SyndicateMoved(
            space=space if target is None else target,
            moved=target is not None,
            places=(str(space if target is None else target),),
        )
    )


def set_up(run: Run) -> None:
    """Draw until an ally appears; its development starts complete, with telegrams there and at the port."""
    drawn: list[str] = []
    while not drawn or drawn[-1] in run.box.syndicate:
        drawn += draw_cards(run, 1, drawn)
    discard(run, drawn, "its first development")
    first_development(run, drawn[-1])


def first_development(run: Run, card: str) -> None:
    """The first development from the East with the card's symbol counts as completed by the Syndicate."""
    state, symbol = run.state, run.box.allies[card].symbol
    slots = sorted(run.box.slots.values(), key=lambda slot: slot.spaces[0])
    slot = next(each for each in slots if has_symbol(state, each.id, symbol))
    score(run, SYNDICATE, face_of(state, slot.id).vp, "developments")
    state.tiles[slot.id].flipped = True
    state.buildings[SYNDICATE] -= 1
    put_building(run, SYNDICATE, slot.id)
    coal = run.box.ports[run.box.tender.accepts].space
    for space in (slot.spaces[0], coal):
        state.telegrams[space] = Telegram(SYNDICATE)
