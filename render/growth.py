"""A board growing over a game, as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

WIDTH = 880
"""Greatest width of an animation, in pixels: all its frames must load on a phone."""


def _small(image: Image.Image) -> Image.Image:
    if image.width <= WIDTH:
        return image
    return image.resize((WIDTH, round(WIDTH * image.height / image.width)), Image.Resampling.LANCZOS)


def gif(pngs: Sequence[bytes], seconds: float) -> bytes:
    """The frames one after the other, each shown so long, the last one three times as long."""
    frames = [_small(Image.open(io.BytesIO(png)).convert("RGB")) for png in pngs]
    # One palette for all, taken from the last and fullest frame, so that the steady ground does not flicker.
    palette = frames[-1].quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    out = io.BytesIO()
    times = [round(seconds * 1000)] * len(flat)
    times[-1] *= 3
    flat[0].save(out, "GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()
