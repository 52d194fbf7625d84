"""The Game protocol: the one idea the whole house rests on.

A game is a pure state machine: no clock, no I/O, no Discord words, and no randomness but its Chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from types import GenericAlias
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from .action import Action, Legal, Span, Value, expand, values_of, verb
from .chance import Chance
from .errors import IllegalMove, NotYourTurn
from .event import Event, Said, mark
from .notation import to_line


class Pending(Struct, frozen=True):
    """One seat that must decide now. Several seats at once is normal."""

    seat: int
    kinds: tuple[type[Action], ...]
    """The kinds of action that this seat may take now, the most usual first."""
    prompt: str
    """What the seat is asked, as a short sentence: "Build track: 2 of 3 tiles left"."""
    sealed: bool = False
    """True if others may see only that this seat has yet to choose."""
    forced_ok: bool = True
    """False if even a single legal choice must be made by the player (it reveals something, or hurts)."""


class Score(Struct, frozen=True):
    """One seat's final score with the lines that add up to it."""

    seat: int
    total: int
    parts: tuple[tuple[str, int], ...] = ()
    note: str = ""
    """For instance "eliminated in turn 4"."""


class Result(Struct, frozen=True):
    """How the game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Places from the first down; each lists the seats that share it."""
    scores: tuple[Score, ...]
    won: bool | None = None
    """In solo games: whether the player won. None where players compete."""
    sentence: str = ""
    """What decided the game, if the numbers do not say it."""


class Report(Struct, frozen=True):
    """An answer to a question about the game, as a small table with notes."""

    heading: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


class ReportKind(Struct, frozen=True):
    """A question that a title answers (`market`, `links`, `deliveries`)."""

    name: str
    description: str
    argument: str = ""
    """What the question is about, if it takes one word more ("The company.")."""
    private: bool = False
    """True if the answer depends on who asks, so that only they should see it."""


S = TypeVar("S", bound=Struct)


