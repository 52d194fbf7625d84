"""Nudges for players whom the table has waited for: by the game's pace, never at night, never without end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from engine.core.errors import NotRunning, Refused
from engine.core.event import fill_names, mark
from engine.core.records import GameRecord
from engine.core.sentences import listed
from storage import Preferences, Turn

from .channels import Channels
from .house import House
from .limits import NONCE
from .outbox import row
from .quiet import quiet_until
from .words import namer, stamp

log = logging.getLogger(__name__)

LOOK_SECONDS = 60.0
AGAIN = timedelta(hours=24)
"""After the first nudge of a turn, one a day."""
BY_HAND = timedelta(hours=1)
"""A player must have had so long before others may nudge them, and between two such nudges."""


class Reminders:
    """Reminds players. `ring` is called when something was put in the outbox."""

    def __init__(self, house: House, channels: Channels, ring: Callable[[], None] = lambda: None) -> None:
        self.house = house
        self.channels = channels
        self._ring = ring
        self._by_hand: dict[tuple[str, int], datetime] = {}

    async def run(self) -> None:
        """Remind until cancelled."""
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("reminders could not be looked at")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> int:
        """Send the reminders that are due; returns how many were sent."""
        now = self.house.clock()
        due = await self.house.storage.reminders_due(now)
        users = [turn.user for turn in due if turn.user is not None]
        wishes = await self.house.storage.all_preferences(users) if users else {}
        sent = 0
        for turn in due:
            if turn.user is not None:
                sent += await self._remind(turn, wishes[turn.user], now)
        if sent:
            self._ring()
        return sent

    async def _remind(self, turn: Turn, wish: Preferences, now: datetime) -> bool:
        storage, cap = self.house.storage, self.house.settings.nudge_cap
        vacation = wish.vacation_until if wish.vacation_until and wish.vacation_until > now else None
        quiet = quiet_until(wish, now)
        if vacation is not None or quiet is not None:
            await storage.reminded(turn, max(filter(None, (vacation, quiet))), sent=False)
            return False
        if wish.notify == "none":
            await storage.reminded(turn, None, sent=False)
            return False
        assert turn.user is not None
        if turn.server is not None and not await self.channels.is_member(turn.server, turn.user):
            return await self._fall_silent(turn, "left", now)
        if turn.reminded >= cap:
            return await self._fall_silent(turn, "cap", now)
        following = None  # without a pace, this is the word that was put off, and the only one
        if turn.pace_hours:
            following = now + max(AGAIN, timedelta(hours=turn.pace_hours))
            following = quiet_until(wish, following) or following
        if not await storage.reminded(turn, following):
            return False
        return await self._put(turn, now, "nudge", seat=turn.seat, since=int(turn.since.timestamp()))

    async def _fall_silent(self, turn: Turn, why: str, now: datetime) -> bool:
        if not await self.house.storage.reminded(turn, None):
            return False
        return await self._put(turn, now, "silence", seat=turn.seat, why=why)

    async def _put(self, turn: Turn, now: datetime, kind: str, **payload: int | str) -> bool:
        moment = format(int(turn.since.timestamp()), "x")
        nonce = f"{kind[0]}{turn.game}{turn.seat}-{turn.reminded}-{moment}"[:NONCE]
        item = row(kind, **payload)
        return await self.house.storage.put(turn.game, item, nonce, now)

    async def nudge(self, record: GameRecord, user: int) -> str:
        """A player nudges whoever the table waits for. Returns what they are told. Raises Refused."""
        if record.status != "running":
            raise NotRunning("The game is not running.")
        if all(seat.user != user for seat in record.seats):
            raise Refused("Only players of this game can nudge.")
        now, told, early, away = self.house.clock(), [], [], []
        for turn in await self.house.storage.turns_in(record.id):
            if turn.user is None or turn.user == user:
                continue
            last = self._by_hand.get((turn.game, turn.seat), turn.since)
            if now - max(last, turn.since) < BY_HAND:
                early.append(f"{mark(turn.seat)} (asked {stamp(turn.since)})")
                continue
            wish = await self.house.storage.preferences(turn.user)
            absent = wish.vacation_until is not None and wish.vacation_until > now
            if absent or wish.notify == "none" or quiet_until(wish, now) is not None:
                away.append(mark(turn.seat))
                continue
            self._by_hand[(turn.game, turn.seat)] = now
            if await self.house.storage.reminded(turn, now + AGAIN if turn.pace_hours else None):
                await self._put(turn, now, "nudge", seat=turn.seat, since=int(turn.since.timestamp()))
                told.append(mark(turn.seat))
        self._ring()
        parts = []
        if told:
            parts.append(f"I have reminded {listed(told)}.")
        if early:
            parts.append(f"Too early for {listed(early)}: a turn can be nudged once an hour.")
        if away:
            parts.append(
                f"Not to be reminded now: {listed(away)} (on vacation, in quiet hours, or by choice)."
            )
        return fill_names(" ".join(parts) or "The table waits for nobody but you.", namer(record))
