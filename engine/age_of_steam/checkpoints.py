"""Comparing a game with the checkpoints of its record: player rows, decision points, ends of turns, the end.

Where the recorded engine's account differs from the rulebook's, the comparison says so and allows just that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.replay import Differs

from .board import Board, board
from .network import network
from .points import sections_owned, victory_points
from .recorded_game import RecordedGame
from .scoring import ranking
from .tiles import ends_of, tiles

Entry = Mapping[str, Any]


class Checkpoints:
    """A record being replayed, and what it says of the game at each point."""

    game: RecordedGame
    checkpoints: int
    """How many have been compared."""
    where: str
    """The place in the record, for differences."""

    def __init__(self, record: Entry) -> None:
        self.record = record
        self.on: Board = board(record["map"])
        self.seats: dict[str, int] = {name: index for index, name in enumerate(record["seats"])}
        self.checkpoints = 0
        self.where = "setup"

    # --- reading the record --------------------------------------------------------------------

    def seat(self, name: str | None) -> int | None:
        """A recorded seat as a number."""
        if name is not None and name not in self.seats:
            raise Differs(self.where, "seat", " or ".join(self.seats), name)
        return None if name is None else self.seats[name]

    def hex(self, hex_id: str) -> str:
        """A recorded hex id as a hex name."""
        name = self.on.by_id.get(hex_id)
        if name is None:
            raise Differs(self.where, "hex", f"one of {self.on.name}", hex_id)
        return name

    def _display(self, display: Mapping[str, Any] | None) -> dict[str, list[str | None]]:
        columns: dict[str, list[str | None]] = {}
        for section in ("light", "dark"):
            for die, boxes in (display or {}).get(section, {}).items():
                columns[f"{section}{die}"] = list(boxes)
        for letter, boxes in (display or {}).get("new_city", {}).items():
            columns[letter] = list(boxes)
        return {key: columns[key] for key in self.on.columns if key in columns}

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
        self._compare("player rows", len(rows), len(expected))
        for name, got, wanted in zip(self.seats, rows, expected, strict=True):
            self._compare(f"{name} [cash, income, shares, engine]", got, wanted)

    def _same_at_the_end(self, expected: list[list[int]]) -> bool:
        """Whether the last rows agree. A solo record that is short of cash buys its shares back all the same,
        and owes: what is owned in all is compared.
        """
        if self.game.rules.solo_score(self.game.state) is None:
            return self._rows() == expected
        return [worth(row) for row in self._rows()] == [worth(row) for row in expected]

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
            theirs = {ends_of(a, b): owner_name(self.seat(owner)) for a, b, owner in tracks}
            if self._over():
                # The end takes the owners from unfinished track; the last turn's checkpoint is before it.
                for ends in ours:
                    if not net.at[name, ends[1]].complete:
                        theirs[ends] = ours[ends]
            self._compare(f"track in {self.on.title(name)}", ours, theirs)
        self._compare(
            "direct links",
            {link: whose for link, owner in state.links.items() if (whose := owner_name(owner)) is not None},
            {
                link: whose
                for link, owner in (expected.get("links") or {}).items()
                if (whose := owner_name(self.seat(owner))) is not None
            },
        )

    def _compare_standing(self, expected: Mapping[str, Any], *, at_the_end: bool = False) -> None:
        state, net = self.game.state, network(self.game.state)
        for name, row in expected.items():
            seat = self.seats[name]
            player = state.players[seat]
            solo = self.game.rules.solo_score(state)
            lost = self._over() and solo is not None and solo < 0
            # A solo record may call a game that was lost at the end "out".
            self._compare(f"{name} out", player.out or (lost and row["out"]), row["out"])
            if player.out or (lost and row["out"]):
                continue
            if "track_completed" in row:
                self._compare(f"{name} completed track", sections_owned(state, seat), row["track_completed"])
            if "track_unfinished" in row and (at_the_end or not self._over()):
                unfinished = sum(each.worth for each in net.owned(seat) if not each.complete)
                self._compare(f"{name} unfinished track", unfinished, row["track_unfinished"])
            if row.get("vp") is not None and not state.bought_back:
                self._compare(f"{name} victory points", victory_points(state, seat), row["vp"])
            shown, loose = row.get("recorded_score"), row.get("track_unfinished", 0)
            if isinstance(shown, int) and solo is None and not (self._over() and loose):
                # What the recorded engine showed counts unfinished track too.
                self._compare(f"{name} recorded score", victory_points(state, seat) + loose, shown)

    def _final(self, expected: Mapping[str, Any]) -> None:
        """Compare the end of the game."""
        self.where = "the end"
        state, names = self.game.state, list(self.seats)
        self._compare("phase", self._position()[1], "game_over")
        self._compare("turn", state.turn, expected["turn"])
        solo = self.game.rules.solo_score(state)
        self._compare("player rows", len(names), len(expected["players"]))
        if solo is None:
            for name, got, wanted in zip(names, self._rows(), expected["players"], strict=True):
                self._compare(f"{name} [cash, income, shares, engine]", got, wanted)
        else:
            owned = worth(self._rows()[0])
            self._compare("cash less shares, income, engine", owned, worth(expected["players"][0]))
            score = next(iter(expected["standing"].values())).get("recorded_score")
            if isinstance(score, int) and not state.players[0].out:
                self._compare("score", solo, score)
        self._compare_board(expected)
        self._compare_standing(expected["standing"], at_the_end=True)
        out = {names[seat] for seat, player in enumerate(state.players) if player.out}
        ours = [sorted(names[seat] for seat in place) for place in ranking(state)]
        self._compare(
            "ranking of the solvent",
            [place for place in ours if not out & set(place)],
            # A solo record may leave a place free for the bank.
            [sorted(place) for place in expected["ranking"] if place and not out & set(place)],
        )
        self.checkpoints += 1


def worth(row: list[int]) -> tuple[int, int, int]:
    """A player row at the end of a solo game: cash once every share is paid for, income, engine."""
    cash, income, shares, engine = row
    return cash - 5 * shares, income, engine
