"""The steady part of an Age of Steam map: land, water, rivers and the rulers along its sides.

Drawn once for each map, size and theme, and kept; every picture starts from a copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.age_of_steam.view import View
from engine.hexes import Hex, Names
from render import terrain
from render.canvas import Canvas
from render.hexmap import Layout, fitted, rulers, window
from render.palette import THEMES, ink_on, mix

MARGIN = 0.95
"""Room for the rulers around the map, in hexsides."""
TALLEST = 1.15
"""Greatest height of a map in units of its width, so that a phone shows it whole."""
ISLANDS = ("st_lucia", "barbados")
"""Maps that lie in the sea; a matter of paint only."""


@dataclass(frozen=True)
class Frame:
    """Which part of a map is drawn, how large, and in which colours.

    Hashable, so that grounds can be kept by it. left, top: what of the layout is at the picture's corner.
    """

    map: str
    layout: Layout
    width: int
    height: int
    theme: str
    hexes: tuple[tuple[Hex, str], ...]
    """Terrain as printed."""
    water: tuple[Hex, ...]
    ends: tuple[Hex, ...]
    """Printed cities and terminals, where rivers may end."""
    turned: bool
    rulers: bool


def whole(view: View, width: int, theme: str) -> Frame:
    """The frame of the whole map, filling a width."""
    return _whole(view.map, view.turned_left, width, theme, *_printed(view))


def _printed(view: View) -> tuple[tuple[tuple[Hex, str], ...], tuple[Hex, ...], tuple[Hex, ...]]:
    hexes = tuple(
        (Hex(each.q, each.r), "plain" if each.terrain == "city" else each.terrain) for each in view.hexes
    )
    ends = tuple(
        Hex(each.q, each.r) for each in view.hexes if each.terrain in ("city", "terminal") and not each.letter
    )
    return hexes, tuple(Hex(q, r) for q, r in view.water), ends


@lru_cache(maxsize=64)
def _whole(
    map_id: str,
    turned: bool,
    width: int,
    theme: str,
    hexes: tuple[tuple[Hex, str], ...],
    water: tuple[Hex, ...],
    ends: tuple[Hex, ...],
) -> Frame:
    places = [place for place, _ in hexes]
    across = Layout(1.0, turned=turned).extent(places)
    wide, high = across[2] - across[0], across[3] - across[1]
    side = min(width / (wide + 2 * MARGIN), TALLEST * width / (high + 2 * MARGIN))
    layout = fitted(places, wide * side, turned=turned)
    _, _, right, bottom = layout.extent(places)
    margin = MARGIN * layout.side
    return Frame(
        map_id, layout.moved((width - right) / 2, margin), width, round(bottom + 2 * margin),
        theme, hexes, water, ends, turned, rulers=True,
    )  # fmt: skip


def around(view: View, names: Iterable[str], width: int, height: int, side: float, theme: str) -> Frame:
    """The frame of a part of the map, around the named hexes and as large as `side` says, or smaller."""
    hexes, water, ends = _printed(view)
    wanted = set(names)
    places = [Hex(each.q, each.r) for each in view.hexes if each.name in wanted]
    if not places:
        places = [place for place, _ in hexes]
    layout = window(
        Layout(side, turned=view.turned_left), places, [place for place, _ in hexes], width, height
    )
    return Frame(view.map, layout, width, height, theme, hexes, water, ends, view.turned_left, rulers=False)


@lru_cache(maxsize=24)
def ground(frame: Frame) -> Canvas:
    """The ground of a frame. Copy it before drawing on it."""
    theme = THEMES[frame.theme]
    canvas = Canvas(frame.width, frame.height, backdrop(frame))
    layout = frame.layout
    kinds = dict(frame.hexes)
    near = {place for place in [*kinds, *frame.water] if _seen(frame, place)}
    lakes = [place for place in frame.water if place in near]
    terrain.sea(canvas, layout, lakes, theme)
    terrain.land(canvas, layout, {place: kind for place, kind in kinds.items() if place in near}, theme)
    terrain.rivers(
        canvas, layout, {place: edges for place, edges in flows(frame).items() if place in near}, theme
    )
    terrain.grid(canvas, layout, [place for place in kinds if place in near], theme)
    if frame.rulers:
        _rulers(canvas, frame)
    return canvas


@lru_cache(maxsize=64)
def flows(frame: Frame) -> dict[Hex, tuple[int, ...]]:
    """Through which hexsides the rivers of the map flow."""
    rivers = {place for place, kind in frame.hexes if kind == "river"}
    return terrain.courses(rivers, set(frame.ends), set(frame.water))


def backdrop(frame: Frame) -> str:
    """What surrounds the board."""
    theme = THEMES[frame.theme]
    return theme.water if frame.map in ISLANDS else theme.backdrop


def fresh(frame: Frame) -> Canvas:
    """A canvas with the ground on it, to draw on."""
    kept = ground(frame)
    canvas = Canvas(1, 1, "#000000", smooth=kept.smooth)
    canvas.take(kept)
    return canvas


def _seen(frame: Frame, place: Hex) -> bool:
    x, y = frame.layout.centre(place)
    side = frame.layout.side * 1.1
    return -side < x < frame.width + side and -side < y < frame.height + side


def _rulers(canvas: Canvas, frame: Frame) -> None:
    THEMES[frame.theme]
    places = [place for place, _ in frame.hexes]
    across, down = rulers(Names(places, turned_left=frame.turned).all, frame.layout)
    left, top, right, bottom = frame.layout.extent(places)
    side = frame.layout.side
    size = min(0.54 * side, 30)
    ink = mix(ink_on(backdrop(frame)), backdrop(frame), 0.25)
    for label, x in across.items():
        for y in (top - 0.46 * side, bottom + 0.46 * side):
            canvas.text(x, y, label, size, ink, face="bold", ground=backdrop(frame))
    for label, y in down.items():
        for x in (left - 0.5 * side, right + 0.5 * side):
            canvas.text(x, y, label, size, ink, face="bold", ground=backdrop(frame))
