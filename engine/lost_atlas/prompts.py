"""What a player is asked, made from the kinds of action that are legal now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.action import Action

from .actions import (
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    Done,
    Issue,
    Lay,
    Pass,
    PayOut,
    PlaceHub,
    PlaceSuburb,
    Redeem,
    Run,
    Sell,
    Withhold,
)

WORDS: Mapping[type[Action], str] = {
    Bid: "start an auction",
    BuyShare: "buy a share",
    Sell: "sell shares",
    Pass: "pass",
    Done: "end your turn",
    Lay: "lay track",
    PlaceHub: "place a hub",
    Issue: "issue a share",
    Redeem: "redeem a share",
    PlaceSuburb: "place a suburb",
    Run: "run trains",
    PayOut: "pay out",
    Withhold: "withhold",
    BuyTrain: "buy a train",
    Bankrupt: "declare bankruptcy",
}


def one_of(kinds: Iterable[type[Action]]) -> str:
    """`lay track, issue a share, or run trains`."""
    words = [WORDS[kind] for kind in kinds]
    if len(words) < 2:
        return "".join(words)
    comma = "," if len(words) > 2 else ""
    return f"{', '.join(words[:-1])}{comma} or {words[-1]}"
