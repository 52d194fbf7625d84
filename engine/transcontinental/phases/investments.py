"""Drawing investments: two each, hidden; keep one and return the other. Rules: Setup; Investment Cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.game import Pending
from engine.transcontinental.actions import Keep
from engine.transcontinental.events import HasChosen, InvestmentDrawn
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import Keeping, State

REDRAW = "redraw"


class Investments(Procedure[Keeping]):
    frame = Keeping

    def run(self, run: Run, frame: Keeping) -> bool:
        if any(cards and not chosen for cards, chosen in zip(frame.drawn, frame.chosen, strict=True)):
            return False
        settle(run, frame)
        return True

    def pending(self, state: State, frame: Keeping) -> tuple[Pending, ...]:
        return tuple(
            Pending(
                seat,
                (Keep,),
                # The same words for everybody: that two cards are equal is nobody else's to know.
                "Keep one of the two investments you drew",
                sealed=True,
            )
            for seat, cards in enumerate(frame.drawn)
            if cards and not frame.chosen[seat]
        )

    def legal(
        self, state: State, frame: Keeping, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        cards = frame.drawn[seat]
        yield from (Keep(card) for card in dict.fromkeys(cards))
        if len(cards) > 1 and cards[0] == cards[1]:
            yield Keep(REDRAW)

    def why_not(self, state: State, frame: Keeping, seat: int, action: Action) -> str:
        if isinstance(action, Keep) and action.card == REDRAW:
            return "Both cards may be returned only if they are the same."
        return f"You drew {' and '.join(frame.drawn[seat])}: keep one of these."

    def perform(self, run: Run, frame: Keeping, seat: int, action: Action) -> None:
        assert isinstance(action, Keep)
        frame.chosen[seat] = action.card
        run.tell(HasChosen(side=seat, what="investment"))


def deal(run: Run) -> None:
    """Everybody is dealt two investments in turn order, and chooses."""
    state, limits = run.state, run.box.limits
    drawn: list[list[str]] = [[] for _ in range(state.sides)]
    for side in state.order:
        if side >= state.seats:
            continue
        drawn[side] = draw(run, limits.investments_drawn)
        run.tell(InvestmentDrawn(side=side, cards=tuple(drawn[side]), audience=(side,)))
    run.push(Keeping(drawn, [""] * state.sides))


def draw(run: Run, number: int) -> list[str]:
    """Draw investments from the deck, which loses them."""
    cards = run.chance.draw("investments", run.state.investment_deck, number, secret=True)
    for card in cards:
        run.state.investment_deck.remove(card)
    return cards


def settle(run: Run, frame: Keeping) -> None:
    """Everybody has chosen: returned cards go back, then those who returned both draw one each."""
    state = run.state
    run.pop()
    for side, cards in enumerate(frame.drawn):
        choice = frame.chosen[side]
        if not cards:
            continue
        back = list(cards)
        if choice != REDRAW:
            back.remove(choice)
            keep(run, side, choice)
        state.investment_deck += back
    state.investment_deck.sort()
    for side in state.order:
        if frame.chosen[side] == REDRAW:
            for card in draw(run, 1):
                keep(run, side, card)


def keep(run: Run, side: int, card: str) -> None:
    """An investment joins a player's hidden cards."""
    run.state.investments[side].append(card)
    run.tell(InvestmentDrawn(side=side, cards=(card,), kept=True, audience=(side,)))


def deal_solo(run: Run) -> None:
    """Solo: keep two different investments; of two equal ones keep one and draw on. Rules: Solo, Setup."""
    state = run.state
    cards, aside = draw(run, 2), list[str]()
    while len(cards) == 2 and cards[0] == cards[1]:
        aside.append(cards.pop())
        cards += draw(run, 1)
    for card in cards:
        keep(run, 0, card)
    state.investment_deck = sorted([*state.investment_deck, *aside])
