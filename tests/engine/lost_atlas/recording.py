"""Writes a game down in the `lost-atlas-replay` format, as a recorder would: only decisions made."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.core.action import Action
from engine.core.chance import Chance
from engine.lost_atlas import TITLE, board, market
from engine.lost_atlas import actions as a
from engine.lost_atlas import components as box
from engine.lost_atlas.game import LostAtlas, start
from engine.lost_atlas.options import AtlasOptions
from engine.lost_atlas.running import routes_for, trains_to_run
from engine.lost_atlas.state import RunRoute
from tests.engine.random_play import random_action

Decide = Callable[[LostAtlas], tuple[int, Action] | None]
"""Whose decision is made next, and what it is; None ends the recording."""


def record(
    seed: str, mode: str, seats: int, chance: float, **options: Any
) -> tuple[dict[str, Any], LostAtlas]:
    """Play a game and write it down; `chance` of its decisions are random, the others automatic."""
    dice = random.Random(seed)

    def decide(game: LostAtlas) -> tuple[int, Action]:
        blanks = game.state.round == "building" and not game.state.building.drawn
        if dice.random() < chance and (blanks or game.state.round != "building"):
            return random_action(game, dice, lambda kind: 0.3 if kind is a.Pass else 1.0)
        return automatic(game)

    game = start(AtlasOptions(mode=mode, **options), seats, Chance(seed))
    return write_down(game, decide, dice, seed)


def automatic(game: LostAtlas) -> tuple[int, Action]:
    """What the automatic player does next."""
    seat = game.pending()[0].seat
    return seat, TITLE.autoplay(game, seat)


def write_down(
    game: LostAtlas, decide: Decide, dice: random.Random, name: str
) -> tuple[dict[str, Any], LostAtlas]:
    """Play on from the start of a game and write down what is decided."""
    names = [f"P{seat + 1}" for seat in range(game.seats)]
    building = game.state.building
    setup: dict[str, Any] = {
        "mode": game.state.setup.mode,
        "seats": names,
        "first_builder": names[building.active],
        "stack": [int(i) if i.isdigit() else i for i in (building.drawn, *building.stack)],
        "destination_card": "30/40/70/100",
    }
    entries: list[dict[str, Any]] = []
    while not game.over:
        if game.state.round == "stock" and "priority" not in setup:
            setup["priority"] = names[game.state.priority]
            setup["columns"] = [list(column) for column in game.state.columns]
            entries.append({"n": len(entries) + 1, "action": {"type": "finish_map"}})
        decision = decide(game)
        if decision is None:
            break
        seat, action = decision
        entry = _entry(game, seat, action, names, dice)
        before = _check(game, names)
        game.apply(seat, action)
        if entry is not None:
            entry["n"] = len(entries) + 1
            if game.state.round != "building":
                entry["check_before"] = before
                entry["check"] = _check(game, names)
            entries.append(entry)
    return {
        "format": "lost-atlas-replay",
        "version": 1,
        "name": name,
        "setup": setup,
        "entries": entries,
    }, game


def _hex(name: str) -> list[int]:
    return list(board.place_of(name))


def _company(company: str) -> str:
    identity = box.identities().get(company)
    return identity.charter if identity else company


def _entry(
    game: LostAtlas, seat: int, action: Action, names: list[str], dice: random.Random
) -> dict[str, Any] | None:
    state = game.state
    said = _said(game, action, dice)
    if said is None:
        return None
    entry: dict[str, Any] = {"action": said}
    company = state.active_company
    others = (a.Answer, a.Discard, a.Form, a.Sell)
    if state.round in ("operating", "merger") and company and not isinstance(action, others):
        entry["company"] = _company(company)
        if dice.random() < 0.5:
            return entry
    entry["seat"] = names[seat]
    return entry


def _said(game: LostAtlas, action: Action, dice: random.Random) -> dict[str, Any] | None:
    state = game.state
    match action:
        case a.PlacePiece(name, rotation):
            piece = int(state.building.drawn)
            return {"type": "place_piece", "piece": piece, "hex": _hex(name), "rotation": rotation}
        case a.PlaceCapital(name):
            return {"type": "place_capital", "hex": _hex(name)}
        case a.PlaceBlank(name):
            return {"type": "place_blank", "hex": _hex(name)}
        case a.Bid(amount):
            return {"type": "raise_bid" if state.auction else "start_auction", "bid": amount}
        case a.Launch(company, home):
            return {"type": "launch", "company": company, **({"home": _hex(home)} if home else {})}
        case a.Sell(company, count):
            return {"type": "sell_shares", "sales": {_company(company): count}}
        case a.BuyShare(company, source):
            return {"type": "buy_share", "company": _company(company), "source": source}
        case a.Pass() if state.round == "stock":
            return {"type": "pass"}
        case a.Issue():
            return {"type": "issue_share"}
        case a.Redeem():
            return {"type": "redeem_share"}
        case a.Lay(name, tile, rotation):
            return {"type": "lay_tile", "hex": _hex(name), "tile": tile, "rotation": rotation}
        case a.PlaceHub(name, stop):
            return {"type": "place_hub", "hex": _hex(name), "stop": stop}
        case a.PlaceSuburb(name):
            return {"type": "place_suburb", "hex": _hex(name)}
        case a.Run(routes):
            company = state.companies[state.turn.company]
            if not trains_to_run(company):
                return None
            if dice.random() < 0.5:
                return {"type": "run_routes", "routes": routes[0]}
            return {"type": "run_routes", "routes": _routes(routes_for(state, company, routes))}
        case a.PayOut():
            return {"type": "dividend", "kind": "pay"}
        case a.Withhold():
            return {"type": "dividend", "kind": "withhold"}
        case a.BuyTrain(source, train, price, trade_in):
            said = {"type": "buy_train", "source": _company(source), "train": train, "price": price}
            return {**said, "trade_in": trade_in} if trade_in else said
        case a.Discard(_, train):
            return {"type": "discard_train", "train": train}
        case a.Answer(agree):
            what = "train_sale" if state.offer else "merger"
            return {"type": f"{'accept' if agree else 'decline'}_{what}"}
        case a.Propose(partner):
            return {"type": "propose_merger", "partner": partner}
        case a.Form(name):
            identity = box.identities()[name]
            return {"type": "form_major", "major": identity.charter, "name": identity.name}
    return None  # Done, Bankrupt, KeepHub, Restart, passes in merger rounds: not listed


def _routes(routes: list[RunRoute]) -> list[dict[str, Any]]:
    return [{"train": each.train, "stops": [_hex(name) for name in each.stops]} for each in routes]


def _check(game: LostAtlas, names: list[str]) -> dict[str, Any]:
    """Every key that a check may have."""
    state = game.state
    waiting = game.pending()
    return {
        "round": "merger" if state.round == "export" else state.round,
        "cycle": state.cycle,
        "number": state.number,
        "phase": board.phase(state),
        "active": names[waiting[0].seat] if waiting else None,
        "active_company": _company(state.active_company) or None,
        "priority": names[state.priority],
        "earnings": state.turn.earnings if state.turn else None,
        "players": dict(zip(names, state.cash, strict=True)),
        "trains_left": dict(state.left),
        "companies": {
            _company(company.id): {
                "price": market.price_of(state, company.id),
                "cash": company.cash,
                "trains": list(company.trains),
                "hubs": [_hex(name) for name, _ in board.hub_places(state, company.id)],
                "extra_hubs": list(company.hubs),
                "president": names[company.president],
                "shares": {
                    "treasury": company.treasury,
                    "pool": company.pool,
                    **dict(zip(names, company.shares, strict=True)),
                },
            }
            for company in state.companies.values()
        },
    }
