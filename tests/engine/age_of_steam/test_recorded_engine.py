"""Replays follow the engine that made the recordings where its ways are not the rulebook's."""

import json
from collections import Counter
from functools import cache

import pytest

from engine.age_of_steam.board import MAPS, board
from engine.age_of_steam.replay import verify

from .web_engine import WebEngine

PLAYED = [map_id for map_id in MAPS if map_id != "western_us"]
"""The maps that the recorded engine has; it has no Western U.S."""


def play(map_id: str, number: int) -> tuple[dict, Counter[str]]:
    """A game by the recorded engine's rules, and the odd things that happened in it."""
    seats = list(board(map_id).players)
    game = WebEngine(
        map_id,
        seats[number % len(seats)],
        f"{map_id} {number}",
        old=number % 2 == 1,
        cash=(None, 60, 200)[number % 3],
    )
    return json.loads(json.dumps(game.record())), game.shown


@cache
def played(map_id: str, number: int) -> tuple[dict, Counter[str]]:
    return play(map_id, number)


@pytest.mark.parametrize("map_id", PLAYED)
@pytest.mark.parametrize("number", range(4))
def test_a_game_by_the_recorded_engines_rules_verifies(map_id, number):
    record, _ = played(map_id, number)
    ends = sum("round_end" in entry for entry in record["entries"])
    verified = verify(record)
    assert verified.actions == len(record["entries"])
    assert verified.checkpoints == 1 + len(record["entries"]) + ends + 1


@pytest.mark.long
@pytest.mark.parametrize("map_id", PLAYED)
@pytest.mark.parametrize("number", range(4, 64))
def test_sixty_games_by_the_recorded_engines_rules_verify(map_id, number):
    verify(play(map_id, number)[0])
