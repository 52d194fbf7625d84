"""From the body of a request to a message: files, references to them, component ids, mentions."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass

from . import limits, payloads
from .world import COMPONENTS_V2, EPHEMERAL, Attachment, Json, Message, World, walk

SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12
MAY_SET = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | EPHEMERAL | COMPONENTS_V2
MENTION = re.compile(r"<@!?(\d+)>")


class Refused(Exception):
    """A request that Discord answers with an error: HTTP status, its own code, and a text."""

    def __init__(self, status: int, code: int, text: str, details: list[str] | None = None) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.details = status, code, text, details or []

    @property
    def body(self) -> Json:
        answer: Json = {"message": self.text, "code": self.code}
        if self.details:
            errors = [{"code": "BASE_TYPE_BAD", "message": line} for line in self.details]
            answer["errors"] = {"_errors": errors}
        return answer


def invalid(details: list[str]) -> Refused:
    if details == ["Cannot send an empty message"]:
        return Refused(400, 50006, details[0], details)
    return Refused(400, 50035, "Invalid Form Body", details)


@dataclass
class Body:
    """A request's JSON and its uploads by number (`files[0]`)."""

    json: Json
    uploads: dict[int, tuple[str, bytes]]


def fill(world: World, base: str, message: Message, body: Body, *, editing: bool = False) -> None:
    """Bring a message to what the body says, or raise Refused and leave it as it was.

    Fields that an edit does not name stay as they are; attachments that it does not list go.
    """
    json = body.json
    flags = message.flags | (int(json.get("flags") or 0) & MAY_SET)
    if editing:
        flags = message.flags | (int(json.get("flags") or 0) & COMPONENTS_V2)
    files = _files(world, message, body)
    after: Json = {
        **json,
        "content": json.get("content", message.content),
        "embeds": json.get("embeds", message.embeds),
        "components": json.get("components", message.components),
    }
    breaches = limits.message(after, flags, [(file.filename, len(file.data)) for file in files])
    if breaches:
        raise invalid(breaches)
    world.let_go(message.channel, [file for file in message.attachments if file not in files])
    message.flags, message.attachments = flags, files
    message.content = after["content"] or ""
    if "embeds" in json:
        message.embeds = [{"type": "rich", **embed} for embed in copy.deepcopy(json["embeds"] or [])]
    if "components" in json:
        message.components = copy.deepcopy(json["components"] or [])
        _number(message.components)
    _resolve(base, message)
    if not editing:
        message.pings = _pings(world, message, json.get("allowed_mentions"))


def _files(world: World, message: Message, body: Body) -> list[Attachment]:
    listed = body.json.get("attachments")
    if listed is None:
        listed = [{"id": file.id} for file in message.attachments]
        listed += [{"id": number, "filename": name} for number, (name, _) in body.uploads.items()]
    kept = {file.id: file for file in message.attachments}
    files: list[Attachment] = []
    for entry in listed:
        id = int(entry["id"])
        if id in body.uploads:
            name, data = body.uploads[id]
            name = entry.get("filename") or name
            files.append(Attachment.of(world.ids.next(), name, data, entry.get("description")))
        elif id in kept:
            files.append(kept[id])
        else:
            raise invalid([f"attachments: {entry['id']} is neither uploaded nor on the message"])
    return files


def _number(components: list[Json]) -> None:
    """Give every component without an id the next free one, as Discord does."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    number = 0
    for part in walk(components):
        if not part.get("id"):
            number += 1
            while number in taken:
                number += 1
            part["id"] = number


def _resolve(base: str, message: Message) -> None:
    """Replace attachment://name by the file's address, with its size in pixels."""
    files = {file.filename: file for file in message.attachments}

    def media(item: Json) -> Json:
        url = item["url"]
        file = files.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
        if file is None:
            return {"proxy_url": url, "loading_state": 2, **item}
        sent = payloads.attachment(base, message, file)
        return {
            "url": sent["url"],
            "proxy_url": sent["url"],
            "width": file.width or None,
            "height": file.height or None,
            "content_type": file.content_type,
            "attachment_id": str(file.id),
            "loading_state": 2,
            "flags": 0,
        }

    for part in walk(message.components):
        if part["type"] == limits.THUMBNAIL:
            part["media"] = media(part["media"])
        elif part["type"] == limits.FILE:
            part["file"] = media(part["file"])
        elif part["type"] == limits.GALLERY:
            for item in part["items"]:
                item["media"] = media(item["media"])
    for embed in message.embeds:
        for key in ("image", "thumbnail"):
            if (embed.get(key) or {}).get("url", "").startswith("attachment://"):
                found = media(embed[key])
                embed[key] = {name: found[name] for name in ("url", "proxy_url", "width", "height")}
        for key in ("author", "footer"):
            if (embed.get(key) or {}).get("icon_url", "").startswith("attachment://"):
                embed[key]["icon_url"] = media({"url": embed[key]["icon_url"]})["url"]


def _pings(world: World, message: Message, allowed: Json | None) -> set[int]:
    """Who is notified: mentions in what is written (not in embeds) that the bot allows."""
    written = [message.content, *(p["content"] for p in walk(message.components) if p["type"] == limits.TEXT)]
    named = {int(id) for id in MENTION.findall("\n".join(written))} & set(world.users)
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        named &= {int(id) for id in allowed.get("users") or ()}
    if message.reference is not None and (allowed is None or allowed.get("replied_user")):
        target = world.message(message.channel, message.reference)
        if target is not None:
            named.add(target.author)
    return named
