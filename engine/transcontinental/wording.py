"""Headlines, labels of choices, and what an action would do, for buttons and confirmations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.core.action import Action, Value
from engine.core.notation import to_line
from engine.core.sentences import counted, listed

from . import actions as act
from .components import TURN_ORDER
from .state import SYNDICATE, State
from .train import queue_on_line
from .words import PHASE_NAMES, card_name, card_words, clause_words, goods, place_name, tile_name, who


def headline(state: State) -> str:
    """Where the game stands: "Round 3 · Westbound Action Phase · engine on 7"."""
    if state.over:
        return "Game over"
    if state.phase == "setup":
        return "Setup · choosing investments"
    words = [f"Round {state.round}" + (" (Final Round)" if state.final_round else "")]
    words.append(PHASE_NAMES[state.phase])
    if state.phase.endswith("_actions"):
        words.append(f"engine on {state.engine}")
    return " · ".join(words)


def label(state: State, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
    """How a player reads one value of a field."""
    if isinstance(value, tuple):
        return ", ".join(_position(str(part)) for part in value) or "none"
    if value is None:
        return "nowhere"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return _number_label(state, kind, name, value, chosen)
    if name in ("at", "tile", "place") and value in state.tiles:
        return f"{value} {state.box.developments[state.tiles[value].id].name}"
    if name in ("at", "place"):
        return _place_label(state, value)
    if name == "side":
        return _side_label(state, chosen.get("tile"), value)
    if name == "port":
        return f"{value} ({state.ports.get(value, 0)})"
    if kind is act.Keep and value in state.box.investments:
        return f"{state.box.symbols[value].name} ({state.box.investments[value].vp} points)"
    if name == "card" and value in state.box.allies:
        words = f": {card_words(state.box.allies[value].clauses)}" if kind is act.Keep else ""
        return card_name(state, value) + words
    if value == "redraw":
        return "Return both and draw another"
    return value.replace("_", " ")


def _number_label(
    state: State, kind: type[Action], name: str, value: int, chosen: Mapping[str, Value]
) -> str:
    if name == "space":
        return space_label(state, value)
    if kind is act.ClaimTile:
        return tile_words(state, value)
    if kind is act.PlayAlly and name == "option":
        ally = state.box.allies.get(str(chosen.get("card")))
        if ally and 1 <= value <= len(ally.clauses):
            return clause_words(ally.clauses[value - 1])
    if kind is act.Develop and name == "first":
        queue = queue_on_line(state, str(chosen.get("resource")))
        if not 1 <= value <= len(queue):
            return f"cube {value} from the front"
        behind = sum(owner != queue[value - 1] for owner in queue[value:])
        more = f"; {counted(behind, 'cube')} of others behind it" if behind else ""
        return f"cube {value} of {len(queue)} from the front{more}"
    return str(value)


def space_label(state: State, space: int) -> str:
    """A space with what it touches: "7 · Port City, Lumber Mill"."""
    touched = []
    for thing in state.box.spaces[space].touches:
        if thing in state.tiles:
            touched.append(state.box.developments[state.tiles[thing].id].name)
        elif thing == TURN_ORDER:
            touched.append("Survey")
        else:
            resource = thing.removeprefix("port:")
            touched.append(f"{resource} port {state.ports[resource]}")
    return f"{space} · {', '.join(touched)}" if touched else str(space)


def tile_words(state: State, number: int, claimant: int | None = None) -> str:
    """A wilderness tile in words: "#4: 5 points, every player draws an ally".

    claimant: who has claimed it; what the Syndicate ignores on it is then left out.
    """
    tile = state.box.wilderness[number]
    ignored = state.solo and claimant == SYNDICATE and tile.bonus != "first_player"
    extras = {
        "telegram": "a telegram",
        "first_player": "first player",
        "western_terminal": "a building on the Western Terminal",
        "ally": "every player draws an ally",
        "investment": "every player draws investments",
    }
    bonuses = ("" if ignored else tile.bonus, tile.general)
    parts = [counted(tile.vp, "point"), *(extras[each] for each in bonuses if each)]
    name = f"#{tile.id} Last Spike" if tile.kind == "last_spike" else f"#{tile.id}"
    return f"{name}: {', '.join(parts)}"


def _place_label(state: State, value: str) -> str:
    if value == "card":
        return "your ally card"
    if value == "points":
        return "the points of the depleted card"
    if value in state.box.regions:
        return f"a card of the {state.box.regions[value].name}"
    if "/" in value:
        where, what, *position = value.split("/")
        if where in ("line", "yard"):
            return f"{what} on the {where.capitalize()}, place {position[0]}"
        return f"{tile_name(state, where)}, {what}"
    if value in ("terminal", "railyard", TURN_ORDER):
        return place_name(state, value)
    return value


def _side_label(state: State, slot: Value, side: str) -> str:
    if side == "claim" or not isinstance(slot, str) or slot not in state.tiles:
        return "your Land Claim Tile" if side == "claim" else side
    tile = state.tiles[slot]
    group = state.box.developments[tile.id].face(tile.flipped).group(side)
    return f"{side}: {group.accepts}, {len(tile.group(side))} of {group.slots}"


def _position(code: str) -> str:
    zone = {"l": "Line", "y": "Yard"}.get(code[:1], "")
    return f"{zone} {code[1:]}"


def describe(state: State, seat: int, action: Action) -> str:
    """What an action would do, in a few words."""
    match action:
        case act.Place(space):
            return f"Telegram on {space_label(state, space)}"
        case act.Pass():
            return "Leave the telegram here" if state.phase.endswith("_actions") else "Pass for this phase"
        case act.Load(port):
            return f"Load {goods(state.ports[port], port)}"
        case act.Acquire(at, resource):
            return f"Acquire {resource} {_where(state, at)}"
        case act.Produce(at, resource):
            return f"Produce {resource} {_where(state, at)}"
        case act.Trade(_, give, get, amount):
            return f"Trade {goods(amount, give)} for {get}"
        case act.Develop(slot, side, resource, first):
            behind = Counter(queue_on_line(state, resource)[first:])
            may = listed(f"{number} of {who(state, owner)}" for owner, number in behind.items())
            joined = f"; behind it and free to join: {may}" if may else ""
            return f"Develop {tile_name(state, slot)}, {side}, with {resource}{joined}"
        case act.Portage(_, resource, slot, side, amount):
            return f"Portage {goods(amount, resource)} to {tile_name(state, slot)}, {side}"
        case act.CallAlly(at):
            if at == "points":
                return "Take the points of the depleted card"
            return "Draw an ally" if at not in state.box.regions else f"Draw from the {at} deck"
        case act.Wire(_, space, kind):
            return "No telegram to place" if space is None else f"Place a {kind} telegram on {space}"
        case act.Survey():
            return "Become first player"
        case act.Resupply():
            return "Resupply"
        case act.PlayAlly(card, option):
            return (
                f"Play {card_name(state, card)}: {clause_words(state.box.allies[card].clauses[option - 1])}"
            )
        case act.End():
            return "End the turn"
        case act.Skip():
            return "Skip"
        case act.Join(cubes):
            return f"Unload {counted(cubes, 'cube')}" if cubes else "Leave them on the train"
        case act.AddCars(resource):
            return f"Supply, adding {resource} cars"
        case act.Bid(navvies, steel, wood):
            return f"Bid {goods(navvies, 'navvies')}, {steel} steel, {wood} wood"
        case act.ClaimTile(tile):
            return f"Claim {tile_words(state, tile)}"
        case act.Recall(place):
            return f"Take from {_place_label(state, place)}"
        case act.Stake():
            return "Place your Land Claim Tile here instead of scoring"
        case act.Resign():
            return "Accept a humiliating defeat"
        case act.Keep(card):
            return f"Keep {label(state, act.Keep, 'card', card, {})}"
        case act.Choose(which):
            return f"Take {label(state, act.Choose, 'which', which, {})}"
    return to_line(action)


def _where(state: State, at: str) -> str:
    return "with the ally card" if at == "card" else f"at {place_name(state, at)}"
