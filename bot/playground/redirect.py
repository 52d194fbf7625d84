"""Send discord.py to another address than Discord's.

The client stays as it is: only the two constants from which it builds its addresses are replaced.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

API_VARIABLE = "ROUNDHOUSE_DISCORD_API"
GATEWAY_VARIABLE = "ROUNDHOUSE_DISCORD_GATEWAY"


class Addresses(Protocol):
    """Where a stand-in listens: `api` ends in `/api/v10`, `gateway` starts with `ws://`."""

    @property
    def api(self) -> str: ...
    @property
    def gateway(self) -> str: ...


def point_at(api: str, gateway: str) -> None:
    """From now on every discord.py client of this process uses these addresses."""
    Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    Asset.BASE = str(yarl.URL(api).with_path("/cdn"))


def point_at_environment(environ: Mapping[str, str] = os.environ) -> bool:
    """Use the addresses in ROUNDHOUSE_DISCORD_API and ROUNDHOUSE_DISCORD_GATEWAY, if both are set.

    Returns whether they were. `python -m bot` calls this before it builds its client.
    """
    api, gateway = environ.get(API_VARIABLE), environ.get(GATEWAY_VARIABLE)
    if not api or not gateway:
        return False
    point_at(api, gateway)
    return True


@contextmanager
def point_discord_py_at(standin: Addresses) -> Iterator[None]:
    """Within the block, discord.py clients of this process connect to the stand-in."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    point_at(standin.api, standin.gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
