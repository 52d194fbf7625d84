"""A position set up by hand, in which single procedures of the rules are carried out (for test vectors).

Players are named, first in turn order first; in solo positions they are `human` and `syndicate`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from engine.core.action import Action
from engine.core.chance import Chance
from engine.core.event import Event
from engine.core.game import Pending

from . import actions as act
from .game import Transcontinental, advance
from .procedure import Run
from .setup import new_state
from .state import SYNDICATE, Frame, Group, State, Telegram, first_indicator, open_space
from .train import code, positions

Table = Mapping[str, Any]
E = TypeVar("E", bound=Event)


ANSWERS = frozenset(
    (
        *("joins", "choices", "again", "bids", "claims", "telegrams", "recall", "land_claim"),
        *("keep", "instead", "take", "zone", "from"),
    )
)
"""The keys of a step that answer decisions."""
NOTES = frozenset(("note", "comment", "title", "given"))
"""Keys that are for readers only."""


class BenchError(Exception):
    """The position or the step cannot be understood, or the rules do not allow it."""


class StackedChance(Chance):
    """Chance that draws the Syndicate's cards in a given order as long as there are any."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.stacked: list[str] = []

    def draw(self, purpose: str, items: Sequence[Any], count: int, *, secret: bool = False) -> list[Any]:
        if purpose != "Syndicate card" or not self.stacked:
            return super().draw(purpose, items, count, secret=secret)
        return [self.stacked.pop(0) for _ in range(count)]


