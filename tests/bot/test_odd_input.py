"""Words nobody expects, in every option of every command, and ids that nobody was given.

Each is answered by a private sentence; nothing of it reaches the log of errors or pings anybody.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.action import verb
from engine.core.log import Entry
from engine.core.records import MoveRecord
from engine.core.table import shown
from tests.bot.live import KNOWN, begin, open_panel, person_of, table_in

COMPONENT = 3
"""The type of interaction that a click is."""
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
WORDS = ("", "@everyone <@1> **x** `y` ||z|| [a](https://b.c)", "x" * 4_000, "🚂" * 300, "9" * 5_000, "-1",
         "9999-12-31", "A1,,\x00\n\u202e", "=;:,")  # fmt: skip
NUMBERS = (-(2**53) + 1, -1, 0, 2**53 - 1)
DESTRUCTIVE = ("end", "leave")


def values(option: dict[str, Any], turn: int) -> Any:
    """An odd value that Discord's client would let through."""
    if option.get("choices"):
        every = option["choices"]
        return every[turn % len(every)]["value"]
    if option["type"] == STRING:
        word = WORDS[turn % len(WORDS)]
        low, high = option.get("min_length") or 0, option.get("max_length") or 6_000
        return word[:high].ljust(low, "x")
    if option["type"] == INTEGER:
        number = NUMBERS[turn % len(NUMBERS)]
        return min(max(number, option.get("min_value", number)), option.get("max_value", number))
    return turn % 2 == 0


def is_sentence(answer: Any) -> bool:
    return not answer.failed and "Something went wrong" not in answer.text and bool(answer.text.strip())


@pytest.mark.parametrize("title", ["lost_atlas"])
async def test_odd_words_in_every_option_are_answered_in_words(standin, live, caplog, title):
    caplog.set_level(logging.ERROR)
    people = standin.players(3)
    await begin(standin, live, people, title)
    bad: list[Any] = []
    for name, leaf in people[0].commands().items():
        if name.split()[-1] in DESTRUCTIVE:
            continue
        options = leaf["options"]
        for turn in range(len(WORDS) if any(each["type"] == STRING for each in options) else 2):
            said = {
                each["name"]: values(each, turn + place)
                for place, each in enumerate(options)
                if each["type"] != USER
            }
            who = (people[0], standin.bystander)[turn % 2]
            answer = await who.slash(name, **said)
            if not is_sentence(answer) or not answer.ephemeral:
                bad.append((name, said, answer.text[:200]))
    assert not bad, bad
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    standin.assert_no_violations()


FORGED = (
    "g:{game}:{version}:narrow:{seat}:{token}|x,y",
    "g:{game}:{version}:narrow:{seat}:{token}|-9999999999,9",
    "g:{game}:{version}:narrow:{seat}:{token}|",
    "g:{game}:{version}:val:{seat}:{token}:🚂",
    "g:{game}:{version}:pick:{seat}:{token}|🚂",
    "g:{game}:{version}:typed:{seat}:{token}|9e9",
    "g:{game}:{version}:go:{seat}:{token}",
    "g:{game}:{version}:end:{seat}:{token}",
    "g:{game}:{version}:back:{seat}:{token}",
    "g:{game}:{version}:kind:{seat}:nothing",
    "g:{game}:{version}:kind:{seat}",
    "g:{game}:{version}:other:{seat}|nothing",
    "g:{game}:{version}:other:{seat}",
    "g:{game}:{version}:do:{seat}",
    "g:{game}:{version}:do:{seat}:pass:x",
    "g:{game}:{version}:do:{seat}:say",
    "g:{game}:{version}:do:{other}:pass",
    "g:{game}:999999999:do:{seat}:pass",
    "g:{game}:999999999:undo",
    "g:{game}:0:undo",
    "g:{game}:0:agree:1",
    "g:{game}:0:refuse:99999999999999999999",
    "g:{game}:0:agree",
    "g:{game}:0:resume",
    "g:{game}:0:since",
    "g:{game}:0:board",
    "g:{game}:0:growth",
    "g:{game}:0:export",
    "g:{game}:0:unorder",
    "g:{game}:0:nonsense:1:2:3",
    "g:{game}:0:join",
    "g:{game}:0:leave",
    "g:{game}:0:start",
    "g:{game}:0:robot",
    "g:{game}:0:options",
    "g:{game}:0:opt:nothing:0|yes",
    "g:{game}:0:optset:map:99999",
    "g:{game}:0:optpage:99999",
    "g:{game}:0:ask",
    "g:{game}:0:ask:0:t:x:y:z:" + "n" * 50,
    "g:{game}:0:optask",
    "g:-:0:thread",
    "g:-:0:thread:lost_atlas::=;x=y",
    "g:-:0:thread:nothing",
    "g:-:0:open",
    "g:nosuchgame:0:open",
    "g:nosuchgame:0:join",
    "x",
    "g:" + "1" * 90,
)  # fmt: skip


