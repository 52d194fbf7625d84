"""What the house knows about Lost Atlas before it is played."""

from __future__ import annotations

from engine.core.title import Options, Title

from . import components as box
from .actions import ACTIONS
from .autoplay import choose
from .game import LostAtlas, start
from .options import AtlasOptions
from .orders import ORDERS
from .reports import REPORTS
from .rules import rules


def _seats(options: Options) -> range:
    assert isinstance(options, AtlasOptions)
    return box.mode(options.mode).players


TITLE = Title(
    id="lost_atlas",
    name="Railways of the Lost Atlas",
    command="atlas",
    options=AtlasOptions,
    actions=ACTIONS,
    game=LostAtlas,
    start=start,
    seats=_seats,
    rules_version=1,
    reports=REPORTS,
    rules=rules,
    autoplay=choose,
    orders=ORDERS,
    blurb="Build the map, launch minor companies, merge them, and own the most valuable shares.",
)
