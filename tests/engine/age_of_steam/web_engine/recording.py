"""The record that the model writes while it plays."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.age_of_steam.tiles import TOWN

from .board import Ends, Entry, WebBoard


class WebRecording(WebBoard):
    """Decisions with their effects and checkpoints."""

    def __init__(
        self, map_id: str, players: int, seed: str, *, old: bool = False, cash: int | None = None
    ) -> None:
        super().__init__(map_id, players, seed, old=old, cash=cash)
        self.setup: Entry = {
            "player_order": [self.seat(each) for each in self.order],
            "players": [list(row) for row in self.rows],
            "cubes": self._cubes(),
            "bag": dict(Counter(self.bag)),
            "new_cities_left": list(self.left),
        }
        if self.boxes:
            self.setup["display"] = self._display()
        if self.terminals:
            self.setup["terminals"] = {self.ids[name]: colour for name, colour in self.terminals.items()}

    @staticmethod
    def seat(number: int | None) -> str | None:
        return None if number is None else f"P{number + 1}"

    def _point(self, phase: str, seat: int | None) -> Entry:
        return {"turn": self.turn, "phase": phase, "active": self.seat(seat)}

    def _decide(
        self, phase: str, seat: int, action: Entry, *, ends: bool = True, forced: bool = False
    ) -> None:
        """A decision is made: the one before ends with the checkpoint at this one."""
        if self.entries:
            self.entries[-1]["after"] = {**self._point(phase, seat), "players": [list(r) for r in self.rows]}
        else:
            self.setup["first_decision"] = self._point(phase, seat)
        entry: Entry = {
            "n": len(self.entries) + 1,
            "turn": self.turn,
            "phase": phase,
            "seat": self.seat(seat),
        }
        entry |= {"action": action, "ends_turn": ends, "effects": []}
        if forced:
            entry["forced"] = True
        self.entries.append(entry)
        self.shown[action["type"]] += 1

    def _effect(self, kind: str, **said: Any) -> None:
        self.entries[-1]["effects"].append({"type": kind, **said})

    def _cubes(self) -> Entry:
        return {self.ids[name]: list(lying) for name, lying in self.cubes.items() if lying}

    def _display(self) -> Entry:
        shown: Entry = {"light": {}, "dark": {}, "new_city": {}}
        for key, boxes in self.boxes.items():
            column = self.on.columns[key]
            full = [*boxes, *[None] * (column.rows - len(boxes))]
            section = column.section if column.hex else "new_city"
            shown[section][str(column.die) if column.hex else key] = full[::-1]
        return shown

    def _board(self) -> Entry:
        return {
            "tiles": [
                [
                    self.ids[name],
                    tile,
                    rotation,
                    [[*self._ends(e), self.seat(self.owner[name, i])] for i, e in enumerate(tracks)],
                ]
                for name, (tile, rotation, tracks) in sorted(self.laid.items())
            ],
            "links": {link: self.seat(owner) for link, owner in self.links.items()},
        }

    @staticmethod
    def _ends(ends: Ends) -> list[Any]:
        return ["town" if end == TOWN else end for end in ends]

    def _standing(self) -> Entry:
        found: Entry = {}
        for seat, (cash, income, shares, _) in enumerate(self.rows):
            done = loose = 0
            for at, owner in self.owner.items():
                if owner == seat:
                    if any(self._dangles(each) for each in self._route(at)):
                        loose += 1
                    else:
                        done += 1
            done += sum(owner == seat for owner in self.links.values())
            row: Entry = {"out": self.out[seat], "track_completed": done, "track_unfinished": loose}
            if self.on.id == "barbados":
                row["recorded_score"] = cash - 5 * shares
            else:
                points = 3 * income + done - 3 * shares
                row |= {"vp": None if self.out[seat] else points}
                row["recorded_score"] = None if self.out[seat] else points + loose
            found[f"P{seat + 1}"] = row
        return found

    def record(self) -> Entry:
        """Play to the end."""
        while not self.over:
            for phase in self.on.game["phases"]:
                getattr(self, phase)()
                if self.over:
                    break
        ranking = self._ranking()
        return {
            "format": "aos-replay",
            "version": 1,
            "game": 0,
            "map": self.on.id,
            "source": {"recorded_actions": len(self.entries)},
            "seats": [f"P{seat + 1}" for seat in range(len(self.rows))],
            "setup": self.setup,
            "entries": self.entries,
            "final": {
                "turn": self.turn,
                "players": [list(row) for row in self.rows],
                "standing": self._standing(),
                "ranking": ranking,
                **self._board(),
            },
        }

    def _ranking(self) -> list[list[str]]:
        standing = self._standing()
        keys = {name: (-1, 0) if row["out"] else (0, row["recorded_score"]) for name, row in standing.items()}
        if len(keys) == 1:
            # The recorded engine leaves the first place free for the bank, or the other way about.
            return [[], list(keys)] if self.rows[0][0] >= 0 else [list(keys)]
        return [
            [n for n, have in keys.items() if have == key] for key in sorted(set(keys.values()), reverse=True)
        ]

    def _end_of_turn(self) -> None:
        self.entries[-1]["round_end"] = {
            "turn": self.turn,
            "player_order": [self.seat(seat) for seat in self.order],
            "players": [list(row) for row in self.rows],
            "cubes": self._cubes(),
            "display": self._display() if self.boxes else None,
            "bag": dict(Counter(self.bag)),
            "new_cities_left": list(self.left),
            "new_cities_on_board": {self.ids[name]: letter for name, letter in self.placed.items()},
            "standing": self._standing(),
            **self._board(),
        }

    def _end(self) -> None:
        self._end_of_turn()
        for at in list(self.owner):
            if self._dangles(at):
                self._own(self._route(at), None)
        if self.on.id == "barbados":
            row = self.rows[0]
            self._effect("buy_back", seat="P1", shares=row[2], paid=5 * row[2])
            row[0] -= 5 * row[2]
            row[2] = 0
            self.out[0] = self.out[0] or row[0] < 0
        self.entries[-1]["after"] = {
            **self._point("game_over", None),
            "players": [list(r) for r in self.rows],
        }
        self.over = True
