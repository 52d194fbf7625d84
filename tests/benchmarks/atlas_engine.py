"""Lost Atlas without chat or database: legal track lays, best routes, and replaying a whole Long game."""

from __future__ import annotations

import random
from functools import cache

from msgspec.structs import replace

from engine.core.action import Action
from engine.core.chance import Chance
from engine.lost_atlas import TITLE, board, running
from engine.lost_atlas.actions import Lay, Run
from engine.lost_atlas.game import LostAtlas
from engine.lost_atlas.options import AtlasOptions
from engine.lost_atlas.routes import best_routes, revenue
from tests.engine.random_play import random_action

from .timing import Figure, measure

OPTIONS = AtlasOptions(map="automatic", bankruptcy="play on")
Log = list[tuple[int, Action]]


@cache
def long_game(seed: str, chance: float = 0.1) -> tuple[Log, tuple[LostAtlas, ...]]:
    """A Long game for four: its log, and copies of the late turns in which track may be laid.

    chance: how many decisions are random; the automatic player takes the others.
    """
    dice = random.Random(seed)
    game = TITLE.start(OPTIONS, 4, Chance(seed))
    assert isinstance(game, LostAtlas)
    log: Log = []
    late = []
    while not game.over:
        asked = game.pending()[0]
        turn = game.state.turn
        if game.state.cycle >= 5 and Run in asked.kinds and turn is not None and turn.step == "finance":
            late.append(game.copy())
        if dice.random() < chance and game.state.round != "building":
            seat, action = random_action(game, dice)
        else:
            seat, action = asked.seat, TITLE.autoplay(game, asked.seat)  # type: ignore[misc]
        game.apply(seat, action)
        log.append((seat, action))
    return log, tuple(late)


def replayed(seed: str, log: Log) -> None:
    """The game again from its start, every action checked."""
    game = TITLE.start(OPTIONS, 4, Chance(seed))
    for seat, action in log:
        game.apply(seat, action)
    assert game.over


def legal_lays(game: LostAtlas) -> int:
    """How many ways there are to lay track in this turn."""
    return sum(1 for _ in game.legal_actions(game.pending()[0].seat, Lay))


def best_run(game: LostAtlas) -> int:
    """The best earnings of the company whose turn it is."""
    turn = game.state.turn
    assert turn is not None
    return sum(route.revenue for route in running.best(game.state, game.state.companies[turn.company]))


def four_trains(game: LostAtlas) -> int:
    """What the company whose turn it is could earn with four trains, an unlimited one among them."""
    turn = game.state.turn
    assert turn is not None
    company = game.state.companies[turn.company]
    fleet = running.fleet_of(game.state, company)
    return revenue(best_routes(board.network(game.state), replace(fleet, trains=(None, 7, 6, 5))))


def run() -> list[Figure]:
    """Every figure of this module."""
    games = [long_game(f"bench {number}") for number in range(12)]
    longest = max(range(12), key=lambda number: len(games[number][0]))
    late = [(game,) for _, positions in games for game in positions]
    log = games[longest][0]
    start = games[longest][1][-1] if games[longest][1] else late[-1][0]
    return [
        measure(
            f"replay of a Long game of {len(log)} actions",
            lambda: replayed(f"bench {longest}", log),
            aim="< 2000",
        ),
        measure("legal track lays of a company, cycles 5 and 6", legal_lays, late, aim="< 50"),
        measure("best routes of a company, cycles 5 and 6", best_run, late, aim="< 50"),
        measure("best routes with ∞, 7, 6 and 5, cycles 5 and 6", four_trains, late, aim="50, worst 2000"),
        measure("the view", lambda: start.view(None)),
        measure("snapshot and restore", lambda: start.restore(start.snapshot(), "")),
    ]
