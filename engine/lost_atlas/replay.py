"""Replays recorded games of the `lost-atlas-replay` format, with the same checks as live moves.

A recording lists only decisions that were made: an optional step without an entry was declined, so the replay
passes over steps until the next entry fits. Where an entry fits in more than one place (a lone company that
buys a train, runs nothing and acts again), the first is taken; if the recording then fails further on, the
later places are tried before it is said to differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import msgpack
from msgspec.structs import replace

from engine.core.action import Action, expand
from engine.core.chance import Chance, Outcome, ScriptError
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending
from engine.core.replay import Differs, Verified

from . import components as box
from .actions import Answer, Bankrupt, Discard, Done, KeepHub, Pass, Restart, Run
from .game import LostAtlas, start
from .options import AtlasOptions
from .replay_again import charters_again, map_again, origin
from .replay_checks import differences
from .replay_entries import Reader, is_leadoff
from .replay_form import must_be_well_formed
from .running import NOTHING, trains_to_run
from .state import State

VERSION = 1
MOST_SKIPS = 200
"""More steps than that are never declined in a row (an operating round of twelve companies)."""

REMEMBERED = 60
"""So many entries back other places are tried when a recording fails."""
MOST_RETRIES = 1000
"""So many steps are declined in all in search of other places."""

Saved = tuple[bytes, Chance]
"""A game as it was: its state, and what chance still holds."""


def verify(data: Mapping[str, Any]) -> Verified:
    """Replay a recording and compare its checks.

    Raises Differs at the first difference, ValueError if it is not written as a recording is.
    """
    replay = Replay(data)
    try:
        return replay.run()
    except Differs as problem:
        if not others_won(replay.entries):
            raise
        # Who acted last is read in two ways (RULINGS.md, 7); the table may have read it the other way.
        again = Replay(data)
        again.game.state.setup = replace(again.game.state.setup, winner_acts_last=True)
        try:
            return again.run()
        except Differs:
            raise problem from None


def others_won(entries: Sequence[Mapping[str, Any]]) -> bool:
    """True if an auction was won by somebody else than who started it."""
    initiator = None
    for entry in entries:
        kind = entry["action"]["type"]
        if kind == "start_auction":
            initiator = entry.get("seat")
        elif kind == "launch" and entry.get("seat") != initiator:
            return True
    return False


class Replayed(LostAtlas):
    """A game of which it is asked again and again who must decide."""

    _asked: tuple[Pending, ...] | None = None

    def pending(self) -> tuple[Pending, ...]:
        if self._asked is None:
            self._asked = super().pending()
        return self._asked

    def perform(self, seat: int, action: Action) -> list[Event]:
        self._asked = None
        return super().perform(seat, action)


class Replay:
    """A recording being replayed."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if data.get("version") != VERSION:
            raise Differs("the file", "version", VERSION, data.get("version"))
        must_be_well_formed(data)
        self.name = str(data.get("name", "a game"))
        self.setup: Mapping[str, Any] = data["setup"]
        self.entries: Sequence[Mapping[str, Any]] = data["entries"]
        self.seats: list[str] = list(self.setup["seats"])
        self.game = begin(self.setup, self.entries)
        self.ready: tuple[int, list[Action]] = (0, [])
        """Whose entry fits, and the actions it stands for, of which the first is legal."""
        self.reader = Reader(self.seats, origin(self.entries))
        self.retries = MOST_RETRIES
        self.failed: Differs | None = None
        """What did not fit first."""

    def run(self) -> Verified:
        """Replay every entry. Raises Differs if that cannot be done, with what failed first."""
        if not self.entries:
            return Verified(self.name, 0, 0)
        ways = [self._ways(0)]
        while ways:
            index = len(ways) - 1
            try:
                next(ways[-1])
                self._enter(index)
            except StopIteration:
                ways.pop()
                continue
            except Differs as problem:
                self.failed = self.failed or problem
                continue
            if index + 1 == len(self.entries):
                return self._verified()
            ways.append(self._ways(index + 1))
            if len(ways) > REMEMBERED:
                ways[-REMEMBERED] = iter(())
        assert self.failed is not None
        raise self.failed

    def _verified(self) -> Verified:
        actions = sum(entry["action"]["type"] != "finish_map" for entry in self.entries)
        checks = sum(name in entry for entry in self.entries for name in ("check", "check_before"))
        return Verified(self.name, actions, checks)

    def _where(self, index: int) -> str:
        entry = self.entries[index]
        return f"entry {entry.get('n', index + 1)} ({entry['action']['type']})"

    def _enter(self, index: int) -> None:
        """Make an entry where it fits, and compare its checks. Raises Differs."""
        entry, where = self.entries[index], self._where(index)
        if "check_before" in entry:
            self._check(entry["check_before"], where + ", before")
        self._make(index, where)
        if "check" in entry:
            self._check_after(index, entry["check"], where)

    # --- where entries fit --------------------------------------------------------------------

    def _fits(self, index: int) -> str:
        """Why an entry is not what is decided now; empty if it is, and then it is ready to be made."""
        entry = self.entries[index]
        if entry["action"]["type"] == "finish_map":
            return "" if self.game.state.round != "building" else "The map is not finished."
        try:
            seat, actions = self.reader.read(self.game, entry)
            if actions:
                self.game.must_be_legal(seat, actions[0])
            self.ready = seat, actions
        except IllegalMove as problem:
            return str(problem)
        return ""

    def _means_leadoff(self, index: int) -> bool:
        """A train bought in the leadoff step runs in the same turn, so steps of that turn must follow."""
        company, seat = self.entries[index].get("company"), self.entries[index].get("seat")
        for entry in self.entries[index + 1 :]:
            if entry.get("company", company) != company:
                return False
            kind = entry["action"]["type"]
            if company is None and entry.get("seat") != seat and kind != "discard_train":
                return False
            if kind in ("run_routes", "lay_tile", "place_hub", "issue_share", "redeem_share", "dividend"):
                return True
            if kind not in ("buy_train", "place_suburb", "discard_train"):
                return False
        return False

    def _ways(self, index: int) -> Iterator[None]:
        """Bring the game to each place where an entry fits, the likeliest first.

        Raises Differs if it fits nowhere.
        """
        where, first, skips, fitted = self._where(index), "", 0, False
        unlikely: list[Saved] = []
        todo = [self._save()]
        while todo:
            self._load(todo.pop())
            while True:
                reason = self._fits(index)
                first = first or reason
                if not reason:
                    here = self._save()
                    if is_leadoff(self.game.state, self.entries[index]) and not self._means_leadoff(index):
                        unlikely.append(here)
                    else:
                        fitted = True
                        yield
                        self._load(here)
                skips += 1
                self.retries -= fitted
                if skips > MOST_SKIPS or self.retries <= 0 or not self._decline(index, todo):
                    break
        for here in unlikely:
            fitted = True
            self._load(here)
            self._fits(index)
            yield
        if not fitted:
            raise Differs(where, "the entry", "legal", f"“{first}” ({self.game.headline()})")

    def _save(self) -> Saved:
        return msgpack.encode(self.game.state), self.game.chance.fork()

    def _load(self, saved: Saved) -> None:
        state, chance = saved
        self.game = Replayed(msgpack.decode(state, type=State), chance.fork())

    # --- steps without an entry ---------------------------------------------------------------

    def _decline(self, following: int, others: list[Saved] | None = None) -> bool:
        """Decline the present optional step; False if it cannot be declined.

        following: the number of the next entry. If there is one, a bankruptcy, which no entry says, did not
        end the game. others: takes the game as it is after each other answer that no entry says.
        """
        game = self.game
        if game.over:
            return False
        if following < len(self.entries) and any(Bankrupt in asked.kinds for asked in game.pending()):
            game.state.setup = replace(game.state.setup, play_on=True)
        forced = game.forced()
        if forced is not None:
            if isinstance(forced[1], Restart):
                game.chance = map_again(game, self.seats, self.entries[following:])
                self.reader.origin = origin(self.entries[following:])
            game.apply(*forced)
            return True
        asked = game.pending()[0]
        last = game.state.round == "export" and game.state.cycle >= game.state.setup.cycles
        for kind in (Done, Pass, Run, KeepHub, Answer, Bankrupt, Discard):
            if kind in asked.kinds and not (kind is Pass and game.state.round == "stock"):
                if kind is Discard and not last:
                    return False  # only after the last export nobody cares which train is given up
                first, *rest = self._declining(kind, asked.seat)
                if others is not None and rest:
                    before = self._save()
                    for action in rest:
                        self.game.apply(asked.seat, action)
                        others.append(self._save())
                        self._load(before)
                self.game.apply(asked.seat, first)
                return True
        return False

    def _declining(self, kind: type[Action], seat: int) -> list[Action]:
        """How a step may be passed over, the likeliest first. Which hub stays is said by no entry; an offer
        that has no answer was rather accepted than declined, since the train or the major follows."""
        if kind is Run:
            turn = self.game.state.turn
            assert turn is not None
            trains = trains_to_run(self.game.state.companies[turn.company])
            return [Run(NOTHING) if trains else Run()]
        legal = [action for offer in self.game.legal_actions(seat, kind) for action in expand(offer)]
        return legal if kind in (KeepHub, Answer) else legal[:1]

    def _make(self, index: int, where: str) -> None:
        entry = self.entries[index]
        if entry["action"]["type"] == "finish_map":
            return
        self._deal_again(index)
        seat, actions = self.ready
        try:
            for number, action in enumerate(actions):
                if number:
                    self.game.must_be_legal(seat, action)
                self.game.perform(seat, action)
        except (IllegalMove, ScriptError) as problem:
            raise Differs(where, "the entry", "legal", f"“{problem}”") from None

    def _deal_again(self, index: int) -> None:
        """If nothing is launched in the first stock round, the charters are dealt so that the launches that
        follow are possible."""
        game = self.game
        if game.state.round == "stock" and not game.state.companies and game.state.cycle == 1:
            game.chance = charters_again(game, self.setup["columns"], self.entries[index:])

    # --- checks -------------------------------------------------------------------------------

    def _check(self, expected: Mapping[str, Any], where: str) -> None:
        found = differences(self.game, self.reader, expected)
        if found:
            raise Differs(where, *found[0])

    def _check_after(self, index: int, expected: Mapping[str, Any], where: str) -> None:
        """The state after an entry, which may be noted before or after optional steps that were declined.

        They are only passed over where the next entry fits if the check does not hold otherwise.
        """
        first: Differs | None = None
        doubtful = False
        for _ in range(MOST_SKIPS):
            found = differences(self.game, self.reader, expected)
            if not found:
                self.failed = self.failed or (first if doubtful else None)
                return
            first = first or Differs(where, *found[0])
            doubtful = doubtful or (index + 1 < len(self.entries) and not self._fits(index + 1))
            self.retries -= doubtful
            if self.retries <= 0 or not self._decline(index + 1):
                break
        assert first is not None
        raise first


