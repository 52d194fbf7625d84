"""`python -m engine replay FILE`, `routes FILE`, `vectors FILE`: check recordings, positions and vectors.

The file says its format; the table below says which title's module checks it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from .core.errors import MoveError
from .core.replay import Differs

HANDLERS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "replay": {
        "aos-replay": ("engine.age_of_steam.replay", "verify"),
        "lost-atlas-replay": ("engine.lost_atlas.replay", "verify"),
    },
    "routes": {
        "": ("engine.lost_atlas.positions", "verify"),
    },
    "vectors": {
        "": ("engine.transcontinental.vectors", "verify"),
    },
}
"""For each command and each format of a file: the module and function that check it.

A file that names no format has the format "".
"""

HELP: Mapping[str, str] = {
    "replay": "replay a recorded game and compare every checkpoint in it",
    "routes": "find the best routes of each position in a file and compare them with the best known",
    "vectors": "carry out a title's test vectors and say which hold, check by check",
}


def handler(command: str, form: str) -> Callable[[Mapping[str, Any]], object] | None:
    """The function that checks a file of this format, or None if there is none."""
    where = HANDLERS[command].get(form)
    if where is None:
        return None
    function: Callable[[Mapping[str, Any]], object] = getattr(import_module(where[0]), where[1])
    return function


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 if everything holds."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Check recordings of games.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in HANDLERS:
        command = commands.add_parser(name, help=HELP.get(name, name))
        command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    failures = 0
    for path in given.files:
        failures += not _check(given.command, path)
    return 1 if failures else 0


def _check(command: str, path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        form = str(data.get("format", "")) if isinstance(data, Mapping) else ""
        check = handler(command, form)
        if check is None:
            known = ", ".join(HANDLERS[command])
            print(f"{path}: the format {form!r} is not known; there are: {known}", file=sys.stderr)
            return False
        said = check(data)
        if said is not None:  # None: it has printed all there is to say
            print(f"{path}: {said}")
    except (OSError, ValueError) as problem:
        print(f"{path}: cannot be read: {problem}", file=sys.stderr)
        return False
    except (Differs, MoveError) as difference:
        print(f"{path}: {difference}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
