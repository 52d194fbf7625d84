"""The choices made when a game is set up."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from engine.core.title import Options

from .layouts import owners_layouts


class AtlasOptions(Options, frozen=True):
    """How the table wants to play Lost Atlas."""

    mode: Annotated[
        Literal["long", "short"],
        Meta(
            description="Long: 6 cycles, 3 to 5 players. Short: 4 cycles, 2 to 4.",
            extra={"labels": {"long": "Long", "short": "Short"}},
        ),
    ] = "long"
    map: Annotated[
        Literal["players", "automatic", "layout", "own"],
        Meta(
            description="The players build the map, it is built at random, or it was made in advance.",
            extra={
                "labels": {
                    "players": "built by the players",
                    "automatic": "built at random",
                    "layout": "ready-made",
                    "own": "from the house's own layout file",
                }
            },
        ),
    ] = "players"
    destination: Annotated[
        Literal["30/40/70/100", "20/30/50/80", "30/60/90/30", "own"],
        Meta(
            description="Value of the Distant Destinations in yellow/green/purple/grey, or your own values.",
            extra={"called": "Distant Destinations", "labels": {"own": "your own values"}},
        ),
    ] = "30/40/70/100"
    own_yellow: Annotated[
        int,
        Meta(
            ge=0,
            le=200,
            description="Your own value of the Distant Destinations: yellow.",
            extra={"called": "Destinations in yellow", "needs": {"destination": "own"}},
        ),
    ] = 30
    own_green: Annotated[
        int,
        Meta(
            ge=0,
            le=200,
            description="Your own value of the Distant Destinations: green.",
            extra={"called": "Destinations in green", "needs": {"destination": "own"}},
        ),
    ] = 40
    own_purple: Annotated[
        int,
        Meta(
            ge=0,
            le=200,
            description="Your own value of the Distant Destinations: purple.",
            extra={"called": "Destinations in purple", "needs": {"destination": "own"}},
        ),
    ] = 70
    own_grey: Annotated[
        int,
        Meta(
            ge=0,
            le=200,
            description="Your own value of the Distant Destinations: grey.",
            extra={"called": "Destinations in grey", "needs": {"destination": "own"}},
        ),
    ] = 100
    blank_hexes: Annotated[
        bool, Meta(description="After building, up to twelve single blank hexes may be laid beside homes.")
    ] = False
    bankruptcy: Annotated[
        Literal["ends the game", "play on"], Meta(description="What happens when a president is bankrupt.")
    ] = "ends the game"
    drop_per_share: Annotated[
        bool, Meta(description="Cut-throat: a price falls one step for each share sold, not for each sale.")
    ] = False
    layouts: Annotated[
        str, Meta(description="The house's own maps, kept with the game.", extra={"asked": False})
    ] = field(default_factory=owners_layouts)
