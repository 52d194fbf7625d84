"""Victory points, ranking and the final result. Rules: Victory Point Computations."""

from __future__ import annotations

from engine.core.event import mark
from engine.core.game import Result, Score

from .board import board
from .maps import rules_of
from .points import breakdown, victory_points
from .state import State


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


def outcome(state: State) -> bool | None:
    """Whether a game that is over was won, where it is played alone; False if nobody is left to win it."""
    if all(player.out for player in state.players):
        return False
    if rules_of(state.map).solo_score(state) is None:
        return None
    return state.players[0].shares == 0


def result(state: State) -> Result:
    """The final scores of a game that is over."""
    rules = rules_of(state.map)
    solo = rules.solo_score(state)
    scores = []
    for seat, player in enumerate(state.players):
        note = f"insolvent in turn {player.out_turn}" if player.out else ""
        if solo is not None:
            cash = player.cash + 5 * state.bought_back
            parts = (("cash at the end", cash), ("shares to buy back", solo - cash))
            scores.append(Score(seat, solo, parts, note))
        else:
            parts_of = breakdown(state, seat)
            scores.append(Score(seat, sum(points for _, points in parts_of), parts_of, note))
    won = outcome(state)
    sentence = ""
    if solo is not None:
        player = state.players[0]
        sentence = (
            f"{mark(0)} buys back every share and keeps ${player.cash}."
            if won
            else f"{mark(0)} is insolvent: the game is lost."
            if player.out
            else f"{mark(0)} cannot buy back {player.shares} of the shares: the game is lost."
        )
    elif won is False:
        sentence = "Every railroad is insolvent: nobody wins."
    elif len(state.order) == 1:
        sentence = f"{mark(state.order[0])} is the only railroad left."
    else:
        sentence = _tie_sentence(state)
    return Result(ranking(state), tuple(scores), won, sentence)


def _tie_sentence(state: State) -> str:
    """How a tie was broken, on a map that breaks ties; dice are told for lower places too."""
    if state.tie_rolls:
        rolls = ", ".join(
            f"{mark(seat)} {' then '.join(map(str, dice))}" for seat, dice in state.tie_rolls.items()
        )
        return f"Dice broke the tie: {rolls}."
    if not board(state.map).special.get("tiebreak"):
        return ""
    points = {seat: victory_points(state, seat) for seat in state.order}
    cash = [state.players[seat].cash for seat in state.order if points[seat] == max(points.values())]
    if len(cash) < 2:
        return ""
    return "Cash broke the tie." if cash.count(max(cash)) == 1 else "Track broke the tie, cash being equal."
