"""Tokens: Expansive has one hub more, Suburban has two suburbs, Overnight passes through the night."""

from __future__ import annotations

from .ability import Ability

SUBURB_BONUS = 10
"""What a suburb adds for each train of its company that stops there."""

ABILITIES = {
    "expansive": Ability("Has a second hub, to be placed in an operating round for 40.", hub_costs=(40,)),
    "suburban": Ability(
        "Has two suburb tokens for basic cities that it can reach and where it has no hub: each adds 10 for "
        "every train of the company that stops there.",
        suburbs=2,
    ),
    "overnight": Ability(
        "May skip blocked cities: they are passed through, count no stop and earn nothing. This also holds "
        "for laying track, for mergers, and for a corporation's hubs.",
        skips_blocked=True,
    ),
}
