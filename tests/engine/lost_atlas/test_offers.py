"""What is checked is what is offered: of each kind of action, nonsense and near misses included."""

import random
from collections.abc import Iterator

import pytest

from engine.core.action import Action, Family, Span, values_of
from engine.core.chance import Chance
from engine.lost_atlas import TITLE
from engine.lost_atlas import actions as a
from engine.lost_atlas import components as box
from engine.lost_atlas.game import LostAtlas
from engine.lost_atlas.options import AtlasOptions
from tests.engine.random_play import random_action

TRAINS = ("2", "3", "4", "5", "6", "7", "infinity")


def offered(game: LostAtlas, seat: int, action: Action) -> bool:
    """Whether an action is among those that are listed for a seat."""
    for offer in game.legal_actions(seat, type(action)):
        if isinstance(offer, Family):
            values = values_of(offer).items()
            if all(
                getattr(action, name) in value if isinstance(value, Span) else getattr(action, name) == value
                for name, value in values
            ):
                return True
        elif offer == action:
            return True
    return False


def conceivable(game: LostAtlas, dice: random.Random) -> Iterator[Action]:
    """Actions that somebody might try, sensible or not."""
    companies = [*game.state.companies, "nobody"]
    for company in companies:
        yield from (a.BuyShare(company, source) for source in ("treasury", "pool", "elsewhere"))
        yield from (a.Sell(company, count) for count in (-1, 0, 1, 2, 3, 4, 6))
        yield from (a.Discard(company, train) for train in TRAINS)
        yield a.Propose(company)
    for source in ("stack", "pool", *companies):
        for train in TRAINS:
            for price in (box.face_price(train), 0, 1, dice.randint(1, 900), 800):
                yield a.BuyTrain(source, train, price, dice.choice((None, None, *TRAINS)))
    names = list(game.state.land)
    for name in (*dice.sample(names, min(12, len(names))), "Z9"):
        yield from (kind(name, stop) for kind in (a.PlaceHub, a.KeepHub) for stop in (-1, 0, 1))
        yield from (kind(name) for kind in (a.PlaceSuburb, a.PlaceCapital, a.PlaceBlank))
    for minor in box.minors():
        yield from (a.Launch(minor, home) for home in (None, *dice.sample(names, min(3, len(names)))))
    yield from (
        a.Bid(amount) for amount in (0, 115, 120, 125, dice.randint(100, 500), 5 * dice.randint(20, 99))
    )
    yield from (a.Form(name) for name in (*box.identities(), "nothing"))
    yield from (a.Answer(True), a.Answer(False), a.Run(), a.Run(("local",)))
    for kind in (a.Pass, a.Done, a.Issue, a.Redeem, a.PayOut, a.Withhold, a.Bankrupt, a.Restart):
        yield kind()


@pytest.mark.parametrize(("mode", "seats", "wild"), [("short", 2, 0.2), ("long", 4, 0.1), ("short", 3, 1.0)])
def test_whatever_is_tried_is_legal_exactly_if_it_is_offered(mode, seats, wild):
    dice = random.Random(f"offers {mode} {seats}")
    options = AtlasOptions(mode=mode, map="automatic", blank_hexes=True, bankruptcy="play on")
    game = TITLE.start(options, seats, Chance(f"offers {seats}"))
    for _ in range(450):
        if game.over:
            break
        if dice.random() < 0.08:
            for asked in game.pending():
                for action in conceivable(game, dice):
                    assert game.is_legal(asked.seat, action) == offered(game, asked.seat, action), action
        if dice.random() < wild:
            seat, move = random_action(game, dice)
        else:
            seat = game.pending()[0].seat
            move = TITLE.autoplay(game, seat)
        game.apply(seat, move)
