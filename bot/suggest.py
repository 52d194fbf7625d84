"""Autocomplete: the legal values of a field, whatever other fields are typed already, and whole lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.core.action import Action, FieldSpec, Span, Value, specs, values_of, verb
from engine.core.choices import Choice
from engine.core.errors import MoveError
from engine.core.game import AnyGame
from engine.core.notation import value_to_word, word_to_value
from engine.core.title import Title

from .limits import CHOICE_NAME, CHOICE_VALUE, CHOICES, SUBCOMMANDS, clip

LOOKED_AT = 20_000
"""Legal moves looked at for one suggestion; autocomplete must be quick, and 25 values are shown."""


def subcommands(title: Title) -> tuple[tuple[type[Action], ...], tuple[type[Action], ...]]:
    """The kinds of move that are subcommands of the title's command (beside `say`), and those for which that
    has no room: they are subcommands of `more`.
    """
    room = SUBCOMMANDS - 1
    if len(title.actions) <= room:
        return title.actions, ()
    return title.actions[: room - 1], title.actions[room - 1 :]


def typed(title: Title, action: Action) -> str:
    """How a move is typed as a slash command: `/steam build hex:G7 tile:gentle rotation:2`."""
    said = []
    for spec in specs(type(action)):
        value = getattr(action, spec.name)
        if value != spec.default:
            plain = isinstance(value, int)  # as Discord's own fields take it: 2, not r2; True, not yes
            said.append(f"{spec.name}:{value if plain else value_to_word(spec, value)}")
    more = "more " * (type(action) in subcommands(title)[1])
    return " ".join((f"/{title.command} {more}{verb(action)}", *said))


def field_choices(
    game: AnyGame, seat: int, kind: type[Action], name: str, typed: Mapping[str, str]
) -> list[Choice]:
    """The legal values of one field, given what other fields say so far.

    typed: the words of other fields; words that say no value are left out of account.
    """
    by_name = {spec.name: spec for spec in specs(kind)}
    given: dict[str, Value] = {}
    for field, word in typed.items():
        if field != name and field in by_name:
            try:
                given[field] = word_to_value(by_name[field], word)
            except MoveError:
                continue
    found = _values(game, seat, kind, name, given)
    if not found and given:
        found = _values(game, seat, kind, name, {})
    return [Choice(value, game.label(kind, name, value, given)) for value in found]


def _values(
    game: AnyGame, seat: int, kind: type[Action], name: str, given: Mapping[str, Value]
) -> list[Value]:
    seen: dict[Value, None] = {}
    for looked, legal in enumerate(game.legal_actions(seat, kind, _exact_case(given))):
        value = values_of(legal)[name]
        if isinstance(value, Span):
            for number in value:
                seen[number] = None
                if len(seen) >= LOOKED_AT:
                    break
        else:
            seen[value] = None
        if looked >= LOOKED_AT:
            break
    return list(seen)


def _exact_case(given: Mapping[str, Value]) -> Mapping[str, Value]:
    """Hex names are typed in any case: `g7` means G7, wherever a value is a letter and a number."""
    return {
        name: value.upper() if isinstance(value, str) and _like_a_hex(value) else value
        for name, value in given.items()
    }


def _like_a_hex(word: str) -> bool:
    return 2 <= len(word) <= 4 and word[0].isalpha() and word[1:].isdigit()


def suggestions(spec: FieldSpec, found: Sequence[Choice], current: str) -> list[tuple[str, str]]:
    """At most 25 pairs (what is shown, what is sent) that fit what is typed so far.

    Beginnings come before places in the middle. A tuple is completed element by element: after `2,` come
    the values that begin with 2.
    """
    words = [(value_to_word(spec, choice.value), choice.label) for choice in found]
    said = current.strip().casefold()
    if spec.prefix and said.isdigit():
        said = spec.prefix.casefold() + said
    first = [pair for pair in words if pair[0].casefold().startswith(said)]
    first += [pair for pair in words if pair not in first and pair[1].casefold().startswith(said)]
    rest = [
        pair for pair in words if pair not in first and said and said in f"{pair[0]} {pair[1]}".casefold()
    ]
    return [(_shown(word, label), word) for word, label in [*first, *rest] if len(word) <= CHOICE_VALUE][
        :CHOICES
    ]


def _shown(word: str, label: str) -> str:
    text = label if word.casefold() in label.casefold() else f"{word} · {label}"
    return clip(text, CHOICE_NAME) or word


def line_suggestions(
    game: AnyGame, seat: int, kinds: Iterable[type[Action]], text: str
) -> list[tuple[str, str]]:
    """At most 25 ways to go on with a line of notation, each as (shown, sent)."""
    every = list(kinds)
    words = text.split()
    begun = text.endswith(" ") or not text
    done, last = (words, "") if begun else (words[:-1], words[-1])
    if not done:
        fitting = [kind for kind in every if verb(kind).startswith(last.casefold())]
        return [(clip(line, CHOICE_NAME), line) for line in _lines(game, seat, fitting)][:CHOICES]
    kind = next((each for each in every if verb(each) == done[0].casefold()), None)
    if kind is None or len(done) > len(specs(kind)):
        return [(clip(text, CHOICE_NAME), clip(text.strip(), CHOICE_VALUE))] if text.strip() else []
    fields = specs(kind)
    spec = fields[len(done) - 1]
    typed = {each.name: word for each, word in zip(fields, done[1:], strict=False)}
    head = " ".join([verb(kind), *done[1:]])
    pairs = suggestions(spec, field_choices(game, seat, kind, spec.name, typed), last)
    out = []
    for shown, word in pairs:
        line = f"{head} {word}"
        if len(line) <= CHOICE_VALUE:
            name = line if shown == word else f"{line} · {shown}"
            out.append((clip(name, CHOICE_NAME), line))
    return out


def _lines(game: AnyGame, seat: int, kinds: Iterable[type[Action]]) -> Iterator[str]:
    for kind in kinds:
        if next(game.legal_actions(seat, kind), None) is not None:
            yield verb(kind)
