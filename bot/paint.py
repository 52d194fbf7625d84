"""The calls into render/, made in a painter's process. A title without a painter has no pictures."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

import render
from engine.core.action import Action


class Painted(Struct, frozen=True):
    """A finished picture."""

    name: str
    png: bytes
    alt: str


def has_painter(title_id: str) -> bool:
    """Whether there are pictures of a title at all."""
    return title_id in render.PAINTERS


def board(
    title_id: str, view: Struct, places: tuple[str, ...], names: tuple[str, ...], close_up: bool
) -> tuple[Painted, ...]:
    """The board as the view shows it, with the places marked; `close_up`: only the part around them."""
    return _kept(render.pictures(title_id, view, places, names=names, close_up=close_up))


def preview(title_id: str, view: Struct, action: Action, names: tuple[str, ...]) -> tuple[Painted, ...]:
    """What a move would look like."""
    return _kept([render.preview(title_id, view, action, names)])


def choice(
    title_id: str, view: Struct, actions: tuple[Action, ...], labels: tuple[str, ...], names: tuple[str, ...]
) -> tuple[Painted, ...]:
    """Several possible moves side by side, to choose among."""
    return _kept([render.sheet(title_id, view, actions, labels, names)])


def growth(title_id: str, views: tuple[Struct, ...], names: tuple[str, ...]) -> tuple[Painted, ...]:
    """The board growing, as an animation."""
    data = render.growth(title_id, views, names)
    return () if data is None else (Painted("growth.gif", data, "The board growing over the game."),)


def nothing() -> tuple[Painted, ...]:
    """Only starts the painter's process."""
    return ()


def _kept(found: Sequence[render.Picture | None]) -> tuple[Painted, ...]:
    return tuple(Painted(each.name, each.png, each.alt) for each in found if each is not None)
