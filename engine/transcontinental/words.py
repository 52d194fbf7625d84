"""Names and short phrases for players, shared by sentences, labels, reports and views."""

from __future__ import annotations

from engine.core.event import mark
from engine.core.sentences import listed

from .card_text import Clause, Condition, Step
from .components import RAILYARD, TERMINAL, TURN_ORDER
from .state import State

PHASE_NAMES = {
    "setup": "Setup",
    "westbound_telegrams": "Westbound Telegram Phase",
    "westbound_actions": "Westbound Action Phase",
    "railhead": "Railhead Phase",
    "eastbound_telegrams": "Eastbound Telegram Phase",
    "eastbound_actions": "Eastbound Action Phase",
    "resupply": "Resupply at the East end",
    "over": "Game over",
}
REGION_NAMES = {
    "ports": "Maritime Ports",
    "lowlands": "Lowlands",
    "shield": "Shield",
    "prairies": "Prairies",
    "rockies": "Rockies",
    "pacific": "Pacific",
}


def who(state: State, side: int) -> str:
    """A side in a sentence: a seat's mark, or the Syndicate."""
    return "the Syndicate" if state.solo and side > 0 else mark(side)


def Who(state: State, side: int) -> str:
    """As `who`, to begin a sentence."""
    return "The Syndicate" if state.solo and side > 0 else mark(side)


def tile_name(state: State, slot: str) -> str:
    """A development with its slot: "Port City (N2)"."""
    return f"{state.box.developments[state.tiles[slot].id].name} ({slot})"


def place_name(state: State, place: str) -> str:
    """A place that buildings stand on."""
    if place == TERMINAL:
        return state.box.special["western_terminal"].name
    if place == RAILYARD:
        return state.box.special["eastern_railyard"].name
    if place == TURN_ORDER:
        return state.box.special[TURN_ORDER].name
    if place.startswith("port:"):
        return f"{place.removeprefix('port:')} port"
    return tile_name(state, place)


def card_name(state: State, card: str) -> str:
    """An ally card with its number: "Mill Owner (L9)"."""
    ally = state.box.allies.get(card)
    return f"{ally.name} ({card})" if ally else "Syndicate card"


def goods(number: int, resource: str) -> str:
    """ "1 navvy", "2 navvies", "3 coal"."""
    one = {"navvies": "navvy", "tourists": "tourist"}
    return f"{number} {one.get(resource, resource) if number == 1 else resource}"


def step_words(step: Step) -> str:
    """An action symbol in words: "Acquire 2 coal", "Portage up to 2 to the Shield"."""
    words = {
        "acquire": f"Acquire {goods(step.amount, step.resource or 'of any type')}",
        "produce": f"Produce {goods(step.amount, step.resource)}",
        "trade": f"Trade up to {step.amount}{' from Line or Yard' if step.yard else ''}",
        "portage": f"Portage {'up to ' if step.amount > 1 else ''}{step.amount}"
        + (f" {step.resource}" if step.resource else ""),
        "develop": "Develop with any type" if step.resource else "Develop",
        "ally": f"Ally of the {REGION_NAMES.get(step.region, step.region)}" if step.region else "Ally",
        "telegram": "Telegram",
        "survey": "Survey",
        "resupply": "Resupply",
    }[step.verb]
    if not step.to:
        return words
    if step.to[0] in ("line", "yard"):
        return f"{words} to the {step.to[0].capitalize()} only"
    return f"{words} in the {listed((REGION_NAMES.get(to, to) for to in step.to), 'or')}"


def condition_words(condition: Condition) -> str:
    """A card's condition in words."""
    if condition.verb == "at":
        return f"your telegram is in the {REGION_NAMES.get(condition.what, condition.what)}"
    return f"{condition.amount} or more of your {condition.what} left the train"


def clause_words(clause: Clause) -> str:
    """One alternative of a card in words."""
    words = "; ".join(step_words(step) for step in clause.before)
    if clause.condition is None:
        return words
    after = "; ".join(step_words(step) for step in clause.after)
    return f"{words}; then, if {condition_words(clause.condition)}: {after}"


def card_words(clauses: tuple[Clause, ...]) -> str:
    """A whole card in words."""
    return " — or — ".join(clause_words(clause) for clause in clauses)
