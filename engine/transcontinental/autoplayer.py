"""An automatic player: greedy, quick, and fair - it looks at nothing that its seat may not see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.action import Action, expand
from engine.core.game import Game

from . import actions as act
from . import valuation as worth
from .card_text import Step
from .developments import CLAIM, cubes_at
from .phases.cards import left
from .phases.developing import next_run
from .phases.railhead import claimer, doubled_resource, value_of
from .phases.turn import unused
from .ratings import ahead_of_engine, best_portage, rate_cards, rate_spaces, rate_step, rate_thing
from .scoring import standing_buildings
from .state import (
    CardPlay,
    Completing,
    Developing,
    Keeping,
    Meeting,
    RailheadPhase,
    State,
    Turn,
)
from .steps import CARD
from .tastes import taste
from .train import own_on_line

EASTBOUND_TELEGRAM = 0.8
"""Less than this is not worth a telegram in the Eastbound phase, after which all return."""


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
    westbound = state.phase.startswith("westbound")
    enough = taste(state).westbound_telegram if westbound else EASTBOUND_TELEGRAM
    rated = rate_spaces(state, seat)
    if not rated:
        return act.Pass()
    best, space = max(rated, key=lambda each: (each[0], -each[1]))
    return act.Place(space) if best >= enough else act.Pass()


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
    ahead = [each for each in rated if ahead_of_engine(state, each[1])]
    best = max(ahead or rated, default=None)
    return act.Wire(at, best[1], kind) if best else None


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
    if best is None or best[0] < taste(state).good_enough:
        return act.End() if turn.used or turn.card else act.Pass()
    return best[1]


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
    guesses = [
        {side: round(share * value) for side, value in most.items()} for share in taste(state).others_bid
    ]
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
