"""People and places as tests use them: do something, wait for the bot's answer, look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from .hub import Hub, describe
from .people import NotPossible, People
from .world import AUTOCOMPLETE, Attachment, Channel, Interaction, Json, Message, User, button_text

DEFER = 5


class Answer:
    """What came of an interaction, up to now."""

    def __init__(self, hub: Hub, interaction: Interaction) -> None:
        self._hub, self.interaction = hub, interaction

    def __repr__(self) -> str:
        state = "failed" if self.failed else f"answer type {self.interaction.answer}"
        return f"<Answer to {describe(self.interaction)}: {state}, {self.text!r}>"

    @property
    def failed(self) -> bool:
        """Whether the person reads "The application did not respond"."""
        return self.interaction.failed

    @property
    def ack_ms(self) -> float:
        """Milliseconds from the click to the bot's first answer."""
        answered = self.interaction.answered
        return float("inf") if answered is None else (answered - self.interaction.began) * 1000

    @property
    def messages(self) -> list[Message]:
        """The first answer and the follow-ups, as they are now; deleted ones are left out."""
        ids = [self.interaction.original, *self.interaction.followups]
        found = [self._hub.world.message(self.interaction.channel, id) for id in ids if id is not None]
        return [one for one in found if one is not None]

    @property
    def message(self) -> Message:
        """The first of `messages`. Raises AssertionError if there is none."""
        assert self.messages, f"{self!r} has no message"
        return self.messages[0]

    @property
    def text(self) -> str:
        return "\n".join(one.text for one in self.messages)

    @property
    def ephemeral(self) -> bool:
        return bool(self.messages) and all(one.ephemeral for one in self.messages)

    @property
    def pictures(self) -> list[Attachment]:
        return [picture for one in self.messages for picture in one.pictures]

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        return self.interaction.choices or []

    def expire(self) -> None:
        """End the life of its token, as 15 minutes would."""
        self.interaction.expired = True

    async def followed_up(self, count: int = 1, *, within: float = 10.0) -> Answer:
        """Wait for so many follow-ups."""
        await _wait(self.interaction, lambda: len(self.interaction.followups) >= count, within, "follow-ups")
        return self


async def _wait(one: Interaction, condition: Callable[[], bool], within: float, what: str) -> None:
    try:
        async with asyncio.timeout(within):
            while not condition():
                await one.changed.wait()
    except TimeoutError:
        raise AssertionError(f"{describe(one)}: no {what} within {within} s") from None


class Place:
    """A channel as everybody sees it."""

    def __init__(self, hub: Hub, channel: Channel) -> None:
        self._hub, self.channel = hub, channel

    @property
    def id(self) -> int:
        return self.channel.id

    @property
    def messages(self) -> list[Message]:
        """Public messages, oldest first."""
        return [one for one in self.channel.messages.values() if not one.ephemeral]

    @property
    def last(self) -> Message:
        return self.messages[-1]

    @property
    def pictures(self) -> list[Attachment]:
        return [picture for one in self.messages for picture in one.pictures]

    async def deny(self, *permissions: str) -> None:
        """Take permissions (names of discord.Permissions) from the bot here."""
        self.channel.denied |= set(permissions)
        await self._hub.changed_channel(self.channel)

    async def allow(self, *permissions: str) -> None:
        self.channel.denied -= set(permissions)
        await self._hub.changed_channel(self.channel)

    async def delete(self) -> None:
        await self._hub.remove_channel(self.channel)

    async def delete_message(self, message: Message) -> None:
        """Someone deletes a message by hand."""
        await self._hub.remove(message)


