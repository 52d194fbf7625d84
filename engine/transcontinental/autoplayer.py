"""An automatic player: greedy, quick, and fair - it looks at nothing that its seat may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.core.action import Action, Family, expand
from engine.core.game import Game

from . import actions as act
from . import valuation as worth
from .card_text import Step
from .components import TURN_ORDER
from .developments import CLAIM, cubes_at, face_of, has_building
from .phases.cards import left
from .phases.developing import next_run
from .phases.railhead import claimer, doubled_resource, value_of
from .phases.turn import may_develop, playable, unused
from .scoring import standing_buildings
from .state import (
    CardPlay,
    Completing,
    Developing,
    RailheadPhase,
    State,
    Turn,
    open_spaces,
)
from .steps import CARD, choices_of, develop_tiles, develops
from .train import own_on_line, queue_in_yard, queue_on_line

Rated = tuple[float, Action]
GOOD_ENOUGH = 0.3
"""Less than this is not worth an action."""
OTHERS_BID = (0.1, 0.5, 0.9)
"""Shares of what they have that the others may bid."""
WORTH_A_TELEGRAM = {"westbound": 1.6, "eastbound": 0.8}


def autoplay(game: Game[Any], seat: int) -> Action:
    """A sensible legal move for a seat that must decide."""
    state: State = game.state
    asked = game.pending_of(seat)
    assert asked is not None
    for kind in asked.kinds:
        chooser = _CHOOSERS.get(kind)
        action = chooser(state, seat) if chooser else None
        if action is not None and game.is_legal(seat, action):
            return action
    return _first(game, seat, asked.kinds)


def _first(game: Game[Any], seat: int, kinds: tuple[type[Action], ...]) -> Action:
    """The mildest legal action: declining if that is possible, never resigning."""
    mild = [kind for kind in (act.Skip, act.End, act.Pass) if kind in kinds]
    for kind in (*mild, *(each for each in kinds if each is not act.Resign)):
        for legal in game.legal_actions(seat, kind):
            return next(expand(legal))
    raise AssertionError(f"{kinds} have nothing legal")


# --- telegrams ----------------------------------------------------------------------------


def choose_space(state: State, seat: int) -> Action | None:
    """The most promising open space, or to pass."""
    direction = "westbound" if state.phase.startswith("westbound") else "eastbound"
    rated = rate_spaces(state, seat)
    if not rated:
        return act.Pass()
    best, space = max(rated, key=lambda each: (each[0], -each[1]))
    return act.Place(space) if best >= WORTH_A_TELEGRAM[direction] else act.Pass()


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


def choose_telegram(state: State, seat: int) -> Action | None:
    """Where to put a telegram won or sent: ahead of the engine, as good a space as there is."""
    top = state.stack[-1]
    at = "railhead"
    regions: tuple[str, ...] = ()
    if isinstance(top, CardPlay):
        at = CARD
        regions = next((step.to for _, step in left(state, top) if step.verb == "telegram"), ())
    kind = "bonus" if state.bonus[seat] else "regular"
    rated = [
        (value, space)
        for value, space in rate_spaces(state, seat)
        if not regions or state.box.spaces[space].region in regions
    ]
    ahead = [each for each in rated if _ahead(state, each[1])]
    best = max(ahead or rated, default=None)
    return act.Wire(at, best[1], kind) if best else None


def _ahead(state: State, space: int) -> bool:
    """Whether the engine still comes by in this phase."""
    if state.phase == "westbound_actions":
        return space > state.engine
    if state.phase == "eastbound_actions":
        return space < state.engine
    return True


# --- turns --------------------------------------------------------------------------------


def choose_in_turn(state: State, seat: int) -> Action | None:
    """The best action of a turn, a card if nothing on the board is better, or the end."""
    turn = state.stack[-1]
    assert isinstance(turn, Turn)
    portage = best_portage(state, seat, CARD, Step("portage"))
    rated = [
        each for thing in unused(state, turn) for each in rate_thing(state, seat, thing, turn.space, portage)
    ]
    rated += rate_cards(state, seat, turn)
    best = max(rated, key=lambda each: each[0], default=None)
    if best is None or best[0] < GOOD_ENOUGH:
        return act.End() if turn.used or turn.card else act.Pass()
    return best[1]


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
    ahead = [space for space in spaces if _ahead(state, space)]
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


def choose_in_card(state: State, seat: int) -> Action | None:
    """The best step of the card, or to leave the rest out."""
    frame = state.stack[-1]
    assert isinstance(frame, CardPlay)
    rated = [
        each
        for _, step in left(state, frame)
        if (each := rate_step(state, seat, CARD, step, frame.space)) is not None
    ]
    best = max(rated, key=lambda each: each[0], default=None)
    return best[1] if best is not None and best[0] > 0 else act.Skip()


def choose_step(state: State, seat: int) -> Action | None:
    """In a turn or a card; telegrams of claims and drawing from other decks have their own choosers."""
    top = state.stack[-1]
    if isinstance(top, Turn):
        return choose_in_turn(state, seat)
    if isinstance(top, CardPlay):
        return choose_in_card(state, seat)
    return None


def choose_join(state: State, seat: int) -> Action | None:
    """As many cubes as pay for themselves."""
    frame = state.stack[-1]
    assert isinstance(frame, Developing)
    _, length = next_run(state, frame)
    cost = worth.cube_worth(state, frame.resource)
    if frame.side == CLAIM:
        room = state.box.land_claim.slots - len(cubes_at(state, frame.actor, frame.slot, CLAIM))
        return act.Join(max(0, min(length, room)) if seat == frame.actor else 0)

    def gain(number: int) -> float:
        # Beyond the empty slots and a majority more cubes are wasted.
        added = (number, 0) if frame.side == "left" else (0, number)
        return worth.outcome(state, seat, frame.slot, added) - number * cost

    return act.Join(max(range(length + 1), key=lambda number: (gain(number), -number)))


# --- the Railhead -------------------------------------------------------------------------


def choose_bid(state: State, seat: int) -> Action | None:
    """The number of cubes that brings most on average, whether the others bid little or much."""
    rail = state.box.rail
    have = {each: own_on_line(state, seat, each) for each in rail}
    doubled = doubled_resource(state)
    # Doubled cubes first, then evenly.
    cubes = [each for each in rail if each == doubled for _ in range(have[each])]
    cubes += [
        each
        for number in range(max(have.values()))
        for each in rail
        if each != doubled and have[each] > number
    ]
    most = {
        side: value_of(state, [own_on_line(state, side, each) for each in rail])
        for side in range(state.sides)
        if side != seat
    }
    guesses = [{side: round(share * value) for side, value in most.items()} for share in OTHERS_BID]
    best: tuple[float, int] = (0.0, 0)
    for number in range(len(cubes) + 1):
        bid = [cubes[:number].count(each) for each in rail]
        bid_value = value_of(state, bid)
        value = sum(_bid_worth(state, seat, bid_value, others) for others in guesses) / len(guesses)
        value -= number * worth.cube_kept(state)
        if value > best[0] + 1e-9:
            best = (value, number)
    chosen = cubes[: best[1]]
    return act.Bid(**{each: chosen.count(each) for each in rail})


def _bid_worth(state: State, seat: int, value: int, others: Mapping[int, int]) -> float:
    """The tiles a bid would bring, claimed best first in order of the bids."""
    values = {**others, seat: value}
    order = [side for side in state.order if values[side]]
    order.sort(key=lambda side: -values[side])
    total, space, passed = sum(values.values()), state.railhead + 1, list[int]()
    while space in state.wilderness and state.box.wilderness[state.wilderness[space]].cost <= total:
        passed.append(state.wilderness[space])
        total -= state.box.wilderness[passed[-1]].cost
        space += 1
    brought, turn = 0.0, 0
    if seat not in order:
        # Nothing claimed and nothing paid; a stalled Railhead only draws the game out.
        return -1.0 if len(passed) < 2 else 0.0
    passed.sort(key=lambda tile: worth.tile_worth(state, seat, tile))
    while passed:
        best = passed.pop()
        if order[turn % len(order)] == seat:
            brought += worth.tile_worth(state, seat, best)
        turn += 1
    return brought if turn else -2.0


def choose_claim(state: State, seat: int) -> Action | None:
    """The tile worth most."""
    frame = state.stack[-1]
    assert isinstance(frame, RailheadPhase)
    assert claimer(frame) == seat
    return act.ClaimTile(max(frame.passed, key=lambda tile: worth.tile_worth(state, seat, tile)))


# --- the rest -----------------------------------------------------------------------------


def choose_cars(state: State, seat: int) -> Action | None:
    """The Yard's type with most cubes, own ones a little dearer; from the Shop a rail car."""
    if state.yard:
        best = max(state.yard, key=lambda group: len(group.cubes) + 0.3 * group.cubes.count(seat))
        return act.AddCars(best.type)
    kinds = [each for each in ("wood", "navvies", "coal") if state.shop[state.box.tile_of[each]]]
    return act.AddCars(kinds[0]) if kinds else None


