"""The pictures of The Transcontinental: the track, the train with the players, and one's own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.transcontinental.view import SideView, View
from render import panels
from render.canvas import Canvas
from render.lettering import cut
from render.palette import SEATS, THEMES, Theme, mix
from render.picture import Picture
from render.rails import badge

from . import hand, train
from .alt import hand_alt, track_alt, train_alt
from .track import Track

WIDTH = 1320


def pictures(
    view: View, places: Sequence[str], names: Sequence[str], theme: str, close_up: bool
) -> list[Picture]:
    """The track and the train; and the cards of the viewer, if the view is a player's own."""
    found = [Picture("track.png", board(view, places, names, theme).png(), track_alt(view, places, names))]
    if not close_up:
        found.append(Picture("train.png", cars(view, names, theme).png(), train_alt(view, names)))
        if view.viewer is not None and view.viewer < view.seats:
            found.append(Picture("hand.png", hand.paint(view, theme).png(), hand_alt(view)))
    return found


def _header(canvas: Canvas, view: View, names: Sequence[str], theme: Theme) -> None:
    acting = tuple(each.seat for each in view.waiting)
    when = "Game over" if view.over else f"Round {view.round}" + (" · final" if view.final_round else "")
    phase, shown = panels.ending(view.ranking, view.won) if view.over else (view.phase_name, acting)
    panels.header(canvas, "Transcontinental", when, phase, shown, names, theme)


def board(view: View, places: Sequence[str], names: Sequence[str], theme: str = "day") -> Canvas:
    """Header and track, with the scores under it."""
    colours = THEMES[theme]
    high = panels.HEADER + Track.height(view)
    canvas = Canvas(WIDTH, high + 74, colours.panel)
    _header(canvas, view, names, colours)
    Track(canvas, view, panels.HEADER, colours).paint(set(places))
    _scores(canvas, view, names, high, colours)
    return canvas


def _in_order(view: View) -> list[SideView]:
    ranks = panels.by_rank(view.ranking)
    return sorted(view.sides, key=lambda each: (ranks.get(each.side, 9), -each.score))


def _scores(canvas: Canvas, view: View, names: Sequence[str], top: float, theme: Theme) -> None:
    wide = (WIDTH - 24) / max(1, len(view.sides))
    for at, side in enumerate(_in_order(view)):
        left = 12 + at * wide
        mark = SEATS[side.side % len(SEATS)]
        ground = mix(theme.panel, mark.colour, 0.13)
        canvas.box(left + 3, top + 6, left + wide - 3, top + 68, ground, radius=10)
        badge(canvas, left + 36, top + 37, 23, mark)
        score = canvas.text(
            left + wide - 18,
            top + 37,
            str(side.score),
            38,
            theme.ink,
            face="bold",
            anchor="right",
            ground=ground,
        )
        name = cut(train.called(view, side.side, names), 32, wide - 100 - score)
        canvas.text(left + 70, top + 37, name, 32, theme.ink, anchor="left", ground=ground)


def cars(view: View, names: Sequence[str], theme: str = "day") -> Canvas:
    """Header, train, revealed bids, and the players' table."""
    colours = THEMES[theme]
    high = panels.HEADER + train.train_height(view) + train.bids_height(view) + train.sides_height(view) + 60
    canvas = Canvas(WIDTH, high, colours.panel)
    _header(canvas, view, names, colours)
    y: float = panels.HEADER
    train.train(canvas, view, y, colours)
    y += train.train_height(view)
    for height, paint in ((train.bids_height(view), train.bids), (train.sides_height(view), train.sides)):
        if height:
            canvas.line([(12, y), (WIDTH - 12, y)], mix(colours.panel, colours.ink, 0.2), 1.5)
            paint(canvas, view, names, y, colours)
        y += height
    train.decks(canvas, view, y, colours)
    return canvas


def preview(view: View, action: Any, names: Sequence[str], theme: str) -> Picture | None:
    """Nothing: what a move does here is better said in words."""
    return None


def sheet(
    view: View, actions: Sequence[Any], labels: Sequence[str], names: Sequence[str], theme: str
) -> Picture | None:
    """Nothing: moves here differ by what they do, not by how they look."""
    return None


def frame(view: View, names: Sequence[str], theme: str) -> Picture:
    """The track: one frame of the railway growing."""
    return Picture(
        "frame.png", board(view, (), names, theme).png(), f"The Transcontinental, round {view.round}."
    )
