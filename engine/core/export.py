"""A game as a file: for a bug report, for an archive, and back.

Of a game that is not over the file holds nothing that its reader may not know: no seed, no secret outcomes,
of others' sealed actions only the verb, and of the state only the reader's own view.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from importlib import metadata
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from .action import verb
from .chance import Outcome
from .errors import MoveError, Refused
from .game import AnyGame, Result
from .log import LogError, replay
from .notation import parse
from .records import PLAYED, GameRecord, MoveKind, MoveRecord, SeatRecord, Status
from .table import Table
from .title import Title

FORMAT = "roundhouse-game/1"


class ExportedMove(Struct, frozen=True, omit_defaults=True):
    """One log entry in a file."""

    seq: int
    kind: MoveKind
    line: str
    at: datetime
    player: Annotated[str, Meta(pattern=r"^(P[1-9][0-9]?)?$")] = ""
    """`P1`, or empty if the entry is the table's."""
    actor: int | None = None
    chance: tuple[Outcome, ...] = ()
    reveals: bool = False
    hidden: bool = False
    """True if the line is only the verb of a sealed action, or outcomes are left out."""


class Exported(Struct, frozen=True, omit_defaults=True):
    """A game in a file."""

    format: str
    software: str
    id: str
    title: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[SeatRecord, ...]
    status: Status
    created: datetime
    complete: bool
    """True if nothing is left out: the game is over, and the file can be imported."""
    log: tuple[ExportedMove, ...] = ()
    seed: str | None = None
    hotseat: bool = False
    headline: str = ""
    result: Result | None = None
    views: dict[str, Any] = {}
    """What the reader sees of the state: by seat (`P1`), or as a bystander (`table`)."""
    trouble: str = ""


def software() -> str:
    """The name and version of this program."""
    try:
        return f"roundhouse {metadata.version('roundhouse')}"
    except metadata.PackageNotFoundError:
        return "roundhouse (from source)"


def pack(record: GameRecord, title: Title, table: Table | None, viewer: int | None) -> bytes:
    """The file of a game for a person (None: a bystander). table: None if the game has not started."""
    complete = record.status == "over" and table is not None and not table.trouble
    own = table.seats_of(viewer) if table is not None and viewer is not None else ()
    views: dict[str, Any] = {}
    if table is not None:
        for seat in own or (None,):
            name = "table" if seat is None else f"P{seat + 1}"
            views[name] = msgspec.to_builtins(table.game.view(seat))
    exported = Exported(
        format=FORMAT,
        software=software(),
        id=record.id,
        title=record.title,
        rules_version=record.rules_version,
        options=msgspec.json.decode(record.options),
        seats=record.seats,
        status=record.status,
        created=record.created,
        complete=complete,
        log=tuple(_packed(title, move, own, complete) for move in table.log) if table is not None else (),
        seed=record.seed if complete else None,
        hotseat=record.hotseat,
        headline=record.headline,
        result=table.game.result() if table is not None else None,
        views=views,
        trouble=_safe_trouble(table),
    )
    return msgspec.json.format(msgspec.json.encode(exported), indent=1)


def _safe_trouble(table: Table | None) -> str:
    """That a game could be loaded only in part, without the reason, which may quote a secret."""
    if table is None or not table.trouble:
        return ""
    return f"loaded up to entry {table.good} of {table.version}"


def _packed(title: Title, move: MoveRecord, own: tuple[int, ...], complete: bool) -> ExportedMove:
    line, chance, hidden = move.line, move.chance, False
    if not complete:
        chance = tuple(each for each in chance if not each.secret)
        hidden = len(chance) < len(move.chance)
        if move.kind in PLAYED and move.seat not in own and _sealed(title, line):
            line, hidden = line.split(" ", 1)[0], True
    return ExportedMove(
        seq=move.seq,
        kind=move.kind,
        line=line,
        at=move.at,
        player="" if move.seat is None else f"P{move.seat + 1}",
        actor=move.actor,
        chance=chance,
        reveals=move.reveals,
        hidden=hidden,
    )


def _sealed(title: Title, line: str) -> bool:
    """Whether the line is a sealed action; one that no title's action fits counts as sealed."""
    kinds = {verb(kind): kind for kind in title.actions}
    kind = kinds.get(line.split(" ", 1)[0])
    return kind is None or kind.sealed


def unpack(
    data: bytes, titles: Mapping[str, Title], *, game_id: str, channel: int, server: int | None, user: int
) -> tuple[GameRecord, tuple[MoveRecord, ...], AnyGame]:
    """The game of a file: its record under a new id, its log, and the game played through again.

    Raises Refused, with what is wrong, unless the file is complete and its log can be played.
    """
    try:
        file = msgspec.json.decode(data, type=Exported)
    except msgspec.MsgspecError as error:
        raise Refused(f"This is not an exported game: {error}.") from None
    if file.format != FORMAT:
        raise Refused(f"This is not an exported game of the format {FORMAT}.")
    title = titles.get(file.title)
    if title is None:
        raise Refused(f"This bot does not know the game {file.title}.")
    if not file.complete or file.seed is None or file.status != "over":
        raise Refused("Only finished games can be imported.")
    record = GameRecord(
        id=game_id,
        channel=channel,
        server=server,
        title=file.title,
        options=msgspec.json.encode(file.options),
        rules_version=title.rules_version,
        seats=file.seats,
        host=user,
        seed=file.seed,
        status="over",
        created=file.created,
        hotseat=file.hotseat,
        revision=1,
        headline=file.headline,
    )
    moves = tuple(
        MoveRecord(
            game_id,
            each.seq,
            each.kind,
            int(each.player[1:]) - 1 if each.player else None,
            each.actor,
            each.line,
            each.chance,
            each.reveals,
            each.at,
        )
        for each in file.log
    )
    if [move.seq for move in moves] != list(range(1, len(moves) + 1)):
        raise Refused("The log's entries are not numbered 1, 2, 3 …")
    try:
        game = replay(title, record, moves)
        for move in moves:
            if move.kind in PLAYED:
                parse(move.line, title.actions)
    except (LogError, MoveError) as error:
        raise Refused(f"The log cannot be played: {error}") from None
    if game.result() != file.result:
        raise Refused("The log does not lead to the result in the file.")
    return record, moves, game
