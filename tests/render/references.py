"""Reference pictures: `python -m tests.render.references` draws them anew, to be looked at before a commit.

Beside each picture lies the view it shows, so that a change of rules or of the automatic players changes no
picture. Only what a change of the painters does to them is compared, with tolerance, at a phone's width.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

import render
from engine.age_of_steam.view import View as SteamView
from engine.lost_atlas.view import AtlasView
from engine.transcontinental.view import View as RailView

from .seeing import PHONE
from .tables import atlas, rail, steam

FOLDER = Path(__file__).parent / "references"
NAMES = ("Ann", "Benedikt", "Chloë", "Dora", "Eva", "Finn")
CASES: dict[str, tuple[str, Any, Callable[[], Any]]] = {
    "rust_belt": ("age_of_steam", SteamView, lambda: steam("rust_belt", 5, 5)),
    "western_us": ("age_of_steam", SteamView, lambda: steam("western_us", 4, 6)),
    "germany": ("age_of_steam", SteamView, lambda: steam("germany", 3, 7)),
    "st_lucia": ("age_of_steam", SteamView, lambda: steam("st_lucia", 2, 5)),
    "lost_atlas": ("lost_atlas", AtlasView, lambda: atlas(4, "long", "late")),
    "building": ("lost_atlas", AtlasView, lambda: atlas(4, "long", "building")),
    "transcontinental": ("transcontinental", RailView, lambda: rail(4, 150)),
}


def kept_view(case: str) -> Any:
    """The view that a case shows."""
    return msgspec.json.decode((FOLDER / f"{case}.json").read_bytes(), type=CASES[case][1])


def drawn(case: str, view: Any) -> dict[str, Image.Image]:
    """The case's pictures as a phone shows them, by file name."""
    found = {}
    for picture in render.pictures(CASES[case][0], view, (), names=NAMES):
        image = Image.open(io.BytesIO(picture.png)).convert("RGB")
        high = round(PHONE * image.height / image.width)
        found[f"{case}_{picture.name}"] = image.resize((PHONE, high), Image.Resampling.LANCZOS)
    return found


def main() -> None:
    """Draw every reference anew, from the kept views where there are any."""
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        path = FOLDER / f"{case}.json"
        try:
            view = kept_view(case)
        except (FileNotFoundError, msgspec.ValidationError):
            view = CASES[case][2]()
            path.write_bytes(msgspec.json.encode(view))
        for name, image in drawn(case, view).items():
            image.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
                FOLDER / name
            )
            print(FOLDER / name)


if __name__ == "__main__":
    main()
