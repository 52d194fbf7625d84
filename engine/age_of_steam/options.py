"""What is chosen when a game of Age of Steam is set up."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.title import Options

from .board import board

MapId = Literal["rust_belt", "western_us", "southern_us", "germany", "st_lucia", "barbados"]


class SteamOptions(Options, frozen=True):
    """Map and variants of a game of Age of Steam."""

    map: Annotated[
        MapId,
        Meta(
            description="The map.",
            extra={
                "labels": {
                    "rust_belt": "Rust Belt",
                    "western_us": "Western U.S.",
                    "southern_us": "Southern U.S.",
                    "germany": "Germany",
                    "st_lucia": "St. Lucia",
                    "barbados": "Barbados",
                }
            },
        ),
    ] = "rust_belt"
    easy: Annotated[
        bool,
        Meta(
            description="Barbados only: two cubes in every city, for newer players.",
            extra={"called": "Easy start", "needs": {"map": "barbados"}},
        ),
    ] = False


NOTES = {
    "map=rust_belt": "3 to 6 players; the map to begin with",
    "map=western_us": "3 to 6 players; two coasts to join, mountains between",
    "map=southern_us": "3 to 6 players; cotton for the ports",
    "map=germany": "3 to 6 players; terminals abroad, dear borders",
    "map=st_lucia": "2 players; no auction, goods lie on the land",
    "map=barbados": "one player; won or lost by the last turn",
}
"""What stands beside a map where it is chosen."""


def seats(options: Options) -> range:
    """How many may play with these options."""
    assert isinstance(options, SteamOptions)
    return board(options.map).players
