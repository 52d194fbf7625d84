"""REST: the bot itself, its commands and emojis, users, members and servers."""

from __future__ import annotations

import base64

from . import limits, payloads
from .compose import Refused, invalid
from .hub import Change
from .rest import Call, route
from .world import APPLICATION, Json, Server


@route("GET", "/users/@me")
async def me(call: Call) -> Json:
    return payloads.user(call.world.bot) | {"verified": True, "mfa_enabled": True, "email": None}


@route("GET", "/users/{user}")
async def get_user(call: Call) -> Json:
    found = call.world.users.get(call.id("user"))
    if found is None:
        raise Refused(404, 10013, "Unknown User")
    return payloads.user(found)


@route("POST", "/users/@me/channels")
async def open_direct(call: Call) -> Json:
    reader = call.world.users.get(int(call.json["recipient_id"]))
    if reader is None:
        raise Refused(404, 10013, "Unknown User")
    if reader.bot:
        raise Refused(403, 50007, "Cannot send messages to this user")
    known = set(call.world.channels)
    place = call.world.direct(reader.id)
    if place.id not in known:
        call.hub.tell(Change("places", place.id))
    return payloads.channel(call.world, place)


@route("GET", "/oauth2/applications/@me")
async def application(call: Call) -> Json:
    return payloads.application(call.world)


@route("GET", "/applications/@me")
async def application_again(call: Call) -> Json:
    return payloads.application(call.world)


@route("GET", "/gateway")
async def gateway(call: Call) -> Json:
    return {"url": call.hub.gateway.address}


@route("GET", "/gateway/bot")
async def gateway_bot(call: Call) -> Json:
    starts = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
    return {"url": call.hub.gateway.address, "shards": 1, "session_start_limit": starts}


@route("GET", "/applications/{application}/commands")
@route("GET", "/applications/{application}/guilds/{server}/commands")
async def get_commands(call: Call) -> list[Json]:
    return _commands(call)


def _commands(call: Call) -> list[Json]:
    return [one for one in call.world.commands.values() if one.get("guild_id") == call.ids.get("server")]


@route("PUT", "/applications/{application}/commands")
@route("PUT", "/applications/{application}/guilds/{server}/commands")
async def replace_commands(call: Call) -> list[Json]:
    batch: list[Json] = call.json if isinstance(call.json, list) else []
    breaches = limits.commands(batch)
    if breaches:
        raise invalid(breaches)
    server, known = call.ids.get("server"), call.world.commands
    before = {(one["type"], one["name"]): id for id, one in known.items() if one.get("guild_id") == server}
    for id in before.values():
        del known[id]
    for one in batch:
        id = before.get((one.get("type", 1), one["name"])) or call.world.ids.next()
        known[id] = _command(call, id, one)
    call.hub.tell()
    return _commands(call)


@route("POST", "/applications/{application}/commands")
@route("POST", "/applications/{application}/guilds/{server}/commands")
async def add_command(call: Call) -> Json:
    others = [one for one in _commands(call) if one["name"] != call.json["name"]]
    breaches = limits.commands([*others, call.json])
    if breaches:
        raise invalid(breaches)
    for id, one in list(call.world.commands.items()):
        if one["name"] == call.json["name"] and one.get("guild_id") == call.ids.get("server"):
            del call.world.commands[id]
    id = call.world.ids.next()
    call.world.commands[id] = _command(call, id, call.json)
    call.hub.tell()
    return call.world.commands[id]


@route("DELETE", "/applications/{application}/commands/{command}")
@route("DELETE", "/applications/{application}/guilds/{server}/commands/{command}")
async def delete_command(call: Call) -> None:
    if call.world.commands.pop(call.id("command"), None) is None:
        raise Refused(404, 10063, "Unknown application command")
    call.hub.tell()


def _command(call: Call, id: int, given: Json) -> Json:
    kept: Json = {
        "options": [],
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
        **given,
        "id": str(id),
        "type": given.get("type", 1),
        "application_id": str(APPLICATION),
        "version": str(call.world.ids.next()),
    }
    if "server" in call.ids:
        kept["guild_id"] = call.ids["server"]
    return kept


@route("GET", "/applications/{application}/emojis")
async def get_emojis(call: Call) -> Json:
    return {"items": list(call.world.emojis.values())}


@route("POST", "/applications/{application}/emojis")
async def add_emoji(call: Call) -> Json:
    id = call.world.ids.next()
    header, _, data = call.json["image"].partition(",")
    base64.b64decode(data, validate=True)
    if not header.startswith("data:image/"):
        raise invalid(["image: a data address of a picture is needed"])
    call.world.emojis[id] = {
        "id": str(id),
        "name": call.json["name"],
        "animated": False,
        "available": True,
        "managed": False,
        "require_colons": True,
        "roles": [],
        "user": payloads.user(call.world.bot),
    }
    return call.world.emojis[id]


def _server(call: Call) -> Server:
    found = call.world.servers.get(call.id("server"))
    if found is None:
        raise Refused(404, 10004, "Unknown Guild")
    return found


@route("GET", "/guilds/{server}")
async def get_server(call: Call) -> Json:
    return payloads.server(call.world, _server(call))


@route("GET", "/guilds/{server}/channels")
async def get_channels(call: Call) -> list[Json]:
    return [payloads.channel(call.world, one) for one in call.world.text_channels(_server(call).id)]


@route("GET", "/guilds/{server}/roles")
async def get_roles(call: Call) -> list[Json]:
    return payloads.roles(_server(call))


@route("GET", "/guilds/{server}/threads/active")
async def get_threads(call: Call) -> Json:
    threads = [one for one in call.world.threads(_server(call).id) if not one.archived]
    members = [payloads.thread_member(one, APPLICATION) for one in threads if APPLICATION in one.members]
    return {"threads": [payloads.channel(call.world, one) for one in threads], "members": members}


@route("GET", "/guilds/{server}/members/search")
async def search_members(call: Call) -> list[Json]:
    server, start = _server(call), call.query.get("query", "").lower()
    names = {id: call.world.users[id].display.lower() for id in server.members}
    found = sorted(id for id, name in names.items() if name.startswith(start))
    return [payloads.member(call.world, server, id) for id in found[: int(call.query.get("limit", 1))]]


@route("GET", "/guilds/{server}/members/{user}")
async def get_member(call: Call) -> Json:
    server = _server(call)
    if call.id("user") not in server.members:
        raise Refused(404, 10007, "Unknown Member")
    return payloads.member(call.world, server, call.id("user"))
