"""What things are worth to an automatic player, in points: rough, quick and without looking at secrets.

Every number is a rule of thumb, tuned only so that games among automatic players are sensible.
"""

from __future__ import annotations

from .card_text import Clause, Step
from .components import RAILYARD, TERMINAL
from .developments import CLAIM, SIDES, builders, contributions, face_of, slot_group, top_contributor
from .phases.resupply import supplier, why_none
from .scoring import standing_buildings
from .state import State, open_spaces, spike_space
from .tastes import taste
from .train import (
    capacity,
    car_slots,
    empty_cars,
    group_of,
    own_on_line,
    own_on_train,
    queue_in_yard,
    tender_cubes,
)

DOUBLED = 0.6
NEAR = 3
"""Rail cubes are worth more once the Last Spike is this many spaces away or fewer."""
OTHER_CUBE = {"coal": 0.9, "grain": 0.75}
MOST_FOR_COAL = 1.2
IN_YARD = 0.45
"""A cube in the Yard against one on the Line."""
SURVEY = 0.5
TELEGRAM = 1.2
EARLY_KEPT = 2.4
"""A rail cube kept for later in round 0."""
BUILDING = 2.8
WANTED_BUILDING = 1.6
"""More, if it counts for an investment that still lacks buildings."""
SOLO_WANTED, SOLO_MORE, SOLO_UNSURE, SOLO_OTHER = 6.0, 0.35, 1.7, 0.3
"""Solo: a building for an investment that lacks some in round 3; how much more (as a share) it is with every
round; any other building while an investment is still to come, and after that."""
SOLO_SYMBOL = 3.0
"""Solo: an ally that stands in for a building of an investment."""


def last_chance(state: State) -> bool:
    """Whether only this Westbound phase and one Railhead Phase are left."""
    return state.final_round


def cube_worth(state: State, resource: str) -> float:
    """A cube of the type on the Line."""
    rail = state.box.resources[resource].rail
    if rail:
        doubled = state.priority and state.box.wilderness[state.priority].indicator == resource
        more = DOUBLED if doubled and state.phase.startswith("westbound") else 0.0
        spike = spike_space(state)
        # The Last Spike is worth most, and the Final Round's tiles come right after it.
        near = spike is None or spike - state.railhead <= NEAR
        return taste(state).rail_cube + more + (taste(state).spike_near if near else 0.0)
    if last_chance(state):
        return 0.2
    if resource == state.box.tender.accepts and len(tender_cubes(state)) < state.box.tender.slots:
        # A full Yard waits for coal: whoever fills the tender takes points for every cube in it.
        waiting = max((len(group.cubes) for group in state.yard), default=0)
        return OTHER_CUBE["coal"] + min(MOST_FOR_COAL, 0.3 * waiting)
    return OTHER_CUBE.get(resource, taste(state).tourists)


def room_on_line(state: State, resource: str) -> int:
    """How many cubes of a type the Line can take, flips included."""
    box = state.box
    group, partner = group_of(state.line, resource), group_of(state.line, box.resources[resource].partner)
    room = capacity(box, group, line=True) - len(group.cubes) if group else 0
    if partner:
        room += empty_cars(box, partner, line=True) * car_slots(box, resource)
    return room


def load_worth(state: State, side: int, resource: str, number: int, where: str = "") -> float:
    """Loading some cubes: full worth on the Line, less in the Yard."""
    number = min(number, state.supply[side])
    on_line = 0 if where == "yard" else min(number, room_on_line(state, resource))
    in_yard = 0 if where == "line" else number - on_line
    if last_chance(state):
        in_yard = 0
    return (on_line + IN_YARD * in_yard) * cube_worth(state, resource)


def building_worth(state: State, side: int, place: str) -> float:
    """A building on a place, more if it helps an investment."""
    if state.solo:
        return _solo_building_worth(state, side, place)
    if not state.buildings[side]:
        return 0.2
    symbols = state.box.symbols_of(place, state.tiles[place].id if place in state.tiles else "")
    have = standing_buildings(state, side)
    wanted = any(
        symbol in symbols and have[symbol] < state.box.investments[symbol].buildings
        for symbol in state.investments[side]
    )
    return BUILDING + (WANTED_BUILDING if wanted else 0)


def lacking(state: State, side: int) -> dict[str, int]:
    """How many buildings each investment still lacks, an ally with its symbol counted for one."""
    have = standing_buildings(state, side)
    allies = {state.box.allies[card].symbol for card in state.hands[side] + state.played[side]}
    return {
        symbol: state.box.investments[symbol].buildings - have[symbol] - (symbol in allies)
        for symbol in state.investments[side]
    }


def _solo_building_worth(state: State, side: int, place: str) -> float:
    """Nothing is scored at the end: a building only helps to complete the investments, and they must be."""
    symbols = state.box.symbols_of(place, state.tiles[place].id if place in state.tiles else "")
    if any(symbol in symbols and number > 0 for symbol, number in lacking(state, side).items()):
        return SOLO_WANTED * (1 + SOLO_MORE * (state.round - 3))
    return SOLO_UNSURE if len(state.investments[side]) < 3 else SOLO_OTHER


