"""Panels are made from what is pending and legal, and every click leads on to a legal move."""

import random
from dataclasses import replace

import msgspec
import pytest

import render
from bot import ids
from bot.answer_rows import menus
from bot.draft import Answer, Draft, Question, answered, question, with_end
from bot.panel import Private, back, private_sheet, public_rows, waiting_text, ways
from bot.sheet import Button, Menu, Picture, Sheet
from bot.words import SEAT_COLOURS
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.notation import to_line
from render.palette import SEATS
from tests.bot.check import GALLERY, check_sheet
from tests.bot.live import KNOWN
from tests.engine.toy import Bid, Dock, Play, Protest, Trade, harbour


def name(seat):
    return "ABCDEF"[seat]


def captain(seats=3, **rest):
    game = harbour(seats, **rest)
    for seat in range(seats):
        game.apply(seat, Bid(3 if seat == 0 else 0))
    return game


def labels(rows):
    return [button.label for row in rows if not isinstance(row, Menu) for button in row]


def test_a_sealed_choice_is_offered_in_private_only():
    game = harbour()
    rows = public_rows(game, "x1", 1)
    assert labels(rows)[0] == "Choose in private"
    game.apply(1, Bid(7))
    assert waiting_text(game, name) == "Yet to choose: A and C."


def test_the_public_panel_has_a_button_for_each_legal_kind():
    game = captain()
    assert labels(public_rows(game, "x1", 4))[:3] == ["Trade", "Play", "Dock"]
    game.state.hands[0] = []
    assert "Play" not in labels(public_rows(game, "x1", 4))


def test_a_choice_of_few_is_made_with_one_click():
    game = captain()
    game.apply(0, Trade(4, "cog"))
    rows = public_rows(game, "x1", 5)
    assert labels(rows)[:2] == ["Protest: no", "Protest: yes"]
    click = ids.read(rows[0][1].id)
    assert (click.verb, click.args) == ("do", ("1", "protest", "yes"))


def test_a_range_has_buttons_and_a_form_for_the_rest():
    game = harbour()
    sheet = private_sheet(game, "x1", 1, 0, None, name).sheet
    assert "0" in labels(sheet.rows)
    assert "10" in labels(sheet.rows)
    ask = next(b for row in sheet.rows for b in row if b.label == "Another amount …")
    assert ids.read(ask.id).args[2:5] == ("0", "10", "1")


def test_fields_are_asked_one_after_the_other_and_confirmed_with_what_will_happen():
    game = captain()
    first = question(game, Draft(0, "trade", 4))
    assert first.field.name == "amount"
    second = question(game, answered(first, "4"))
    assert [each.word for each in second.answers] == ["cog", "sloop"]
    private = private_sheet(game, "x1", 4, 0, answered(second, "cog"), name)
    assert private.action == Trade(4, "cog")
    assert "A wants 4 coins" in private.sheet.text
    assert "Do it" in labels(private.sheet.rows)
    assert game.state.trading is None


def test_a_forecast_does_not_tell_what_chance_will_bring():
    game = captain()
    game.state.hands[0] = []
    text = private_sheet(game, "x1", 4, 0, Draft(0, "dock", 4), name).sheet.text
    assert "Chance decides" in text
    assert "You draw" not in text


def test_alone_nobody_is_there_to_consent():
    game = captain(1)
    game.state.hands[0] = []
    text = private_sheet(game, "x1", 2, 0, Draft(0, "dock", 2), name).sheet.text
    assert "Chance decides" in text
    assert "consent" not in text


def test_a_field_with_one_legal_value_is_not_asked():
    game = captain()
    game.state.hands[0] = [5]
    assert question(game, Draft(0, "play", 4)).action == Play((5,))


def test_a_long_tuple_is_chosen_element_by_element():
    game = captain()
    game.state.hands[0] = [1, 2, 3, 4, 5, 6]
    at = question(game, Draft(0, "play", 4))
    assert at.element
    assert [each.word for each in at.answers] == ["1", "2", "3", "4", "5", "6"]
    at = question(game, answered(question(game, answered(at, "2")), "5"))
    assert at.complete
    assert [each.word for each in at.answers] == ["6"]
    assert question(game, with_end(at.draft, at.field)).action == Play((2, 5))


def test_back_leads_to_the_question_before():
    game = captain()
    at = question(game, answered(question(game, Draft(0, "trade", 4)), "4"))
    earlier = back(game, at.draft)
    assert earlier.chosen == ()
    assert back(game, earlier) is None


def test_a_draft_that_no_longer_fits_is_dropped_with_a_sentence():
    game = captain()
    game.apply(0, Dock())
    private = private_sheet(game, "x1", 5, 0, Draft(0, "trade", 4, (("amount", "4"),)), name)
    assert "“trade” is not possible now" in private.sheet.text
    assert private.action is None


def test_an_amount_out_of_range_is_refused_with_the_range():
    game = captain()
    with pytest.raises(IllegalMove, match="from 1 to 5"):
        answered(question(game, Draft(0, "trade", 4)), "9")


def test_a_click_says_which_state_of_the_draft_it_was_made_for():
    game = captain()
    at = question(game, Draft(0, "trade", 4))
    assert answered(at, "4").token != at.draft.token
    assert answered(at, "4").token != answered(at, "5").token


