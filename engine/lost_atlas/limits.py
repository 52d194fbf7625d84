"""Trains a company may hold, the stack, and what is in the bank pool.

Rules: Lost Atlas, Phase Changes (table); Company Details, Spacious.
"""

from __future__ import annotations

from . import components as box
from .companies import Powers, powers
from .market import operating_order
from .state import Company, State


def train_limit(state: State, company: Company) -> int:
    """How many trains a company may hold; rusted trains on their last run do not count."""
    power = powers(company)
    if company.kind == "major":
        return major_limit(state, power)
    return box.train_kinds()[state.rank].minor_limit + power.train_slots


def major_limit(state: State, power: Powers) -> int:
    """How many trains a major with these abilities may hold."""
    return box.train_kinds()[state.rank].major_limit + power.train_slots


def overfull(state: State) -> list[str]:
    """Companies with more trains than their limit, in operating order."""
    return [
        each
        for each in operating_order(state)
        if len(state.companies[each].trains) > train_limit(state, state.companies[each])
    ]


def top_train(state: State) -> str:
    """The rank on top of the stack. The last rank never runs out (README, ruling 16)."""
    for rank, count in state.left.items():
        if count:
            return rank
    return list(state.left)[-1]
