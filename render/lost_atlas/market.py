"""The stock track with its tokens in stack order, and beside it who owns what."""

from __future__ import annotations

from collections.abc import Sequence

from engine.lost_atlas.view import AtlasView, AuctionView, ColumnView, CompanyView
from render.canvas import Canvas
from render.lettering import Face, cut, width, wrapped
from render.palette import INK, PAPER, SEATS, Theme, ink_on, mix
from render.panels import by_rank, name_of
from render.rails import badge

from .hexes import GROUNDS, PHASES, token

A_ROW = 14
"""Spaces of the stock track in one row of the picture."""
TOKEN = 21.0
STEP = 36.0
ROW = 54.0
MARGIN = 12.0


# --- the stock track --------------------------------------------------------------------------


def track_rows(view: AtlasView) -> list[tuple[ColumnView, ...]]:
    """The stock track in rows that a phone can show."""
    return [view.market[at : at + A_ROW] for at in range(0, len(view.market), A_ROW)]


def _row_height(columns: Sequence[ColumnView]) -> float:
    return 52 + max(2, *(len(column.tokens) for column in columns)) * STEP + 16


def track_height(view: AtlasView) -> float:
    """How high the stock track is, in pixels."""
    return sum(_row_height(row) + 8 for row in track_rows(view)) + 44


def track(canvas: Canvas, view: AtlasView, top: float, theme: Theme) -> None:
    """The stock track: prices, par zones by phase, tokens, and this round's moves."""
    wide = (canvas.width - 2 * MARGIN) / A_ROW
    colours = {company.id: company.colour for company in view.companies}
    acted = {company.id for company in view.companies if company.acted and view.round == "operating"}
    moved = {move.company: move for move in view.moves}
    column_at = {}
    y = top
    for number, row in enumerate(track_rows(view)):
        high = _row_height(row)
        for at, column in enumerate(row):
            left = MARGIN + at * wide
            column_at[number * A_ROW + at] = (left, y)
            _space(canvas, column, left, y, left + wide, y + high, theme)
            for place, company in enumerate(column.tokens):
                cx, cy = left + wide / 2, y + 60 + place * STEP + 6
                token(canvas, cx, cy, TOKEN, company, colours.get(company, "#888888"))
                if company in acted:
                    _tick(canvas, cx + TOKEN * 0.86, cy + TOKEN * 0.62)
                move = moved.get(company)
                if move is not None and move.before != move.after:
                    _moved(canvas, cx, cy, 1 if move.after > move.before else -1, theme)
        y += high + 8
    _legend(canvas, view, y + 14, theme)


def _space(
    canvas: Canvas, column: ColumnView, left: float, top: float, right: float, bottom: float, theme: Theme
) -> None:
    par = GROUNDS.get(column.launch_from)
    ground = mix(par, PAPER, 0.45) if par else mix(theme.panel, theme.panel_edge, 0.25)
    if not column.price:
        ground = mix("#7d2f2a", PAPER, 0.55)
    canvas.box(left + 1.5, top, right - 1.5, bottom, ground, mix(ground, INK, 0.3), 1.5, 8)
    canvas.text((left + right) / 2, top + 25, str(column.price), 33, INK, face="bold", ground=ground)
    if par:
        count = PHASES.index(column.launch_from) + 1
        for at in range(count):
            canvas.disc((left + right) / 2 + (at - (count - 1) / 2) * 11, bottom - 11, 4, INK)


def _tick(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x, y, 10.5, "#137a3e", PAPER, 1.5)
    canvas.line([(x - 5, y), (x - 1.2, y + 4), (x + 5, y - 4.5)], PAPER, 2.6)


def _moved(canvas: Canvas, x: float, y: float, way: int, theme: Theme) -> None:
    """An arrowhead beside a token that moved in this round, on the side that it moved to."""
    px = x + way * (TOKEN + 11)
    canvas.polygon(
        [(px - way * 9, y - 11), (px - way * 9, y + 11), (px + way * 8, y)], theme.accent, PAPER, 2
    )


