"""What the automatic player chooses among: legal actions one by one, of a range of amounts only its ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from engine.core.action import Action, Family, Legal, Span, expand
from engine.core.game import Game

from .state import State

A = TypeVar("A", bound=Action)


def offers(game: Game[State], seat: int, kind: type[A], most: int = 400) -> list[A]:
    """The legal actions of one kind, if the seat is asked for it, but not more than `most`."""
    asked = game.pending_of(seat)
    if asked is None or kind not in asked.kinds:
        return []
    return [each for each in islice(singles(game.legal_actions(seat, kind)), most) if isinstance(each, kind)]


def singles(legal: Iterable[Legal]) -> Iterator[Action]:
    """The legal actions one by one; of a range only its ends."""
    for each in legal:
        if isinstance(each, Family):
            spans = {name: value for name, value in each.values.items() if isinstance(value, Span)}
            fixed = {name: value for name, value in each.values.items() if not isinstance(value, Span)}
            yield each.kind(**fixed, **{name: span.low for name, span in spans.items()})
            yield each.kind(**fixed, **{name: span.high for name, span in spans.items()})
        else:
            yield from expand(each)
