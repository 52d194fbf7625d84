"""How a game ended: ranking and the parts of every score. Rules: Final Scoring; Defeating the Syndicate."""

from __future__ import annotations

from engine.core.game import Result, Score

from .scoring import best_for, buildings_of, most_completed
from .state import State
from .syndicate import spike_kept_back

PARTS = {
    "railhead": "wilderness tiles",
    "developments": "developments",
    "resupply": "resupply",
    "depleted": "depleted cards",
    "claims": "land claims",
    "investments": "investments",
    "allies": "allies",
}
INVESTMENTS_COMPLETED = "all three investments completed"
"""A condition of victory in a solo game; while it is played only the player knows whether it holds."""


def make_result(state: State) -> Result:
    """The result of a game that is over."""
    return _solo_result(state) if state.solo else _result(state)


def _result(state: State) -> Result:
    # Ties are broken by the turn order at the end, so every place has one player.
    ranking = sorted(range(state.sides), key=lambda side: (-state.score(side), state.place_in_order(side)))
    scores = tuple(_score(state, side) for side in range(state.sides))
    best = state.score(ranking[0])
    tied = sum(state.score(side) == best for side in ranking) > 1
    return Result(
        tuple((side,) for side in ranking),
        scores,
        sentence="Equal scores: the player ahead in turn order wins." if tied else "",
    )


def _score(state: State, side: int) -> Score:
    parts = tuple(
        (words, state.points[side][reason]) for reason, words in PARTS.items() if reason in state.points[side]
    )
    note = ""
    if not state.solo:
        done = ", ".join(each.symbol for each in best_for(state, side).investments)
        note = f"completed {done}" if done else ""
    return Score(side, state.score(side), parts, note)


def can_complete(state: State) -> int:
    """Solo: how many of the player's investments can be completed together as things stand."""
    allies = [state.box.allies[card].symbol for card in state.hands[0] + state.played[0]]
    buildings = [symbols for _, symbols in buildings_of(state, 0)]
    return most_completed(state.box, state.investments[0], buildings, allies)


def conditions(state: State) -> tuple[tuple[str, bool], ...]:
    """Solo: the three conditions of victory and whether each holds as things stand."""
    cards = state.investments[0]
    return (
        ("more points than the Syndicate", state.score(0) > state.score(1)),
        (INVESTMENTS_COMPLETED, len(cards) >= 3 and can_complete(state) == len(cards)),
        ("the Last Spike kept out of the Prairies", spike_kept_back(state)),
    )


def _solo_result(state: State) -> Result:
    met = conditions(state)
    number = 0 if state.resigned else sum(holds for _, holds in met)
    verdict = "Victory" if number == 3 else "Unremarkable defeat" if number == 2 else "Humiliating defeat"
    said = "; ".join(f"{words}: {'yes' if holds else 'no'}" for words, holds in met)
    sentence = f"{verdict}. {said[0].upper()}{said[1:]}. The Syndicate has {state.score(1)} points."
    if state.resigned:
        sentence = f"Humiliating defeat by resignation. The Syndicate has {state.score(1)} points."
    return Result(((0,),), (_score(state, 0),), won=number == 3, sentence=sentence)
