"""A drawing surface in pixels of the finished picture, drawn larger and scaled down so that edges are smooth.

Besides the pixels it keeps a list of what was written and where, so that tests can check that everything a
player must read is there, large enough and with contrast.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from .lettering import Face, font, runs, spare_size

Point = tuple[float, float]
SMOOTH = 2
"""How many times larger the canvas is drawn, each way."""


@dataclass(frozen=True)
class Inked:
    """One piece of writing on a picture."""

    text: str
    x: float
    y: float
    """Its centre."""
    size: float
    colour: str
    ground: str
    """What it stands on, as far as its painter knows."""
    width: float


@lru_cache(maxsize=4096)
def _writing(text: str, face: str, size: int, stroke: int) -> tuple[Image.Image, int, int]:
    """A piece of writing as a mask, and where it starts from the left end of its baseline."""
    real = font(face, size)
    left, top, right, bottom = (round(each) for each in real.getbbox(text, anchor="ls", stroke_width=stroke))
    shape = Image.new("L", (max(1, right - left + 2), max(1, bottom - top + 2)))
    ImageDraw.Draw(shape).text(
        (1 - left, 1 - top), text, fill=255, font=real, anchor="ls", stroke_width=stroke, stroke_fill=255
    )
    return shape, left - 1, top - 1


class Canvas:
    """What painters draw on. Coordinates and sizes are in pixels of the finished picture."""

    def __init__(self, width: float, height: float, ground: str, *, smooth: int = SMOOTH) -> None:
        self.width, self.height, self.smooth = round(width), round(height), smooth
        self.image = Image.new("RGB", (self.width * smooth, self.height * smooth), ground)
        self.draw = ImageDraw.Draw(self.image)
        self.inked: list[Inked] = []

    # --- shapes ------------------------------------------------------------------------------

    def polygon(
        self, points: Iterable[Point], fill: str | None, edge: str | None = None, line: float = 0
    ) -> None:
        """A filled shape, with an outline of the given width centred on its border."""
        k = self.smooth
        scaled = [(x * k, y * k) for x, y in points]
        if fill is not None:
            self.draw.polygon(scaled, fill=fill)
        if edge is not None and line > 0:
            closed = [*scaled, scaled[0], scaled[1]]
            self.draw.line(closed, fill=edge, width=max(1, round(line * k)), joint="curve")

    def line(self, points: Iterable[Point], colour: str, width: float) -> None:
        """A line through points with rounded bends and flat ends."""
        k = self.smooth
        scaled = [(x * k, y * k) for x, y in points]
        self.draw.line(scaled, fill=colour, width=max(1, round(width * k)), joint="curve")

    def ribbon(self, points: Sequence[Point], width: float, colour: str) -> None:
        """A band of even width along a smooth curve, with flat ends: track, rivers, roads."""
        k, half = self.smooth, width / 2
        left: list[Point] = []
        right: list[Point] = []
        last = len(points) - 1
        for at, (x, y) in enumerate(points):
            (x0, y0), (x1, y1) = points[max(0, at - 1)], points[min(last, at + 1)]
            dx, dy = x1 - x0, y1 - y0
            length = (dx * dx + dy * dy) ** 0.5 or 1.0
            nx, ny = -dy / length * half, dx / length * half
            left.append(((x + nx) * k, (y + ny) * k))
            right.append(((x - nx) * k, (y - ny) * k))
        self.draw.polygon(left + right[::-1], fill=colour)

    def disc(
        self, x: float, y: float, radius: float, fill: str | None, edge: str | None = None, line: float = 0
    ) -> None:
        """A circle; the outline lies inside the radius."""
        k = self.smooth
        box = ((x - radius) * k, (y - radius) * k, (x + radius) * k, (y + radius) * k)
        self.draw.ellipse(box, fill=fill, outline=edge, width=round(line * k) if edge else 1)

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: str | None,
        edge: str | None = None,
        line: float = 0,
        radius: float = 0,
    ) -> None:
        """A rectangle, with rounded corners if a radius is given; the outline lies inside."""
        k = self.smooth
        if right - left < 1 or bottom - top < 1:
            return
        corners = (left * k, top * k, right * k - 1, bottom * k - 1)
        wide = max(1, round(line * k)) if edge else 1
        if radius:
            self.draw.rounded_rectangle(corners, radius * k, fill=fill, outline=edge, width=wide)
        else:
            self.draw.rectangle(corners, fill=fill, outline=edge, width=wide)

    # --- writing -----------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        face: Face = "semibold",
        anchor: str = "middle",
        halo: str | None = None,
        halo_width: float = 2.5,
        ground: str | None = None,
    ) -> float:
        """Write one line. anchor: left, middle or right; y is the middle of the capitals. Returns its width.

        halo: a colour around the letters, where the writing crosses other things. ground: what it stands
        on, for the record (the halo, if there is one).
        """
        k = self.smooth
        parts = []
        total = 0.0
        for piece, use in runs(text, face):
            real = font(use, max(1, round((spare_size(size) if use == "spare" else size) * k)))
            length = real.getlength(piece)
            parts.append((piece, use, real, total))
            total += length
        wide = total / k
        left = x if anchor == "left" else x - wide / 2 if anchor == "middle" else x - wide
        base = (y + size * 0.35) * k
        strokes = [(colour, 0)] if halo is None else [(halo, max(1, round(halo_width * k))), (colour, 0)]
        for ink, stroke in strokes:
            for piece, use, real, at in parts:
                shape, dx, dy = _writing(piece, use, round(real.size), stroke)
                self.draw.bitmap((round(left * k + at) + dx, round(base) + dy), shape, fill=ink)
        self.inked.append(Inked(text, left + wide / 2, y, size, colour, halo or ground or "", wide))
        return wide

    def take(self, other: Canvas) -> None:
        """Become a copy of another canvas."""
        self.width, self.height, self.smooth = other.width, other.height, other.smooth
        self.image = other.image.copy()
        self.draw = ImageDraw.Draw(self.image)
        self.inked = list(other.inked)

    # --- results -----------------------------------------------------------------------------

    def paste(self, other: Canvas, x: float, y: float) -> None:
        """Put another canvas of the same smoothness on this one, with its writing."""
        k = self.smooth
        self.image.paste(other.image, (round(x * k), round(y * k)))
        self.inked += [
            Inked(i.text, i.x + x, i.y + y, i.size, i.colour, i.ground, i.width) for i in other.inked
        ]

    def finished(self) -> Image.Image:
        """The picture at its real size."""
        return self.image.reduce(self.smooth) if self.smooth > 1 else self.image

    def png(self) -> bytes:
        """The picture as PNG bytes with a palette of 256 colours."""
        return to_png(self.finished())


def to_png(image: Image.Image) -> bytes:
    """An image as PNG bytes with a palette of 256 colours."""
    out = io.BytesIO()
    image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        out, "PNG", compress_level=6
    )
    return out.getvalue()
