"""A game as a file: complete when it is over, without secrets while it runs."""

import json
import random

import pytest

from engine.core.errors import Refused
from engine.core.log import replay
from tests.engine.core.tabling import begun, bench
from tests.engine.core.test_table_loading import wander
from tests.engine.toy import HARBOUR, Bid, Dock


async def finished(seed=3):
    tables, game, people = await begun(bench(seed=f"secret {seed}"), rounds=3)
    for _ in range(20):
        await wander(tables, game, random.Random(seed), 60)
    assert (await tables.table(game)).record.status == "over"
    return tables, game, people


async def test_a_running_games_file_holds_nothing_that_its_reader_may_not_know():
    tables, game, (first, second, third) = await begun(bench(seed="the secret seed"))
    table = await tables.table(game)
    table.game.state.hands[:] = [[1, 2], [3, 4], [5, 6]]
    await tables.act(game, first, Bid(7))
    await tables.act(game, second, Bid(6))
    for viewer, own in ((first, 0), (second, 1), (third, 2), (None, None), (999, None)):
        text = (await tables.export(game, viewer)).decode()
        file = json.loads(text)
        assert "the secret seed" not in text
        assert "seed" not in file
        assert not file["complete"]
        assert "deck" not in text  # neither its order nor that it was drawn
        said = [move["line"] for move in file["log"]]
        assert said == ["start", "bid 7" if own == 0 else "bid", "bid 6" if own == 1 else "bid"]
        views = file["views"]
        assert list(views) == ["table" if own is None else f"P{own + 1}"]
        (view,) = views.values()
        assert view["hand"] == (None if own is None else [[1, 2], [3, 4], [5, 6]][own])


async def test_a_drawn_card_is_in_no_file_of_a_running_game():
    tables, game, (first, second, third) = await begun()
    for user in (first, second, third):
        await tables.act(game, user, Bid(3))
    await tables.act(game, first, Dock())
    move = json.loads(await tables.export(game, second))["log"][-1]
    assert move["line"] == "dock"
    assert move["hidden"]
    assert "chance" not in move


async def test_a_lobby_can_be_exported_too():
    tables = bench()
    from tests.engine.core.tabling import ANNA, seated

    record = await seated(tables, ANNA)
    file = json.loads(await tables.export(record.id, ANNA))
    assert (file["status"], file["title"]) == ("lobby", "harbour")
    assert "log" not in file
    await tables.end(record.id, ANNA)
    assert json.loads(await tables.export(record.id, ANNA))["status"] == "ended"


async def test_a_finished_game_goes_out_and_comes_back():
    tables, game, _ = await finished()
    table = await tables.table(game)
    data = await tables.export(game)
    file = json.loads(data)
    assert file["complete"]
    assert file["seed"] == table.record.seed
    other = bench()
    record = await other.import_game(data, channel=44, server=None, user=5)
    came = await other.table(record.id)
    assert came.record.status == "over"
    assert came.record.seats == table.record.seats
    assert came.game.snapshot() == table.game.snapshot()
    assert [(m.seq, m.line, m.chance) for m in came.log] == [(m.seq, m.line, m.chance) for m in table.log]
    assert replay(HARBOUR, came.record, came.log).result() == table.game.result()


async def test_what_is_no_whole_game_is_not_imported():
    tables, game, _ = await finished()
    data = await tables.export(game)
    running, other_game, _ = await begun()
    file = json.loads(data)
    last = max(i for i, move in enumerate(file["log"]) if move["kind"] == "move")
    changed = {**file, "log": [*file["log"][:last], {**file["log"][last], "line": "bid 99"}]}
    shorter = {**file, "log": file["log"][:last]}
    gap = {**file, "log": file["log"][1:]}
    nobody = {**file, "log": [*file["log"][:last], {**file["log"][last], "player": "Paul"}]}
    for bad, why in (
        (b"no json", "not an exported game"),
        (json.dumps({**file, "format": "other"}).encode(), "of the format"),
        (json.dumps({**file, "title": "chess"}).encode(), "does not know"),
        (await running.export(other_game), "Only finished games"),
        (json.dumps(changed).encode(), "cannot be played"),
        (json.dumps(shorter).encode(), "does not lead to the result"),
        (json.dumps(gap).encode(), "numbered"),
        (json.dumps(nobody).encode(), "not an exported game"),
    ):
        with pytest.raises(Refused, match=why):
            await bench().import_game(bad, channel=1, server=None, user=5)
