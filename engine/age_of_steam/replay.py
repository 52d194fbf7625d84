"""Replaying recorded games in the format "aos-replay" and comparing every checkpoint in them.

Every decision goes through `Game.apply`, so replays run the same checks as live moves. The recordings come
from an engine that differs from the rulebook in a few places: recorded_game.py plays its way where the rules
of play do not, recorded_ways.py follows what a record tells in another way. Nothing in the rules knows about
recordings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.action import Action
from engine.core.chance import Outcome, ScriptError
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.replay import Differs, Verified

from .actions import (
    Bid,
    Build,
    BuildLink,
    Decline,
    Done,
    Drop,
    GoFirst,
    Issue,
    Locomotive,
    Move,
    Pass,
    PassMove,
    Produce,
    PutBack,
    Select,
    Urbanise,
)
from .board import MAPS, recorded_column
from .checkpoints import Entry
from .events import CubeMoved, FirstPaid, IncomeReduced, LinkBuilt, TrackBuilt, Transcontinental
from .goods import Leg, Route, legs_from, link_income
from .recorded_chance import RecordedChance
from .recorded_effects import effects_differ
from .recorded_game import RecordedGame
from .recorded_ways import RecordedWays
from .setup import bare_state
from .state import State
from .tiles import ends_of, tiles

VERSION = 1
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""What reading a record ends in that is not as its format says."""


def verify(record: Mapping[str, Any]) -> Verified:
    """Replay a recorded game. Raises Differs at the first difference."""
    if record.get("version") != VERSION:
        raise Differs("the file", "version", VERSION, record.get("version", "none"))
    if record.get("map") not in MAPS:
        raise Differs("the file", "map", " or ".join(MAPS), record.get("map", "none"))
    missing = [key for key in ("seats", "setup", "entries", "final") if not record.get(key)]
    if missing:
        raise Differs("the file", "keys", "seats, setup, entries and final", f"no {' or '.join(missing)}")
    where = "setup"
    try:
        replay = Replay(record)
        try:
            return replay.run()
        finally:
            where = replay.where
    except UNREADABLE as problem:
        raise Differs(where, "record", "what its format says", _said(problem)) from problem


def _said(problem: Exception) -> str:
    """What is wrong with a record, from what reading it ended in."""
    return f"none of {problem}" if isinstance(problem, KeyError) else f"something else ({problem})"