def _legend(canvas: Canvas, view: AtlasView, y: float, theme: Theme) -> None:
    x = MARGIN + 8
    x += canvas.text(x, y, "Launch from", 26, theme.faint, anchor="left", ground=theme.panel) + 14
    for phase in dict.fromkeys(column.launch_from for column in view.market if column.launch_from):
        ground = mix(GROUNDS[phase], PAPER, 0.45)
        dots = PHASES.index(phase) + 1
        wide = width(phase, 26) + 34 + 10 * dots
        canvas.box(x, y - 17, x + wide, y + 17, ground, mix(ground, INK, 0.3), 1.5, 8)
        for at in range(dots):
            canvas.disc(x + 14 + at * 10, y, 4, INK)
        canvas.text(x + wide - 10, y, phase, 26, INK, anchor="right", ground=ground)
        x += wide + 10
    if view.round == "operating":
        _tick(canvas, x + 24, y)
        x += (
            42
            + canvas.text(x + 42, y, "has operated", 26, theme.faint, anchor="left", ground=theme.panel)
            + 14
        )
    if view.moves:
        _moved(canvas, x - 8, y, 1, theme)
        canvas.text(x + 36, y, "moved this round", 26, theme.faint, anchor="left", ground=theme.panel)


# --- companies and players --------------------------------------------------------------------


def table_height(view: AtlasView) -> float:
    """How high the table of the companies is, in pixels."""
    return 52 + ROW * max(1, len(view.companies)) + 12


def _seat_columns(view: AtlasView, wide: float) -> tuple[dict[str, float], list[float], float]:
    """Right ends of the columns, middles of the seats' columns, and how wide one of those is."""
    seats = len(view.players)
    step = min(74.0, 400.0 / max(1, seats + 2))
    right = wide - MARGIN - 10
    middles = [right - (seats + 2 - at) * step + step / 2 for at in range(seats + 2)]
    first = middles[0] - step / 2
    return {"price": first - 368, "cash": first - 256, "trains": first - 236}, middles, step


def companies(canvas: Canvas, view: AtlasView, names: Sequence[str], top: float, theme: Theme) -> None:
    """One row a company in operating order: price, treasury, trains, and who holds its shares."""
    ends, middles, _ = _seat_columns(view, canvas.width)
    y = top + 26
    for key, text in (("price", "Price"), ("cash", "Cash")):
        canvas.text(ends[key], y, text, 26, theme.faint, anchor="right", ground=theme.panel)
    canvas.text(MARGIN + 10, y, "Companies in order", 26, theme.faint, anchor="left", ground=theme.panel)
    canvas.text(ends["trains"], y, "Trains", 26, theme.faint, anchor="left", ground=theme.panel)
    for at, player in enumerate(view.players):
        badge(canvas, middles[at], y, 21, SEATS[player.seat % len(SEATS)])
    for at, text in ((-2, "Treas."), (-1, "Pool")):
        canvas.text(middles[at], y, text, 24, theme.faint, face="narrow", ground=theme.panel)
    for at, company in enumerate(view.companies):
        _company(canvas, view, company, top + 52 + at * ROW, ends, middles, theme)
    if not view.companies:
        canvas.text(
            MARGIN + 10,
            top + 52 + ROW / 2,
            "No company is in play yet.",
            30,
            theme.faint,
            anchor="left",
            ground=theme.panel,
        )


def _company(
    canvas: Canvas,
    view: AtlasView,
    company: CompanyView,
    top: float,
    ends: dict[str, float],
    middles: list[float],
    theme: Theme,
) -> None:
    middle = top + ROW / 2
    active = company.id == view.active_company
    ground = mix(theme.panel, company.colour, 0.18)
    canvas.box(
        MARGIN, top + 2, canvas.width - MARGIN, top + ROW - 2, ground, theme.accent if active else None, 4, 9
    )
    token(canvas, MARGIN + 34, middle, 21, company.id, company.colour)
    ink = theme.ink
    room = ends["price"] - 92 - MARGIN - 64
    name = company.name
    size = 33.0 if width(name, 33) <= room else 28.0
    canvas.text(MARGIN + 64, middle, cut(name, size, room), size, ink, anchor="left", ground=ground)
    canvas.text(
        ends["price"], middle, str(company.price), 35, ink, face="bold", anchor="right", ground=ground
    )
    canvas.text(ends["cash"], middle, str(company.cash), 33, ink, anchor="right", ground=ground)
    x = ends["trains"]
    for train in company.trains:
        x += train_card(canvas, x, middle, train, rusting=False) + 6
    for train in company.rusted:
        x += train_card(canvas, x, middle, train, rusting=True) + 6
    for at, player in enumerate(view.players):
        count = company.shares[player.seat] if player.seat < len(company.shares) else 0
        if player.seat == company.president:
            mark = SEATS[player.seat % len(SEATS)]
            canvas.box(middles[at] - 25, middle - 21, middles[at] + 25, middle + 21, mark.colour, INK, 2, 8)
            canvas.text(
                middles[at], middle, str(count), 32, ink_on(mark.colour), face="bold", ground=mark.colour
            )
        else:
            text = str(count) if count else "·"
            canvas.text(middles[at], middle, text, 32, ink if count else theme.faint, ground=ground)
    for at, count in ((-2, company.treasury), (-1, company.pool)):
        canvas.text(
            middles[at],
            middle,
            str(count) if count else "·",
            32,
            ink if count else theme.faint,
            ground=ground,
        )


