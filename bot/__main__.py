"""`python -m bot`: the bot with DISCORD_TOKEN, the playground without."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import signal
import sys

import discord

from storage import NoDatabase

from .client import Roundhouse, chosen_titles
from .playground import point_at_environment
from .settings import BadSetting, Settings, read

log = logging.getLogger("bot")


class NoSecrets(logging.Filter):
    """Takes tokens out of whatever is logged."""

    def __init__(self, token: str | None) -> None:
        super().__init__()
        self._token = token
        self._callback = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]{20,}")

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true; the record is changed."""
        text = record.getMessage()
        clean = self._callback.sub(r"\1…", text)
        if self._token:
            clean = clean.replace(self._token, "…")
        if clean != text:
            record.msg, record.args = clean, ()
        return True


def set_up_logging(settings: Settings) -> None:
    """Log to the standard error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    handler.addFilter(NoSecrets(settings.token))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for noisy in ("discord.gateway", "discord.client", "discord.http", "aiosqlite", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop."""
    assert settings.token is not None
    client = Roundhouse(settings)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
            loop.add_signal_handler(number, lambda: asyncio.ensure_future(client.close()))
    async with client:
        await client.start(settings.token)
    await client.close()  # the connection is; the rest may still be at it


async def play(settings: Settings) -> None:
    """Open the playground, with the same client inside it, until it is interrupted."""
    from .playground.serve import serve

    running = asyncio.current_task()
    assert running is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await serve(
            settings.playground_port,
            lambda: Roundhouse(settings),
            say=lambda line: print(line, flush=True),
        )


def main() -> int:
    """The program. Returns its exit code."""
    try:
        settings = read()
        set_up_logging(settings)
        if settings.data_folder is not None:  # it may stand in .env, and titles look in the environment
            os.environ["ROUNDHOUSE_DATA"] = settings.data_folder
        chosen_titles(settings)
        if settings.token is None:
            asyncio.run(play(settings))
        else:
            point_at_environment()
            asyncio.run(run(settings))
    except BadSetting as error:
        print(error, file=sys.stderr)
        return 2
    except NoDatabase as error:
        print(f"{error}\nDATABASE_URL says where the database is.", file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("Discord does not accept the token in DISCORD_TOKEN. Copy it anew.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
