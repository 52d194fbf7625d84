"""kill -9 at every statement of a move's transaction, and at random moments: the move is there once or not
at all, with its posts, and the game goes on.
"""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from storage import Storage
from tests.engine.core.tabling import begun, bench
from tests.storage.test_games import announce

PLAYER = Path(__file__).with_name("player_to_kill.py")
ROOT = Path(__file__).parents[2]


def start_player(file, *args):
    return subprocess.Popen(
        [sys.executable, str(PLAYER), str(file), *map(str, args)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


async def new_game(file):
    storage = Storage(f"sqlite+aiosqlite:///{file}")
    await storage.prepare()
    _, game, people = await begun(bench(storage, announce=announce), rounds=5)
    await storage.close()
    return game, people


def written(file, game):
    """What a reader of the file finds: the log, the posts, the newest snapshot, and whether all is whole."""
    connection = sqlite3.connect(file)
    log = connection.execute(
        "SELECT seq, interaction FROM moves WHERE game = ? ORDER BY seq", (game,)
    ).fetchall()
    (posts,) = connection.execute("SELECT count(*) FROM outbox WHERE game = ?", (game,)).fetchone()
    (newest,) = connection.execute("SELECT max(seq) FROM snapshots WHERE game = ?", (game,)).fetchone()
    (answers,) = connection.execute("SELECT count(*) FROM interactions").fetchone()
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    return log, posts, newest, answers


PLACES = 20
"""More statements than a move needs, from its first look at the database to after its confirmation."""


async def test_killed_at_any_statement_the_move_is_there_whole_or_not_at_all(tmp_path):
    """One process a file: it makes one move and kills itself before its n-th statement, or after COMMIT."""
    game, people = await new_game(tmp_path / "0.db")
    for place in range(1, PLACES):
        shutil.copy(tmp_path / "0.db", tmp_path / f"{place}.db")
    process = start_player(tmp_path, "once", game, people[0], PLACES)
    said, _ = process.communicate(timeout=60)
    ends = [int(line) for line in said.split()]
    assert len(ends) == PLACES - 1
    outcomes = []
    for place, end in enumerate(ends, 1):
        file = tmp_path / f"{place}.db"
        survived = end == 0
        assert survived or end == signal.SIGKILL
        log, posts, newest, answers = written(file, game)
        assert (len(log), posts, newest, answers) in ((1, 1, 1, 0), (2, 2, 2, 1))
        if survived:
            assert len(log) == 2
        outcomes.append((survived, len(log)))
        # The chat delivers the click again to the process that was started again.
        storage = Storage(f"sqlite+aiosqlite:///{file}")
        await storage.prepare()
        tables = bench(storage, announce=announce)
        done = await tables.act(game, people[0], "bid 3", interaction="the click")
        assert done.duplicate == (len(log) == 2)
        assert [move.line for move in (await tables.table(game)).log] == ["start", "bid 3"]
        assert written(file, game) == ([(1, None), (2, "the click")], 2, 2, 1)
        await tables.act(game, people[1], "bid 0")
        await storage.close()
    assert outcomes.count((False, 1)) >= 8  # killed before: BEGIN, game, seats, move, snapshot, posts ...
    assert (False, 2) in outcomes  # killed after it was written and before it was confirmed
    assert (True, 2) in outcomes  # and some places are past the end


@pytest.mark.parametrize("seed", range(2))
async def test_killed_at_random_moments_no_move_that_was_confirmed_is_lost(tmp_path, seed):
    """A process plays on and prints each move once it is confirmed; it is killed and started again."""
    dice = random.Random(seed)
    file = tmp_path / "games.db"
    game, _ = await new_game(file)
    confirmed = {"start"}
    for round_ in range(3):
        process = start_player(file, "on", game, f"{seed}.{round_}")
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        await asyncio.sleep(0.01 + 0.25 * dice.random())
        process.kill()
        confirmed |= {line.strip() for line in process.stdout if line.endswith("\n")}
        process.wait(60)
        log, posts, newest, _answers = written(file, game)
        seqs = [seq for seq, _ in log]
        assert seqs == list(range(1, len(log) + 1))
        names = [name or "start" for _, name in log]
        assert confirmed <= set(names)
        assert len(set(names)) == len(names)
        assert posts == len(log)
        assert newest == len(log)
    assert len(confirmed) > 3
    storage = Storage(f"sqlite+aiosqlite:///{file}")
    await storage.prepare()
    table = await bench(storage).table(game)
    assert not table.trouble
    await storage.close()
