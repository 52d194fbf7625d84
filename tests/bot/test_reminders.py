"""How a player is told of a turn, and when not: the time is the test's, and nothing sleeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from bot.announce import Announcer
from bot.house import House
from bot.notices import how_told
from bot.outbox import announce
from bot.pictures import Pictures
from bot.quiet import quiet_until
from bot.reminders import Reminders
from bot.settings import Settings
from engine.core.records import SeatRecord
from engine.core.tables import Tables
from storage import Preferences, Storage
from tests.engine.toy import HARBOUR, Bid

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
ANN, BOB, CHANNEL = 11, 12, 500


class Clock:
    """The time, as the test says."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


class Posted:
    """Channels that only write down what is sent: (where, text, whom it may ping)."""

    own_id = 1

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, tuple[int, ...]]] = []
        self.closed: set[int] = set()
        self.left: set[int] = set()

    async def send(self, channel, sheet, nonce):
        self.sent.append((f"channel {channel}", sheet.text, sheet.mention))
        return len(self.sent)

    async def edit(self, channel, message, sheet):
        return True

    async def strip(self, channel, message):
        return True

    async def direct(self, user, sheet, nonce):
        if user in self.closed:
            return None
        self.sent.append((f"to {user}", sheet.text, sheet.mention))
        return 10_000 + len(self.sent)

    async def is_member(self, server, user):
        return user not in self.left

    def take(self):
        found, self.sent = self.sent, []
        return found


class Place:
    """A house with one game of Ann and Bob."""

    def __init__(self, storage: Storage) -> None:
        self.clock, self.posted = Clock(), Posted()
        settings = Settings()
        tables = Tables(storage, {HARBOUR.id: HARBOUR}, clock=self.clock, announce=announce)
        self.house = House(settings, {HARBOUR.id: HARBOUR}, storage, tables, Pictures(1, 1.0), self.clock)
        self.announcer = Announcer(self.house, self.posted)
        self.reminders = Reminders(self.house, self.posted)
        self.id = ""

    async def begin(self, pace: int = 24) -> None:
        tables = self.house.tables
        record = await tables.open(
            CHANNEL, 1, HARBOUR.id, HARBOUR.options(), SeatRecord(ANN, "Ann"), pace_hours=pace
        )
        self.id = record.id
        await tables.join(record.id, SeatRecord(BOB, "Bob"))
        await tables.start(record.id, ANN)

    async def prefer(self, user: int, **choice) -> None:
        wish = await self.house.storage.preferences(user)
        await self.house.storage.put_preferences(msgspec.structs.replace(wish, **choice))

    async def post(self):
        await self.announcer.drain()
        return self.posted.take()

    async def look(self, later: timedelta = timedelta()):
        self.clock.now += later
        await self.reminders.look()
        return await self.post()


@pytest.fixture
async def place(tmp_path):
    storage = Storage(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
    await storage.prepare()
    here = Place(storage)
    yield here
    await storage.close()


def pings(sent, user):
    """Where a user was pinged, or written to."""
    return [where for where, _text, mention in sent if user in mention or where == f"to {user}"]


@pytest.mark.parametrize(
    ("wish", "mention", "direct"),
    [("mention", True, False), ("dm", False, True), ("both", True, True), ("none", False, False)],
)
async def test_a_player_is_told_where_they_want(place, wish, mention, direct):
    how = how_told(Preferences(ANN, wish), place.house)
    assert (how.mention, how.direct, how.later) == (mention, direct, None)


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ("mention", ["channel 500"]),
        ("dm", ["to 12"]),
        ("both", ["channel 500", "to 12"]),
        ("none", []),
    ],
)
async def test_the_new_turn_reaches_a_player_there(place, wish, where):
    await place.prefer(BOB, notify=wish)
    await place.begin()
    assert pings(await place.post(), BOB) == where


async def test_closed_direct_messages_fall_back_to_the_channel(place):
    await place.prefer(BOB, notify="dm")
    place.posted.closed.add(BOB)
    await place.begin()
    sent = await place.post()
    assert pings(sent, BOB) == ["channel 500"]
    assert any("You take no direct messages from me" in text for _where, text, _mention in sent)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("21:59", None),
        ("22:00", "07:30 +1"),
        ("23:30", "07:30 +1"),
        ("03:00", "07:30"),
        ("07:29", "07:30"),
        ("07:30", None),
    ],
)
def test_quiet_hours_run_over_midnight(now, end):
    wish = Preferences(ANN, quiet_from=22 * 60, quiet_to=7 * 60 + 30)
    hour, minute = map(int, now.split(":"))
    at = NOON.replace(hour=hour, minute=minute)
    expected = None
    if end is not None:
        expected = NOON.replace(hour=7, minute=30) + timedelta(days=end.endswith("+1"))
    assert quiet_until(wish, at) == expected


def test_quiet_hours_are_in_the_players_own_zone():
    wish = Preferences(ANN, quiet_from=13 * 60, quiet_to=14 * 60, timezone="Europe/Berlin")
    assert quiet_until(wish, NOON) == NOON + timedelta(hours=1)  # 13:00 in Berlin in winter
    summer = datetime(2027, 7, 1, 12, 0, tzinfo=UTC)
    assert quiet_until(wish, summer) is None  # 14:00 there