def outcome(state: State, side: int, slot: str, added: tuple[int, int]) -> float:
    """What a tile is worth to a side once it has put (left, right) more cubes there."""
    counts = contributions(state, slot)
    counts[side] += sum(added)
    if not any(counts):
        return 0.0
    face, tile = face_of(state, slot), state.tiles[slot]
    slots = empty = 0
    for name, more in zip(SIDES, added, strict=True):
        size = slot_group(state, slot, name).slots
        slots += size
        empty += max(0, size - len(tile.group(name)) - more)
    if not empty:
        points = face.vp if top_contributor(state, counts) == side else 2 if counts[side] else 0
        return points + (building_worth(state, side, slot) if side in builders(state, counts) else 0)
    if not counts[side] or last_chance(state):
        return 0.0
    others = max((number for each, number in enumerate(counts) if each != side), default=0)
    weights = taste(state)
    share = weights.leading_share if counts[side] >= others else 1.1
    if weights.building_share:
        share += weights.building_share * building_worth(state, side, slot)
    return counts[side] * share * (0.6 + 0.4 * (1 - empty / max(1, slots)))


def unload_worth(state: State, side: int, slot: str, group: str, number: int) -> float:
    """What unloading some cubes onto a group gains, before the cubes' own worth is taken off."""
    if group == CLAIM:
        lying = len(state.claims[side].cubes)
        full = lying + number >= state.box.land_claim.slots
        return 2 + building_worth(state, side, slot) if full else 1.2 * number
    added = (number, 0) if group == "left" else (0, number)
    return outcome(state, side, slot, added) - outcome(state, side, slot, (0, 0))


def resupply_worth(state: State, side: int) -> float:
    """A resupply now: good for the supplier, a little bad for the others."""
    if why_none(state):
        return 0.0
    if supplier(state) != side:
        return -1.5
    best = max((len(group.cubes) for group in state.yard), default=0)
    coal = own_on_line(state, side, "coal")
    return 2 + best + building_worth(state, side, RAILYARD) - 0.7 * coal


def ally_worth(state: State, region: str) -> float:
    """Drawing an ally: a card, or what an empty deck gives instead."""
    deck = state.box.deck_of(region)
    return taste(state).ally if state.decks[deck] else float(state.box.depleted[deck])


def cube_kept(state: State) -> float:
    """A rail cube not bid: of less use the nearer the end is."""
    if last_chance(state):
        return 0.0
    return max(0.1, EARLY_KEPT - taste(state).kept_less * state.round)


def telegram_worth(state: State, side: int) -> float:
    """A telegram more, if there is one to place and a space for it."""
    return TELEGRAM if state.regular[side] + state.bonus[side] and open_spaces(state) else 0.0


def tile_worth(state: State, side: int, number: int) -> float:
    """A wilderness tile that could be claimed."""
    tile = state.box.wilderness[number]
    bonus = {"": 0.0, "first_player": SURVEY, "telegram": telegram_worth(state, side)}
    worth = tile.vp + (
        building_worth(state, side, TERMINAL) if tile.bonus == "western_terminal" else bonus[tile.bonus]
    )
    return worth + (0.3 if tile.general else 0)


def card_worth(state: State, side: int, card: str) -> float:
    """An ally card in hand: its best alternative, and its symbol."""
    ally = state.box.allies[card]
    symbol = 1.0 if ally.symbol in state.investments[side] else 0.5
    if state.solo:
        others = [each for each in state.hands[side] + state.played[side] if each != card]
        have = {state.box.allies[each].symbol for each in others}
        symbol = SOLO_SYMBOL if ally.symbol in set(state.investments[side]) - have else 0.0
    return symbol + max(clause_worth(state, side, clause) for clause in ally.clauses)


def clause_worth(state: State, side: int, clause: Clause) -> float:
    """An alternative of a card, roughly."""
    worth = sum(step_worth(state, side, step) for step in clause.before)
    return worth + 0.5 * sum(step_worth(state, side, step) for step in clause.after)


def step_worth(state: State, side: int, step: Step) -> float:
    """One symbol of a card, without looking at where it would be used."""
    resources = (step.resource,) if step.resource in state.box.resources else tuple(state.box.resources)
    match step.verb:
        case "acquire" | "produce":
            where = step.to[0] if step.to else ""
            return max(load_worth(state, side, each, step.amount, where) for each in resources)
        case "trade":
            return 0.5
        case "portage":
            have = max(min(step.amount, own_on_train(state, side, each)) for each in resources)
            in_yard = any(side in queue_in_yard(state, each) for each in resources)
            return have * (0.8 if in_yard else 0.4)
        case "develop":
            return 1.5
        case "ally":
            return taste(state).ally
        case "telegram":
            return telegram_worth(state, side)
        case "survey":
            return 0.0 if state.order[0] == side else SURVEY
    return max(0.0, resupply_worth(state, side))
