"""Small builders for tests of the table: persons, a bench of tables, a game that has begun."""

from datetime import UTC, datetime, timedelta

from engine.core.event import Said
from engine.core.memory import MemoryStore
from engine.core.records import SeatRecord
from engine.core.tables import Tables
from tests.engine.toy import HARBOUR, HarbourOptions

ANNA, BERT, CLEO, ZOE = 101, 102, 103, 104
NAMES = {ANNA: "Anna", BERT: "Bert", CLEO: "Cleo", ZOE: "Zoe"}


class Clock:
    """A time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_hours(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


def bench(store=None, *, title=HARBOUR, seed="a seed", clock=None, **rest) -> Tables:
    return Tables(
        store if store is not None else MemoryStore(),
        {title.id: title},
        clock=clock or Clock(),
        seed_source=lambda: seed,
        **rest,
    )


async def seated(tables, *people, channel=1, options=None):
    """A lobby in which these people sit."""
    title = next(iter(tables.titles.values()))
    first, *rest = people
    record = await tables.open(
        channel, 7, title.id, options or HarbourOptions(), SeatRecord(first, NAMES[first])
    )
    for person in rest:
        record = await tables.join(record.id, SeatRecord(person, NAMES[person]))
    return record


async def begun(tables=None, *, people=(ANNA, BERT, CLEO), channel=1, **options):
    """A running game: the tables, its id, and the people in seat order."""
    tables = tables or bench()
    record = await seated(tables, *people, channel=channel, options=HarbourOptions(**options))
    table = await tables.start(record.id, people[0])
    return tables, record.id, tuple(seat.user for seat in table.seats)


def said(played, viewer=None):
    """The sentences that everybody may read."""
    return [
        event.text
        for entry in played.entries
        for event in entry.events
        if isinstance(event, Said) and event.audience is None
    ]


def lines(table):
    """The log as text."""
    return [move.line for move in table.log]
