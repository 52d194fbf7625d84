"""A process that plays at a table in a database file, for test_killed.py to kill.

player_to_kill.py FOLDER once GAME USER PLACES for each PLACE below PLACES a process of its own, which makes
                                               one move in FOLDER/PLACE.db and kills itself before the
                                               PLACE-th statement (with BEGIN and COMMIT); says how it ends
player_to_kill.py FILE on GAME NAME            moves and undoes without end, printing each that is confirmed
"""

import asyncio
import itertools
import os
import random
import signal
import sys

from sqlalchemy import event

from engine.core.action import expand
from storage import Storage
from tests.engine.core.tabling import bench
from tests.storage.test_games import announce


async def once(file, game, user, place):
    storage = Storage(f"sqlite+aiosqlite:///{file}")
    tables = bench(storage, announce=announce)
    await tables.table(game)
    count = itertools.count(1)

    def die_here(*_args):
        if next(count) == place:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(storage.engine.sync_engine, "before_cursor_execute", die_here)
    event.listen(storage.engine.sync_engine, "commit", die_here)
    await tables.act(game, user, "bid 3", interaction="the click")
    die_here()  # confirmed, and then
    await storage.close()


async def on(file, game, name):
    storage = Storage(f"sqlite+aiosqlite:///{file}")
    tables = bench(storage, announce=announce)
    dice = random.Random(name)
    await tables.table(game)
    print("ready", flush=True)
    for number in itertools.count():
        table = await tables.table(game)
        delivery = f"{name}.{number}"
        if not table.waiting() or dice.random() < 0.2 or table.game.state.round > 3:
            back = table.standing()
            if back:
                await tables.rewind(game, 99, back[0].seq - 1, manager=True, interaction=delivery)
                print(delivery, flush=True)
            continue
        asked = dice.choice(table.waiting())
        action = dice.choice(list(expand(dice.choice(list(table.game.legal_actions(asked.seat))))))
        done = await tables.act(game, table.seats[asked.seat].user, action, interaction=delivery)
        assert len(done.entries) == 1 or done.entries[1].move.kind == "auto"
        print(delivery, flush=True)


if __name__ == "__main__":
    file, what, game, *rest = sys.argv[1:]
    if what == "once":
        for place in range(1, int(rest[1])):
            child = os.fork()
            if not child:
                asyncio.run(once(f"{file}/{place}.db", game, int(rest[0]), place))
                os._exit(0)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) * -1, flush=True)
    else:
        asyncio.run(on(file, game, rest[0]))
