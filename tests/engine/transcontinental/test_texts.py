"""What players read: topics, labels, sentences, headlines, reports."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import Chance
from engine.core.choices import choices
from engine.core.errors import IllegalMove
from engine.core.notation import to_line
from engine.core.reading import read_move
from engine.transcontinental import TITLE
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from tests.engine.random_play import play

from .builders import bench, railhead_phase, run, started, turn


def test_every_topic_is_short_enough_and_in_british_spelling():
    topics = TITLE.rules(TITLE.options())
    assert len({topic.topic for topic in topics}) == len(topics) >= 20
    for topic in topics:
        assert 100 < len(topic.text) <= 3500
        for american in ("color", "gray", "center", "favor"):
            assert american not in topic.text


def test_every_action_of_the_board_is_explained():
    """Each action symbol of tiles and cards is the subject of a topic."""
    text = "\n".join(rule.text for rule in TITLE.rules(TITLE.options()))
    loading = ("Port supply", "Acquire", "Produce", "Trade")
    for name in (*loading, "Develop", "Portage", "Telegram", "Survey", "Ally"):
        assert f"**{name}" in text, name
    titles = [rule.topic for rule in TITLE.rules(TITLE.options())]
    assert {"Resupply", "Telegram and Survey", "Completing developments"} <= set(titles)


def test_choices_carry_names_a_player_knows():
    position = bench(2, ports={"coal": 3})
    turn(position, 7)
    tiles = {option.value: option.label for option in choices(position.game, 0, act.Acquire).options}
    assert tiles == {"S1": "S1 Port City"}
    position.state.stack = []
    game = started(2)
    seat = game.pending()[0].seat
    labels = {option.value: option.label for option in choices(game, seat, act.Place).options}
    assert labels[1] == "1 · coal port 2"
    assert labels[4] == "4 · wood port 2, Survey"


def test_a_develop_says_who_may_join():
    position = bench(3, line=[("navvies", 2, "brbgb")])
    turn(position, 7)
    action = act.Develop("N2", "left", "navvies", 2)
    assert position.game.describe(0, action) == (
        "Develop Lumber Mill (N2), left, with navvies; behind it and free to join: 2 of @P2 and 1 of @P3"
    )
    chosen = {"tile": "N2", "side": "left", "resource": "navvies"}
    labels = [option.label for option in choices(position.game, 0, act.Develop, chosen).options]
    assert labels == ["cube 2 of 5 from the front; 3 cubes of others behind it"]


def test_moves_can_be_typed_briefly():
    position = bench(2)
    turn(position, 4)
    assert read_move(position.game, 0, "load", position.game.pending()[0].kinds) == act.Load("wood")
    assert to_line(act.Develop("N2", "left", "navvies", 1)) == "develop N2 left navvies 1"
    assert to_line(act.Choose(("l1", "y2"))) == "cubes l1,y2"


def test_headlines_say_where_the_game_stands():
    game = TITLE.start(TITLE.options(), 2, Chance("x"))
    assert game.headline() == "Setup · choosing investments"
    game = started(2)
    assert game.headline() == "Round 1 · Westbound Telegram Phase"


@pytest.mark.parametrize("players", [1, 3])
def test_every_event_of_a_game_has_a_sentence(players):
    silent = set()
    for game, played in play(TITLE, players, "sentences"):
        for event in played[2] if played else ():
            said = game.tell(event)
            if not said:
                silent.add(type(event))
            assert said == said.strip()
            assert not said or said[-1] in ".!?)"
            assert "@P2" not in said or players > 1
    assert silent <= {ev.TurnEnded}


def test_the_syndicate_is_called_by_its_name():
    game = next(play(TITLE, 1, "name"))[0]
    assert game.tell(ev.Surveyed(side=1)) == "The Syndicate is now first in turn order."
    assert "the Syndicate" in str(game.report("scores", None))


def test_reports_answer_and_refuse_with_sentences():
    game = started(3)
    for kind in TITLE.reports:
        report = game.report(kind.name, 0)
        assert report.heading
        assert all(len(row) == len(report.columns) for row in report.rows)
    assert game.report("developments", None, "n2").heading.startswith("N2 ")
    with pytest.raises(IllegalMove, match="no slot X9"):
        game.report("developments", None, "X9")
    with pytest.raises(IllegalMove, match="Only players"):
        game.report("hand", None)
    with pytest.raises(IllegalMove, match="no report called weather"):
        game.report("weather", None)


def test_only_the_hand_report_differs_between_viewers():
    game = started(3)
    for kind in TITLE.reports:
        answers = {str(game.report(kind.name, viewer)) for viewer in range(3)}
        assert (len(answers) > 1) == kind.private


def test_the_group_of_commands_fits_discord():
    assert len(TITLE.actions) <= 25


def test_descriptions_say_what_an_action_would_do():
    dice = random.Random(5)
    seen = set()
    for game, _ in play(TITLE, 2, "describe", TITLE.options(land_claim=True)):
        if game.over or dice.random() > 0.2:
            continue
        for asked in game.pending():
            for legal in list(game.legal_actions(asked.seat))[:20]:
                action = legal if not hasattr(legal, "values") else next(iter(legal))
                words = game.describe(asked.seat, action)
                assert words[0].isupper()
                seen.add(type(action))
    assert len(seen) > 12


def test_a_tile_that_the_syndicate_claims_promises_nothing_it_ignores():
    game = started(1)
    box = game.state.box
    for tile in box.wilderness.values():
        mine = game.tell(ev.TileClaimed(side=0, tile=tile.id, vp=tile.vp))
        its = game.tell(ev.TileClaimed(side=1, tile=tile.id, vp=tile.vp))
        assert ("first player" in its) == (tile.bonus == "first_player")
        assert "a telegram" not in its
        assert "Western Terminal" not in its
        assert ("Western Terminal" in mine) == (tile.bonus == "western_terminal")


def test_the_question_for_a_bid_says_what_the_tiles_ahead_cost():
    position = bench(3, line=[["navvies", 1, "r"]])
    railhead_phase(position)
    run(position)
    wilderness = position.state.wilderness
    ahead = [position.state.box.wilderness[wilderness[space]].cost for space in range(10, 15)]
    prompt = position.game.pending()[0].prompt
    assert prompt.endswith(f"The next tiles cost {', '.join(map(str, ahead))}, …")


def test_the_question_of_a_turn_names_what_is_left():
    position = bench(3)
    turn(position, 4)
    assert "one action on each of wood port and Turn Order Tile" in position.game.pending()[0].prompt
    turn(position, 3)
    assert "one action on steel port" in position.game.pending()[0].prompt


def test_the_question_to_join_says_how_many_slots_are_empty():
    position = bench(3, line=[["navvies", 2, "rbrr"]])
    turn(position, 5)
    slot = position.slot("lumber_mill")
    game = position.game
    turn(position, position.state.box.slots[slot].spaces[0])
    game.apply(0, act.Develop(slot, "left", "navvies", 1))
    assert "do you unload your cube behind it? (1 slot still empty)" in game.pending()[0].prompt
    game.apply(1, act.Join(1))
    assert game.pending()[0].prompt.startswith("How many of your next 2 cubes do you unload at Lumber Mill")
    assert game.pending()[0].prompt.endswith("(no slot empty; more may be added)")


def test_a_dastardly_develop_is_told_of_who_made_it_with_whose_cube():
    position = bench(3, line=[("navvies", 1, "br")], dastardly=True)
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    told = [position.game.tell(event) for event in position.events if isinstance(event, ev.Unloaded)]
    assert told == ["@P1 develops Lumber Mill (N2) with 1 navvy of @P2."]
