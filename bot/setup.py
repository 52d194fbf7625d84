"""A title's options as things to choose in chat: for `/game new` and for the lobby, made from its Options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from engine.core.chance import Chance
from engine.core.errors import NotUnderstood
from engine.core.title import Options, Title

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a title."""

    name: str
    description: str
    kind: Literal["bool", "choice", "int"]
    default: OptionValue
    words: tuple[str, ...] = ()
    """For a choice: what it may be."""
    low: int | None = None
    high: int | None = None
    called: str = ""
    """The name as people read it, if it is not the field's own."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """How values are called, where it is not by their own word."""
    needs: Mapping[str, str] = field(default_factory=dict)
    """What other options must be for this one to mean anything."""

    @property
    def heading(self) -> str:
        """The name as people read it."""
        return self.called or self.name.replace("_", " ").capitalize()

    def shown(self, value: OptionValue) -> str:
        """A value as people read it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.labels.get(str(value)) or str(value).replace("_", " ")

    def matters(self, options: Options) -> bool:
        """Whether the option means anything beside the others."""
        return all(str(getattr(options, name)) == word for name, word in self.needs.items())

    def values(self) -> tuple[OptionValue, ...]:
        """Every value, if they can be listed; otherwise empty."""
        if self.kind == "bool":
            return (True, False)
        if self.kind == "choice":
            return self.words
        if self.low is not None and self.high is not None and self.high - self.low < 100:
            return tuple(range(self.low, self.high + 1))
        return ()

    def read(self, word: str) -> OptionValue:
        """The value that a word says. Raises NotUnderstood with what it may be."""
        said = word.strip().casefold().replace(" ", "_")
        if self.kind == "bool":
            if said in ("yes", "y", "true", "on", "1"):
                return True
            if said in ("no", "n", "false", "off", "0"):
                return False
            raise NotUnderstood(f"{self.heading} is yes or no, not “{word}”.")
        if self.kind == "int":
            if re.fullmatch(r"-?\d{1,12}", said):
                number = int(said)
                if (self.low is None or number >= self.low) and (self.high is None or number <= self.high):
                    return number
            raise NotUnderstood(f"{self.heading} is a whole number{self._range()}, not “{word}”.")
        fitting = [each for each in self.words if each.casefold() == said] or [
            each for each in self.words if each.casefold().startswith(said)
        ]
        if len(fitting) == 1:
            return fitting[0]
        called = [each for each in self.words if self.shown(each).casefold() == word.strip().casefold()]
        if called:
            return called[0]
        raise NotUnderstood(
            f"{self.heading} is one of: {', '.join(map(self.shown, self.words))}; not “{word}”."
        )

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low} to {self.high}"
        if self.low is not None:
            return f" from {self.low} up"
        return f" up to {self.high}" if self.high is not None else ""


def option_specs(title: Title) -> tuple[OptionSpec, ...]:
    """The options of a title that people are asked for, in order."""
    hints = get_type_hints(title.options, include_extras=True)
    return tuple(
        _spec(entry, hints[entry.name], title)
        for entry in msgspec.structs.fields(title.options)
        if _asked(hints[entry.name])
    )


def _asked(hint: Any) -> bool:
    """False for options marked `extra={"asked": False}`: the title fills them in by itself."""
    return all((meta.extra or {}).get("asked", True) for meta in getattr(hint, "__metadata__", ()))


