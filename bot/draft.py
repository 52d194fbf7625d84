"""A half-made move: which fields of an action are chosen so far, and what is asked next.

A draft is kept in the database between clicks, so a restart loses nothing. What is asked, and which
answers there are, comes from the engine's `choices` alone.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.action import Action, FieldSpec, Scalar, Span, Value, specs, verb
from engine.core.choices import Choice, choices, next_elements
from engine.core.errors import IllegalMove, MoveError, NotUnderstood
from engine.core.game import AnyGame
from engine.core.notation import value_to_word, word_to_value

from .limits import SELECT_VALUE

WHOLE_TUPLES = 12
"""A tuple field with no more legal values than this is chosen at once, otherwise element by element."""


class Draft(Struct, frozen=True):
    """What a player has chosen so far. Values are kept as words of the notation."""

    seat: int
    verb: str
    version: int
    """The game's version when the draft was begun."""
    chosen: tuple[tuple[str, str], ...] = ()
    """Fields and their values, in order."""
    prefix: tuple[str, ...] = ()
    """Elements chosen of the tuple field that comes next."""
    narrowed: tuple[int, int] | None = None
    """Only these options (from, up to) are shown, when there are very many."""

    @property
    def token(self) -> str:
        """Differs for every state of a draft: it tells a click delivered twice, or in another panel."""
        data = msgspec.json.encode((self.seat, self.verb, self.chosen, self.prefix, self.narrowed))
        return format(zlib.crc32(data), "x")

    def encode(self) -> str:
        """The draft as JSON text."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def decode(text: str) -> Draft | None:
        """The draft that was encoded; None if it was written by another version of the house."""
        try:
            return msgspec.json.decode(text, type=Draft)
        except msgspec.MsgspecError:
            return None


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing that may be answered: the word it is said with, and its label."""

    word: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a draft asks next. `action` is set instead when all is chosen."""

    draft: Draft
    kind: type[Action]
    field: FieldSpec | None = None
    answers: tuple[Answer, ...] = ()
    span: Span | None = None
    complete: bool = False
    """The tuple may end here."""
    element: bool = False
    """An element of the tuple is asked, not the whole."""
    action: Action | None = None


def kind_named(game_kinds: tuple[type[Action], ...], word: str) -> type[Action] | None:
    """The kind of action with this verb."""
    return next((kind for kind in game_kinds if verb(kind) == word), None)


def values(kind: type[Action], draft: Draft) -> dict[str, Value]:
    """The chosen fields as values. Raises NotUnderstood if the words fit the fields no longer."""
    by_name = {spec.name: spec for spec in specs(kind)}
    return {name: word_to_value(by_name[name], word) for name, word in draft.chosen if name in by_name}


def question(game: AnyGame, draft: Draft) -> Question:
    """What the draft asks next; a field with only one legal value is filled in, not asked.

    Raises MoveError if the draft no longer fits the game.
    """
    asked = game.pending_of(draft.seat)
    kind = kind_named(asked.kinds, draft.verb) if asked is not None else None
    if kind is None:
        raise IllegalMove(f"“{draft.verb}” is not possible now.")
    while True:
        given = values(kind, draft)
        found = choices(game, draft.seat, kind, given)
        spec = found.field
        if spec is None:
            action = kind(**given)
            game.must_be_legal(draft.seat, action)
            return Question(draft, kind, action=action)
        element = spec.kind in ("ints", "strs") and (
            bool(draft.prefix) or len(found.options) > WHOLE_TUPLES or _unwieldy(spec, found.options)
        )
        if element:
            found = next_elements(game, draft.seat, kind, given, _prefix_values(spec, draft.prefix))
        if not found.options and found.span is None and not found.complete:
            raise IllegalMove(f"There is no legal way to {draft.verb} like that now.")
        if found.span is not None and len(found.span) == 1:
            draft = with_answer(draft, spec, value_to_word(spec, found.span.low), element=False)
        elif found.span is None and len(found.options) == 1 and not found.complete:
            draft = with_answer(draft, spec, _word(spec, found.options[0].value, element), element=element)
        elif found.complete and not found.options:
            draft = with_end(draft, spec)
        else:
            answers = tuple(Answer(_word(spec, each.value, element), each.label) for each in found.options)
            complete = element and found.complete
            return Question(draft, kind, spec, answers, found.span, complete=complete, element=element)


def answered(asked: Question, word: str) -> Draft:
    """The draft with one more answer. Raises MoveError if the word is no answer to the question."""
    assert asked.field is not None
    spec = asked.field
    if asked.span is not None:
        value = word_to_value(spec, word)
        if value not in asked.span:
            steps = f" in steps of {asked.span.step}" if asked.span.step > 1 else ""
            raise IllegalMove(f"It must be from {asked.span.low} to {asked.span.high}{steps}.")
        return with_answer(asked.draft, spec, value_to_word(spec, value), element=False)
    if all(each.word != word for each in asked.answers):
        raise IllegalMove(f"“{word}” is not possible there now.")
    return with_answer(asked.draft, spec, word, element=asked.element)


def with_answer(draft: Draft, spec: FieldSpec, word: str, *, element: bool) -> Draft:
    """The draft with a field's value, or one more element of it."""
    if element:
        return msgspec.structs.replace(draft, prefix=(*draft.prefix, word), narrowed=None)
    return msgspec.structs.replace(draft, chosen=(*draft.chosen, (spec.name, word)), prefix=(), narrowed=None)


def with_end(draft: Draft, spec: FieldSpec) -> Draft:
    """The draft with its tuple field complete as it stands."""
    word = ",".join(draft.prefix) if draft.prefix else "-"
    return msgspec.structs.replace(draft, chosen=(*draft.chosen, (spec.name, word)), prefix=(), narrowed=None)


def narrowed(draft: Draft, word: str) -> Draft:
    """The draft with only some of its options shown: `from,up to`. Raises NotUnderstood."""
    match = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", word)
    if match is None or int(match[1]) >= int(match[2]):
        raise NotUnderstood("That is no part of the list.")
    return msgspec.structs.replace(draft, narrowed=(int(match[1]), int(match[2])))


def stepped_back(game: AnyGame, draft: Draft) -> Draft | None:
    """The draft as it was at the question before; None if that was the choice of the kind of move.

    Values that were filled in because nothing else was legal are taken back together with the answer.
    """
    for cut in _shorter(draft):
        try:
            at = question(game, cut)
        except MoveError:
            continue
        if at.action is None and (at.draft.chosen, at.draft.prefix) != (draft.chosen, draft.prefix):
            return at.draft
    return None


def _shorter(draft: Draft) -> list[Draft]:
    """The draft with every smaller number of answers, the longest first."""
    cuts = [
        msgspec.structs.replace(draft, prefix=draft.prefix[:length], narrowed=None)
        for length in range(len(draft.prefix) - 1, -1, -1)
    ]
    for count in range(len(draft.chosen) - 1, -1, -1):
        cuts.append(msgspec.structs.replace(draft, chosen=draft.chosen[:count], prefix=(), narrowed=None))
    return cuts


def _prefix_values(spec: FieldSpec, words: tuple[str, ...]) -> tuple[Scalar, ...]:
    if not words:
        return ()
    found: Any = word_to_value(spec, ",".join(words))
    return tuple(found)


def _word(spec: FieldSpec, value: Value, element: bool) -> str:
    return str(value) if element else value_to_word(spec, value)


def _unwieldy(spec: FieldSpec, options: tuple[Choice, ...]) -> bool:
    return any(len(value_to_word(spec, option.value)) > SELECT_VALUE for option in options)
