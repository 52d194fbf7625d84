"""The answers to a move that cannot be made: each is a sentence for the player, and changes nothing."""

from __future__ import annotations


class MoveError(Exception):
    """Why a move cannot be made. `str(error)` is a sentence for the player."""


class NotUnderstood(MoveError):
    """The text does not say a move of this game."""


class Ambiguous(MoveError):
    """The text fits several moves or values; `candidates` are the full words that would be clear."""

    def __init__(self, sentence: str, candidates: tuple[str, ...]) -> None:
        super().__init__(sentence)
        self.candidates = candidates


class IllegalMove(MoveError):
    """The rules do not allow the move; the sentence says why and names what would be right."""


class NotYourTurn(IllegalMove):
    """The seat has nothing to decide now, or not this kind of decision."""
