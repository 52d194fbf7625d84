"""What all events share: each tells itself in one line. Companies are ids; seats are named with `mark`."""

from __future__ import annotations

from engine.core.event import Event


class AtlasEvent(Event, frozen=True, kw_only=True):
    """Something that happened in Lost Atlas."""

    def sentence(self) -> str:
        """The event as one line; empty if it is not worth one."""
        return ""
