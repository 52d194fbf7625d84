"""An owner's own values in place of reconstructed ones, from the folder that ROUNDHOUSE_DATA names.

The folder may hold files with the names of data/*.toml, with only the rows that differ. A row is found by
its key (`id`; `symbol` for investments, `region` for depleted cards, `resource` for ports, `players` for
set-ups) and needs only the keys that differ; a row with a new key is added, and `remove = true` takes one
away. Rows that the rulebook states, and the facts listed in a row's `rulebook_facts`, cannot be replaced.

What was read becomes part of a game's options when it is opened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.core.own_data import VARIABLE, own_folder, read_own

from .components import FILES, DataError, build, raw_tables
from .overlay import given_twice, merge


def from_environment(environment: Mapping[str, str] | None = None) -> str:
    """The overrides of the folder in ROUNDHOUSE_DATA as JSON, "" without one. Raises DataError."""
    folder = own_folder(environment)
    return "" if folder is None else read_folder(folder)


def read_folder(folder: Path) -> str:
    """The overrides in a folder as JSON, checked against the whole box; "" if there are none.

    Raises DataError with every problem found.
    """
    if not folder.is_dir():
        raise DataError([f"{VARIABLE} names {folder}, which is no folder."])
    # A folder may serve several games: its own files may lie in a folder of the game's name.
    own = folder / "transcontinental"
    folder = own if own.is_dir() else folder
    rows: dict[str, Any] = {}
    problems = _misspelt(folder)
    for name in FILES:
        path = folder / f"{name}.toml"
        if path.is_file():
            try:
                rows[name] = read_own(path)
            except (OSError, ValueError) as error:
                problems.append(f"{name}.toml cannot be read: {error}.")
    problems += given_twice(rows)
    if problems:
        raise DataError(problems)
    if not rows:
        return ""
    tables = raw_tables()
    merged = merge(tables, rows)
    build(merged)
    # A copy of the game's own files changes nothing.
    return "" if merged == tables else json.dumps(rows, sort_keys=True, ensure_ascii=False)


def _misspelt(folder: Path) -> list[str]:
    """Sentences for files that are meant for this game but would be ignored: a name with a slip in it."""
    problems: list[str] = []
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        return [f"{VARIABLE} names {folder}, which cannot be read: {error.strerror}."]
    for path in paths:
        name = path.name.casefold().removesuffix(".toml")
        if not path.is_file() or path.name in {f"{each}.toml" for each in FILES}:
            continue
        meant = get_close_matches(name, FILES, 1, 0.8) if path.suffix.casefold() in (".toml", "") else []
        if meant:
            problems.append(f"{path.name} is no file of the game; did you mean {meant[0]}.toml?")
    return problems
