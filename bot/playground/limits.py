"""What Discord refuses: lengths, counts and shapes of messages, modals, commands and suggestions.

Each function returns sentences, one for each breach, with the place in the payload; none is the good case.
The numbers are Discord's (components/reference, resources/message, interactions/application-commands in
its documentation); they stand here a second time on purpose, so that a wrong constant in the bot is caught.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from .world import COMPONENTS_V2, Json, walk

ROW, BUTTON, MENU, INPUT = 1, 2, 3, 4
MENUS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23
LINK_BUTTON = 5

IN_V2_MESSAGE = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
IN_CONTAINER = IN_V2_MESSAGE - {CONTAINER}
IN_LABEL = {INPUT, *MENUS, UPLOAD, RADIO, CHECKBOXES, CHECKBOX}

FILES = 10
FILE_BYTES = 10 * 1024 * 1024
COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")


def _length(where: str, value: Any, low: int, high: int) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{where}: a text is needed, not {value!r}"
    elif not low <= len(value) <= high:
        yield f"{where}: {len(value)} characters, {low} to {high} allowed"


def _count(where: str, items: Any, low: int, high: int) -> Iterator[str]:
    if not isinstance(items, list):
        yield f"{where}: a list is needed"
    elif not low <= len(items) <= high:
        yield f"{where}: {len(items)}, {low} to {high} allowed"


def _distinct(where: str, values: Iterable[Any]) -> Iterator[str]:
    for value, times in Counter(values).items():
        if times > 1:
            yield f"{where}: {value!r} is used {times} times"


def message(body: Json, flags: int, files: list[tuple[str, int]]) -> list[str]:
    """Breaches in a message as it would stand after the request; files are names with sizes in bytes."""
    return list(_message(body, flags, files))


def _message(body: Json, flags: int, files: list[tuple[str, int]]) -> Iterator[str]:
    content, embeds = body.get("content") or "", body.get("embeds") or []
    components = body.get("components") or []
    yield from _length("content", content, 0, 2000)
    yield from _count("attachments", files, 0, FILES)
    if sum(size for _, size in files) > FILE_BYTES:
        yield f"attachments: {sum(size for _, size in files)} bytes, {FILE_BYTES} allowed"
    yield from _distinct("attachments: name", (name for name, _ in files))
    for number, described in enumerate(body.get("attachments") or []):
        yield from _length(f"attachments[{number}].description", described.get("description") or "", 0, 1024)
    if body.get("nonce") is not None:
        yield from _length("nonce", str(body["nonce"]), 1, 25)
    yield from _mentions(body.get("allowed_mentions"))
    yield from _embeds(embeds)
    names = {name for name, _ in files}
    if flags & COMPONENTS_V2:
        if content or embeds or body.get("sticker_ids") or body.get("poll"):
            yield "flags: a components-v2 message has no content, embeds, stickers or poll"
        if not components:
            yield "components: a components-v2 message needs at least one"
        yield from _v2(components)
    else:
        yield from _classic(components)
        if not (content or embeds or components or files or body.get("sticker_ids") or body.get("poll")):
            yield "Cannot send an empty message"
    for url in _pictures(components, embeds):
        if url.startswith("attachment://") and url[13:] not in names:
            yield f"{url} is not attached"
        if not url.startswith(("attachment://", "http://", "https://")):
            yield f"{url!r} is not an address"


def _mentions(allowed: Json | None) -> Iterator[str]:
    if not allowed:
        return
    for kind in ("users", "roles"):
        if allowed.get(kind):
            yield from _count(f"allowed_mentions.{kind}", allowed[kind], 0, 100)
            if kind in (allowed.get("parse") or ()):
                yield f"allowed_mentions: {kind} in parse and listed"


def _pictures(components: list[Json], embeds: list[Json]) -> Iterator[str]:
    for part in walk(components):
        if part["type"] == THUMBNAIL:
            yield part["media"]["url"]
        elif part["type"] == FILE:
            yield part["file"]["url"]
        elif part["type"] == GALLERY:
            yield from (item["media"]["url"] for item in part["items"])
    for embed in embeds:
        for key, inner in (
            ("image", "url"),
            ("thumbnail", "url"),
            ("author", "icon_url"),
            ("footer", "icon_url"),
        ):
            url = (embed.get(key) or {}).get(inner)
            if url:
                yield url


def _embeds(embeds: list[Json]) -> Iterator[str]:
    yield from _count("embeds", embeds, 0, 10)
    total = 0
    for number, embed in enumerate(embeds):
        at = f"embeds[{number}]"
        fields = embed.get("fields") or []
        texts = [
            (f"{at}.title", embed.get("title") or "", 256),
            (f"{at}.description", embed.get("description") or "", 4096),
            (f"{at}.footer.text", (embed.get("footer") or {}).get("text") or "", 2048),
            (f"{at}.author.name", (embed.get("author") or {}).get("name") or "", 256),
        ]
        for where, text, high in texts:
            yield from _length(where, text, 0, high)
        yield from _count(f"{at}.fields", fields, 0, 25)
        for index, item in enumerate(fields):
            yield from _length(f"{at}.fields[{index}].name", item["name"], 1, 256)
            yield from _length(f"{at}.fields[{index}].value", item["value"], 1, 1024)
        total += sum(len(text) for _, text, _ in texts)
        total += sum(len(item["name"]) + len(item["value"]) for item in fields)
    if total > 6000:
        yield f"embeds: {total} characters together, 6000 allowed"


def _classic(components: list[Json]) -> Iterator[str]:
    yield from _count("components", components, 0, 5)
    for number, row in enumerate(components):
        if row.get("type") != ROW:
            yield f"components[{number}]: only action rows without the components-v2 flag"
        else:
            yield from _row(f"components[{number}]", row)
    yield from _distinct("custom_id", _custom_ids(components))


def _v2(components: list[Json]) -> Iterator[str]:
    everything = list(walk(components))
    if len(everything) > 40:
        yield f"components: {len(everything)} with the nested ones, 40 allowed"
    letters = sum(len(part.get("content") or "") for part in everything if part["type"] == TEXT)
    if letters > 4000:
        yield f"components: {letters} characters of text displays, 4000 allowed"
    yield from _distinct("custom_id", _custom_ids(components))
    yield from _distinct("id", (part["id"] for part in everything if part.get("id")))
    for number, part in enumerate(components):
        yield from _v2_part(f"components[{number}]", part, IN_V2_MESSAGE)


def _custom_ids(components: list[Json]) -> Iterator[str]:
    return (part["custom_id"] for part in walk(components) if part.get("custom_id"))


def _v2_part(at: str, part: Json, allowed: set[int]) -> Iterator[str]:
    kind = part.get("type")
    if kind not in allowed:
        yield f"{at}: a component of type {kind} is not allowed here"
    elif kind == CONTAINER:
        yield from _count(f"{at}.components", part.get("components"), 1, 40)
        for number, inner in enumerate(part.get("components") or []):
            yield from _v2_part(f"{at}.components[{number}]", inner, IN_CONTAINER)
    elif kind == ROW:
        yield from _row(at, part)
    elif kind == SECTION:
        yield from _count(f"{at}.components", part.get("components"), 1, 3)
        for number, inner in enumerate(part.get("components") or []):
            yield from _v2_part(f"{at}.components[{number}]", inner, {TEXT})
        accessory = part.get("accessory") or {}
        if accessory.get("type") == BUTTON:
            yield from _button(f"{at}.accessory", accessory)
        elif accessory.get("type") == THUMBNAIL:
            yield from _length(f"{at}.accessory.description", accessory.get("description") or "", 0, 1024)
        else:
            yield f"{at}.accessory: a button or a thumbnail is needed"
    elif kind == TEXT:
        yield from _length(f"{at}.content", part.get("content"), 1, 4000)
    elif kind == GALLERY:
        yield from _count(f"{at}.items", part.get("items"), 1, 10)
        for number, item in enumerate(part.get("items") or []):
            yield from _length(f"{at}.items[{number}].description", item.get("description") or "", 0, 1024)
    elif kind == FILE and not part["file"]["url"].startswith("attachment://"):
        yield f"{at}.file: only attachment:// is allowed"


def _row(at: str, row: Json) -> Iterator[str]:
    parts = row.get("components") or []
    kinds = [part.get("type") for part in parts]
    if not parts:
        yield f"{at}: an empty row"
    elif all(kind == BUTTON for kind in kinds):
        yield from _count(f"{at}: buttons", parts, 1, 5)
        for number, part in enumerate(parts):
            yield from _button(f"{at}.components[{number}]", part)
    elif len(parts) == 1 and kinds[0] in MENUS:
        yield from _menu(f"{at}.components[0]", parts[0])
    else:
        yield f"{at}: up to five buttons or one menu are allowed, not {kinds}"


def _button(at: str, part: Json) -> Iterator[str]:
    label, style = part.get("label") or "", part.get("style")
    yield from _length(f"{at}.label", label, 0, 80)
    if not label and not part.get("emoji") and style != 6:
        yield f"{at}: a label or an emoji is needed"
    if style == LINK_BUTTON:
        yield from _length(f"{at}.url", part.get("url"), 1, 512)
    elif style in (1, 2, 3, 4):
        yield from _length(f"{at}.custom_id", part.get("custom_id"), 1, 100)
    else:
        yield f"{at}.style: {style!r} is not a style"
    emoji = part.get("emoji")
    if emoji and not emoji.get("id") and (emoji.get("name") or "").isascii():
        yield f"{at}.emoji: {emoji.get('name')!r} is not an emoji"


def _menu(at: str, part: Json) -> Iterator[str]:
    yield from _length(f"{at}.custom_id", part.get("custom_id"), 1, 100)
    yield from _length(f"{at}.placeholder", part.get("placeholder") or "", 0, 150)
    low, high = part.get("min_values"), part.get("max_values") or 1
    low = 1 if low is None else low
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        yield f"{at}: {low} to {high} values"
    if part["type"] == MENU:
        options = part.get("options")
        yield from _count(f"{at}.options", options, 1, 25)
        yield from _options(at, options or [])
        if high > len(options or []):
            yield f"{at}.max_values: {high} of {len(options or [])} options"
        if sum(bool(option.get("default")) for option in options or []) > high:
            yield f"{at}.options: more defaults than may be chosen"


def _options(at: str, options: list[Json]) -> Iterator[str]:
    for number, option in enumerate(options):
        yield from _length(f"{at}.options[{number}].label", option.get("label"), 1, 100)
        yield from _length(f"{at}.options[{number}].value", option.get("value"), 1, 100)
        yield from _length(f"{at}.options[{number}].description", option.get("description") or "", 0, 100)
    yield from _distinct(f"{at}.options: value", (option.get("value") for option in options))


def modal(data: Json) -> list[str]:
    """Breaches in the data of a modal answer."""
    return list(_modal(data))


def _modal(data: Json) -> Iterator[str]:
    components = data.get("components") or []
    yield from _length("title", data.get("title"), 1, 45)
    yield from _length("custom_id", data.get("custom_id"), 1, 100)
    yield from _count("components", components, 1, 5)
    yield from _distinct("custom_id", _custom_ids(components))
    for number, part in enumerate(components):
        at = f"components[{number}]"
        if part.get("type") == LABEL:
            yield from _length(f"{at}.label", part.get("label"), 1, 45)
            yield from _length(f"{at}.description", part.get("description") or "", 0, 100)
            inner = part.get("component") or {}
            if inner.get("type") not in IN_LABEL:
                yield f"{at}.component: type {inner.get('type')} is not allowed here"
            else:
                yield from _field(f"{at}.component", inner)
        elif part.get("type") == ROW:
            inners = part.get("components") or []
            if [inner.get("type") for inner in inners] != [INPUT]:
                yield f"{at}: one text input is allowed here"
            else:
                yield from _length(f"{at}.label", inners[0].get("label"), 1, 45)
                yield from _field(at, inners[0])
        elif part.get("type") != TEXT:
            yield f"{at}: type {part.get('type')} is not allowed here"


def _field(at: str, part: Json) -> Iterator[str]:
    kind = part["type"]
    yield from _length(f"{at}.custom_id", part.get("custom_id"), 1, 100)
    if kind == INPUT:
        yield from _length(f"{at}.placeholder", part.get("placeholder") or "", 0, 100)
        low, high = part.get("min_length") or 0, part.get("max_length") or 4000
        if not 0 <= low <= 4000 or not 1 <= high <= 4000 or low > high:
            yield f"{at}: {low} to {high} characters"
        yield from _length(f"{at}.value", part.get("value") or "", 0, high)
    elif kind in MENUS:
        yield from _menu(at, part)
    elif kind in (RADIO, CHECKBOXES):
        yield from _count(f"{at}.options", part.get("options"), 2 if kind == RADIO else 1, 10)
        yield from _options(at, part.get("options") or [])


def commands(batch: list[Json]) -> list[str]:
    """Breaches in a whole set of application commands."""
    return list(_commands(batch))


def _commands(batch: list[Json]) -> Iterator[str]:
    chat = [one for one in batch if one.get("type", 1) == 1]
    if len(chat) > 100:
        yield f"{len(chat)} slash commands, 100 allowed"
    if len(batch) - len(chat) > 30:
        yield f"{len(batch) - len(chat)} context-menu commands"
    yield from _distinct("name", ((one.get("type", 1), one["name"]) for one in batch))
    for one in chat:
        yield from _command(f"/{one['name']}", one)
        if _weight(one) > 8000:
            yield f"/{one['name']}: {_weight(one)} characters in names, descriptions and values, 8000 allowed"


def _weight(part: Json) -> int:
    own = len(part.get("name") or "") + len(part.get("description") or "")
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or [])
    return own + choices + sum(_weight(option) for option in part.get("options") or [])


def _command(at: str, part: Json) -> Iterator[str]:
    name, options = part.get("name") or "", part.get("options") or []
    if not COMMAND_NAME.match(name) or name != name.lower():
        yield f"{at}: {name!r} is not a name of 1 to 32 small letters, digits, - or _"
    yield from _length(f"{at}.description", part.get("description"), 1, 100)
    yield from _count(f"{at}: options", options, 0, 25)
    yield from _distinct(f"{at}: option", (option["name"] for option in options))
    nested = [option["type"] in (1, 2) for option in options]
    if any(nested) and not all(nested):
        yield f"{at}: subcommands and options side by side"
    optional_seen = False
    for option in options:
        yield from _command(f"{at} {option['name']}", option)
        if option["type"] in (1, 2):
            continue
        if option.get("required") and optional_seen:
            yield f"{at}: the required option {option['name']} comes after an optional one"
        optional_seen = optional_seen or not option.get("required")
        choices = option.get("choices") or []
        yield from _count(f"{at} {option['name']}: choices", choices, 0, 25)
        if choices and option.get("autocomplete"):
            yield f"{at} {option['name']}: choices and autocomplete together"
        yield from suggestions(choices, option["type"])


def suggestions(choices: list[Json], kind: int) -> list[str]:
    """Breaches in autocomplete results (or fixed choices) for an option of this type."""
    found = list(_count("choices", choices, 0, 25))
    wanted: tuple[type, ...] = {3: (str,), 4: (int,), 10: (int, float)}.get(kind, ())
    for number, choice in enumerate(choices):
        found += _length(f"choices[{number}].name", choice.get("name"), 1, 100)
        value = choice.get("value")
        if wanted and (not isinstance(value, wanted) or isinstance(value, bool)):
            found.append(f"choices[{number}].value: {value!r} does not fit the option")
        elif isinstance(value, str):
            found += _length(f"choices[{number}].value", value, 1, 100)
    found += _distinct("choices: name", (choice.get("name") for choice in choices))
    return found
