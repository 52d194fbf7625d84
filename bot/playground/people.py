"""What a person can do in a client: type, call commands, press, choose, fill in, and what the client refuses.

A client shows only the commands there are, sends only options that fit, and cannot press what is disabled or
gone; such things raise NotPossible and the bot never hears of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import payloads
from .compose import MENTION
from .hub import Hub, new_interaction
from .limits import CHECKBOX, CHECKBOXES, INPUT, LABEL, MENU, MENUS, RADIO, ROW, TEXT, UPLOAD
from .world import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Channel,
    Interaction,
    Json,
    Message,
    User,
    button_text,
)

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)


class NotPossible(Exception):
    """A client would not let a person do this."""


class People:
    """Acts of persons on a hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.world = hub.world

    # --- talking -------------------------------------------------------------------------------------

    async def say(self, user: User, place: Channel, text: str, reply_to: int | None = None) -> Message:
        """Write an ordinary message."""
        self._can_see(user, place)
        if not 1 <= len(text) <= 2000:
            raise NotPossible("A message has 1 to 2000 characters.")
        message = Message(self.world.ids.next(), place.id, user.id, text)
        message.pings = {int(id) for id in MENTION.findall(text)} & set(self.world.users)
        if reply_to is not None:
            message.reference, message.type = reply_to, 19
        await self.hub.add(message)
        return message

    async def delete(self, user: User, message: Message) -> None:
        """Delete a message: one's own, anyone's for a manager, or dismiss an answer only oneself sees."""
        place = self.world.channels[message.channel]
        manager = self.world.permissions(user.id, place).manage_guild
        if message.only_for not in (None, user.id):
            raise NotPossible("You do not see this message.")
        if message.author != user.id and not manager and not message.ephemeral:
            raise NotPossible("Only a manager deletes others' messages.")
        await self.hub.remove(message)

    def _can_see(self, user: User, place: Channel) -> None:
        if place.id not in self.world.channels or not self.world.may_see(user.id, place):
            raise NotPossible(f"{user.display} does not see this channel.")

    # --- slash commands ------------------------------------------------------------------------------

    def commands(self, user: User, place: Channel) -> dict[str, Json]:
        """The commands this person is offered here, by full name ("game new"), with their options."""
        found: dict[str, Json] = {}
        permissions = self.world.permissions(user.id, place)
        for command in self.world.commands.values():
            if command["type"] != 1:
                continue
            if command.get("guild_id") not in (None, str(place.server)):
                continue
            needed = command.get("default_member_permissions")
            if needed is not None and int(needed) & ~permissions.value and not permissions.administrator:
                continue
            if place.server is None and not _in_direct_messages(command):
                continue
            _leaves(command["name"], command, command, found)
        return found

    def _leaf(self, user: User, place: Channel, name: str) -> Json:
        self._can_see(user, place)
        known = self.commands(user, place)
        leaf = known.get(name.removeprefix("/").strip())
        if leaf is None:
            raise NotPossible(f"There is no command /{name.removeprefix('/')}. There are: {sorted(known)}")
        return leaf

    async def slash(
        self, user: User, place: Channel, name: str, values: Mapping[str, Any], *, times: int = 1
    ) -> Interaction:
        """Call a slash command, such as "/game new", with its options by name."""
        leaf = self._leaf(user, place, name)
        options = {option["name"]: option for option in leaf["options"]}
        for given in values:
            if given not in options:
                raise NotPossible(f"/{leaf['path']} has no option {given}; it has {sorted(options)}")
        for option in options.values():
            if option.get("required") and option["name"] not in values:
                raise NotPossible(f"/{leaf['path']} needs {option['name']}.")
        resolved: Json = {}
        sent = [
            {
                "name": name,
                "type": options[name]["type"],
                "value": self._value(place, options[name], value, resolved),
            }
            for name, value in values.items()
        ]
        data = _command_data(leaf, sent)
        if resolved:
            data["resolved"] = resolved
        return await self._begin(COMMAND, user, place, data, times=times)

    async def autocomplete(
        self, user: User, place: Channel, name: str, option: str, typed: str, others: Mapping[str, Any]
    ) -> Interaction:
        """Type into an option that suggests values; `others` are the options filled in so far."""
        leaf = self._leaf(user, place, name)
        options = {one["name"]: one for one in leaf["options"]}
        if not options.get(option, {}).get("autocomplete"):
            raise NotPossible(f"/{leaf['path']} {option} suggests nothing.")
        # A client sends what has been typed as it is: a number may still be half a word.
        sent: list[Json] = [
            {"name": key, "type": options[key]["type"], "value": value} for key, value in others.items()
        ]
        sent.append({"name": option, "type": options[option]["type"], "value": typed, "focused": True})
        return await self._begin(AUTOCOMPLETE, user, place, _command_data(leaf, sent))

    def _value(self, place: Channel, option: Json, value: Any, resolved: Json) -> Any:
        """Check one option's value as a client does, and bring it to the form that is sent."""
        kind, name = option["type"], option["name"]
        choices = option.get("choices") or []
        if choices:
            for choice in choices:
                if value in (choice["value"], choice["name"]):
                    return choice["value"]
            raise NotPossible(f"{name} is one of {[choice['name'] for choice in choices]}, not {value!r}.")
        if kind == STRING:
            text = str(value)
            low, high = option.get("min_length") or 0, option.get("max_length") or 6000
            if not low <= len(text) <= high:
                raise NotPossible(f"{name} has {low} to {high} characters.")
            return text
        if kind in (INTEGER, NUMBER):
            return _number(option, value)
        if kind == BOOLEAN:
            if isinstance(value, str) and value.lower() in ("true", "false"):
                return value.lower() == "true"
            if not isinstance(value, bool):
                raise NotPossible(f"{name} is true or false.")
            return value
        if kind in (USER, MENTIONABLE):
            return self._resolve_user(place, value, resolved)
        if kind == CHANNEL:
            return self._resolve_channel(place, value, resolved)
        raise NotPossible(f"Options of type {kind} are not offered here.")

    def _resolve_user(self, place: Channel, value: Any, resolved: Json) -> str:
        person = value if isinstance(value, User) else self._person(str(value))
        resolved.setdefault("users", {})[str(person.id)] = payloads.user(person)
        if place.server is not None:
            server = self.world.servers[place.server]
            if person.id in server.members:
                member = payloads.member(self.world, server, person.id, place)
                del member["user"]
                resolved.setdefault("members", {})[str(person.id)] = member
        return str(person.id)

    def _person(self, said: str) -> User:
        wanted = said.strip("<@!> ").lower()
        for person in self.world.users.values():
            if wanted in (str(person.id), person.name.lower(), person.display.lower()):
                return person
        raise NotPossible(f"There is nobody called {said}.")

    def _resolve_channel(self, place: Channel, value: Any, resolved: Json) -> str:
        wanted = value.id if isinstance(value, Channel) else str(value).strip("<#> ")
        for one in self.world.channels.values():
            if wanted in (one.id, str(one.id), one.name) and one.server == place.server:
                data = payloads.channel(self.world, one) | {"permissions": "0"}
                resolved.setdefault("channels", {})[str(one.id)] = data
                return str(one.id)
        raise NotPossible(f"There is no channel {value}.")

    # --- components and modals -----------------------------------------------------------------------

    async def press(self, user: User, message: Message, custom_id: str, *, times: int = 1) -> Interaction:
        """Press a button; `times` delivers the same press more than once."""
        part = self._part(user, message, custom_id)
        if part["type"] != 2:
            raise NotPossible(f"{custom_id} is no button.")
        data = {"custom_id": custom_id, "component_type": 2, "id": part.get("id", 0)}
        return await self._begin(COMPONENT, user, self._place(message), data, message.id, times=times)

    async def choose(
        self, user: User, message: Message, custom_id: str, values: Sequence[str], *, times: int = 1
    ) -> Interaction:
        """Choose in a menu: option values, or for user menus names."""
        part = self._part(user, message, custom_id)
        if part["type"] not in MENUS:
            raise NotPossible(f"{custom_id} is no menu.")
        place = self._place(message)
        chosen, resolved = self._chosen(place, part, values)
        data: Json = {
            "custom_id": custom_id,
            "component_type": part["type"],
            "id": part.get("id", 0),
            "values": chosen,
        }
        if resolved:
            data["resolved"] = resolved
        return await self._begin(COMPONENT, user, place, data, message.id, times=times)

    def _chosen(self, place: Channel, part: Json, values: Sequence[str]) -> tuple[list[str], Json]:
        low, high = part.get("min_values"), part.get("max_values") or 1
        low = 1 if low is None else low
        if part.get("required") is False and not values:
            low = 0
        if not low <= len(values) <= high:
            raise NotPossible(f"{low} to {high} may be chosen, not {len(values)}.")
        resolved: Json = {}
        if part["type"] in (5, 7):
            return [self._resolve_user(place, value, resolved) for value in values], resolved
        if part["type"] == 8:
            return [self._resolve_channel(place, value, resolved) for value in values], resolved
        by_text = {option["label"]: option["value"] for option in part.get("options") or []}
        known = set(by_text.values())
        chosen = [value if value in known else by_text.get(value, "") for value in values]
        if not all(chosen):
            raise NotPossible(f"{list(values)} is not offered; there are {sorted(by_text)}.")
        return chosen, resolved

    def _part(self, user: User, message: Message, custom_id: str) -> Json:
        self._can_see(user, self._place(message))
        now = self.world.message(message.channel, message.id)
        if now is None or now.only_for not in (None, user.id):
            raise NotPossible("This message is not there any more.")
        part = now.part(custom_id)
        if part is None:
            raise NotPossible(f"{custom_id} is not on the message; it has {now.labels}.")
        if part.get("disabled"):
            raise NotPossible(f"{button_text(part) or custom_id} is disabled.")
        return part

    def _place(self, message: Message) -> Channel:
        place = self.world.channels.get(message.channel)
        if place is None:
            raise NotPossible("This channel is not there any more.")
        return place

    async def submit(
        self, user: User, source: Interaction, values: Mapping[str, Any], *, times: int = 1
    ) -> Interaction:
        """Send off the modal that answered `source`: values by label or custom id; the rest as preset."""
        if source.modal is None:
            raise NotPossible("There is no form to send.")
        left = dict(values)
        components = [self._filled(source, part, left) for part in source.modal["components"]]
        if left:
            raise NotPossible(f"The form has no fields {sorted(left)}.")
        data = {"custom_id": source.modal["custom_id"], "components": components}
        place = self.world.channels[source.channel]
        return await self._begin(MODAL_SUBMIT, user, place, data, source.message, times=times)

    def _filled(self, source: Interaction, part: Json, left: dict[str, Any]) -> Json:
        if part["type"] == TEXT:
            return {"type": TEXT, "id": part.get("id", 0)}
        if part["type"] == ROW:
            field = part["components"][0]
            entry = self._field(source, field, field.get("label") or "", left)
            return {"type": ROW, "components": [entry]}
        entry = self._field(source, part["component"], part["label"], left)
        return {"type": LABEL, "id": part.get("id", 0), "component": entry}

    def _field(self, source: Interaction, field: Json, label: str, left: dict[str, Any]) -> Json:
        kind, custom_id = field["type"], field["custom_id"]
        given = left.pop(label, None)
        if given is None:
            given = left.pop(custom_id, None)
        entry: Json = {"type": kind, "id": field.get("id", 0), "custom_id": custom_id}
        required = field.get("required", True)
        if kind == INPUT:
            text = str(given if given is not None else field.get("value") or "")
            low, high = field.get("min_length") or 0, field.get("max_length") or 4000
            if (required and not text) or (text and not low <= len(text) <= high):
                raise NotPossible(f"{label}: {max(low, int(required))} to {high} characters.")
            return entry | {"value": text}
        if kind == CHECKBOX:
            return entry | {"value": bool(field.get("default") if given is None else given)}
        preset = [option["value"] for option in field.get("options") or [] if option.get("default")]
        values = preset if given is None else [given] if isinstance(given, str) else list(given)
        if kind == RADIO:
            if required and len(values) != 1:
                raise NotPossible(f"{label}: one is to be chosen.")
            chosen, _ = self._chosen(self.world.channels[source.channel], {**field, "type": MENU}, values[:1])
            return entry | {"value": chosen[0] if chosen else None}
        if kind == CHECKBOXES:
            fewest = field.get("min_values")
            bounds = {
                "min_values": int(required) if fewest is None else fewest,
                "max_values": field.get("max_values") or len(field["options"]),
            }
            field = {**field, "type": MENU, **bounds}
        if kind == UPLOAD:
            return entry | {"values": []}
        if not required and not values:
            return entry | {"values": []}
        chosen, _ = self._chosen(self.world.channels[source.channel], field, values)
        return entry | {"values": chosen}

    async def _begin(
        self, kind: int, user: User, place: Channel, data: Json, message: int | None = None, *, times: int = 1
    ) -> Interaction:
        one = new_interaction(self.world, kind, user.id, place.id, data, message)
        await self.hub.begin(one, times=times)
        return one

    def visible(self, user: User, place: Channel) -> list[Message]:
        """What this person sees in a channel: its messages and the answers only to them."""
        return [one for one in place.messages.values() if one.only_for in (None, user.id)]


