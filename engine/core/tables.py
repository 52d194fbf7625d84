"""All tables of one process: every game is changed only here, one change at a time and stored first.

A change is thought out on a copy, written in one transaction, and only then becomes what is in memory. So
whatever fails, memory is the database. Several processes may share a database: each checks the game's
revision, and whoever comes second reads again and thinks again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from weakref import WeakValueDictionary

import msgspec

from . import consents, export, lobby, undo
from .action import Action
from .errors import Busy, CannotLoad, ChannelTaken, NoSuchGame, NotRunning, NotSaved, Refused
from .game import AnyGame
from .log import (
    Entry,
    LogError,
    begin_again,
    from_snapshot,
    options_of,
    play_on,
    sound_base,
    standing,
    table_events,
    to_snapshot,
    walk,
)
from .play import Change, Pen, must_run, play, read_order, seats_for
from .records import (
    PLAYED,
    Commit,
    Conflict,
    GameRecord,
    InteractionRecord,
    MoveRecord,
    OrderRecord,
    OutboxItem,
    Proposal,
    ProposalKind,
    SeatRecord,
    SnapshotRecord,
    Store,
    Waiting,
)
from .table import Played, StalePanel, Table, shown
from .title import Options, StandingOrder, Title

log = logging.getLogger(__name__)

Announce = Callable[[Table, Played | Proposal], Sequence[OutboxItem]]
"""What must be posted because of a change. Pure and quick: it is called before the change is stored, with
the table as it will be, and its posts are stored with it."""

Listener = Callable[[Table, Played], Awaitable[None]]

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of ids; none looks like another."""


