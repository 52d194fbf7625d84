"""Where tables are opened: whoever comes sits down, changes their mind, and starts the game (lobby.py)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from . import consents, lobby
from .ids import new_id
from .ledger import Announce, Ledger, Listener
from .loading import is_lobby, record_of, title_of
from .log import options_of
from .play import Change
from .proposing import Proposer
from .records import GameRecord, SeatRecord, Store
from .shelf import Shelf
from .table import Played, Table
from .title import Options, Title


class Reception:
    """The lobbies of one process, and what all of its tables share.

    store: where games are kept.
    titles: the games that can be played, by id.
    clock: the time now, aware, in UTC.
    announce: what must be posted because of a change.
    id_source, seed_source: new ids, and secret seeds of games.
    keep, keep_for: at most how many games stay in memory, and how long one that nobody touches.
    snapshot_every: of every how many entries the state is kept for good (the newest always is).
    tries: how often a change is thought out again because another process was first.
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
        self._clock = clock
        self._new_id = id_source
        self._new_seed = seed_source
        self._shelf = Shelf(store, titles, clock, keep, keep_for)
        self._proposer = Proposer(store, clock, id_source)
        self._ledger = Ledger(store, self._shelf, clock, announce, snapshot_every, tries)
        self.listeners: list[Listener] = self._ledger.listeners
        """Called after a change is stored, in order; a failing one is logged and harms nobody."""

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
        record = lobby.opened(
            title_of(self.titles, title_id),
            options,
            host,
            channel=channel,
            server=server,
            game_id=self._new_id(),
            seed=self._new_seed(),
            at=self._clock(),
            hotseat=hotseat,
            pace_hours=pace_hours,
            vote_hours=vote_hours,
        )
        return await self._ledger.open_lobby(record, interaction)

    async def join(
        self, game_id: str, seat: SeatRecord, *, by: int | None = None, interaction: str | None = None
    ) -> GameRecord:
        """Sit down in a lobby. A `seat` without a user is an automatic player, which the host (`by`) adds;
        in a hotseat game a person may sit down several times.
        """

        def plan(record: GameRecord) -> GameRecord:
            title = title_of(self.titles, record.title)
            return lobby.joined(record, title, options_of(title, record), seat, by)

        return await self._ledger.change_lobby(game_id, interaction, plan)

    async def leave(
        self, game_id: str, user: int, *, automatic: bool | None = None, interaction: str | None = None
    ) -> GameRecord | Played:
        """Leave a lobby, or a running game.

        automatic: in a running game, whether the automatic player takes the seat, or it is free for a
            substitute; None for automatic if the title can.
        """
        if await is_lobby(self.store, await record_of(self.store, game_id)):
            return await self._ledger.change_lobby(game_id, interaction, lambda each: lobby.left(each, user))
        return await self._ledger.play(
            game_id,
            interaction,
            lambda table: consents.leaving(table, user, self._clock(), interaction, automatic),
        )

    async def dismiss(
        self, game_id: str, by: int, index: int, *, manager: bool = False, interaction: str | None = None
    ) -> GameRecord:
        """Take a seat of a lobby away again: the host's right, or a manager's."""
        return await self._ledger.change_lobby(
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
        return await self._ledger.change_lobby(
            game_id,
            interaction,
            lambda record: lobby.configured(
                record, title_of(self.titles, record.title), user, options, manager
            ),
        )

    async def start(
        self, game_id: str, user: int, *, manager: bool = False, interaction: str | None = None
    ) -> Table:
        """Start the game: the host's right, or a manager's. Listeners get what was played."""

        def begin(record: GameRecord) -> Change:
            title = title_of(self.titles, record.title)
            options = options_of(title, record)
            return lobby.started(record, title, options, user, self._clock(), interaction, manager)

        return (await self._ledger.start(game_id, interaction, begin)).table
