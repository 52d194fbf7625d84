"""The small language in which action strings and ally cards are written, and its parser.

    card      = clause , { "OR" , clause } ;                    choose exactly one clause
    clause    = group , [ "IF" , condition , "THEN" , group ] ; the second group only if the condition holds
    group     = step , { "AND" , step } ;                       any order, each may be skipped
    step      = action , [ "TO" , dest ] ;
    action    = "acquire(" n [ "," res ] ")" | "produce(" n "," res ")" | "trade(" n [ ",line/yard" ] ")"
              | "portage(" n [ "," res ] ")" | "develop" | "develop(wild)"
              | "ally" | "ally(" region ")" | "telegram" | "survey" | "resupply" ;
    condition = "removed(" n "," res ")" | "at(" region ")" ;
    dest      = "line" | "yard" | region , { "/" , region } ;

Rules: Ally Card Symbols, Logical Operators.
"""

from __future__ import annotations

import re

from msgspec import Struct

_WORD = re.compile(r"([a-z]+)(?:\(([^()]*)\))?")
_VERBS = frozenset(
    ("acquire", "produce", "trade", "portage", "develop", "ally", "telegram", "survey", "resupply")
)


class Step(Struct, frozen=True):
    """One action symbol with what is written beside it."""

    verb: str
    amount: int = 1
    resource: str = ""
    """The one resource it is for; "" is any. For `develop`, "wild" overrules the types of the slots."""
    yard: bool = False
    """For `trade`: cubes may come from the Yard too."""
    region: str = ""
    """For `ally`: the deck; "" is the current region."""
    to: tuple[str, ...] = ()
    """Destination: ("line",), ("yard",) or regions; empty is anywhere the plain action may go."""


class Condition(Struct, frozen=True):
    """What must hold after the first group for the second to happen."""

    verb: str
    """`removed` or `at`."""
    amount: int = 0
    what: str = ""
    """The resource removed, or the region of the telegram."""


class Clause(Struct, frozen=True):
    """One alternative of a card: steps, and perhaps a condition with more steps."""

    before: tuple[Step, ...]
    condition: Condition | None = None
    after: tuple[Step, ...] = ()


class Vocabulary(Struct, frozen=True):
    """The words that may stand in action strings."""

    resources: tuple[str, ...]
    regions: tuple[str, ...]


class TextError(ValueError):
    """The text is not written in the language; says what is wrong."""


def parse_card(text: str, words: Vocabulary) -> tuple[Clause, ...]:
    """The clauses of a card's text. Raises TextError."""
    return tuple(_clause(part, words) for part in text.split(" OR "))


def parse_step(text: str, words: Vocabulary) -> Step:
    """One step: `acquire(2,coal) TO yard`. Raises TextError."""
    action, _, dest = text.strip().partition(" TO ")
    match = _WORD.fullmatch(action.strip())
    if match is None or match[1] not in _VERBS:
        raise TextError(f"“{text}” is no action; the actions are {', '.join(sorted(_VERBS))}.")
    verb = match[1]
    inside = [part.strip() for part in match[2].split(",")] if match[2] else []
    amount, resource, yard, region = 1, "", False, ""
    if verb in ("acquire", "produce", "trade", "portage"):
        if not inside or not inside[0].isdecimal() or not 1 <= int(inside[0]) <= 9:
            raise TextError(f"“{text}” needs a number from 1 to 9: {verb}(2).")
        amount, rest = int(inside[0]), inside[1:]
        if verb == "trade" and rest == ["line/yard"]:
            yard = True
        elif rest:
            resource = _one_of(rest[0], words.resources, text, "resource")
            if verb == "trade" or len(rest) > 1:
                raise TextError(f"“{text}” has too many words in its brackets.")
        elif verb == "produce":
            raise TextError(f"“{text}” must name what is produced.")
    elif verb == "develop" and inside:
        resource = _one_of(inside[0], ("wild",), text, "word")
    elif verb == "ally" and inside:
        region = _one_of(inside[0], words.regions, text, "region")
    elif inside:
        raise TextError(f"“{text}”: {verb} has nothing in brackets.")
    to = _destination(verb, dest.strip(), text, words) if dest else ()
    return Step(verb, amount, resource, yard, region, to)


def _destination(verb: str, dest: str, text: str, words: Vocabulary) -> tuple[str, ...]:
    if verb == "acquire":
        return (_one_of(dest, ("line", "yard"), text, "destination"),)
    if verb not in ("portage", "develop", "telegram"):
        raise TextError(f"“{text}”: {verb} has no destination.")
    return tuple(_one_of(part.strip(), words.regions, text, "region") for part in dest.split("/"))


def _clause(text: str, words: Vocabulary) -> Clause:
    first, _, rest = text.partition(" IF ")
    before = _group(first, words)
    if not rest:
        return Clause(before)
    condition, then, second = rest.partition(" THEN ")
    if not then:
        raise TextError(f"“{text}” has IF without THEN.")
    return Clause(before, _condition(condition.strip(), words), _group(second, words))


def _group(text: str, words: Vocabulary) -> tuple[Step, ...]:
    return tuple(parse_step(part, words) for part in text.split(" AND "))


def _condition(text: str, words: Vocabulary) -> Condition:
    match = _WORD.fullmatch(text)
    inside = [part.strip() for part in (match[2] or "").split(",")] if match else []
    if match and match[1] == "removed" and len(inside) == 2 and inside[0].isdecimal():
        return Condition("removed", int(inside[0]), _one_of(inside[1], words.resources, text, "resource"))
    if match and match[1] == "at" and len(inside) == 1:
        return Condition("at", 0, _one_of(inside[0], words.regions, text, "region"))
    raise TextError(f"“{text}” is no condition: removed(2,coal) or at(prairies).")


def _one_of(word: str, options: tuple[str, ...], text: str, what: str) -> str:
    if word not in options:
        raise TextError(f"“{text}”: {word!r} is no {what}; there are {', '.join(options)}.")
    return word
