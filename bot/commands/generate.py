"""Slash commands made from a title's action types: names, parameters and descriptions are the engine's."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

import discord
import msgspec
from discord import app_commands

from bot.answers import Interaction
from bot.limits import COMMAND_DESCRIPTION, COMMAND_NAME, SUBCOMMANDS, clip
from bot.suggest import subcommands
from engine.core.action import Action, FieldSpec, help_line, specs, verb
from engine.core.title import Title

Pairs = list[tuple[str, str]]
"""Suggestions: what is shown, and what is sent."""


class Typist(Protocol):
    """Whoever carries out typed moves and completes what is being typed."""

    async def typed_move(
        self, interaction: Interaction, title: Title, kind: type[Action], words: Mapping[str, str]
    ) -> None:
        """Make the move that these words say for these fields."""
        ...

    async def typed_line(self, interaction: Interaction, title: Title, line: str) -> None:
        """Make the move that a line of notation says."""
        ...

    async def complete_field(
        self, interaction: Interaction, title: Title, kind: type[Action], name: str, current: str
    ) -> Pairs:
        """Legal values of a field that fit what is typed."""
        ...

    async def complete_line(self, interaction: Interaction, title: Title, current: str) -> Pairs:
        """Ways to go on with a line of notation."""
        ...


def option_name(name: str) -> str:
    """A field's name as Discord allows it."""
    return re.sub(r"[^-_\w]", "", name.lower())[:COMMAND_NAME] or "value"


def title_group(title: Title, typist: Typist) -> app_commands.Group:
    """The slash command group of a title: one subcommand an action, and `say` for a line of notation.

    More actions than Discord allows subcommands go into a second level, `more`.
    """
    group = app_commands.Group(
        name=title.command,
        description=clip(f"Moves of {title.name}", COMMAND_DESCRIPTION),
        guild_only=False,
    )
    first, rest = subcommands(title)
    for kind in first:
        group.add_command(move_command(title, kind, typist))
    group.add_command(_say(title, typist))
    if rest:
        more = app_commands.Group(name="more", description=f"More moves of {title.name}", parent=group)
        for kind in rest[:SUBCOMMANDS]:
            more.add_command(move_command(title, kind, typist))
    return group


def move_command(title: Title, kind: type[Action], typist: Typist) -> app_commands.Command[Any, ..., Any]:
    """The subcommand that makes one kind of move."""
    fields = specs(kind)
    names = {option_name(spec.name): spec for spec in fields}

    async def callback(interaction: Interaction, **said: Any) -> None:
        words = {
            names[name].name: _word(names[name], value) for name, value in said.items() if value is not None
        }
        await typist.typed_move(interaction, title, kind, words)

    shape(callback, [(option_name(spec.name), _annotation(spec), is_required(spec)) for spec in fields])
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=verb(kind).lower(),
        description=clip(help_line(kind), COMMAND_DESCRIPTION),
        callback=app_commands.describe(
            **{name: clip(spec.description, COMMAND_DESCRIPTION) for name, spec in names.items()}
        )(callback)
        if names
        else callback,
    )
    for name, spec in names.items():
        if spec.kind != "bool":
            command.autocomplete(name)(_completer(title, kind, spec, typist))
    return command


def is_required(spec: FieldSpec) -> bool:
    """Whether a field must be typed: those without a default."""
    return spec.default is msgspec.NODEFAULT and not spec.optional


def _annotation(spec: FieldSpec) -> Any:
    if spec.kind == "int":
        return app_commands.Range[int, -(2**53) + 1, 2**53 - 1]
    return bool if spec.kind == "bool" else str


def _word(spec: FieldSpec, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        re.sub(r"\s*[,\s]\s*", ",", str(value).strip())
        if spec.kind in ("ints", "strs")
        else str(value).strip()
    )


def shape(callback: Callable[..., Awaitable[None]], parameters: Sequence[tuple[str, Any, bool]]) -> None:
    """Give a callback with `**kwargs` the signature that discord.py reads its options from.

    parameters: name, annotation, and whether it is required; those that are come first.
    """
    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction
    )
    rest = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=annotation,
            default=inspect.Parameter.empty if required else None,
        )
        for name, annotation, required in sorted(parameters, key=lambda each: not each[2])
    ]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]


def _completer(title: Title, kind: type[Action], spec: FieldSpec, typist: Typist) -> Any:
    async def complete(interaction: Interaction, current: Any) -> list[app_commands.Choice[Any]]:
        pairs = await typist.complete_field(interaction, title, kind, spec.name, str(current))
        if spec.kind != "int":
            return [app_commands.Choice(name=shown, value=word) for shown, word in pairs]
        numbers = [(shown, word.removeprefix(spec.prefix)) for shown, word in pairs]
        return [
            app_commands.Choice(name=shown, value=int(word))
            for shown, word in numbers
            if re.fullmatch(r"-?\d+", word)
        ]

    return complete


def _say(title: Title, typist: Typist) -> app_commands.Command[Any, ..., Any]:
    async def say(interaction: Interaction, line: str) -> None:
        await typist.typed_line(interaction, title, line)

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        pairs = await typist.complete_line(interaction, title, current)
        return [app_commands.Choice(name=shown, value=word) for shown, word in pairs]

    shape_of = app_commands.describe(line="A move as the log writes it; unique beginnings are enough.")
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name="say", description="Type a move as one line.", callback=shape_of(say)
    )
    command.autocomplete("line")(complete)
    return command