def new_id() -> str:
    """A short id: 8 letters and digits, 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


class Tables:
    """The tables of one process.

    store: where games are kept.
    titles: the games that can be played, by id.
    clock: the time now, aware, in UTC.
    announce: what must be posted because of a change.
    id_source, seed_source: new ids, and secret seeds of games.
    keep, keep_for: at most how many games stay in memory, and how long one that nobody touches.
    snapshot_every: of every how many entries the state is kept for good (the newest always is).
    tries: how often a change is thought out again because another process was first.

    Errors whose sentence is for the person who asked are MoveErrors (errors.py).
    """

    def __init__(
        self,
        store: Store,
        titles: Mapping[str, Title],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        announce: Announce = lambda _table, _done: (),
        id_source: Callable[[], str] = new_id,
        seed_source: Callable[[], str] = lambda: secrets.token_hex(16),
        keep: int = 400,
        keep_for: timedelta = timedelta(minutes=30),
        snapshot_every: int = 25,
        tries: int = 12,
    ) -> None:
        self.store = store
        self.titles = titles
        self.listeners: list[Listener] = []
        """Called after a change is stored, in order; a failing one is logged and harms nobody."""
        self._clock = clock
        self._announce = announce
        self._new_id = id_source
        self._new_seed = seed_source
        self._keep = keep
        self._keep_for = keep_for
        self._snapshot_every = snapshot_every
        self._tries = tries
        self._held: OrderedDict[str, tuple[datetime, Table]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # --- the lobby ------------------------------------------------------------------------------

    async def open(
        self,
        channel: int,
        server: int | None,
        title_id: str,
        options: Options,
        host: SeatRecord,
        *,
        hotseat: bool = False,
        pace_hours: int = 24,
        vote_hours: int = 72,
        interaction: str | None = None,
    ) -> GameRecord:
        """Open a lobby in a channel; the host sits down. Raises ChannelTaken, Refused."""
        title = self._title(title_id)
        if host.user is None:
            raise Refused("A game is opened by a person.")
        known = await self._lobby_repeated(interaction)
        if known is not None:
            return known
        record = GameRecord(
            id=self._new_id(),
            channel=channel,
            server=server,
            title=title_id,
            options=msgspec.json.encode(options),
            rules_version=title.rules_version,
            seats=(host,),
            host=host.user,
            seed=self._new_seed(),
            status="lobby",
            created=self._clock(),
            hotseat=hotseat,
            revision=1,
            pace_hours=pace_hours,
            vote_hours=vote_hours,
        )
        try:
            await self.store.commit(self._lobby_commit(record, interaction))
        except Conflict:  # the same delivery at the same moment, elsewhere
            known = await self._lobby_repeated(interaction)
            if known is None:
                raise Busy("The game could not be opened. Please try again.") from None
            return known
        except ChannelTaken:
            known = await self._lobby_repeated(interaction)
            if known is None:
                raise
            return known
        return record

    async def join(
        self, game_id: str, seat: SeatRecord, *, by: int | None = None, interaction: str | None = None
    ) -> GameRecord:
        """Sit down in a lobby. A `seat` without a user is an automatic player, which the host (`by`) adds;
        in a hotseat game a person may sit down several times.
        """

        def plan(record: GameRecord) -> GameRecord:
            title = self._title(record.title)
            return lobby.joined(record, title, options_of(title, record), seat, by)

        return await self._change_lobby(game_id, interaction, plan)

    async def leave(
        self, game_id: str, user: int, *, automatic: bool | None = None, interaction: str | None = None
    ) -> GameRecord | Played:
        """Leave a lobby, or a running game.

        automatic: in a running game, whether the automatic player takes the seat, or it is free for a
            substitute; None for automatic if the title can.
        """
        record = await self._record(game_id)
        if record.status == "lobby":
            return await self._change_lobby(game_id, interaction, lambda each: lobby.left(each, user))

        async def plan(table: Table) -> Change:
            if table.record.status not in ("running", "paused"):
                must_run(table)
            if table.trouble:
                raise CannotLoad(table.trouble)
            seats_for(table, user, None)
            can = table.title.autoplay is not None
            if automatic and not can:
                raise Refused(f"{table.title.name} has no automatic player.")
            by_itself = can if automatic is None else automatic
            return consents.leave_seats(table, user, self._clock(), interaction, by_itself)

        return _played(await self._change(game_id, interaction, plan))

    async def dismiss(
        self, game_id: str, by: int, index: int, *, manager: bool = False, interaction: str | None = None
    ) -> GameRecord:
        """Take a seat of a lobby away again: the host's right, or a manager's."""
        return await self._change_lobby(
            game_id, interaction, lambda record: lobby.dismissed(record, by, index, manager)
        )

    async def configure(
        self,
        game_id: str,
        user: int,
        options: Options,
        *,
        manager: bool = False,
        interaction: str | None = None,
    ) -> GameRecord:
        """Change a lobby's options: the host's right, or a manager's."""
        return await self._change_lobby(
            game_id,
            interaction,
            lambda record: lobby.configured(record, self._title(record.title), user, options, manager),
        )

    async def start(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> Table:
        """Start the game: the host's right, or a manager's. Listeners get what was played."""

        async def write(_revision: int | None) -> Change:
            record = await self._record(game_id)
            title = self._title(record.title)
            options = options_of(title, record)
            return lobby.started(record, title, options, user, self._clock(), interaction, manager)

        done = await self._store_change(game_id, interaction, write)
        return _played(done).table

    # --- playing --------------------------------------------------------------------------------

    async def in_channel(self, channel: int) -> GameRecord | None:
        """The lobby, running or paused game of a channel."""
        return await self.store.in_channel(channel)

    async def record(self, game_id: str) -> GameRecord:
        """The record of a game, whatever its status. Raises NoSuchGame."""
        return await self._record(game_id)

    async def table(self, game_id: str) -> Table:
        """The game as it stands now, from memory if that is current. Raises NoSuchGame, CannotLoad; a game
        that can be loaded only in part is given with `trouble`.
        """
        return await self._current(game_id)

    async def act(
        self,
        game_id: str,
        user: int,
        wish: Action | str,
        *,
        seat: int | None = None,
        seen_version: int | None = None,
        interaction: str | None = None,
    ) -> Played:
        """Make a move: an action, or text in the notation of players.

        seat: which of the person's seats; None for whichever is asked.
        seen_version: the table's version when the panel was drawn. If the seat has acted since, or is not
            asked any more, StalePanel is raised and nothing happens: two clicks are one move.
        interaction: the delivery's id. A repetition gets the same answer, with `duplicate`.

        Raises a MoveError with a sentence for the person: NotUnderstood, Ambiguous, IllegalMove,
        NotYourTurn, StalePanel, NotSeated, NotRunning, CannotLoad, Busy, NotSaved, NoSuchGame.
        """

        async def plan(table: Table) -> Change:
            try:
                return play(
                    table,
                    user,
                    wish,
                    self._clock(),
                    seat=seat,
                    seen_version=seen_version,
                    interaction=interaction,
                )
            except StalePanel as stale:
                assert seen_version is not None
                stale.entries = await self._entries(table, seen_version)
                raise

        return _played(await self._change(game_id, interaction, plan))

    async def orders(self, game_id: str, user: int, seat: int | None = None) -> list[StandingOrder]:
        """The standing orders of a person's seats (or one of them), oldest first."""
        table = await self._current(game_id)
        own = seats_for(table, user, seat)
        found = [read_order(table.title, each) for each in table.orders if each.seat in own]
        return [order for order in found if order is not None]

    async def give_order(
        self,
        game_id: str,
        user: int,
        order: StandingOrder,
        *,
        seat: int | None = None,
        interaction: str | None = None,
    ) -> Played:
        """Give an order in advance; one of the same kind is replaced. If it answers what the seat is asked
        now, the move is made at once.
        """

        async def plan(table: Table) -> Change:
            must_run(table)
            own = seats_for(table, user, seat)
            if type(order) not in table.title.orders:
                raise Refused(f"{table.title.name} knows no such order.")
            if len(own) > 1:
                raise Refused("Say for which of your seats the order is.")
            pen = Pen(table, self._clock(), interaction)
            pen.orders = [
                each
                for each in pen.orders
                if each.seat != own[0] or type(read_order(table.title, each)) is not type(order)
            ]
            pen.orders.append(OrderRecord(table.id, own[0], msgspec.json.encode(order)))
            pen.settle()
            return pen.finish()

        return _played(await self._change(game_id, interaction, plan))

    async def drop_orders(
        self,
        game_id: str,
        user: int,
        kind: type[StandingOrder] | None = None,
        *,
        seat: int | None = None,
        interaction: str | None = None,
    ) -> Played:
        """Revoke a person's standing orders: of one kind, or all."""

        async def plan(table: Table) -> Change:
            own = seats_for(table, user, seat)
            pen = Pen(table, self._clock(), interaction)
            pen.orders = [
                each
                for each in pen.orders
                if each.seat not in own
                or (kind is not None and type(read_order(table.title, each)) is not kind)
            ]
            return pen.finish()

        return _played(await self._change(game_id, interaction, plan))

    # --- taking back, and changing the table ----------------------------------------------------

    async def undo(
        self,
        game_id: str,
        user: int,
        *,
        seat: int | None = None,
        seen_version: int | None = None,
        interaction: str | None = None,
    ) -> Played | Proposal:
        """Take back the person's last move and what followed: at once if that touches nobody else, else as
        a Proposal to those it touches. A failed undo changes nothing.

        seen_version: the table's version when the panel was drawn; StalePanel if another move than the one
            meant then would be taken back.
        """

        async def plan(table: Table) -> Change:
            own = seats_for(table, user, seat)
            must_run(table)
            cut = undo.cut_for_undo(table, own)
            if seen_version is not None and seen_version < table.version:
                meant = undo.own_last_move(table.log[:seen_version], own)
                if meant is None or meant.seq != cut:
                    entries = await self._entries(table, seen_version)
                    raise StalePanel("This panel is out of date: you have moved since.", table, entries)
            return await self._propose(
                table, self._proposal(table, "undo", user, cut=cut), False, interaction
            )

        return await self._change(game_id, interaction, plan)

    async def rewind(
        self,
        game_id: str,
        user: int,
        to_seq: int,
        *,
        manager: bool = False,
        interaction: str | None = None,
    ) -> Played | Proposal:
        """Take the whole table back to how it stood after entry `to_seq`: a manager at once, a player with
        the consent of all others. Entries about the table itself (who sits where) are not taken back.
        """

        async def plan(table: Table) -> Change:
            if not manager:
                consents.must_sit(table, user)
            cut = undo.cut_for_rewind(table, to_seq)
            return await self._propose(
                table, self._proposal(table, "rewind", user, cut=cut), manager, interaction
            )

        return await self._change(game_id, interaction, plan)

    async def replace(
        self,
        game_id: str,
        user: int,
        seat: int,
        substitute: SeatRecord,
        *,
        manager: bool = False,
        interaction: str | None = None,
    ) -> Played | Proposal:
        """Let `substitute` play a seat from now on (user None: the automatic player).

        A manager, and whoever gives the own seat away, at once; the other players by a vote, if the seat is
        free or has been waited for as long as was agreed (`vote_hours`).
        """

        async def plan(table: Table) -> Change:
            consents.must_be_replaceable(table, seat, substitute)
            own = seat in table.seats_of(user)
            proposal = self._proposal(table, "replace", user, seat=seat, substitute=substitute)
            if not manager and not own:
                consents.must_sit(table, user)
                since = (await self.store.waiting_since(game_id)).get(seat)
                consents.must_be_time_to_vote(table, seat, since, self._clock())
            return await self._propose(table, proposal, manager or own, interaction)

        return await self._change(game_id, interaction, plan)

    async def pause(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> Played | Proposal:
        """Pause the game: a manager at once, a player with everybody's consent."""
        return await self._simple(game_id, "pause", user, manager, interaction)

    async def resume(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> Played | Proposal:
        """Go on with a paused game: a manager at once, a player with everybody's consent."""
        return await self._simple(game_id, "resume", user, manager, interaction)

    async def end(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> GameRecord | Played | Proposal:
        """End a game before its time: a lobby by its host, any by a manager, else by consent of all."""
        record = await self._record(game_id)
        if record.status == "lobby":
            return await self._change_lobby(
                game_id, interaction, lambda each: lobby.closed(each, user, manager)
            )
        return await self._simple(game_id, "end", user, manager, interaction)

    async def proposals(self, game_id: str) -> list[Proposal]:
        """The open proposals of a game, oldest first."""
        return await self.store.proposals(game_id)

    async def proposal(self, proposal_id: str) -> Proposal:
        """One proposal, whatever became of it. Raises NoSuchGame."""
        found = await self.store.proposal(proposal_id)
        if found is None:
            raise NoSuchGame("There is no such proposal.")
        return found

    async def answer(
        self, proposal_id: str, user: int, yes: bool, *, interaction: str | None = None
    ) -> Played | Proposal:
        """Agree to a proposal or not; its proposer may withdraw it (`yes` False).

        Returns what was played if that settles it, else the proposal as it stands. Somebody whom it touches
        only since it was made is asked too.
        """
        game_id = (await self.proposal(proposal_id)).game

        async def plan(table: Table) -> Change:
            proposal = await self.proposal(proposal_id)
            proposal = consents.answered(table, proposal, user, yes)
            if proposal.status != "accepted":
                return self._stored_proposal(table, proposal)
            return consents.carry_out(
                table,
                proposal,
                await self._earlier(table, proposal),
                self._clock(),
                actor=user,
                interaction=interaction,
                by_consent=True,
            )

        return await self._change(game_id, interaction, plan)

    # --- looking back ---------------------------------------------------------------------------

    async def history(self, game_id: str, viewer: int | None = None) -> list[Entry]:
        """The whole log with its events, as a seat or a bystander may see it."""
        return await self.since(game_id, 0, viewer)

    async def since(self, game_id: str, seq: int, viewer: int | None = None) -> list[Entry]:
        """What happened after entry `seq`, as a seat or a bystander (None) may see it.

        Entries that were taken back are marked `undone`. If an old entry cannot be played again under
        changed rules, it comes without events.
        """
        table = await self._current(game_id)
        return shown(table, await self._entries(table, seq), viewer)

    async def export(self, game_id: str, viewer: int | None = None) -> bytes:
        """The game as JSON for a person (`viewer`: the chat's id; None for a bystander): options, seats, log,
        versions, and what they see of the state. Of a game that is not over, secrets are left out.
        """
        record = await self._record(game_id)
        try:
            table = await self._current(game_id)
        except NotRunning:  # a lobby, or one that was closed: there is no log
            table = None
        return export.pack(record, self._title(record.title), table, viewer)

    async def import_game(self, data: bytes, channel: int, server: int | None, user: int) -> GameRecord:
        """Take in a finished game that `export` wrote, after playing it through. Raises Refused."""
        record, moves, game = export.unpack(
            data, self.titles, game_id=self._new_id(), channel=channel, server=server, user=user
        )
        title = self.titles[record.title]
        await self.store.commit(
            Commit(
                record=record,
                at=self._clock(),
                moves=moves,
                snapshot=to_snapshot(record, len(moves), title.rules_version, game),
            )
        )
        return record

    def tidy(self) -> None:
        """Let games that nobody has touched for a while leave memory. Also happens by itself."""
        oldest = self._clock() - self._keep_for
        while self._held:
            game_id, (touched, _) = next(iter(self._held.items()))
            if touched > oldest and len(self._held) <= self._keep:
                break
            del self._held[game_id]

    def in_memory(self) -> tuple[str, ...]:
        """The ids of the games in memory, the longest untouched first."""
        return tuple(self._held)

    # --- changing a game ------------------------------------------------------------------------

    async def _change(
        self, game_id: str, interaction: str | None, plan: Callable[[Table], Awaitable[Change]]
    ) -> Played | Proposal:
        """Think a change out and store it, under the game's lock."""

        async def write(revision: int | None) -> Change:
            return await plan(await self._current(game_id, revision))

        return await self._store_change(game_id, interaction, write)

    async def _store_change(
        self,
        game_id: str,
        interaction: str | None,
        write: Callable[[int | None], Awaitable[Change]],
    ) -> Played | Proposal:
        async with self._lock(game_id):
            for _ in range(self._tries):
                look = await self.store.look(game_id, interaction)
                if look.interaction is not None:
                    return await self._repeated(look.interaction)
                change = await write(look.revision)
                if change.table.record.revision == 0:  # nothing to store: the answer is known already
                    return change.answer
                if await self._stored(self._commit_of(change, interaction)):
                    self._hold(change.table)
                    break
            else:
                raise Busy("Others are changing the game at this moment. Nothing happened; please try again.")
        if change.entries or change.proposal is not None:
            played = Played(change.entries, change.table.version, change.table, proposal=change.proposal)
            for listener in self.listeners:
                try:
                    await listener(change.table, played)
                except Exception:
                    log.exception("%s: a listener failed", game_id)
        return change.answer

    async def _stored(self, commit: Commit) -> bool:
        """Write a commit; False if somebody else was first. If the database fails, memory forgets the game,
        and NotSaved is raised unless it turns out to be written all the same.
        """
        game_id = commit.record.id
        try:
            await self.store.commit(commit)
        except Conflict:
            self._held.pop(game_id, None)
            return False
        except Refused:
            raise
        except Exception as error:
            self._held.pop(game_id, None)
            log.exception("%s: a change could not be stored", game_id)
            if await self._was_written(commit):
                return True
            raise NotSaved(
                "The table could not write that down. Please look where the game stands and try again."
            ) from error
        except BaseException:  # cancelled in the middle: only the database knows
            self._held.pop(game_id, None)
            raise
        return True

    async def _was_written(self, commit: Commit) -> bool:
        try:
            if commit.interaction is not None:
                return await self.store.interaction(commit.interaction.id) is not None
            if not commit.moves:
                return False
            loaded = await self.store.load(commit.record.id, commit.moves[0].seq - 1)
            return loaded is not None and loaded.moves[: len(commit.moves)] == commit.moves
        except Exception:
            return False

    def _commit_of(self, change: Change, interaction: str | None) -> Commit:
        table, now = change.table, self._clock()
        record = table.record
        moves = tuple(entry.move for entry in change.entries)
        snapshot, dropped = None, None
        if moves:
            snapshot = to_snapshot(record, table.version, table.title.rules_version, table.game)
            # The newest state is always kept, and of the older ones the last of every so many entries.
            before, every = moves[0].seq - 1, self._snapshot_every
            if before > 1 and before // every == table.version // every:
                dropped = before
        done = None
        if interaction is not None:
            first = moves[0].seq if moves else 0
            proposal = change.proposal.id if change.proposal is not None else None
            done = InteractionRecord(
                interaction, record.id, first, moves[-1].seq if moves else 0, now, proposal
            )
        return Commit(
            record=record,
            at=now,
            moves=moves,
            snapshot=snapshot,
            drop_snapshot=dropped,
            waiting=tuple(Waiting(each.seat, each.prompt) for each in table.waiting()),
            acted=change.acted,
            orders=table.orders if change.orders_changed else None,
            proposal=change.proposal,
            outbox=self._posts(change),
            interaction=done,
        )

    def _posts(self, change: Change) -> tuple[OutboxItem, ...]:
        try:
            return tuple(self._announce(change.table, change.answer))
        except Exception:  # a fault in wording a post must not make the game unplayable
            log.exception("%s: what should be posted could not be worded", change.table.id)
            return ()

    async def _change_lobby(self, game_id: str, interaction: str | None, plan: lobby.Plan) -> GameRecord:
        async with self._lock(game_id):
            for _ in range(self._tries):
                known = await self._lobby_repeated(interaction)
                if known is not None:
                    return known
                before = await self._record(game_id)
                record = msgspec.structs.replace(plan(before), revision=before.revision + 1)
                if await self._stored(self._lobby_commit(record, interaction)):
                    return record
        raise Busy("Others are changing the game at this moment. Nothing happened; please try again.")

    def _lobby_commit(self, record: GameRecord, interaction: str | None) -> Commit:
        now = self._clock()
        done = None if interaction is None else InteractionRecord(interaction, record.id, 0, 0, now)
        return Commit(record=record, at=now, interaction=done)

    # --- proposals ------------------------------------------------------------------------------

    async def _simple(
        self, game_id: str, kind: ProposalKind, user: int, manager: bool, interaction: str | None
    ) -> Played | Proposal:
        async def plan(table: Table) -> Change:
            return await self._propose(table, self._proposal(table, kind, user), manager, interaction)

        return await self._change(game_id, interaction, plan)

    def _proposal(
        self,
        table: Table,
        kind: ProposalKind,
        user: int,
        *,
        cut: int = 0,
        seat: int | None = None,
        substitute: SeatRecord | None = None,
    ) -> Proposal:
        proposal = Proposal(
            id=self._new_id(),
            game=table.id,
            kind=kind,
            by=user,
            version=table.version,
            needs=(),
            created=self._clock(),
            sentence="",
            cut=cut,
            seat=seat,
            substitute=substitute,
            majority=kind == "replace",
        )
        consents.must_be_possible(table, proposal)
        return msgspec.structs.replace(proposal, sentence=consents.sentence(table, proposal))

    async def _propose(
        self, table: Table, proposal: Proposal, at_once: bool, interaction: str | None
    ) -> Change:
        """Carry a proposal out if nobody needs to be asked, else store it."""
        if not at_once:
            consents.must_sit(table, proposal.by)
            proposal = consents.verdict(table, proposal)
        if at_once or proposal.status == "accepted":
            return consents.carry_out(
                table,
                proposal,
                await self._earlier(table, proposal),
                self._clock(),
                actor=proposal.by,
                interaction=interaction,
            )
        same = ("kind", "by", "cut", "seat", "substitute")
        for known in await self.store.proposals(table.id):
            if all(getattr(known, name) == getattr(proposal, name) for name in same):
                return _nothing_new(table, known)
        return self._stored_proposal(table, proposal)

    def _stored_proposal(self, table: Table, proposal: Proposal) -> Change:
        record = msgspec.structs.replace(table.record, revision=table.record.revision + 1)
        return Change(replace(table, record=record), proposal=proposal)

    async def _earlier(self, table: Table, proposal: Proposal) -> AnyGame | None:
        """For an undo or a rewind: the game with the moves that stay. Raises CannotLoad."""
        if proposal.kind not in ("undo", "rewind"):
            return None
        best = 1
        async for base, game in self._bases(table.record, table.title, table.log, proposal.cut - 1):
            try:
                return play_on(table.title, game, base, table.log, proposal.cut)
            except LogError as error:
                log.warning("%s: cannot go back to before entry %d: %s", table.id, proposal.cut, error)
                best = max(best, error.seq)
        # Without the reason, which may quote a sealed move.
        raise CannotLoad(f"The table cannot go back there: entry {best} cannot be played again.")

    # --- loading --------------------------------------------------------------------------------

    def _title(self, title_id: str) -> Title:
        title = self.titles.get(title_id)
        if title is None:
            raise CannotLoad(f"This bot does not know the game {title_id} (any more).")
        return title

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def _record(self, game_id: str) -> GameRecord:
        record = await self.store.game(game_id)
        if record is None:
            raise NoSuchGame("There is no such game.")
        return record

    def _hold(self, table: Table) -> None:
        self._held[table.id] = (self._clock(), table)
        self._held.move_to_end(table.id)
        self.tidy()

    async def _current(self, game_id: str, revision: int | None = None) -> Table:
        """The table as the database has it; read again if another process has changed it.

        revision: the one that the database has, if the caller has just looked.
        """
        held = self._held.get(game_id)
        if held is not None:
            table = held[1]
            if revision is None:
                revision = (await self.store.look(game_id)).revision
            if revision == table.record.revision:
                self._hold(table)
                return table
        after = held[1].version if held is not None else 0
        loaded = await self.store.load(game_id, after)
        if loaded is None:
            self._held.pop(game_id, None)
            raise NoSuchGame("There is no such game.")
        if loaded.record.status == "lobby" or not (after or loaded.moves):
            lobby_only = (
                "The game has not started yet."
                if loaded.record.status == "lobby"
                else "The game never began."
            )
            raise NotRunning(lobby_only)
        moves = loaded.moves if held is None else (*held[1].log, *loaded.moves)
        table = await self._build(loaded.record, moves, loaded.orders)
        newer = self._held.get(game_id)  # somebody may have read or written it meanwhile
        if newer is None or newer[1].record.revision <= table.record.revision:
            self._hold(table)
        return table

    async def _build(
        self, record: GameRecord, moves: tuple[MoveRecord, ...], orders: tuple[OrderRecord, ...]
    ) -> Table:
        """The table of a log: from the newest snapshot that can be read and played on, at worst from the
        start; if nothing leads to the end, at the last good point.
        """
        title = self._title(record.title)
        furthest, trouble, game = 0, "", None
        async for base, start in self._bases(record, title, moves, len(moves)):
            again = start.copy()
            try:
                whole = play_on(title, start, base, moves)
                return Table(record, title, whole, moves, orders, good=len(moves))
            except LogError as error:
                if error.good > furthest:
                    furthest, trouble = error.good, str(error)
                    game = play_on(title, again, base, moves, error.seq)
        if game is None:
            raise CannotLoad("The game cannot be loaded by this version of the bot. Its log is kept.")
        log.error("%s: loaded up to entry %d of %d: %s", record.id, furthest, len(moves), trouble)
        sentence = (
            f"The game could be loaded only up to entry {furthest} of {len(moves)} and takes no moves. "
            "A manager can rewind it to there."
        )
        return Table(record, title, game, moves, orders, sentence, furthest)

    async def _bases(
        self, record: GameRecord, title: Title, moves: Sequence[MoveRecord], limit: int
    ) -> AsyncIterator[tuple[int, AnyGame]]:
        """States from which the standing moves can be played on, the newest first, the start last: pairs of
        an entry's number, at most `limit`, and a game of one's own as it stood after it.
        """
        while limit > 1:
            snapshot: SnapshotRecord | None = await self.store.snapshot(record.id, limit)
            if snapshot is None:
                break
            base = sound_base(moves, snapshot.seq)
            limit = base - 1 if base == snapshot.seq else base
            if base == snapshot.seq:
                try:
                    yield base, from_snapshot(title, record, snapshot)
                except LogError as error:
                    log.warning("%s: %s", record.id, error)
        try:
            yield 1, begin_again(title, record, moves)
        except LogError as error:
            log.warning("%s: %s", record.id, error)

    async def _entries(self, table: Table, seq: int) -> tuple[Entry, ...]:
        """The entries after `seq` with their events."""
        known = table.recent
        if seq >= table.version:
            return ()
        if known and known[0].move.seq <= seq + 1:
            return tuple(entry for entry in known if entry.move.seq > seq)
        best: list[Entry] = []
        async for base, game in self._bases(table.record, table.title, table.log, max(seq, 1)):
            found: list[Entry] = []
            try:
                for entry in walk(table.title, game, base, table.log):
                    found.append(entry)
                best = found
                break
            except LogError:
                if len(found) > len(best):
                    best = found
        kept = {move.seq for move in standing(table.log)}
        by_seq = {entry.move.seq: entry for entry in (*best, *known)}
        return tuple(by_seq.get(move.seq) or _unplayed(table, move, kept) for move in table.log[seq:])

    # --- repeated deliveries --------------------------------------------------------------------

    async def _repeated(self, known: InteractionRecord) -> Played | Proposal:
        """What a delivery that was worked on before led to."""
        proposal = None if known.proposal is None else await self.store.proposal(known.proposal)
        if proposal is not None and not known.last:
            return proposal
        table = await self._current(known.game)
        entries = await self._entries(table, known.first - 1) if known.first else ()
        made = tuple(entry for entry in entries if entry.move.seq <= known.last)
        return Played(made, known.last or table.version, table, duplicate=True, proposal=proposal)

    async def _lobby_repeated(self, interaction: str | None) -> GameRecord | None:
        if interaction is None:
            return None
        known = await self.store.interaction(interaction)
        return None if known is None else await self._record(known.game)


def _played(done: Played | Proposal) -> Played:
    assert isinstance(done, Played), "only proposals are answered with a proposal"
    return done


def _unplayed(table: Table, move: MoveRecord, kept: set[int]) -> Entry:
    """An entry that was not played again: about a move it says nothing."""
    if move.kind in PLAYED:
        return Entry(move, None, [], move.seq not in kept)
    return Entry(move, None, table_events(move, table.log))


def _nothing_new(table: Table, proposal: Proposal) -> Change:
    """A change that is none: the proposal stands already."""
    record = msgspec.structs.replace(table.record, revision=0)
    return Change(replace(table, record=record), proposal=proposal)


__all__ = ["Announce", "Listener", "Tables", "new_id"]
