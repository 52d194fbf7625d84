"""Pictures drawn in a small pool of processes: cached by what they show, with a time limit.

If a picture fails or takes too long there is none, and the text is posted all the same.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.action import Action

from . import paint
from .paint import Painted
from .sheet import Picture

log = logging.getLogger(__name__)

CACHE_BYTES = 32 * 1024 * 1024
SLOW_SECONDS = 1.0
BREAK_AFTER = 5
"""After so many failures in a row, a title gets no pictures for a while."""
BREAK_SECONDS = 120.0
FILM_PATIENCE = 6
"""A film may take so many times as long as a picture."""
QUEUE = 3
"""A picture waits for a free painter at most so many times as long as it may take to draw; and so many films
wait for the one before."""

Work = Callable[..., tuple[Painted, ...]]


class Pictures:
    """Draws pictures off the event loop.

    processes: how many painters work at once.
    seconds: how long one picture may take.
    executor: somebody else's painters, who outlive this; without, a pool of processes of its own.
    """

    def __init__(
        self, processes: int = 1, seconds: float = 10.0, *, executor: Executor | None = None
    ) -> None:
        self._processes = processes
        self._seconds = seconds
        self._lent = executor
        self._executor: Executor | None = None
        self._cache: OrderedDict[str, tuple[Painted, ...]] = OrderedDict()
        self._size = 0
        self._running: dict[str, asyncio.Task[tuple[Painted, ...]]] = {}
        self._free = asyncio.Semaphore(processes)
        self._film = asyncio.Lock()
        self._films_asked = 0
        self._studio: Executor | None = None
        self._failures: dict[str, tuple[int, float]] = {}

    async def board(
        self,
        title_id: str,
        view: Struct,
        places: Sequence[str] = (),
        names: Sequence[str] = (),
        *,
        close_up: bool = False,
    ) -> tuple[Picture, ...]:
        """The board as a view shows it.

        places: what the last move touched, to be marked.
        names: of the seats, for the legend and the alt texts.
        close_up: only the part around the places.
        """
        marks = tuple(dict.fromkeys(places))
        return await self._drawn(paint.board, title_id, view, marks, tuple(names), close_up)

    async def preview(
        self, title_id: str, view: Struct, action: Action, names: Sequence[str] = ()
    ) -> tuple[Picture, ...]:
        """What a move would look like, close up."""
        return await self._drawn(paint.preview, title_id, view, action, tuple(names))

    async def choice(
        self,
        title_id: str,
        view: Struct,
        actions: Sequence[Action],
        labels: Sequence[str],
        names: Sequence[str] = (),
    ) -> tuple[Picture, ...]:
        """Several possible moves side by side."""
        return await self._drawn(paint.choice, title_id, view, tuple(actions), tuple(labels), tuple(names))

    async def growth(
        self, title_id: str, views: Sequence[Struct], names: Sequence[str] = ()
    ) -> tuple[Picture, ...]:
        """The board growing, as an animation. It may take several times as long as a picture, and has a
        painter of its own, one film at a time, so that no turn waits for it. None if too many are asked for.
        """
        return await self._drawn(paint.growth, title_id, tuple(views), tuple(names))

    async def _drawn(self, work: Work, title_id: str, shown: Any, *rest: Any) -> tuple[Picture, ...]:
        if not paint.has_painter(title_id) or not self._may(title_id):
            return ()
        what = msgspec.msgpack.encode((work.__name__, title_id, type(shown).__name__, shown, rest))
        key = sha256(what).hexdigest()
        found = self._cache.get(key)
        if found is not None:
            self._cache.move_to_end(key)
        else:
            task = self._running.get(key)
            if task is None:
                draw = self._shoot if work is paint.growth else self._draw
                task = asyncio.create_task(draw(key, work, title_id, shown, rest))
                self._running[key] = task
                task.add_done_callback(lambda _done: self._running.pop(key, None))
            found = await asyncio.shield(task)
        return tuple(Picture(each.name, each.alt, each.png) for each in found)

    async def _shoot(
        self, key: str, work: Work, title_id: str, shown: Any, rest: tuple[Any, ...]
    ) -> tuple[Painted, ...]:
        """Draw a film."""
        if self._films_asked >= QUEUE:
            log.warning("a film of %s is left out: %d are asked for", title_id, self._films_asked)
            return ()
        self._films_asked += 1
        limit = self._seconds * FILM_PATIENCE
        try:
            async with self._film:
                self._studio = None if self._lent is not None else _painters(1)
                try:
                    call = asyncio.get_running_loop().run_in_executor(
                        self._lent or self._studio, work, title_id, shown, *rest
                    )
                    painted = await asyncio.wait_for(call, limit)
                finally:
                    if self._studio is not None:
                        _end(self._studio)
        except TimeoutError:
            log.warning("a film of %s took more than %.1f s and is left out", title_id, limit)
            return ()
        except Exception:
            log.exception("a film of %s failed", title_id)
            return ()
        finally:
            self._films_asked -= 1
        self._keep(key, painted)
        return painted

    async def _draw(
        self, key: str, work: Work, title_id: str, shown: Any, rest: tuple[Any, ...]
    ) -> tuple[Painted, ...]:
        limit = self._seconds
        try:
            await asyncio.wait_for(self._free.acquire(), limit * QUEUE)
        except TimeoutError:
            log.warning("a picture of %s is left out: the painters are too busy", title_id)
            return ()
        started = time.monotonic()
        try:
            call = asyncio.get_running_loop().run_in_executor(self._pool(), work, title_id, shown, *rest)
            painted = await asyncio.wait_for(call, limit)
        except BrokenProcessPool:
            log.error("the painters' pool broke and is started anew")
            self._lent = self._executor = None
            self._failed(title_id)
            return ()
        except TimeoutError:
            log.warning("a picture of %s took more than %.1f s and is left out", title_id, limit)
            self._stop_painters()
            self._failed(title_id)
            return ()
        except Exception:
            log.exception("a picture of %s failed", title_id)
            self._failed(title_id)
            return ()
        finally:
            self._free.release()
        taken = time.monotonic() - started
        if taken > SLOW_SECONDS:
            log.info("a picture of %s took %.1f s", title_id, taken)
        self._failures.pop(title_id, None)
        self._keep(key, painted)
        return painted

    def _pool(self) -> Executor:
        if self._lent is not None:
            return self._lent
        if self._executor is None:
            self._executor = _painters(self._processes)
        return self._executor

    def _keep(self, key: str, painted: tuple[Painted, ...]) -> None:
        self._cache[key] = painted
        self._size += sum(len(each.png) for each in painted)
        while self._size > CACHE_BYTES and len(self._cache) > 1:
            _old, gone = self._cache.popitem(last=False)
            self._size -= sum(len(each.png) for each in gone)

    def _failed(self, title_id: str) -> None:
        count, _since = self._failures.get(title_id, (0, 0.0))
        self._failures[title_id] = (count + 1, time.monotonic())

    def _may(self, title_id: str) -> bool:
        count, since = self._failures.get(title_id, (0, 0.0))
        return not (count >= BREAK_AFTER and time.monotonic() - since < BREAK_SECONDS)

    async def warm(self) -> None:
        """Start the painters, so that the first picture need not wait for them."""
        await asyncio.get_running_loop().run_in_executor(self._pool(), paint.nothing)

    def _stop_painters(self) -> None:
        """End the painters' processes, one of which hangs; the next picture starts new ones."""
        pool, self._lent, self._executor = self._executor, None, None
        if pool is not None:
            _end(pool)

    def close(self) -> None:
        """Let the painters go."""
        for pool in (self._executor, self._studio):
            if pool is not None:
                _end(pool)
        self._executor = self._studio = None


def _painters(processes: int) -> ProcessPoolExecutor:
    # `spawn`: the children share neither the bot's sockets nor its event loop.
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))


def _end(pool: Executor) -> None:
    """End a pool at once, whatever its processes are at."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
