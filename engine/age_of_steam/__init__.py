"""Age of Steam: Rust Belt, Western U.S., Southern U.S., Germany, St. Lucia and Barbados."""

from __future__ import annotations

from engine.core.title import Title

from .actions import ACTIONS
from .autoplay import autoplay
from .game import AgeOfSteam, start
from .options import NOTES, SteamOptions, seats
from .orders import ORDERS
from .reports import KINDS
from .rules_text import rules

TITLE = Title(
    id="age_of_steam",
    name="Age of Steam",
    command="steam",
    options=SteamOptions,
    actions=ACTIONS,
    game=AgeOfSteam,
    start=start,
    seats=seats,
    rules_version=1,
    reports=KINDS,
    rules=rules,
    autoplay=autoplay,
    orders=ORDERS,
    blurb="Borrow, bid, build and deliver: the railroad with the best income wins, if it stays solvent.",
    option_notes=NOTES,
)
"""The title, for the house's list."""
