"""The pictures of Lost Atlas: the map, the stock track, close-ups and previews of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.hexes import Hex
from engine.lost_atlas.view import AtlasView
from render import panels
from render.canvas import Canvas
from render.hexmap import Layout, fitted, window
from render.lettering import width
from render.palette import THEMES, Theme, mix
from render.picture import Picture
from render.sheets import contact_sheet

from . import market
from .alt import close_up_alt, map_alt, market_alt, preview_alt
from .hexes import Map, hex_of, token
from .trying import after, piece_hexes, touched

WIDTH = 1320
CLOSE = (1000, 640)
CLOSE_SIDE = 96.0
ROUNDS = {
    "building": "Building the map",
    "stock": "Stock round",
    "operating": "Operating round",
    "merger": "Merger round",
    "export": "Export",
    "over": "Game over",
}


def pictures(
    view: AtlasView, places: Sequence[str], names: Sequence[str], theme: str, close_up: bool
) -> list[Picture]:
    """The map and the stock track; while the map is built the map alone."""
    on_map = {each.name for each in view.hexes}
    last = [place for place in places if place in on_map]
    if close_up:
        canvas = close(view, last, (), CLOSE, CLOSE_SIDE, THEMES[theme])
        return [Picture("close.png", canvas.png(), close_up_alt(view, last))]
    found = []
    if view.hexes:
        found.append(Picture("map.png", table(view, last, names, theme).png(), map_alt(view, last, names)))
    if view.round != "building":
        found.append(Picture("market.png", stocks(view, names, theme).png(), market_alt(view, names)))
    return found


def _header(canvas: Canvas, view: AtlasView, title: str, names: Sequence[str], theme: Theme) -> None:
    number = f" {view.number}" if view.round == "operating" and view.number else ""
    when = ROUNDS[view.round] + number
    phase, shown = f"Cycle {view.cycle} of {view.cycles} · {view.phase}", view.active
    if view.round == "over":
        phase, shown = panels.ending(view.ranking)
    elif view.round == "building":
        phase = ""
    panels.header(canvas, title, when, phase, shown, names, theme)


def table(view: AtlasView, last: Sequence[str], names: Sequence[str], theme: str = "day") -> Canvas:
    """Header, map, companies' tokens explained, and the players."""
    colours = THEMES[theme]
    places = [hex_of(each) for each in view.hexes]
    layout = fitted(places, WIDTH - 110, largest=72)
    left, top, right, bottom = layout.extent(places)
    if bottom > 1.2 * WIDTH:
        layout = fitted(places, (WIDTH - 110) * 1.2 * WIDTH / bottom, largest=72)
        left, top, right, bottom = layout.extent(places)
    high = max(420.0, bottom - top + 100)
    drawn = Canvas(WIDTH, high, colours.backdrop)
    where = layout.moved((WIDTH - right + left) / 2, (high - bottom + top) / 2)
    Map(drawn, view, where, colours).paint(last)
    rows = _legend_rows(view)
    below = panels.HEADER + high + 10
    legend = 52.0 * len(rows) + (172.0 if view.building else 0.0)
    canvas = Canvas(WIDTH, below + legend + market.players_height(view), colours.panel)
    _header(canvas, view, "Lost Atlas", names, colours)
    canvas.paste(drawn, 0, panels.HEADER)
    y = below
    if view.building is not None:
        _drawn_piece(canvas, view, y, colours)
        y += 172
    for row in rows:
        x = 24.0
        for company, name, colour in row:
            token(canvas, x + 20, y + 26, 20, company, colour)
            x += (
                50
                + canvas.text(x + 48, y + 26, name, 29, colours.ink, anchor="left", ground=colours.panel)
                + 24
            )
        y += 52
    market.players(canvas, view, names, y, colours)
    return canvas


def _legend_rows(view: AtlasView) -> list[list[tuple[str, str, str]]]:
    """The companies in play, in as many rows as they need."""
    rows: list[list[tuple[str, str, str]]] = []
    used = WIDTH
    for company in view.companies:
        wide = round(width(company.name, 29)) + 74
        if used + wide > WIDTH - 40:
            rows.append([])
            used = 24
        rows[-1].append((company.id, company.name, company.colour))
        used += wide
    return rows


