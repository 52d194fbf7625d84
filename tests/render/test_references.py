"""Pictures look as they did when somebody last looked at them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from .references import CASES, FOLDER, drawn, kept_view


@pytest.mark.parametrize("case", CASES)
def test_a_picture_is_still_like_its_reference(case):
    images = drawn(case, kept_view(case))
    assert images
    for name, image in images.items():
        reference = Image.open(FOLDER / name).convert("RGB")
        assert image.size == reference.size, f"{name}: look, then run python -m tests.render.references"
        difference = ImageChops.difference(image, reference).convert("L")
        assert ImageStat.Stat(difference).mean[0] < 4, name
        # Nowhere a patch of the size of a hex that has changed altogether.
        coarse = difference.resize((image.width // 16, image.height // 16), Image.Resampling.BOX)
        assert coarse.getextrema()[1] < 60, name
