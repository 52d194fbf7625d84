"""The folder with an owner's own values and maps, which the environment variable ROUNDHOUSE_DATA names.

The engine reads the environment here and nowhere else. What is read becomes part of a game's options when it
is opened, so a running game does not change with the folder.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

VARIABLE = "ROUNDHOUSE_DATA"


def own_folder(environment: Mapping[str, str] | None = None) -> Path | None:
    """The folder, which need not exist; None if none is named. environment: the process's own if None."""
    named = (os.environ if environment is None else environment).get(VARIABLE, "").strip()
    return Path(named) if named else None


def read_own(path: Path) -> dict[str, Any]:
    """A TOML file that an owner wrote. Raises OSError, ValueError."""
    return tomllib.loads(path.read_text("utf-8-sig"))  # some editors put a mark in front of the text
