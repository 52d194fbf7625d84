"""The playground: the stand-in, its page and the bot in one process, until it is interrupted.

`python -m bot` without a token calls `serve`.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from bot.settings import BadSetting

from .keep import Keep
from .redirect import point_discord_py_at
from .standin import StandIn
from .world import small_world

DEFAULT_FILE = Path("playground.db")


class Bot(Protocol):
    """What `serve` needs of a discord.Client."""

    async def start(self, token: str) -> None: ...
    async def close(self) -> None: ...


class PortTaken(BadSetting):
    """The page's port is in use; `str(error)` says what to do."""


async def serve(
    port: int,
    bot_factory: Callable[[], Bot],
    *,
    file: Path | None = DEFAULT_FILE,
    say: Callable[[str], None] = print,
    ready: Callable[[StandIn], None] = lambda _: None,
) -> None:
    """Run the playground at http://127.0.0.1:port/ (0: any free port) until cancelled or the bot ends.

    Channels and messages are kept in `file` (None: nowhere); the games are the bot's own to keep.
    `bot_factory` is called after discord.py has been pointed at the stand-in. `ready` is told when the bot
    has connected. Raises PortTaken, and whatever ends the bot.
    """
    world = small_world()
    keep = Keep(file, world) if file is not None else None
    if keep is not None:
        keep.load()
    standin = StandIn(port=port, world=world)
    if keep is not None:
        standin.hub.watchers.append(keep.note)
    try:
        await standin.start()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise PortTaken(
            f"Port {port} is in use; is the playground open already? Set PLAYGROUND_PORT to another."
        ) from None
    try:
        with point_discord_py_at(standin):
            bot = bot_factory()
            running = asyncio.ensure_future(bot.start(standin.token))
            connected = asyncio.ensure_future(standin.ready(within=120.0))
            try:
                await asyncio.wait({running, connected}, return_when=asyncio.FIRST_COMPLETED)
                if connected.done() and not connected.exception():
                    say(f"The playground is open: {standin.url}")
                    ready(standin)
                await running
            finally:
                connected.cancel()
                await bot.close()
                running.cancel()
                await asyncio.gather(running, connected, return_exceptions=True)
    finally:
        await standin.stop()
        if keep is not None:
            keep.close()
