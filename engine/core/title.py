"""A title is a game that the house knows how to play: how to start it, load it, and explain it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from .action import Action
from .chance import Chance
from .game import Game, ReportKind


class Options(Struct, frozen=True):
    """The choices made when a game is set up: map, mode, variants.

    Each title has a frozen subclass whose fields are `bool`, a `Literal` of strings, or an int with
    `Annotated[int, Meta(ge=..., le=..., description=...)]`; all have defaults and descriptions. The lobby
    and `/game new` are generated from them.
    """


class Rule(Struct, frozen=True):
    """One answer of `/rules`: a topic in our own words."""

    topic: str
    text: str
    """Markdown, at most 3,500 characters."""


@dataclass(frozen=True)
class Title:
    """Everything that the rest of the house may know about a game before it is played."""

    id: str
    """`age_of_steam`; stored with every game."""
    name: str
    command: str
    """The slash command group: `steam`."""
    options: type[Options]
    actions: tuple[type[Action], ...]
    """Every kind of action, in the order of play."""
    game: type[Game[Any]]
    start: Callable[[Options, int, Chance], Game[Any]]
    """A new game: options, number of seats, chance. Raises IllegalMove if they do not fit each other."""
    seats: Callable[[Options], range]
    """How many may play with these options."""
    rules_version: int
    """Raised when a change of rules would make an old log replay differently."""
    reports: tuple[ReportKind, ...] = ()
    rules: Callable[[Options], tuple[Rule, ...]] = lambda _options: ()
    autoplay: Callable[[Game[Any], int], Action] | None = None
    """A sensible move for a seat that is played automatically."""
    orders: tuple[type[StandingOrder], ...] = ()
    blurb: str = ""
    """One line for the lobby."""
    option_notes: Mapping[str, str] = field(default_factory=dict)


class StandingOrder(Struct, frozen=True, tag_field="order"):
    """A move given in advance: "bid up to 7", "never unload". Subclasses are tagged and documented."""

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        """The move that this order makes for the seat now, or None if the player must be asked."""
        raise NotImplementedError

    @classmethod
    def values(cls, game: Game[Any], seat: int, name: str) -> tuple[int | str, ...]:
        """What a field may sensibly say now, the likeliest first: a player who says nothing means that. Empty
        if only the player can know.
        """
        return ()

    def spent(self, game: Game[Any], seat: int) -> bool:
        """True once the order no longer applies and should be dropped, with a word to its owner."""
        return False