def _drawn_piece(canvas: Canvas, view: AtlasView, top: float, theme: Theme) -> None:
    """The piece that must be placed now, as it lies at rotation 0."""
    building = view.building
    assert building is not None
    words = f"{building.placed} pieces placed, {building.stack} still in the stack"
    canvas.text(300, top + 96, words, 30, theme.faint, anchor="left", ground=theme.panel)
    if building.drawn == "capital":
        title = "Drawn: a capital project"
    elif building.drawn:
        title = f"Drawn: piece {building.drawn}"
        cells = piece_hexes(view, Hex(0, 0), 0)
        layout = Layout(42.0).moved(110, top + 48)
        shown = Map(canvas, _only(view, cells), layout, theme, named=False)
        shown.paint((), ruled=False)
    else:
        title = f"Blank hexes left: {building.blanks}"
    canvas.text(300, top + 50, title, 38, theme.ink, face="bold", anchor="left", ground=theme.panel)


def _only(view: AtlasView, cells: tuple[Any, ...]) -> AtlasView:
    return replace(view, hexes=cells, turn=None)


def stocks(view: AtlasView, names: Sequence[str], theme: str = "day") -> Canvas:
    """Header, stock track, companies, trains, charters and players."""
    colours = THEMES[theme]
    charters = market.charters_height(view)
    high = (
        panels.HEADER + 12 + market.track_height(view) + market.table_height(view)
        + market.trains_height(view) + charters + market.players_height(view)
    )  # fmt: skip
    canvas = Canvas(WIDTH, high, colours.panel)
    _header(canvas, view, "Stock track", names, colours)
    y: float = panels.HEADER + 12
    market.track(canvas, view, y, colours)
    y += market.track_height(view)
    market.companies(canvas, view, names, y, colours)
    y += market.table_height(view)
    _rule(canvas, y, colours)
    market.trains(canvas, view, y, colours)
    y += market.trains_height(view)
    if charters:
        _rule(canvas, y, colours)
        market.charters(canvas, view, y, colours)
        y += charters
    _rule(canvas, y, colours)
    market.players(canvas, view, names, y, colours)
    return canvas


def _rule(canvas: Canvas, y: float, theme: Theme) -> None:
    canvas.line([(12, y), (WIDTH - 12, y)], mix(theme.panel, theme.ink, 0.2), 1.5)


def close(
    view: AtlasView,
    last: Sequence[str],
    proposed: Sequence[str],
    size: tuple[float, float],
    side: float,
    theme: Theme,
) -> Canvas:
    """The part of the map around some hexes."""
    canvas = Canvas(*size, theme.backdrop)
    board = {each.name: hex_of(each) for each in view.hexes}
    shown = [board[name] for name in [*last, *proposed] if name in board] or list(board.values())
    if shown:
        layout = window(Layout(side), shown, board.values(), *size)
        Map(canvas, view, layout, theme).paint(last, proposed, ruled=False)
    return canvas


def preview(view: AtlasView, action: Any, names: Sequence[str], theme: str) -> Picture | None:
    """The part of the map that a move would touch, as it would be."""
    tried = after(view, action)
    places = touched(view, tried, action)
    if not places:
        return None
    canvas = close(tried, (), places, CLOSE, CLOSE_SIDE, THEMES[theme])
    return Picture("preview.png", canvas.png(), preview_alt(view, action, names))


def sheet(
    view: AtlasView, actions: Sequence[Any], labels: Sequence[str], names: Sequence[str], theme: str
) -> Picture | None:
    """Small previews side by side, numbered as they are given."""

    def cell(action: Any, wide: float, high: float) -> Canvas | None:
        tried = after(view, action)
        places = touched(view, tried, action)
        return close(tried, (), places, (wide, high), wide / 5, THEMES[theme]) if places else None

    words = [preview_alt(view, action, names) for action in actions]
    return contact_sheet(cell, actions, labels, words, THEMES[theme])


def frame(view: AtlasView, names: Sequence[str], theme: str) -> Picture | None:
    """The map alone: one frame of the map growing."""
    if not view.hexes:
        return None
    colours = THEMES[theme]
    canvas = Canvas(1000, 1078, colours.backdrop)
    drawn = close(view, (), (), (1000, 1000), 60.0, colours)
    canvas.paste(drawn, 0, panels.HEADER)
    _header(canvas, view, "Lost Atlas", names, colours)
    return Picture("frame.png", canvas.png(), f"Lost Atlas, cycle {view.cycle} of {view.cycles}.")
