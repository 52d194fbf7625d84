"""Messages with buttons that somebody deletes: they are posted anew, but not for ever.

Where another bot deletes whatever is posted, each message would be followed by the next; so a game gets only
a few such posts an hour. Its next move posts in any case.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from engine.core.errors import MoveError
from storage import PanelRecord

from .channels import TROUBLE, Lost, Shut
from .house import House
from .limits import NONCE
from .lobbies import Lobbies
from .outbox import row

log = logging.getLogger(__name__)

MOST = 4
"""So many messages of one game are posted anew within WITHIN."""
WITHIN = timedelta(hours=1)


class Deleted:
    """Posts deleted messages anew. ring: called when something was put in the outbox."""

    def __init__(self, house: House, lobbies: Lobbies, ring: Callable[[], None]) -> None:
        self.house = house
        self.lobbies = lobbies
        self._ring = ring
        self._lately: dict[str, deque[datetime]] = {}

    async def gone(self, messages: Iterable[int]) -> None:
        """These messages, of whomever, were deleted. Never raises."""
        for message in messages:
            try:
                panel = await self.house.storage.panel(message)
                if panel is not None:
                    await self._again(panel)
            except (MoveError, *TROUBLE, Lost, Shut) as error:
                log.warning("a deleted message could not be posted anew: %s", error)
            except Exception:
                log.exception("a deleted message could not be posted anew")

    async def _again(self, panel: PanelRecord) -> None:
        storage, nonce = self.house.storage, f"a-{panel.message}"[:NONCE]
        if not self._may(panel.game):
            await storage.drop_panel(panel.game, panel.message)
            log.warning("%s: its messages are deleted again and again; that one stays away", panel.game)
        elif panel.kind == "lobby":
            record = await self.house.tables.record(panel.game)
            await storage.drop_panel(panel.game, panel.message)
            await self.lobbies.show_again(record, nonce)
        elif panel.kind.startswith("turn"):
            await storage.put(panel.game, row("again", message=panel.message), nonce, self.house.clock())
            self._ring()
        elif panel.kind.startswith("proposal "):
            item = row("proposal", id=panel.kind.partition(" ")[2])
            await storage.put(panel.game, item, nonce, self.house.clock())
            await storage.drop_panel(panel.game, panel.message)
            self._ring()

    def _may(self, game: str) -> bool:
        now = self.house.clock()
        if len(self._lately) > 1_000:
            self._lately = {each: times for each, times in self._lately.items() if times[-1] > now - WITHIN}
        times = self._lately.setdefault(game, deque(maxlen=MOST))
        if len(times) == MOST and times[0] > now - WITHIN:
            return False
        times.append(now)
        return True
