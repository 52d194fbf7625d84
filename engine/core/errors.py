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


class Refused(MoveError):
    """The table does not do it, whatever the rules of the game say."""


class NoSuchGame(Refused):
    """There is no such game, or none in this channel."""


class ChannelTaken(Refused):
    """The channel already has an open game."""


class NotSeated(Refused):
    """The person has no seat in this game, or not that one."""


class NotAllowed(Refused):
    """Only somebody else may do this: the host, or a manager of the server."""


class NotRunning(Refused):
    """The game has not started, is paused, or is over."""


class CannotLoad(Refused):
    """The game could be loaded only up to some point, and takes no moves."""


class Busy(Refused):
    """Others changed the game again and again meanwhile. Nothing happened."""


class NotSaved(Refused):
    """The database failed. As far as the table can tell nothing happened."""
