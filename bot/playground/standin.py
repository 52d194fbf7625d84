"""The stand-in itself: a server on 127.0.0.1 to which an unchanged discord.py client connects.

async with StandIn() as discord:
    with point_discord_py_at(discord):
        ...start the bot with token discord.token...
    ada, ben = discord.player(1), discord.player(2)
    answer = await ada.slash("/game new", title="Age of Steam")
    await ben.click(answer.message, "Join")
    discord.assert_no_violations()
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.limits import ACKNOWLEDGE_SECONDS

from . import rest, rest_application, rest_channels, rest_interactions
from .driver import Person, Place
from .faults import Faults
from .gateway import Gateway
from .hub import TOKEN, Hub
from .page import add_page
from .people import People
from .redirect import API_VARIABLE, GATEWAY_VARIABLE
from .world import PLAYERS, SERVER, Server, User, World, small_world

ROUTE_MODULES = (rest_application, rest_channels, rest_interactions)
"""Importing them registers their routes."""


class StandIn:
    """A local Discord with one server, a few channels, six players, a bystander and a manager.

    `port` 0 takes any free one. `answer_within` is the time in seconds after which an interaction fails.
    """

    token = TOKEN

    def __init__(
        self, *, port: int = 0, world: World | None = None, answer_within: float = ACKNOWLEDGE_SECONDS
    ) -> None:
        self.world = world or small_world()
        self.hub = Hub(self.world, answer_within=answer_within)
        self.people = People(self.hub)
        self.app = web.Application(client_max_size=64 * 1024 * 1024)
        self._wanted_port = port
        self._runner: web.AppRunner | None = None
        self.at_rest: list[Callable[[], Awaitable[None]]] = []
        """Each returns when a bot in this process has nothing left to do; `settle` waits for them all."""
        rest.add_routes(self.app, self.hub)
        self.app.router.add_get("/gateway/", self.hub.gateway.connect)
        self.app.router.add_get("/cdn/attachments/{channel}/{attachment}/{filename}", self._file)
        add_page(self.app, self.hub, self.people)

    # --- running -------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen. Raises OSError if the port is taken."""
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._wanted_port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.hub.base = f"http://127.0.0.1:{port}"
        self.hub.gateway.address = self.gateway

    async def stop(self) -> None:
        await self.hub.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def url(self) -> str:
        """The address of the page."""
        return self.hub.base + "/"

    @property
    def api(self) -> str:
        return self.hub.base + rest.API

    @property
    def gateway(self) -> str:
        return "ws" + self.hub.base.removeprefix("http") + "/gateway/"

    def environment(self) -> dict[str, str]:
        """The variables for a bot in a process of its own (see redirect.point_at_environment)."""
        own = {API_VARIABLE: self.api, GATEWAY_VARIABLE: self.gateway, "DISCORD_TOKEN": self.token}
        return {**os.environ, **own}

    async def _file(self, request: web.Request) -> web.Response:
        channel, wanted = int(request.match_info["channel"]), int(request.match_info["attachment"])
        file = self.world.file(channel, wanted)
        if file is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=86400"}
        return web.Response(body=file.data, content_type=file.content_type, headers=headers)

    # --- people and places ---------------------------------------------------------------------------

    def player(self, number: int) -> Person:
        """P1 to P6."""
        return self.person(PLAYERS[number - 1])

    def players(self, count: int) -> list[Person]:
        return [self.player(number) for number in range(1, count + 1)]

    def person(self, name: str) -> Person:
        """Anyone by display name: Ada, Ben, Cleo, Dev, Edda, Finn; Gwen looks on; Moss manages."""
        found = next(user for user in self.world.users.values() if user.display == name)
        return Person(self.hub, self.people, found)

    @property
    def bystander(self) -> Person:
        return self.person("Gwen")

    @property
    def manager(self) -> Person:
        return self.person("Moss")

    def channel(self, name: str = "roundhouse") -> Place:
        """A text channel or thread by name."""
        found = [one for one in self.world.channels.values() if one.name == name]
        if not found:
            raise KeyError(f"no channel {name}; there are {[c.name for c in self.world.channels.values()]}")
        return Place(self.hub, found[-1])

    @property
    def threads(self) -> list[Place]:
        return [Place(self.hub, one) for one in self.world.channels.values() if one.is_thread]

    async def add_channel(self, name: str, server: int = SERVER) -> Place:
        return Place(self.hub, await self.hub.add_channel(server, name))

    async def add_person(self, name: str, server: int | None = SERVER) -> Person:
        """Someone new; `server` None for one who shares no server with the bot."""
        user = User(self.world.ids.next(), name.lower(), name)
        self.world.users[user.id] = user
        if server is not None:
            await self.hub.add_member(self.world.servers[server], user)
        return Person(self.hub, self.people, user)

    async def add_server(self, name: str, people: Iterable[Person]) -> tuple[Server, Place]:
        """Another server with these people (the first owns it) and a channel "games"."""
        users = [one.user for one in people]
        server = await self.hub.add_server(name, users[0])
        for user in users[1:]:
            await self.hub.add_member(server, user)
        return server, await self.add_channel("games", server.id)

    async def remove_member(self, person: Person, server: int = SERVER) -> None:
        await self.hub.remove_member(self.world.servers[server], person.user)

    # --- waiting and faults --------------------------------------------------------------------------

    @property
    def faults(self) -> Faults:
        return self.hub.faults

    @property
    def connection(self) -> Gateway:
        """The gateway, to drop it, to invalidate sessions, to stop answering heartbeats."""
        return self.hub.gateway

    async def until(self, condition: Callable[[], bool], *, within: float = 10.0, what: str = "") -> None:
        """Wait until something holds; AssertionError with `what` after `within` seconds."""
        try:
            async with asyncio.timeout(within):
                while not condition():
                    await self.hub.changed()
        except TimeoutError:
            raise AssertionError(f"not within {within} s: {what or condition}") from None

    async def ready(self, *, within: float = 20.0) -> None:
        """Wait until a bot has connected and registered commands."""
        await self.until(
            lambda: self.hub.gateway.connected and bool(self.world.commands),
            within=within,
            what="the bot is connected and has commands",
        )

    async def settle(self, quiet: float | None = None, *, within: float = 20.0) -> None:
        """Wait until the bots are `at_rest`, and none has sent anything for `quiet` seconds.

        Bots in other processes can only be watched: without `quiet`, for longer if no bot says when it rests.
        """
        if quiet is None:
            quiet = 0.03 if self.at_rest else 0.15
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(within):
                while self.hub.busy or loop.time() - max(self.hub.last_activity, began) < quiet:
                    await asyncio.sleep(quiet / 3)
                    for rested in self.at_rest:
                        await rested()
        except TimeoutError:
            raise AssertionError(f"a bot is still busy after {within} s") from None

    @property
    def violations(self) -> list[str]:
        """What Discord would have refused, and interactions left unanswered."""
        return self.hub.violations

    def assert_no_violations(self) -> None:
        assert not self.violations, "\n".join(self.violations)
