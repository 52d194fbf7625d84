"""Recorded games: what a verifier of a recording answers. Each title brings the verifier of its format."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Verified(Struct, frozen=True):
    """A recording that was replayed to its end without a difference."""

    game: str
    """What was replayed, in words."""
    actions: int
    checkpoints: int

    def __str__(self) -> str:
        return f"{self.game}: {self.actions} actions, {self.checkpoints} checkpoints verified"


class Differs(Exception):
    """The first difference between a recording and the replay of it."""

    def __init__(self, where: str, what: str, expected: Any, got: Any) -> None:
        super().__init__(f"{where}: {what}: expected {expected}, got {got}")
        self.where, self.what, self.expected, self.got = where, what, expected, got