class Person:
    """One user. Acts happen in `where`, which `at(place)` changes; it begins as the first channel."""

    def __init__(self, hub: Hub, people: People, user: User, where: Channel | None = None) -> None:
        self._hub, self._people, self.user = hub, people, user
        self.where = where or next(iter(hub.world.channels.values()))

    def __repr__(self) -> str:
        return f"<{self.user.display}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.display

    def at(self, place: Place) -> Person:
        """The same person in another channel."""
        return Person(self._hub, self._people, self.user, place.channel)

    @property
    def in_direct_messages(self) -> Person:
        return Person(self._hub, self._people, self.user, self._hub.world.direct(self.user.id))

    @property
    def direct_messages(self) -> list[Message]:
        return list(self._hub.world.direct(self.user.id).messages.values())

    @property
    def sees(self) -> list[Message]:
        """What this person sees in the channel, private answers included."""
        return self._people.visible(self.user, self.where)

    @property
    def private(self) -> list[Message]:
        """The answers here that only this person sees."""
        return [one for one in self.where.messages.values() if one.only_for == self.user.id]

    def commands(self) -> dict[str, Json]:
        return self._people.commands(self.user, self.where)

    async def say(self, text: str, reply_to: Message | None = None) -> Message:
        return await self._people.say(self.user, self.where, text, reply_to.id if reply_to else None)

    async def slash(
        self, command: str, /, *, deliveries: int = 1, wait_for: str = "final", **options: Any
    ) -> Answer:
        """Call "/game new"; its options by name.

        `wait_for`: "final" until a deferred answer is there, "ack" until acknowledged, "no" for neither.
        `deliveries` delivers the same interaction more than once.
        """
        one = await self._people.slash(self.user, self.where, command, options, times=deliveries)
        return await self._answer(one, wait_for)

    async def autocomplete(self, command: str, option: str, typed: str = "", /, **others: Any) -> list[Json]:
        """The suggestions for an option, each with "name" and "value"."""
        one = await self._people.autocomplete(self.user, self.where, command, option, typed, others)
        return (await self._answer(one, "ack")).choices

    async def click(
        self,
        message: Message,
        label: str = "",
        *,
        custom_id: str = "",
        deliveries: int = 1,
        wait_for: str = "final",
    ) -> Answer:
        """Press the button with this label (or the only one that begins with it), or this custom id."""
        found = custom_id or self._button(message, label)
        one = await self._people.press(self.user, message, found, times=deliveries)
        return await self._answer(one, wait_for)

    def _button(self, message: Message, label: str) -> str:
        now = self._hub.world.message(message.channel, message.id)
        if now is None:
            raise NotPossible("This message is not there any more.")
        buttons = [part for part in now.buttons if part.get("custom_id")]
        for fits in (str.__eq__, str.startswith):
            named = [p for p in buttons if fits(button_text(p), label) or fits(p.get("label") or "", label)]
            if len(named) == 1:
                return str(named[0]["custom_id"])
        raise NotPossible(f"No single button {label!r}; there are {now.labels}.")

    async def select(
        self,
        message: Message,
        values: str | Sequence[str],
        menu: str | int = 0,
        *,
        deliveries: int = 1,
        wait_for: str = "final",
    ) -> Answer:
        """Choose in a menu, by option labels or values. `menu`: its number, custom id or placeholder."""
        now = self._hub.world.message(message.channel, message.id)
        if now is None:
            raise NotPossible("This message is not there any more.")
        menus = now.menus
        if isinstance(menu, int):
            found = menus[menu : menu + 1]
        else:
            found = [part for part in menus if menu in (part["custom_id"], part.get("placeholder"))]
        if not found:
            raise NotPossible(f"No menu {menu!r}; there are {[part.get('placeholder') for part in menus]}.")
        chosen = [values] if isinstance(values, str) else list(values)
        one = await self._people.choose(self.user, message, found[0]["custom_id"], chosen, times=deliveries)
        return await self._answer(one, wait_for)

    async def submit(
        self, answer: Answer, values: dict[str, Any], *, deliveries: int = 1, wait_for: str = "final"
    ) -> Answer:
        """Send off the modal that `answer` opened: values by label or custom id."""
        one = await self._people.submit(self.user, answer.interaction, values, times=deliveries)
        return await self._answer(one, wait_for)

    async def delete(self, message: Message) -> None:
        await self._people.delete(self.user, message)

    async def _answer(self, one: Interaction, wait: str) -> Answer:
        within = self._hub.answer_within + 1
        if wait != "no":
            await _wait(one, lambda: one.answer is not None or one.failed, within, "answer")
        if wait == "final" and one.answer == DEFER and one.kind != AUTOCOMPLETE:
            await _wait(one, lambda: one.filled, 20.0, "message after the deferral")
        return Answer(self._hub, one)
