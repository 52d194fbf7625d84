"""Age of Steam without chat or database: replaying a recorded game, and listing legal moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from engine.age_of_steam import TITLE
from engine.age_of_steam.actions import Build, Move
from engine.age_of_steam.options import SteamOptions
from engine.age_of_steam.replay import Replay, verify
from engine.core.game import AnyGame
from tests.engine.random_play import play

from .timing import Figure, measure

RECORD = Path(__file__).parents[1] / "engine" / "age_of_steam" / "replays" / "2692.json"
LARGEST = "western_us"
"""The map with the most hexes: 171."""


def recorded() -> dict:
    """The recorded Rust Belt game 2692."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def positions(record: dict) -> Iterator[AnyGame]:
    """The recorded game before each of its decisions, each a copy."""
    seen: list[AnyGame] = []

    class Watched(Replay):
        def _play(self, *arguments: object, **named: object) -> None:
            super()._play(*arguments, **named)  # type: ignore[arg-type]
            seen.append(self.game.copy())

    Watched(record).run()
    yield from seen


def waiting_for(games: Iterator[AnyGame], kind: type) -> list[tuple[AnyGame, int]]:
    """The games in which some seat may take that kind of action, and the seat."""
    return [(game, asked.seat) for game in games for asked in game.pending() if kind in asked.kinds]


def run() -> list[Figure]:
    """Every figure of this module."""
    record = recorded()
    games = list(positions(record))
    largest = [
        game.copy()
        for game, played in play(TITLE, 4, "bench", SteamOptions(map=LARGEST))
        if played is not None and game.pending() and Build in game.pending()[0].kinds
    ][-60:]

    def legal(game: AnyGame, seat: int, kind: type) -> None:
        for _ in game.legal_actions(seat, kind):
            pass

    builds = [(game, seat, Build) for game, seat in waiting_for(iter(games), Build)]
    moves = [(game, seat, Move) for game, seat in waiting_for(iter(games), Move)]
    wide = [(game, game.pending()[0].seat, Build) for game in largest]
    return [
        measure("replay of game 2692, every check and checkpoint", lambda: verify(record), aim="< 100"),
        measure("legal tracks of a build turn, Rust Belt (2692)", legal, builds),
        measure("legal deliveries of a turn, Rust Belt (2692)", legal, moves),
        measure("legal tracks late in a game, Western U.S. (171 hexes)", legal, wide),
        measure("snapshot and restore, late in 2692", lambda: games[-2].restore(games[-2].snapshot(), "")),
    ]
