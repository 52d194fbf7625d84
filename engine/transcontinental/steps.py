"""The actions shown on tiles and cards: which choices each allows now, and carrying them out.

Cards' actions behave as if printed on an adjacent tile, with the differences that their text names.
Rules: Actions; Ally Card Symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Family, Legal, Span, Value

from . import actions as act
from .card_text import Step
from .developments import targets
from .events import Surveyed, TelegramPlaced
from .phases.developing import begin_develop
from .phases.loading import begin_load
from .phases.unloading import begin_portage, begin_trade
from .procedure import Run
from .state import Drawing, Resupplying, State, Telegram, Turn, open_spaces, slots_touching
from .train import own_on_line, own_on_train, queue_on_line

CARD = "card"
KINDS: Mapping[str, type[Action]] = {
    "acquire": act.Acquire,
    "produce": act.Produce,
    "trade": act.Trade,
    "portage": act.Portage,
    "develop": act.Develop,
    "ally": act.CallAlly,
    "telegram": act.Wire,
    "survey": act.Survey,
    "resupply": act.Resupply,
}


def choices_of(
    state: State, player: int, at: str, step: Step, space: int, chosen: Mapping[str, Value]
) -> Iterator[Legal]:
    """Every way to take one action symbol.

    at: the thing it is printed on, or `card`. space: where the player's telegram stands.
    chosen: fields known already; what differs from them is left out where that saves work.
    """
    match step.verb:
        case "acquire":
            for resource in (step.resource,) if step.resource else tuple(state.box.resources):
                yield act.Acquire(at, resource)
        case "produce":
            yield act.Produce(at, step.resource)
        case "trade":
            yield from _trades(state, player, at, step)
        case "portage":
            yield from _portages(state, player, at, step, chosen)
        case "develop":
            for slot in develop_tiles(state, step, space):
                yield from develops(state, player, slot, wild=bool(step.resource), chosen=chosen)
        case "ally":
            yield act.CallAlly(at)
        case "telegram":
            yield from telegrams(state, player, at, step.to)
        case "survey":
            yield act.Survey(at)
        case "resupply":
            yield act.Resupply(at)


def _trades(state: State, player: int, at: str, step: Step) -> Iterator[Legal]:
    own = own_on_train if step.yard else own_on_line
    for give in state.box.resources:
        number = own(state, player, give)
        if number:
            for get in state.box.resources:
                if get != give:
                    yield Family(
                        act.Trade, at=at, give=give, get=get, amount=Span(1, min(step.amount, number))
                    )


def _portages(state: State, player: int, at: str, step: Step, chosen: Mapping[str, Value]) -> Iterator[Legal]:
    for resource in (step.resource,) if step.resource else tuple(state.box.resources):
        number = min(step.amount, own_on_train(state, player, resource))
        if not number or chosen.get("resource", resource) != resource:
            continue
        for slot, place in state.box.slots.items():
            if (step.to and place.region not in step.to) or chosen.get("tile", slot) != slot:
                continue
            for side in targets(state, player, slot, resource):
                yield Family(
                    act.Portage, at=at, resource=resource, tile=slot, side=side, amount=Span(1, number)
                )


def develop_tiles(state: State, step: Step, space: int) -> list[str]:
    """The tiles that a card's Develop may target: adjacent ones, or any of the regions after TO."""
    if step.to:
        return [slot for slot, place in state.box.slots.items() if place.region in step.to]
    return slots_touching(state, space)


def develops(
    state: State,
    player: int,
    slot: str,
    *,
    wild: bool = False,
    printed: bool = True,
    chosen: Mapping[str, Value] | None = None,
) -> Iterator[act.Develop]:
    """Every Develop of a tile: group, type and first cube.

    wild: every group takes any type. printed: False allows only the player's own Land Claim.
    """
    known = chosen or {}
    if known.get("tile", slot) != slot:
        return
    for resource in state.box.resources:
        if known.get("resource", resource) != resource:
            continue
        queue = queue_on_line(state, resource)
        firsts = [at + 1 for at, owner in enumerate(queue) if owner == player or state.dastardly]
        if not firsts:
            continue
        for side in targets(state, player, slot, resource, wild=wild):
            if printed or side == "claim":
                for first in firsts:
                    yield act.Develop(slot, side, resource, first)


def telegrams(state: State, player: int, at: str, regions: tuple[str, ...] = ()) -> Iterator[act.Wire]:
    """Every way to place a telegram by the Telegram action; "nowhere" only if none can be placed."""
    spaces = [
        space for space in open_spaces(state) if not regions or state.box.spaces[space].region in regions
    ]
    kinds = [
        kind
        for kind, number in (("regular", state.regular[player]), ("bonus", state.bonus[player]))
        if number
    ]
    if not spaces or not kinds:
        yield act.Wire(at, None)
    for space in spaces:
        for kind in kinds:
            yield act.Wire(at, space, kind)


def carry_out(run: Run, player: int, step: Step, action: Action, region: str) -> None:
    """Begin what an action symbol does. region: that of the tile, or of the card's telegram."""
    match action:
        case act.Acquire(_, resource) | act.Produce(_, resource):
            begin_load(run, player, resource, step.amount, step.to[0] if step.to else "")
        case act.Trade(_, give, get, amount):
            begin_trade(run, player, give, get, amount, yard=step.yard)
        case act.Portage(_, resource, slot, side, amount):
            begin_portage(run, player, resource, amount, slot, side)
        case act.Develop(slot, side, resource, first):
            begin_develop(run, player, slot, side, resource, first - 1)
        case act.CallAlly():
            run.push(Drawing(player, run.box.deck_of(step.region or region)))
        case act.Wire(_, space, kind):
            place_telegram(run, player, space, kind)
        case act.Survey():
            survey(run, player)
        case act.Resupply():
            run.push(Resupplying())
        case _:
            raise AssertionError(action)


def place_telegram(run: Run, player: int, space: int | None, kind: str) -> None:
    """A telegram from hand onto a space. Rules: Other Actions, Telegram."""
    if space is None:
        return
    state, bonus = run.state, kind == "bonus"
    if bonus:
        state.bonus[player] -= 1
    else:
        state.regular[player] -= 1
    state.telegrams[space] = Telegram(player, bonus)
    run.tell(TelegramPlaced(side=player, space=space, bonus=bonus, places=(str(space),)))


def survey(run: Run, player: int) -> None:
    """First in turn order; the others keep their order. Rules: Other Actions, Survey."""
    order = run.state.order
    order.remove(player)
    order.insert(0, player)
    run.tell(Surveyed(side=player))


def current_turn(state: State, player: int) -> Turn | None:
    """The action turn that this player is taking, if any."""
    for frame in reversed(state.stack):
        if isinstance(frame, Turn):
            return frame if frame.player == player else None
    return None
