"""What every title promises the house, held by random games of each: the panels, commands, log, undo and
pictures rest on it. Titles have their own tests for their own rules.
"""

from __future__ import annotations

import random
from itertools import islice

import msgspec
import pytest

from engine.core.action import Action, expand, help_line, specs, verb
from engine.core.chance import Chance
from engine.core.choices import choices
from engine.core.errors import IllegalMove
from engine.core.notation import parse, to_line
from engine.core.title import Title
from engine.titles import ALL
from tests.engine.random_play import play, random_action
from tests.engine.toy import HARBOUR

TITLES = (HARBOUR, *ALL)
EVERY_TITLE = pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)


def table_of(title: Title, seed: str) -> int:
    """Some number of seats that the title's usual options allow."""
    return random.Random(seed).choice(list(title.seats(title.options())))


@EVERY_TITLE
def test_its_actions_are_documented_and_fit_a_slash_command(title):
    verbs = [verb(kind) for kind in title.actions]
    assert len(set(verbs)) == len(verbs)
    for kind in title.actions:
        assert help_line(kind) != verb(kind)
        assert len(help_line(kind)) <= 100
        assert len(specs(kind)) <= 25
        for spec in specs(kind):
            assert spec.description
            assert len(spec.description) <= 100


@EVERY_TITLE
def test_its_options_have_defaults_and_descriptions(title):
    title.options()
    schema = msgspec.json.schema(title.options)
    fields = schema["$defs"][title.options.__name__]["properties"]
    assert all(entry.get("description") for entry in fields.values())


@EVERY_TITLE
def test_too_few_or_too_many_seats_are_refused_with_a_sentence(title):
    allowed = title.seats(title.options())
    for seats in (min(allowed) - 1, max(allowed) + 1):
        assert seats not in allowed
    if title is not HARBOUR:
        with pytest.raises(IllegalMove):
            title.start(title.options(), max(allowed) + 1, Chance("x"))


@EVERY_TITLE
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_random_game_keeps_every_promise(title, seed):
    dice = random.Random(seed)
    seats = table_of(title, title.id + seed)
    for count, (game, played) in enumerate(play(title, seats, seed)):
        assert all(set(asked.kinds) <= set(title.actions) for asked in game.pending())
        assert len({asked.seat for asked in game.pending()}) == len(game.pending())
        assert all(0 <= asked.seat < seats for asked in game.pending())
        assert bool(game.pending()) != game.over
        if played is not None:
            _seat, action, events = played
            assert parse(to_line(action), title.actions) == action
            for event in events:
                assert isinstance(game.tell(event), str)
                msgspec.json.encode(event)
        if count % 40 == 0 and not game.over:
            examine(game, title, seed, dice)
    result = game.result()
    assert result is not None
    assert sorted(seat for place in result.ranking for seat in place) == list(range(seats))
    assert all(
        sum(value for _, value in score.parts) == score.total for score in result.scores if score.parts
    )


@pytest.mark.parametrize("title", [each for each in ALL if each.autoplay], ids=lambda title: title.id)
def test_its_automatic_player_can_fill_every_seat_of_every_table(title):
    assert title.autoplay is not None
    for seats in title.seats(title.options()):
        game = title.start(title.options(), seats, Chance(f"automatic {seats}"))
        for _ in range(3000):
            if game.over:
                break
            for asked in game.pending():
                assert 0 <= asked.seat < seats
            asked = game.pending()[0]
            game.apply(asked.seat, title.autoplay(game, asked.seat))
        assert game.over, f"{seats} seats: {game.headline()}"


def examine(game, title, seed, dice):
    """A closer look at one position, which must stay as it is."""
    before = game.snapshot()
    again = title.game.restore(before, seed)
    assert again.snapshot() == before
    for viewer in (None, *range(game.seats)):
        msgspec.msgpack.encode(game.view(viewer))
    assert game.headline()
    for report in title.reports:
        if report.argument:
            for argument in islice(game.report_arguments(report.name, 0), 3):
                assert game.report(report.name, 0, argument).heading
        else:
            assert game.report(report.name, 0).heading
    for asked in game.pending():
        assert asked.prompt
        for kind in asked.kinds:
            walk_choices(game, asked.seat, kind, dice)
        for legal in islice(game.legal_actions(asked.seat), 30):
            for action in islice(expand(legal), 3):
                assert game.is_legal(asked.seat, action), action
                assert game.describe(asked.seat, action)
                game.forecast(asked.seat, action)
        bystanders = [seat for seat in range(game.seats) if game.pending_of(seat) is None]
        for seat in bystanders[:1]:
            assert list(game.legal_actions(seat)) == []
    assert game.snapshot() == before, "looking changed the game"
    seat, action = random_action(game, dice)
    game_events = again.apply(seat, action)
    twin = title.game.restore(before, seed)
    assert twin.apply(seat, action) == game_events
    assert twin.snapshot() == again.snapshot(), "the same move from the same position differs"


def walk_choices(game, seat: int, kind: type[Action], dice: random.Random) -> None:
    """Choosing field by field ends at a legal action."""
    chosen: dict = {}
    while True:
        found = choices(game, seat, kind, chosen)
        if found.field is None:
            assert game.is_legal(seat, kind(**chosen))
            return
        if found.span is not None:
            chosen[found.field.name] = dice.choice(list(found.span))
            continue
        if not found.options:
            assert not chosen, f"{verb(kind)} {chosen} leads nowhere"
            return
        option = dice.choice(found.options)
        assert option.label
        chosen[found.field.name] = option.value


@EVERY_TITLE
def test_the_same_seed_and_moves_give_the_same_bytes(title):
    seats = table_of(title, title.id)
    ends = [[game.snapshot() for game, _ in islice(play(title, seats, "same"), 60)][-1] for _ in range(2)]
    assert ends[0] == ends[1]
