"""What exists in the stand-in: servers, people, channels, messages, commands and interactions.

Plain data and look-ups, no network. `payloads` turns it into what Discord sends, `standin` puts it on the
wire.
"""

from __future__ import annotations

import asyncio
import mimetypes
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from typing import Any

import discord
from PIL import Image, UnidentifiedImageError

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000

TEXT_CHANNEL, DIRECT_MESSAGES, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

# How many files that are on no message any more are still handed out.
FILES_LET_GO = 100

# Interaction types.
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

EVERYBODY_MAY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    read_message_history=True,
    use_application_commands=True,
    mention_everyone=False,
)
THE_BOT_MAY = EVERYBODY_MAY | discord.Permissions(
    create_private_threads=True, manage_threads=True, manage_messages=True, pin_messages=True
)


class Snowflakes:
    """Discord's ids: the time in milliseconds, then a counter, so that they sort by age."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


@dataclass
class User:
    """A person, or the bot. `accepts_dms` is off for whoever has closed their direct messages."""

    id: int
    name: str
    display: str
    bot: bool = False
    accepts_dms: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass
class Server:
    """A server ("guild"): members by user id, and who of them manages it."""

    id: int
    name: str
    owner: int
    members: set[int] = field(default_factory=set)
    managers: set[int] = field(default_factory=set)


@dataclass
class Channel:
    """A text channel, a thread, or the direct messages of one user with the bot.

    `denied` are names of discord.Permissions that the bot lacks here.
    """

    id: int
    name: str
    kind: int = TEXT_CHANNEL
    server: int | None = None
    parent: int | None = None
    owner: int | None = None
    topic: str = ""
    members: set[int] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def last_message(self) -> int | None:
        return next(reversed(self.messages), None)


@dataclass
class Attachment:
    """A file of a message. Width and height in pixels, 0 if it is no picture."""

    id: int
    filename: str
    data: bytes
    description: str | None = None
    content_type: str = "application/octet-stream"
    width: int = 0
    height: int = 0

    @classmethod
    def of(cls, id: int, filename: str, data: bytes, description: str | None) -> Attachment:
        """Read the kind and the size of the picture from its bytes."""
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        width = height = 0
        if kind.startswith("image/"):
            try:
                with Image.open(BytesIO(data)) as image:
                    width, height = image.size
            except UnidentifiedImageError:
                pass
        return cls(id, filename, data, description, kind, width, height)

    @property
    def is_picture(self) -> bool:
        return self.width > 0


@dataclass
class Message:
    """A message as it stands now. `only_for` is the one user who sees an ephemeral answer."""

    id: int
    channel: int
    author: int
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = 0
    only_for: int | None = None
    pings: set[int] = field(default_factory=set)
    reference: int | None = None
    interaction: Json | None = None
    nonce: str | None = None
    edited: str | None = None
    pinned: bool = False
    reactions: dict[str, list[int]] = field(default_factory=dict)
    thread: int | None = None
    times_edited: int = 0

    @property
    def ephemeral(self) -> bool:
        return self.only_for is not None

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def created(self) -> datetime:
        return datetime.fromtimestamp(((self.id >> 22) + DISCORD_EPOCH_MS) / 1000, UTC)

    @property
    def text(self) -> str:
        """Everything that can be read in it: content, embeds and text displays, in order."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            for item in embed.get("fields") or ():
                parts += [item["name"], item["value"]]
            parts.append((embed.get("footer") or {}).get("text") or "")
        parts += [part["content"] for part in walk(self.components) if part["type"] == 10]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[Json]:
        return [part for part in walk(self.components) if part["type"] == 2]

    @property
    def menus(self) -> list[Json]:
        return [part for part in walk(self.components) if part["type"] in (3, 5, 6, 7, 8)]

    @property
    def labels(self) -> list[str]:
        """What is written on its buttons."""
        return [button_text(part) for part in self.buttons]

    @property
    def pictures(self) -> list[Attachment]:
        return [file for file in self.attachments if file.is_picture]

    def part(self, custom_id: str) -> Json | None:
        """The button or menu with this custom id."""
        return next((part for part in walk(self.components) if part.get("custom_id") == custom_id), None)


@dataclass
class Interaction:
    """Something a person did that the bot must answer. Times are those of the event loop's clock."""

    id: int
    token: str
    kind: int
    user: int
    channel: int
    data: Json
    began: float
    message: int | None = None
    deliveries: int = 0
    answer: int | None = None
    answered: float | None = None
    failed: bool = False
    expired: bool = False
    original: int | None = None
    filled: bool = False
    followups: list[int] = field(default_factory=list)
    ephemeral: bool = False
    modal: Json | None = None
    choices: list[Json] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


