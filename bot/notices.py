"""Words to one player, or about one: by direct message or in the channel, as that player wants to be told."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from engine.core.event import fill_names
from storage import Post, Preferences, Turn

from .channels import Channels
from .house import House
from .limits import NONCE
from .lobbies import moved_sheet
from .quiet import quiet_until
from .sheet import Sheet
from .words import NEUTRAL, message_link, namer, stamp, strong


class How(msgspec.Struct, frozen=True):
    """How a player is told of a turn."""

    mention: bool
    direct: bool
    later: datetime | None = None


def how_told(wish: Preferences, house: House) -> How:
    """By the player's own choice: where, and not in quiet hours or on vacation."""
    now = house.clock()
    if wish.notify == "none":
        return How(False, False)
    if wish.vacation_until is not None and wish.vacation_until > now:
        back = quiet_until(wish, wish.vacation_until) or wish.vacation_until
        return How(False, False, back + timedelta(minutes=1))
    quiet = quiet_until(wish, now)
    if quiet is not None:
        return How(False, False, quiet + timedelta(minutes=1))
    return How(wish.notify in ("mention", "both"), wish.notify in ("dm", "both"))


class Notices:
    """Posts the outbox's rows that are for one person. Each returns the message, None if none was needed."""

    def __init__(self, house: House, channels: Channels) -> None:
        self.house = house
        self.channels = channels

    async def direct(self, post: Post, seat: int) -> int | None:
        """Tell a player of their turn by direct message; in the channel if they take none."""
        turn = await self._turn_of(post.game, seat)
        if turn is None or turn.user is None:
            return None
        title = self.house.titles.get(turn.title)
        record = await self.house.tables.record(post.game)
        prompt = fill_names(turn.prompt, namer(record))
        name = title.name if title else turn.title
        link = await self._link(turn)
        text = f"**{name}** · {turn.headline}\nIt is your turn: {prompt}\n{link}"
        sent = await self.channels.direct(turn.user, Sheet((text,), colour=NEUTRAL), post.nonce)
        if sent is not None:
            return sent
        wish = await self.house.storage.preferences(turn.user)
        if wish.notify != "dm":
            return None
        text = f"<@{turn.user}>, it is your turn. (You take no direct messages from me.)"
        sheet = Sheet((text,), colour=NEUTRAL, mention=(turn.user,))
        return await self.channels.send(post.channel, sheet, post.nonce)

    async def nudge(self, post: Post, seat: int, since: int) -> int | None:
        """Remind a player, if the table still waits for the same decision."""
        turn = await self._turn_of(post.game, seat)
        if turn is None or turn.user is None or int(turn.since.timestamp()) != since:
            return None
        wish = await self.house.storage.preferences(turn.user)
        record = await self.house.tables.record(post.game)
        prompt = strong(turn.prompt, namer(record))
        link = await self._link(turn)
        text = f"⏰ <@{turn.user}>, the table has waited for you since {stamp(turn.since)}: {prompt}\n{link}"
        sheet = Sheet((text,), colour=NEUTRAL, mention=(turn.user,))
        sent = None
        if wish.notify in ("dm", "both"):
            sent = await self.channels.direct(turn.user, sheet, f"d{post.nonce}"[:NONCE])
        if sent is None:
            sent = await self.channels.send(post.channel, sheet, post.nonce)
        return sent

    async def silence(self, post: Post, seat: int, why: str) -> int | None:
        """One word to the table that a player is not reminded any more."""
        turn = await self._turn_of(post.game, seat)
        if turn is None:
            return None
        record = await self.house.tables.record(post.game)
        reason = "is not on this server any more" if why == "left" else "has not answered my reminders"
        text = (
            f"{namer(record)(seat)} {reason}; I remind them no more. `/game replace seat:{seat + 1}` gives "
            "the seat to somebody else or to the automatic player: a manager at once, the others by a vote."
        )
        return await self.channels.send(post.channel, Sheet((text,), colour=NEUTRAL), post.nonce)

    async def spent(self, post: Post, seat: int, order: str) -> int | None:
        """A word to its owner that an order in advance has nothing left to do: a direct message to those who
        want such, otherwise a quiet line in the channel, without the order's values, which are secret.
        """
        record = await self.house.tables.record(post.game)
        user = record.seats[seat].user
        if user is None:
            return None
        wish = await self.house.storage.preferences(user)
        if wish.notify == "none":
            return None
        text = f"the order in advance “{order}” is done and dropped. `/my order` gives another."
        sent = None
        if wish.notify in ("dm", "both") and how_told(wish, self.house).direct:
            place = message_link(record.server, record.channel)
            sent = await self.channels.direct(
                user, Sheet((f"Your game: {text}\n{place}",), colour=NEUTRAL), post.nonce
            )
        if sent is None:
            sheet = Sheet((f"-# {namer(record)(seat)}: {text}",), colour=NEUTRAL)
            sent = await self.channels.send(post.channel, sheet, post.nonce)
        return sent

    async def orphan(self, post: Post) -> int | None:
        """Tell the host of a game whose channel was deleted, by direct message, how it can go on."""
        record = await self.house.tables.record(post.game)
        wish = await self.house.storage.preferences(record.host)
        if record.status != "paused" or wish.notify == "none":
            return None
        text = (
            f"The channel of your game **{self.house.title_name(record)}** ({record.headline}) was deleted, "
            f"so I have paused it. Nothing is lost: say `/game move game:{record.id}` in another channel of "
            "that server, and it goes on there."
        )
        return await self.channels.direct(record.host, Sheet((text,), colour=NEUTRAL), post.nonce)

    async def moved(self, post: Post) -> int | None:
        """A word in the channel that the game has left."""
        record = await self.house.tables.record(post.game)
        if record.channel == post.channel:
            return None
        return await self.channels.send(post.channel, moved_sheet(record), post.nonce)

    async def _turn_of(self, game: str, seat: int) -> Turn | None:
        turns = await self.house.storage.turns_in(game)
        return next((each for each in turns if each.seat == seat), None)

    async def _link(self, turn: Turn) -> str:
        panels = [p for p in await self.house.storage.panels(turn.game) if p.kind.startswith("turn")]
        return message_link(turn.server, turn.channel, panels[-1].message if panels else None)
