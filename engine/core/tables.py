"""All tables of one process: every game is changed only here, one change at a time and stored first.

A change is thought out on a copy, written in one transaction, and only then becomes what is in memory. So
whatever fails, memory is the database. Several processes may share a database: each checks the game's
revision, and whoever comes second reads again and thinks again.

Here is what can be asked of a table (in reception.py: of its lobby), and whom it is asked of: lobby.py,
play.py, standing_orders.py, undo.py and proposing.py think a change out, ledger.py stores it, shelf.py holds
what is in memory, loading.py reads.
"""

from __future__ import annotations

from . import consents, export, lobby, moving, standing_orders, undo
from .action import Action
from .errors import NoSuchGame, NotRunning
from .loading import entries_after, is_lobby, record_of, title_of
from .log import Entry, to_snapshot
from .play import Change, must_run, play, seats_for
from .reception import Reception
from .records import Commit, GameRecord, Proposal, ProposalKind, SeatRecord
from .table import Played, StalePanel, Table, shown
from .title import StandingOrder


class Tables(Reception):
    """The tables of one process; made as a `Reception` is.

    Errors whose sentence is for the person who asked are MoveErrors (errors.py).
    """

    # --- playing --------------------------------------------------------------------------------

    async def in_channel(self, channel: int) -> GameRecord | None:
        """The lobby, running or paused game of a channel."""
        return await self.store.in_channel(channel)

    async def record(self, game_id: str) -> GameRecord:
        """The record of a game, whatever its status. Raises NoSuchGame."""
        return await record_of(self.store, game_id)

    async def table(self, game_id: str) -> Table:
        """The game as it stands now, from memory if that is current. Raises NoSuchGame, CannotLoad; a game
        that can be loaded only in part is given with `trouble`.
        """
        return await self._shelf.current(game_id)

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

        def plan(table: Table) -> Change:
            return play(
                table,
                user,
                wish,
                self._clock(),
                seat=seat,
                seen_version=seen_version,
                interaction=interaction,
            )

        try:
            return await self._ledger.play(game_id, interaction, plan)
        except StalePanel as stale:
            assert seen_version is not None
            stale.entries = await entries_after(self.store, stale.table, seen_version)
            raise

    async def orders(self, game_id: str, user: int, seat: int | None = None) -> list[StandingOrder]:
        """The standing orders of a person's seats (or one of them), oldest first."""
        return standing_orders.orders_of(await self.table(game_id), user, seat)

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
        return await self._ledger.play(
            game_id,
            interaction,
            lambda table: standing_orders.given(table, user, order, seat, self._clock(), interaction),
        )

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
        return await self._ledger.play(
            game_id,
            interaction,
            lambda table: standing_orders.revoked(table, user, kind, seat, self._clock(), interaction),
        )

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
                    entries = await entries_after(self.store, table, seen_version)
                    raise StalePanel("This panel is out of date: you have moved since.", table, entries)
            proposal = self._proposer.draft(table, "undo", user, cut=cut)
            return await self._proposer.propose(table, proposal, False, interaction)

        return await self._ledger.change(game_id, interaction, plan)

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
            proposal = self._proposer.draft(table, "rewind", user, cut=cut)
            return await self._proposer.propose(table, proposal, manager, interaction)

        return await self._ledger.change(game_id, interaction, plan)

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
            proposal = self._proposer.draft(table, "replace", user, seat=seat, substitute=substitute)
            if not manager and not own:
                consents.must_sit(table, user)
                since = (await self.store.waiting_since(game_id)).get(seat)
                consents.must_be_time_to_vote(table, seat, since, self._clock())
            return await self._proposer.propose(table, proposal, manager or own, interaction)

        return await self._ledger.change(game_id, interaction, plan)

    async def pause(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> Played | Proposal:
        """Pause the game: a manager at once, a player with everybody's consent."""
        return await self._propose(game_id, "pause", user, manager, interaction)

    async def resume(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> Played | Proposal:
        """Go on with a paused game: a manager at once, a player with everybody's consent."""
        return await self._propose(game_id, "resume", user, manager, interaction)

    async def end(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> GameRecord | Played | Proposal:
        """End a game before its time: a lobby by its host, any by a manager, else by consent of all."""
        if await is_lobby(self.store, await record_of(self.store, game_id)):
            return await self._ledger.change_lobby(
                game_id, interaction, lambda each: lobby.closed(each, user, manager)
            )
        return await self._propose(game_id, "end", user, manager, interaction)

    async def move_to(
        self,
        game_id: str,
        user: int,
        channel: int,
        *,
        manager: bool = False,
        housekeeper: int | None = None,
        interaction: str | None = None,
    ) -> GameRecord | Played:
        """Go on in another channel: the host's right, or a manager's. Raises ChannelTaken, Refused.

        housekeeper: the user id of whoever pauses games whose channel is gone; a game paused so goes on.
        """
        record = await record_of(self.store, game_id)
        if record.status == "lobby":
            return await self._ledger.change_lobby(
                game_id, interaction, lambda each: moving.moved_lobby(each, user, channel, manager)
            )
        return await self._ledger.play(
            game_id,
            interaction,
            lambda table: moving.moved(
                table, user, channel, manager, self._clock(), interaction, housekeeper
            ),
        )

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
            return await self._proposer.answer(table, proposal, user, yes, interaction)

        return await self._ledger.change(game_id, interaction, plan)

    async def _propose(
        self, game_id: str, kind: ProposalKind, user: int, manager: bool, interaction: str | None
    ) -> Played | Proposal:
        async def plan(table: Table) -> Change:
            return await self._proposer.propose(
                table, self._proposer.draft(table, kind, user), manager, interaction
            )

        return await self._ledger.change(game_id, interaction, plan)

    # --- looking back ---------------------------------------------------------------------------

    async def history(self, game_id: str, viewer: int | None = None) -> list[Entry]:
        """The whole log with its events, as a seat or a bystander may see it."""
        return await self.since(game_id, 0, viewer)

    async def since(self, game_id: str, seq: int, viewer: int | None = None) -> list[Entry]:
        """What happened after entry `seq`, as a seat or a bystander (None) may see it.

        Entries that were taken back are marked `undone`. If an old entry cannot be played again under
        changed rules, it comes without events.
        """
        table = await self._shelf.current(game_id)
        return shown(table, await entries_after(self.store, table, seq), viewer)

    async def export(self, game_id: str, viewer: int | None = None) -> bytes:
        """The game as JSON for a person (`viewer`: the chat's id; None for a bystander): options, seats, log,
        versions, and what they see of the state. Of a game that is not over, secrets are left out.
        """
        record = await record_of(self.store, game_id)
        try:
            table = await self._shelf.current(game_id)
        except NotRunning:  # a lobby, or one that was closed: there is no log
            table = None
        return export.pack(record, title_of(self.titles, record.title), table, viewer)

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
        self._shelf.tidy()

    def in_memory(self) -> tuple[str, ...]:
        """The ids of the games in memory, the longest untouched first."""
        return self._shelf.ids()