def _spec(entry: msgspec.structs.FieldInfo, hint: Any, title: Title) -> OptionSpec:
    description, low, high = "", None, None
    extra: dict[str, Any] = {}
    while hasattr(hint, "__metadata__"):
        for meta in hint.__metadata__:
            if isinstance(meta, Meta):
                description = meta.description or description
                low = meta.ge if meta.ge is not None else low
                high = meta.le if meta.le is not None else high
                extra |= meta.extra or {}
        hint = hint.__origin__
    description = description or entry.name.replace("_", " ").capitalize() + "."
    if entry.default is msgspec.NODEFAULT:
        raise TypeError(f"{title.id}: the option {entry.name} has no default")
    told: dict[str, Any] = {
        "called": extra.get("called", ""),
        "labels": extra.get("labels", {}),
        "needs": extra.get("needs", {}),
    }
    if hint is bool:
        return OptionSpec(entry.name, description, "bool", bool(entry.default), **told)
    if get_origin(hint) is Literal:
        words = tuple(map(str, get_args(hint)))
        return OptionSpec(entry.name, description, "choice", str(entry.default), words, **told)
    if hint is int:
        return OptionSpec(
            entry.name,
            description,
            "int",
            int(entry.default),
            low=None if low is None else int(low),
            high=None if high is None else int(high),
            **told,
        )
    raise TypeError(f"{title.id}: the option {entry.name} is neither bool, Literal nor int")


def read_options(title: Title, said: Mapping[str, str]) -> Options:
    """The title's options from words; what is not said has its default. Raises NotUnderstood."""
    by_name = {spec.name: spec for spec in option_specs(title)}
    values: dict[str, OptionValue] = {}
    for name, word in said.items():
        spec = by_name.get(name)
        if spec is None:
            there = ", ".join(by_name) or "none"
            raise NotUnderstood(f"{title.name} has no option “{name}”. Its options: {there}.")
        values[name] = spec.read(word)
    return title.options(**values)


def must_fit(title: Title, options: Options) -> None:
    """Raise what the title says against options that do not go together, before anybody has sat down.

    The engine says so when a game is set up; so one is set up for a trial, with the fewest players.
    """
    title.start(options, title.seats(options).start, Chance("a trial"))


def read_line(title: Title, line: str) -> dict[str, str]:
    """`map=germany turns=5` as words by name. Raises NotUnderstood."""
    said: dict[str, str] = {}
    for part in re.split(r"[\s,;]+", line.strip()):
        if not part:
            continue
        name, sign, word = part.partition("=")
        if not sign or not word:
            raise NotUnderstood(f"“{part}” is not an option. They are typed as name=value.")
        said[name.casefold()] = word
    read_options(title, said)
    return said


def changed(title: Title, options: Options) -> dict[str, str]:
    """The options that differ from their defaults, as words."""
    found: dict[str, str] = {}
    for spec in option_specs(title):
        value = getattr(options, spec.name)
        if value != spec.default:
            found[spec.name] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return found


def in_words(title: Title, options: Options) -> list[str]:
    """Every option that matters as a line for the lobby."""
    lines = []
    for spec in option_specs(title):
        if not spec.matters(options):
            continue
        value = getattr(options, spec.name)
        note = title.option_notes.get(f"{spec.name}={value}") or title.option_notes.get(spec.name, "")
        lines.append(f"{spec.heading}: **{spec.shown(value)}**" + (f" – {note}" if note else ""))
    return lines


def union_specs(titles: Sequence[Title], room: int) -> list[tuple[str, str, tuple[Title, ...]]]:
    """The options of all titles by name, with a description and whose they are, at most `room` of them.

    Those that do not fit are typed in the free text option.
    """
    found: dict[str, list[tuple[Title, OptionSpec]]] = {}
    for title in titles:
        for spec in option_specs(title):
            found.setdefault(spec.name, []).append((title, spec))
    ordered = sorted(found.items(), key=lambda each: -len(each[1]))[:room]
    out = []
    for name, owners in ordered:
        description = owners[0][1].description
        if len(owners) < len(titles):
            description = f"{listed_names([title for title, _spec in owners])}: {description}"
        out.append((name, description, tuple(title for title, _spec in owners)))
    return out


def listed_names(titles: Sequence[Title]) -> str:
    """`Age of Steam, Harbour`."""
    return ", ".join(title.name for title in titles)


def seats_in_words(title: Title, options: Options) -> str:
    """How many may play: `3 to 6 players`."""
    seats = title.seats(options)
    low, high = seats.start, seats.stop - 1
    if low == high:
        return f"{low} player" + ("s" if low != 1 else "")
    return f"{low} to {high} players"
