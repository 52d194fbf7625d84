"""The games of the house, by id."""

from __future__ import annotations

from collections.abc import Mapping

from .core.title import Title

ALL: tuple[Title, ...] = ()

TITLES: Mapping[str, Title] = {title.id: title for title in ALL}
