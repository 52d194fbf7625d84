"""Before a game starts: who opens it, who sits down, who leaves, and the start itself.

Pure functions from a record to the record as it would be; each raises Refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec

from .chance import Chance
from .errors import NotAllowed, NotRunning, Refused
from .log import fresh
from .play import Change, Pen
from .records import GameRecord, SeatRecord
from .table import Table
from .title import Options, Title

Plan = Callable[[GameRecord], GameRecord]
"""A change of a lobby."""


def must_be_lobby(record: GameRecord) -> None:
    """Raise NotRunning unless the game has not started yet."""
    if record.status != "lobby":
        raise NotRunning(
            "The game has started already." if record.status in ("running", "paused") else "The game is over."
        )


def opened(
    title: Title,
    options: Options,
    host: SeatRecord,
    *,
    channel: int,
    server: int | None,
    game_id: str,
    seed: str,
    at: datetime,
    hotseat: bool,
    pace_hours: int,
    vote_hours: int,
) -> GameRecord:
    """A new game, in which only the host sits. Raises Refused unless that is a person."""
    if host.user is None:
        raise Refused("A game is opened by a person.")
    return GameRecord(
        id=game_id,
        channel=channel,
        server=server,
        title=title.id,
        options=msgspec.json.encode(options),
        rules_version=title.rules_version,
        seats=(host,),
        host=host.user,
        seed=seed,
        status="lobby",
        created=at,
        hotseat=hotseat,
        revision=1,
        pace_hours=pace_hours,
        vote_hours=vote_hours,
    )


def joined(
    record: GameRecord, title: Title, options: Options, seat: SeatRecord, by: int | None
) -> GameRecord:
    """With one more seat. by: who asks for it, if that is not the person who sits down."""
    must_be_lobby(record)
    own = [each for each in record.seats if each.user == seat.user]
    if seat.user is None:
        if title.autoplay is None:
            raise Refused(f"{title.name} has no automatic player.")
        if by != record.host:
            raise NotAllowed("Only whoever opened the game can add automatic players.")
    elif own and not record.hotseat:
        raise Refused("You already have a seat in this game.")
    most = title.seats(options).stop - 1
    if len(record.seats) >= most:
        raise Refused(f"All {most} seats are taken.")
    return msgspec.structs.replace(record, seats=(*record.seats, seat))


def left(record: GameRecord, user: int) -> GameRecord:
    """Without the person's seats. The host's role falls to the next person; without any, the game ends."""
    must_be_lobby(record)
    seats = tuple(seat for seat in record.seats if seat.user != user)
    if len(seats) == len(record.seats):
        raise Refused("You have no seat in this game.")
    people = [seat.user for seat in seats if seat.user is not None]
    if not people:
        return msgspec.structs.replace(record, seats=seats, status="ended")
    return msgspec.structs.replace(
        record, seats=seats, host=record.host if record.host in people else people[0]
    )


def dismissed(record: GameRecord, by: int, index: int, manager: bool) -> GameRecord:
    """Without one seat, taken out by the host or a manager."""
    must_be_lobby(record)
    must_host(record, by, manager, "take a seat away")
    if not 0 <= index < len(record.seats):
        raise Refused("There is no such seat.")
    if record.seats[index].user == record.host and sum(s.user == record.host for s in record.seats) == 1:
        raise Refused("The host leaves by leaving.")
    return msgspec.structs.replace(record, seats=(*record.seats[:index], *record.seats[index + 1 :]))


def configured(record: GameRecord, title: Title, user: int, options: Options, manager: bool) -> GameRecord:
    """With other options. Those who sat down last must go first if there are too many: that is refused."""
    must_be_lobby(record)
    must_host(record, user, manager, "change the options")
    most = title.seats(options).stop - 1
    if len(record.seats) > most:
        raise Refused(f"With these options {most} can play, and {len(record.seats)} have sat down.")
    return msgspec.structs.replace(record, options=msgspec.json.encode(options))


def closed(record: GameRecord, user: int, manager: bool) -> GameRecord:
    """Ended before it began."""
    must_be_lobby(record)
    must_host(record, user, manager, "end the game")
    return msgspec.structs.replace(record, status="ended")


def must_host(record: GameRecord, user: int, manager: bool, what: str) -> None:
    """Raise NotAllowed unless the person is the host or a manager."""
    if user != record.host and not manager:
        raise NotAllowed(f"Only whoever opened the game, or a manager of the server, can {what}.")


def started(
    record: GameRecord,
    title: Title,
    options: Options,
    user: int,
    at: datetime,
    interaction: str | None,
    manager: bool = False,
) -> Change:
    """The game begins: seats are shuffled, the set-up is drawn and written as the log's first entry."""
    must_be_lobby(record)
    must_host(record, user, manager, "start it")
    allowed = title.seats(options)
    if len(record.seats) not in allowed:
        few = len(record.seats) < allowed.start
        raise Refused(
            f"{title.name} needs at least {allowed.start} players."
            if few
            else f"At most {allowed.stop - 1} can play."
        )
    order = Chance(record.seed + "/seats").shuffle("seats", range(len(record.seats)))
    running = msgspec.structs.replace(
        record,
        seats=tuple(record.seats[i] for i in order),
        status="running",
        rules_version=title.rules_version,
    )
    game = fresh(title, running)
    outcomes = game.chance.take_recorded()
    table = Table(msgspec.structs.replace(running, revision=record.revision), title, game, ())
    pen = Pen(table, at, interaction)
    pen.note("start", None, user, "start", chance=outcomes, reveals=False)
    pen.settle()
    return pen.finish()
