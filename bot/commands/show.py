"""`/show`: look at the game of the channel. Answers are private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.digest import told
from bot.limits import COMMAND_DESCRIPTION, COMMAND_NAME, SUBCOMMANDS, clip
from bot.sheet import Sheet
from bot.words import NEUTRAL, namer, report_text, table_text
from engine.core.errors import MoveError, NotUnderstood
from engine.core.game import ReportKind
from engine.core.table import Table
from engine.core.title import Title

from .desk import Desk, fitting

FIXED = ("map", "log", "report")


def show_group(desk: Desk) -> app_commands.Group:
    """The group `/show`, with a subcommand for every report that some title gives."""
    group = Show(desk)
    room = SUBCOMMANDS - len(FIXED)
    for name, owners in list(reports_by_name(tuple(desk.house.titles.values())).items())[:room]:
        group.add_command(_report(desk, name, owners))
    return group


def reports_by_name(titles: Sequence[Title]) -> dict[str, list[tuple[Title, ReportKind]]]:
    """Every report of every title, by its name; `players` always comes first."""
    found: dict[str, list[tuple[Title, ReportKind]]] = {"players": []}
    for title in titles:
        for kind in title.reports:
            if kind.name not in FIXED:
                found.setdefault(kind.name, []).append((title, kind))
    return found


class Show(app_commands.Group):
    """Looking at the game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(name="show", description="Look at the game of this channel; only you see the answer")
        self.desk = desk

    @app_commands.command(description="The board, and where the game stands.")
    async def map(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction)
            await self.desk.moves.board(answer, record.id)

        await self.desk.run(interaction, work)

    @app_commands.command(description="What has happened, entry by entry.")
    @app_commands.describe(entries="How many of the last entries.")
    async def log(self, interaction: Interaction, entries: app_commands.Range[int, 1, 200] = 25) -> None:
        async def work(answer: Answer) -> None:
            record = await self.desk.any_record(interaction)
            table = await self.desk.house.tables.table(record.id)
            await answer.show(await self._log(table, entries))

        await self.desk.run(interaction, work)

    async def _log(self, table: Table, count: int) -> Sheet:
        name = namer(table.record)
        entries = await self.desk.house.tables.since(table.id, max(0, table.version - count))
        blocks: list[str] = []
        for entry in entries:
            lines = told(table.game, [entry], name)
            if not lines:
                lines = [f"~~{entry.move.line}~~ (taken back)" if entry.undone else entry.move.line]
            blocks.append(f"`{entry.move.seq:>3}` " + " · ".join(lines))
        while len(blocks) > 1 and sum(len(block) + 1 for block in blocks) > 3_700:
            blocks.pop(0)
        head = f"### {table.title.name} · {table.game.headline()}"
        return Sheet((head, clip("\n".join(blocks), 3_800) or "Nothing yet."), colour=NEUTRAL)

    @app_commands.command(description="Any other question that this game answers.")
    @app_commands.describe(name="The question.", about="What it is about, if it is about something.")
    async def report(self, interaction: Interaction, name: str, about: str = "") -> None:
        await self.desk.run(
            interaction, lambda answer: show_report(self.desk, interaction, answer, name, about)
        )

    @report.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        record = await self.desk.house.tables.in_channel(interaction.channel_id or 0)
        title = None if record is None else self.desk.house.title_of(record)
        if title is None:
            return []
        return fitting([(f"{kind.name}: {kind.description}", kind.name) for kind in title.reports], current)

    @report.autocomplete("about")
    async def _about(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await arguments(self.desk, interaction, str(interaction.namespace.name or ""), current)


def _report(
    desk: Desk, name: str, owners: Sequence[tuple[Title, ReportKind]]
) -> app_commands.Command[Any, ..., Any]:
    text = owners[0][1].description if owners else "Who plays, and how they stand."
    with_argument = next((kind.argument for _title, kind in owners if kind.argument), "")

    async def plain(interaction: Interaction) -> None:
        await desk.run(interaction, lambda answer: show_report(desk, interaction, answer, name, ""))

    async def asking(interaction: Interaction, about: str = "") -> None:
        await desk.run(interaction, lambda answer: show_report(desk, interaction, answer, name, about))

    if not with_argument:
        return app_commands.Command(
            name=name[:COMMAND_NAME], description=clip(text, COMMAND_DESCRIPTION), callback=plain
        )
    described = app_commands.describe(about=clip(with_argument, COMMAND_DESCRIPTION))(asking)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=name[:COMMAND_NAME], description=clip(text, COMMAND_DESCRIPTION), callback=described
    )

    @command.autocomplete("about")
    async def _about(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await arguments(desk, interaction, name, current)

    return command


async def arguments(
    desk: Desk, interaction: Interaction, name: str, current: str
) -> list[app_commands.Choice[str]]:
    """The words that a report's argument may be."""
    try:
        table = await desk.table_here(interaction)
        viewer = next(iter(table.seats_of(interaction.user.id)), None)
        words = table.game.report_arguments(name, viewer)
    except MoveError:
        return []
    return fitting([(word.replace("_", " "), word) for word in words], current)


def meant(said: str, words: Sequence[str]) -> str:
    """Which of a report's arguments a person means: `Northern Port` is `northern_port`. What fits none
    stays.
    """
    folded = said.strip().casefold().replace(" ", "_")
    exact = [word for word in words if word.casefold() == folded]
    begun = [word for word in words if folded and word.casefold().startswith(folded)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else said.strip()


async def show_report(desk: Desk, interaction: Interaction, answer: Answer, name: str, about: str) -> None:
    """Answer one of the title's reports, as the asker may see it."""
    record = await desk.any_record(interaction)
    if record.status == "lobby":
        await answer.show(await _lobby(desk, interaction))
        return
    table = await desk.house.tables.table(record.id)
    own = table.seats_of(answer.user.id)
    viewer = own[0] if len(own) == 1 else _asked(table, own)
    kinds = {kind.name: kind for kind in table.title.reports}
    if name == "players" and name not in kinds:
        await answer.show(Sheet((players_text(table),), colour=NEUTRAL))
        return
    if name not in kinds:
        there = ", ".join(kinds) or "none"
        raise NotUnderstood(f"{table.title.name} has no answer to “{name}”. It has: {there}.")
    words = table.game.report_arguments(name, viewer)
    report = table.game.report(name, viewer, meant(about, words))
    await answer.show(Sheet((report_text(report, namer(table.record)),), colour=NEUTRAL))


def _asked(table: Table, own: Sequence[int]) -> int | None:
    """In a hotseat game: the own seat that is asked now."""
    return next((each.seat for each in table.waiting() if each.seat in own), own[0] if own else None)


def players_text(table: Table) -> str:
    """Who plays, for titles that have no report about it."""
    waiting = {each.seat for each in table.waiting()}
    numbers = range(len(table.seats))
    rows = [(str(seat + 1), f"@P{seat + 1}", "to act" if seat in waiting else "") for seat in numbers]
    head = f"### {table.title.name} · {table.game.headline()}\n"
    return head + table_text(("", "player", ""), rows, namer(table.record))


async def _lobby(desk: Desk, interaction: Interaction) -> Sheet:
    record = await desk.record_here(interaction)
    name = namer(record)
    lines = [f"{seat + 1}. {name(seat)}" for seat in range(len(record.seats))]
    return Sheet(("The game has not started yet. At the table:\n" + "\n".join(lines),), colour=NEUTRAL)
