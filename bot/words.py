"""How things are said in chat: names escaped, sentences with names filled in, tables, times."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

import discord

from engine.core.event import fill_names
from engine.core.game import Report, Result
from engine.core.records import GameRecord
from engine.core.sentences import listed
from render.palette import SEATS

from .limits import clip

Namer = Callable[[int], str]
"""Gives the name of a seat."""

SEAT_COLOURS = tuple(int(mark.colour.lstrip("#"), 16) for mark in SEATS)
"""Accent bars by seat: the colours that the seats have in the pictures."""

NEUTRAL = 0x5B6770

TURN, SEALED = "▶️", "🤫"
CALLS = (TURN, SEALED)
"""How the words begin that call whoever must decide."""


def escaped(name: str) -> str:
    """A name that anybody chose, so that it neither pings nor formats: `@everyone` stays text."""
    clean = re.sub(r"[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+", " ", name).strip() or "somebody"
    text = discord.utils.escape_mentions(discord.utils.escape_markdown(clip(clean, 32)))
    return text.replace("<", "‹").replace(">", "›").replace("://", ":\u200b//")


def seat_word(seat: int) -> str:
    """A seat that nobody has given a name."""
    return f"P{seat + 1}"


def namer(record: GameRecord, bold: bool = True) -> Namer:
    """Names of a game's seats, escaped for chat."""

    def name(seat: int) -> str:
        if not 0 <= seat < len(record.seats):
            return seat_word(seat)
        said = escaped(record.seats[seat].name)
        if sum(each.name == record.seats[seat].name for each in record.seats) > 1:
            said += f" ({seat + 1})"
        return f"**{said}**" if bold else said

    return name


def _bare(said: str) -> str:
    return said[2:-2] if len(said) > 4 and said.startswith("**") and said.endswith("**") else said


def strong(text: str, name: Namer) -> str:
    """A sentence in bold with the seats named. Their names are not made bold once more: that would end it."""
    return f"**{fill_names(text, lambda seat: _bare(name(seat)))}**"


def plainly(text: str, name: Namer) -> str:
    """A text for a button, a menu or a suggestion, where nothing is formatted, with the seats named."""
    return fill_names(text, lambda seat: re.sub(r"\\([^\w\s])", r"\1", _bare(name(seat))))


def stamp(at: datetime, style: str = "R") -> str:
    """A moment that every reader sees in their own time zone."""
    return f"<t:{int(at.timestamp())}:{style}>"


def message_link(server: int | None, channel: int, message: int | None = None) -> str:
    """The address of a channel, or of a message in it."""
    place = f"https://discord.com/channels/{server if server is not None else '@me'}/{channel}"
    return place if message is None else f"{place}/{message}"


def report_text(report: Report, name: Namer, limit: int = 3_500) -> str:
    """A report as text: a heading, a table in a code block, and notes."""
    lines = [f"### {fill_names(report.heading, name)}"]
    if report.rows:
        lines.append(table_text(report.columns, report.rows, name, limit - 200 - sum(map(len, report.notes))))
    lines += [fill_names(note, name) for note in report.notes]
    if len(lines) == 1:
        lines.append("There is nothing to show now.")
    return clip("\n".join(lines), limit)


PHONE_COLUMNS = 46
"""So many characters of a code block a phone shows in one line; a wider table would fall apart there."""


