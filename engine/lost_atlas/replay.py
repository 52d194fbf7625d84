"""Replays recorded games of the `lost-atlas-replay` format, with the same checks as live moves.

A recording lists only decisions that were made: an optional step without an entry was declined, so the replay
passes over steps until the next entry fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.core.action import Action
from engine.core.chance import Chance, Outcome
from engine.core.errors import IllegalMove
from engine.core.replay import Differs, Verified
from engine.hexes import Hex

from . import components as box
from .actions import Bankrupt, Discard, Done, KeepHub, Pass, Restart, Run
from .game import LostAtlas, start
from .options import AtlasOptions
from .replay_checks import differences
from .replay_entries import Reader, is_leadoff
from .running import NOTHING, trains_to_run

VERSION = 1
MOST_SKIPS = 200
"""More steps than that are never declined in a row (an operating round of twelve companies)."""


def verify(data: Mapping[str, Any]) -> Verified:
    """Replay a recording and compare its checks. Raises Differs at the first difference."""
    return Replay(data).run()


class Replay:
    """A recording being replayed."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if data.get("version") != VERSION:
            raise Differs("the file", "version", VERSION, data.get("version"))
        self.name = str(data.get("name", "a game"))
        self.entries: Sequence[Mapping[str, Any]] = data["entries"]
        self.seats: list[str] = list(data["setup"]["seats"])
        self.game = begin(data["setup"], self.entries)
        self.reader = Reader(self.seats, _origin(self.entries))
        self.actions = 0
        self.checks = 0

    def run(self) -> Verified:
        """Replay every entry."""
        for index, entry in enumerate(self.entries):
            where = f"entry {entry.get('n', index + 1)} ({entry['action']['type']})"
            self._skip_to(index, where)
            if "check_before" in entry:
                self._check(entry["check_before"], where + ", before")
            self._make(index, where)
            if "check" in entry:
                self._check_after(index, entry["check"], where)
        return Verified(self.name, self.actions, self.checks)

    # --- entries ------------------------------------------------------------------------------

    def _fits(self, index: int) -> str:
        """Why an entry is not what is decided now; empty if it is."""
        entry = self.entries[index]
        if entry["action"]["type"] == "finish_map":
            return "" if self.game.state.round != "building" else "The map is not finished."
        try:
            seat, actions = self.reader.read(self.game, entry)
            if is_leadoff(self.game.state, entry) and not self._means_leadoff(index):
                return "The leadoff step was declined."
            if actions:
                self.game.must_be_legal(seat, actions[0])
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

    def _skip_to(self, index: int, where: str) -> None:
        first = ""
        for _ in range(MOST_SKIPS):
            reason = self._fits(index)
            if not reason:
                return
            first = first or reason
            if not self._decline(more=True):
                break
        raise Differs(where, "the entry", "legal", f"“{first}” ({self.game.headline()})")

    def _decline(self, more: bool = False) -> bool:
        """Decline the present optional step; False if it cannot be declined.

        more: entries follow. Then a bankruptcy, which no entry says, did not end the game.
        """
        game = self.game
        if game.over:
            return False
        if more and any(Bankrupt in asked.kinds for asked in game.pending()):
            game.state.setup = replace(game.state.setup, play_on=True)
        forced = game.forced()
        if forced is not None and not isinstance(forced[1], Restart):
            game.apply(*forced)
            return True
        asked = game.pending()[0]
        last = game.state.round == "export" and game.state.cycle >= game.state.setup.cycles
        for kind in (Done, Pass, Run, KeepHub, Bankrupt, Discard):
            if kind in asked.kinds and not (kind is Pass and game.state.round == "stock"):
                if kind is Discard and not last:
                    return False  # only after the last export nobody cares which train is given up
                game.apply(asked.seat, self._declining(kind, asked.seat))
                return True
        return False

    def _declining(self, kind: type[Action], seat: int) -> Action:
        if kind is Run:
            turn = self.game.state.turn
            assert turn is not None
            trains = trains_to_run(self.game.state.companies[turn.company])
            return Run(NOTHING) if trains else Run()
        offer = next(self.game.legal_actions(seat, kind))
        assert isinstance(offer, Action)
        return offer

    def _make(self, index: int, where: str) -> None:
        entry = self.entries[index]
        if entry["action"]["type"] == "finish_map":
            return
        try:
            seat, actions = self.reader.read(self.game, entry)
            for action in actions:
                self.game.apply(seat, action)
                self.actions += 1
        except IllegalMove as problem:
            raise Differs(where, "the entry", "legal", f"“{problem}”") from None

    # --- checks -------------------------------------------------------------------------------

    def _check(self, expected: Mapping[str, Any], where: str) -> None:
        found = differences(self.game, self.reader, expected)
        if found:
            raise Differs(where, *found[0])
        self.checks += 1

    def _check_after(self, index: int, expected: Mapping[str, Any], where: str) -> None:
        """The state after an entry, which may be noted before or after optional steps that were declined."""
        found = differences(self.game, self.reader, expected)
        for _ in range(MOST_SKIPS):
            if not differences(self.game, self.reader, expected):
                self.checks += 1
                return
            if index + 1 < len(self.entries) and not self._fits(index + 1):
                break
            if not self._decline(more=index + 1 < len(self.entries)):
                break
        raise Differs(where, *found[0])


# --- the beginning ----------------------------------------------------------------------------


def begin(setup: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> LostAtlas:
    """The game at its start, with the recorded stack, charters and priority."""
    seats = list(setup["seats"])
    charters = [minor for column in setup["columns"] for minor in column]
    script = [
        Outcome("map stack", tuple(str(item) for item in setup["stack"])),
        Outcome("first builder", (seats.index(setup["first_builder"]) + 1,)),
        Outcome("charters", tuple(charters)),
        Outcome("priority", (seats.index(setup["priority"]) + 1,)),
    ]
    blanks = any(entry["action"]["type"] == "place_blank" for entry in entries)
    options = AtlasOptions(mode=setup["mode"], blank_hexes=blanks, **_card(setup["destination_card"]))
    return start(options, len(seats), Chance("replay", script=script))


def _card(name: str) -> dict[str, Any]:
    if name in box.destination_cards():
        return {"destination": name}
    values = [int(value) for value in name.split("/")]
    return {"destination": "own", **{f"own_{p}": v for p, v in zip(box.PHASES, values, strict=True)}}


def _origin(entries: Sequence[Mapping[str, Any]]) -> Hex:
    """Where the recording puts the first piece; ours lies at (0, 0)."""
    for entry in entries:
        if entry["action"]["type"] == "place_piece":
            return Hex(*entry["action"]["hex"])
    return Hex(0, 0)
