"""The REST interface: one table of routes, and what every request goes through.

Token, arranged faults, the body, the handler; a Refused becomes Discord's error body and, unless it was to
be expected (a message that is gone, say), a violation. A route that is not in the table is one, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from .compose import Body, Refused
from .faults import error_body
from .hub import TOKEN, Hub, Request
from .world import Channel, Json, Message, World

API = "/api/v10"
# Answers that a well-behaved bot meets: gone things, closed doors, tokens that have run out.
TO_BE_EXPECTED = {403, 404}
# A bot that answers too late or twice has a fault, whatever the status.
FAULTS_OF_THE_BOT = {10062, 40060}


@dataclass
class Call:
    """One request: the path's ids by name, the query, the body."""

    hub: Hub
    ids: dict[str, str]
    query: dict[str, str]
    body: Body

    @property
    def world(self) -> World:
        return self.hub.world

    @property
    def json(self) -> Json:
        return self.body.json

    def id(self, name: str) -> int:
        return int(self.ids[name])

    def channel(self, name: str = "channel") -> Channel:
        """The channel of the path, if the bot can see it."""
        place = self.world.channels.get(self.id(name))
        if place is None:
            raise Refused(404, 10003, "Unknown Channel")
        self.need(place, "view_channel")
        return place

    def message(self, place: Channel) -> Message:
        """The message of the path; ephemeral answers are not found by this way."""
        found = place.messages.get(self.id("message"))
        if found is None or found.ephemeral:
            raise Refused(404, 10008, "Unknown Message")
        return found

    def need(self, place: Channel, *permissions: str) -> None:
        """Raise Discord's refusal if the bot lacks one of the permissions in this channel."""
        allowed = self.world.permissions(self.world.bot.id, place)
        if not allowed.view_channel:
            raise Refused(403, 50001, "Missing Access")
        if not all(getattr(allowed, name) for name in permissions):
            raise Refused(403, 50013, "Missing Permissions")


Handler = Callable[[Call], Awaitable[Any]]
ROUTES: list[tuple[str, str, Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Register a handler. It returns what is sent as JSON, or None for "204 No Content"."""

    def register(handler: Handler) -> Handler:
        ROUTES.append((method, path, handler))
        return handler

    return register


def add_routes(app: web.Application, hub: Hub) -> None:
    for method, path, handler in ROUTES:
        app.router.add_route(method, API + path, _served(hub, handler, path))
    app.router.add_route("*", "/api/{rest:.*}", _unknown(hub))


def _served(hub: Hub, handler: Handler, path: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    needs_token = not path.startswith(("/webhooks/", "/interactions/"))

    async def serve(request: web.Request) -> web.Response:
        name = f"{request.method} {request.path.removeprefix(API)}"
        began = asyncio.get_running_loop().time()
        hub.busy += 1
        try:
            response = await _answer(hub, handler, request, name, needs_token)
        finally:
            hub.busy -= 1
        hub.requests.append(Request(name, response.status, asyncio.get_running_loop().time() - began))
        hub.tell()
        response.headers.update(
            {
                "Via": "1.1 stand-in",
                "X-RateLimit-Bucket": f"{request.method}{path}",
                "X-RateLimit-Limit": "50",
                "X-RateLimit-Remaining": "49",
                "X-RateLimit-Reset-After": "0.1",
            }
        )
        return response

    return serve


async def _answer(
    hub: Hub, handler: Handler, request: web.Request, name: str, needs_token: bool
) -> web.Response:
    struck = hub.faults.strike(name)
    for fault in struck:
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.status and not fault.after:
            return _json(error_body(fault), status=fault.status)
    if needs_token and request.headers.get("Authorization") != f"Bot {TOKEN}":
        return _json({"message": "401: Unauthorized", "code": 0}, status=401)
    try:
        body = await _body(request)
        call = Call(hub, dict(request.match_info), dict(request.query), body)
        result = await handler(call)
    except Refused as refused:
        if refused.status not in TO_BE_EXPECTED or refused.code in FAULTS_OF_THE_BOT:
            hub.violations.append(f"{name}: {refused.text} {'; '.join(refused.details)}".strip())
        return _json(refused.body, status=refused.status)
    for fault in struck:
        if fault.status:
            return _json(error_body(fault), status=fault.status)
    if result is None:
        return web.Response(status=204)
    return _json(result)


def _json(data: Any, status: int = 200) -> web.Response:
    """discord.py reads JSON only under exactly this content type, without a charset."""
    headers = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)


async def _body(request: web.Request) -> Body:
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return Body(json.loads(text) if text else {}, {})
    said: Json = {}
    uploads: dict[int, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refused(400, 50035, "Invalid Form Body", ["a part within a part"])
        if part.name == "payload_json":
            said = json.loads(await part.text())
        elif part.name and part.name.startswith("files["):
            uploads[int(part.name[6:-1])] = (part.filename or "file", bytes(await part.read()))
        else:
            raise Refused(400, 50035, "Invalid Form Body", [f"part {part.name!r}"])
    return Body(said, uploads)


def _unknown(hub: Hub) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        hub.violations.append(f"{request.method} {request.path}: not a route of the stand-in")
        return _json({"message": "404: Not Found", "code": 0}, status=404)

    return serve
