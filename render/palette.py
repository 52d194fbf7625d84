"""The colours of the house: safe for colour-blind players, and never the only sign.

Players' colours are told apart by lightness as well as by hue, and each has a symbol and a pattern of its
own. Goods have a letter. Colours are "#rrggbb".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

Rgb = tuple[int, int, int]


@lru_cache(maxsize=512)
def rgb(colour: str) -> Rgb:
    """The three channels of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=1024)
def mix(one: str, other: str, share: float) -> str:
    """A colour between two: share 0 is the first, 1 the second."""
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


@lru_cache(maxsize=1024)
def lightness(colour: str) -> float:
    """Relative luminance as WCAG defines it, 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG defines it, 1 to 21."""
    high, low = sorted((lightness(one), lightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


INK = "#1d2429"
PAPER = "#ffffff"


def ink_on(ground: str) -> str:
    """Black or white writing, whichever reads better on that ground."""
    return INK if contrast(INK, ground) >= contrast(PAPER, ground) else PAPER


@dataclass(frozen=True)
class Mark:
    """How a seat is told from the others: colour, symbol, and the pattern along its track."""

    colour: str
    symbol: str
    """disc, square, triangle, diamond, star, cross"""
    glyph: str
    """The symbol as a character, for texts beside the picture."""
    word: str
    """The colour in words, for alt texts."""
    pattern: str
    """plain, long, dots, double, ties, dash"""


SEATS: tuple[Mark, ...] = (
    Mark("#1666b0", "disc", "●", "blue", "plain"),
    Mark("#f08a1c", "square", "■", "orange", "long"),
    Mark("#0a7d57", "triangle", "▲", "green", "dots"),
    Mark("#d56fb4", "diamond", "◆", "pink", "double"),
    Mark("#7c3f1d", "star", "★", "brown", "ties"),
    Mark("#46c3d6", "cross", "✚", "cyan", "dash"),
)

UNOWNED = "#8b9196"


@dataclass(frozen=True)
class Good:
    """A colour of goods cube: its paint, and the letter printed on it."""

    colour: str
    letter: str


GOODS: dict[str, Good] = {
    "red": Good("#d4263a", "R"),
    "blue": Good("#1253a4", "B"),
    "purple": Good("#b48ae0", "P"),
    "yellow": Good("#f6c927", "Y"),
    "black": Good("#2a2d31", "K"),
    "white": Good("#fbfaf4", "W"),
}


@dataclass(frozen=True)
class Theme:
    """The grounds that everything is drawn on."""

    name: str
    backdrop: str
    panel: str
    """Ground of the tables below a map."""
    panel_edge: str
    ink: str
    faint: str
    """Writing of less weight."""
    plain: str
    river_land: str
    mountain: str
    swamp: str
    water: str
    water_deep: str
    grid: str
    laid: str
    """Ground of a hex with a track tile."""
    accent: str
    """The last move."""
    header: str
    header_ink: str


DAY = Theme(
    name="day",
    backdrop="#d3dce0",
    panel="#f7f6f1",
    panel_edge="#c9cbc4",
    ink=INK,
    faint="#5d666b",
    plain="#e6ead0",
    river_land="#dfe8d2",
    mountain="#cbb79b",
    swamp="#b9c6a0",
    water="#9cc7e3",
    water_deep="#5e9fcb",
    grid="#b4bba0",
    laid="#f6f4e6",
    accent="#e6007e",
    header="#1f2a33",
    header_ink="#ffffff",
)

NIGHT = Theme(
    name="night",
    backdrop="#20272c",
    panel="#2a3238",
    panel_edge="#47525a",
    ink="#f2f4f2",
    faint="#b3bdc2",
    plain="#c9cfb2",
    river_land="#c2ccb4",
    mountain="#ad9878",
    swamp="#98a780",
    water="#5d8fb0",
    water_deep="#3f7299",
    grid="#939b80",
    laid="#e4e2d2",
    accent="#ff3d9e",
    header="#11171b",
    header_ink="#ffffff",
)

THEMES = {theme.name: theme for theme in (DAY, NIGHT)}