@pytest.mark.parametrize("who", ["player", "stranger"])
async def test_ids_that_nobody_was_given_do_nothing(standin, live, caplog, who):
    caplog.set_level(logging.ERROR)
    people = standin.players(3)
    table = await begin(standin, live, people, "lost_atlas")
    seat = table.waiting()[0].seat
    person = person_of(table, people, seat)
    message = (await open_panel(standin, person)).message
    if who == "stranger":
        person = standin.bystander
    bad = []
    start = "g:{game}:{version}:kind:{seat}:" + verb(table.waiting()[0].kinds[0])
    for text in [each for forged in FORGED for each in (start, forged)]:
        table = await table_in(live, standin.channel())
        draft = await live.moves._draft(table, person.id, seat)
        token = draft.token if draft is not None else "0"
        shape = text.format(
            game=table.id, version=table.version, seat=seat, other=(seat + 1) % 3, token=token
        )
        custom_id, menu, value = shape.partition("|")
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if menu else 2, "id": 1}
        if menu:
            data["values"] = [value] if value else []
        one = await person._people._begin(COMPONENT, person.user, person.where, data, message.id)
        answer = await person._answer(one, "final")
        if answer.modal is None and not is_sentence(answer):
            bad.append((custom_id, answer.text[:200]))
    assert not bad, bad
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_options_that_do_not_go_together_are_refused_before_anybody_sits_down(standin, live):
    host = standin.player(1)
    answer = await host.slash("/game new", title="age_of_steam", settings="map=rust_belt easy=yes")
    assert answer.ephemeral
    assert "no easy variant" in answer.text
    assert await live.house.tables.in_channel(standin.channel().id) is None


async def test_a_file_is_sent_from_a_private_panel_too(standin, live, caplog):
    people = standin.players(2)
    table = await begin(standin, live, people)
    message = (await open_panel(standin, people[0])).message
    data = {"custom_id": f"g:{table.id}:0:export", "component_type": 2, "id": 1}
    one = await people[0]._people._begin(COMPONENT, people[0].user, people[0].where, data, message.id)
    answer = await (await people[0]._answer(one, "ack")).followed_up()
    assert answer.ephemeral
    assert answer.messages[-1].attachments
    standin.assert_no_violations()


def test_a_move_that_cannot_be_played_again_shows_others_only_its_verb():
    title = KNOWN["lost_atlas"]
    table = SimpleNamespace(title=title)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    for kind in title.actions:
        move = MoveRecord("g", 2, "move", 1, 5, f"{verb(kind)} 77", (), False, now)
        for viewer in (None, 0, 1):
            line = shown(table, [Entry(move, None, [])], viewer)[0].move.line
            assert line == (verb(kind) if kind.sealed and viewer != 1 else f"{verb(kind)} 77")
    unknown = MoveRecord("g", 2, "move", 1, 5, "gone 77", (), False, now)
    assert shown(table, [Entry(unknown, None, [])], None)[0].move.line == "gone"
