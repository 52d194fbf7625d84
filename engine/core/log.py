"""The log of a game is the game: which of its moves stand, and how they are played again.

Entries are numbered from 1 (the start, with the set-up's outcomes) and never changed. Taking moves back is
an entry too: `undo 17`, and `rewind 17` for the whole table, take back every move from entry 17 on.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from .action import Action, verb
from .chance import Chance, Outcome
from .errors import MoveError
from .event import Event, Said, mark
from .game import AnyGame
from .notation import parse
from .records import PLAYED, GameRecord, MoveRecord, SnapshotRecord
from .title import Options, Title


class Entry(Struct, frozen=True):
    """One entry of the log with what it meant."""

    move: MoveRecord
    action: Action | None
    """The action, for entries that hold one."""
    events: list[Event]
    """Everything that happened, secrets too: show only `seen_by(events, viewer)`."""
    undone: bool = False
    """True if a later entry took it back."""


class LogError(Exception):
    """An entry cannot be played again. `seq` is its number; `good` is the last entry before it."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"Entry {seq}: {reason}")
        self.seq = seq
        self.good = seq - 1


def cut_of(move: MoveRecord) -> int | None:
    """For an entry that takes moves back: the first entry that it takes back. None for any other."""
    if move.kind in ("undo", "manager"):
        word, _, rest = move.line.partition(" ")
        if word in ("undo", "rewind"):
            return int(rest.split()[0])
    return None


def standing(log: Sequence[MoveRecord]) -> list[MoveRecord]:
    """The moves that stand after the whole log, in order: those that nothing took back."""
    kept: list[MoveRecord] = []
    for move in log:
        cut = cut_of(move)
        if cut is not None:
            while kept and kept[-1].seq >= cut:
                kept.pop()
        elif move.kind in PLAYED:
            kept.append(move)
    return kept


def sound_base(log: Sequence[MoveRecord], base: int) -> int:
    """`base` if every move that stood after entry `base` still stands, so that its state can be played on
    from; otherwise a smaller number that is to be tried instead.
    """
    for move in log[base:]:
        cut = cut_of(move)
        if cut is not None and cut <= base:
            return cut - 1
    return base


def options_of(title: Title, record: GameRecord) -> Options:
    """The options that a game was opened with."""
    return msgspec.json.decode(record.options, type=title.options)


def fresh(title: Title, record: GameRecord, outcomes: Sequence[Outcome] = ()) -> AnyGame:
    """The game as it starts, with the recorded outcomes of its set-up if there are any."""
    return title.start(options_of(title, record), len(record.seats), Chance(record.seed, script=outcomes))


def play_again(title: Title, game: AnyGame, move: MoveRecord) -> tuple[Action, list[Event]]:
    """Play one recorded move in `game`, with its recorded outcomes. Raises LogError if that is impossible;
    the game is then of no more use.
    """
    try:
        assert move.seat is not None
        action = parse(move.line, title.actions)
        game.chance.feed(move.chance)
        events = game.apply(move.seat, action)
        drawn = game.chance.take_recorded()
    except MoveError as error:
        raise _unplayable(title, move, "is not a move here any more", str(error)) from error
    except Exception as error:  # whatever a changed rule stumbles over
        raise _unplayable(title, move, "cannot be played", repr(error)) from error
    if not _same(drawn, move.chance):
        raise _unplayable(title, move, "draws otherwise than the log says")
    return action, events


def _unplayable(title: Title, move: MoveRecord, what: str, reason: str = "") -> LogError:
    """The error about a move. It is logged, and whoever reads the bot's log may sit at the table: of a
    sealed move it says only the verb.
    """
    word = move.line.split(" ", 1)[0]
    if all(kind.sealed for kind in title.actions if verb(kind) == word):
        return LogError(move.seq, f"a sealed {word!r} {what}")
    return LogError(move.seq, f"{move.line!r} {what}" + (f": {reason}" if reason else ""))


def _same(drawn: Sequence[Outcome], recorded: Sequence[Outcome]) -> bool:
    return [(each.purpose, each.values) for each in drawn] == [
        (each.purpose, each.values) for each in recorded
    ]


