"""Drawing allies; what an empty deck gives instead; and the solo player's choice of two.

Rules: Other Actions, Ally; Ally Cards; Solo Mode, Ally.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.core.sentences import counted
from engine.transcontinental.actions import CallAlly, Keep
from engine.transcontinental.events import AllyDrawn, HasChosen
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import Drawing, Meeting, State
from engine.transcontinental.steps import current_turn
from engine.transcontinental.syndicate import discard, draw_cards, refill

from .completing import score

POINTS = "points"


class DrawingAlly(Procedure[Drawing]):
    frame = Drawing

    def run(self, run: Run, frame: Drawing) -> bool:
        state = run.state
        if state.decks[frame.deck]:
            run.pop()
            draw_ally(run, frame.player, frame.deck)
            return True
        if instead(state, frame.deck):
            return False
        run.pop()
        take_points(run, frame)
        return True

    def pending(self, state: State, frame: Drawing) -> tuple[Pending, ...]:
        points = counted(state.box.depleted[frame.deck], "point")
        name = state.box.regions[frame.deck].name
        prompt = f"The {name} deck is empty: take {points}, or a card of a region further East"
        return (Pending(frame.player, (CallAlly,), prompt),)

    def legal(
        self, state: State, frame: Drawing, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        yield CallAlly(POINTS)
        yield from (CallAlly(region) for region in instead(state, frame.deck))

    def perform(self, run: Run, frame: Drawing, seat: int, action: Action) -> None:
        assert isinstance(action, CallAlly)
        run.pop()
        if action.at == POINTS:
            take_points(run, frame)
        else:
            draw_ally(run, seat, action.at)


def instead(state: State, deck: str) -> list[str]:
    """Decks further East that still have cards, the nearest first."""
    order = state.box.regions[deck].order
    return [
        region
        for region in reversed(state.box.regions)
        if state.box.regions[region].order < order and state.decks.get(region)
    ]


def take_points(run: Run, frame: Drawing) -> None:
    """The depleted card's points; the card stays."""
    score(run, frame.player, run.box.depleted[frame.deck], "depleted")


def draw_ally(run: Run, player: int, deck: str, *, plainly: bool = False) -> None:
    """The top card of a deck to a player's hand. A solo player chooses between two, unless `plainly`."""
    state = run.state
    number = 2 if state.solo and not plainly else 1
    cards = run.chance.draw(f"ally of the {deck}", state.decks[deck], number, secret=True)
    for card in cards:
        state.decks[deck].remove(card)
    run.tell(AllyDrawn(side=player, deck=deck))
    if len(cards) < 2:
        for card in cards:
            take_ally(run, player, deck, card)
    else:
        meet(run, player, deck, cards)


def take_ally(run: Run, player: int, deck: str, card: str) -> None:
    """A card joins the hand; in the present turn it cannot be played."""
    run.state.hands[player].append(card)
    turn = current_turn(run.state, player)
    if turn is not None:
        turn.acquired.append(card)
    run.tell(AllyDrawn(side=player, deck=deck, card=card, audience=(player,)))


def meet(run: Run, player: int, deck: str, cards: list[str]) -> None:
    """Solo: the Syndicate takes the one whose symbol it turns up first; otherwise the player chooses."""
    symbols = [run.box.allies[card].symbol for card in cards]
    taken = None if symbols[0] == symbols[1] else _search(run, dict(zip(symbols, cards, strict=True)))
    if taken is None:
        run.push(Meeting(player, cards))
        return
    discard(run, [taken])
    take_ally(run, player, deck, next(card for card in cards if card != taken))


def _search(run: Run, wanted: Mapping[str, str]) -> str | None:
    """Draw Syndicate cards until one shows a wanted symbol. This search does not reshuffle on its way."""
    assert run.state.syndicate is not None
    refill(run, ())
    drawn: list[str] = []
    taken = None
    while run.state.syndicate.deck and taken is None:
        card = draw_cards(run, 1)[0]
        drawn.append(card)
        ally = run.box.allies.get(card)
        taken = wanted.get(ally.symbol) if ally else None
    discard(run, drawn, "the ally it takes")
    return taken


class MeetingAllies(Procedure[Meeting]):
    frame = Meeting

    def run(self, run: Run, frame: Meeting) -> bool:
        return False

    def pending(self, state: State, frame: Meeting) -> tuple[Pending, ...]:
        return (Pending(frame.player, (Keep,), "Keep one of the two allies you drew", sealed=True),)

    def legal(
        self, state: State, frame: Meeting, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        yield from (Keep(card) for card in frame.cards)

    def perform(self, run: Run, frame: Meeting, seat: int, action: Action) -> None:
        assert isinstance(action, Keep)
        run.pop()
        other = next(card for card in frame.cards if card != action.card)
        run.tell(HasChosen(side=seat, what="ally"))
        discard(run, [other])
        take_ally(run, seat, run.box.allies[action.card].region, action.card)
