"""Compares the partial states of a recording with the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import board, market
from . import components as box
from .game import LostAtlas
from .replay_entries import Reader, train_id

Difference = tuple[str, Any, Any]
"""What, expected, found."""


def differences(game: LostAtlas, reader: Reader, expected: Mapping[str, Any]) -> list[Difference]:
    """Everything in a partial state that does not hold."""
    found: list[Difference] = []
    for field, value in expected.items():
        if field == "players":
            found += _players(game, reader, value)
        elif field == "companies":
            for name, parts in value.items():
                found += _company(game, reader, name, parts)
        elif field == "trains_left":
            found += _trains_left(game, value)
        else:
            got = _simple(game, reader, field)
            if field == "active_company" and value:
                value = reader.company(game.state, value)
            if got != value:
                found.append((field, value, got))
    return found


def _simple(game: LostAtlas, reader: Reader, field: str) -> Any:
    state = game.state
    match field:
        case "round":
            return "merger" if state.round == "export" else state.round
        case "cycle":
            return state.cycle
        case "number":
            return state.number
        case "phase":
            return board.phase(state)
        case "active":
            waiting = game.pending()
            return reader.seats[waiting[0].seat] if waiting else None
        case "active_company":
            return state.active_company or None
        case "priority":
            return reader.seats[state.priority]
        case "earnings":
            return state.turn.earnings if state.turn else None
    raise ValueError(f"the check {field!r} is not known")


def _players(game: LostAtlas, reader: Reader, expected: Mapping[str, Any]) -> list[Difference]:
    found = []
    for name, value in expected.items():
        cash = value["cash"] if isinstance(value, Mapping) else value
        got = game.state.cash[reader.seats.index(name)]
        if got != cash:
            found.append((f"cash of {name}", cash, got))
    return found


def _trains_left(game: LostAtlas, expected: Any) -> list[Difference]:
    """The last rank has no end, whatever a recording counts."""
    left, last = game.state.left, list(box.train_kinds())[-1]
    if isinstance(expected, Mapping):
        wanted = {train_id(rank): count for rank, count in expected.items()}
        return [
            (f"{rank}-trains left", count, left.get(rank, 0))
            for rank, count in wanted.items()
            if not rank.startswith((last, box.INFINITY)) and count != left.get(rank, 0)
        ]
    if isinstance(expected, int):
        return [] if expected == sum(left.values()) else [("trains left", expected, sum(left.values()))]
    wanted_names = [train_id(name) for name in expected if train_id(name) not in (last, box.INFINITY)]
    names = [rank for rank, count in left.items() if rank != last for _ in range(count)]
    return [] if sorted(wanted_names) == sorted(names) else [("trains left", wanted_names, names)]


def _company(game: LostAtlas, reader: Reader, name: str, parts: Any) -> list[Difference]:
    state = game.state
    company = state.companies.get(reader.company(state, name))
    if company is None and (parts is None or not any(parts.values())):
        return []  # a company not in play may be recorded as nothing, or as one that has nothing
    if company is None or parts is None:
        return [(name, parts, company and "in play")]
    found: list[Difference] = []
    for field, value in parts.items():
        got: Any
        match field:
            case "price":
                got = market.price_of(state, company.id)
            case "cash":
                got = company.cash
            case "trains":
                value = sorted(train_id(train) for train in value)
                got = sorted(company.trains)
                if got != value:
                    got = sorted([*company.trains, *company.rusted])
            case "hubs":
                got = [place for place, _ in board.hub_places(state, company.id)]
                if isinstance(value, int):
                    got = len(got)
                else:
                    got = sorted(got)
                    value = sorted(reader.hex(p["hex"] if isinstance(p, Mapping) else p) for p in value)
            case "extra_hubs":
                got = len(company.hubs) if isinstance(value, int) else sorted(company.hubs)
                value = value if isinstance(value, int) else sorted(value)
            case "president":
                got = reader.seats[company.president]
            case "shares":
                found += _shares(reader, company.shares, company.treasury, company.pool, name, value)
                continue
            case _:
                raise ValueError(f"the check {field!r} of a company is not known")
        if got != value:
            found.append((f"{field} of {name}", value, got))
    return found


def _shares(
    reader: Reader, shares: list[int], treasury: int, pool: int, name: str, expected: Mapping[str, int]
) -> list[Difference]:
    have = {"treasury": treasury, "pool": pool, **dict(zip(reader.seats, shares, strict=True))}
    return [
        (f"shares of {name} with {holder}", count, have.get(holder))
        for holder, count in expected.items()
        if have.get(holder) != count
    ]
