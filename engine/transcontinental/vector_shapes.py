"""How the tables of a vectors file are written: what each key holds, so that a slip is said as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Shape = Callable[[Any], str]
"""Says what a value should have been, "" if it is as it should be."""


def _is(kind: type | tuple[type, ...], words: str) -> Shape:
    def check(value: Any) -> str:
        fits = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
        return "" if fits else words

    return check


def number(value: Any) -> str:
    """Nothing in a vectors file is counted below 0."""
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return "" if fits else "a whole number, 0 or more"


TEXT = _is(str, "a name in quotation marks")
FLAG = _is(bool, "true or false")


def _list(inside: Shape) -> Shape:
    def check(value: Any) -> str:
        if not isinstance(value, list):
            return f"a list, each {inside(None) or 'value'}"
        return next((f"a list, each {words}" for each in value if (words := inside(each))), "")

    return check


def _table(inside: Shape) -> Shape:
    def check(value: Any) -> str:
        if not isinstance(value, Mapping):
            return f"a table, each value {inside(None) or 'any'}"
        return next(
            (f"a table, each value {words}" for each in value.values() if (words := inside(each))), ""
        )

    return check


def _one_of(*shapes: Shape) -> Shape:
    def check(value: Any) -> str:
        wrong = [shape(value) for shape in shapes]
        return "" if "" in wrong else " or ".join(wrong)

    return check


def _row(words: str, *parts: Shape) -> Shape:
    def check(value: Any) -> str:
        fits = isinstance(value, list) and len(value) == len(parts)
        fits = fits and not any(part(each) for part, each in zip(parts, value, strict=True))
        return "" if fits else words

    return check


def _record(words: str, **parts: Shape) -> Shape:
    """A table with known keys; unknown ones are for whoever reads it."""

    def check(value: Any) -> str:
        fits = isinstance(value, Mapping)
        fits = fits and not any(parts[key](each) for key, each in value.items() if key in parts)
        return "" if fits else words

    return check


def _spaces(value: Any) -> str:
    """Space numbers as keys, which TOML makes texts."""
    if isinstance(value, Mapping) and not all(str(key).isdecimal() for key in value):
        return "a table with space numbers as keys"
    return _table(number)(value)


_NAMES = _list(TEXT)
_numberS = _list(number)
_CARS = _list(_row("[type, cars, [owners front to rear]]", TEXT, number, _NAMES))
_DEV = _record(
    "{ flipped, left = [owners], right = [owners], buildings = [owners] }",
    flipped=FLAG,
    left=_NAMES,
    right=_NAMES,
    buildings=_NAMES,
)

STATE: Mapping[str, Shape] = {
    **dict.fromkeys(("solo", "land_claim", "dastardly", "final", "final_round"), FLAG),
    **dict.fromkeys(("line", "yard"), _CARS),
    **dict.fromkeys(("shop", "ports", "terminal", "railyard", "score"), _table(number)),
    **dict.fromkeys(("railhead", "engine"), number),
    **dict.fromkeys(("wilderness_from_10", "pacific"), _numberS),
    **dict.fromkeys(("deck", "discard", "turn_order", "order", "investment_deck"), _NAMES),
    **dict.fromkeys(("hands", "allies", "investments", "decks"), _table(_NAMES)),
    "slots": _table(TEXT),
    "dev": _table(_DEV),
    "wilderness": _spaces,
    "priority": _one_of(number, TEXT),
    "telegrams": _table(_numberS),
    "claims": _table(_record("{ tile, cubes = [owners] }", tile=TEXT, cubes=_NAMES)),
}
"""The keys of a position."""

PICK: Mapping[str, Shape] = {
    **dict.fromkeys(("op", "res", "from", "to", "tile", "side", "kind", "region", "zone"), TEXT),
    **dict.fromkeys(("n", "index", "space"), number),
}
"""The keys of a step of a card."""

ACTION: Mapping[str, Shape] = {
    **PICK,
    **dict.fromkeys(("do", "player", "card", "where", "instead"), TEXT),
    **dict.fromkeys(("clause", "railhead", "at", "advance", "eligible"), number),
    **dict.fromkeys(("yard", "west", "dastardly"), FLAG),
    **dict.fromkeys(("choices", "investments", "allies", "symbols"), _NAMES),
    "joins": _list(_row("[owner, unload?]", TEXT, FLAG)),
    "again": _list(FLAG),
    "bids": _table(_table(number)),
    "claims": _table(_numberS),
    "telegrams": _table(_one_of(number, _numberS)),
    "recall": _table(TEXT),
    "land_claim": _one_of(_NAMES, _table(FLAG)),
    "keep": _one_of(TEXT, _table(TEXT)),
    "take": _one_of(
        _list(_one_of(number, TEXT)), _table(_one_of(_list(_one_of(number, TEXT)), _table(_list(number))))
    ),
    "boxed": _numberS,
    "buildings": _list(_NAMES),
    "picks": _list(_record("a table with op and what it needs")),
}
"""The keys of a step's action. What begins with `set_` first changes the position, in a position's shapes."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "port": ("player", "res"),
    **dict.fromkeys(("produce", "acquire", "load"), ("player", "res")),
    "trade": ("player", "n", "from", "to"),
    "develop": ("player", "tile", "side", "res", "index"),
    "portage": ("player", "tile", "side", "res"),
    "survey": ("player",),
    "telegram": ("player", "space"),
    "ally": ("player",),
    "card": ("player", "card", "space"),
    "last_spike": ("railhead", "at"),
    "setup_priority": ("boxed",),
    "solo_minor": ("card", "space"),
    "solo_main": ("space",),
    "solo_placement": ("card", "space"),
    "solo_contribution": ("eligible", "symbols"),
    "solo_turn": ("space",),
}
"""What a step of each kind cannot do without."""

