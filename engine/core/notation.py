"""Every action prints as one line and parses back: `build G7 gentle r2`.

The log, autocomplete, tests and players who like to type share this notation. The words are the
action's verb and then its fields in order; a tuple is joined with commas, an empty one is `-`, as is
None; yes and no are bools. Trailing fields that have their default are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from .action import Action, FieldSpec, Value, specs, verb
from .errors import NotUnderstood

_NOTHING = "-"
_INT = re.compile(r"[+-]?\d+")


def to_line(action: Action) -> str:
    """The action as one line; `parse` gives the action back."""
    fields = specs(type(action))
    words = [value_to_word(spec, getattr(action, spec.name)) for spec in fields]
    kept = len(fields)
    while kept and fields[kept - 1].default is not msgspec.NODEFAULT:
        if getattr(action, fields[kept - 1].name) != fields[kept - 1].default:
            break
        kept -= 1
    return " ".join([verb(action), *words[:kept]])


def parse(line: str, kinds: Iterable[type[Action]]) -> Action:
    """The action that `to_line` printed. Raises NotUnderstood."""
    words = line.split()
    by_verb = {verb(kind): kind for kind in kinds}
    kind = by_verb.get(words[0]) if words else None
    if kind is None:
        raise NotUnderstood(f"“{line}” does not begin with one of: {', '.join(by_verb)}.")
    fields = specs(kind)
    if len(words) - 1 > len(fields):
        raise NotUnderstood(f"“{line}” has more words than {usage(kind)}.")
    values: dict[str, Value] = {}
    for spec, word in zip(fields, words[1:], strict=False):
        values[spec.name] = word_to_value(spec, word)
    for spec in fields[len(words) - 1 :]:
        if spec.default is msgspec.NODEFAULT:
            raise NotUnderstood(f"“{line}” lacks the {spec.name}: {usage(kind)}.")
    return kind(**values)


def usage(kind: type[Action]) -> str:
    """How the action is typed: `build <hex> <tile> <rotation>`."""
    return " ".join([verb(kind), *(f"<{spec.name}>" for spec in specs(kind))])


def value_to_word(spec: FieldSpec, value: Value) -> str:
    """One field's value as one word."""
    if value is None:
        return _NOTHING
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value) if value else _NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{spec.prefix}{value}" if isinstance(value, int) else value


def word_to_value(spec: FieldSpec, word: str) -> Value:
    """The value that one word says for a field. Raises NotUnderstood if it says none."""
    if spec.kind in ("ints", "strs"):
        parts = [] if word == _NOTHING else word.split(",")
        if spec.kind == "strs":
            return tuple(parts)
        return tuple(whole_number(spec, part) for part in parts)
    if word == _NOTHING and spec.optional:
        return None
    if spec.kind == "int":
        return whole_number(spec, word)
    if spec.kind == "bool":
        if word.lower() in ("yes", "y", "true"):
            return True
        if word.lower() in ("no", "n", "false"):
            return False
        raise NotUnderstood(f"{spec.description} Say yes or no, not “{word}”.")
    return word


def whole_number(spec: FieldSpec, word: str) -> int:
    """The number that a word says, with or without the field's prefix or a `$`. Raises NotUnderstood."""
    bare = word
    if spec.prefix and bare.lower().startswith(spec.prefix.lower()):
        bare = bare[len(spec.prefix) :]
    bare = bare.removeprefix("$")
    if not _INT.fullmatch(bare):
        raise NotUnderstood(f"“{word}” is not a whole number ({spec.name}).")
    return int(bare)
