"""The train - Line and Yard, with every owner's cubes - and the players' table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.transcontinental.view import CarGroup, SideView, View
from render.canvas import Canvas
from render.lettering import cut, width, wrapped
from render.palette import INK, PAPER, SEATS, Theme, mix
from render.panels import by_rank, name_of
from render.rails import badge

from .signs import RESOURCES, building, locomotive, owned_cube, resource, slots, telegram

ROW = 66.0
MARGIN = 14.0
WIDE = 1320.0
"""The width of the picture."""
HEADINGS = {
    "Turn order": 24.0,
    "Points": 470.0,
    "Telegrams": 556.0,
    "Cubes": 850.0,
    "Houses": 966.0,
    "Allies": 1080.0,
    "Investments": 1296.0,
}


def called(view: View, side: int, names: Sequence[str]) -> str:
    """A side's name: a player's, or the Syndicate."""
    return "Syndicate" if side >= view.seats else name_of(side, names)


# --- the train --------------------------------------------------------------------------------


def train_height(view: View) -> float:
    """How high Line and Yard are, in pixels."""
    return 64 + ROW * max(1, len(view.line)) + 56 + ROW * max(1, len(view.yard)) + 70


def train(canvas: Canvas, view: View, top: float, theme: Theme) -> None:
    """The Line from front to rear, the Yard, and the train tiles left in the shop."""
    y = _cars(canvas, view.line, "Line, front to rear", top + 8, theme, engine=True)
    y = _cars(canvas, view.yard, "Yard", y, theme, engine=False)
    x = MARGIN + 10
    x += canvas.text(x, y + 32, "Shop", 30, theme.ink, face="bold", anchor="left", ground=theme.panel) + 20
    for _kind, faces, left in view.shop:
        for at, face in enumerate(faces):
            resource(canvas, x + 17, y + 32, 34, face)
            x += 38
            if not at and len(faces) > 1:
                x += canvas.text(x + 1, y + 32, "/", 30, theme.faint, anchor="left", ground=theme.panel) + 5
        x += canvas.text(x + 4, y + 32, f"× {left}", 31, theme.ink, anchor="left", ground=theme.panel) + 40


def _cars(
    canvas: Canvas, groups: tuple[CarGroup, ...], title: str, top: float, theme: Theme, *, engine: bool
) -> float:
    canvas.text(MARGIN + 10, top + 30, title, 32, theme.ink, face="bold", anchor="left", ground=theme.panel)
    if engine:
        locomotive(canvas, MARGIN + 60 + width(title, 32, "bold"), top + 28, 54, theme.ink, theme.panel)
    y = top + 56
    for group in groups:
        colour = RESOURCES.get(group.type, ("#888888", "?"))[0]
        ground = mix(colour, theme.panel, 0.82)
        canvas.box(MARGIN, y + 3, canvas.width - MARGIN, y + ROW - 3, ground, mix(colour, INK, 0.2), 2, 10)
        middle = y + ROW / 2
        resource(canvas, MARGIN + 36, middle, 42, group.type)
        canvas.text(MARGIN + 70, middle, group.type.capitalize(), 31, theme.ink, anchor="left", ground=ground)
        note = f"{group.cars} car{'s' if group.cars != 1 else ''}" + (" + tender" if group.tender else "")
        canvas.text(MARGIN + 206, middle, note, 26, theme.faint, face="narrow", anchor="left", ground=ground)
        room = canvas.width - MARGIN - 12 - 372
        size = min(46.0, room / max(1, group.slots, len(group.cubes)) / 1.1)
        slots(canvas, 372, middle, size, group.type, group.cubes, group.slots)
        y += ROW
    if not groups:
        canvas.text(MARGIN + 10, y + ROW / 2, "no cars", 28, theme.faint, anchor="left", ground=theme.panel)
        y += ROW
    return y


# --- the railhead -----------------------------------------------------------------------------


def bids_height(view: View) -> float:
    """How high the revealed bids are, in pixels; 0 while there are none."""
    return 52 + 58.0 * len(view.bids) + 8 if view.bids else 0.0


def bids(canvas: Canvas, view: View, names: Sequence[str], top: float, theme: Theme) -> None:
    """The bids of this Railhead phase, once all are revealed."""
    if not view.bids:
        return
    canvas.text(
        MARGIN + 10,
        top + 28,
        "Bids at the Railhead",
        32,
        theme.ink,
        face="bold",
        anchor="left",
        ground=theme.panel,
    )
    for at, bid in enumerate(view.bids):
        middle = top + 52 + at * 58 + 29
        badge(canvas, MARGIN + 36, middle, 22, SEATS[bid.side % len(SEATS)])
        x = MARGIN + 72
        name = cut(called(view, bid.side, names), 32, 280)
        canvas.text(x, middle, name, 32, theme.ink, anchor="left", ground=theme.panel)
        x = 390.0
        for kind, count in bid.cubes:
            if count:
                resource(canvas, x + 18, middle, 36, kind)
                x += (
                    44
                    + canvas.text(
                        x + 42, middle, f"× {count}", 31, theme.ink, anchor="left", ground=theme.panel
                    )
                    + 18
                )
        if not any(count for _, count in bid.cubes):
            canvas.text(x, middle, "no bid", 30, theme.faint, anchor="left", ground=theme.panel)
        canvas.text(
            860, middle, f"= {bid.value}", 36, theme.ink, face="bold", anchor="right", ground=theme.panel
        )
        if bid.claimed:
            words = "claimed " + ", ".join(f"#{tile}" for tile in bid.claimed)
            canvas.text(
                900,
                middle,
                cut(words, 30, canvas.width - 920),
                30,
                theme.ink,
                anchor="left",
                ground=theme.panel,
            )


# --- the players ------------------------------------------------------------------------------


def sides_height(view: View) -> float:
    """How high the players' table is, in pixels."""
    return 50 + sum(_side_height(side) for side in view.sides) + 10


