"""Rating spaces, things and actions for an automatic player: the best way to take each, and its worth."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.action import Action, Family, expand

from . import actions as act
from . import valuation as worth
from .card_text import Step
from .components import TURN_ORDER
from .developments import face_of, has_building
from .phases.turn import may_develop, playable
from .state import (
    State,
    Turn,
    open_spaces,
)
from .steps import CARD, choices_of, develop_tiles, develops
from .train import own_on_line, queue_in_yard, queue_on_line

Rated = tuple[float, Action]


def rate_spaces(state: State, seat: int) -> list[tuple[float, int]]:
    """Every open space with what a turn there would bring now."""
    things: dict[str, float] = {}
    portage = best_portage(state, seat, CARD, Step("portage"))

    def rate(thing: str, space: int) -> float:
        if thing not in things:
            best = max((value for value, _ in rate_thing(state, seat, thing, space, portage)), default=0.0)
            things[thing] = max(0.0, best)
        return things[thing]

    own = [space for space, telegram in state.telegrams.items() if telegram.owner == seat]
    taken = {thing for space in own for thing in state.box.spaces[space].touches}
    return [
        (
            sum(
                rate(thing, space) * (0.4 if thing in taken else 1.0)
                for thing in state.box.spaces[space].touches
            ),
            space,
        )
        for space in open_spaces(state)
    ]


def ahead_of_engine(state: State, space: int) -> bool:
    """Whether the engine still comes by in this phase."""
    if state.phase == "westbound_actions":
        return space > state.engine
    if state.phase == "eastbound_actions":
        return space < state.engine
    return True


def rate_thing(state: State, seat: int, thing: str, space: int, portage: Rated | None) -> Iterator[Rated]:
    """Every sort of action on a port, the Turn Order Tile or a development, each at its best."""
    if thing.startswith("port:"):
        resource = thing.removeprefix("port:")
        yield worth.load_worth(state, seat, resource, state.ports[resource]), act.Load(resource)
    elif thing == TURN_ORDER:
        if state.order[0] != seat:
            yield worth.SURVEY, act.Survey(thing)
    else:
        face = face_of(state, thing)
        for step in (*face.open, *(face.house if has_building(state, seat, thing) else ())):
            rated = rate_step(state, seat, thing, step, space, portage)
            if rated is not None:
                yield rated
        printed = may_develop(state, seat, thing)
        yield from (rate_develop(state, seat, each) for each in develops(state, seat, thing, printed=printed))


def rate_step(
    state: State, seat: int, at: str, step: Step, space: int, portage: Rated | None = None
) -> Rated | None:
    """The best way to take one action symbol."""
    resources = (step.resource,) if step.resource in state.box.resources else tuple(state.box.resources)
    match step.verb:
        case "acquire" | "produce":
            kind = act.Acquire if step.verb == "acquire" else act.Produce
            where = step.to[0] if step.to else ""
            return max(
                (
                    (worth.load_worth(state, seat, each, step.amount, where), kind(at, each))
                    for each in resources
                ),
                key=lambda each: each[0],
            )
        case "trade":
            return best_trade(state, seat, at, step)
        case "portage":
            if portage is not None and step == Step("portage"):
                found = portage[1]
                assert isinstance(found, act.Portage)
                return portage[0], act.Portage(at, found.resource, found.tile, found.side, 1)
            return best_portage(state, seat, at, step)
        case "develop":
            wild = bool(step.resource)
            tiles = develop_tiles(state, step, space)
            rated = [
                rate_develop(state, seat, each)
                for slot in tiles
                for each in develops(state, seat, slot, wild=wild)
            ]
            return max(rated, key=lambda each: each[0], default=None)
        case "ally":
            return worth.ally_worth(state, step.region or region_of(state, at, space)), act.CallAlly(at)
        case "telegram":
            return _rate_telegram(state, seat, at, step)
        case "survey":
            return (0.0 if state.order[0] == seat else worth.SURVEY), act.Survey(at)
    return worth.resupply_worth(state, seat), act.Resupply(at)


def region_of(state: State, at: str, space: int) -> str:
    """The current region of an action: the tile's, or for a card that of the telegram."""
    return state.box.slots[at].region if at in state.box.slots else state.box.spaces[space].region


def _rate_telegram(state: State, seat: int, at: str, step: Step) -> Rated | None:
    spaces = [
        space for space in open_spaces(state) if not step.to or state.box.spaces[space].region in step.to
    ]
    if not spaces or not state.regular[seat] + state.bonus[seat]:
        return 0.0, act.Wire(at, None)
    ahead = [space for space in spaces if ahead_of_engine(state, space)]
    # The nearest space ahead of the engine: rating them all here would take long.
    space = min(ahead or spaces, key=lambda each: (abs(each - state.engine), each))
    kind = "bonus" if state.bonus[seat] else "regular"
    return worth.TELEGRAM if ahead else 0.2, act.Wire(at, space, kind)


def best_trade(state: State, seat: int, at: str, step: Step) -> Rated | None:
    """The exchange that gains most: of little use for scarce, doubled or wanted."""
    rated: list[Rated] = []
    for give in state.box.resources:
        have = own_on_line(state, seat, give)
        number = min(step.amount, have)
        if not number:
            continue
        for get in state.box.resources:
            if get != give:
                gain = worth.load_worth(state, seat, get, number) - number * worth.cube_worth(state, give)
                rated.append((gain - 0.2, act.Trade(at, give, get, number)))
    return max(rated, key=lambda each: each[0], default=None)


def best_portage(state: State, seat: int, at: str, step: Step) -> Rated | None:
    """The portage that gains most; a cube from the Yard costs little."""
    best: Rated | None = None
    for legal in choices_of(state, seat, at, step, state.engine, {}):
        assert isinstance(legal, Family)
        for action in expand(legal):
            assert isinstance(action, act.Portage)
            in_yard = min(action.amount, queue_in_yard(state, action.resource).count(seat))
            cost = worth.cube_worth(state, action.resource)
            paid = cost * (action.amount - in_yard + worth.IN_YARD * in_yard)
            value = worth.unload_worth(state, seat, action.tile, action.side, action.amount) - paid
            if best is None or value > best[0]:
                best = (value, action)
    return best


def rate_develop(state: State, seat: int, action: act.Develop) -> Rated:
    """A Develop with as many own cubes as pay: the first, and more of those behind it."""
    queue = queue_on_line(state, action.resource)
    mine = queue[action.first - 1 :].count(seat)
    cost = worth.cube_worth(state, action.resource)
    if not mine:
        return -1.0, action
    best = max(
        worth.unload_worth(state, seat, action.tile, action.side, number) - number * cost
        for number in range(1, mine + 1)
    )
    # From further forward more of the others' cubes may join; from further back fewer.
    return best - 0.01 * (len(queue) - action.first), action


def rate_cards(state: State, seat: int, turn: Turn) -> list[Rated]:
    """Ally cards that may be played now."""
    rated: list[Rated] = []
    for card in playable(state, turn):
        for number, clause in enumerate(state.box.allies[card].clauses, 1):
            value = 0.0
            for step in clause.before:
                each = rate_step(state, seat, CARD, step, turn.space)
                value += max(0.0, each[0]) if each else 0.0
            if clause.condition is not None and clause.condition.verb == "at":
                region = state.box.spaces[turn.space].region
                for step in clause.after if region == clause.condition.what else ():
                    each = rate_step(state, seat, CARD, step, turn.space)
                    value += max(0.0, each[0]) if each else 0.0
            rated.append((value - 0.8, act.PlayAlly(card, number)))
    return rated