def walk(components: list[Json]) -> Iterator[Json]:
    """All components, nested ones too, in the order in which they are shown."""
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        for key in ("accessory", "component"):
            if part.get(key):
                yield from walk([part[key]])


def button_text(part: Json) -> str:
    """Label with its emoji, as a person reads it."""
    emoji = (part.get("emoji") or {}).get("name") or ""
    return " ".join(word for word in (emoji, part.get("label") or "") if word)


class World:
    """Everything there is, by id."""

    def __init__(self) -> None:
        self.ids = Snowflakes()
        self.users: dict[int, User] = {}
        self.servers: dict[int, Server] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, Json] = {}
        self.emojis: dict[int, Json] = {}
        self.interactions: dict[int, Interaction] = {}
        self._let_go: deque[tuple[int, Attachment]] = deque(maxlen=FILES_LET_GO)
        self.bot = User(APPLICATION, "roundhouse", "Roundhouse", bot=True)
        self.users[APPLICATION] = self.bot

    def by_token(self, token: str) -> Interaction | None:
        return next((one for one in self.interactions.values() if one.token == token), None)

    def message(self, channel: int, id: int) -> Message | None:
        place = self.channels.get(channel)
        return place.messages.get(id) if place else None

    def let_go(self, channel: int, files: Iterable[Attachment]) -> None:
        """Files that an edit or a deletion takes off a message: their addresses answer for a while yet."""
        self._let_go.extend((channel, file) for file in files)

    def file(self, channel: int, id: int) -> Attachment | None:
        """A file by its address: on a message of the channel, or taken off one a short while ago.

        Discord's addresses outlive an edit too. A page that begins to load a picture just before it is
        replaced would otherwise find nothing there.
        """
        place = self.channels.get(channel)
        held = (
            file for message in (place.messages.values() if place else ()) for file in message.attachments
        )
        gone = (file for where, file in self._let_go if where == channel)
        return next((file for file in chain(held, gone) if file.id == id), None)

    def threads(self, server: int) -> list[Channel]:
        return [one for one in self.channels.values() if one.is_thread and one.server == server]

    def text_channels(self, server: int) -> list[Channel]:
        return [one for one in self.channels.values() if one.kind == TEXT_CHANNEL and one.server == server]

    def direct(self, user: int) -> Channel:
        """The direct messages of this user with the bot; opened when first asked for."""
        for one in self.channels.values():
            if one.kind == DIRECT_MESSAGES and user in one.members:
                return one
        one = Channel(self.ids.next(), "", DIRECT_MESSAGES, members={user, APPLICATION})
        self.channels[one.id] = one
        return one

    def permissions(self, user: int, channel: Channel) -> discord.Permissions:
        """What a user may do in a channel."""
        if channel.server is None:
            return EVERYBODY_MAY
        server = self.servers[channel.server]
        if user == APPLICATION:
            place = self.channels.get(channel.parent or 0, channel) if channel.is_thread else channel
            denied = discord.Permissions(**dict.fromkeys(place.denied, True))
            return discord.Permissions(THE_BOT_MAY.value & ~denied.value)
        if user == server.owner:
            return discord.Permissions.all()
        if user in server.managers:
            return EVERYBODY_MAY | discord.Permissions(manage_guild=True, manage_channels=True)
        return EVERYBODY_MAY

    def may_see(self, user: int, channel: Channel) -> bool:
        """Direct messages and private threads are for their members only."""
        if channel.kind in (DIRECT_MESSAGES, PRIVATE_THREAD):
            return user in channel.members
        return channel.server is not None and user in self.servers[channel.server].members


# Ids that stay the same from start to start, so that games in the database find their channels and players.
APPLICATION = 900_000_000_000_000_001
SERVER = 900_000_000_000_000_100
FIRST_CHANNEL = 900_000_000_000_000_200
FIRST_PERSON = 900_000_000_000_000_300
PLAYERS = ("Ada", "Ben", "Cleo", "Dev", "Edda", "Finn")
BYSTANDER = "Gwen"
MANAGER = "Moss"
CHANNELS = ("roundhouse", "second-table", "workshop")


def small_world() -> World:
    """One server with a few channels, six players, a bystander and a manager of the server."""
    world = World()
    people = [*PLAYERS, BYSTANDER, MANAGER]
    for number, name in enumerate(people):
        user = User(FIRST_PERSON + number, name.lower(), name)
        world.users[user.id] = user
    manager = FIRST_PERSON + people.index(MANAGER)
    members = {APPLICATION, *(FIRST_PERSON + number for number in range(len(people)))}
    world.servers[SERVER] = Server(SERVER, "The Roundhouse", manager, members)
    for number, name in enumerate(CHANNELS):
        world.channels[FIRST_CHANNEL + number] = Channel(FIRST_CHANNEL + number, name, server=SERVER)
    return world
