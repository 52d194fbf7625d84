"""`/game new`: open a table, with the options of every title, each asked only where it fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.limits import COMMAND_DESCRIPTION, OPTIONS, clip
from bot.setup import option_specs, read_line, read_options, union_specs
from bot.words import escaped
from engine.core.errors import NotUnderstood
from engine.core.title import Title

from .desk import Desk, fitting
from .generate import option_name, shape

FIXED = ("title", "hotseat", "where", "pace", "settings")
"""Options of `/game new` beside those of the titles."""


def new_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """`/game new`, with the options of all titles: each is asked only where it fits."""
    titles: Sequence[Title] = tuple(desk.house.titles.values())
    room = OPTIONS - len(FIXED)
    union = {option_name(name): (name, text) for name, text, _owners in union_specs(titles, room)}

    async def new(interaction: Interaction, **said: Any) -> None:
        async def work(answer: Answer) -> None:
            title = _title(titles, str(said.get("title") or ""))
            words = read_line(title, str(said.get("settings") or ""))
            for key, (name, _text) in union.items():
                if said.get(key) is not None:
                    words[name] = str(said[key])
            pace = said.get("pace")
            await desk.lobbies.open(
                answer,
                title,
                read_options(title, words),
                hotseat=bool(said.get("hotseat")),
                thread=said.get("where") == "a new thread",
                pace_hours=None if pace is None else int(pace),
            )

        await desk.run(interaction, work)

    shape(
        new,
        [
            ("title", str, True),
            *((key, str, False) for key in union),
            ("settings", str, False),
            ("hotseat", bool, False),
            ("where", Literal["here", "a new thread"], False),
            ("pace", app_commands.Range[int, 0, 720], False),
        ],
    )
    described = app_commands.describe(
        title="Which game.",
        settings="Options as name=value, if you prefer to type.",
        hotseat="One person may play several seats.",
        where="In this channel, or in a new thread of it.",
        pace="Hours until a waiting player is nudged; 0 for never.",
        **{key: clip(text, COMMAND_DESCRIPTION) for key, (_name, text) in union.items()},
    )
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name="new", description="Open a table in this channel.", callback=described(new)
    )

    @command.autocomplete("title")
    async def _titles(_interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return fitting([(title.name, title.id) for title in titles], current)

    @command.autocomplete("settings")
    async def _settings(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        title = _maybe(titles, str(interaction.namespace.title or ""))
        if title is None:
            return []
        done, _, last = current.rpartition(" ")
        words = [f"{spec.name}={_word(value)}" for spec in option_specs(title) for value in spec.values()]
        lines = [f"{done} {word}".strip() for word in words if word.startswith(last.casefold())]
        return [app_commands.Choice(name=line, value=line) for line in lines if len(line) <= 100][:25]

    for key, (name, _text) in union.items():
        command.autocomplete(key)(_values(titles, name))
    return command


def _values(titles: Sequence[Title], name: str) -> Any:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        title = _maybe(titles, str(interaction.namespace.title or ""))
        if title is None:
            return []
        spec = next((each for each in option_specs(title) if each.name == name), None)
        if spec is None:
            return fitting([(f"{title.name} has no such option", "-")], "")
        notes = {value: title.option_notes.get(f"{name}={value}", "") for value in spec.values()}
        shown = [
            (f"{spec.shown(value)} – {note}" if note else spec.shown(value), _word(value))
            for value, note in notes.items()
        ]
        return fitting(shown, current)

    return complete


def _word(value: bool | int | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _maybe(titles: Sequence[Title], said: str) -> Title | None:
    try:
        return _title(titles, said)
    except NotUnderstood:
        return None


def _title(titles: Sequence[Title], said: str) -> Title:
    """The title that a word means. Raises NotUnderstood."""
    word = said.strip().casefold()
    for fits in (
        lambda title: word in (title.id, title.name.casefold(), title.command),
        lambda title: title.name.casefold().startswith(word) or title.id.startswith(word),
    ):
        found = [title for title in titles if fits(title)]
        if len(found) == 1 and word:
            return found[0]
    names = ", ".join(title.name for title in titles)
    raise NotUnderstood(f"There is no game called “{escaped(said)}”. There are: {names}.")
