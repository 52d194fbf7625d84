"""The games of the house, by id."""

from __future__ import annotations

from collections.abc import Mapping

from .age_of_steam import TITLE as AGE_OF_STEAM
from .core.title import Title
from .lost_atlas import TITLE as LOST_ATLAS
from .transcontinental import TITLE as TRANSCONTINENTAL

ALL: tuple[Title, ...] = (AGE_OF_STEAM, LOST_ATLAS, TRANSCONTINENTAL)

TITLES: Mapping[str, Title] = {title.id: title for title in ALL}
