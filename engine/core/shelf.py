"""The games that one process holds in memory: the current ones, as long as somebody touches them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from .errors import NoSuchGame, NotRunning
from .loading import build, title_of
from .records import Store
from .table import Table
from .title import Title


class Shelf:
    """Tables in memory, the longest untouched first.

    keep, keep_for: at most how many games stay, and how long one that nobody touches.
    """

    def __init__(
        self,
        store: Store,
        titles: Mapping[str, Title],
        clock: Callable[[], datetime],
        keep: int,
        keep_for: timedelta,
    ) -> None:
        self._store = store
        self._titles = titles
        self._clock = clock
        self._keep = keep
        self._keep_for = keep_for
        self._held: OrderedDict[str, tuple[datetime, Table]] = OrderedDict()

    def ids(self) -> tuple[str, ...]:
        """The ids of the games held, the longest untouched first."""
        return tuple(self._held)

    def hold(self, table: Table) -> None:
        """Keep a table as its game's newest state."""
        self._held[table.id] = (self._clock(), table)
        self._held.move_to_end(table.id)
        self.tidy()

    def forget(self, game_id: str) -> None:
        """Let go of a game of which only the database knows how it stands."""
        self._held.pop(game_id, None)

    def tidy(self) -> None:
        """Let go of the games that nobody has touched for a while, and of those that are too many."""
        oldest = self._clock() - self._keep_for
        while self._held:
            game_id, (touched, _) = next(iter(self._held.items()))
            if touched > oldest and len(self._held) <= self._keep:
                break
            del self._held[game_id]

    async def current(self, game_id: str, revision: int | None = None) -> Table:
        """The table as the database has it; read again if another process has changed it.

        revision: the one that the database has, if the caller has just looked.
        Raises NoSuchGame, NotRunning before the start, CannotLoad.
        """
        held = self._held.get(game_id)
        if held is not None:
            table = held[1]
            if revision is None:
                revision = (await self._store.look(game_id)).revision
            if revision == table.record.revision:
                self.hold(table)
                return table
        after = held[1].version if held is not None else 0
        loaded = await self._store.load(game_id, after)
        if loaded is None:
            self.forget(game_id)
            raise NoSuchGame("There is no such game.")
        if loaded.record.status == "lobby":
            raise NotRunning("The game has not started yet.")
        if not (after or loaded.moves):
            raise NotRunning("The game never began.")
        moves = loaded.moves if held is None else (*held[1].log, *loaded.moves)
        title = title_of(self._titles, loaded.record.title)
        table = await build(self._store, loaded.record, title, moves, loaded.orders)
        newer = self._held.get(game_id)  # somebody may have read or written it meanwhile
        if newer is None or newer[1].record.revision <= table.record.revision:
            self.hold(table)
        return table
