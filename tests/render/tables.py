"""Tables in the middle of play, to be drawn: real games, moved on by a player with a little sense."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import Any

from engine.age_of_steam import TITLE as STEAM
from engine.age_of_steam.view import View
from engine.core.action import Action, expand, verb
from engine.core.chance import Chance
from engine.core.game import AnyGame
from engine.lost_atlas import TITLE as ATLAS
from engine.lost_atlas.view import AtlasView
from engine.transcontinental import TITLE as RAIL
from engine.transcontinental.view import View as RailView

ORDER = ("build", "move", "link", "urbanise", "select", "issue", "produce", "drop", "decline")
"""What the player would rather do, first to last; then anything."""
PLAYERS = {"rust_belt": 5, "western_us": 4, "southern_us": 6, "germany": 3, "st_lucia": 2, "barbados": 1}
"""How many play on each map here."""


@cache
def steam(map_id: str, players: int, turn: int, seed: int = 1, phase: str = "move_goods") -> View:
    """Age of Steam on a map at the start of a phase of a turn, or at its end if that comes first."""
    game = STEAM.start(STEAM.options(map=map_id), players, Chance(f"picture {seed}"))  # type: ignore[call-arg]
    rng = random.Random(seed)
    for _ in range(4000):
        view: View = game.view(None)
        if game.over or (view.turn >= turn and view.phase == phase):
            return view
        _play(game, rng)
    raise AssertionError("the game does not get on")


def _play(game: AnyGame, rng: random.Random) -> None:
    """One move by whoever is asked first: the best of a few, by what it does to links and income."""
    pending = game.pending()[0]
    kinds = sorted(pending.kinds, key=lambda kind: ORDER.index(verb(kind)) if verb(kind) in ORDER else 9)
    for kind in kinds:
        found: list[Action] = []
        for legal in islice(game.legal_actions(pending.seat, kind), 400):
            found += islice(expand(legal), 12)
        if verb(kind) == "issue":
            found = [each for each in found if getattr(each, "count", 0) <= 3][-1:]
        if found:
            game.apply(pending.seat, _best(game, pending.seat, rng.sample(found, min(8, len(found)))))
            return
    raise AssertionError(f"nothing is legal for {pending}")


def _best(game: AnyGame, seat: int, actions: list[Action]) -> Action:
    if len(actions) == 1:
        return actions[0]

    def worth(action: Action) -> float:
        tried = game.copy()
        tried.apply(seat, action)
        view: Any = tried.view(None)
        me = view.players[seat]
        mine = sum(3 for link in view.links if link.owner == seat)
        mine += sum(1 for tile in view.tiles for track in tile.tracks if track.owner == seat)
        return me.income * 4 + mine + me.cash / 10

    return max(actions, key=worth)


@cache
def atlas(players: int, mode: str, stage: str, seed: int = 1) -> AtlasView:
    """Lost Atlas at a stage: `building`, `stock`, `operating`, `routes` (just run) or `late`."""
    game = ATLAS.start(ATLAS.options(mode=mode), players, Chance(f"picture {seed}"))  # type: ignore[call-arg]
    assert ATLAS.autoplay is not None
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
        seat = game.pending()[0].seat
        game.apply(seat, ATLAS.autoplay(game, seat))
    raise AssertionError("the game does not get on")


@cache
def rail(players: int, moves: int, viewer: int | None = None) -> RailView:
    """The Transcontinental after so many moves of automatic players, or at its end."""
    game = RAIL.start(RAIL.options(), players, Chance("picture"))
    assert RAIL.autoplay is not None
    for _ in range(moves):
        if game.over:
            break
        seat = game.pending()[0].seat
        game.apply(seat, RAIL.autoplay(game, seat))
    view: RailView = game.view(viewer)
    return view
