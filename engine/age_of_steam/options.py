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
                    "rust_belt": "Rust Belt (3–6 players)",
                    "western_us": "Western U.S. (3–6 players)",
                    "southern_us": "Southern U.S. (3–6 players)",
                    "germany": "Germany (3–6 players)",
                    "st_lucia": "St. Lucia (2 players)",
                    "barbados": "Barbados (solo)",
                }
            },
        ),
    ] = "rust_belt"
    easy: Annotated[bool, Meta(description="Barbados only: two cubes in every city, for newer players.")] = (
        False
    )


def seats(options: Options) -> range:
    """How many may play with these options."""
    assert isinstance(options, SteamOptions)
    return board(options.map).players