def table_text(columns: Sequence[str], rows: Sequence[Sequence[str]], name: Namer, limit: int = 3_000) -> str:
    """A table in a code block, the columns under each other, or a list if it is too wide for a phone; if it
    is long, whole rows are left out.
    """

    def flat(seat: int) -> str:
        return re.sub(r"[*\\`]", "", name(seat))

    cells = [[fill_names(cell, flat).replace("`", "ˋ") for cell in row] for row in (columns, *rows) if row]
    width = max(len(row) for row in cells)
    cells = [[*row, *[""] * (width - len(row))] for row in cells]
    widths = [max(len(row[column]) for row in cells) for column in range(width)]
    if sum(widths) + 2 * (width - 1) > PHONE_COLUMNS:
        return _as_list(columns, rows, name, limit)
    numeric = [
        all(re.fullmatch(r"[-+−$£]*[\d,.%]*", row[column]) for row in cells[bool(columns) :])
        for column in range(width)
    ]
    lines = [
        "  ".join(
            cell.rjust(size) if right else cell.ljust(size)
            for cell, size, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in cells
    ]
    if columns:
        lines.insert(1, "  ".join("─" * size for size in widths))
    kept: list[str] = []
    used = 20
    for line in lines:
        if used + len(line) + 1 > limit:
            kept.append(f"… {len(lines) - len(kept)} more")
            break
        kept.append(line)
        used += len(line) + 1
    return "```\n" + "\n".join(kept) + "\n```"


def _as_written(cell: str) -> str:
    return re.sub(r"([*_~`|\\])", r"\\\1", cell)


def _within(heading: str) -> str:
    """A heading within a sentence: `Cash` becomes `cash`, names such as `New City` and sums stay."""
    return heading if re.search(r".[A-Z\d:]", heading) else heading.lower()


def _as_list(columns: Sequence[str], rows: Sequence[Sequence[str]], name: Namer, limit: int) -> str:
    """The rows of a table as a list: the first column with a heading in bold, then the others with theirs."""
    headings = [*columns, *[""] * max(map(len, rows), default=0)]
    first = 1 if not headings[0] and len(headings) > 1 else 0
    lines: list[str] = []
    used = 20
    for number, row in enumerate(rows):
        parts = []
        for heading, cell in zip(headings[first + 1 :], row[first + 1 :], strict=False):
            if cell and cell not in ("–", "-"):
                said = fill_names(_as_written(cell), name)
                plain = re.fullmatch(r"[-+−$]?\d\S*( [^\s,]+)?", said)
                colon = " =" if plain and heading[-1:].isdigit() else "" if plain else ":"
                parts.append(f"{_within(heading)}{colon} {said}" if heading else said)
        head = strong(_as_written(row[first]) or "–", name)
        before = f"{row[0]} " if first and row[0] else ""
        between = "; " if any("," in part or ":" in part for part in parts) else ", "
        line = f"- {before}{head}" + (f" – {between.join(parts)}" if parts else "")
        if used + len(line) + 1 > limit:
            lines.append(f"… {len(rows) - number} more")
            break
        lines.append(line)
        used += len(line) + 1
    return "\n".join(lines)


def result_text(result: Result, name: Namer, limit: int = 3_500) -> str:
    """The final table: places, totals, and the breakdown of every score."""
    lines: list[str] = []
    if result.won is not None:
        lines.append("## The game is won!" if result.won else "## The game is lost.")
    elif result.ranking:
        winners = listed([name(seat) for seat in result.ranking[0]])
        verb = "win together" if len(result.ranking[0]) > 1 else "wins"
        lines.append(f"## {winners} {verb}!")
    if result.sentence:
        lines.append(fill_names(result.sentence, name))
    by_seat = {score.seat: score for score in result.scores}
    parts = list(dict.fromkeys(label for score in result.scores for label, _points in score.parts))
    rows: list[tuple[str, ...]] = []
    for place, seats in enumerate(result.ranking, 1):
        for seat in seats:
            score = by_seat.get(seat)
            if score is None:
                continue
            points = dict(score.parts)
            shown = [str(points[part]) if part in points else "" for part in parts]
            rows.append((str(place), f"@P{seat + 1}", str(score.total), *shown, score.note))
    if rows:
        noted = any(row[-1] for row in rows)
        columns = ("", "", "total", *parts, "")
        if not noted:
            columns, rows = columns[:-1], [row[:-1] for row in rows]
        lines.append(table_text(columns, rows, name, limit - sum(map(len, lines)) - 100))
    return clip("\n".join(lines), limit)
