"""Germany: Foreign Terminals, and an Engineer who builds one tile at half its price.

Rules: Additional Map Rules, Germany. Printed prices, the direct link, Berlin's growth and that no goods pass
through terminals are in the map's data; shared rules read them.
"""

from __future__ import annotations

from engine.age_of_steam.bag import take_from_bag
from engine.age_of_steam.state import State
from engine.core.chance import Chance
from engine.core.title import Rule

from .base import MapRules


class Germany(MapRules):
    """Each Foreign Terminal accepts the colour of a cube drawn at the start."""

    def set_up(self, state: State, chance: Chance) -> None:
        """A cube from the bag in the white box of each terminal."""
        for name in self.board.terminals:
            (state.terminals[name],) = take_from_bag(state, chance, "terminal", 1)

    def builds(self, state: State, seat: int) -> int:
        """The Engineer builds no fourth tile here."""
        return int(self.board.game["builds_per_turn"])

    def bill(self, state: State, seat: int, prices: list[int]) -> int:
        """The Engineer's one tile at half price, rounded up, is always the dearest of the turn.

        What was paid for the turn's tiles so far is set off against what they cost with a new one, so it is
        never wrong to build a cheap tile first.
        """
        whole = sum(prices)
        if state.players[seat].action != "engineer" or not prices:
            return whole
        return whole - max(prices) // 2

    def action_note(self, power: str) -> str:
        return "one tile, the dearest of your turn, at half price rounded up" if power == "engineer" else ""

    def topics(self) -> tuple[Rule, ...]:
        return (
            Rule(
                "Germany",
                "**Foreign Terminals** (green) each accept one colour, drawn at the start. Track starts and "
                "ends there as at a city, but they get no goods, and no goods pass through them.\n\n"
                "**Start:** 2 cubes in every city, but 3 in Königsberg and 4 in Wien.\n\n"
                "**Engineer** gives no fourth tile: one tile of your turn, always the dearest, costs half, "
                "rounded up.\n\n"
                "**Prices:** a number printed in a hex is what a simple tile costs there; the extra for a "
                "complex tile is added.\n\n"
                "**Direct link:** Köln/Düsseldorf – Essen/Dortmund may be built for $2. It is a completed "
                "link, counts as one of your tiles this turn and as one section of track at the end.\n\n"
                "**Goods Growth:** Berlin gets one cube from the bag every turn.",
            ),
        )