# --- the beginning ----------------------------------------------------------------------------


def begin(setup: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> Replayed:
    """The game at its start, with the recorded stack, charters and priority."""
    seats = list(setup["seats"])
    charters = [minor for column in setup["columns"] for minor in column]
    if sorted(charters) != sorted(box.minors_of(setup["mode"])):
        raise Differs("the setup", "columns", sorted(box.minors_of(setup["mode"])), sorted(charters))
    script = [
        Outcome("map stack", tuple(str(item) for item in setup["stack"])),
        Outcome("first builder", (seats.index(setup["first_builder"]) + 1,)),
        Outcome("charters", tuple(charters)),
        Outcome("priority", (seats.index(setup["priority"]) + 1,)),
    ]
    blanks = any(entry["action"]["type"] == "place_blank" for entry in entries)
    options = AtlasOptions(mode=setup["mode"], blank_hexes=blanks, **_card(setup["destination_card"]))
    try:
        game = start(options, len(seats), Chance("replay", script=script))
    except ScriptError as problem:
        raise Differs("the setup", "stack, charters and seats", "those of the box", str(problem)) from None
    return Replayed(game.state, game.chance)


def _card(name: str) -> dict[str, Any]:
    if name in box.destination_cards():
        return {"destination": name}
    values = [int(value) for value in name.split("/") if value.strip().isdigit()]
    if len(values) != len(box.PHASES):
        raise ValueError(f"the destination card {name!r} is not known")
    return {"destination": "own", **{f"own_{p}": v for p, v in zip(box.PHASES, values, strict=True)}}
