"""The legal values of an action's next field, derived once for all games from `legal_actions`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .action import Action, FieldSpec, Scalar, Span, Value, specs, values_of
from .game import AnyGame


class Choice(Struct, frozen=True):
    """One legal value of a field, with its label for players."""

    value: Value
    label: str


class Choices(Struct, frozen=True):
    """What may be chosen next.

    field: the field that is asked, or None if all are chosen (then the action is complete and legal).
    options: its legal values, each once, in the engine's order.
    span: instead of options, where every whole number in a range will do (with a step).
    complete: for a tuple field chosen element by element: True if it may end here.
    """

    field: FieldSpec | None
    options: tuple[Choice, ...] = ()
    span: Span | None = None
    complete: bool = False


def choices(
    game: AnyGame, seat: int, kind: type[Action], chosen: Mapping[str, Value] | None = None
) -> Choices:
    """The legal values of the first field of `kind` that is not in `chosen`, given those that are."""
    given = dict(chosen or {})
    asked = next((spec for spec in specs(kind) if spec.name not in given), None)
    if asked is None:
        return Choices(None)
    seen: dict[Value, None] = {}
    spans: dict[Span, None] = {}
    for legal in game.legal_actions(seat, kind, given):
        value = values_of(legal)[asked.name]
        if isinstance(value, Span):
            spans[value] = None
        else:
            seen[value] = None
    if spans and len(spans) == 1 and not seen:
        return Choices(asked, span=next(iter(spans)))
    for span in spans:
        for number in span:
            seen[number] = None
    return Choices(asked, tuple(Choice(value, game.label(kind, asked.name, value, given)) for value in seen))


def next_elements(
    game: AnyGame,
    seat: int,
    kind: type[Action],
    chosen: Mapping[str, Value],
    prefix: tuple[Scalar, ...] = (),
) -> Choices:
    """As `choices`, for a tuple field chosen element by element: the legal next elements after `prefix`."""
    whole = choices(game, seat, kind, chosen)
    if whole.field is None or whole.field.kind not in ("ints", "strs"):
        return whole
    name, length = whole.field.name, len(prefix)
    options: dict[Scalar, Choice] = {}
    complete = False
    for option in whole.options:
        value = option.value
        if not isinstance(value, tuple) or value[:length] != prefix:
            continue
        if len(value) == length:
            complete = True
        elif value[length] not in options:
            label = game.label(kind, name, (*prefix, value[length]), chosen)
            options[value[length]] = Choice(value[length], label)
    return Choices(whole.field, tuple(options.values()), complete=complete)
