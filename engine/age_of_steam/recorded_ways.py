"""Where a record tells what happened in another way than the rules do, and how replays follow it.

Each way is named here and allows just what it says; everything else about a decision is checked as ever. What
the recorded engine plays by other rules is in recorded_game.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from .actions import Favour
from .checkpoints import Checkpoints, Entry
from .events import IncomeReduced, Transcontinental
from .goods import Route, goes_back, link_income
from .network import network
from .points import victory_points
from .tiles import ends_of


class RecordedWays(Checkpoints):
    """The recorded engine's ways, for the replay of its games."""

    following: Entry | None = None
    """The entry after the one that is being played."""
    twice: int | None = None
    """Whose link the recorded cube has been paid for twice."""

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

    def _follow_who_is_asked(self) -> None:
        """Whose turn it is to pay for going first is a ruling: ask whom the record asks."""
        state, following = self.game.state, self.following
        if (
            following is not None
            and following.get("action", {}).get("type") in ("pay_to_go_first", "decline_to_go_first")
            and (following["turn"], following["phase"]) == (state.turn, state.phase)
            and not state.declined
        ):
            asked = self.seats[following["seat"]]
            state.queue.sort(key=lambda seat: seat != asked)

    def _follow_income_of_50(self, entry: Entry, event: IncomeReduced) -> None:
        """The recorded engine's table begins its last step at 51, the rulebook's at 50."""
        recorded: Mapping[str, int] = next(
            (each["amounts"] for each in entry.get("effects", ()) if each["type"] == "income_reduction"), {}
        )
        names = list(self.seats)
        for seat, loss in event.amounts:
            player = self.game.state.players[seat]
            if player.income + loss == 50 and recorded.get(names[seat]) == loss - 2 * event.factor:
                player.income += 2 * event.factor

    def _follow_transcontinental(self, entry: Entry, event: Transcontinental) -> None:
        """Who joins the coasts where there are several ways is a ruling: take whom the record pays."""
        players, given = self.game.state.players, dict(event.gains)
        rows = entry.get("after", {}).get("players", ())
        before = [player.income - given.get(seat, 0) for seat, player in enumerate(players)]
        gains = {seat: row[1] - before[seat] for seat, row in enumerate(rows) if row[1] != before[seat]}
        if sorted(gains.values()) in ([4], [2, 2]):
            for seat, player in enumerate(players):
                player.income = before[seat] + gains.get(seat, 0)

    def _pay_a_link_twice(self, route: Route, recorded: Mapping[str, int]) -> None:
        """The recorded engine pays a link twice if the cube lay on it and goes back over it."""
        state, owner = self.game.state, route.legs[0].owner
        self.twice = None
        if owner is not None and goes_back(state, route):
            once = link_income(state, route).get(owner, 0)
            if recorded.get(list(self.seats)[owner], 0) == once + 1:
                self.twice = owner
                state.players[owner].income += 1

    def _follow_owners(self, entry: Entry) -> None:
        """Who gets unowned track that a New City completes is a ruling: take the recorded owner."""
        for effect in entry.get("effects", ()):
            if effect["type"] == "owner_change":
                for change in effect["changes"]:
                    at = self.hex(change["hex"]), ends_of(*change["track"])[1]
                    section = network(self.game.state).at[at]
                    if section.owner is None or section.owner == self.seats[entry["seat"]]:
                        section.claim(self.seat(change["to"]))

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

    @staticmethod
    def _nothing_to_produce(entry: Entry, following: Entry) -> bool:
        """Whether the next entry only ends a Production that has drawn nothing, the bag being empty.

        The recorded engine asks for that decision; here there is none, and Goods Growth goes on.
        """
        return (
            following.get("action", {}).get("type") == "end_production"
            and entry["phase"] != "goods_growth"
            and not any(
                effect["type"] == "draw" and effect["purpose"] == "production" and effect["cubes"]
                for effect in entry.get("effects", ())
            )
        )
