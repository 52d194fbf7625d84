"""What others hold, bid or choose, and what lies undrawn, changes nothing that one may see.

Every test changes a secret and looks at everything a viewer gets: the view (and with it the pictures, which
are drawn from nothing else), the question to each seat, reports, headlines, what is offered, described and
foreseen, and the events of a sealed move.
"""

from __future__ import annotations

import json
import random
from itertools import islice

import msgspec
import pytest

from engine.core.action import expand
from engine.core.chance import Chance
from engine.core.choices import choices
from engine.core.event import seen_by
from engine.transcontinental import TITLE
from engine.transcontinental import actions as act
from engine.transcontinental.autoplayer import autoplay
from engine.transcontinental.game import Transcontinental
from engine.transcontinental.phases.allies import draw_ally
from engine.transcontinental.procedure import Run
from engine.transcontinental.reports import KINDS, make_report
from engine.transcontinental.results import conditions
from engine.transcontinental.state import Keeping, Meeting, RailheadPhase, State
from engine.transcontinental.train import own_on_line
from render import pictures
from tests.engine.core import tabling
from tests.engine.random_play import play

from .builders import bench, railhead_phase, run, tile


def another(game: Transcontinental, viewer: int | None, dice: random.Random) -> Transcontinental:
    """The game as it might be for all that the viewer can know: every secret is another one."""
    state: State = game.copy().state
    others = [seat for seat in range(state.seats) if seat != viewer]
    box = state.box
    for region, deck in state.decks.items():
        # Who drew from which deck is public; which card it was is not.
        places = [
            (hand, at)
            for seat in others
            for hand in [state.hands[seat]]
            for at, card in enumerate(hand)
            if box.allies[card].region == region
        ]
        piles = [deck]
        if state.syndicate is not None:
            piles.append(state.syndicate.deck)
        for pile in piles:
            places += [
                (pile, at)
                for at, card in enumerate(pile)
                if card in box.allies and box.allies[card].region == region
            ]
        for frame in state.stack:
            if isinstance(frame, Meeting) and frame.player != viewer:
                places += [
                    (frame.cards, at)
                    for at, card in enumerate(frame.cards)
                    if box.allies[card].region == region
                ]
        mixed(places, dice)
    places = [(state.investment_deck, at) for at in range(len(state.investment_deck))]
    for seat in others:
        places += [(state.investments[seat], at) for at in range(len(state.investments[seat]))]
    keeping = next((frame for frame in state.stack if isinstance(frame, Keeping)), None)
    if keeping is not None:
        for seat in others:
            places += [(keeping.drawn[seat], at) for at in range(len(keeping.drawn[seat]))]
    mixed(places, dice)
    if keeping is not None:
        for seat in others:
            if keeping.chosen[seat]:
                keeping.chosen[seat] = dice.choice(keeping.drawn[seat])
    for frame in state.stack:
        if isinstance(frame, RailheadPhase) and not frame.revealed:
            for seat in others:
                if frame.bids[seat] is not None:
                    frame.bids[seat] = [
                        dice.randint(0, own_on_line(state, seat, resource)) for resource in box.rail
                    ]
    return Transcontinental(state, Chance(f"another {dice.random()}", game.chance.drawn))


def mixed(places: list[tuple[list[str], int]], dice: random.Random) -> None:
    """Deal the cards that lie in these places anew."""
    cards = [pile[at] for pile, at in places]
    dice.shuffle(cards)
    for (pile, at), card in zip(places, cards, strict=True):
        pile[at] = card


def everything(game: Transcontinental, viewer: int | None) -> dict[str, object]:
    """All that the viewer gets to see of a game."""
    seen: dict[str, object] = {
        "view": msgspec.json.encode(game.view(viewer)),
        "questions": game.pending(),
        "headline": game.headline(),
    }
    for kind in KINDS:
        if not kind.private:
            seen[kind.name] = make_report(game.state, kind.name, viewer, "")
        elif viewer is not None:
            seen[kind.name] = game.report(kind.name, viewer)
    if viewer is not None and game.pending_of(viewer) is not None:
        seen |= offered(game, viewer)
    return seen


def offered(game: Transcontinental, seat: int) -> dict[str, object]:
    """What a seat may do, in words, and what each of the first moves would do as far as that can be known."""
    asked = game.pending_of(seat)
    assert asked is not None
    # An automatic player knows no more than its seat.
    seen: dict[str, object] = {"automatic": autoplay(game, seat)}
    for kind in asked.kinds:
        legal = list(islice(game.legal_actions(seat, kind), 6))
        seen[f"legal {kind.__name__}"] = repr(legal)
        seen[f"choices {kind.__name__}"] = choices(game, seat, kind, {})
        for each in legal[:3]:
            action = next(expand(each))
            seen[f"described {action}"] = game.describe(seat, action)
            seen[f"foreseen {action}"] = [game.tell(event) for event in game.forecast(seat, action)]
    return seen


def compare(game: Transcontinental, dice: random.Random) -> None:
    for viewer in (None, *range(game.seats)):
        here, there = everything(game, viewer), everything(another(game, viewer, dice), viewer)
        assert here.keys() == there.keys()
        for key, value in here.items():
            assert there[key] == value, (viewer, key)


KINDS_OF_GAME = {"solo": (1, {}), "two": (2, {}), "claim": (2, {"land_claim": True}), "four": (4, {})}


