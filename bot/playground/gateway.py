"""The gateway: the websocket over which the bot hears what happens.

Sessions outlive their connection, so that a client which lost it can RESUME and is sent what it missed.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from . import payloads
from .world import APPLICATION, Json, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME = 0, 1, 2, 3, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11
PRIVILEGED_INTENTS = {"GUILD_MEMBERS": 1 << 1, "GUILD_PRESENCES": 1 << 8, "MESSAGE_CONTENT": 1 << 15}
KEPT_FOR_RESUME = 1000


@dataclass
class Session:
    """What one IDENTIFY began. `socket` is None while the client is away."""

    id: str
    shard: tuple[int, int]
    socket: web.WebSocketResponse | None
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_FOR_RESUME))

    def hears(self, server: int | None) -> bool:
        """Each server belongs to one shard; direct messages go to the first."""
        number, count = self.shard
        return (0 if server is None else (server >> 22) % count) == number

    async def send(self, event: str, data: Json | None) -> None:
        self.sequence += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.socket is not None and not self.socket.closed:
            await _send(self.socket, frame)


async def _send(socket: web.WebSocketResponse, frame: str) -> None:
    try:
        await socket.send_str(frame)
    except (ConnectionError, RuntimeError):
        await socket.close()


class Gateway:
    """All sessions. `violations` collects what Discord would close the connection for."""

    def __init__(self, world: World, token: str, violations: list[str]) -> None:
        self.world, self.token, self.violations = world, token, violations
        self.address = ""
        self.sessions: dict[str, Session] = {}
        self.heartbeat_interval = 41.25
        self.acknowledges_heartbeats = True
        self.identified = 0
        self.resumed = 0
        self.sockets: set[web.WebSocketResponse] = set()
        self.on_change: Callable[[], None] = lambda: None

    @property
    def connected(self) -> bool:
        return any(one.socket is not None and not one.socket.closed for one in self.sessions.values())

    async def dispatch(self, event: str, data: Json, server: int | None) -> int:
        """Send an event to every session that hears of this server; returns to how many clients it went."""
        listening = [one for one in list(self.sessions.values()) if one.hears(server)]
        for session in listening:
            await session.send(event, data)
        return sum(one.socket is not None for one in listening)

    async def drop(self, code: int = 4000) -> None:
        """Cut every connection; clients may resume."""
        for socket in list(self.sockets):
            await socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        for socket in list(self.sockets):
            await _send(socket, json.dumps({"op": RECONNECT, "d": None}))

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the clients that their sessions are over, and forget these unless `resumable`."""
        if not resumable:
            self.sessions.clear()
        for socket in list(self.sockets):
            await _send(socket, json.dumps({"op": INVALID_SESSION, "d": resumable}))

    async def close(self) -> None:
        for socket in list(self.sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        self.sockets.add(socket)
        session: Session | None = None
        try:
            hello = {"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat_interval * 1000)}}
            await _send(socket, json.dumps(hello))
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                said = json.loads(frame.data)
                op, data = said["op"], said.get("d")
                if op == HEARTBEAT:
                    if self.acknowledges_heartbeats:
                        await _send(socket, json.dumps({"op": HEARTBEAT_ACK}))
                elif op == IDENTIFY:
                    session = await self._identify(socket, data)
                elif op == RESUME:
                    session = await self._resume(socket, data)
                elif op == REQUEST_MEMBERS and session is not None:
                    await self._members(session, data)
                elif op != PRESENCE:
                    self.violations.append(f"gateway: op {op} is not known or comes before IDENTIFY")
                    await socket.close(code=4001)
        finally:
            self.sockets.discard(socket)
            if session is not None and session.socket is socket:
                session.socket = None
            self.on_change()
        return socket

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if data["token"].removeprefix("Bot ") != self.token:
            await socket.close(code=4004)
            return None
        asked = [name for name, bit in PRIVILEGED_INTENTS.items() if data["intents"] & bit]
        if asked:
            self.violations.append(f"gateway: privileged intents {', '.join(asked)} are not granted")
            await socket.close(code=4014)
            return None
        shard = tuple(data.get("shard") or (0, 1))
        for id, other in list(self.sessions.items()):
            if other.socket is None and other.shard == shard:
                del self.sessions[id]
        session = Session(secrets.token_hex(16), shard, socket)
        self.sessions[session.id] = session
        self.identified += 1
        world = self.world
        servers = [one for one in world.servers.values() if session.hears(one.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.user(world.bot),
            "guilds": [{"id": str(one.id), "unavailable": True} for one in servers],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "session_type": "normal",
            "shard": list(shard),
            "application": {"id": str(APPLICATION), "flags": 0},
            "private_channels": [],
            "relationships": [],
        }
        await session.send("READY", ready)
        for server in servers:
            await session.send("GUILD_CREATE", payloads.server(world, server))
        self.on_change()
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or (session.sent and session.sent[0][0] > data["seq"] + 1):
            await _send(socket, json.dumps({"op": INVALID_SESSION, "d": False}))
            return None
        last = data["seq"]
        while missed := [(number, frame) for number, frame in session.sent if number > last]:
            for _, frame in missed:
                await _send(socket, frame)
            last = missed[-1][0]
        session.socket = socket
        self.resumed += 1
        await session.send("RESUMED", {})
        self.on_change()
        return session

    async def _members(self, session: Session, data: Json) -> None:
        """Answer a request for members by id, or by the beginning of their names."""
        server = self.world.servers[int(data["guild_id"])]
        wanted = data.get("user_ids")
        ids = {int(id) for id in (wanted if isinstance(wanted, list) else [wanted])} if wanted else None
        start = (data.get("query") or "").lower()
        found = [
            id
            for id in sorted(server.members)
            if (id in ids if ids is not None else self.world.users[id].display.lower().startswith(start))
        ]
        if ids is None and not start:
            self.violations.append("gateway: asking for all members needs the privileged members intent")
        chunk: Json = {
            "guild_id": str(server.id),
            "members": [payloads.member(self.world, server, id) for id in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(id) for id in (ids or set()) - server.members],
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        await session.send("GUILD_MEMBERS_CHUNK", chunk)
