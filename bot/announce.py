"""When something is posted: the outbox is drained here, and what could not be posted is tried again.

A row of the outbox only says that a game has changed; what is posted is made from the game as it stands
now (turn_posts.py, notices.py, proposals.py), so posts that fell behind are put together, and doing it again
does no harm.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from datetime import timedelta

import discord
import msgspec

from engine.core.errors import CannotLoad, MoveError, NoSuchGame, NotRunning
from engine.core.table import Played, Table
from storage import LEASE, Post

from .channels import TROUBLE, Channels, Lost, Shut
from .house import House
from .limits import NONCE
from .notices import Notices
from .outbox import row
from .proposals import post_proposal
from .turn_posts import TurnPosts

log = logging.getLogger(__name__)

AT_ONCE = 12
"""So many posts are worked on at the same time, each of another game."""
GIVE_UP_AFTER = 12
"""Attempts, over some three hours; a later move of the game posts anew in any case."""
SHUT_AGAIN = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""How long until a channel in which the bot may not post is tried again; the last for all later attempts.
It is tried at once when something changes there (`reopened`)."""
SHUT_GIVE_UP_AFTER = 60
"""Attempts at such a channel, over some two weeks."""
IDLE_SECONDS = 20.0
"""How often the outbox is looked at though nobody rang; another process may have died on a post."""