def test_ids_are_read_back_and_strangers_ids_are_not():
    made = ids.make("a1B2", 17, "val", 0, "ff", "G7")
    assert ids.read(made) == ids.Click("a1B2", 17, "val", ("0", "ff", "G7"))
    assert ids.read("g:a1B2:x:val") is None
    assert ids.read("something else") is None
    with pytest.raises(ValueError, match="custom_id"):
        ids.make("a", 1, "do", "x" * 200)


def many(count):
    game = captain()
    at = question(game, Draft(0, "play", 4))
    return Question(at.draft, at.kind, at.field, tuple(Answer(f"{i}", f"card {i}") for i in range(count)))


async def test_many_answers_are_put_into_menus():
    rows = menus("x1", 4, many(58))
    assert [len(menu.items) for menu in rows] == [25, 25, 8]
    assert rows[1].placeholder == "card 25 … card 49"
    check_sheet(Sheet(("x",), rows=tuple(rows)))


async def test_very_many_answers_are_narrowed_first():
    at = many(600)
    (menu,) = menus("x1", 4, at)
    assert (menu.items[0].label, menu.items[0].value) == ("card 0 – card 24", "0,25")
    assert menu.items[-1].value == "575,600"
    narrowed = msgspec.structs.replace(at.draft, narrowed=(575, 600))
    (inner,) = menus("x1", 4, replace(at, draft=narrowed))
    assert [item.value for item in inner.items] == [str(i) for i in range(575, 600)]
    check_sheet(Sheet(("x",), rows=(menu,)))


async def click_through(game, seat, dice):
    """Make a move by clicks on private panels alone, as a player at random would."""
    draft, private = None, None
    for _ in range(60):
        private = private_sheet(game, "gAmE12345", 123456, seat, draft, name)
        check_sheet(private.sheet)
        presses = []
        for row in private.sheet.rows:
            if isinstance(row, Menu):
                presses += [(ids.read(row.id), item.value) for item in row.items]
            else:
                presses += [(ids.read(button.id), None) for button in row]
        offered = [p for p in presses if p[0].verb in ("kind", "val", "pick", "end", "go", "ask", "narrow")]
        click, value = dice.choice(offered)
        if click.verb == "go":
            return private.action
        if click.verb == "kind":
            draft = Draft(seat, click.word(1), 1)
            at = question(game, draft)
            if at.action is not None and dice.random() < 0.5:
                return at.action
            continue
        at = question(game, private.draft)
        if click.verb == "end":
            draft = with_end(private.draft, at.field)
        elif click.verb == "ask":
            draft = answered(at, str(dice.randint(click.number(2), click.number(3))))
        elif click.verb == "pick":
            draft = answered(at, value)
        elif click.verb == "val":
            draft = answered(at, click.word(2))
    raise AssertionError(f"the panel leads nowhere: {private}")


@pytest.mark.parametrize("seed", range(12))
async def test_a_whole_game_can_be_clicked_through(seed):
    dice = random.Random(seed)
    game = harbour(1 + seed % 4, str(seed), rounds=5)
    while not game.over:
        check_sheet(Sheet(("x",), rows=public_rows(game, "gAmE12345", 123456)))
        seat = dice.choice(game.pending()).seat
        action = await click_through(game, seat, dice)
        assert game.is_legal(seat, action), to_line(action)
        game.apply(seat, action)


def test_the_types_that_tests_use_are_what_panels_are_made_of():
    assert isinstance(private_sheet(harbour(), "x1", 1, 0, None, name), Private)
    assert isinstance(public_rows(harbour(), "x1", 1)[0][0], Button)
    assert Protest(True).aloud


def test_the_bar_beside_a_panel_has_the_seats_colour_of_the_pictures():
    assert SEAT_COLOURS[1] == int(SEATS[1].colour[1:], 16)
    assert len(set(SEAT_COLOURS)) == len(SEATS)


async def test_every_picture_has_a_gallery_of_its_own_so_that_none_is_shown_small():
    sheet = Sheet(("Head",), tuple(Picture(f"{name}.png", name, b"x") for name in "ab"))
    galleries = [part for part in check_sheet(sheet) if part["type"] == GALLERY]
    assert [len(part["items"]) for part in galleries] == [1, 1]


async def test_moves_that_differ_by_their_look_are_shown_beside_each_other():
    title = KNOWN["age_of_steam"]
    game = title.start(title.options(), 3, Chance("look"))
    while game.view(None).phase != "build_track":
        asked = game.pending()[0]
        game.apply(asked.seat, title.autoplay(game, asked.seat))
    seat = game.pending()[0].seat
    first = private_sheet(game, "x1", 1, seat, Draft(seat, "build", 1), name).asked
    assert ways(game, first) == []  # which hex: that is seen on the board
    second = private_sheet(game, "x1", 1, seat, answered(first, first.answers[0].word), name).asked
    found = ways(game, second)
    assert [label for _, label in found] == [answer.label for answer in second.answers]
    assert all(game.is_legal(seat, action) for action, _ in found)
    drawn = render.sheet(title.id, game.view(seat), *map(list, zip(*found, strict=True)))
    assert drawn is not None
    assert found[0][1] in drawn.alt
