"""Timing of one thing in this process: several runs, quoted by their median."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from msgspec import Struct


class Figure(Struct, frozen=True):
    """One measured figure in milliseconds."""

    what: str
    median: float
    worst: float
    runs: int
    aim: str = ""

    def __str__(self) -> str:
        aim = f"   (aim: {self.aim})" if self.aim else ""
        return f"{self.what:<58} {self.median:9.2f} ms median {self.worst:9.2f} ms worst of {self.runs}{aim}"


def figure(what: str, milliseconds: Iterable[float], aim: str = "") -> Figure:
    """The figure of times measured elsewhere."""
    times = list(milliseconds)
    return Figure(what, statistics.median(times), max(times), len(times), aim)


def measure(
    what: str, thing: Callable[..., Any], over: Iterable[Any] = ((),) * 7, *, aim: str = "", warm: bool = True
) -> Figure:
    """Call `thing(*arguments)` once for each arguments in `over` (by default seven times without any)."""
    cases = [each if isinstance(each, tuple) else (each,) for each in over]
    if warm:
        thing(*cases[0])
    times = []
    for arguments in cases:
        gc.collect()
        start = perf_counter()
        thing(*arguments)
        times.append((perf_counter() - start) * 1000)
    return figure(what, times, aim)