class Announcer:
    """Posts what the outbox says, one post a game at a time."""

    def __init__(self, house: House, channels: Channels) -> None:
        self.house = house
        self.channels = channels
        self.turns = TurnPosts(house, channels, self.ring)
        self.notices = Notices(house, channels)
        self.worker = secrets.token_hex(8)
        self.lease = LEASE
        self._bell = asyncio.Event()
        self._busy: set[asyncio.Task[None]] = set()
        self._claiming = asyncio.Lock()
        self.shut: set[int] = set()
        """The channels in which this process was last not allowed to post."""

    def ring(self) -> None:
        """There may be something to post."""
        self._bell.set()

    async def changed(self, _table: Table, _played: Played) -> None:
        """A listener of the tables."""
        self.ring()

    async def reopened(self, server: int | None = None) -> None:
        """Something has changed on a server, or everywhere: what could not be posted is tried again now."""
        if await self.house.storage.hurry(self.house.clock(), server):
            self.ring()

    async def run(self) -> None:
        """Post until cancelled."""
        try:
            try:
                await self.reopened()
            except Exception:
                log.exception("the outbox could not be looked through")
            while True:
                self._bell.clear()
                try:
                    wait = await self._round()
                except Exception:
                    log.exception("the outbox could not be read")
                    wait = IDLE_SECONDS
                with suppress(TimeoutError):
                    # Not `asyncio.wait_for`: before Python 3.12 that may swallow the cancellation.
                    async with asyncio.timeout(wait):
                        await self._bell.wait()
        finally:
            if self._busy:
                await asyncio.wait(self._busy, timeout=10)

    async def drain(self) -> None:
        """Post everything that is due now, and return when it is done. For tests and for shutting down."""
        while True:
            working = bool(self._busy)
            begun = await self._begin_due()
            if self._busy:
                await asyncio.wait(self._busy)
            elif not working and not begun:  # what was worked on before may have held up others of its game
                return

    async def _round(self) -> float:
        """Begin with what is due; returns how long to wait before the next look."""
        await self._begin_due()
        due = await self.house.storage.next_due()
        if due is None or len(self._busy) >= AT_ONCE:
            return IDLE_SECONDS
        seconds = (due - self.house.clock()).total_seconds()
        return min(IDLE_SECONDS, max(0.05, seconds))

    async def _begin_due(self) -> int:
        """Begin with what is due; returns with how many posts."""
        async with self._claiming:  # whoever drains sees what the other round has claimed
            free = AT_ONCE - len(self._busy)
            posts = []
            if free > 0:
                posts = await self.house.storage.claim(
                    self.worker, self.house.clock(), limit=free, lease=self.lease
                )
            for post in posts:
                task = asyncio.create_task(self._work(post))
                self._busy.add(task)
                task.add_done_callback(self._finished)
            return len(posts)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._busy.discard(task)
        self.ring()

    async def _hold(self, post: Post) -> None:
        """Keep the lease of a post while it is worked on: Discord may let it wait for minutes."""
        while True:
            await asyncio.sleep(self.lease.total_seconds() / 3)
            try:
                if not await self.house.storage.keep(post, self.worker, self.house.clock(), lease=self.lease):
                    return
            except Exception:
                log.exception("the lease of post %d could not be kept", post.id)

    async def _work(self, post: Post) -> None:
        holding = asyncio.create_task(self._hold(post))
        try:
            await self._try(post)
        finally:
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)

    async def _try(self, post: Post) -> None:
        storage, now = self.house.storage, self.house.clock
        try:
            message = await self._post(post)
        except (NoSuchGame, CannotLoad, NotRunning) as error:
            log.warning("%s: nothing is posted: %s", post.game, error)
            await storage.mark_failed(post, self.worker, now(), str(error), give_up=True)
        except Lost as error:
            log.warning("%s: the channel %d is gone (%s); the game is paused", post.game, post.channel, error)
            await storage.mark_failed(post, self.worker, now(), str(error), give_up=True)
            await self.pause(post.game, post.channel)
        except Shut as error:
            self.shut.add(post.channel)
            log.warning("%s: I may not post in %d (%s)", post.game, post.channel, error)
            wait = SHUT_AGAIN[min(post.attempts, len(SHUT_AGAIN)) - 1]
            give_up = post.attempts >= SHUT_GIVE_UP_AFTER
            await storage.mark_failed(post, self.worker, now(), str(error), give_up=give_up, wait=wait)
        except Exception as error:
            expected = isinstance(error, TROUBLE)
            give_up = post.attempts >= GIVE_UP_AFTER
            log.log(
                logging.WARNING if expected else logging.ERROR,
                "%s: post %d failed (attempt %d%s): %s",
                post.game,
                post.id,
                post.attempts,
                ", given up" if give_up else "",
                error,
                exc_info=None if expected else error,
            )
            try:
                asked = _asked_to_wait(error)
                await storage.mark_failed(post, self.worker, now(), str(error), give_up=give_up, wait=asked)
            except Exception:
                log.exception("post %d could not be marked; its lease will run out", post.id)
        else:
            self.shut.discard(post.channel)
            await storage.mark_sent(post, self.worker, now(), message)

    async def _post(self, post: Post) -> int | None:
        payload = msgspec.json.decode(post.payload, type=dict[str, int | str])
        match post.kind:
            case "turn":
                return await self.turns.turn(post, int(payload["version"]))
            case "again":
                return await self.turns.again(post, int(payload["message"]))
            case "proposal":
                return await post_proposal(self.house, self.channels, post, str(payload["id"]))
            case "nudge":
                return await self.notices.nudge(post, int(payload["seat"]), int(payload["since"]))
            case "silence":
                return await self.notices.silence(post, int(payload["seat"]), str(payload["why"]))
            case "spent":
                return await self.notices.spent(post, int(payload["seat"]), str(payload["order"]))
            case "moved":
                return await self.notices.moved(post)
            case "orphan":
                return await self.notices.orphan(post)
            case "dm":
                return await self.notices.direct(post, int(payload["seat"]))
            case _:
                log.error("%s: the outbox has an unknown kind of post, %s", post.game, post.kind)
                return None

    async def pause(self, game: str, channel: int) -> None:
        """Pause a game whose channel is gone, and tell its host how it can go on. Nothing more is posted
        there.
        """
        storage = self.house.storage
        try:
            record = await self.house.tables.record(game)
            if record.channel != channel:
                return  # it has moved
            if record.status == "running":
                await self.house.tables.pause(game, self.channels.own_id, manager=True)
                item = row("orphan")
                await storage.put(game, item, f"o-{game}-{record.revision}"[:NONCE], self.house.clock())
                self.ring()
            elif record.status == "lobby":
                await self.house.tables.end(game, self.channels.own_id, manager=True)
        except MoveError as error:
            log.warning("%s could not be paused: %s", game, error)


def _asked_to_wait(error: Exception) -> timedelta | None:
    """How long Discord wants to hear nothing of it, if the error says that."""
    if isinstance(error, discord.RateLimited):
        return timedelta(seconds=error.retry_after + 1)
    if isinstance(error, discord.HTTPException) and error.status == 429:
        said = error.response.headers.get("Retry-After", "")
        return timedelta(seconds=min(int(said), 86_400) + 1 if said.isdigit() else 600)
    return None
