"""Pictures: what a painter's process needs for one, with the still ground of the map kept and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import render
from render.age_of_steam import ground
from tests.render.tables import PLAYERS, atlas, rail, steam

from .timing import Figure, measure

NAMES = ("Ann", "Ben", "Chloë", "Dora", "Eva", "Finn")


def _drawn(title_id: str, view: Any) -> Callable[[], Any]:
    """All the pictures of a view."""
    return lambda: render.pictures(title_id, view, (), names=NAMES)


def run() -> Iterator[Figure]:
    """Every figure of this module."""
    view = steam("rust_belt", PLAYERS["rust_belt"], 4)

    def cold() -> None:
        ground.ground.cache_clear()
        render.pictures("age_of_steam", view, (), names=NAMES)

    yield measure("picture of the Rust Belt, first of its map", cold, aim="250 ms")
    for map_id, players in PLAYERS.items():
        table = steam(map_id, players, 4)
        yield measure(f"picture of {table.map_name}", _drawn("age_of_steam", table), aim="250 ms")
    places = (view.tiles[-1].hex,)
    yield measure("close-up alone", lambda: render.pictures("age_of_steam", view, places, close_up=True))
    late = atlas(4, "long", "late")
    yield measure("Lost Atlas, 99 hexes: map and stock track", _drawn("lost_atlas", late), aim="400 ms")
    train = rail(4, 150)
    yield measure("The Transcontinental: track and train", _drawn("transcontinental", train))
