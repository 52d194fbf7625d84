"""Pictures: takes what a viewer may see, gives PNG bytes.

Pure functions of picklable arguments, fit for a pool of processes. Each title has a painter, a module with
`pictures`, `preview`, `sheet` and `frame`; a title without one simply has no pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from .growth import gif
from .picture import Picture

PAINTERS = {
    "age_of_steam": "render.age_of_steam.pictures",
    "lost_atlas": "render.lost_atlas.pictures",
    "transcontinental": "render.transcontinental.pictures",
}
"""Where the painter of each title is."""


def _painter(title_id: str) -> ModuleType | None:
    found = PAINTERS.get(title_id)
    return None if found is None else import_module(found)


def pictures(
    title_id: str,
    view: Any,
    places: Sequence[str] = (),
    *,
    names: Sequence[str] = (),
    theme: str = "day",
    close_up: bool = False,
) -> list[Picture]:
    """The pictures of a game as one viewer may see it, the most telling first; at most two.

    places: what the last move touched, to be marked. names: of the seats. theme: `day` or `night`.
    close_up: only the part around the places.
    """
    painter = _painter(title_id)
    if painter is None:
        return []
    drawn: list[Picture] = painter.pictures(view, tuple(places), tuple(names), theme, close_up)
    return drawn


def preview(
    title_id: str, view: Any, action: Any, names: Sequence[str] = (), *, theme: str = "day"
) -> Picture | None:
    """What a move would look like on the board, close up; None if there is nothing to see."""
    painter = _painter(title_id)
    return None if painter is None else painter.preview(view, action, tuple(names), theme)


def sheet(
    title_id: str,
    view: Any,
    actions: Sequence[Any],
    labels: Sequence[str] = (),
    names: Sequence[str] = (),
    *,
    theme: str = "day",
) -> Picture | None:
    """Several possible moves side by side with their labels, to choose among; None if they do not show.

    At most 25 are drawn. labels: what stands under each, such as the words of a menu.
    """
    painter = _painter(title_id)
    return (
        None if painter is None else painter.sheet(view, tuple(actions), tuple(labels), tuple(names), theme)
    )


def frame(title_id: str, view: Any, names: Sequence[str] = (), *, theme: str = "day") -> Picture | None:
    """A small picture of the board alone, one frame of `growth`."""
    painter = _painter(title_id)
    return None if painter is None else painter.frame(view, tuple(names), theme)


def growth(
    title_id: str,
    views: Sequence[Any],
    names: Sequence[str] = (),
    *,
    theme: str = "day",
    seconds: float = 0.7,
) -> bytes | None:
    """The board growing from view to view as GIF bytes; None for a title without pictures."""
    frames = [
        each for each in (frame(title_id, view, names, theme=theme) for view in views) if each is not None
    ]
    return gif([each.png for each in frames], seconds) if frames else None


__all__ = ["PAINTERS", "Picture", "frame", "growth", "pictures", "preview", "sheet"]
