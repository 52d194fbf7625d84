"""A position set up by hand, in which single procedures of the rules are carried out (for test vectors).

Players are named, first in turn order first; in solo positions they are `human` and `syndicate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from engine.core.action import Action
from engine.core.event import Event
from engine.core.game import Pending

from . import actions as act
from .bench_position import INVESTMENTS, BenchError, Position, StackedChance, Table
from .game import Transcontinental, advance
from .phases.developing import next_run
from .phases.investments import REDRAW
from .procedure import Run
from .setup import new_state
from .state import Developing, Frame, Picking, RailheadPhase, State, open_space
from .train import code, positions

E = TypeVar("E", bound=Event)


ANSWERS = frozenset(
    (
        *("joins", "choices", "again", "bids", "claims", "telegrams", "recall", "land_claim"),
        *("keep", "instead", "take", "zone", "from"),
    )
)
"""The keys of a step that answer decisions."""


class Bench(Position):
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
        self._stack_kept()
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

    def saved(self) -> tuple[State, dict[str, list[str]]]:
        """The position as it is, to come back to."""
        return deepcopy((self.state, self.chance.stacked))

    def restore(self, saved: tuple[State, dict[str, list[str]]]) -> None:
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
        if kind is act.Keep and (kept := self._kept(name)):
            return act.Keep(kept)
        if kind is act.CallAlly and "instead" in self.answers:
            return act.CallAlly(self.answers["instead"])
        first = next(iter(self.game.legal_actions(asked.seat)), None)
        if not isinstance(first, Action):
            raise BenchError(f"The step does not say: {asked.prompt}")
        return first

    def _kept(self, name: str) -> str:
        """The card that a player keeps: `keep` is one for all, or a table by player; "" if it is open."""
        keep = self.answers.get("keep", "")
        return str(keep.get(name, "") if isinstance(keep, Mapping) else keep)

    def _stack_kept(self) -> None:
        """Who keeps a card is dealt it, whatever lies on top; but a deck laid out in order stays so."""
        state, stacked = self.state, self.chance.stacked
        kept = {side: card for side in range(state.seats) if (card := self._kept(self.name(side)))}
        for card in kept.values():
            if card in state.box.allies:
                deck = f"ally of the {state.box.allies[card].region}"
                stacked[deck] = stacked.get(deck) or [card]
        if stacked.get(INVESTMENTS) or not any(
            card in (*state.box.investments, REDRAW) for card in kept.values()
        ):
            return
        rest = list(state.investment_deck)
        for card in kept.values():
            if card in rest:
                rest.remove(card)
        dealt: list[str] = []
        for side in (each for each in state.order if each < state.seats):
            card = kept.get(side, "")
            if card == REDRAW:
                hand = [next((each for each in rest if rest.count(each) > 1), "")] * 2
            else:
                hand = [each for each in (card, *(each for each in rest if each != card)) if each][:2]
            for each in hand:
                if each in rest and each != card:
                    rest.remove(each)
            dealt += hand
        stacked[INVESTMENTS] = dealt

    def _answer_join(self, seat: int) -> int:
        frame = self.state.stack[-1]
        assert isinstance(frame, Developing)
        _, length = next_run(self.state, frame)
        number = 0
        for _ in range(length):
            if self._joins and self._joins[0][0] == self.name(seat):
                number += bool(self._joins.pop(0)[1])
        return number

    def _answer_choose(self, seat: int) -> Action:
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
