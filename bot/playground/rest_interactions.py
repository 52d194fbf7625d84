"""REST: first answers to interactions, and the messages that follow with their token."""

from __future__ import annotations

import asyncio

from . import limits, payloads
from .compose import Refused, fill, invalid
from .hub import describe
from .rest import Call, route
from .rest_channels import as_body, shown
from .world import (
    APPLICATION,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    EPHEMERAL,
    LOADING,
    MODAL_SUBMIT,
    Interaction,
    Json,
    Message,
)

REPLY, DEFER, DEFER_UPDATE, UPDATE, SUGGEST, MODAL = 4, 5, 6, 7, 8, 9
ALLOWED = {
    COMMAND: {REPLY, DEFER, MODAL},
    COMPONENT: {REPLY, DEFER, DEFER_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {SUGGEST},
    MODAL_SUBMIT: {REPLY, DEFER, DEFER_UPDATE, UPDATE},
}


@route("POST", "/interactions/{interaction}/{token}/callback")
async def answer(call: Call) -> Json | None:
    hub = call.hub
    one = hub.interaction(call.ids["token"])
    kind, data = int(call.json["type"]), call.json.get("data") or {}
    if one.failed:
        raise Refused(404, 10062, "Unknown interaction")
    if one.answer is not None:
        raise Refused(400, 40060, "Interaction has already been acknowledged.")
    if kind not in ALLOWED[one.kind] or (kind in (DEFER_UPDATE, UPDATE) and one.message is None):
        raise invalid([f"type {kind} does not answer an interaction of type {one.kind}"])
    message: Message | None = None
    if kind in (REPLY, DEFER):
        message = _new(call, one, ephemeral=bool((data.get("flags") or 0) & EPHEMERAL))
        if kind == REPLY:
            fill(call.world, hub.base, message, as_body(data, call))
        else:
            message.flags |= LOADING
    elif kind in (DEFER_UPDATE, UPDATE):
        message = _source(call, one)
        if kind == UPDATE:
            fill(call.world, hub.base, message, as_body(data, call), editing=True)
    elif kind == SUGGEST:
        breaches = limits.suggestions(data.get("choices") or [], _focused(one.data)["type"])
        if breaches:
            raise invalid(breaches)
        one.choices = data.get("choices") or []
    else:
        breaches = limits.modal(data)
        if breaches:
            raise invalid(breaches)
        one.modal = data
    one.answer, one.answered = kind, asyncio.get_running_loop().time()
    one.original = message.id if message else None
    one.ephemeral = bool(message and message.ephemeral)
    one.filled = kind != DEFER
    if message is not None and kind in (REPLY, DEFER):
        await hub.add(message)
    elif message is not None and kind == UPDATE:
        await hub.edit(message)
    hub.settle(one)
    return _receipt(call, one, message) if call.query.get("with_response") in ("1", "true") else None


def _receipt(call: Call, one: Interaction, message: Message | None) -> Json:
    receipt: Json = {"id": str(one.id), "type": one.kind}
    answer: Json = {"interaction": receipt}
    if message is not None:
        receipt |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
        if one.answer in (REPLY, UPDATE, DEFER):
            answer["resource"] = {"type": one.answer, "message": shown(call, message)}
    return answer


def _new(call: Call, one: Interaction, *, ephemeral: bool) -> Message:
    """A message in answer to an interaction, not yet in its channel."""
    message = Message(call.world.ids.next(), one.channel, APPLICATION)
    message.interaction = payloads.metadata(call.world, one)
    if one.kind == COMMAND:
        message.type = 20
        message.interaction |= {"name": one.data["name"], "command": describe(one)}
    elif one.message is not None and not ephemeral:
        message.type, message.reference = 19, one.message
    if ephemeral:
        message.flags, message.only_for = EPHEMERAL, one.user
    return message


def _source(call: Call, one: Interaction) -> Message:
    """The message whose button, menu or modal it was."""
    found = call.world.message(one.channel, one.message or 0)
    if found is None:
        raise Refused(404, 10008, "Unknown Message")
    return found


def _focused(data: Json) -> Json:
    options = data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        options = options[0].get("options") or []
    focused: Json = next(option for option in options if option.get("focused"))
    return focused


@route("POST", "/webhooks/{application}/{token}")
async def follow_up(call: Call) -> Json | None:
    hub = call.hub
    one = hub.interaction(call.ids["token"], followup=True)
    waiting = call.world.message(one.channel, one.original or 0) if not one.filled else None
    if waiting is not None:
        # The first message after a deferral takes the place of "is thinking", and its privacy.
        await _fill_loading(call, one, waiting)
        message = waiting
    else:
        ephemeral = bool((call.json.get("flags") or 0) & EPHEMERAL)
        message = _new(call, one, ephemeral=ephemeral)
        message.reference = None if one.kind != COMMAND else one.original
        message.type = 0 if message.reference is None or ephemeral else 19
        if ephemeral:
            message.reference = None
        fill(call.world, hub.base, message, call.body)
        one.followups.append(message.id)
        await hub.add(message)
        hub.settle(one)
    return shown(call, message) if call.query.get("wait") in ("1", "true") else None


async def _fill_loading(call: Call, one: Interaction, message: Message) -> None:
    fill(call.world, call.hub.base, message, call.body, editing=True)
    message.flags &= ~LOADING
    one.filled = True
    await call.hub.edit(message, mark=False)
    call.hub.settle(one)


def _addressed(call: Call) -> tuple[Interaction, Message]:
    one = call.hub.interaction(call.ids["token"], followup=True)
    id = one.original if call.ids["message"] == "@original" else call.id("message")
    if id is None or (id not in one.followups and id != one.original and id != one.message):
        raise Refused(404, 10008, "Unknown Message")
    found = call.world.message(one.channel, id)
    if found is None:
        raise Refused(404, 10008, "Unknown Message")
    return one, found


@route("GET", "/webhooks/{application}/{token}/messages/{message}")
async def get_answer(call: Call) -> Json:
    return shown(call, _addressed(call)[1])


@route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
async def edit_answer(call: Call) -> Json:
    one, message = _addressed(call)
    if message.loading:
        await _fill_loading(call, one, message)
    else:
        fill(call.world, call.hub.base, message, call.body, editing=True)
        await call.hub.edit(message)
        call.hub.settle(one)
    return shown(call, message)


@route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
async def delete_answer(call: Call) -> None:
    one, message = _addressed(call)
    if message.id == one.original:
        one.filled = True
    await call.hub.remove(message)
    call.hub.settle(one)