def choose_kept(state: State, seat: int) -> Action | None:
    """An investment that the board, own allies and own buildings favour; an ally that helps most."""
    from .state import Keeping, Meeting

    frame = state.stack[-1]
    if isinstance(frame, Keeping):
        return act.Keep(max(frame.drawn[seat], key=lambda card: _promise(state, seat, card)))
    assert isinstance(frame, Meeting)
    return act.Keep(max(frame.cards, key=lambda card: worth.card_worth(state, seat, card)))


def _promise(state: State, seat: int, symbol: str) -> float:
    box = state.box
    tiles = sum(symbol in box.developments[tile.id].symbols for tile in state.tiles.values())
    allies = sum(box.allies[card].symbol == symbol for card in state.hands[seat] + state.played[seat])
    standing = standing_buildings(state, seat)[symbol]
    double = symbol in state.investments[seat]
    return tiles * 0.3 + allies + standing * 1.5 - 2.0 * double


def choose_stake(state: State, seat: int) -> Action | None:
    """A Land Claim if the tile is free and half full at once."""
    frame = state.stack[-1]
    assert isinstance(frame, Completing)
    claim = state.claims[seat]
    if not claim.slot and frame.counts[seat] * 2 >= state.box.land_claim.slots:
        return act.Stake()
    return act.Skip()


def choose_recalled(state: State, seat: int) -> Action | None:
    """Neither cubes nor buildings are moved without need."""
    return act.Skip()


_STEP_KINDS: tuple[type[Action], ...] = (
    act.Load,
    act.Develop,
    act.Acquire,
    act.Produce,
    act.Trade,
    act.Portage,
    act.CallAlly,
    act.Survey,
    act.Resupply,
    act.PlayAlly,
    act.End,
    act.Pass,
)


def _wire(state: State, seat: int) -> Action | None:
    return choose_step(state, seat) or choose_telegram(state, seat)


_CHOOSERS: Mapping[type[Action], Callable[[State, int], Action | None]] = {
    **dict.fromkeys(_STEP_KINDS, choose_step),
    act.Wire: _wire,
    act.Place: choose_space,
    act.Join: choose_join,
    act.Bid: choose_bid,
    act.ClaimTile: choose_claim,
    act.AddCars: choose_cars,
    act.Keep: choose_kept,
    act.Stake: choose_stake,
    act.Recall: choose_recalled,
}
