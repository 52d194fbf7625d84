"""The custom_ids of buttons, menus and modals: `g:<game>:<version>:<verb>:<argument>:...`.

Everything a click needs is in its id, so nothing is kept per message and a restart is harmless.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .limits import CUSTOM_ID

_PATTERN = re.compile(r"g:([A-Za-z0-9_-]{1,24}):(\d{1,9}):([a-z]{1,12})((?::[^:]*)*)")


@dataclass(frozen=True, slots=True)
class Click:
    """What a component says it is for."""

    game: str
    """The game's id; `-` where there is none yet."""
    version: int
    """The game's version when the component was shown."""
    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = ":".join(("g", self.game, str(self.version), self.verb, *self.args))
        if len(text) > CUSTOM_ID:
            raise ValueError(f"custom_id of {len(text)} characters: {text}")
        return text

    def number(self, place: int) -> int:
        """The argument at a place as a number; -1 if it is none."""
        try:
            return int(self.args[place])
        except (IndexError, ValueError):
            return -1

    def word(self, place: int) -> str:
        """The argument at a place, or an empty text."""
        return self.args[place] if place < len(self.args) else ""


def make(game: str, version: int, verb: str, *args: str | int) -> str:
    """The custom_id for a component."""
    return str(Click(game, version, verb, tuple(str(arg) for arg in args)))


def read(custom_id: str) -> Click | None:
    """What a custom_id says; None if it is not one of ours."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    args = tuple(match[4].split(":")[1:])
    return Click(match[1], int(match[2]), match[3], args)
