"""How a picture looks to others: on a phone, and to colour-blind eyes."""

from __future__ import annotations

from render.canvas import Canvas, Inked
from render.palette import contrast, rgb

PHONE = 400
"""How wide a phone shows a picture, in points."""

# Machado, Oliveira and Fernandes (2009), full severity, on linear light.
BLINDNESS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def on_phone(canvas: Canvas, inked: Inked) -> float:
    """The height of a piece of writing's capitals where the picture is as wide as a phone, in points."""
    return inked.size * 0.7 * PHONE / canvas.width


def assert_legible(canvas: Canvas, smallest: float, faintest: float) -> None:
    """All writing lies within the picture's width, is large enough on a phone and stands out.

    smallest: the height of capitals, in points of a phone. faintest: the contrast with what is behind, where
    that is known.
    """
    for inked in canvas.inked:
        assert on_phone(canvas, inked) >= smallest, inked
        if inked.ground:
            assert contrast(inked.colour, inked.ground) >= faintest, inked
        assert inked.x - inked.width / 2 >= -1, inked
        assert inked.x + inked.width / 2 <= canvas.width + 1, inked


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: str, kind: str | None) -> tuple[float, float, float]:
    """A colour in CIE Lab as such an eye sees it."""
    light = [_linear(channel / 255) for channel in rgb(colour)]
    if kind is not None:
        light = [
            min(1.0, max(0.0, sum(f * c for f, c in zip(row, light, strict=True)))) for row in BLINDNESS[kind]
        ]
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    f = [value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def apart(one: str, other: str, kind: str | None) -> float:
    """How different two colours look: about 2 is just seen, 10 is plain."""
    return sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True)) ** 0.5


def written_over(canvas: Canvas) -> list[tuple[str, str]]:
    """Pieces of writing of which one lies on the other."""
    found = []
    for at, one in enumerate(canvas.inked):
        for other in canvas.inked[at + 1 :]:
            across = (one.width + other.width) / 2 - abs(one.x - other.x)
            down = 0.35 * (one.size + other.size) - abs(one.y - other.y)
            if across > 2 and down > 2:
                found.append((one.text, other.text))
    return found
