"""The page: a channel in a browser, served by the stand-in, with one websocket for each open tab.

A tab says which person it is, receives what that person sees as it happens, and sends what the person does.
Nothing is fetched from elsewhere, and only pages from this very address may connect.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Any

from aiohttp import WSMsgType, web

from . import payloads
from .hub import Change, Hub, describe
from .people import NotPossible, People
from .world import APPLICATION, DIRECT_MESSAGES, Channel, Interaction, Json, Message, User

KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; base-uri 'none'; form-action 'none'"
)
SHOWN_AT_ONCE = 60


def add_page(app: web.Application, hub: Hub, people: People) -> None:
    """Serve the page and its websocket from this application."""
    page = Page(hub, people)
    app.router.add_get("/", page.file)
    app.router.add_get("/page/live", page.live)
    app.router.add_get("/page/{name}", page.file)


class Page:
    """What all tabs share."""

    def __init__(self, hub: Hub, people: People) -> None:
        self.hub, self.people = hub, people

    async def file(self, request: web.Request) -> web.Response:
        """One of the files beside this module, in `page/`."""
        name = request.match_info.get("name", "index.html")
        source = resources.files(__package__).joinpath("page").joinpath(name)
        kind = KINDS.get(name.rpartition(".")[2])
        if kind is None or not source.is_file():
            raise web.HTTPNotFound
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
        return web.Response(body=source.read_bytes(), content_type=kind, charset="utf-8", headers=headers)

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        """One tab, for as long as it is open."""
        if request.headers.get("Origin") not in self._own_addresses():
            raise web.HTTPForbidden(text="Only the playground's own page may connect.")
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        tab = Tab(self.hub, self.people, socket)
        self.hub.watchers.append(tab.see)
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                tab.receive(json.loads(frame.data))
        finally:
            self.hub.watchers.remove(tab.see)
            tab.close()
        return socket

    def _own_addresses(self) -> set[str]:
        base = self.hub.base
        return {base, base.replace("127.0.0.1", "localhost")}


class Tab:
    """One open tab: who it is, and its queue of what to show."""

    def __init__(self, hub: Hub, people: People, socket: web.WebSocketResponse) -> None:
        self.hub, self.people, self.socket = hub, people, socket
        self.world = hub.world
        self.me: User | None = None
        self.outgoing: asyncio.Queue[Json] = asyncio.Queue()
        self.tasks: set[asyncio.Task[None]] = set()
        self._start(self._send_all())
        self.acts: dict[str, Callable[[User, Json], Awaitable[Json]]] = {
            "open": self._open,
            "older": self._older,
            "say": self._say,
            "slash": self._slash,
            "suggest": self._suggest,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
            "delete": self._delete,
        }

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()

    async def _send_all(self) -> None:
        while True:
            await self.socket.send_json(await self.outgoing.get())

    # --- from the tab --------------------------------------------------------------------------------

    def receive(self, said: Json) -> None:
        """Begin what the tab asks; its answer carries the same number."""
        if said["do"] == "be":
            self.me = self._who(said.get("user") or "")
            self.outgoing.put_nowait({"answer": said["number"], **self._surroundings(self.me)})
        elif self.me is not None:
            self._start(self._act(self.me, said))

    def _who(self, wanted: str) -> User:
        """A person by id or name; the first one if there is none such."""
        people = [one for one in self.world.users.values() if not one.bot]
        named = [one for one in people if wanted.lower() in (str(one.id), one.display.lower())]
        return (named or people)[0]

    async def _act(self, me: User, said: Json) -> None:
        try:
            answer = await self.acts[said["do"]](me, said)
        except NotPossible as reason:
            answer = {"error": str(reason)}
        self.outgoing.put_nowait({"answer": said["number"], **answer})

    def _place(self, said: Json) -> Channel:
        place = self.world.channels.get(int(said["channel"]))
        if place is None or (self.me is not None and not self.world.may_see(self.me.id, place)):
            raise NotPossible("This channel is not there any more.")
        return place

    def _message(self, said: Json) -> Message:
        found = self._place(said).messages.get(int(said["message"]))
        if found is None:
            raise NotPossible("This message is not there any more.")
        return found

    async def _open(self, me: User, said: Json) -> Json:
        place = self._place(said)
        seen = self.people.visible(me, place)
        commands = [
            {"path": leaf["path"], "description": leaf["description"], "options": leaf["options"]}
            for leaf in self.people.commands(me, place).values()
        ]
        return {
            "messages": [self._shown(one) for one in seen[-SHOWN_AT_ONCE:]],
            "more": len(seen) > SHOWN_AT_ONCE,
            "commands": commands,
        }

    async def _older(self, me: User, said: Json) -> Json:
        before = int(said["before"])
        seen = [one for one in self.people.visible(me, self._place(said)) if one.id < before]
        return {
            "messages": [self._shown(one) for one in seen[-SHOWN_AT_ONCE:]],
            "more": len(seen) > SHOWN_AT_ONCE,
        }

    async def _say(self, me: User, said: Json) -> Json:
        reply = int(said["reply"]) if said.get("reply") else None
        await self.people.say(me, self._place(said), said["text"], reply)
        return {}

    async def _slash(self, me: User, said: Json) -> Json:
        one = await self.people.slash(me, self._place(said), said["command"], said["options"])
        return {"interaction": str(one.id)}

    async def _suggest(self, me: User, said: Json) -> Json:
        one = await self.people.autocomplete(
            me, self._place(said), said["command"], said["option"], said["typed"], said["others"]
        )
        while one.choices is None and not one.failed:
            await one.changed.wait()
        return {"choices": one.choices, "failed": one.failed}

    async def _press(self, me: User, said: Json) -> Json:
        one = await self.people.press(me, self._message(said), said["part"])
        return {"interaction": str(one.id)}

    async def _choose(self, me: User, said: Json) -> Json:
        one = await self.people.choose(me, self._message(said), said["part"], said["values"])
        return {"interaction": str(one.id)}

    async def _submit(self, me: User, said: Json) -> Json:
        source = self.world.interactions.get(int(said["interaction"]))
        if source is None or source.user != me.id:
            raise NotPossible("This form is not open any more.")
        one = await self.people.submit(me, source, said["values"])
        return {"interaction": str(one.id)}

    async def _delete(self, me: User, said: Json) -> Json:
        await self.people.delete(me, self._message(said))
        return {}

    # --- to the tab ----------------------------------------------------------------------------------

    def see(self, change: Change) -> None:
        """Pass a change on if this tab's person sees it."""
        me = self.me
        if me is None or change.only_for not in (None, me.id):
            return
        if change.kind == "places":
            self.outgoing.put_nowait({"kind": "places", **self._surroundings(me)})
            return
        place = self.world.channels.get(change.channel)
        if place is None:
            return
        if not self.world.may_see(me.id, place):
            self._nudge(change, place)
        elif change.kind == "message":
            shown = self._shown(change.subject)
            self.outgoing.put_nowait({"kind": "message", "channel": str(place.id), "message": shown})
        elif change.kind == "gone":
            self.outgoing.put_nowait(
                {"kind": "gone", "channel": str(place.id), "message": str(change.subject)}
            )
        elif change.kind == "typing":
            self.outgoing.put_nowait({"kind": "typing", "channel": str(place.id)})
        elif change.kind == "answered":
            self.outgoing.put_nowait({"kind": "answered", **self._state(change.subject)})

    def _nudge(self, change: Change, place: Channel) -> None:
        """Someone else has a new direct message: no content, only that it is there, for the switcher."""
        if place.kind == DIRECT_MESSAGES and change.kind == "message" and not change.subject.times_edited:
            others = place.members - {APPLICATION}
            for reader in others:
                self.outgoing.put_nowait({"kind": "nudge", "user": str(reader)})

    def _surroundings(self, me: User) -> Json:
        world = self.world
        return {
            "me": str(me.id),
            "bot": {"id": str(APPLICATION), "name": world.bot.display, "online": self.hub.gateway.connected},
            "people": [
                {"id": str(one.id), "name": one.display, "manages": self._manages(one)}
                for one in world.users.values()
                if not one.bot
            ],
            "servers": [{"id": str(one.id), "name": one.name} for one in world.servers.values()],
            "channels": [self._channel(one) for one in world.channels.values() if world.may_see(me.id, one)],
        }

    def _manages(self, user: User) -> bool:
        return any(user.id in {one.owner, *one.managers} for one in self.world.servers.values())

    def _channel(self, one: Channel) -> Json:
        return {
            "id": str(one.id),
            "name": one.name or self.world.bot.display,
            "kind": one.kind,
            "server": str(one.server) if one.server else None,
            "parent": str(one.parent) if one.parent else None,
            "archived": one.archived,
        }

    def _shown(self, one: Message) -> Json:
        data = payloads.message(self.world, "", one)
        data["private"] = one.ephemeral
        data["loading"] = one.loading
        data["pings"] = [str(id) for id in sorted(one.pings)]
        if one.interaction is not None and one.interaction["type"] == 2:
            data["asked"] = {
                "user": one.interaction["user"]["id"],
                "command": one.interaction.get("command") or one.interaction.get("name", ""),
            }
        return data

    def _state(self, one: Interaction) -> Json:
        state: Json = {
            "interaction": str(one.id),
            "name": describe(one),
            "message": str(one.message) if one.message else None,
            "failed": one.failed,
            "answer": one.answer,
        }
        if one.modal is not None:
            state["modal"] = one.modal
        return state
