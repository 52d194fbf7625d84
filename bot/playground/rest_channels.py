"""REST: channels, messages, reactions, pins and threads."""

from __future__ import annotations

from urllib.parse import unquote

from . import payloads
from .compose import Body, Refused, fill, invalid
from .hub import Hub
from .rest import Call, route
from .world import APPLICATION, DIRECT_MESSAGES, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Json, Message


def shown(call: Call, message: Message) -> Json:
    return payloads.message(call.world, call.hub.base, message)


def _may_send(call: Call, place: Channel) -> None:
    world = call.world
    if place.kind == DIRECT_MESSAGES:
        (reader,) = place.members - {APPLICATION}
        met = any(reader in server.members for server in world.servers.values())
        if not met or not world.users[reader].accepts_dms:
            raise Refused(403, 50007, "Cannot send messages to this user")
        return
    _must_be_unlocked(call, place)
    call.need(place, "send_messages_in_threads" if place.is_thread else "send_messages")
    if call.body.uploads:
        call.need(place, "attach_files")
    if call.json.get("embeds"):
        call.need(place, "embed_links")


def _must_be_unlocked(call: Call, place: Channel) -> None:
    """A locked thread takes messages and edits only from whoever manages threads."""
    if place.locked and not call.world.permissions(APPLICATION, place).manage_threads:
        raise Refused(403, 160005, "Thread is locked")


async def _wake(hub: Hub, place: Channel) -> None:
    """Sending opens an archived thread again."""
    if place.archived:
        place.archived = False
        await hub.changed_channel(place)


@route("GET", "/channels/{channel}")
async def get_channel(call: Call) -> Json:
    return payloads.channel(call.world, call.channel())


@route("PATCH", "/channels/{channel}")
async def edit_channel(call: Call) -> Json:
    place = call.channel()
    if place.is_thread:
        if place.owner != APPLICATION:
            call.need(place, "manage_threads")
        place.archived = call.json.get("archived", place.archived)
        place.locked = call.json.get("locked", place.locked)
    else:
        call.need(place, "manage_channels")
        place.topic = call.json.get("topic", place.topic) or ""
    name = call.json.get("name", place.name)
    if not 1 <= len(name) <= 100:
        raise invalid([f"name: {len(name)} characters, 1 to 100 allowed"])
    place.name = name
    await call.hub.changed_channel(place)
    return payloads.channel(call.world, place)


@route("DELETE", "/channels/{channel}")
async def delete_channel(call: Call) -> Json:
    place = call.channel()
    if place.kind != DIRECT_MESSAGES:
        call.need(place, "manage_threads" if place.is_thread else "manage_channels")
    data = payloads.channel(call.world, place)
    await call.hub.remove_channel(place)
    return data


@route("POST", "/channels/{channel}/typing")
async def typing(call: Call) -> None:
    place = call.channel()
    _may_send(call, place)
    await call.hub.typing(place)


@route("GET", "/channels/{channel}/messages")
async def get_messages(call: Call) -> list[Json]:
    place = call.channel()
    call.need(place, "read_message_history")
    limit = int(call.query.get("limit", 50))
    found = [one for one in place.messages.values() if not one.ephemeral]
    if "before" in call.query:
        found = [one for one in found if one.id < int(call.query["before"])]
    if "after" in call.query:
        found = [one for one in found if one.id > int(call.query["after"])][:limit]
    return [shown(call, one) for one in reversed(found[-limit:])]


@route("POST", "/channels/{channel}/messages")
async def send_message(call: Call) -> Json:
    place = call.channel()
    _may_send(call, place)
    nonce = call.json.get("nonce")
    if nonce is not None and call.json.get("enforce_nonce"):
        for one in place.messages.values():
            if one.nonce == str(nonce) and one.author == APPLICATION:
                return shown(call, one)
    await _wake(call.hub, place)
    message = Message(call.world.ids.next(), place.id, APPLICATION)
    message.nonce = str(nonce) if nonce is not None else None
    reference = call.json.get("message_reference")
    if reference:
        target = place.messages.get(int(reference["message_id"]))
        if target is None and reference.get("fail_if_not_exists", True):
            raise invalid(["message_reference: Unknown message"])
        message.reference, message.type = int(reference["message_id"]), 19
    fill(call.world, call.hub.base, message, call.body)
    await call.hub.add(message)
    return shown(call, message)


@route("GET", "/channels/{channel}/messages/pins")
async def get_pins(call: Call) -> Json:
    pinned = [one for one in call.channel().messages.values() if one.pinned]
    items = [{"pinned_at": payloads.stamp(one.created), "message": shown(call, one)} for one in pinned]
    return {"items": items, "has_more": False}


