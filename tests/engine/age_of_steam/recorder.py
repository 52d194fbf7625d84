"""Writes games played here in the format "aos-replay", as the engine that made the real recordings would.

It shows that engine's ways: New Cities after track, turns that end with their last tile, forced entries,
prices under the Engineer's half, all track of the insolvent gone, shares bought back even on credit.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from engine.age_of_steam import TITLE
from engine.age_of_steam import actions as do
from engine.age_of_steam import events as ev
from engine.age_of_steam.game import AgeOfSteam
from engine.age_of_steam.goods import read_route
from engine.age_of_steam.network import network
from engine.age_of_steam.options import SteamOptions
from engine.age_of_steam.points import sections_owned, victory_points
from engine.age_of_steam.scoring import ranking
from engine.age_of_steam.tiles import TOWN
from engine.core.action import Action
from engine.core.chance import Chance
from engine.core.event import Event
from tests.engine.random_play import random_action

Entry = dict[str, Any]


class Recorder:
    """Plays one game and keeps its record.

    wild: how many of the decisions are random instead of the automatic player's.
    late: how often a New City is shown after track. asked_order: whether a turn's end shows the order in
    which St. Lucia's players are asked next, instead of the order in which they played.
    """

    def __init__(
        self,
        map_id: str,
        players: int,
        seed: str,
        *,
        wild: float = 0.25,
        late: float = 0.7,
        asked_order: bool = False,
    ) -> None:
        self.dice = random.Random(seed)
        self.wild, self.late, self.asked_order = wild, late, asked_order
        options = SteamOptions(map=map_id, easy=map_id == "barbados" and self.dice.random() < 0.3)
        self.game: AgeOfSteam = TITLE.start(options, players, Chance(seed))  # type: ignore[assignment]
        self.on = self.game.board
        self.hex_ids = {name: hex_id for hex_id, name in self.on.by_id.items()}
        # Seats of a record are in the order of the first Player Order.
        self.names = {seat: f"P{place + 1}" for place, seat in enumerate(self.game.state.order)}
        self.seats = list(self.game.state.order)
        self.entries: list[Entry] = []
        self.turn_entries: list[Entry] = []
        self.prices: list[tuple[Entry, int]] = []
        self.movable = True

    # --- playing ---------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """Play to the end; returns the record."""
        setup = self._setup()
        for _ in range(4000):
            if self.game.over:
                break
            self._step()
        assert self.game.over
        for number, entry in enumerate(self.entries):
            entry["n"] = number + 1
        return {
            "format": "aos-replay",
            "version": 1,
            "game": 0,
            "map": self.on.id,
            "source": {"recorded_actions": len(self.entries)},
            "seats": [self.names[seat] for seat in self.seats],
            "setup": setup,
            "entries": self.entries,
            "final": self._final(),
        }

    def _step(self) -> None:
        game = self.game
        forced = game.forced()
        if self.dice.random() < self.wild:
            weight = {do.Build: 6.0, do.Done: 0.5, do.Move: 6.0, do.Drop: 0.6, do.PutBack: 0.3}
            seat, action = random_action(game, self.dice, lambda kind: weight.get(kind, 1.0))
        else:
            seat = game.pending()[0].seat
            action = TITLE.autoplay(game, seat)  # type: ignore[misc]
        turn, phase, before = game.state.turn, game.state.phase, game.copy()
        written = self._action(before, seat, action)
        used = game.state.build.used if game.state.build is not None else 0
        ahead = game.copy()
        ahead.state.turns += 1  # the end of the last turn, before the end of the game
        events = game.apply(seat, action)
        if isinstance(action, do.Urbanise) and (game.state.transcontinental or phase != game.state.phase):
            self.movable = False  # what the city brings at once would come later too
        if game.over and len(game.state.order) >= min(2, len(self.seats)):
            ahead.apply(seat, action)
        else:
            ahead = game
        closes_itself = isinstance(action, do.Done) and used == game.rules.builds(before.state, seat)
        if isinstance(action, do.Favour) or (closes_itself and self.turn_entries):
            entry = self.turn_entries[-1]
        else:
            entry = {
                "n": 0,
                "turn": turn,
                "phase": phase,
                "seat": self.names[seat],
                "action": written,
                "ends_turn": False,
                "effects": [],
            }
            if forced is not None:
                entry["forced"] = True
            self.turn_entries.append(entry)
        if isinstance(action, do.Build):
            built = next(event for event in events if isinstance(event, ev.TrackBuilt))
            self._price(before, seat, entry, built)
        entry["effects"] += self._effects(events, seat, action)
        entry["after"] = self._after(turn)
        entry["ends_turn"] = phase != "build_track" or isinstance(action, do.Done)
        if game.over or (game.state.turn, phase) != (turn, "build_track"):
            done = True
        else:
            done = game.state.phase != "build_track" or game.pending()[0].seat != seat
        if done:
            if game.state.turn != turn or game.over:
                entry["round_end"] = self._round_end(ahead, turn)
            self._flush()

    def _flush(self) -> None:
        """The entries of a turn are written; a New City may come later than it was placed here."""
        entries, self.turn_entries, self.prices = self.turn_entries, [], []
        first = entries[0]
        builds = [entry for entry in entries if entry["action"]["type"] in ("build_track", "build_link")]
        if (
            first["action"]["type"] == "urbanize"
            and self._free_of(first, builds)
            and (self.dice.random() < self.late)
        ):
            place = self.dice.randint(1, self._free_of(first, builds))
            moved = [*entries[1 : place + 1], first, *entries[place + 1 :]]
            first["action"]["builds_before"] = place
            # Rows within the turn are those after the builds so far; the end of the turn stays at its end.
            ends = [{key: entry.get(key) for key in ("after", "ends_turn", "round_end")} for entry in entries]
            closing_effects = [each for each in entries[-1]["effects"] if each["type"] == "track_abandoned"]
            for entry, position in zip(moved, range(len(moved)), strict=True):
                entry["after"] = ends[min(position + (position < place), len(ends) - 1)]["after"]
                entry["ends_turn"] = position == len(moved) - 1
                if not entry["ends_turn"]:
                    same = {key: entry[key] for key in ("turn", "phase")}
                    entry["after"] = {**entry["after"], **same, "active": entry["seat"]}
            if moved[-1] is first and closing_effects:
                entries[-1]["effects"] = [e for e in entries[-1]["effects"] if e not in closing_effects]
                first["effects"] += closing_effects
            entries = moved
        self.entries += entries

    def _free_of(self, city: Entry, builds: list[Entry]) -> int:
        """How many of the turn's first builds do not touch the New City: they might have come before it."""
        if not self.movable:
            return 0
        around = {self.on.by_id[city["action"]["hex"]]}
        around.update(each for each in self.on.places[min(around)].neighbours if each is not None)
        for number, entry in enumerate(builds):
            if entry["action"]["type"] == "build_track" and self.on.by_id[entry["action"]["hex"]] in around:
                return number
        return len(builds)

    # --- decisions -------------------------------------------------------------------------------

    def _action(self, game: AgeOfSteam, seat: int, action: Action) -> Entry:
        ids, build = self.hex_ids, game.state.build
        match action:
            case do.Issue(count):
                return {"type": "issue_shares", "count": count}
            case do.Bid(amount):
                return {"type": "bid", "amount": amount}
            case do.Pass():
                return {"type": "pass_bid"}
            case do.Drop():
                return {"type": "drop_out"}
            case do.GoFirst():
                return {"type": "pay_to_go_first", "amount": 5}
            case do.Decline():
                return {"type": "decline_to_go_first"}
            case do.Select(power):
                return {"type": "select_action", "action": power}
            case do.Urbanise(name, letter):
                said: Entry = {"type": "urbanize", "hex": ids[name], "new_city": letter}
                said["builds_before"] = build.used
                # The tile that it sends back to the box may be one that is built with later in the turn.
                self.movable = name not in game.state.tiles
                kept = game.state.cubes.get(name)
                if kept and not game.rules.city_replaces_town(game.state, name):
                    said["cubes_on_new_city"] = list(kept)
                return said
            case do.Build(name, tile, rotation):
                return {"type": "build_track", "hex": ids[name], "tile": tile, "rotation": rotation}
            case do.BuildLink(link):
                return {"type": "build_link", "link": link, "cost": 2}
            case do.Done():
                return {"type": "end_build"}
            case do.Move():
                return self._move(game, seat, action)
            case do.Locomotive():
                return {"type": "upgrade_engine"}
            case do.PassMove():
                return {"type": "pass_move"}
            case do.Produce(cube, column, row):
                return {"type": "place_production", "cube": cube, "column": self._column(column), "row": row}
            case do.PutBack():
                return {"type": "end_production"}
        return {}

    def _move(self, game: AgeOfSteam, seat: int, action: do.Move) -> Entry:
        route = read_route(game.state, self.on, seat, action.origin, action.cube, action.route)
        path, stop = [], action.origin
        for leg in route.legs:
            step: Entry = {"to": self.hex_ids[leg.to], "owner": self._owner(game, leg.owner)}
            if leg.section.direct:
                step["link"] = leg.section.direct
            step["via"] = [self.hex_ids[name] for name in leg.section.hexes_from(stop)]
            path.append(step)
            stop = leg.to
        return {"type": "move_goods", "cube": action.cube, "from": self.hex_ids[action.origin], "path": path}

    def _price(self, before: AgeOfSteam, seat: int, entry: Entry, built: ev.TrackBuilt) -> None:
        """What was paid; under the Engineer's half the full price too, and which tile ends up halved."""
        said = entry["action"]
        laid = self.game.state.tiles[built.hex]
        said["tracks"] = [["town" if track.a == TOWN else track.a, track.b] for track in laid.tracks]
        said["mode"], said["cost"] = built.mode, built.paid
        self.prices.append((entry, built.price))
        if self.on.game["engineer"] == "half_cost_tile" and before.state.players[seat].action == "engineer":
            said["list_cost"] = built.price
            dearest = max(price for _, price in self.prices)
            halved = next(each for each, price in self.prices if price == dearest)
            for each, _ in self.prices:
                each["action"].pop("half_price", None)
            halved["action"]["half_price"] = True

    def _column(self, key: str) -> Entry:
        column = self.on.columns[key]
        return {"section": column.section, "die": column.die} if column.hex else {"new_city": key}

    def _owner(self, game: AgeOfSteam, seat: int | None) -> str | None:
        return None if seat is None or game.state.players[seat].out else self.names[seat]

    # --- what follows ----------------------------------------------------------------------------

    def _effects(self, events: list[Event], seat: int, action: Action) -> list[Entry]:
        found: list[Entry] = []
        for event in events:
            found += self._effect(event, self.names[seat])
        return found

    def _effect(self, event: Event, actor: str) -> list[Entry]:
        names, ids = self.names, self.hex_ids

        def changes(tracks: Any, old: str | None, new: str | None) -> list[Entry]:
            return [
                {"hex": ids[name], "track": _track(a, b), "from": old, "to": new} for name, a, b in tracks
            ]

        def by_seat(amounts: Any) -> Entry:
            return {names[each]: much for each, much in amounts}

        match event:
            case ev.DroppedOut(seat=seat, place=place, paid=paid):
                return [{"type": "order_payment", "seat": names[seat], "position": place, "paid": paid}]
            case ev.FirstPaid(seat=seat, paid=paid):
                return [{"type": "order_payment", "seat": names[seat], "position": 1, "paid": paid}]
            case ev.OrderSet(order=order):
                return [{"type": "player_order", "order": [names[each] for each in order]}]
            case ev.CityPlaced() | ev.TrackBuilt() if event.claimed:
                return [{"type": "owner_change", "changes": changes(event.claimed, None, actor)}]
            case ev.TrackAbandoned(tracks=tracks):
                return [{"type": "track_abandoned", "changes": changes(tracks, actor, None)}]
            case ev.CubeMoved(gains=gains):
                self.turn_entries[-1]["action"]["income"] = by_seat(gains)
            case ev.IncomeCollected(amounts=amounts):
                return [{"type": "income", "amounts": by_seat(amounts)}]
            case ev.ExpensesPaid(bills=bills):
                seats = {
                    names[each]: {"due": due, "paid": paid, "income_lost": lost}
                    for each, due, paid, lost in bills
                }
                return [{"type": "expenses", "seats": seats}]
            case ev.Eliminated(seat=seat):
                return [{"type": "eliminated", "seat": names[seat]}]
            case ev.IncomeReduced(amounts=amounts):
                return [{"type": "income_reduction", "amounts": by_seat(amounts)}]
            case ev.CubesDrawn():
                purpose = "production" if event.seat is not None else "extra_growth"
                drawn: Entry = {"type": "draw", "purpose": purpose, "cubes": list(event.cubes)}
                if event.hex:
                    drawn["hex"] = ids[event.hex]
                return [drawn]
            case ev.DiceRolled(section=section, values=values):
                rolled: list[Entry] = [{"type": "dice", "section": section, "values": list(values)}]
                if self.on.id == "barbados":
                    rolled.append({"type": "dice", "section": "dark", "values": []})
                return rolled
            case ev.GoodsGrew():
                return [
                    {
                        "type": "growth",
                        "hex": ids[event.hex],
                        "column": self._column(event.column),
                        "dice": event.dice,
                        "cubes": list(event.cubes),
                    }
                ]
            case ev.CubesReturned(cubes=cubes):
                return [{"type": "production_returned", "cubes": list(cubes)}]
            case ev.SharesBoughtBack(seat=seat, shares=shares, left=left):
                all_shares = shares + left
                paid = 5 * all_shares
                return [{"type": "buy_back", "seat": names[seat], "shares": all_shares, "paid": paid}]
            case _:
                pass
        return []

    # --- checkpoints -----------------------------------------------------------------------------

    def _rows(self, game: AgeOfSteam) -> list[list[int]]:
        players = game.state.players
        return [
            [players[seat].cash, players[seat].income, players[seat].shares, players[seat].engine]
            for seat in self.seats
        ]

    def _after(self, turn: int) -> Entry:
        game = self.game
        waiting = game.pending()
        return {
            "turn": turn if game.over else game.state.turn,
            "phase": "game_over" if game.over else game.state.phase,
            "active": self.names[waiting[0].seat] if waiting else None,
            "players": self._paid_back(self._rows(game)),
        }

    def _paid_back(self, rows: list[list[int]]) -> list[list[int]]:
        """At the end of a solo game the recorded engine buys every share back, even on credit."""
        if self.game.over and self.on.id == "barbados":
            return [[cash - 5 * shares, income, 0, engine] for cash, income, shares, engine in rows]
        return rows

    def _cubes(self, game: AgeOfSteam) -> Entry:
        return {self.hex_ids[name]: list(found) for name, found in game.state.cubes.items()}

    def _display(self, game: AgeOfSteam) -> Entry:
        shown: Entry = {"light": {}, "dark": {}, "new_city": {}}
        for key, boxes in game.state.display.items():
            column = self.on.columns[key]
            section = column.section if column.hex else "new_city"
            shown[section][str(column.die) if column.hex else key] = list(boxes)
        return shown

    def _setup(self) -> Entry:
        game, state = self.game, self.game.state
        setup = {
            "player_order": [self.names[seat] for seat in state.order],
            "players": self._rows(game),
            "first_decision": {
                "turn": 1,
                "phase": state.phase,
                "active": self.names[game.pending()[0].seat],
            },
            "cubes": self._cubes(game),
            "bag": {colour: count for colour, count in state.bag.items() if colour != "white"},
            "new_cities_left": list(state.new_cities),
        }
        if state.display:
            setup["display"] = self._display(game)
        if state.terminals:
            setup["terminals"] = {self.hex_ids[name]: colour for name, colour in state.terminals.items()}
        return setup

    def _board(self, game: AgeOfSteam) -> Entry:
        return {
            "tiles": [
                [
                    self.hex_ids[name],
                    laid.tile,
                    laid.rotation,
                    [[*_track(each.a, each.b), self._owner(game, each.owner)] for each in laid.tracks],
                ]
                for name, laid in sorted(game.state.tiles.items())
            ],
            "links": {link: self._owner(game, owner) for link, owner in game.state.links.items()},
        }

    def _standing(self, game: AgeOfSteam) -> Entry:
        found: Entry = {}
        for seat in self.seats:
            player = game.state.players[seat]
            loose = sum(each.worth for each in network(game.state).owned(seat) if not each.complete)
            done = 0 if player.out else sections_owned(game.state, seat)
            row: Entry = {"out": player.out, "track_completed": done, "track_unfinished": loose}
            if self.on.id == "barbados":
                row["recorded_score"] = player.cash - 5 * player.shares
                row["out"] = player.out or (game.over and row["recorded_score"] < 0)
            else:
                points = victory_points(game.state, seat)
                row["vp"] = None if player.out else points
                row["recorded_score"] = None if player.out else points + loose
            found[self.names[seat]] = row
        return found

    def _round_end(self, game: AgeOfSteam, turn: int) -> Entry:
        state = game.state
        order = state.order
        if self.asked_order and state.phase == "player_order":
            order = state.queue
        return {
            "turn": turn,
            "player_order": [self.names[seat] for seat in order],
            "players": self._rows(game),
            "cubes": self._cubes(game),
            "display": self._display(game) if state.display else None,
            "bag": {colour: count for colour, count in state.bag.items() if count},
            "new_cities_left": list(state.new_cities),
            "new_cities_on_board": {self.hex_ids[name]: letter for name, letter in state.placed.items()},
            **self._board(game),
            "standing": self._standing(game),
        }

    def _final(self) -> Entry:
        game = self.game
        return {
            "turn": game.state.turn,
            "players": self._paid_back(self._rows(game)),
            "standing": self._standing(game),
            "ranking": [[self.names[seat] for seat in place] for place in ranking(game.state)],
            **self._board(game),
        }


def _track(a: int, b: int) -> list[Any]:
    return ["town" if a == TOWN else a, b]


def kinds(record: Mapping[str, Any]) -> set[str]:
    """What a record contains: types of actions and effects, and its special ways."""
    found: set[str] = set()
    for entry in record["entries"]:
        action = entry["action"]
        found.add(action["type"])
        found.update(effect["type"] for effect in entry["effects"])
        found.update(key for key in ("half_price", "list_cost", "cubes_on_new_city") if key in action)
        if action.get("builds_before"):
            found.add("late city")
        if entry.get("forced"):
            found.add("forced")
        if entry["phase"] == "build_track" and entry["ends_turn"] and action["type"] != "end_build":
            found.add("no closing decision")
        for step in action.get("path", ()):
            if step.get("link"):
                found.add("over a link")
    return found
