"""What test vectors may expect after a step, and how it is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from . import events as ev
from .bench import Bench
from .bench_position import Table
from .phases.railhead import doubled_resource
from .state import (
    SYNDICATE,
    spike_space,
)


def compare(bench: Bench, results: Table, key: str, expected: Any) -> tuple[Any, bool]:
    """What was found for one key of `expect`, and whether it is what was expected."""
    if key == "vp" and not isinstance(expected, dict):
        return results["vp"], False
    if key == "vp":
        found = {name: points for name, points in results["vp"].items() if points}
        known = all(name in results["vp"] for name in expected)
        return found, known and found == {name: points for name, points in expected.items() if points}
    if key == "claim_order" and key in results:
        found_order = results[key]
        return found_order, expected in (found_order, list(dict.fromkeys(found_order)))
    if key in results:
        return _subset(results[key], expected)
    reader = _READERS.get(key)
    if reader is None:
        return f"nothing is called {key!r}", False
    return _subset(reader(bench), expected)


def _subset(found: Any, expected: Any) -> tuple[Any, bool]:
    """Tables need hold only for the keys that are expected; the owners on a tile have no order."""
    if isinstance(found, dict) and isinstance(expected, dict):
        seen = {str(key): value for key, value in found.items()}
        shown = {key: seen.get(key) for key in expected}
        return shown, all(key in seen and _same(seen[key], value) for key, value in expected.items())
    return found, _same(found, expected)


def _same(found: Any, expected: Any) -> bool:
    if isinstance(found, dict) and isinstance(expected, dict):
        return _subset(found, expected)[1]
    if isinstance(found, Counter):
        plain = isinstance(expected, list) and all(isinstance(each, (str, int)) for each in expected)
        return plain and found == Counter(expected)
    return bool(found == expected)


def _named(bench: Bench, numbers: Sequence[Any]) -> dict[str, Any]:
    return {bench.name(side): value for side, value in enumerate(numbers)}


def _cars(bench: Bench, zone: str) -> list[list[Any]]:
    groups = bench.state.line if zone == "line" else bench.state.yard
    return [[group.type, group.cars, [bench.name(owner) for owner in group.cubes]] for group in groups]


def _tiles(bench: Bench) -> dict[str, dict[str, Any]]:
    return {
        key: {
            "flipped": tile.flipped,
            "left": Counter(bench.name(owner) for owner in tile.left),
            "right": Counter(bench.name(owner) for owner in tile.right),
            "buildings": Counter(bench.name(owner) for owner in tile.buildings),
        }
        for slot, tile in bench.state.tiles.items()
        for key in (slot, tile.id)
    }


def _telegrams(bench: Bench) -> dict[str, Counter[int]]:
    spaces: dict[str, Counter[int]] = {name: Counter() for name in bench.players}
    for space, telegram in bench.state.telegrams.items():
        spaces[bench.name(telegram.owner)][space] += 1
    return spaces


def _telegram_at(bench: Bench) -> dict[str, Any]:
    placed = {bench.name(event.side): event.space for event in bench.found(ev.TelegramPlaced)}
    return {**dict.fromkeys(bench.players), **placed}


def _drawn(bench: Bench) -> dict[str, int]:
    public = [event.side for event in bench.found(ev.AllyDrawn) if not event.card]
    return _named(bench, [public.count(side) for side in range(bench.state.sides)])


def _condition(bench: Bench) -> bool | None:
    tested = bench.found(ev.ConditionTested)
    return tested[-1].holds if tested else None


_READERS: dict[str, Callable[[Bench], Any]] = {
    "line": lambda bench: _cars(bench, "line"),
    "yard": lambda bench: _cars(bench, "yard"),
    "shop": lambda bench: dict(bench.state.shop),
    "ports": lambda bench: dict(bench.state.ports),
    "dev": _tiles,
    "railhead": lambda bench: bench.state.railhead,
    "last_spike": lambda bench: spike_space(bench.state),
    "wilderness": lambda bench: dict(bench.state.wilderness),
    "priority": lambda bench: doubled_resource(bench.state),
    "priority_after": lambda bench: doubled_resource(bench.state),
    "final": lambda bench: bench.state.last_spike_claimed,
    "terminal": lambda bench: _named(bench, bench.state.terminal),
    "railyard": lambda bench: _named(bench, bench.state.railyard),
    "telegrams": _telegrams,
    "telegram_at": _telegram_at,
    "allies_drawn": _drawn,
    "hands": lambda bench: _named(bench, bench.state.hands),
    "played": lambda bench: _named(bench, bench.state.played),
    "turn_order": lambda bench: [bench.name(side) for side in bench.state.order],
    "order": lambda bench: [bench.name(side) for side in bench.state.order],
    "score": lambda bench: _named(bench, [bench.state.score(side) for side in range(bench.state.sides)]),
    "cubes_returned": lambda bench: sum(event.where.count("returned") for event in bench.found(ev.Loaded)),
    "buildings_left": lambda bench: _named(bench, bench.state.buildings),
    "supply": lambda bench: _named(bench, bench.state.supply),
    "condition": _condition,
    "contributed": lambda bench: sum(
        event.number for event in bench.found(ev.Unloaded) if event.side == SYNDICATE and event.by == "join"
    ),
    "bonus": lambda bench: _named(bench, bench.state.bonus),
    "regular": lambda bench: _named(bench, bench.state.regular),
    "investments": lambda bench: _named(bench, bench.state.investments),
    "discard": lambda bench: Counter(bench.state.syndicate.discard if bench.state.syndicate else ()),
    "claims": lambda bench: _named(
        bench,
        [
            {
                "tile": claim.slot and bench.state.tiles[claim.slot].id,
                "cubes": [bench.name(o) for o in claim.cubes],
            }
            for claim in bench.state.claims
        ],
    ),
}
