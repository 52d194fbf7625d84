"""Things that go wrong on request: refused, slow and lost answers of the REST interface."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .world import Json


@dataclass
class Fault:
    """One arranged failure. `match` is searched in "METHOD /path"; `times` counts down, None never ends.

    With a status the request is refused and not carried out; with `after` set it is carried out and the
    answer replaced (a lost response). `delay` in seconds comes first.
    """

    match: re.Pattern[str]
    status: int | None = None
    times: int | None = 1
    delay: float = 0.0
    retry_after: float = 0.05
    after: bool = False
    hits: int = 0


class Faults:
    def __init__(self) -> None:
        self.arranged: list[Fault] = []

    def fail(
        self,
        match: str,
        status: int = 500,
        *,
        times: int | None = 1,
        retry_after: float = 0.05,
        after: bool = False,
    ) -> Fault:
        """Answer the next requests that match with this status (429 with `retry_after` seconds)."""
        return self._add(Fault(re.compile(match), status, times, 0.0, retry_after, after))

    def delay(self, match: str, seconds: float, *, times: int | None = None) -> Fault:
        """Answer matching requests that much later."""
        return self._add(Fault(re.compile(match), None, times, seconds))

    def _add(self, fault: Fault) -> Fault:
        self.arranged.append(fault)
        return fault

    def clear(self) -> None:
        self.arranged.clear()

    def strike(self, request: str) -> list[Fault]:
        """The faults that this request meets; each is used up once."""
        met = []
        for fault in self.arranged:
            if fault.match.search(request) and fault.times != 0:
                fault.hits += 1
                if fault.times is not None:
                    fault.times -= 1
                met.append(fault)
        return met


def error_body(fault: Fault) -> Json:
    if fault.status == 429:
        return {"message": "You are being rate limited.", "retry_after": fault.retry_after, "global": False}
    return {"message": f"{fault.status}: arranged failure", "code": 0}
