"""A game goes on in another channel, found by its id; and whose business an id is."""

from __future__ import annotations

import io
import json
import zipfile

from tests.bot.live import KNOWN, begin, open_panel, panel, person_of, table_in, type_move
from tests.engine.toy import Bid, Dock


async def to_round_two(people, table):
    for seat in range(table.game.seats):
        who = person_of(table, people, seat)
        await type_move(who, KNOWN["harbour"], Bid(3 if seat == 0 else 0))
    await type_move(person_of(table, people, 0), KNOWN["harbour"], Dock())


async def test_a_game_whose_channel_was_deleted_goes_on_elsewhere_and_its_host_is_told_how(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    host, other = people
    await to_round_two(people, table)
    elsewhere = await standin.add_channel("elsewhere")
    await standin.channel().delete()
    await standin.until(lambda: bool(host.direct_messages), what="the host is told")
    assert f"/game move game:{table.id}" in host.direct_messages[-1].text
    assert not other.direct_messages
    answer = await other.at(elsewhere).slash("/my turns")
    assert f"/game move game:{table.id}" in answer.text
    answer = await other.at(elsewhere).slash("/game move", game=table.id)
    assert "Only whoever opened the game" in answer.text
    choices = await host.at(elsewhere).autocomplete("/game move", "game", "")
    assert [each["value"] for each in choices] == [table.id]
    assert not await other.at(elsewhere).autocomplete("/game move", "game", "")
    answer = await host.at(elsewhere).slash("/game move", game=table.id)
    assert "goes on here" in answer.text
    await standin.until(lambda: panel(elsewhere) is not None, what="the panel is in the new channel")
    again = await table_in(live, elsewhere)
    assert again.record.status == "running"
    assert again.log[: len(table.log)] == table.log
    await type_move(person_of(again, [each.at(elsewhere) for each in people], 1), KNOWN["harbour"], Bid(1))
    await standin.settle()
    assert (await table_in(live, elsewhere)).version == again.version + 1
    assert len(host.direct_messages) == 1
    standin.assert_no_violations()


async def test_a_running_game_moves_with_its_open_proposal_and_says_where_it_went(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    here, there = standin.channel(), await standin.add_channel("there")
    await to_round_two(people, table)
    await person_of(table, people, 0).slash("/game undo")
    await standin.until(lambda: any("Agree" in one.labels for one in here.messages), what="it is asked")
    answer = await standin.manager.at(there).slash("/game move", game=table.id.upper())
    assert "goes on here" in answer.text
    await standin.until(
        lambda: any("Agree" in one.labels for one in there.messages), what="it is asked there"
    )
    await standin.until(lambda: any(f"<#{there.id}>" in one.text for one in here.messages))
    await standin.settle()
    assert panel(there) is not None
    assert not any(one.buttons for one in here.messages)
    assert sum(f"<#{there.id}>" in one.text for one in here.messages) == 1
    asking = next(one for one in there.messages if "Agree" in one.labels)
    await person_of(table, [each.at(there) for each in people], 1).click(asking, "Agree")
    await standin.until(lambda: "Agreed" in asking.text)
    answer = await people[0].slash("/game new", title="harbour")
    assert "is open" in answer.text, "the old channel is free"
    standin.assert_no_violations()


async def test_a_lobby_moves_and_a_taken_channel_does_not_take_a_second_game(standin, live):
    ada, ben = standin.players(2)
    there = await standin.add_channel("there")
    await ada.slash("/game new", title="harbour")
    await ben.at(there).slash("/game new", title="harbour")
    record = await live.house.tables.in_channel(standin.channel().id)
    answer = await ada.at(there).slash("/game move", game=record.id)
    assert "already has a game" in answer.text
    answer = await ada.slash("/game move", game=record.id)
    assert "in this channel already" in answer.text
    await ben.at(there).slash("/game end", sure=True)
    answer = await ada.at(there).slash("/game move", game=record.id)
    assert "here now" in answer.text
    await standin.settle()
    await ben.at(there).click(there.last, "Join")
    await ada.at(there).click(there.last, "Start")
    await standin.until(lambda: panel(there) is not None)
    assert not any(one.buttons for one in standin.channel().messages)
    standin.assert_no_violations()


async def test_a_game_paused_by_a_manager_stays_paused_when_it_moves(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    there = await standin.add_channel("there")
    await standin.manager.slash("/game pause")
    answer = await people[0].at(there).slash("/game move", game=table.id)
    assert "/game resume" in answer.text
    assert (await table_in(live, there)).record.status == "paused"


async def test_where_the_bot_may_not_post_no_game_moves_to(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    there = await standin.add_channel("there")
    await there.deny("send_messages")
    answer = await people[0].at(there).slash("/game move", game=table.id)
    assert "Send Messages" in answer.text
    assert await live.house.tables.in_channel(there.id) is None


LOOKING = ("/game history", "/game export", "/game report", "/game film", "/game info", "/game move")


async def test_an_id_says_nothing_on_another_server_not_even_to_its_managers(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    owner = await standin.add_person("Olga", server=None)
    _server, abroad = await standin.add_server("Abroad", [owner, people[0]])
    for name in LOOKING:
        if "game" not in {each["name"] for each in owner.at(abroad).commands()[name.strip("/")]["options"]}:
            continue
        answer = await owner.at(abroad).slash(name, game=table.id)
        assert answer.text == "⚠️ There is no such game.", name
        nobody = await owner.at(abroad).slash(name, game="nosuchgame")
        assert nobody.text == answer.text, name
    answer = await people[0].at(abroad).slash("/game history", game=table.id)
    assert table.id in answer.text, "its own player sees it anywhere"
    answer = await people[0].at(abroad).slash("/game move", game=table.id)
    assert "stays on its server" in answer.text
    answer = await standin.bystander.at(await standin.add_channel("hall")).slash(
        "/game history", game=table.id
    )
    assert table.id in answer.text, "whoever can see the channel can read its story"


async def test_what_a_player_exports_abroad_holds_nobody_elses_secrets(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    who = person_of(table, people, 1)
    await type_move(who, KNOWN["harbour"], Bid(3))
    for person in (standin.bystander, person_of(table, people, 0)):
        answer = await person.slash("/game report", game=table.id)
        packed = zipfile.ZipFile(io.BytesIO(answer.messages[-1].attachments[0].data))
        told = json.loads(packed.read("game.json"))
        assert [each["line"] for each in told["log"] if each["kind"] == "move"] == ["bid"]
        assert "seed" not in told
    assert not (await open_panel(standin, who)).failed
