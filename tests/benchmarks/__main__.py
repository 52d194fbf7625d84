"""`python -m tests.benchmarks [NAME ...]`: measure, and print a line for each figure."""

from __future__ import annotations

import platform
import sys
from importlib import import_module

MODULES = ("steam_engine", "atlas_engine", "dense_routes", "pictures", "clicks")


def main(names: list[str]) -> int:
    """Run the named modules, or all."""
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(MODULES)}.", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for name in names or MODULES:
        for figure in import_module(f"tests.benchmarks.{name}").run():
            print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