class Replay(RecordedWays):
    """One recorded game being replayed."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        super().__init__(record)
        self.chance = RecordedChance(self._tie_dice)
        self.game = RecordedGame(self._setup(), self.chance)
        self.game.begin()

    # --- reading the record --------------------------------------------------------------------

    def _setup(self) -> State:
        setup = self.record["setup"]
        few, many = self.on.players.start, self.on.players.stop - 1
        if not few <= len(self.seats) <= many:
            raise Differs(self.where, "seats", f"{few} to {many}", len(self.seats))
        self._compare("player rows", len(setup["players"]), len(self.seats))
        state = bare_state(self.record["map"], len(self.seats))
        for player, row in zip(state.players, setup["players"], strict=True):
            player.cash, player.income, player.shares, player.engine = row
        state.order = [self.seats[name] for name in setup["player_order"]]
        state.bag = dict.fromkeys(("red", "blue", "purple", "yellow", "black", "white"), 0)
        state.bag.update(setup["bag"])
        state.cubes = {self.hex(where): list(cubes) for where, cubes in setup["cubes"].items() if cubes}
        state.display = self._display(setup.get("display"))
        state.new_cities = list(setup["new_cities_left"])
        state.terminals = {
            self.hex(where): colour for where, colour in (setup.get("terminals") or {}).items()
        }
        return state

    # --- the replay ----------------------------------------------------------------------------

    def run(self) -> Verified:
        """Replay every entry and compare every checkpoint."""
        entries = list(self.record["entries"])
        for number, each in enumerate(entries):
            if not isinstance(each, Mapping):
                raise Differs(f"entry {number + 1}", "record", "an entry", each)
        self.following, at = next(iter(entries), None), 0
        first = self.record["setup"].get("first_decision")
        if first is not None:
            self._follow_who_is_asked()
            self._reach(first)
            self._compare("first decision", self._position(), self._expected(first))
            self.checkpoints += 1
        while at < len(entries):
            entry, at = entries[at], at + 1
            self.where = f"entry {at}"
            if at < len(entries) and self._nothing_to_produce(entry, entries[at]):
                following = entries[at]
                ending = {key: following[key] for key in ("after", "round_end") if key in following}
                entry = {**entry, **ending, "effects": _effects(entry, following)}
                at += 1
                self.checkpoints += 1
            self.following = entries[at] if at < len(entries) else None
            self._play(entry)
        self._final(self.record["final"])
        players = len(self.seats)
        return Verified(
            f"game {self.record.get('game', '?')}, {self.on.name}, {players} player{'s' * (players != 1)}",
            len(entries),
            self.checkpoints,
        )

    def _play(self, entry: Entry) -> None:
        """Play an entry and compare its checkpoints.

        Whatever the rules or chance refuse is a difference, with its place.
        """
        try:
            self.where = f"entry {entry['n']} (turn {entry['turn']}, {entry['phase']}, {entry['seat']})"
            self.game.entry = entry
            self._carry_out(entry)
            self._check(entry)
        except IllegalMove as refusal:
            raise Differs(self.where, "move", "a legal move", str(refusal)) from refusal
        except ScriptError as refusal:
            raise Differs(self.where, "chance", "what the game asks for", str(refusal)) from refusal

    def _carry_out(self, entry: Entry) -> None:
        """Make the entry's decision."""
        self._feed(entry)
        self._reach(entry)
        if not self._here(entry):
            if not self._may_skip(entry):
                self._compare(
                    "decision", self._position(), self._expected({**entry, "active": entry["seat"]})
                )
            return
        seat = self.seats[entry["seat"]]
        action = self._action(seat, entry["action"])
        events = self.game.apply(seat, action)
        self._check_events(entry, events)
        differ = effects_differ(list(self.seats), entry.get("effects", ()), events)
        if differ is not None:
            raise Differs(self.where, *differ)
        if isinstance(action, Urbanise):
            self._follow_owners(entry)

    def _check(self, entry: Entry) -> None:
        """Compare the checkpoints of an entry."""
        if entry.get("ends_turn") and entry["phase"] == "build_track":
            self._close_turn(entry)
        self._favour(entry)
        self._follow_who_is_asked()
        if "after" in entry:
            after = entry["after"]
            if entry.get("ends_turn") or entry["phase"] != "build_track":
                self._reach(after)
            self._compare("next decision", self._position(), self._expected(after))
            self._compare_players(after["players"], entry)
            self.checkpoints += 1
        if "round_end" in entry:
            if self.chance.left_over:
                raise Differs(self.where, "chance", "every outcome used", f"{self.chance.left_over} left")
            self._compare("turn that ends", entry["round_end"]["turn"], entry["turn"])
            self._round_end(entry["round_end"])
            self.checkpoints += 1

    def _feed(self, entry: Entry) -> None:
        """Hand the recorded outcomes of an entry to chance."""
        for effect in entry.get("effects", ()):
            if effect["type"] == "draw":
                purpose = {"production": "production", "extra_growth": "extra growth"}[effect["purpose"]]
                self.chance.feed([Outcome(purpose, tuple(effect["cubes"]))])
            elif effect["type"] == "dice":
                section = effect["section"]
                if section != "tie" and not self.game.rules.dice(self.game.state, section):
                    continue  # rolled for a part of the display that the map does not have
                purpose = section if section == "tie" else f"{section} dice"
                self.chance.feed([Outcome(purpose, tuple(effect["values"]))])

    # --- decision points -----------------------------------------------------------------------

    def _here(self, entry: Entry) -> bool:
        return self._position() == (entry["turn"], entry["phase"], entry["seat"])

    def _reach(self, point: Mapping[str, Any]) -> None:
        """Make the decisions without a choice that the record leaves out, up to a decision point."""
        wanted = (point["turn"], point["phase"], point.get("active", point.get("seat")))
        for _ in range(2 * len(self.seats) + 2):
            if self._position() == wanted or (self.following is not None and self._here(self.following)):
                return
            forced = self.game.forced()
            if forced is None:
                return
            self.game.apply(*forced)

    def _may_skip(self, entry: Entry) -> bool:
        """Entries that are no decision here: forced ones, and closings of what is closed already."""
        return bool(entry.get("forced")) or entry["action"]["type"] in ("end_build", "end_production")

    def _close_turn(self, entry: Entry) -> None:
        """The recorded engine ends a turn with the last build; ours wants the word."""
        waiting = self.game.pending()
        seat = self.seats[entry["seat"]]
        self._favour(entry)
        if (
            waiting
            and waiting[0].seat == seat
            and self.game.state.phase == "build_track"
            and self.game.state.turn == entry["turn"]
            and entry["action"]["type"] != "end_build"
        ):
            self.game.apply(seat, Done())

    # --- actions -------------------------------------------------------------------------------

    def _action(self, seat: int, said: Mapping[str, Any]) -> Action:
        """A recorded decision as an action."""
        match said["type"]:
            case "issue_shares":
                return Issue(said["count"])
            case "bid":
                return Bid(said["amount"])
            case "pass_bid":
                return Pass()
            case "drop_out":
                return Drop()
            case "pay_to_go_first":
                return GoFirst()
            case "decline_to_go_first":
                return Decline()
            case "select_action":
                return Select(said["action"])
            case "build_track":
                shape = tiles().shapes.get(said["tile"])
                if shape is None:
                    raise Differs(self.where, "tile", "one of the box", said["tile"])
                turns = len(shape.rotations)
                return Build(self.hex(said["hex"]), said["tile"], said["rotation"] % turns)
            case "build_link":
                return BuildLink(said["link"])
            case "urbanize":
                return Urbanise(self.hex(said["hex"]), said["new_city"])
            case "end_build":
                return Done()
            case "move_goods":
                return self._move(seat, said)
            case "upgrade_engine":
                return Locomotive()
            case "pass_move":
                return PassMove()
            case "place_production":
                return Produce(said["cube"], recorded_column(said["column"]), said["row"])
            case "end_production":
                return PutBack()
        raise Differs(self.where, "action", "a known type", said["type"])

    def _move(self, seat: int, said: Mapping[str, Any]) -> Move:
        """A delivery: each recorded leg found among the links that lead on."""
        state = self.game.state
        origin = stop = self.hex(said["from"])
        legs: list[Leg] = []
        for step in said["path"]:
            to, owner = self.hex(step["to"]), self.seat(step.get("owner"))
            ways = [leg for leg in legs_from(state, seat, stop) if leg.to == to]
            leg = next((each for each in ways if self._same_owner(each.owner, owner)), None)
            if leg is None:
                raise Differs(
                    self.where,
                    f"link {self.on.title(stop)} – {self.on.title(to)}",
                    f"owner {step.get('owner')}",
                    [each.word for each in ways],
                )
            legs.append(leg)
            stop = to
        if not legs:
            raise Differs(self.where, "path", "a leg at least", "none")
        route = Route(origin, tuple(legs))
        self._pay_a_link_twice(route, said.get("income", {}))
        named = self.game.rules.bonus_choices(state, seat, said["cube"], route)
        bonus = None
        if named:
            earned = {self.seats[name]: amount for name, amount in said.get("income", {}).items()}
            plain = link_income(state, route)
            favoured = [each for each in named if earned.get(each, 0) > plain.get(each, 0)]
            bonus = f"P{(favoured or list(named))[0] + 1}"
        return Move(origin, said["cube"], route.words, bonus)

    def _same_owner(self, ours: int | None, recorded: int | None) -> bool:
        """The record takes every owner from an insolvent railroad's track; the rulebook leaves its links."""
        return self._solvent(ours) == self._solvent(recorded)

    def _solvent(self, owner: int | None) -> int | None:
        """An owner that is still in the game."""
        return None if owner is None or self.game.state.players[owner].out else owner

    def _check_events(self, entry: Entry, events: list[Event]) -> None:
        """Compare what the entry says about its own effect."""
        said = entry["action"]
        names = list(self.seats)
        for event in events:
            if isinstance(event, TrackBuilt):
                self._compare("cost", event.paid, said["cost"])
                if "list_cost" in said or event.paid == event.price:
                    self._compare("price", event.price, said.get("list_cost", said["cost"]))
                laid = self.game.state.tiles[event.hex]
                self._compare(
                    "tracks",
                    sorted((track.a, track.b) for track in laid.tracks),
                    sorted(ends_of(track[0], track[1]) for track in said["tracks"]),
                )
            elif isinstance(event, LinkBuilt):
                self._compare("cost", event.paid, said["cost"])
            elif isinstance(event, IncomeReduced):
                self._follow_income_of_50(entry, event)
            elif isinstance(event, Transcontinental):
                self._follow_transcontinental(entry, event)
            elif isinstance(event, FirstPaid) and said["type"] == "pay_to_go_first" and "amount" in said:
                self._compare("amount", event.paid, said["amount"])
            elif isinstance(event, CubeMoved):
                ours = {names[seat]: amount for seat, amount in event.gains if amount}
                if self.twice is not None:
                    ours[names[self.twice]] = ours.get(names[self.twice], 0) + 1
                self._compare("income", ours, {k: v for k, v in said.get("income", {}).items() if v})
        if said["type"] == "urbanize" and "cubes_on_new_city" in said:
            ours_here = self.game.state.cubes.get(self.hex(said["hex"]), [])
            self._compare("cubes on the New City", Counter(ours_here), Counter(said["cubes_on_new_city"]))


def _effects(*entries: Entry) -> list[Any]:
    """The effects of several entries, in order."""
    return [effect for entry in entries for effect in entry.get("effects", ())]
