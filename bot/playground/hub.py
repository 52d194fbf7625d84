"""Changes to the world, each told to the bot over the gateway and to whoever watches the page."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.limits import ACKNOWLEDGE_SECONDS, TOKEN_SECONDS

from . import payloads
from .compose import Refused
from .faults import Faults
from .gateway import Gateway
from .world import (
    APPLICATION,
    AUTOCOMPLETE,
    TEXT_CHANNEL,
    Channel,
    Interaction,
    Json,
    Message,
    Server,
    User,
    World,
)

TOKEN = "stand-in-token"
KEPT_INTERACTIONS = 2000


@dataclass(frozen=True)
class Change:
    """Something to see: `kind` is what the page knows it by, `subject` what changed."""

    kind: str
    channel: int
    subject: Any = None
    only_for: int | None = None


@dataclass(frozen=True)
class Request:
    """One REST request of the bot: "METHOD /path", the status of its answer, and how long it took in s."""

    name: str
    status: int
    seconds: float


class Hub:
    """The world with everything that must happen when it changes."""

    def __init__(self, world: World, *, answer_within: float = ACKNOWLEDGE_SECONDS) -> None:
        self.world = world
        self.base = ""
        self.answer_within = answer_within
        self.violations: list[str] = []
        self.requests: list[Request] = []
        self.faults = Faults()
        self.gateway = Gateway(world, TOKEN, self.violations)
        self.gateway.on_change = self.tell
        self.watchers: list[Callable[[Change], None]] = []
        self.busy = 0
        self.last_activity = 0.0
        self._changed = asyncio.Event()

    # --- waiting -------------------------------------------------------------------------------------

    def tell(self, change: Change | None = None) -> None:
        """Wake whoever waits, and show the change on the page."""
        self.last_activity = asyncio.get_running_loop().time()
        self._changed.set()
        self._changed = asyncio.Event()
        if change is not None:
            for watcher in self.watchers:
                watcher(change)

    async def changed(self) -> None:
        await self._changed.wait()

    # --- messages ------------------------------------------------------------------------------------

    def _server_of(self, channel: int) -> int | None:
        return self.world.channels[channel].server

    async def add(self, message: Message) -> None:
        """A new message appears in its channel."""
        place = self.world.channels[message.channel]
        place.messages[message.id] = message
        self.tell(Change("message", place.id, message, message.only_for))
        if not message.ephemeral:
            await self.gateway.dispatch("MESSAGE_CREATE", self._heard(message), place.server)

    async def edit(self, message: Message, *, mark: bool = True) -> None:
        """A message has changed; `mark` shows it as edited."""
        if mark:
            message.edited = payloads.stamp()
            message.times_edited += 1
        self.tell(Change("message", message.channel, message, message.only_for))
        if not message.ephemeral:
            await self.gateway.dispatch(
                "MESSAGE_UPDATE", self._heard(message), self._server_of(message.channel)
            )

    async def remove(self, message: Message) -> None:
        place = self.world.channels[message.channel]
        place.messages.pop(message.id, None)
        self.world.let_go(place.id, message.attachments)
        self.tell(Change("gone", place.id, message.id, message.only_for))
        if not message.ephemeral:
            data: Json = {"id": str(message.id), "channel_id": str(place.id)}
            if place.server is not None:
                data["guild_id"] = str(place.server)
            await self.gateway.dispatch("MESSAGE_DELETE", data, place.server)

    def _heard(self, message: Message) -> Json:
        """A message as the gateway brings it: content of others only in direct messages or when named."""
        data = payloads.message(self.world, self.base, message)
        place = self.world.channels[message.channel]
        if place.server is not None:
            server = self.world.servers[place.server]
            data["guild_id"] = str(place.server)
            if message.author in server.members and message.author != APPLICATION:
                data["member"] = payloads.member(self.world, server, message.author)
            if message.author != APPLICATION and f"<@{APPLICATION}>" not in message.content:
                data |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return data

    async def typing(self, channel: Channel) -> None:
        self.tell(Change("typing", channel.id))

    # --- places and people ---------------------------------------------------------------------------

    async def add_server(self, name: str, owner: User) -> Server:
        world = self.world
        server = Server(world.ids.next(), name, owner.id, {APPLICATION, owner.id})
        world.servers[server.id] = server
        await self.gateway.dispatch("GUILD_CREATE", payloads.server(world, server), server.id)
        self.tell()
        return server

    async def add_channel(
        self,
        server: int,
        name: str,
        *,
        kind: int = TEXT_CHANNEL,
        parent: int | None = None,
        owner: int = APPLICATION,
        id: int | None = None,
    ) -> Channel:
        """A new text channel or thread."""
        world = self.world
        place = Channel(id or world.ids.next(), name, kind, server, parent, owner)
        if place.is_thread:
            place.members = {APPLICATION, owner}
        world.channels[place.id] = place
        event = "THREAD_CREATE" if place.is_thread else "CHANNEL_CREATE"
        await self.gateway.dispatch(event, payloads.channel(world, place), server)
        self.tell(Change("places", place.id))
        return place

    async def changed_channel(self, place: Channel) -> None:
        event = "THREAD_UPDATE" if place.is_thread else "CHANNEL_UPDATE"
        await self.gateway.dispatch(event, payloads.channel(self.world, place), place.server)
        self.tell(Change("places", place.id))

    async def remove_channel(self, place: Channel) -> None:
        """A channel goes, with its threads and messages."""
        for thread in [one for one in self.world.channels.values() if one.parent == place.id]:
            await self.remove_channel(thread)
        data = payloads.channel(self.world, place)
        del self.world.channels[place.id]
        event = "THREAD_DELETE" if place.is_thread else "CHANNEL_DELETE"
        await self.gateway.dispatch(event, data, place.server)
        self.tell(Change("places", place.id))

    async def add_member(self, server: Server, user: User) -> None:
        """Someone comes. A bot without the members intent hears nothing of it, as on Discord."""
        server.members.add(user.id)
        self.tell(Change("places", 0))

    async def remove_member(self, server: Server, user: User) -> None:
        """Someone leaves, unheard of likewise; requests that name them are answered "Unknown Member"."""
        server.members.discard(user.id)
        self.tell(Change("places", 0))

    # --- interactions --------------------------------------------------------------------------------

    async def begin(self, one: Interaction, *, times: int = 1) -> None:
        """Deliver what a person did; unanswered after three seconds it has failed."""
        world = self.world
        world.interactions[one.id] = one
        while len(world.interactions) > KEPT_INTERACTIONS:
            del world.interactions[next(iter(world.interactions))]
        loop = asyncio.get_running_loop()
        data = payloads.interaction(world, self.base, one)
        self.tell(Change("asked", one.channel, one, one.user))
        loop.call_later(self.answer_within, self._overdue, one)
        for _ in range(times):
            one.deliveries += await self.gateway.dispatch(
                "INTERACTION_CREATE", data, self._server_of(one.channel)
            )

    def _overdue(self, one: Interaction) -> None:
        if one.answer is not None or one.failed:
            return
        one.failed = True
        if one.deliveries and one.kind != AUTOCOMPLETE:
            self.violations.append(f"interaction {describe(one)}: not answered in {self.answer_within} s")
        self.settle(one)

    def settle(self, one: Interaction) -> None:
        """The state of an interaction has changed: tell those who wait for it."""
        one.changed.set()
        one.changed = asyncio.Event()
        self.tell(Change("answered", one.channel, one, one.user))

    def interaction(self, token: str, *, followup: bool = False) -> Interaction:
        """The interaction of a token, while the token is good.

        Raises Refused with Discord's code: unknown interaction before, unknown webhook after the answer.
        """
        one = self.world.by_token(token)
        now = asyncio.get_running_loop().time()
        if one is None or one.expired or now - one.began > TOKEN_SECONDS:
            if followup:
                raise Refused(401, 50027, "Invalid Webhook Token")
            raise Refused(404, 10062, "Unknown interaction")
        if followup and one.answer is None:
            raise Refused(404, 10015, "Unknown Webhook")
        return one


def new_interaction(
    world: World, kind: int, user: int, channel: int, data: Json, message: int | None = None
) -> Interaction:
    began = asyncio.get_running_loop().time()
    return Interaction(world.ids.next(), secrets.token_urlsafe(48), kind, user, channel, data, began, message)


def describe(one: Interaction) -> str:
    """An interaction in a few words, for reports: the command or the custom id."""
    name = one.data.get("name") or one.data.get("custom_id") or ""
    options = one.data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        name, options = f"{name} {options[0]['name']}", options[0].get("options") or []
    return ("/" if one.data.get("name") else "") + name
