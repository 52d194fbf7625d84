"""The Transcontinental: build a railway across Canada by telegram, shared train and sealed bids."""

from __future__ import annotations

from .title import TITLE

__all__ = ["TITLE"]
