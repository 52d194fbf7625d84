"""Victory points, ranking and the final result. Rules: Victory Point Computations."""

from __future__ import annotations

from engine.core.event import mark
from engine.core.game import Result, Score

from .board import board
from .maps import rules_of
from .network import network
from .state import Player, State

INCOME_POINTS, SECTION_POINTS, SHARE_POINTS = 3, 1, -3


def expenses(player: Player) -> int:
    """What a railroad pays each turn: a dollar a share and a dollar a link. Rules: VII."""
    return player.shares + player.engine


def sections_owned(state: State, seat: int) -> int:
    """Sections of the seat's track that are part of Completed Railroad Links."""
    return sum(section.worth for section in network(state).owned(seat) if section.complete)


def victory_points(state: State, seat: int) -> int:
    """The seat's victory points as they stand."""
    return sum(points for _, points in breakdown(state, seat))


def breakdown(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """The lines that add up to the seat's victory points."""
    player = state.players[seat]
    return (
        ("income", INCOME_POINTS * player.income),
        ("track", SECTION_POINTS * sections_owned(state, seat)),
        ("shares", SHARE_POINTS * player.shares),
    )


def standing(state: State, seat: int) -> int:
    """How the seat stands now: victory points, or on a solo map what it would score."""
    solo = rules_of(state.map).solo_score(state)
    return victory_points(state, seat) if solo is None else solo


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Places from the first down; the insolvent share the last."""
    rules = rules_of(state.map)

    def key(seat: int) -> tuple[int, ...]:
        player = state.players[seat]
        if player.out:
            return (0,)
        return (1, standing(state, seat), *rules.tie_break(state, seat))

    keys = {seat: key(seat) for seat in range(len(state.players))}
    return tuple(
        tuple(seat for seat, have in keys.items() if have == each)
        for each in sorted(set(keys.values()), reverse=True)
    )


def result(state: State) -> Result:
    """The final scores of a game that is over."""
    rules = rules_of(state.map)
    solo = rules.solo_score(state)
    scores = []
    for seat, player in enumerate(state.players):
        note = f"insolvent in turn {player.out_turn}" if player.out else ""
        if solo is not None:
            paid = 5 * state.bought_back
            parts = (("cash at the end", player.cash + paid), ("shares bought back", -paid))
            scores.append(Score(seat, solo, parts, note))
        else:
            parts_of = breakdown(state, seat)
            scores.append(Score(seat, sum(points for _, points in parts_of), parts_of, note))
    won = None
    sentence = ""
    if solo is not None:
        player = state.players[0]
        won = not player.out and player.shares == 0
        sentence = (
            f"{mark(0)} buys back every share and keeps ${player.cash}."
            if won
            else f"{mark(0)} is insolvent: the game is lost."
            if player.out
            else f"{mark(0)} cannot buy back {player.shares} of the shares: the game is lost."
        )
    elif state.tie_rolls:
        rolls = ", ".join(f"{mark(seat)} {sum(dice)}" for seat, dice in state.tie_rolls.items())
        sentence = f"The die roll decided: {rolls}."
    elif board(state.map).special.get("tiebreak") and _was_tied(state):
        sentence = "The tie was broken by cash, then by track."
    return Result(ranking(state), tuple(scores), won, sentence)


def _was_tied(state: State) -> bool:
    points = [
        victory_points(state, seat) for seat in range(len(state.players)) if not state.players[seat].out
    ]
    return points.count(max(points, default=0)) > 1
