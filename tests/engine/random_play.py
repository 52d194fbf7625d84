"""Random play of any title, for tests: pick a seat that must decide, a kind, and one of its legal actions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from engine.core.action import Action, Family, Span, values_of
from engine.core.chance import Chance
from engine.core.event import Event
from engine.core.game import AnyGame
from engine.core.title import Options, Title

Played = tuple[int, Action, list[Event]]


def random_action(
    game: AnyGame, dice: random.Random, weight: Callable[[type[Action]], float] = lambda _kind: 1.0
) -> tuple[int, Action]:
    """A random legal action of a random seat that must decide. At most 400 of a kind are considered."""
    asked = dice.choice(game.pending())
    offers = {kind: list(islice(game.legal_actions(asked.seat, kind), 400)) for kind in asked.kinds}
    kinds = [kind for kind, found in offers.items() if found]
    assert kinds, f"{asked} has nothing legal to do ({game.headline()})"
    kind = dice.choices(kinds, [weight(each) for each in kinds])[0]
    offer = dice.choice(offers[kind])
    if isinstance(offer, Family):
        fixed = {
            name: dice.choice(list(value)) if isinstance(value, Span) else value
            for name, value in values_of(offer).items()
        }
        return asked.seat, kind(**fixed)
    return asked.seat, offer


def play(
    title: Title,
    seats: int,
    seed: str,
    options: Options | None = None,
    *,
    weight: Callable[[type[Action]], float] = lambda _kind: 1.0,
    limit: int = 20_000,
) -> Iterator[tuple[AnyGame, Played | None]]:
    """Play a random game to its end; yields the game at the start (None) and after every action."""
    dice = random.Random(f"{title.id}/{seed}")
    game = title.start(options or title.options(), seats, Chance(seed))
    yield game, None
    for _ in range(limit):
        if game.over:
            return
        seat, action = random_action(game, dice, weight)
        yield game, (seat, action, game.apply(seat, action))
    raise AssertionError(f"{title.name} did not end within {limit} actions: {game.headline()}")


def plain(value: Any) -> str:
    """Everything in a view or an event as text, for looking for secrets in it."""
    return msgspec.json.encode(value).decode()
