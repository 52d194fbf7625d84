"""The channel's message about a turn: what it says, and whether a change needs a new one.

Pure: from a table and what was shown before to a Sheet. announce.py sends it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.core.game import Pending
from engine.core.log import Entry
from engine.core.sentences import listed
from engine.core.table import Table

from .digest import bullets, last_own, shortened, told
from .ids import make
from .panel import public_rows
from .sheet import Button, Picture, Sheet
from .words import NEUTRAL, SEALED, SEAT_COLOURS, TURN, namer, result_text, strong


@dataclass(frozen=True, slots=True)
class Shown:
    """What the channel's last turn message shows."""

    version: int
    seat: int | None
    """Whose turn it shows, if it is one seat's."""
    at: datetime
    """The moment of the change that it shows."""
    start: int
    """The entry after which its story begins."""


def new_seats(table: Table, since: Mapping[int, datetime], shown: Shown | None) -> tuple[int, ...]:
    """The waiting seats whose turn the last message does not show: for them a new message is posted.

    since: since when each seat has been waiting (it begins anew whenever the seat has acted).

    A seat that waits on, while others act, goes on with its turn; so does the seat of the message when
    nobody but itself has acted.
    """
    waiting = [each.seat for each in table.waiting()]
    if shown is None or shown.version > table.version:
        return tuple(waiting)
    acted = {move.seat for move in table.log[shown.version :] if move.kind != "manager"}
    alone = acted <= {shown.seat, None}
    return tuple(
        seat
        for seat in waiting
        if not (alone and seat == shown.seat)
        and (seat in acted or seat not in since or since[seat] > shown.at)
    )


def story_start(table: Table, new: Sequence[int], shown: Shown | None) -> int:
    """The entry after which the story of a new message begins: what the new seats have not seen since they
    last moved, or if nobody is asked, what came since the last message.
    """
    if not new:
        return shown.version if shown is not None else 0
    return min(last_own(table.log, (seat,)) for seat in new)


def turn_sheet(
    table: Table,
    entries: Sequence[Entry],
    pictures: Sequence[Picture],
    ping: Collection[int] = (),
) -> Sheet:
    """The channel's message.

    entries: what happened since its story's start, as everybody may see it.
    ping: the users to be mentioned.
    """
    name = namer(table.record)
    head = [f"### {table.title.name} · {table.game.headline()}"]
    lines = shortened(told(table.game, entries, name))
    if lines:
        head.append(bullets(lines))
    if table.trouble:
        head.append(f"⚠️ {table.trouble}")
    result = table.game.result()
    if table.record.status == "over" and result is not None:
        foot = (result_text(result, name),)
        rows = (
            (
                Button("The game as a film", make(table.id, table.version, "growth"), emoji="🎞️"),
                Button("Log as a file", make(table.id, table.version, "export"), emoji="📄"),
            ),
        )
        return Sheet(tuple(head), tuple(pictures), foot, rows, 0xC9A227)
    if table.record.status == "ended":
        return Sheet(tuple(head), tuple(pictures), ("The game was ended.",), colour=NEUTRAL)
    if table.record.status == "paused":
        row = (Button("Go on", make(table.id, table.version, "resume"), "success"),)
        return Sheet(tuple(head), tuple(pictures), ("⏸️ The game is paused.",), (row,), NEUTRAL)
    waiting = table.waiting()
    asked = (_asked(table, waiting, ping),) if waiting else ()
    panel = public_rows(table.game, table.id, table.version, name) if waiting else ()
    colour = SEAT_COLOURS[waiting[0].seat % len(SEAT_COLOURS)] if len(waiting) == 1 else NEUTRAL
    return Sheet(tuple(head), tuple(pictures), asked, panel, colour, tuple(ping))


def _asked(table: Table, waiting: Sequence[Pending], ping: Collection[int]) -> str:
    name = namer(table.record)

    def called(seat: int) -> str:
        user = table.seats[seat].user
        if user is not None and user in ping:
            others = len(table.seats_of(user)) > 1
            return f"<@{user}>" + (f" ({name(seat)})" if others else "")
        if table.seats[seat].vacant:
            return f"{name(seat)} (free seat: `/game replace`)"
        return name(seat)

    if any(each.sealed for each in waiting):
        prompts = listed(list(dict.fromkeys(each.prompt for each in waiting)), "or")
        left = "the last one the table waits for" if len(waiting) == 1 else "yet to choose"
        who = listed([called(each.seat) for each in waiting])
        return f"{SEALED} {strong(prompts, name)} – {left}: {who}"
    return "\n".join(f"{TURN} {called(each.seat)}: {strong(each.prompt, name)}" for each in waiting)
