"""Tables in the middle of play, to be drawn: real games among automatic players."""

from __future__ import annotations

from functools import cache

from engine.age_of_steam import TITLE as STEAM
from engine.age_of_steam.view import View
from engine.core.chance import Chance
from engine.core.game import AnyGame
from engine.core.title import Title
from engine.lost_atlas import TITLE as ATLAS
from engine.lost_atlas.view import AtlasView
from engine.transcontinental import TITLE as RAIL
from engine.transcontinental.view import View as RailView

PLAYERS = {"rust_belt": 5, "western_us": 4, "southern_us": 6, "germany": 3, "st_lucia": 2, "barbados": 1}
"""How many play on each map here."""


@cache
def steam(map_id: str, players: int, turn: int, seed: int = 1, phase: str = "move_goods") -> View:
    """Age of Steam on a map at the start of a phase of a turn, or at its end if that comes first."""
    game = STEAM.start(STEAM.options(map=map_id), players, Chance(f"picture {seed}"))  # type: ignore[call-arg]
    for _ in range(4000):
        view: View = game.view(None)
        if game.over or (view.turn >= turn and view.phase == phase):
            return view
        _play(STEAM, game)
    raise AssertionError("the game does not get on")


def _play(title: Title, game: AnyGame) -> None:
    """One move by whoever is asked first, as an automatic player makes it."""
    assert title.autoplay is not None
    seat = game.pending()[0].seat
    game.apply(seat, title.autoplay(game, seat))


@cache
def atlas(players: int, mode: str, stage: str, seed: int = 1) -> AtlasView:
    """Lost Atlas at a stage: `building`, `stock`, `operating`, `routes` (just run) or `late`."""
    game = ATLAS.start(ATLAS.options(mode=mode), players, Chance(f"picture {seed}"))  # type: ignore[call-arg]
    best: AtlasView = game.view(None)
    for _ in range(3000):
        view: AtlasView = game.view(None)
        if game.over:
            return best
        routes = view.turn is not None and view.turn.routes
        if {
            "building": view.round == "building" and len(view.hexes) >= 45,
            "stock": view.round == "stock" and len(view.companies) >= 2,
            "operating": view.round == "operating" and len(view.companies) >= 3,
            "routes": view.cycle >= 3 and bool(routes),
            "late": view.cycle >= view.cycles and bool(routes),
        }[stage]:
            return view
        best = view
        _play(ATLAS, game)
    raise AssertionError("the game does not get on")


@cache
def rail(players: int, moves: int, viewer: int | None = None) -> RailView:
    """The Transcontinental after so many moves of automatic players, or at its end."""
    game = RAIL.start(RAIL.options(), players, Chance("picture"))
    for _ in range(moves):
        if game.over:
            break
        _play(RAIL, game)
    view: RailView = game.view(viewer)
    return view
