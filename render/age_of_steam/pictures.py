"""The pictures of Age of Steam: the whole table, a close-up of the last move, previews of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.age_of_steam.view import View
from render.canvas import Canvas
from render.palette import THEMES
from render.picture import Picture
from render.sheets import contact_sheet

from . import board, display, ground, strip
from .alt import close_up_alt, preview_alt, table_alt
from .trying import after, touched

WIDTH = 1320
ISLAND_WIDTH = 1100
CLOSE = (1000, 640)
CLOSE_SIDE = 92.0


def pictures(
    view: View, places: Sequence[str], names: Sequence[str], theme: str, close_up: bool
) -> list[Picture]:
    """The table, and the part of the map around the last move if it touched the map."""
    on_map = {each.name for each in view.hexes}
    last = [place for place in places if place in on_map]
    found = []
    if not close_up:
        found.append(Picture("map.png", table(view, last, names, theme).png(), table_alt(view, last, names)))
    if last or close_up:
        around = latest(view, last)
        canvas = board.paint(view, _close(view, around, theme), last)
        found.append(Picture("close.png", canvas.png(), close_up_alt(view, around, names)))
    return found


def latest(view: View, places: Sequence[str]) -> Sequence[str]:
    """The last of the places, as many as a close-up shows large enough to read."""
    kept = places[-1:]
    for at in range(len(places) - 2, -1, -1):
        if _close(view, places[at:], "day").layout.side < CLOSE_SIDE * 0.8:
            break
        kept = places[at:]
    return kept


def table(view: View, last: Sequence[str], names: Sequence[str], theme: str = "day") -> Canvas:
    """Header, map, goods display and players' table, one under the other."""
    colours = THEMES[theme]
    width = ISLAND_WIDTH if len(view.hexes) < 90 else WIDTH
    frame = ground.whole(view, width, theme)
    below = strip.HEADER + frame.height + 12
    canvas = Canvas(width, below + display.height(view) + strip.height(view), colours.panel)
    strip.header(canvas, view, names, colours)
    canvas.paste(board.paint(view, frame, last), 0, strip.HEADER)
    display.paint(canvas, view, below, colours)
    strip.table(canvas, view, names, below + display.height(view), colours)
    return canvas


def preview(view: View, action: Any, names: Sequence[str], theme: str) -> Picture | None:
    """The part of the map that a move would touch, as it would be."""
    places = touched(view, action)
    if not places:
        return None
    canvas = board.paint(
        after(view, action), _close(view, places, theme), (), places, board.route(view, action)
    )
    return Picture("preview.png", canvas.png(), preview_alt(view, action, names))


def sheet(
    view: View, actions: Sequence[Any], labels: Sequence[str], names: Sequence[str], theme: str
) -> Picture | None:
    """Small previews side by side, numbered as they are given."""

    def cell(action: Any, wide: float, high: float) -> Canvas | None:
        places = touched(view, action)
        if not places:
            return None
        around = ground.around(view, places, round(wide), round(high), wide / 4.6, theme)
        return board.paint(after(view, action), around, (), places, board.route(view, action))

    words = [preview_alt(view, action, names) for action in actions]
    return contact_sheet(cell, actions, labels, words, THEMES[theme])


def frame(view: View, names: Sequence[str], theme: str) -> Picture:
    """The map with its header, small: one frame of the map growing."""
    colours = THEMES[theme]
    width = ISLAND_WIDTH if len(view.hexes) < 90 else WIDTH
    around = ground.whole(view, width, theme)
    canvas = Canvas(width, strip.HEADER + around.height, colours.panel)
    strip.header(canvas, msgspec.structs.replace(view, acting=()), names, colours)
    canvas.paste(board.paint(view, around), 0, strip.HEADER)
    return Picture("frame.png", canvas.png(), f"{view.map_name}, turn {view.turn} of {view.turns}.")


def _close(view: View, places: Sequence[str], theme: str) -> ground.Frame:
    return ground.around(view, places, *CLOSE, CLOSE_SIDE, theme)
