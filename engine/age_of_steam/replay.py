"""Replaying recorded games in the format "aos-replay" and comparing every checkpoint in them.

Every decision goes through `Game.apply`, so replays run the same checks as live moves. The recordings come
from an engine that differs from the rulebook in a few places; where they do, this module reorders or passes
over entries, and says so at the spot. Nothing in the rules knows about recordings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.action import Action
from engine.core.chance import Chance, Outcome, ScriptError
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
    Favour,
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
from .board import Board, board, column_key
from .events import CubeMoved, FirstPaid, LinkBuilt, TrackBuilt
from .game import AgeOfSteam
from .goods import Leg, Route, legs_from, link_income
from .network import network
from .points import sections_owned, victory_points
from .scoring import ranking
from .setup import bare_state
from .state import State
from .tiles import TOWN, tiles

Entry = Mapping[str, Any]


class RecordedChance(Chance):
    """Chance that gives the recorded outcomes, each when the game asks for its purpose.

    Records may list draws of no cubes and rolls of no dice; the game asks for neither.
    """

    def __init__(self, unrecorded: Callable[[str], tuple[int, ...] | None] = lambda _purpose: None) -> None:
        super().__init__("")
        self._waiting: dict[str, list[Outcome]] = {}
        self._unrecorded = unrecorded

    def feed(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            if outcome.values:
                self._waiting.setdefault(outcome.purpose, []).append(outcome)

    def _scripted(self, purpose: str) -> Outcome | None:
        waiting = self._waiting.get(purpose)
        if waiting:
            return waiting.pop(0)
        values = self._unrecorded(purpose)
        if values is None:
            raise ScriptError(f"The game asks for {purpose!r}, which is not recorded here.")
        return Outcome(purpose, values)

    def waiting(self) -> dict[str, list[Outcome]]:
        """A copy of what has been fed and not been asked for."""
        return {purpose: list(waiting) for purpose, waiting in self._waiting.items()}

    def put_back(self, waiting: dict[str, list[Outcome]]) -> None:
        """Return to what `waiting` said."""
        self._waiting = waiting

    @property
    def left_over(self) -> list[str]:
        """Purposes of outcomes that the game has not asked for."""
        return [purpose for purpose, waiting in self._waiting.items() if waiting]


def verify(record: Mapping[str, Any]) -> Verified:
    """Replay a recorded game. Raises Differs at the first difference."""
    return Replay(record).run()


class Replay:
    """One recorded game being replayed."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.on: Board = board(record["map"])
        self.seats: dict[str, int] = {name: index for index, name in enumerate(record["seats"])}
        self.chance = RecordedChance(self._tie_dice)
        self.game = AgeOfSteam(self._setup(), self.chance)
        self.checkpoints = 0
        self.where = "setup"
        self.game.begin()

    # --- reading the record --------------------------------------------------------------------

    def seat(self, name: str | None) -> int | None:
        """A recorded seat as a number."""
        return None if name is None else self.seats[name]

    def hex(self, hex_id: str) -> str:
        """A recorded hex id as a hex name."""
        return self.on.by_id[hex_id]

    def _setup(self) -> State:
        setup = self.record["setup"]
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

    def _display(self, display: Mapping[str, Any] | None) -> dict[str, list[str | None]]:
        columns: dict[str, list[str | None]] = {}
        for section in ("light", "dark"):
            for die, boxes in (display or {}).get(section, {}).items():
                columns[f"{section}{die}"] = list(boxes)
        for letter, boxes in (display or {}).get("new_city", {}).items():
            columns[letter] = list(boxes)
        return {key: columns[key] for key in self.on.columns if key in columns}

    # --- the replay ----------------------------------------------------------------------------

    def run(self) -> Verified:
        """Replay every entry and compare every checkpoint."""
        first = self.record["setup"].get("first_decision")
        if first is not None:
            self._reach(first)
            self._compare("first decision", self._position(), self._expected(first))
            self.checkpoints += 1
        entries = list(self.record["entries"])
        at = 0
        while at < len(entries):
            group = self._turn_group(entries, at)
            following = entries[at + len(group)] if at + len(group) < len(entries) else None
            if following is not None and self._nothing_to_produce(group[-1], following):
                ending = {key: following[key] for key in ("after", "round_end") if key in following}
                both = {**group[-1], **ending, "effects": _effects(group[-1], following)}
                group = [*group[:-1], both]
                at += 1
                self.checkpoints += 1
            self._play_group(group)
            at += len(group)
        self._final(self.record["final"])
        players = len(self.seats)
        return Verified(
            f"game {self.record.get('game', '?')}, {self.on.name}, {players} player{'s' * (players != 1)}",
            len(entries),
            self.checkpoints,
        )

    @staticmethod
    def _turn_group(entries: list[Entry], at: int) -> list[Entry]:
        """The entries of one seat's build turn, or a single entry."""
        first = entries[at]
        group = [first]
        if first["phase"] == "build_track" and not first.get("ends_turn"):
            for entry in entries[at + 1 :]:
                if (entry["phase"], entry["turn"], entry["seat"]) != (
                    "build_track",
                    first["turn"],
                    first["seat"],
                ):
                    break
                group.append(entry)
                if entry.get("ends_turn"):
                    break
        return group

    @staticmethod
    def _nothing_to_produce(entry: Entry, following: Entry) -> bool:
        """Whether the next entry only ends a Production that has drawn nothing, the bag being empty.

        The recorded engine asks for that decision; here there is none, and Goods Growth goes on.
        """
        return (
            following["action"]["type"] == "end_production"
            and entry["phase"] != "goods_growth"
            and not any(
                effect["type"] == "draw" and effect["purpose"] == "production" and effect["cubes"]
                for effect in entry.get("effects", ())
            )
        )

    def _play_group(self, group: list[Entry]) -> None:
        """Play the entries of a turn, the New City first as the rulebook has it.

        The recorded engine lets a city be placed after track. If the recorded order cannot be changed (a tile
        was built in the town first), the city is placed where the record has it, with all its other checks.
        """
        late = [
            entry
            for entry in group
            if entry["action"]["type"] == "urbanize" and entry["action"].get("builds_before", 0) > 0
        ]
        if not late:
            for index, entry in enumerate(group):
                self._play(entry, entry, group[: index + 1])
            return
        reordered = [*late, *(entry for entry in group if entry not in late)]
        before = self.game.snapshot(), self.checkpoints, self.chance.waiting()
        try:
            for index, entry in enumerate(reordered):
                last = index == len(group) - 1
                self._play(entry, group[-1] if last else None, group if last else group[: index + 1])
        except Differs:
            restored = AgeOfSteam.restore(before[0], "")
            self.game = AgeOfSteam(restored.state, self.chance)
            self.checkpoints = before[1]
            self.chance.put_back(before[2])
            for index, entry in enumerate(group):
                self._play(entry, entry, group[: index + 1], late_city=True)
        else:
            self.checkpoints += len(group) - 1

    def _play(
        self, entry: Entry, closing: Entry | None, group: list[Entry], *, late_city: bool = False
    ) -> None:
        """As `_play_entry`; whatever the rules or chance refuse is a difference, with its place."""
        try:
            self._play_entry(entry, closing, group, late_city=late_city)
        except IllegalMove as refusal:
            raise Differs(self.where, "move", "a legal move", str(refusal)) from refusal
        except ScriptError as refusal:
            raise Differs(self.where, "chance", "what the game asks for", str(refusal)) from refusal
        except LookupError as refusal:
            raise Differs(self.where, "entry", "a complete entry", f"no {refusal}") from refusal

    def _play_entry(
        self, entry: Entry, closing: Entry | None, group: list[Entry], *, late_city: bool
    ) -> None:
        """Play one entry; `closing` is the entry whose checkpoint holds afterwards, None inside a turn that
        was reordered.
        """
        self.where = f"entry {entry['n']} (turn {entry['turn']}, {entry['phase']}, {entry['seat']})"
        self._feed(entry if closing is None else closing)
        self._reach(entry)
        if not self._here(entry):
            if not self._may_skip(entry):
                self._compare(
                    "decision", self._position(), self._expected({**entry, "active": entry["seat"]})
                )
        else:
            seat = self.seats[entry["seat"]]
            action = self._action(seat, entry["action"])
            self._allow_complex_start(seat, action)
            if late_city and isinstance(action, Urbanise):
                self.game.check(seat, action)
                events = self.game.perform(seat, action)
            else:
                events = self.game.apply(seat, action)
            self._check_events(entry, events)
            if isinstance(action, Urbanise):
                self._follow_owners(entry)
        if closing is None:
            return
        if closing.get("ends_turn") and closing["phase"] == "build_track":
            self._close_turn(closing)
        self._favour(closing)
        if "after" in closing:
            after = closing["after"]
            self._reach(after)
            self._compare("next decision", self._position(), self._expected(after))
            self._compare_players(after["players"], closing)
            self.checkpoints += 1
        if "round_end" in closing:
            if self.chance.left_over:
                raise Differs(self.where, "chance", "every outcome used", f"{self.chance.left_over} left")
            self._round_end(closing["round_end"])
            self.checkpoints += 1

    def _feed(self, entry: Entry) -> None:
        """Hand the recorded outcomes of an entry to chance."""
        for effect in entry.get("effects", ()):
            if effect["type"] == "draw":
                purpose = {"production": "production", "extra_growth": "extra growth"}[effect["purpose"]]
                self.chance.feed([Outcome(purpose, tuple(effect["cubes"]))])
            elif effect["type"] == "dice":
                section = effect["section"]
                purpose = section if section == "tie" else f"{section} dice"
                self.chance.feed([Outcome(purpose, tuple(effect["values"]))])

    def _tie_dice(self, purpose: str) -> tuple[int, ...] | None:
        """Dice that put tied railroads in the recorded order, where a record does not show the roll."""
        if purpose != "tie":
            return None
        state, rules = self.game.state, self.game.rules
        worth = {seat: (victory_points(state, seat), *rules.tie_break(state, seat)) for seat in state.order}
        tied = [seat for seat in sorted(worth) if list(worth.values()).count(worth[seat]) > 1]
        places = [self.seats[name] for place in self.record["final"]["ranking"] for name in place]
        ranked = sorted(tied, key=places.index)
        return tuple(6 - ranked.index(seat) for seat in tied)

    # --- where the recorded engine goes by other rules --------------------------------------------

    def _allow_complex_start(self, seat: int, action: Action) -> None:
        """The recorded engine lets a railroad begin with a complex tile; all else about it is checked."""
        player = self.game.state.players[seat]
        if isinstance(action, Build) and player.start == "":
            shape = tiles().shapes.get(action.tile)
            if shape is not None and shape.family in ("crossing", "coexist"):
                player.start = action.hex

    def _follow_owners(self, entry: Entry) -> None:
        """Who gets unowned track that a New City completes is a ruling: take the recorded owner."""
        for effect in entry.get("effects", ()):
            if effect["type"] == "owner_change":
                for change in effect["changes"]:
                    section = network(self.game.state).at[self.hex(change["hex"]), _ends(*change["track"])[1]]
                    if section.owner is None or section.owner == self.seats[entry["seat"]]:
                        section.claim(self.seat(change["to"]))

    # --- decision points -----------------------------------------------------------------------

    def _position(self) -> tuple[int, str, str | None]:
        """Turn, phase and seat of the game's decision point."""
        state = self.game.state
        waiting = self.game.pending()
        names = list(self.seats)
        active = names[waiting[0].seat] if waiting else None
        return state.turn, "game_over" if state.phase == "over" else state.phase, active

    @staticmethod
    def _expected(point: Mapping[str, Any]) -> tuple[int, str, str | None]:
        return point["turn"], point["phase"], point.get("active")

    def _here(self, entry: Entry) -> bool:
        return self._position() == (entry["turn"], entry["phase"], entry["seat"])

    def _reach(self, point: Mapping[str, Any]) -> None:
        """Make the decisions without a choice that the record leaves out, up to a decision point."""
        wanted = (point["turn"], point["phase"], point.get("active", point.get("seat")))
        for _ in range(2 * len(self.seats) + 2):
            if self._position() == wanted:
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

    def _favour(self, entry: Entry) -> None:
        """A choice between railroads is not recorded by itself: it shows in the incomes that follow."""
        waiting = self.game.pending()
        if not waiting or Favour not in waiting[0].kinds or "after" not in entry:
            return
        rows = entry["after"]["players"]
        players = self.game.state.players
        build = self.game.state.build
        assert build is not None
        gained = [seat for seat in build.choosing if rows[seat][1] > players[seat].income]
        self.game.apply(waiting[0].seat, Favour(tuple(f"P{seat + 1}" for seat in sorted(gained))))

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
                turns = len(tiles().shapes[said["tile"]].rotations)
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
                return Produce(said["cube"], self._column(said["column"]), said["row"])
            case "end_production":
                return PutBack()
        raise Differs(self.where, "action", "a known type", said["type"])

    @staticmethod
    def _column(column: Mapping[str, Any]) -> str:
        return str(column["new_city"]) if "new_city" in column else column_key(column)

    def _move(self, seat: int, said: Mapping[str, Any]) -> Move:
        """A delivery: each recorded leg found among the links that lead on."""
        state = self.game.state
        origin = stop = self.hex(said["from"])
        legs: list[Leg] = []
        for step in said["path"]:
            to, owner = self.hex(step["to"]), self.seat(step["owner"])
            ways = [leg for leg in legs_from(state, seat, stop) if leg.to == to]
            leg = next((each for each in ways if self._same_owner(each.owner, owner)), None)
            if leg is None:
                raise Differs(
                    self.where,
                    f"link {self.on.title(stop)} – {self.on.title(to)}",
                    f"owner {step['owner']}",
                    [each.word for each in ways],
                )
            legs.append(leg)
            stop = to
        route = Route(origin, tuple(legs))
        named = self.game.rules.bonus_choices(state, seat, said["cube"], route)
        bonus = None
        if named:
            earned = {self.seats[name]: amount for name, amount in said["income"].items()}
            plain = link_income(state, route)
            favoured = [each for each in named if earned.get(each, 0) > plain.get(each, 0)]
            bonus = f"P{(favoured or list(named))[0] + 1}"
        return Move(origin, said["cube"], route.words, bonus)

    def _same_owner(self, ours: int | None, recorded: int | None) -> bool:
        """The record takes every owner from an insolvent railroad's track; the rulebook leaves its links."""
        if ours is not None and self.game.state.players[ours].out:
            ours = None
        return ours == recorded

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
                    sorted(_ends(track[0], track[1]) for track in said["tracks"]),
                )
            elif isinstance(event, LinkBuilt):
                self._compare("cost", event.paid, said["cost"])
            elif isinstance(event, FirstPaid) and "amount" in said:
                self._compare("amount", event.paid, said["amount"])
            elif isinstance(event, CubeMoved):
                ours = {names[seat]: amount for seat, amount in event.gains if amount}
                self._compare("income", ours, {k: v for k, v in said["income"].items() if v})
        if said["type"] == "urbanize" and "cubes_on_new_city" in said:
            ours_here = self.game.state.cubes.get(self.hex(said["hex"]), [])
            self._compare("cubes on the New City", Counter(ours_here), Counter(said["cubes_on_new_city"]))

    # --- checkpoints ---------------------------------------------------------------------------

    def _compare(self, what: str, got: Any, expected: Any) -> None:
        if got != expected:
            raise Differs(self.where, what, expected, got)

    def _rows(self, *, before_the_end: bool = False) -> list[list[int]]:
        """The player rows; `before_the_end` undoes the buying back of shares after the last turn."""
        back = self.game.state.bought_back if before_the_end else 0
        return [
            [player.cash + 5 * back, player.income, player.shares + back, player.engine]
            for player in self.game.state.players
        ]

    def _compare_players(self, expected: list[list[int]], closing: Entry) -> None:
        rows = self._rows(before_the_end="round_end" in closing and self._over())
        if rows == expected or (self._over() and self._same_at_the_end(expected)):
            return
        for name, got, wanted in zip(self.seats, rows, expected, strict=True):
            self._compare(f"{name} [cash, income, shares, engine]", got, wanted)

    def _same_at_the_end(self, expected: list[list[int]]) -> bool:
        """Whether the last rows agree. A solo record that is short of cash buys its shares back all the same,
        and owes: what is owned in all is compared.
        """
        if self.game.rules.solo_score(self.game.state) is None:
            return self._rows() == expected
        return [_worth(row) for row in self._rows()] == [_worth(row) for row in expected]

    def _over(self) -> bool:
        return self.game.state.phase == "over"

    def _seats_in_order(self, expected: list[str]) -> list[str]:
        """The order of play, or where a map asks for it anew at once, the order in which it asks."""
        state, names = self.game.state, list(self.seats)
        asked = state.queue if state.phase == "player_order" else []
        found = [[names[seat] for seat in order] for order in (state.order, asked)]
        return found[1] if found[1] == expected else found[0]

    def _round_end(self, expected: Mapping[str, Any]) -> None:
        """Compare the whole state at the end of a turn."""
        state = self.game.state
        self.where = f"end of turn {expected['turn']}"
        if not self._over():
            wanted = expected["player_order"]
            self._compare("player order", self._seats_in_order(wanted), wanted)
        self._compare_players(expected["players"], {"round_end": expected})
        self._compare_by_key(
            "cubes in",
            {name: Counter(cubes) for name, cubes in state.cubes.items() if cubes},
            {self.hex(where): Counter(cubes) for where, cubes in expected["cubes"].items() if cubes},
        )
        if expected.get("display") is not None and state.display:
            self._compare_by_key("column", state.display, self._display(expected["display"]))
        self._compare(
            "bag",
            {colour: count for colour, count in state.bag.items() if count},
            {colour: count for colour, count in expected["bag"].items() if count},
        )
        self._compare("New Cities left", sorted(state.new_cities), sorted(expected["new_cities_left"]))
        self._compare_by_key(
            "New City in",
            state.placed,
            {self.hex(where): letter for where, letter in expected["new_cities_on_board"].items()},
        )
        self._compare_board(expected)
        self._compare_standing(expected["standing"])

    def _compare_by_key(self, what: str, got: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
        for key in sorted({*got, *expected}):
            name = self.on.title(key) if key in self.on.places else key
            self._compare(f"{what} {name}", got.get(key), expected.get(key))

    def _compare_board(self, expected: Mapping[str, Any]) -> None:
        """Tiles, tracks, their owners, and direct links."""
        state, net, names = self.game.state, network(self.game.state), list(self.seats)

        def owner_name(owner: int | None) -> str | None:
            return None if owner is None or state.players[owner].out else names[owner]

        recorded = {self.hex(row[0]): row for row in expected["tiles"]}
        self._compare("hexes with tiles", sorted(state.tiles), sorted(recorded))
        for name, (_, tile, rotation, tracks) in recorded.items():
            laid = state.tiles[name]
            turns = len(tiles().shapes[tile].rotations)
            what = f"tile in {self.on.title(name)}"
            self._compare(what, (laid.tile, laid.rotation), (tile, rotation % turns))
            ours = {(track.a, track.b): owner_name(track.owner) for track in laid.tracks}
            theirs = {_ends(a, b): owner for a, b, owner in tracks}
            if self._over():
                # The end takes the owners from unfinished track; the last turn's checkpoint is before it.
                for ends in ours:
                    if not net.at[name, ends[1]].complete:
                        theirs[ends] = ours[ends]
            self._compare(f"track in {self.on.title(name)}", ours, theirs)
        self._compare(
            "direct links",
            {link: whose for link, owner in state.links.items() if (whose := owner_name(owner)) is not None},
            {link: owner for link, owner in (expected.get("links") or {}).items() if owner is not None},
        )

    def _compare_standing(self, expected: Mapping[str, Any]) -> None:
        state, net = self.game.state, network(self.game.state)
        for name, row in expected.items():
            seat = self.seats[name]
            player = state.players[seat]
            solo = self.game.rules.solo_score(state)
            lost = self._over() and solo is not None and solo < 0
            # A solo record may call a game that was lost at the end "out".
            self._compare(f"{name} out", player.out or (lost and row["out"]), row["out"])
            if player.out:
                continue
            if "track_completed" in row:
                self._compare(f"{name} completed track", sections_owned(state, seat), row["track_completed"])
            if "track_unfinished" in row and not self._over():
                unfinished = sum(each.worth for each in net.owned(seat) if not each.complete)
                self._compare(f"{name} unfinished track", unfinished, row["track_unfinished"])
            if row.get("vp") is not None and not state.bought_back:
                self._compare(f"{name} victory points", victory_points(state, seat), row["vp"])

    def _final(self, expected: Mapping[str, Any]) -> None:
        """Compare the end of the game."""
        self.where = "the end"
        state, names = self.game.state, list(self.seats)
        self._compare("phase", self._position()[1], "game_over")
        self._compare("turn", state.turn, expected["turn"])
        solo = self.game.rules.solo_score(state)
        if solo is None:
            for name, got, wanted in zip(names, self._rows(), expected["players"], strict=True):
                self._compare(f"{name} [cash, income, shares, engine]", got, wanted)
        else:
            worth = _worth(self._rows()[0])
            self._compare("cash less shares, income, engine", worth, _worth(expected["players"][0]))
            score = next(iter(expected["standing"].values())).get("recorded_score")
            if score is not None and not state.players[0].out:
                self._compare("score", solo, score)
        self._compare_board(expected)
        self._compare_standing(expected["standing"])
        out = {names[seat] for seat, player in enumerate(state.players) if player.out}
        ours = [sorted(names[seat] for seat in place) for place in ranking(state)]
        self._compare(
            "ranking of the solvent",
            [place for place in ours if not out & set(place)],
            [sorted(place) for place in expected["ranking"] if not out & set(place)],
        )
        self.checkpoints += 1


def _worth(row: list[int]) -> tuple[int, int, int]:
    """A player row at the end of a solo game: cash once every share is paid for, income, engine."""
    cash, income, shares, engine = row
    return cash - 5 * shares, income, engine


def _effects(*entries: Entry) -> list[Any]:
    """The effects of several entries, in order."""
    return [effect for entry in entries for effect in entry.get("effects", ())]


def _ends(a: int | str, b: int | str) -> tuple[int, int]:
    """A recorded track's ends, the lower first."""
    first, second = sorted(TOWN if end == "town" else int(end) for end in (a, b))
    return first, second
