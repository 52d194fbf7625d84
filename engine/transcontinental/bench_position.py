"""A position laid out by hand: what a test vector's state says, key by key."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from engine.core.chance import Chance

from .state import SYNDICATE, Group, State, Telegram, first_indicator

Table = Mapping[str, Any]
NOTES = frozenset(("note", "comment", "title", "given"))
"""Keys that are for readers only."""


class BenchError(Exception):
    """The position or the step cannot be understood, or the rules do not allow it."""


SYNDICATE_CARD, INVESTMENTS = "Syndicate card", "investments"
"""What chance is asked to draw: the Syndicate's cards, and investments."""


class StackedChance(Chance):
    """Chance that draws cards in a given order as long as that says any that lie in the pile."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.stacked: dict[str, list[str]] = {}
        """The order of cards by what they are drawn for, first on top."""

    def draw(self, purpose: str, items: Sequence[Any], count: int, *, secret: bool = False) -> list[Any]:
        pile, rest, drawn = self.stacked.get(purpose, []), list(items), list[Any]()
        while pile and len(drawn) < count:
            card = pile.pop(0)
            # The Syndicate's order may name cards that only a reshuffle would bring.
            if card in rest or purpose == SYNDICATE_CARD:
                drawn.append(card)
                if card in rest:
                    rest.remove(card)
        return drawn + super().draw(purpose, rest, count - len(drawn), secret=secret)


class Position:
    """A state whose parts are set by name. Players are named, seat by seat."""

    players: list[str]
    chance: StackedChance
    state: State

    def side(self, name: str) -> int:
        """The side of a player's name."""
        if name not in self.players:
            raise BenchError(f"There is no player {name!r} among {', '.join(self.players)}.")
        return self.players.index(name)

    def name(self, side: int) -> str:
        """The player's name of a side."""
        return self.players[side]

    def slot(self, development: str) -> str:
        """Where a development lies; slots may be named themselves."""
        if development in self.state.tiles:
            return development
        for slot, tile in self.state.tiles.items():
            if tile.id == development:
                return slot
        raise BenchError(f"There is no development {development!r}.")

    # --- positions -----------------------------------------------------------------------

    def arrange(self, table: Table) -> None:
        """Lay out what a table says of the position; the rest stays as it is."""
        for key, value in table.items():
            if key in NOTES:
                continue
            setter: Callable[[Any], None] | None = getattr(self, f"_set_{key}", None)
            if setter is None:
                raise BenchError(f"A position has nothing called {key!r}.")
            setter(value)
        self._count_supplies()

    def _set_solo(self, value: Any) -> None:
        """Read when the bench is made, as land_claim and dastardly are."""

    _set_land_claim = _set_solo
    _set_dastardly = _set_solo

    def _set_slots(self, value: Mapping[str, str]) -> None:
        for slot, development in value.items():
            if slot not in self.state.tiles:
                raise BenchError(f"There is no slot {slot!r}.")
            other = self.slot(development)
            tiles = self.state.tiles
            tiles[slot], tiles[other] = tiles[other], tiles[slot]

    def _set_line(self, value: Sequence[Sequence[Any]]) -> None:
        self.state.line = self._groups(value)
        if not self.state.line or self.state.line[0].type != "coal":
            self.state.line.insert(0, Group("coal", 0))

    def _set_yard(self, value: Sequence[Sequence[Any]]) -> None:
        self.state.yard = self._groups(value)

    def _groups(self, value: Sequence[Sequence[Any]]) -> list[Group]:
        _known("train", [kind for kind, _, _ in value], self.state.box.resources)
        return [Group(kind, cars, [self.side(owner) for owner in owners]) for kind, cars, owners in value]

    def _set_shop(self, value: Mapping[str, int]) -> None:
        _known("shop", value, self.state.shop)
        self.state.shop.update(value)

    def _set_ports(self, value: Mapping[str, int]) -> None:
        _known("ports", value, self.state.ports)
        self.state.ports.update(value)

    def _set_dev(self, value: Mapping[str, Table]) -> None:
        for development, what in value.items():
            _known(development, what, ("flipped", "left", "right", "buildings"))
            tile = self.state.tiles[self.slot(development)]
            tile.flipped = bool(what.get("flipped", tile.flipped))
            for group in ("left", "right", "buildings"):
                if group in what:
                    setattr(tile, group, [self.side(owner) for owner in what[group]])

    def _set_railhead(self, value: int) -> None:
        state = self.state
        state.railhead = value
        state.wilderness = {space: tile for space, tile in state.wilderness.items() if space > value}
        state.priority = first_indicator(state)

    def _set_wilderness(self, value: Mapping[str, int]) -> None:
        self.state.wilderness = {
            int(space): self._tile(tile) for space, tile in sorted(value.items(), key=lambda i: int(i[0]))
        }
        self.state.priority = first_indicator(self.state)

    def _set_wilderness_from_10(self, value: Sequence[int]) -> None:
        start = self.state.box.railhead_start + 1
        self.state.wilderness = {
            start + place: self._tile(tile)
            for place, tile in enumerate(value)
            if start + place > self.state.railhead
        }
        self.state.priority = first_indicator(self.state)

    def _set_pacific(self, value: Sequence[int]) -> None:
        self.state.pacific = sorted(self._tile(tile) for tile in value)

    def _tile(self, number: int) -> int:
        """The number of a wilderness tile that there is."""
        if number not in self.state.box.wilderness:
            raise BenchError(f"There is no wilderness tile {number}.")
        return number

    def _set_priority(self, value: Any) -> None:
        box, state = self.state.box, self.state
        if isinstance(value, int):
            state.priority = self._tile(value) if value else 0
        else:
            tiles = [state.wilderness[space] for space in sorted(state.wilderness)]
            state.priority = next(
                (tile for tile in tiles if value and box.wilderness[tile].indicator == value), 0
            )

    def _set_telegrams(self, value: Mapping[str, Sequence[int]]) -> None:
        state = self.state
        for name, spaces in value.items():
            side = self.side(name)
            for space in [space for space, telegram in state.telegrams.items() if telegram.owner == side]:
                self._take_in(side, state.telegrams.pop(space).bonus)
            for space in spaces:
                bonus = state.regular[side] == 0 and state.bonus[side] > 0
                hand = state.bonus if bonus else state.regular
                hand[side] = max(0, hand[side] - 1)
                state.telegrams[space] = Telegram(side, bonus)

    def _take_in(self, side: int, bonus: bool) -> None:
        if not (self.state.solo and side == SYNDICATE):
            (self.state.bonus if bonus else self.state.regular)[side] += 1

    def _set_deck(self, value: Sequence[str]) -> None:
        syndicate = self.state.syndicate
        if syndicate is None:
            raise BenchError("Only solo positions have a Syndicate deck.")
        syndicate.deck = sorted(value)
        for card in value:
            region = self.state.box.allies[card].region if card in self.state.box.allies else ""
            if card in self.state.decks.get(region, ()):
                self.state.decks[region].remove(card)
        self.chance.stacked[SYNDICATE_CARD] = list(value)

    def _set_discard(self, value: Sequence[str]) -> None:
        if self.state.syndicate is not None:
            self.state.syndicate.discard = list(value)

    def _set_hands(self, value: Mapping[str, Sequence[str]]) -> None:
        for name, cards in value.items():
            for card in cards:
                self.give_card(self.side(name), card)

    _set_allies = _set_hands

    def _take_ally(self, card: str) -> None:
        """Take an ally card from wherever it is."""
        if card not in self.state.box.allies:
            raise BenchError(f"There is no ally card {card!r}.")
        for pile in (*self.state.decks.values(), *self.state.hands, *self.state.played):
            if card in pile:
                pile.remove(card)

    def give_card(self, side: int, card: str) -> None:
        """Put an ally card into a hand, wherever it is now."""
        self._take_ally(card)
        self.state.hands[side].append(card)

    def _set_investments(self, value: Mapping[str, Sequence[str]]) -> None:
        for name, cards in value.items():
            _known("the investments", cards, self.state.box.investments)
            self.state.investments[self.side(name)] = list(cards)
            for card in cards:
                if card in self.state.investment_deck:
                    self.state.investment_deck.remove(card)

    def _set_decks(self, value: Mapping[str, Sequence[str]]) -> None:
        for region, cards in value.items():
            if region not in self.state.decks:
                raise BenchError(f"There is no deck {region!r}; there are {', '.join(self.state.decks)}.")
            for card in cards:
                self._take_ally(card)
            self.state.decks[region] = sorted(cards)
            self.chance.stacked[f"ally of the {region}"] = list(cards)

    def _set_investment_deck(self, value: Sequence[str]) -> None:
        _known("the investments", value, self.state.box.investments)
        self.state.investment_deck = sorted(value)
        self.chance.stacked[INVESTMENTS] = list(value)

    def _set_terminal(self, value: Mapping[str, int]) -> None:
        for name, number in value.items():
            self.state.terminal[self.side(name)] = number

    def _set_railyard(self, value: Mapping[str, int]) -> None:
        for name, number in value.items():
            self.state.railyard[self.side(name)] = number

    def _set_score(self, value: Mapping[str, int]) -> None:
        for name, points in value.items():
            self.state.points[self.side(name)] = {"developments": points}

    def _set_turn_order(self, value: Sequence[str]) -> None:
        order = [self.side(name) for name in value]
        if sorted(order) != list(range(self.state.sides)):
            raise BenchError(f"The turn order names each of {', '.join(self.players)} once.")
        self.state.order = order

    _set_order = _set_turn_order

    def _set_engine(self, value: int) -> None:
        self.state.engine = value

    def _set_final(self, value: bool) -> None:
        self.state.last_spike_claimed = self.state.final_round = bool(value)
        if value:
            self.state.priority = 0

    _set_final_round = _set_final

    def _set_claims(self, value: Mapping[str, Table]) -> None:
        for name, what in value.items():
            claim = self.state.claims[self.side(name)]
            claim.slot = self.slot(what["tile"]) if what.get("tile") else ""
            claim.cubes = [self.side(owner) for owner in what.get("cubes", ())]

    def _count_supplies(self) -> None:
        """Cubes and buildings not on the board are with their owners."""
        state, limits = self.state, self.state.box.limits
        for side in range(state.sides):
            cubes = sum(group.cubes.count(side) for group in (*state.line, *state.yard))
            cubes += sum((tile.left + tile.right).count(side) for tile in state.tiles.values())
            cubes += sum(claim.cubes.count(side) for claim in state.claims)
            state.supply[side] = limits.cubes - cubes
            standing = sum(tile.buildings.count(side) for tile in state.tiles.values())
            standing += state.terminal[side] + state.railyard[side]
            state.buildings[side] = limits.buildings - standing


def _known(what: str, given: Iterable[str], known: Container[str]) -> None:
    """Refuse names that are none, which would be kept or ignored in silence."""
    for name in given:
        if name not in known:
            raise BenchError(f"There is no {name!r} in {what}.")