def _side_height(side: SideView) -> float:
    return 74 + 30.0 * len(_allies(side))


def _allies(side: SideView) -> list[str]:
    """The allies that a side has played, in as many lines as they need."""
    words = ", ".join(ally.name for ally in side.played)
    return wrapped(f"Allies at work: {words}" if words else "No ally at work", 26, WIDE - 150, "narrow")


def sides(canvas: Canvas, view: View, names: Sequence[str], top: float, theme: Theme) -> None:
    """One row a player, in turn order: points, telegrams, cubes, buildings, cards, and allies played."""
    ranks = by_rank(view.ranking)
    for text, x in HEADINGS.items():
        anchor = "left" if text in ("Turn order", "Telegrams") else "right"
        shown = "Result" if ranks and text == "Turn order" else text
        canvas.text(x, top + 26, shown, 26, theme.faint, anchor=anchor, ground=theme.panel)
    waiting = {each.seat for each in view.waiting}
    rows = [view.sides[side] for side in view.order if side < len(view.sides)]
    rows += [side for side in view.sides if side.side not in view.order]
    rows.sort(key=lambda side: ranks.get(side.side, 9) if ranks else 0)
    y = top + 50
    for side in rows:
        marked = side.side in waiting or ranks.get(side.side) == 1
        _side(canvas, view, side, ranks.get(side.side), names, y, theme, marked=marked)
        y += _side_height(side)


def _side(
    canvas: Canvas,
    view: View,
    side: SideView,
    rank: int | None,
    names: Sequence[str],
    top: float,
    theme: Theme,
    *,
    marked: bool,
) -> None:
    mark = SEATS[side.side % len(SEATS)]
    ground = mix(theme.panel, mark.colour, 0.13)
    canvas.box(
        12,
        top + 3,
        canvas.width - 12,
        top + _side_height(side) - 3,
        ground,
        mark.colour if marked else None,
        4,
        10,
    )
    y = top + 33
    canvas.text(40, y, str(rank or side.place), 34, theme.ink, face="medium", ground=ground)
    badge(canvas, 88, y, 23, mark)
    canvas.text(
        122, y, cut(called(view, side.side, names), 36, 270), 36, theme.ink, anchor="left", ground=ground
    )
    canvas.text(470, y, str(side.score), 40, theme.ink, face="bold", anchor="right", ground=ground)
    x = 584.0
    for at in range(side.telegrams_in_hand + side.bonus_in_hand):
        telegram(canvas, x, y, 36, side.side, bonus=at >= side.telegrams_in_hand)
        x += 58
    if not side.telegrams_in_hand + side.bonus_in_hand:
        canvas.text(556, y, "none", 28, theme.faint, anchor="left", ground=ground)
    owned_cube(canvas, 788, y, 28, side.side)
    canvas.text(850, y, str(side.cubes_left), 34, theme.ink, anchor="right", ground=ground)
    building(canvas, 908, y, 28, side.side)
    canvas.text(966, y, str(side.buildings_left), 34, theme.ink, anchor="right", ground=ground)
    canvas.text(1080, y, str(side.allies_in_hand), 34, theme.ink, anchor="right", ground=ground)
    canvas.text(1296, y, str(side.investments), 34, theme.ink, anchor="right", ground=ground)
    for at, text in enumerate(_allies(side)):
        ink = mix(ground, theme.ink, 0.8)
        canvas.text(122, top + 77 + at * 30, text, 26, ink, face="narrow", anchor="left", ground=ground)


# --- decks ------------------------------------------------------------------------------------


def decks(canvas: Canvas, view: View, top: float, theme: Theme) -> None:
    """Cards left in the ally decks, and investments."""
    parts = [
        f"{region.capitalize()} {left}" + ("" if left else f" ({points} VP)")
        for region, left, points in view.decks
    ]
    text = "Allies left: " + ", ".join(parts) + f"     Investments left: {view.investment_deck}"
    if view.solo is not None:
        text += f"     Syndicate deck: {view.solo.deck}"
    size = min(29.0, 29.0 * (canvas.width - 40) / max(1.0, width(text, 29)))
    canvas.text(MARGIN + 10, top + 28, text, size, theme.ink, anchor="left", ground=theme.panel)


__all__ = ["PAPER", "bids", "called", "decks", "sides", "train"]