@pytest.mark.parametrize("kind", KINDS_OF_GAME)
def test_secrets_of_others_change_nothing_that_one_sees(kind):
    seats, options = KINDS_OF_GAME[kind]
    dice = random.Random(kind)
    for count, (game, _) in enumerate(play(TITLE, seats, f"secrets {kind}", TITLE.options(**options))):
        if not game.over and (count < 8 or count % 37 == 0 or not game.pending() or game.pending()[0].sealed):
            compare(game, dice)


def sealed_moves(game: Transcontinental, seat: int, actions: list[act.Action]) -> list[Transcontinental]:
    """The games after each of a seat's sealed moves; their events, too, look the same to everybody else."""
    after, told = [], []
    for action in actions:
        future = game.copy()
        events = future.apply(seat, action)
        told.append([(event, future.tell(event)) for event in seen_by(events, None)])
        for other in (each for each in range(game.seats) if each != seat):
            assert seen_by(events, other) == seen_by(events, None)
        after.append(future)
    assert all(each == told[0] for each in told)
    return after


def test_a_sealed_bid_looks_like_any_other_until_all_are_in():
    """Railhead Phase: players secretly and simultaneously bid."""
    position = bench(3, line=[("navvies", 1, "rrb"), ("steel", 1, "rg"), ("wood", 1, "bg")])
    railhead_phase(position)
    run(position)
    bids = [act.Bid(0, 0, 0), act.Bid(1, 0, 0), act.Bid(2, 1, 0)]
    games = sealed_moves(position.game, 0, bids)
    for viewer in (None, 1, 2):
        views = [game.view(viewer) for game in games]
        assert views[0] == views[1] == views[2]
        shown = [[each.png for each in pictures("transcontinental", view)] for view in views[:2]]
        assert shown[0] == shown[1]
    # The second bid is as secret as the first; the third opens all.
    games = sealed_moves(games[2], 1, [act.Bid(0, 0, 0), act.Bid(1, 0, 1)])
    assert games[0].view(None) == games[1].view(None)
    events = games[1].apply(2, act.Bid(0, 1, 1))
    assert any("@P1 3" in games[1].tell(event) for event in seen_by(events, None))


def test_which_investment_is_kept_is_nobody_elses_to_know():
    """Player Area Setup: of two equal cards, too, nobody learns that they were equal."""
    position = TITLE.start(TITLE.options(), 3, Chance("keep"))
    position.state.stack[-1].drawn[0] = ["railway", "railway"]
    games = sealed_moves(position, 0, [act.Keep("railway"), act.Keep("redraw")])
    assert games[0].view(None) == games[1].view(None)
    assert games[0].view(1) == games[1].view(1)


def test_a_drawn_ally_is_told_to_its_drawer_alone():
    """Other Actions, Ally: draw 1 ally to hand. Which deck it came from everybody sees."""
    position = bench(3)
    name = position.state.box.allies["S4"].name
    position.arrange({"decks": {"shield": ["S4"]}})
    draw_ally(going := Run(position.state, position.chance), 1, "shield")
    assert position.state.hands[1] == ["S4"]
    for viewer in (None, 0, 2):
        said = " ".join(position.game.tell(event) for event in seen_by(going.events, viewer))
        assert said == "@P2 draws an ally of the Shield."
    assert name in " ".join(position.game.tell(event) for event in seen_by(going.events, 1))


async def test_the_file_of_a_running_game_tells_nobody_what_is_hidden():
    """Investments kept, allies drawn at the setup, and bids, in the file that anybody may ask for."""
    tables = tabling.bench(title=TITLE, seed="the secret seed")
    record = await tabling.seated(tables, 101, 102, 103, options=TITLE.options())
    table = await tables.start(record.id, 101)
    state = table.game.state
    users = [seat.user for seat in table.seats]
    for seat, user in enumerate(users):
        await tables.act(record.id, user, act.Keep(state.stack[-1].drawn[seat][0]))
    state = (await tables.table(record.id)).game.state
    for viewer, own in ((None, None), *((user, seat) for seat, user in enumerate(users))):
        text = (await tables.export(record.id, viewer)).decode()
        file = json.loads(text)
        assert "the secret seed" not in text
        assert [move["line"].split()[0] for move in file["log"][1:]] == ["keep"] * 3
        for seat in range(3):
            if seat == own:
                continue
            assert file["log"][1 + seat]["line"] == "keep"
            for card in state.hands[seat]:
                assert state.box.allies[card].name not in text
                assert f'"{card}"' not in text
        assert list(file["views"]) == ["table" if own is None else f"P{own + 1}"]
        (view,) = file["views"].values()
        assert [card["id"] for card in view["hand"]] == ([] if own is None else state.hands[own])
        assert [symbol for symbol, _ in view["investments"]] == (
            [] if own is None else state.investments[own]
        )


def test_a_solo_players_cards_are_hidden_from_those_who_watch():
    """Whether the investments can be completed is said to everybody only at the end."""
    position = bench(
        2,
        solo=True,
        investments={"human": ["industry", "railway", "shipping"]},
        dev={each: tile(True, buildings="hhh") for each in ("steel_mill", "lumber_mill", "port_city")},
    )
    state = position.state
    assert any(holds for _, holds in conditions(state))
    before = make_report(state, "scores", None, "")
    assert "All three investments completed: known to the player alone until the end." in before.notes
    position.arrange({"investments": {"human": ["tourism", "tourism", "agriculture"]}})
    assert make_report(state, "scores", None, "") == before
    assert "Of your investments 1 of 3 can be completed now." in make_report(state, "hand", 0, "").notes
    state.over = True
    assert "All three investments completed: no." in make_report(state, "scores", None, "").notes
