"""How sentences count and list, in every game and in the chat."""

from __future__ import annotations

from collections.abc import Iterable


def listed(parts: Iterable[str], last: str = "and") -> str:
    """The parts as a sentence lists them: "a", "a and b", "a, b and c"."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, thing: str, things: str = "") -> str:
    """A number with its noun: "1 cube", "3 cubes". things: the plural, if an "s" does not make it."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"
