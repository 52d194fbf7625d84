"""An owner's rows laid over the game's tables: what may differ does, what the rulebook states may not."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from .printed import DataError

_KEYS = {"investment": "symbol", "depleted": "region", "port": "resource", "setup": "players"}
_OPEN = ("source", "note", "rulebook_facts", "public_facts")
"""Keys of a row about the row itself: never a fact of the game."""


def merge(
    tables: Mapping[str, Mapping[str, Any]], rows: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The tables with an owner's rows laid over them. Raises DataError."""
    merged: dict[str, dict[str, Any]] = copy.deepcopy({name: dict(table) for name, table in tables.items()})
    problems: list[str] = []
    for file, changes in rows.items():
        for name, change in changes.items():
            where = f"{file}.toml, {name}"
            if name not in merged.get(file, {}):
                problems.append(f"{where}: the game has no such table.")
            elif isinstance(change, dict) and isinstance(merged[file][name], dict):
                _lay_over(merged[file][name], change, where, problems)
            elif isinstance(change, list) and isinstance(merged[file][name], list):
                _merge_rows(merged[file][name], change, _KEYS.get(name, "id"), where, problems)
            else:
                own = f"[[{name}]]" if isinstance(merged[file][name], list) else f"[{name}]"
                problems.append(f"{where} is not written as in the game's own file: {own}.")
    if problems:
        raise DataError(problems)
    return merged


def given_twice(rows: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Sentences for rows that an owner gives twice: one would undo the other in silence."""
    problems: list[str] = []
    for file, changes in rows.items():
        for name, change in changes.items():
            key, seen = _KEYS.get(name, "id"), list[Any]()
            for row in change if isinstance(change, list) else ():
                named = row.get(key) if isinstance(row, dict) else None
                if named is not None and named in seen:
                    problems.append(f"{file}.toml, {name} {named} is given twice.")
                seen.append(named)
    return problems


def _merge_rows(
    rows: list[dict[str, Any]], changes: list[dict[str, Any]], key: str, where: str, problems: list[str]
) -> None:
    for change in changes:
        if not isinstance(change, dict) or key not in change:
            problems.append(f"{where}: every row needs its {key}.")
            continue
        label = f"{where} {change[key]}"
        known = next((row for row in rows if row[key] == change[key]), None)
        if known is None and "remove" in change:
            problems.append(f"{label} cannot be removed: there is no such row.")
        elif known is None:
            rows.append({**change, "source": "owner"})
        elif change.get("remove") is True:
            if known["source"] == "rulebook":
                problems.append(f"{label} is stated by the rulebook and cannot be removed.")
            else:
                rows.remove(known)
        else:
            _lay_over(known, change, label, problems, key)


def _lay_over(
    row: dict[str, Any], change: Mapping[str, Any], where: str, problems: list[str], key: str = ""
) -> None:
    changed = {
        name: value
        for name, value in change.items()
        if name != key and name not in _OPEN and row.get(name) != value
    }
    stated = [
        name for name in changed if row["source"] == "rulebook" or name in row.get("rulebook_facts", ())
    ]
    # A flipped face whose house actions are stated may still differ in the rest.
    if "developed" in changed and "house" in row.get("rulebook_facts", ()):
        face = changed["developed"]
        if (
            isinstance(face, dict)
            and face.get("house", row["developed"]["house"]) != row["developed"]["house"]
        ):
            stated.append("house")
    if stated:
        problems.append(f"{where}: the rulebook states its {', '.join(stated)}; that cannot be replaced.")
        return
    if isinstance(changed.get("developed"), dict):
        changed["developed"] = {**row["developed"], **changed["developed"]}
    row.update(changed)
    if changed:
        row["source"] = "owner"