@route("PUT", "/channels/{channel}/messages/pins/{message}")
async def pin(call: Call) -> None:
    place = call.channel()
    if place.kind != DIRECT_MESSAGES:
        call.need(place, "pin_messages")
    message = call.message(place)
    message.pinned = True
    await call.hub.edit(message, mark=False)


@route("DELETE", "/channels/{channel}/messages/pins/{message}")
async def unpin(call: Call) -> None:
    place = call.channel()
    if place.kind != DIRECT_MESSAGES:
        call.need(place, "pin_messages")
    message = call.message(place)
    message.pinned = False
    await call.hub.edit(message, mark=False)


@route("POST", "/channels/{channel}/messages/bulk-delete")
async def bulk_delete(call: Call) -> None:
    place = call.channel()
    call.need(place, "manage_messages")
    if not 2 <= len(call.json["messages"]) <= 100:
        raise invalid(["messages: 2 to 100"])
    for id in call.json["messages"]:
        found = place.messages.get(int(id))
        if found is not None:
            await call.hub.remove(found)


@route("GET", "/channels/{channel}/messages/{message}")
async def get_message(call: Call) -> Json:
    place = call.channel()
    call.need(place, "read_message_history")
    return shown(call, call.message(place))


@route("PATCH", "/channels/{channel}/messages/{message}")
async def edit_message(call: Call) -> Json:
    place = call.channel()
    message = call.message(place)
    if message.author != APPLICATION:
        raise Refused(403, 50005, "Cannot edit a message authored by another user")
    _must_be_unlocked(call, place)
    if place.archived:
        raise Refused(400, 50083, "Thread is archived")
    fill(call.world, call.hub.base, message, call.body, editing=True)
    await call.hub.edit(message)
    return shown(call, message)


@route("DELETE", "/channels/{channel}/messages/{message}")
async def delete_message(call: Call) -> None:
    place = call.channel()
    message = call.message(place)
    if message.author != APPLICATION:
        call.need(place, "manage_messages")
    await call.hub.remove(message)


@route("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
async def react(call: Call) -> None:
    place = call.channel()
    call.need(place, "add_reactions")
    message = call.message(place)
    who = message.reactions.setdefault(unquote(call.ids["emoji"]), [])
    if APPLICATION not in who:
        who.append(APPLICATION)
    await call.hub.edit(message, mark=False)


@route("DELETE", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
async def unreact(call: Call) -> None:
    message = call.message(call.channel())
    emoji = unquote(call.ids["emoji"])
    who = message.reactions.get(emoji, [])
    if APPLICATION in who:
        who.remove(APPLICATION)
    if not who:
        message.reactions.pop(emoji, None)
    await call.hub.edit(message, mark=False)


@route("POST", "/channels/{channel}/threads")
async def start_thread(call: Call) -> Json:
    place = call.channel()
    kind = int(call.json.get("type") or PRIVATE_THREAD)
    call.need(place, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    return payloads.channel(call.world, await _thread(call, place, kind))


@route("POST", "/channels/{channel}/messages/{message}/threads")
async def start_thread_at(call: Call) -> Json:
    place = call.channel()
    call.need(place, "create_public_threads")
    message = call.message(place)
    if message.thread is not None:
        raise Refused(400, 160004, "A thread has already been created for this message")
    thread = await _thread(call, place, PUBLIC_THREAD, id=message.id)
    message.thread = thread.id
    await call.hub.edit(message, mark=False)
    return payloads.channel(call.world, thread)


async def _thread(call: Call, place: Channel, kind: int, id: int | None = None) -> Channel:
    name = call.json.get("name") or ""
    if not 1 <= len(name) <= 100:
        raise invalid([f"name: {len(name)} characters, 1 to 100 allowed"])
    if call.json.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        raise invalid([f"auto_archive_duration: {call.json['auto_archive_duration']}"])
    if place.server is None or place.is_thread:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    return await call.hub.add_channel(place.server, name, kind=kind, parent=place.id, id=id)


@route("GET", "/channels/{channel}/thread-members")
async def get_thread_members(call: Call) -> list[Json]:
    place = call.channel()
    return [payloads.thread_member(place, id) for id in sorted(place.members)]


@route("PUT", "/channels/{channel}/thread-members/{user}")
async def add_thread_member(call: Call) -> None:
    place = call.channel()
    place.members.add(_member_id(call))
    await call.hub.changed_channel(place)


@route("DELETE", "/channels/{channel}/thread-members/{user}")
async def remove_thread_member(call: Call) -> None:
    place = call.channel()
    place.members.discard(_member_id(call))
    await call.hub.changed_channel(place)


def _member_id(call: Call) -> int:
    return APPLICATION if call.ids["user"] == "@me" else call.id("user")


def as_body(data: Json, call: Call) -> Body:
    """The message within another body, with the same uploads."""
    return Body(data, call.body.uploads)