PICK_NEEDED: Mapping[str, tuple[str, ...]] = {
    "acquire": ("res",),
    "trade": ("from", "to"),
    "portage": ("tile", "side", "res"),
    "develop": ("tile", "side", "res"),
}


def wrong_in_vector(vector: Any) -> Iterator[str]:
    """What is not written as it should be in a vector, steps left out."""
    if not isinstance(vector, Mapping):
        yield "a vector is a table: [[vector]]."
        return
    if words := _NAMES(vector.get("players")):
        yield f"players should be {words}."
    elif not 2 <= len(vector["players"]) <= 4 or len(set(vector["players"])) < len(vector["players"]):
        yield "players should be two to four different names, first in turn order first."
    state = vector.get("state", {})
    if not isinstance(state, Mapping):
        yield "state should be a table: [vector.state]."
    else:
        yield from _wrong("state", state, STATE)
    steps = vector.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
        yield "steps should be tables: [[vector.step]]."


def wrong_in_step(step: Mapping[str, Any]) -> Iterator[str]:
    """What is not written as it should be in a step: its action and what it expects."""
    action = step.get("action")
    if not isinstance(action, Mapping) or TEXT(action.get("do")):
        yield 'action should be a table that says what to do: { do = "portage", ... }.'
    else:
        yield from _wrong("action", action, ACTION)
        for key, value in action.items():
            if key.startswith("set_"):
                yield from _wrong(
                    "action", {key: value}, {key: STATE.get(key.removeprefix("set_"), _anything)}
                )
        yield from _missing(f"A {action['do']} step", action, NEEDED.get(action["do"], ()))
        picks = action.get("picks", ())
        for pick in picks if isinstance(picks, list) else ():
            if isinstance(pick, Mapping):
                yield from _wrong("picks", pick, PICK)
                yield from _missing("A pick", pick, ("op",))
                yield from _missing(
                    f"A pick of {pick.get('op')}", pick, PICK_NEEDED.get(str(pick.get("op")), ())
                )
    if not isinstance(step.get("expect", {}), Mapping):
        yield "expect should be a table."


def _anything(value: Any) -> str:
    return ""


def _wrong(where: str, table: Mapping[str, Any], shapes: Mapping[str, Shape]) -> Iterator[str]:
    for key, value in table.items():
        if key in shapes and (words := shapes[key](value)):
            yield f"{where}.{key} should be {words}."


def _missing(what: str, table: Mapping[str, Any], needed: tuple[str, ...]) -> Iterator[str]:
    for key in needed:
        if key not in table:
            yield f"{what} needs {key}."
