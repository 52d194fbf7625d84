"""The abilities of the minors, one small module a family, plugged into the hooks of `ability.py`.

A major has the abilities of both minors that formed it; the shared rules ask `powers(company)` and never
for a company by name.

Rules: Lost Atlas, Company Details.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.lost_atlas.components import minors
from engine.lost_atlas.state import Company

from . import home, hubs, money, track, trains
from .ability import PLAIN, Ability, Powers, combined

ABILITIES: dict[str, Ability] = {
    minor: ability
    for module in (home, hubs, money, track, trains)
    for minor, ability in module.ABILITIES.items()
}
"""Every minor's ability. The mine and the port are their homes (board.py), and need no hook."""


def ability_of(minor: str) -> Ability:
    """What a minor can do that others cannot."""
    return ABILITIES.get(minor, PLAIN)


def powers(company: Company) -> Powers:
    """All abilities of a company together."""
    return powers_of(company.minors)


def powers_of(owned: Iterable[str]) -> Powers:
    """The abilities of some minors together."""
    return combined([ability_of(minor) for minor in owned])


def texts(company: Company) -> tuple[tuple[str, str], ...]:
    """The abilities of a company in words: the minor's name, and what it can do."""
    return tuple((minors()[minor].name, ability_of(minor).text) for minor in company.minors)


__all__ = ["ABILITIES", "Ability", "Powers", "ability_of", "powers", "powers_of", "texts"]