class Game(ABC, Generic[S]):
    """One game being played. Subclasses implement the rules over their own state struct.

    Whoever holds a game may call any method at any time; only `apply` changes it.
    """

    state_type: ClassVar[type[Struct]]

    def __init__(self, state: S, chance: Chance) -> None:
        self.state: S = state
        self.chance = chance

    # --- what a title implements -------------------------------------------------------------

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats the game was started with."""

    @abstractmethod
    def pending(self) -> tuple[Pending, ...]:
        """Who must decide now, and what kinds of action each may take. Empty when the game is over."""

    @abstractmethod
    def legal(self, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
        """Every legal action of one kind that this seat may take now, in a fixed order, lazily.

        `kind` is one of the seat's pending kinds. `chosen` is a hint: fields already chosen; actions that
        differ in them may be left out, and callers filter again.
        """

    @abstractmethod
    def check(self, seat: int, action: Action) -> None:
        """Raise IllegalMove with a sentence for the player unless the action is legal now.

        Called only for one of the seat's pending kinds. Must accept exactly what `legal` yields.
        """

    @abstractmethod
    def perform(self, seat: int, action: Action) -> list[Event]:
        """Carry out an action that `check` has accepted, and whatever follows by itself."""

    @abstractmethod
    def view(self, viewer: int | None) -> Struct:
        """What a seat, or a bystander (None), may see: everything that a picture or a text may show."""

    @abstractmethod
    def result(self) -> Result | None:
        """The final scores with their breakdown, or None while the game goes on."""

    @abstractmethod
    def headline(self) -> str:
        """Where the game stands, in a few words: "Turn 3 of 7 · Build Track"."""

    @abstractmethod
    def tell(self, event: Event) -> str:
        """An event of this title as one sentence; seats are named with `mark(seat)`. Empty if not worth a
        line. To be asked through `sentence`.
        """

    def label(self, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
        """How a player reads one value of an action's field: "G7 Chicago". Default: the value itself."""
        if isinstance(value, tuple):
            return " ".join(str(part) for part in value) or "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "nothing" if value is None else str(value)

    def spelling(self, kind: type[Action], name: str, word: str) -> str:
        """A typed word that fits nothing legal for this field, as the game spells it ("k10" is "K10").

        So that the refusal speaks of what was meant. Default: the word itself.
        """
        return word

    def describe(self, seat: int, action: Action) -> str:
        """What the action would do, for a button or a confirmation. Default: its notation."""
        return to_line(action)

    def report(self, name: str, viewer: int | None, argument: str = "") -> Report:
        """Answer one of the title's reports. Raises IllegalMove for an argument that makes no sense."""
        raise IllegalMove(f"There is no report called {name}.")

    def report_arguments(self, name: str, viewer: int | None) -> tuple[str, ...]:
        """The words that the report's argument may be, for autocomplete."""
        return ()

    def reveals(self, events: list[Event], outcomes: tuple[Any, ...]) -> bool:
        """Whether a move with these events and outcomes showed somebody something that was hidden.

        Such a move is taken back only with consent. Default: any random outcome does.
        """
        return bool(outcomes)

    # --- what callers use --------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True once the result stands."""
        return self.result() is not None

    def pending_of(self, seat: int) -> Pending | None:
        """What this seat must decide now, if anything."""
        return next((each for each in self.pending() if each.seat == seat), None)

    def legal_actions(
        self, seat: int, kind: type[Action] | None = None, chosen: Mapping[str, Value] | None = None
    ) -> Iterator[Legal]:
        """Every legal action of a seat, of one kind or of all, lazily; empty if it is not its turn.

        chosen: only actions with these values in these fields.
        """
        asked = self.pending_of(seat)
        if asked is None:
            return
        given = chosen or {}
        for each in asked.kinds:
            if kind is None or each is kind:
                for legal in self.legal(seat, each, given):
                    if _matches(legal, given):
                        yield legal

    def is_legal(self, seat: int, action: Action) -> bool:
        """Whether `apply` would accept the action."""
        try:
            self.must_be_legal(seat, action)
        except IllegalMove:
            return False
        return True

    def must_be_legal(self, seat: int, action: Action) -> None:
        """Raise IllegalMove with the reason unless `apply` would accept the action."""
        waiting = self.pending()
        if not waiting:
            raise NotYourTurn("The game is over.")
        asked = next((each for each in waiting if each.seat == seat), None)
        if asked is None:
            names = ", ".join(mark(each.seat) for each in waiting)
            raise NotYourTurn(f"It is not your turn: the table waits for {names}.")
        if type(action) not in asked.kinds:
            words = ", ".join(verb(each) for each in asked.kinds)
            raise NotYourTurn(f"“{verb(action)}” is not possible now. You may: {words}.")
        self.check(seat, action)

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Make a move: validate it fully, change the state, and say what happened.

        Raises IllegalMove, with the state unchanged, if the rules do not allow it.
        """
        self.must_be_legal(seat, action)
        return self.perform(seat, action)

    def forced(self) -> tuple[int, Action] | None:
        """The one legal action of the one seat that is asked, if there is no choice to make."""
        waiting = self.pending()
        if len(waiting) != 1 or not waiting[0].forced_ok:
            return None
        seat, only = waiting[0].seat, None
        for legal in self.legal_actions(seat):
            for action in expand(legal):
                if only is not None:
                    return None
                only = action
        return None if only is None else (seat, only)

    def forecast(self, seat: int, action: Action) -> list[Event]:
        """What `apply` would do, seen by that seat, as far as nothing random or hidden comes into it.

        Raises IllegalMove as `apply` does. Empty if chance decides.
        """
        self.must_be_legal(seat, action)
        ahead = self.copy()
        events = ahead.perform(seat, action)
        if ahead.chance.take_recorded():
            return []
        return [event for event in events if event.audience is None or seat in event.audience]

    def by_chance(self, seat: int, action: Action) -> bool:
        """Whether chance has a part in what `apply` would do. Raises IllegalMove as `apply` does."""
        self.must_be_legal(seat, action)
        ahead = self.copy()
        ahead.perform(seat, action)
        return bool(ahead.chance.take_recorded())

    def snapshot(self) -> bytes:
        """The whole game as bytes; `restore` gives it back. Holds secrets: never show it."""
        return msgspec.msgpack.encode((self.chance.drawn, self.state))

    @classmethod
    def restore(cls, data: bytes, seed: str) -> Self:
        """The game that `snapshot` wrote down."""
        drawn, state = msgspec.msgpack.decode(data, type=GenericAlias(tuple, (int, cls.state_type)))
        return cls(state, Chance(seed, drawn))

    def copy(self) -> Self:
        """An independent copy, with the same future."""
        data = msgspec.msgpack.encode(self.state)
        return type(self)(msgspec.msgpack.decode(data, type=type(self.state)), self.chance.fork())


AnyGame = Game[Any]
"""A game whatever its title."""


def sentence(game: AnyGame, event: Event) -> str:
    """An event as one sentence: what the table itself says as it is, all else as the title words it. Empty if
    it is not worth a line.
    """
    return event.text if isinstance(event, Said) else game.tell(event)


def _matches(legal: Legal, chosen: Mapping[str, Value]) -> bool:
    if not chosen:
        return True
    values = values_of(legal)
    for name, value in chosen.items():
        have = values[name]
        if not (value in have if isinstance(have, Span) else have == value):
            return False
    return True