TRAIN_GROUNDS = {"2": "yellow", "3": "green", "4": "green", "5": "purple", "6": "purple"}


def train_card(canvas: Canvas, left: float, middle: float, train: str, *, rusting: bool) -> float:
    """A train as a small card; struck through if it runs one last time. Returns its width."""
    wide = 44.0
    ground = GROUNDS[TRAIN_GROUNDS.get(train, "grey")]
    canvas.box(left, middle - 20, left + wide, middle + 20, ground, INK, 2, 6)
    text = "∞" if train == "infinity" else train
    canvas.text(left + wide / 2, middle, text, 32, INK, face="bold", ground=ground)
    if rusting:
        canvas.line([(left + 5, middle + 15), (left + wide - 5, middle - 15)], "#a0200f", 3.5)
    return wide


def players_height(view: AtlasView) -> float:
    """How high the players' rows are, in pixels."""
    return 44 + ROW * len(view.players) + 12


def players(canvas: Canvas, view: AtlasView, names: Sequence[str], top: float, theme: Theme) -> None:
    """One row a player: cash, shares, worth, and what they preside over. After the end in order of rank."""
    wide = canvas.width
    columns = {"cash": 500 * wide / 1320, "shares": 640 * wide / 1320, "worth": 780 * wide / 1320}
    for key, x in columns.items():
        canvas.text(x, top + 22, key.capitalize(), 26, theme.faint, anchor="right", ground=theme.panel)
    x = (
        MARGIN
        + 10
        + canvas.text(
            MARGIN + 10,
            top + 22,
            "Result" if view.ranking else "Players",
            26,
            theme.faint,
            anchor="left",
            ground=theme.panel,
        )
    )
    if not view.ranking:
        canvas.polygon([(x + 22, top + 12), (x + 40, top + 22), (x + 22, top + 32)], theme.accent)
        canvas.text(x + 48, top + 22, "priority", 26, theme.faint, anchor="left", ground=theme.panel)
    canvas.text(
        columns["worth"] + 36, top + 22, "President of", 26, theme.faint, anchor="left", ground=theme.panel
    )
    colours = {company.id: company.colour for company in view.companies}
    ranks = by_rank(view.ranking)
    for at, player in enumerate(sorted(view.players, key=lambda each: ranks.get(each.seat, 0))):
        y = top + 44 + at * ROW
        middle = y + ROW / 2
        mark = SEATS[player.seat % len(SEATS)]
        ground = theme.panel if player.out else mix(theme.panel, mark.colour, 0.13)
        acting = player.seat in view.active or (ranks.get(player.seat) == 1 and not player.out)
        canvas.box(MARGIN, y + 2, wide - MARGIN, y + ROW - 2, ground, mark.colour if acting else None, 4, 9)
        badge(canvas, MARGIN + 36, middle, 22, mark)
        room = columns["cash"] - 106 - MARGIN - 70
        ink = theme.faint if player.out else theme.ink
        x = MARGIN + 70
        priority = player.seat == view.priority and not player.out and not view.ranking
        name = cut(name_of(player.seat, names), 34, room - (50 if priority else 0))
        x += canvas.text(x, middle, name, 34, ink, anchor="left", ground=ground)
        if priority:
            canvas.polygon([(x + 14, middle - 13), (x + 38, middle), (x + 14, middle + 13)], theme.accent)
        for key, value in (("cash", player.cash), ("shares", player.shares_value), ("worth", player.worth)):
            strong: Face = "bold" if key == "worth" else "semibold"
            canvas.text(columns[key], middle, str(value), 34, ink, face=strong, anchor="right", ground=ground)
        if player.out:
            canvas.text(columns["worth"] + 36, middle, "bankrupt", 30, ink, anchor="left", ground=ground)
        if view.auction is not None:
            leads = player.seat == view.auction.high
            canvas.text(
                wide - MARGIN - 16,
                middle,
                _in_auction(view.auction, player.seat),
                34 if leads else 28,
                theme.ink if leads else theme.faint,
                face="bold" if leads else "semibold",
                anchor="right",
                ground=ground,
            )
        for number, company in enumerate(player.presidencies):
            token(
                canvas,
                columns["worth"] + 56 + number * 48,
                middle,
                21,
                company,
                colours.get(company, "#888888"),
            )


