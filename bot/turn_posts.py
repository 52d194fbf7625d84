"""The message that shows a game in its channel: posted anew for a new turn, brought up to date within one.

The message before loses its panel; a game that has moved takes its open proposals along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from engine.core.table import Table
from storage import PanelRecord, Post, Turn

from .channels import Channels
from .digest import places_of
from .house import House, names_of
from .limits import NONCE
from .notices import How, how_told
from .outbox import row
from .sheet import Picture
from .turns import Shown, new_seats, story_start, turn_sheet

STRIPPED_LATER = 3
"""So many old messages that could not lose their panel are tried again with the next turn."""


class TurnPosts:
    """Posts the outbox's rows about a game's course.

    ring: called when there are new rows.
    """

    def __init__(self, house: House, channels: Channels, ring: Callable[[], None]) -> None:
        self.house = house
        self.channels = channels
        self._ring = ring

    async def turn(self, post: Post, version: int) -> int | None:
        """Bring the channel up to date with the game. Returns the message that shows it."""
        storage = self.house.storage
        table = await self.house.tables.table(post.game)
        everywhere = await storage.panels(post.game)
        here = [each for each in everywhere if each.kind.startswith("turn") and each.channel == post.channel]
        last = here[-1] if here else None
        if last is not None and last.version >= version and last.version >= table.version:
            return last.message
        since = await storage.waiting_since(post.game)
        new = new_seats(table, since, None if last is None else _shown(last))
        at = max([post.created, *since.values()])
        if last is not None and not new and table.record.status == "running":
            if await self._go_on(table, last, at):
                return last.message
            await storage.drop_panel(post.game, last.message)
        message = await self._begin(post, table, last, new, at)
        await self._take_along(post, everywhere)
        for old in reversed(here):
            if old.message != message:
                stripped = await self.channels.strip(old.channel, old.message)
                if stripped or old not in here[-STRIPPED_LATER:]:
                    await storage.drop_panel(table.id, old.message)
        return message

    async def _go_on(self, table: Table, last: PanelRecord, at: datetime) -> bool:
        """Within a turn: bring its message up to date. Returns False if the message is gone."""
        shown = _shown(last)
        entries = await self.house.tables.since(table.id, shown.start)
        sheet = turn_sheet(table, entries, await self._pictures(table, shown.version))
        if not await self.channels.edit(last.channel, last.message, sheet):
            return False
        await self.house.storage.put_panel(
            msgspec.structs.replace(last, version=table.version, created=max(at, last.created))
        )
        return True

    async def _begin(
        self, post: Post, table: Table, last: PanelRecord | None, new: Sequence[int], at: datetime
    ) -> int:
        """A new message, which tells whoever is asked anew (`new`). Returns it."""
        shown = None if last is None else _shown(last)
        start = story_start(table, new, shown) if new or shown is None else shown.start
        entries = await self.house.tables.since(table.id, start)
        pictures = await self._pictures(table, shown.version if shown is not None else start)
        turns = await self._turns(table, new)
        ping = [turn.user for turn, how in turns if how.mention and turn.user is not None]
        sheet = turn_sheet(table, entries, pictures, ping)
        message = await self.channels.send(post.channel, sheet, post.nonce)
        if post.attempts > 1:  # it may be an earlier attempt's message, from before the last moves
            await self.channels.edit(post.channel, message, sheet)
        waiting = [each.seat for each in table.waiting()]
        seat = waiting[0] if len(waiting) == 1 else None
        await self.house.storage.put_panel(
            PanelRecord(message, table.id, post.channel, f"turn {start}", table.version, at, seat)
        )
        await self._tell_otherwise(table, turns)
        return message

    async def again(self, post: Post, message: int) -> int | None:
        """A message with a panel was deleted by hand: post it anew."""
        storage = self.house.storage
        panel = await storage.panel(message)
        if panel is None:
            return None
        table = await self.house.tables.table(post.game)
        await storage.drop_panel(post.game, message)
        if table.record.status != "running" or panel.channel != table.record.channel:
            return None
        shown = _shown(panel)
        entries = await self.house.tables.since(table.id, shown.start)
        sheet = turn_sheet(table, entries, await self._pictures(table, shown.version))
        sent = await self.channels.send(post.channel, sheet, post.nonce)
        await storage.put_panel(msgspec.structs.replace(panel, message=sent, version=table.version))
        return sent

    async def _pictures(self, table: Table, seen: int) -> Sequence[Picture]:
        recent = await self.house.tables.since(table.id, min(seen, max(0, table.version - 1)))
        view = table.game.view(None)
        return await self.house.pictures.board(table.title.id, view, places_of(recent), names_of(table))

    async def _turns(self, table: Table, new: Sequence[int]) -> list[tuple[Turn, How]]:
        """The new turns, and how each player is told: nobody who has just acted is pinged, nor twice."""
        actor = next((move.actor for move in reversed(table.log) if move.actor is not None), None)
        storage = self.house.storage
        turns = {turn.seat: turn for turn in await storage.turns_in(table.id)}
        users = [turn.user for turn in turns.values() if turn.user is not None]
        wishes = await storage.all_preferences(users) if users else {}
        found = []
        for seat in new:
            turn = turns.get(seat)
            if turn is None or turn.user is None or turn.user == actor or turn.reminded:
                continue
            found.append((turn, how_told(wishes[turn.user], self.house)))
        return found

    async def _tell_otherwise(self, table: Table, turns: Sequence[tuple[Turn, How]]) -> None:
        """Direct messages, and a word after quiet hours, for those who want to be told so."""
        storage, now = self.house.storage, self.house.clock()
        for turn, how in turns:
            if how.direct:
                item = row("dm", seat=turn.seat)
                nonce = f"dm-{table.id}-{table.version}-{turn.seat}"[:NONCE]
                await storage.put(table.id, item, nonce, now)
            if how.later is not None:
                await storage.reminded(turn, how.later, sent=False)

    async def _take_along(self, post: Post, everywhere: Sequence[PanelRecord]) -> None:
        """If the game has moved here: open proposals are asked again here, and where it was nothing can be
        clicked any more, and a word says where it is.
        """
        storage, now = self.house.storage, self.house.clock()
        for old in everywhere:
            if old.channel == post.channel or old.kind == "lobby":
                continue
            if old.kind.startswith("proposal "):
                item = row("proposal", id=old.kind.partition(" ")[2])
                await storage.put(post.game, item, f"p-{old.message}"[:NONCE], now)
                continue
            item = msgspec.structs.replace(row("moved"), channel=old.channel)
            await storage.put(post.game, item, f"v-{old.message}"[:NONCE], now)
            if await self.channels.strip(old.channel, old.message):
                await storage.drop_panel(post.game, old.message)
        self._ring()


def _shown(panel: PanelRecord) -> Shown:
    """What a message shows; where its story begins is in its kind."""
    start = panel.kind.partition(" ")[2]
    return Shown(panel.version, panel.seat, panel.created, int(start) if start.isdigit() else 0)