class Bench:
    """A game without phases: procedures are started one by one and their decisions answered."""

    def __init__(self, players: Sequence[str], state: Table) -> None:
        solo = bool(state.get("solo", set(players) == {"human", "syndicate"}))
        # In solo positions the human has the seat, whoever is first in turn order.
        self.players = ["human", "syndicate"] if solo else list(players)
        self.chance = StackedChance("bench")
        self.state = new_state(
            self.chance,
            1 if solo else len(players),
            land_claim=bool(state.get("land_claim")),
            dastardly=bool(state.get("dastardly")),
        )
        self.state.order = [self.side(name) for name in players]
        self.game = Transcontinental(self.state, self.chance)
        self.events: list[Event] = []
        self.answers: Table = {}
        self._joins: list[Any] = []
        self._supplies: list[str] = []
        self._again: list[bool] = []
        self.arrange({"slots": state.get("slots", {}), **state})

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
            int(space): tile for space, tile in sorted(value.items(), key=lambda i: int(i[0]))
        }
        self.state.priority = first_indicator(self.state)

    def _set_wilderness_from_10(self, value: Sequence[int]) -> None:
        start = self.state.box.railhead_start + 1
        self.state.wilderness = {
            start + place: tile for place, tile in enumerate(value) if start + place > self.state.railhead
        }
        self.state.priority = first_indicator(self.state)

    def _set_pacific(self, value: Sequence[int]) -> None:
        self.state.pacific = sorted(value)

    def _set_priority(self, value: Any) -> None:
        box, state = self.state.box, self.state
        if isinstance(value, int):
            state.priority = value
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
        self.chance.stacked = list(value)

    def _set_discard(self, value: Sequence[str]) -> None:
        if self.state.syndicate is not None:
            self.state.syndicate.discard = list(value)

    def _set_hands(self, value: Mapping[str, Sequence[str]]) -> None:
        for name, cards in value.items():
            for card in cards:
                self.give_card(self.side(name), card)

    _set_allies = _set_hands

    def give_card(self, side: int, card: str) -> None:
        """Put an ally card into a hand, wherever it is now."""
        if card not in self.state.box.allies:
            raise BenchError(f"There is no ally card {card!r}.")
        for pile in (*self.state.decks.values(), *self.state.hands, *self.state.played):
            if card in pile:
                pile.remove(card)
        self.state.hands[side].append(card)

    def _set_investments(self, value: Mapping[str, Sequence[str]]) -> None:
        for name, cards in value.items():
            self.state.investments[self.side(name)] = list(cards)

    def _set_decks(self, value: Mapping[str, Sequence[str]]) -> None:
        for region, cards in value.items():
            self.state.decks[region] = sorted(cards)

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
        self.state.order = [self.side(name) for name in value]

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

    # --- carrying out --------------------------------------------------------------------

    def begin(self, answers: Table) -> Run:
        """A new step: forget the last one's events; decisions will be answered from the table."""
        self.events = []
        self.answers = answers
        self._joins = [list(pair) for pair in answers.get("joins", ())]
        self._supplies = list(answers.get("choices", ()))
        # Who names more cars than one supply takes goes on, unless the step says otherwise.
        more = [True] * (len(self._supplies) - 1)
        self._again = list(answers.get("again", more))
        self.state.stack.clear()
        return Run(self.state, self.chance)

    def settle(self, run: Run, *, down_to: int = 0) -> None:
        """Let procedures run and answer their decisions until the stack is back at a height."""
        advance(run)
        self.collect(run)
        while len(self.state.stack) > down_to:
            asked = self.game.pending()[0]
            self.act(asked.seat, self.answer(asked))

    def collect(self, run: Run) -> None:
        """Keep the events of what was carried out."""
        self.events += run.events
        run.events.clear()

    def saved(self) -> tuple[State, list[str]]:
        """The position as it is, to come back to."""
        return deepcopy(self.state), list(self.chance.stacked)

    def restore(self, saved: tuple[State, list[str]]) -> None:
        """Back to a position: a refused step leaves nothing behind."""
        self.state, self.chance.stacked = saved
        self.game = Transcontinental(self.state, self.chance)
        self.events = []

    def act(self, seat: int, action: Action) -> None:
        """Make one move by the rules of the game."""
        self.events += self.game.apply(seat, action)

    def push(self, frame: Frame) -> None:
        """Begin a procedure."""
        self.state.stack.append(frame)

    def found(self, kind: type[E]) -> list[E]:
        """The events of one kind in this step."""
        return [event for event in self.events if isinstance(event, kind)]

    def answer(self, asked: Pending) -> Action:
        """What the step's table says to a decision; what it leaves open is the default of the rules."""
        kind, name = asked.kinds[0], self.name(asked.seat)
        if kind is act.Join:
            return act.Join(self._answer_join(asked.seat))
        if kind is act.Choose:
            return self._answer_choose(asked.seat)
        if kind is act.AddCars:
            if act.Skip in asked.kinds and not (self._again.pop(0) if self._again else False):
                return act.Skip()
            if self._supplies:
                return act.AddCars(self._supplies.pop(0))
        if kind is act.Bid:
            return act.Bid(**self.answers.get("bids", {}).get(name, {}))
        if kind is act.ClaimTile:
            return self._answer_claim(asked.seat, name)
        if kind is act.Wire:
            space = self.answers.get("telegrams", {}).get(name)
            if isinstance(space, list):
                space = next((each for each in space if open_space(self.state, each)), None)
            return act.Skip() if space is None else self._wire(asked.seat, space)
        if kind is act.Recall:
            place = self.answers.get("recall", {}).get(name)
            return act.Recall(place) if place else act.Skip()
        if kind is act.Stake:
            said = self.answers.get("land_claim", ())
            yes = said.get(name) if isinstance(said, Mapping) else name in said
            return act.Stake() if yes else act.Skip()
        if kind is act.Keep and "keep" in self.answers:
            return act.Keep(self.answers["keep"][name])
        if kind is act.CallAlly and "instead" in self.answers:
            return act.CallAlly(self.answers["instead"])
        first = next(iter(self.game.legal_actions(asked.seat)), None)
        if not isinstance(first, Action):
            raise BenchError(f"The step does not say: {asked.prompt}")
        return first

    def _answer_join(self, seat: int) -> int:
        from .phases.developing import next_run
        from .state import Developing

        frame = self.state.stack[-1]
        assert isinstance(frame, Developing)
        _, length = next_run(self.state, frame)
        number = 0
        for _ in range(length):
            if self._joins and self._joins[0][0] == self.name(seat):
                number += bool(self._joins.pop(0)[1])
        return number

    def _answer_choose(self, seat: int) -> Action:
        from .state import Picking

        frame = self.state.stack[-1]
        assert isinstance(frame, Picking)
        own = [code(each) for each in positions(self.state, seat, frame.resource, yard=frame.yard)]
        take = self.answers.get("take")
        if isinstance(take, Mapping):
            take = take.get(self.name(seat))
            take = take.get(frame.resource) if isinstance(take, Mapping) else take
        if take is None and "yard" in (self.answers.get("zone"), self.answers.get("from")):
            own = [each for each in own if each[0] == "y"]
        if take is None and "line" in (self.answers.get("zone"), self.answers.get("from")):
            own = [each for each in own if each[0] == "l"]
        if take is None:
            return act.Choose(tuple(own[len(own) - frame.amount :]))
        zone = "y" if self.answers.get("from") == "yard" or self.answers.get("zone") == "yard" else "l"
        wanted = [each if isinstance(each, str) else f"{zone}{each + 1}" for each in take]
        return act.Choose(tuple(each for each in own if each in wanted))

    def _answer_claim(self, seat: int, name: str) -> Action:
        from .state import RailheadPhase

        frame = self.state.stack[-1]
        assert isinstance(frame, RailheadPhase)
        for tile in self.answers.get("claims", {}).get(name, ()):
            if tile in frame.passed:
                return act.ClaimTile(tile)
        box = self.state.box
        return act.ClaimTile(max(frame.passed, key=lambda tile: box.wilderness[tile].vp))

    def _wire(self, seat: int, space: int) -> Action:
        kind = "regular" if self.state.regular[seat] else "bonus"
        return act.Wire("railhead", space, kind)


def _known(what: str, given: Iterable[str], known: Container[str]) -> None:
    """Refuse names that are none, which would be kept or ignored in silence."""
    for name in given:
        if name not in known:
            raise BenchError(f"There is no {name!r} in {what}.")