def _in_auction(auction: AuctionView, seat: int) -> str:
    if seat == auction.high:
        return f"{'won at' if auction.won else 'bids'} {auction.bid}"
    return "may raise" if seat in auction.inside else "passed"


# --- trains and charters ----------------------------------------------------------------------


def trains_height(view: AtlasView) -> float:
    """How high the trains on offer are, in pixels."""
    return 128


def trains(canvas: Canvas, view: AtlasView, top: float, theme: Theme) -> None:
    """What is left in the stack, rank by rank, with prices and what rusts; and the bank pool."""
    x = MARGIN + 10
    canvas.text(x, top + 20, "Trains left", 26, theme.faint, anchor="left", ground=theme.panel)
    y = top + 62
    for at, rank in enumerate(view.trains):
        if at:
            x += 22
        left = x
        x += train_card(canvas, x, y, rank.name, rusting=False) + 8
        last = at == len(view.trains) - 1 and rank.name == "7"
        x += canvas.text(
            x, y, "no limit" if last else f"×{rank.left}", 32, theme.ink, anchor="left", ground=theme.panel
        )
        notes = str(rank.price) + (f", rusts {rank.rusts}" if rank.rusts else "")
        wide = canvas.text(
            left, y + 40, notes, 26, theme.faint, face="narrow", anchor="left", ground=theme.panel
        )
        x = max(x, left + wide)
    if view.pool:
        x += 26
        canvas.text(x, top + 20, "Pool", 26, theme.faint, anchor="left", ground=theme.panel)
        for train in view.pool:
            x += train_card(canvas, x, y, train, rusting=False) + 5


def charters_height(view: AtlasView) -> float:
    """How high the charters that can be launched are, in pixels."""
    deepest = max((len(column) for column in view.columns), default=0)
    majors = 1 if view.majors and not deepest else 0
    return 48 + max(1, deepest) * 50 + majors * 0 + 8 if deepest or view.majors else 0


def charters(canvas: Canvas, view: AtlasView, top: float, theme: Theme) -> None:
    """Minors not launched yet, column by column, those available on top; else the majors that are free."""
    columns = [column for column in view.columns if column]
    if not columns:
        words = "Majors free: " + ", ".join(" / ".join(major.names) for major in view.majors)
        for at, text in enumerate(wrapped(words, 28, canvas.width - 2 * MARGIN - 20)[:2]):
            canvas.text(
                MARGIN + 10, top + 26 + at * 36, text, 28, theme.ink, anchor="left", ground=theme.panel
            )
        return
    canvas.text(
        MARGIN + 10,
        top + 20,
        "Charters to launch (top ones now)",
        26,
        theme.faint,
        anchor="left",
        ground=theme.panel,
    )
    wide = (canvas.width - 2 * MARGIN) / len(columns)
    for at, column in enumerate(columns):
        left = MARGIN + at * wide
        for place, charter in enumerate(column):
            y = top + 48 + place * 50
            ground = mix(theme.panel, charter.colour, 0.3 if charter.available else 0.08)
            canvas.box(
                left + 3, y, left + wide - 3, y + 45, ground, theme.ink if charter.available else None, 2.5, 9
            )
            token(canvas, left + 32, y + 22.5, 18, charter.id, charter.colour)
            ink = theme.ink if charter.available else theme.faint
            where = f"{charter.name}  {charter.home}" if charter.home else charter.name
            canvas.text(left + 60, y + 22.5, cut(where, 29, wide - 76), 29, ink, anchor="left", ground=ground)
