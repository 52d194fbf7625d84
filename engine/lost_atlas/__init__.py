"""Railways of the Lost Atlas."""

from __future__ import annotations

from .title import TITLE

__all__ = ["TITLE"]
