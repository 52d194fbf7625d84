"""`/help` and `/rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.limits import clip
from bot.sheet import Sheet
from bot.words import NEUTRAL
from engine.core.errors import NotUnderstood
from engine.core.log import options_of
from engine.core.title import Rule, Title

from .desk import Desk, fitting


def help_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """`/help`."""

    async def help_(interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await desk.house.tables.in_channel(interaction.channel_id or 0)
            here = None if record is None else desk.house.title_of(record)
            await answer.show(Sheet((help_text(tuple(desk.house.titles.values()), here),), colour=NEUTRAL))

        await desk.run(interaction, work)

    return app_commands.Command(name="help", description="How to play here.", callback=help_)


def help_text(titles: Sequence[Title], here: Title | None = None) -> str:
    """The help. here: what is played in the channel, whose questions are listed."""
    asked = "".join(f"\n- `/show {kind.name}`: {kind.description}" for kind in here.reports) if here else ""
    games = "\n".join(f"- **{title.name}**: `/{title.command} …` {title.blurb}".rstrip() for title in titles)
    return (
        "## Roundhouse\n"
        "I run train board games in channels and threads, move by move, over days.\n"
        f"{games}\n"
        "### Begin\n"
        "`/game new` opens a table in this channel; press **Join**, then **Start**.\n"
        "### Your turn\n"
        "Press a button under my last message, or **My move** for your own panel. You see only what is "
        "legal; before a move counts you see what it will do. Everything can be typed, too: each kind of "
        "move is a command with suggestions, and `say` takes a move as one line, as the log writes it.\n"
        "### Looking\n"
        f"`/show map` · `/show players` · `/show log` · `/my hand` · `/rules`{asked}\n"
        "### Coming back\n"
        "`/my turns` lists the games that wait for you. `/my notifications`, `/my vacation` and "
        "`/my ping-test` say how you are told.\n"
        "### Mistakes\n"
        "**Undo** is on the panel: free while nobody else has acted and nothing hidden was shown, otherwise "
        "with the others’ consent. `/game rewind` takes the whole table back. `/game report` packs a game "
        "for a bug report."
    )


def rules_command(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """`/rules`."""

    async def rules(interaction: Interaction, topic: str, title: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            heading, found = await _rules(desk, interaction, title)
            said = topic.strip().casefold()
            rule = next((each for each in found if each.topic.casefold() == said), None) or next(
                (each for each in found if said in each.topic.casefold()), None
            )
            rule = rule or next((each for each in found if said in each.text.casefold()), None)
            if rule is None:
                topics = ", ".join(each.topic for each in found) or "none yet"
                raise NotUnderstood(f"{heading} has no rule about “{topic}”. Topics: {topics}.")
            text = f"### {heading}: {rule.topic}\n{rule.text}"
            await answer.show(Sheet((clip(text, 3_900),), colour=NEUTRAL))

        await desk.run(interaction, work)

    described = app_commands.describe(topic="What about.", title="Of which game; without it, this channel’s.")
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name="rules", description="Look a rule up, in our own words.", callback=described(rules)
    )

    @command.autocomplete("topic")
    async def _topics(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            _heading, found = await _rules(desk, interaction, interaction.namespace.title)
        except NotUnderstood:
            return []
        return fitting([(rule.topic, rule.topic[:100]) for rule in found], current)

    @command.autocomplete("title")
    async def _titles(_interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return fitting([(each.name, each.id) for each in desk.house.titles.values()], current)

    return command


async def _rules(desk: Desk, interaction: Interaction, said: str | None) -> tuple[str, Sequence[Rule]]:
    """The rules of the title that is meant: the said one, the channel's, or the only one."""
    record = None
    if not said:
        channel = interaction.channel_id or 0
        record = await desk.house.tables.in_channel(channel)
        if record is None:
            record = await desk.house.storage.last_in_channel(channel)
    if record is not None:
        title = desk.house.title_of(record)
        if title is not None:
            return title.name, title.rules(options_of(title, record))
    word = (said or "").casefold()
    fitting_titles = [
        each for each in desk.house.titles.values() if word in each.name.casefold() or word == each.id
    ]
    if len(fitting_titles) == 1:
        return fitting_titles[0].name, fitting_titles[0].rules(fitting_titles[0].options())
    names = ", ".join(each.name for each in desk.house.titles.values())
    raise NotUnderstood(f"Of which game? Say `title:` – there are: {names}.")