def test_equal_ends_are_no_quiet_hours():
    assert quiet_until(Preferences(ANN, quiet_from=600, quiet_to=600), NOON) is None
    assert quiet_until(Preferences(ANN), NOON) is None


@pytest.mark.parametrize("pace", [24, 0])
async def test_a_ping_held_back_by_quiet_hours_comes_after_them_whatever_the_pace(place, pace):
    await place.prefer(BOB, quiet_from=11 * 60, quiet_to=14 * 60)
    await place.begin(pace)
    assert pings(await place.post(), BOB) == []
    assert pings(await place.look(timedelta(hours=1)), BOB) == []
    assert pings(await place.look(timedelta(hours=1, minutes=2)), BOB) == ["channel 500"]
    assert pings(await place.look(timedelta(hours=3)), BOB) == []


async def test_with_the_pace_off_there_is_one_late_ping_and_no_more(place):
    await place.prefer(BOB, quiet_from=11 * 60, quiet_to=14 * 60)
    await place.begin(0)
    await place.post()
    assert pings(await place.look(timedelta(hours=3)), BOB) == ["channel 500"]
    for _ in range(5):
        assert await place.look(timedelta(days=2)) == []


async def test_with_the_pace_off_nobody_is_reminded(place):
    await place.begin(0)
    await place.post()
    assert await place.look(timedelta(days=9)) == []


async def test_nothing_reaches_a_player_on_vacation_until_it_is_over(place):
    await place.prefer(BOB, vacation_until=NOON + timedelta(days=5))
    await place.begin()
    assert pings(await place.post(), BOB) == []
    for _ in range(4):
        assert pings(await place.look(timedelta(days=1)), BOB) == []
    assert pings(await place.look(timedelta(days=1, minutes=2)), BOB) == ["channel 500"]


async def test_a_reminder_that_falls_into_quiet_hours_waits_for_their_end(place):
    await place.begin()
    await place.post()
    await place.prefer(BOB, quiet_from=11 * 60, quiet_to=14 * 60)
    assert pings(await place.look(timedelta(hours=24)), BOB) == []
    assert pings(await place.look(timedelta(hours=2)), BOB) == ["channel 500"]


@pytest.mark.parametrize("away", ["quiet hours", "vacation"])
async def test_a_reminder_that_is_held_back_is_none_of_those_that_the_cap_allows(place, away):
    await place.prefer(ANN, notify="none")
    await place.begin()
    await place.post()
    cap = place.house.settings.nudge_cap
    if away == "vacation":
        await place.prefer(BOB, vacation_until=NOON + timedelta(days=9))
        for _ in range(8):  # each day's reminder waits for the end of the vacation
            assert pings(await place.look(timedelta(days=1)), BOB) == []
    else:
        await place.prefer(BOB, quiet_from=11 * 60, quiet_to=14 * 60)
    reminders = 0
    for _ in range(cap + 4):  # looked at around the clock, also in the quiet hours
        for _ in range(24):
            reminders += len(pings(await place.look(timedelta(hours=1)), BOB))
    assert reminders == cap


async def test_after_the_cap_the_table_reads_one_word_and_then_nothing(place):
    await place.prefer(ANN, notify="none")
    await place.begin()
    await place.post()
    cap = place.house.settings.nudge_cap
    for _ in range(cap):
        assert pings(await place.look(timedelta(hours=25)), BOB) == ["channel 500"]
    sent = await place.look(timedelta(hours=25))
    assert [mention for _where, _text, mention in sent] == [()]
    assert "has not answered my reminders" in sent[0][1]
    for _ in range(3):
        assert await place.look(timedelta(days=3)) == []


async def test_whoever_left_the_server_is_not_reminded_but_the_table_hears_of_it(place):
    await place.prefer(ANN, notify="none")
    await place.begin()
    await place.post()
    place.posted.left.add(BOB)
    sent = await place.look(timedelta(hours=25))
    assert len(sent) == 1
    assert "is not on this server any more" in sent[0][1]


async def test_a_turn_that_is_over_is_not_reminded_of(place):
    await place.begin()
    await place.post()
    await place.house.tables.act(place.id, BOB, Bid(1))
    sent = await place.look(timedelta(hours=25))
    assert pings(sent, BOB) == []
    assert pings(sent, ANN) == ["channel 500"]


async def test_a_nudge_by_hand_is_possible_an_hour_after_the_last(place):
    await place.begin()
    await place.post()
    record = await place.house.tables.record(place.id)
    place.clock.now += timedelta(minutes=59)
    assert "Too early for" in await place.reminders.nudge(record, ANN)
    place.clock.now += timedelta(minutes=1)
    assert "I have reminded" in await place.reminders.nudge(record, ANN)
    assert pings(await place.post(), BOB) == ["channel 500"]
    assert "Too early for" in await place.reminders.nudge(record, ANN)