def begin_again(title: Title, record: GameRecord, log: Sequence[MoveRecord]) -> AnyGame:
    """The game after its first entry, the start. Raises LogError."""
    if not log or log[0].kind != "start":
        raise LogError(1, "the log does not begin with a start")
    try:
        game = fresh(title, record, log[0].chance)
        drawn = game.chance.take_recorded()
    except Exception as error:
        raise LogError(1, f"the game cannot be set up: {error}") from error
    if not _same(drawn, log[0].chance) or game.chance.unused_script:
        raise LogError(1, "the set-up draws otherwise than the log says")
    return game


def play_on(
    title: Title, game: AnyGame, base: int, log: Sequence[MoveRecord], before: int | None = None
) -> AnyGame:
    """The game with all moves that stand, or those before entry `before`.

    game: as it stood after entry `base`, which must be sound (see `sound_base`); used up.
    Raises LogError at the first entry that cannot be played.
    """
    for move in standing(log):
        if move.seq > base and (before is None or move.seq < before):
            play_again(title, game, move)
    return game


def replay(title: Title, record: GameRecord, log: Sequence[MoveRecord]) -> AnyGame:
    """The game that a whole log leads to, from its start. Raises LogError."""
    return play_on(title, begin_again(title, record, log), 1, log)


def walk(title: Title, game: AnyGame, base: int, log: Sequence[MoveRecord]) -> Iterator[Entry]:
    """Every entry after `base` with its events, moves that were taken back too.

    game: as it stood after entry `base`, which must be sound (see `sound_base`); used up. Raises LogError.
    """
    kept = {move.seq for move in standing(log)}
    last_cut = max((move.seq for move in log if cut_of(move) is not None), default=0)
    states = [(base, game.copy())]
    for move in log[base:]:
        cut = cut_of(move)
        if move.kind in PLAYED:
            action, events = play_again(title, game, move)
            if move.seq < last_cut:
                states.append((move.seq, game.copy()))
            yield Entry(move, action, events, move.seq not in kept)
            continue
        if cut is not None:
            while states[-1][0] >= cut:
                states.pop()
            game = states[-1][1].copy()
        yield Entry(move, None, table_events(move, log))


def table_events(move: MoveRecord, log: Sequence[MoveRecord]) -> list[Event]:
    """What happened in an entry that is no action of the game: one sentence that everybody may know."""
    word, _, rest = move.line.partition(" ")
    cut = cut_of(move)
    if cut is not None:
        back = [each for each in standing(log[: move.seq - 1]) if each.seq >= cut and each.kind != "auto"]
        if word == "rewind" or move.seat is None:
            return [Said(text=f"The table goes back {len(back)} {'move' if len(back) == 1 else 'moves'}.")]
        own = [each for each in back if each.seat == move.seat]
        others = sorted({each.seat for each in back if each.seat is not None} - {move.seat})
        what = "a move" if len(own) == 1 else f"{len(own)} moves"
        with_whose = f", and with it what {', '.join(map(mark, others))} did since" if others else ""
        return [Said(text=f"{mark(move.seat)} takes back {what}{with_whose}.")]
    seat, _, name = rest.partition(" ")
    sentences = {
        "start": "The game begins.",
        "pause": "The game is paused.",
        "resume": "The game goes on.",
        "moved": "The game has moved to this channel.",
        "end": "The game was ended before its time.",
    }
    if word in sentences:
        return [Said(text=sentences[word])]
    who = mark(int(seat) - 1)
    if word == "vacate":
        return [Said(text=f"{who} has left the game. The seat is free for a substitute.")]
    if word == "automate":
        return [Said(text=f"{who} has left the game. The seat is played automatically.")]
    user, _, names = name.partition(" ")
    if user == "auto":
        return [Said(text=f"{who} is played automatically from now on.")]
    after, _, before = names.partition("|")
    return [Said(text=f"{after} takes over from {before}." if before else f"{after} plays on.")]


def to_snapshot(record: GameRecord, seq: int, rules_version: int, game: AnyGame) -> SnapshotRecord:
    """The state after entry `seq`, as it is stored."""
    return SnapshotRecord(record.id, seq, rules_version, zlib.compress(game.snapshot(), 1))


def from_snapshot(title: Title, record: GameRecord, snapshot: SnapshotRecord) -> AnyGame:
    """The game of a stored snapshot. Raises LogError if this version of the title cannot read it."""
    try:
        game = title.game.restore(zlib.decompress(snapshot.data), record.seed)
        game.pending()
    except Exception as error:
        raise LogError(snapshot.seq, f"the snapshot cannot be read: {error}") from error
    return game