def _in_direct_messages(command: Json) -> bool:
    contexts = command.get("contexts")
    return command.get("dm_permission", True) if contexts is None else 1 in contexts


def _leaves(path: str, command: Json, part: Json, found: dict[str, Json]) -> None:
    options = part.get("options") or []
    inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if inner:
        for option in inner:
            _leaves(f"{path} {option['name']}", command, option, found)
    else:
        found[path] = {
            "path": path,
            "description": part.get("description", ""),
            "options": options,
            "command": command,
        }


def _command_data(leaf: Json, options: list[Json]) -> Json:
    """The nested form in which a subcommand's options are sent."""
    command, words = leaf["command"], leaf["path"].split()[1:]
    kinds = [SUBCOMMAND, GROUP][: len(words)]
    for kind, word in zip(kinds, reversed(words), strict=True):
        options = [{"name": word, "type": kind, "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return data


def _number(option: Json, value: Any) -> int | float:
    wanted = int if option["type"] == INTEGER else float
    try:
        number = wanted(value)
        exact = not isinstance(value, bool) and float(number) == float(value)
    except (TypeError, ValueError):
        exact = False
    if not exact:
        raise NotPossible(f"{option['name']} is a number, not {value!r}.")
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and number < low) or (high is not None and number > high):
        raise NotPossible(f"{option['name']} is between {low} and {high}.")
    return number
