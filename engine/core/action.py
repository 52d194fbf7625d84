"""An action is one decision of one seat, as a frozen tagged struct; the log of actions is the game.

Fields of an action are plain values: `int`, `str` (a slug without spaces or commas: a hex name, a
tile, a colour, a company), `bool`, `None`, or a tuple of ints or strs. So every action prints as one
line (see notation.py), fits a slash command's options, and can be chosen field by field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_type_hints

import msgspec
from msgspec import Meta, Struct

Scalar = int | str | bool | None
"""One value of an action's field, or one element of a tuple field."""

Value = Scalar | tuple[Scalar, ...]
"""What a field of an action may hold."""


class Action(Struct, frozen=True, tag_field="action"):
    """One decision. Subclasses give a `tag`: the verb that players type (`build`, `bid`).

    The subclass's docstring is what players read about the action, so its first line is a short
    imperative sentence. A field's description for players is given with
    `Annotated[str, field("The hex to build in.")]`.
    """

    sealed: ClassVar[bool] = False
    """True if others may not see the action's fields when it is made (sealed bids, hidden discards)."""

    final: ClassVar[bool] = False
    """True if a player should be asked once more before making it (it ends a turn early, gives up ...)."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """How one field of an action is asked for and printed."""

    name: str
    description: str
    kind: str
    """`int`, `str`, `bool`, `ints` or `strs` (tuples)."""
    optional: bool
    """True if the field may be None."""
    prefix: str = ""
    """Letters printed before an int, so that a line reads well: `r2` is a rotation."""
    default: Any = msgspec.NODEFAULT
    """The value if it is left out; `msgspec.NODEFAULT` if it may not be."""


def field(description: str, *, prefix: str = "") -> Meta:
    """Annotation of an action's field: its description for players, and a prefix for its notation."""
    return Meta(description=description, extra={"prefix": prefix} if prefix else None)


def verb(action: Action | type[Action]) -> str:
    """The word that names this kind of action in notation, commands and logs."""
    kind = action if isinstance(action, type) else type(action)
    tag = kind.__struct_config__.tag
    return str(tag) if tag is not None else kind.__name__


def help_line(kind: type[Action]) -> str:
    """The first line of the action's docstring: what the action is, for players."""
    return (kind.__doc__ or verb(kind)).strip().splitlines()[0]


_SPECS: dict[type[Struct], tuple[FieldSpec, ...]] = {}


def specs(kind: type[Struct]) -> tuple[FieldSpec, ...]:
    """The fields of an action (or order in advance), in the order in which they are printed and chosen."""
    known = _SPECS.get(kind)
    if known is None:
        known = _SPECS[kind] = tuple(_read_specs(kind))
    return known


def _read_specs(kind: type[Struct]) -> Iterator[FieldSpec]:
    hints = get_type_hints(kind, include_extras=True)
    for entry in msgspec.structs.fields(kind):
        hint: Any = hints[entry.name]
        description, prefix = "", ""
        while hasattr(hint, "__metadata__"):
            for meta in hint.__metadata__:
                if isinstance(meta, Meta):
                    description = meta.description or description
                    prefix = (meta.extra or {}).get("prefix", prefix)
            hint = hint.__origin__
        members = [member for member in getattr(hint, "__args__", ()) if member is not type(None)]
        optional = type(None) in getattr(hint, "__args__", ())
        if optional and len(members) == 1:
            hint = members[0]
        yield FieldSpec(
            name=entry.name,
            description=description or entry.name.replace("_", " "),
            kind=_kind_name(kind, entry.name, hint),
            optional=optional,
            prefix=prefix,
            default=entry.default,
        )


def _kind_name(kind: type[Struct], name: str, hint: Any) -> str:
    simple = {int: "int", str: "str", bool: "bool"}
    if hint in simple:
        return simple[hint]
    if getattr(hint, "__origin__", None) is tuple:
        inner = hint.__args__[0]
        while hasattr(inner, "__metadata__"):
            inner = inner.__origin__
        if inner in (int, str):
            return "ints" if inner is int else "strs"
    raise TypeError(f"{kind.__name__}.{name}: an action's fields are int, str, bool or tuples of int or str")


class Span(Struct, frozen=True):
    """A range of whole numbers from `low` to `high`, both included, in steps."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
            and (value - self.low) % self.step == 0
        )

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1, self.step))

    def __len__(self) -> int:
        return max(0, (self.high - self.low) // self.step + 1)


class Family:
    """Many legal actions at once: some int fields range over a Span, the others are fixed.

    `Family(Bid, amount=Span(3, 20))` stands for the eighteen bids from 3 to 20.
    """

    __slots__ = ("kind", "values")

    def __init__(self, kind: type[Action], **values: Value | Span) -> None:
        self.kind = kind
        self.values: dict[str, Value | Span] = values

    def __contains__(self, action: object) -> bool:
        if type(action) is not self.kind:
            return False
        return all(
            getattr(action, name) in value if isinstance(value, Span) else getattr(action, name) == value
            for name, value in self.values.items()
        )

    def __iter__(self) -> Iterator[Action]:
        return self._expand({}, list(self.values.items()))

    def _expand(self, fixed: dict[str, Value], rest: list[tuple[str, Value | Span]]) -> Iterator[Action]:
        if not rest:
            yield self.kind(**fixed)
            return
        (name, value), tail = rest[0], rest[1:]
        for each in value if isinstance(value, Span) else (value,):
            yield from self._expand({**fixed, name: each}, tail)

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"Family({self.kind.__name__}, {inside})"


Legal = Action | Family
"""One item of `legal_actions`: a complete action, or a family of them."""


def values_of(legal: Legal) -> Mapping[str, Value | Span]:
    """The fields of one item of `legal_actions`; int fields of a family may be Spans."""
    if isinstance(legal, Family):
        return legal.values
    return {name: getattr(legal, name) for name in legal.__struct_fields__}


def expand(legal: Legal) -> Iterator[Action]:
    """Every single action that one item of `legal_actions` stands for."""
    if isinstance(legal, Family):
        yield from legal
    else:
        yield legal
