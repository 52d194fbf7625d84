"""What is posted when: the outbox is drained here.

A row of the outbox only says that a game has changed; what is posted is made from the game as it stands
now, so posts that fell behind are put together, and doing it again does no harm. A new turn is a new message;
while the same player goes on acting, it is brought up to date; the message before loses its panel.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import discord
import msgspec

from engine.core.errors import CannotLoad, MoveError, NoSuchGame, NotRunning
from engine.core.event import fill_names
from engine.core.records import OutboxItem, Proposal
from engine.core.table import Played, Table
from storage import LEASE, PanelRecord, Post, Preferences, Turn

from .channels import Channels, Lost, Shut
from .digest import places_of
from .house import House, names_of
from .ids import make
from .limits import NONCE
from .lobbies import moved_sheet
from .moves import person
from .orders import label_of_data
from .quiet import quiet_until
from .sheet import Button, Picture, Sheet
from .turns import Shown, new_seats, story_start, turn_sheet
from .words import NEUTRAL, listed, message_link, namer, stamp

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


def announce(table: Table, done: Played | Proposal) -> Sequence[OutboxItem]:
    """The rows that a change of a game puts in the outbox."""
    if isinstance(done, Proposal):
        return (_item("proposal", {"id": done.id}),)
    rows = []
    if done.entries:
        rows.append(_item("turn", {"version": table.version}))
    for order in done.spent:
        label = label_of_data(table.title, order)
        if label and table.seats[order.seat].user is not None:
            rows.append(_item("spent", {"seat": order.seat, "order": label}))
    if done.proposal is not None:
        rows.append(_item("proposal", {"id": done.proposal.id}))
    return rows


def _item(kind: str, payload: dict[str, object]) -> OutboxItem:
    return OutboxItem(kind, msgspec.json.encode(payload))


class Announcer:
    """Posts what the outbox says, one post a game at a time."""

    def __init__(self, house: House, channels: Channels) -> None:
        self.house = house
        self.channels = channels
        self.worker = secrets.token_hex(8)
        self.lease = LEASE
        self._bell = asyncio.Event()
        self._busy: set[asyncio.Task[None]] = set()
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
            await self._round()
            if not self._busy:
                return
            await asyncio.wait(self._busy)

    async def _round(self) -> float:
        """Begin with what is due; returns how long to wait before the next look."""
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
        due = await self.house.storage.next_due()
        if due is None or len(self._busy) >= AT_ONCE:
            return IDLE_SECONDS
        seconds = (due - self.house.clock()).total_seconds()
        return min(IDLE_SECONDS, max(0.05, seconds))

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
            expected = isinstance(error, (discord.HTTPException, discord.RateLimited, OSError))
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
                return await self.turn(post, int(payload["version"]))
            case "again":
                return await self.again(post, int(payload["message"]))
            case "proposal":
                return await self.proposal(post, str(payload["id"]))
            case "nudge":
                return await self.nudge(post, int(payload["seat"]), int(payload["since"]))
            case "silence":
                return await self.silence(post, int(payload["seat"]), str(payload["why"]))
            case "spent":
                return await self.spent(post, int(payload["seat"]), str(payload["order"]))
            case "moved":
                return await self.moved(post)
            case "orphan":
                return await self.orphan(post)
            case "dm":
                return await self.direct(post, int(payload["seat"]), int(payload["version"]))
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
                item = _item("orphan", {})
                await storage.put(game, item, f"o-{game}-{record.revision}"[:NONCE], self.house.clock())
                self.ring()
            elif record.status == "lobby":
                await self.house.tables.end(game, self.channels.own_id, manager=True)
        except MoveError as error:
            log.warning("%s could not be paused: %s", game, error)

    # --- turns --------------------------------------------------------------------------------

    async def turn(self, post: Post, version: int) -> int | None:
        """Bring the channel up to date with the game. Returns the message that shows it."""
        storage = self.house.storage
        table = await self.house.tables.table(post.game)
        everywhere = await storage.panels(post.game)
        panels = [
            each for each in everywhere if each.kind.startswith("turn") and each.channel == post.channel
        ]
        last = panels[-1] if panels else None
        if last is not None and last.version >= version and last.version >= table.version:
            return last.message
        since = await storage.waiting_since(post.game)
        shown = None if last is None else _shown(last)
        new = new_seats(table, since, shown)
        at = max([post.created, *since.values()])
        if last is not None and shown is not None and not new and table.record.status == "running":
            entries = await self.house.tables.since(table.id, shown.start)
            sheet = turn_sheet(table, entries, await self._pictures(table, shown.version))
            if await self.channels.edit(last.channel, last.message, sheet):
                await storage.put_panel(
                    msgspec.structs.replace(last, version=table.version, created=max(at, last.created))
                )
                return last.message
            await storage.drop_panel(post.game, last.message)
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
        await storage.put_panel(
            PanelRecord(message, table.id, post.channel, f"turn {start}", table.version, at, seat)
        )
        await self._tell_otherwise(table, turns, message)
        await self._take_along(post, everywhere)
        for old in panels:
            if old.message != message and await self.channels.strip(old.channel, old.message):
                await storage.drop_panel(table.id, old.message)
        return message

    async def _take_along(self, post: Post, everywhere: Sequence[PanelRecord]) -> None:
        """If the game has moved here: open proposals are asked again here, and where it was nothing can be
        clicked any more, and a word says where it is.
        """
        storage, now = self.house.storage, self.house.clock()
        for old in everywhere:
            if old.channel == post.channel or old.kind == "lobby":
                continue
            if old.kind.startswith("proposal "):
                item = _item("proposal", {"id": old.kind.partition(" ")[2]})
                await storage.put(post.game, item, f"p-{old.message}"[:NONCE], now)
                continue
            item = OutboxItem("moved", b"{}", channel=old.channel)
            await storage.put(post.game, item, f"v-{old.message}"[:NONCE], now)
            if await self.channels.strip(old.channel, old.message):
                await storage.drop_panel(post.game, old.message)
        self.ring()

    async def moved(self, post: Post) -> int | None:
        """A word in the channel that the game has left."""
        record = await self.house.tables.record(post.game)
        if record.channel == post.channel:
            return None
        return await self.channels.send(post.channel, moved_sheet(record), post.nonce)

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

    async def _tell_otherwise(self, table: Table, turns: Sequence[tuple[Turn, How]], message: int) -> None:
        """Direct messages, and a word after quiet hours, for those who want to be told so."""
        storage, now = self.house.storage, self.house.clock()
        for turn, how in turns:
            if how.direct:
                item = _item("dm", {"seat": turn.seat, "version": table.version, "message": message})
                nonce = f"dm-{table.id}-{table.version}-{turn.seat}"[:NONCE]
                await storage.put(table.id, item, nonce, now)
            if how.later is not None:
                await storage.reminded(turn, how.later, sent=False)

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

    async def direct(self, post: Post, seat: int, version: int) -> int | None:
        """Tell a player of their turn by direct message; in the channel if they take none."""
        turn = next(
            (each for each in await self.house.storage.turns_in(post.game) if each.seat == seat), None
        )
        if turn is None or turn.user is None:
            return None
        panels = [p for p in await self.house.storage.panels(post.game) if p.kind.startswith("turn")]
        link = message_link(turn.server, turn.channel, panels[-1].message if panels else None)
        title = self.house.titles.get(turn.title)
        record = await self.house.tables.record(post.game)
        prompt = fill_names(turn.prompt, namer(record))
        text = (
            f"**{title.name if title else turn.title}** · {turn.headline}\nIt is your turn: {prompt}\n{link}"
        )
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
        prompt = fill_names(turn.prompt, namer(record))
        link = await self._link(turn)
        text = (
            f"⏰ <@{turn.user}>, the table has waited for you since {stamp(turn.since)}: **{prompt}**\n{link}"
        )
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

    async def _turn_of(self, game: str, seat: int) -> Turn | None:
        turns = await self.house.storage.turns_in(game)
        return next((each for each in turns if each.seat == seat), None)

    async def _link(self, turn: Turn) -> str:
        panels = [p for p in await self.house.storage.panels(turn.game) if p.kind.startswith("turn")]
        return message_link(turn.server, turn.channel, panels[-1].message if panels else None)

    # --- proposals ----------------------------------------------------------------------------

    async def proposal(self, post: Post, proposal_id: str) -> int | None:
        """Post a proposal with buttons, or show what has become of it."""
        proposal = await self.house.tables.proposal(proposal_id)
        table = await self.house.tables.table(post.game)
        kind = f"proposal {proposal_id}"
        panels = await self.house.storage.panels(post.game, kind)
        for old in [each for each in panels if each.channel != post.channel]:  # the game has moved
            if await self.channels.strip(old.channel, old.message):
                await self.house.storage.drop_panel(post.game, old.message)
            panels.remove(old)
        sheet = proposal_sheet(proposal, table, ping=not panels)
        if panels:
            panel = panels[0]
            if not await self.channels.edit(panel.channel, panel.message, sheet):
                await self.house.storage.drop_panel(post.game, panel.message)
                panels = []
            elif proposal.status != "open":
                await self.house.storage.drop_panel(post.game, panel.message)
            if panels:
                return panel.message
        if proposal.status != "open":
            return None
        message = await self.channels.send(post.channel, sheet, post.nonce)
        await self.house.storage.put_panel(
            PanelRecord(message, table.id, post.channel, kind, table.version, self.house.clock())
        )
        return message


def _asked_to_wait(error: Exception) -> timedelta | None:
    """How long Discord wants to hear nothing of it, if the error says that."""
    if isinstance(error, discord.RateLimited):
        return timedelta(seconds=error.retry_after + 1)
    if isinstance(error, discord.HTTPException) and error.status == 429:
        said = error.response.headers.get("Retry-After", "")
        return timedelta(seconds=min(int(said), 86_400) + 1 if said.isdigit() else 600)
    return None


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


def proposal_sheet(proposal: Proposal, table: Table, *, ping: bool) -> Sheet:
    """The message that asks for consent."""
    text = fill_names(proposal.sentence, namer(table.record))
    closed = {
        "accepted": "✅ Agreed.",
        "refused": "❌ Refused. Nothing changes.",
        "withdrawn": "Withdrawn. Nothing changes.",
        "lapsed": "No longer possible; the game has gone on.",
    }
    if proposal.status != "open":
        return Sheet((text, closed[proposal.status]), colour=NEUTRAL)
    mentioned = proposal.missing if ping else ()
    asked = listed([f"<@{user}>" if user in mentioned else person(table, user) for user in proposal.missing])
    rule = "More than half must agree." if proposal.majority else "All of them must agree."
    lines = [f"Asked: {asked}. {rule}"]
    if proposal.yes:
        lines.append(f"Agreed so far: {listed([person(table, user) for user in proposal.yes])}.")
    row = (
        Button("Agree", make(table.id, table.version, "agree", proposal.id), "success"),
        Button("Refuse", make(table.id, table.version, "refuse", proposal.id), "danger"),
    )
    return Sheet((text, "\n".join(lines)), rows=(row,), colour=0xE6AC00, mention=tuple(mentioned))


def _shown(panel: PanelRecord) -> Shown:
    start = panel.kind.partition(" ")[2]
    return Shown(panel.version, panel.seat, panel.created, int(start) if start.isdigit() else 0)
