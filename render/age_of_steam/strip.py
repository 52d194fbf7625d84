"""The header over the map, and the table of the players under it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.age_of_steam.view import PlayerView, View
from render import panels
from render.canvas import Canvas
from render.lettering import Face, cut, width
from render.palette import SEATS, Theme, mix
from render.panels import HEADER, name_of
from render.rails import badge

ROW = 58
HEAD = 44

ACTIONS = {
    "first_move": "First Move",
    "first_build": "First Build",
    "engineer": "Engineer",
    "locomotive": "Locomotive",
    "urbanization": "Urbanization",
    "production": "Production",
    "turn_order": "Turn Order",
}


def header(canvas: Canvas, view: View, names: Sequence[str], theme: Theme) -> None:
    """Map, turn and phase, and whose move it is."""
    when = "Game over" if view.over else f"Turn {view.turn} of {view.turns}"
    phase, acting = panels.ending(view.ranking, view.won) if view.over else (view.phase_name, view.acting)
    panels.header(canvas, view.map_name, when, phase, acting, names, theme)


def height(view: View) -> int:
    """How high the table is, in pixels."""
    return HEAD + ROW * len(view.players) + 16


def table(canvas: Canvas, view: View, names: Sequence[str], top: float, theme: Theme) -> None:
    """One row a player, in player order; those out of the game last. After the end in order of rank."""
    wide = canvas.width
    columns = _columns(view, wide)
    for heading, x, anchor in columns.values():
        canvas.text(
            x, top + HEAD / 2, heading, 26, theme.faint, face="semibold", anchor=anchor, ground=theme.panel
        )
    ranks = panels.by_rank(view.ranking)
    order = list(ranks) or [*view.order, *(p.seat for p in view.players if p.seat not in view.order)]
    by_seat = {player.seat: player for player in view.players}
    for at, seat in enumerate(order):
        _row(canvas, view, by_seat[seat], ranks.get(seat), names, top + HEAD + at * ROW, columns, theme)


def _columns(view: View, wide: float) -> dict[str, tuple[str, float, str]]:
    at = wide / 1320
    return {
        "name": ("Result" if view.ranking else "Player order", 24, "left"),
        "cash": ("Cash", 478 * at, "right"),
        "income": ("Income", 604 * at, "right"),
        "costs": ("Costs", 712 * at, "right"),
        "shares": ("Shares", 822 * at, "right"),
        "engine": ("Loco", 918 * at, "right"),
        "score": ("Score", 1022 * at, "right"),
        "action": ("Bid" if view.auction else "Action", 1062 * at, "left"),
    }


def _row(
    canvas: Canvas, view: View, player: PlayerView, rank: int | None, names: Sequence[str], top: float,
    columns: dict[str, tuple[str, float, str]], theme: Theme,
) -> None:  # fmt: skip
    mark = SEATS[player.seat % len(SEATS)]
    middle = top + ROW / 2
    ground = mix(theme.panel, mark.colour, 0.13)
    if player.out:
        ground = theme.panel
    ring = mark.colour if player.acting or (rank == 1 and not player.out) else None
    canvas.box(12, top + 2, canvas.width - 12, top + ROW - 2, ground, ring, 4, 10)
    ink = theme.faint if player.out else theme.ink
    place = str(rank or player.place or "–")
    canvas.text(40, middle, place, 34, ink, face="medium", ground=ground)
    badge(canvas, 88, middle, 23, mark)
    room = columns["cash"][1] - 100 - 124
    name = name_of(player.seat, names)
    size = max(29.0, min(36.0, 36 * room / max(1.0, width(name, 36))))
    canvas.text(124, middle, cut(name, size, room), size, ink, anchor="left", ground=ground)
    values = {
        "cash": f"${player.cash}",
        "income": f"{player.income:+d}".replace("-", "−") if player.income else "0",
        "costs": f"−{player.expenses}",
        "shares": str(player.shares),
        "engine": str(player.engine),
        "score": str(player.score).replace("-", "−"),
    }
    if player.out:
        canvas.text(
            columns["cash"][1],
            middle,
            "out of the game",
            34,
            ink,
            anchor="left",
            face="medium",
            ground=ground,
        )
        return
    for key, value in values.items():
        face: Face = "bold" if key == "cash" else "semibold"
        canvas.text(columns[key][1], middle, value, 36, ink, face=face, anchor="right", ground=ground)
    text = _chosen(view, player)
    room = canvas.width - 24 - columns["action"][1]
    size = 34.0 if width(text, 34) <= room else 30.0
    canvas.text(columns["action"][1], middle, cut(text, size, room), size, ink, anchor="left", ground=ground)


def _chosen(view: View, player: PlayerView) -> str:
    bid = next((bid for bid in view.auction.bids if bid.seat == player.seat), None) if view.auction else None
    if bid is not None:
        if bid.dropped:
            return "dropped out"
        passes = " · may pass" if bid.may_pass else ""
        return (f"${bid.bid}" if bid.bid else "no bid yet") + passes
    return ACTIONS.get(player.action, player.action) or ("Turn Order kept" if player.turn_order else "–")


__all__ = ["ACTIONS", "HEADER", "header", "height", "table"]
