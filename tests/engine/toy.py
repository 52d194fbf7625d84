"""Harbour: a tiny game for testing the house without a real title. It has what real titles have:
sealed simultaneous bids, hidden hands, chance, a decision that interrupts another seat's turn, amounts as
ranges, tuples of choices, and an end with scores.

Each seat has 10 coins and 2 hidden cards (numbers 1 to 6). Three rounds: everybody bids sealed; the best
bid (ties: lower seat) pays and is the captain, who then either trades (takes `amount` coins from the bank,
at most 5, and the next seat must say whether it protests: a protest costs the protester 1 coin and halves
the trade, rounded down), or plays cards from the hand for their sum, or docks (draws a card).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from engine.core.action import Action, Family, Legal, Span, Value, field
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event, Said, mark
from engine.core.game import Game, Pending, Report, ReportKind, Result, Score
from engine.core.title import Options, Rule, Title


class Bid(Action, frozen=True, tag="bid"):
    """Bid coins, hidden, for the captaincy."""

    sealed = True
    amount: Annotated[int, field("Coins to bid.")]


class Trade(Action, frozen=True, tag="trade"):
    """Take coins from the bank."""

    amount: Annotated[int, field("Coins to take.")]
    ship: Annotated[str, field("The ship that trades.")]


class Play(Action, frozen=True, tag="play"):
    """Play cards from your hand for their sum."""

    cards: Annotated[tuple[int, ...], field("The cards to play.")]


class Dock(Action, frozen=True, tag="dock"):
    """Draw a card."""


class Protest(Action, frozen=True, tag="protest"):
    """Say whether you protest against the trade."""

    aloud: Annotated[bool, field("Do you protest?")] = False


class HarbourOptions(Options, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=5, description="How many rounds.")] = 3
    tide: Annotated[Literal["low", "high"], Meta(description="How much water there is.")] = "low"


class State(Struct):
    coins: list[int]
    hands: list[list[int]]
    bids: list[int | None]
    deck: list[int]
    rounds: int
    round: int = 1
    captain: int | None = None
    trading: int | None = None
    ship: str = ""


class View(Struct, frozen=True):
    coins: tuple[int, ...]
    hand: tuple[int, ...] | None
    hand_sizes: tuple[int, ...]
    has_bid: tuple[bool, ...]
    round: int


class Harbour(Game[State]):
    state_type = State

    @property
    def seats(self) -> int:
        return len(self.state.coins)

    def pending(self) -> tuple[Pending, ...]:
        s = self.state
        if s.round > s.rounds:
            return ()
        if s.trading is not None and s.captain is not None:
            return (Pending((s.captain + 1) % self.seats, (Protest,), "Do you protest?"),)
        if s.captain is not None:
            kinds = (Trade, Play, Dock) if s.hands[s.captain] else (Trade, Dock)
            return (Pending(s.captain, kinds, "Act as captain"),)
        return tuple(
            Pending(seat, (Bid,), "Bid for the captaincy", sealed=True)
            for seat in range(self.seats)
            if s.bids[seat] is None
        )

    def legal(self, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
        s = self.state
        if kind is Bid:
            yield Family(Bid, amount=Span(0, s.coins[seat]))
        elif kind is Trade:
            for ship in ("cog", "sloop"):
                yield Family(Trade, amount=Span(1, 5), ship=ship)
        elif kind is Play:
            hand = sorted(s.hands[seat])
            for size in range(1, len(hand) + 1):
                yield from dict.fromkeys(Play(cards) for cards in combinations(hand, size))
        elif kind is Dock:
            yield Dock()
        else:
            yield Protest(False)
            if s.coins[seat]:
                yield Protest(True)

    def check(self, seat: int, action: Action) -> None:
        s = self.state
        match action:
            case Bid(amount) if not 0 <= amount <= s.coins[seat]:
                raise IllegalMove(f"You can bid from 0 to {s.coins[seat]} coins.")
            case Trade(amount, ship):
                if ship not in ("cog", "sloop"):
                    raise IllegalMove("The ships are cog and sloop.")
                if not 1 <= amount <= 5:
                    raise IllegalMove("You can take from 1 to 5 coins.")
            case Play(cards):
                hand = list(s.hands[seat])
                for card in cards:
                    if card not in hand:
                        raise IllegalMove("You do not hold those cards.")
                    hand.remove(card)
                if not cards or tuple(sorted(cards)) != cards:
                    raise IllegalMove("Play at least one card, lowest first.")
            case Protest(True) if not s.coins[seat]:
                raise IllegalMove("A protest costs 1 coin.")

    def perform(self, seat: int, action: Action) -> list[Event]:
        s = self.state
        match action:
            case Bid(amount):
                s.bids[seat] = amount
                events: list[Event] = [Said(text=f"{mark(seat)} has bid.")]
                if all(bid is not None for bid in s.bids):
                    best = max(range(self.seats), key=lambda each: (s.bids[each] or 0, -each))
                    s.coins[best] -= s.bids[best] or 0
                    s.captain = best
                    shown = ", ".join(f"{mark(i)} {bid}" for i, bid in enumerate(s.bids))
                    events.append(Said(text=f"Bids: {shown}. {mark(best)} is captain."))
                return events
            case Trade(amount, ship):
                s.trading, s.ship = amount, ship
                return [Said(text=f"{mark(seat)} wants {amount} coins.", places=("A1",))]
            case Play(cards):
                for card in cards:
                    s.hands[seat].remove(card)
                s.coins[seat] += sum(cards)
                return [Said(text=f"{mark(seat)} plays {sum(cards)}."), *self._next()]
            case Dock():
                drawn = self.chance.draw("card", s.deck, 1, secret=True)
                for card in drawn:
                    s.deck.remove(card)
                    s.hands[seat].append(card)
                return [
                    Said(text=f"{mark(seat)} draws a card."),
                    Said(text=f"You draw {drawn}.", audience=(seat,)),
                    *self._next(),
                ]
            case Protest(aloud):
                assert s.trading is not None
                assert s.captain is not None
                got = s.trading // 2 if aloud else s.trading
                s.coins[seat] -= aloud
                s.coins[s.captain] += got
                return [Said(text=f"{mark(s.captain)} gets {got} coins."), *self._next()]
        raise AssertionError(action)

    def _next(self) -> list[Event]:
        s = self.state
        s.round += 1
        s.captain = s.trading = None
        s.bids = [None] * self.seats
        return []

    def view(self, viewer: int | None) -> View:
        s = self.state
        return View(
            tuple(s.coins),
            None if viewer is None else tuple(s.hands[viewer]),
            tuple(len(hand) for hand in s.hands),
            tuple(bid is not None for bid in s.bids),
            s.round,
        )

    def result(self) -> Result | None:
        s = self.state
        if s.round <= s.rounds:
            return None
        totals = sorted(set(s.coins), reverse=True)
        ranking = tuple(tuple(i for i, c in enumerate(s.coins) if c == total) for total in totals)
        scores = tuple(Score(i, c, (("coins", c),)) for i, c in enumerate(s.coins))
        return Result(ranking, scores)

    def headline(self) -> str:
        return f"Round {min(self.state.round, self.state.rounds)} of {self.state.rounds}"

    def tell(self, event: Event) -> str:
        return event.text if isinstance(event, Said) else ""

    def report(self, name: str, viewer: int | None, argument: str = "") -> Report:
        if name == "players":
            rows = tuple((mark(i), str(coins)) for i, coins in enumerate(self.state.coins))
            return Report("Players", ("Seat", "Coins"), rows)
        return super().report(name, viewer, argument)


def start(options: Options, seats: int, chance: Chance) -> Harbour:
    assert isinstance(options, HarbourOptions)
    deck = chance.shuffle("deck", [1, 2, 3, 4, 5, 6] * 3)
    hands = [[deck.pop(), deck.pop()] for _ in range(seats)]
    return Harbour(State([10] * seats, hands, [None] * seats, deck, options.rounds), chance)


HARBOUR = Title(
    id="harbour",
    name="Harbour",
    command="harbour",
    options=HarbourOptions,
    actions=(Bid, Trade, Play, Dock, Protest),
    game=Harbour,
    start=start,
    seats=lambda _options: range(1, 5),
    rules_version=1,
    reports=(ReportKind("players", "Who has what."),),
    rules=lambda _options: (Rule("Bidding", "The best bid pays and is captain."),),
)


def harbour(seats: int = 3, seed: str = "test", **options: Any) -> Harbour:
    return start(HarbourOptions(**options), seats, Chance(seed))
