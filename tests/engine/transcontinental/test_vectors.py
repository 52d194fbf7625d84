"""The test vectors hold, and the runner says so only if they do."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.transcontinental import vector_checks, vector_shapes, vector_steps
from engine.transcontinental.bench import ANSWERS, Bench
from engine.transcontinental.components import box_with
from engine.transcontinental.vectors import run_vector, run_vectors

FILE = Path(__file__).with_name("vectors.toml")
VECTORS = tomllib.loads(FILE.read_text("utf-8"))["vector"]
MORE = tomllib.loads(FILE.with_name("more_vectors.toml").read_text("utf-8"))["vector"]


@pytest.mark.parametrize("vector", [*VECTORS, *MORE], ids=lambda vector: vector["id"])
def test_a_vector_holds(vector):
    outcome = run_vector(vector)
    assert outcome.holds, [check for check in outcome.checks if not check.holds]
    assert {check.what for check in outcome.checks} >= set(vector["step"][-1]["expect"])


def test_the_command_prints_every_check_and_fails_if_one_is_wrong(tmp_path, capsys):
    assert main(["vectors", str(FILE)]) == 0
    printed = capsys.readouterr().out
    assert "22 of 22 vectors hold; 98 of 98 checks" in printed
    assert printed.count("ok    step") == 98
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(FILE.read_text("utf-8").replace("total = 20", "total = 21"))
    assert main(["vectors", str(wrong)]) == 1
    printed = capsys.readouterr()
    assert "V05   FAILS" in printed.out
    assert "expected 21" in printed.out
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    assert main(["vectors", str(empty)]) == 1
    assert main(["vectors", str(tmp_path / "missing.toml")]) == 1


def twisted(value):
    """Something else of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, list):
        return [*value, "somebody"]
    if isinstance(value, dict):
        if not value:
            return {"red": 1}
        key = next(iter(value))
        return {**value, key: twisted(value[key])}
    raise AssertionError(value)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_a_wrong_expectation_of_any_kind_is_noticed(vector):
    for number, step in enumerate(vector["step"]):
        for key, value in step["expect"].items():
            if key == "vp" and not value and "red" not in vector["players"]:
                continue
            wrong = copy.deepcopy(vector)
            wrong["step"][number]["expect"][key] = twisted(value)
            outcome = run_vector(wrong)
            failed = [(check.step, check.what) for check in outcome.checks if not check.holds]
            assert failed == [(number + 1, key)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"do": "dance"}, "is no step"),
        ({"do": "develop", "index": 3}, "no steel at place 3"),
        ({"do": "portage", "side": "left"}, "cannot be unloaded"),
        ({"player": "pink"}, "no player"),
        ({"tile": "castle"}, "no development"),
    ],
)
def test_a_step_that_cannot_be_taken_fails_with_the_reason(change, says):
    vector = copy.deepcopy(next(vector for vector in VECTORS if vector["id"] == "V16"))
    vector["step"][0]["action"].update(change)
    checks = run_vectors({"vector": [vector]})[0].checks
    assert not checks[0].holds
    assert says in checks[0].found


def test_an_unknown_expectation_or_position_does_not_hold():
    vector = copy.deepcopy(VECTORS[0])
    vector["step"][0]["expect"]["weather"] = "fine"
    assert not run_vector(vector).holds
    vector = copy.deepcopy(VECTORS[0])
    vector["state"]["weather"] = "fine"
    assert not run_vector(vector).holds
    assert not run_vector({"id": "none", "players": ["red", "blue"]}).holds


def test_the_telegram_of_a_card_blocks_its_space_only_during_the_step():
    step = {
        "action": {
            "do": "card",
            "player": "red",
            "card": "L13",
            "space": 3,
            "picks": [{"op": "telegram", "space": 3}],
        },
        "expect": {"illegal": True},
    }
    vector = {"id": "T", "players": ["red", "blue"], "step": [step]}
    assert run_vector(vector).holds
    fine = copy.deepcopy(step)
    fine["action"]["picks"] = [{"op": "telegram", "space": 4}, {"op": "ally"}]
    fine["expect"] = {"telegrams": {"red": [4]}, "allies_drawn": {"red": 1}, "condition": None}
    assert run_vector({**vector, "step": [fine]}).holds


def test_a_solo_position_may_name_the_syndicate_first():
    step = {"action": {"do": "survey", "player": "human"}, "expect": {"turn_order": ["human", "syndicate"]}}
    vector = {"id": "T", "players": ["syndicate", "human"], "state": {"solo": True}, "step": [step]}
    assert run_vector(vector).holds


def test_every_step_every_expectation_and_every_card_has_a_vector():
    steps = [step for vector in (*VECTORS, *MORE) for step in vector["step"]]
    assert {step["action"]["do"] for step in steps} == set(vector_steps._STEPS)
    assert {key for step in steps for key in step["expect"]} >= set(vector_checks._READERS)
    setters = {name.removeprefix("_set_") for name in dir(Bench) if name.startswith("_set_")}
    assert setters == set(vector_shapes.STATE)
    assert {key for step in steps for key in step["action"]} >= ANSWERS
    assert {key for vector in (*VECTORS, *MORE) for key in vector.get("state", {})} >= setters
    cards = {step["action"].get("card") for step in steps if step["action"]["do"] == "card"}
    assert cards == set(box_with("").allies)


@pytest.mark.parametrize(
    ("where", "says"),
    [
        (lambda vector: vector, "nothing reads 'weather'"),
        (lambda vector: vector["state"], "nothing called 'weather'"),
        (lambda vector: vector["state"]["dev"]["lumber_mill"], "no 'weather' in lumber_mill"),
        (lambda vector: vector["state"].setdefault("shop", {}), "no 'weather' in shop"),
        (lambda vector: vector["state"].setdefault("ports", {}), "no 'weather' in ports"),
        (lambda vector: vector["step"][0], "nothing reads 'weather'"),
        (lambda vector: vector["step"][0]["action"], "A develop step has nothing called 'weather'"),
        (lambda vector: vector["step"][0]["expect"], "nothing is called 'weather'"),
    ],
)
def test_a_key_that_nothing_reads_is_reported_wherever_it_stands(where, says):
    vector = copy.deepcopy(next(vector for vector in VECTORS if vector["id"] == "V16"))
    where(vector)["weather"] = 1
    failed = [str(check.found) for check in run_vector(vector).checks if not check.holds]
    assert any(says in found for found in failed), failed


def test_points_expected_of_nobody_and_a_pick_with_an_unknown_key_do_not_hold():
    vector = copy.deepcopy(next(vector for vector in VECTORS if vector["id"] == "V16"))
    vector["step"][0]["expect"]["vp"]["pink"] = 0
    assert not run_vector(vector).holds
    vector = copy.deepcopy(next(vector for vector in VECTORS if vector["id"] == "V20"))
    vector["step"][0]["action"]["picks"][0]["colour"] = "red"
    assert "A pick of trade has nothing called 'colour'" in run_vector(vector).checks[0].found


def test_a_refused_step_leaves_nothing_behind():
    steps = [
        {
            "action": {
                "do": "card",
                "player": "red",
                "card": "L4",
                "space": 5,
                "picks": [{"op": "survey"}],
            },
            "expect": {"illegal": True, "telegrams": {"red": []}, "played": {"red": []}},
        }
    ]
    assert run_vector({"id": "T", "players": ["red", "blue"], "step": steps}).holds


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ({"do": "telegram", "space": 9}, "Space 9 is blocked"),  # The Railhead tile lies there.
        ({"do": "telegram", "space": 2}, "Space 2 is blocked"),
        ({"do": "telegram", "space": 3}, "no regular telegram"),
        ({"do": "telegram", "space": 3, "kind": "express"}, "no 'express' telegram"),
        ({"do": "trade", "n": 1, "from": "coal", "to": "coal"}, "traded for another type"),
        ({"do": "trade", "n": 1, "from": "wood", "to": "coal"}, "red has no wood on the Line."),
        ({"do": "portage", "tile": "homestead", "side": "right", "res": "steel"}, "no steel on the Line or"),
    ],
)
def test_a_step_that_the_rules_refuse_is_refused(action, says):
    state = {
        "line": [["coal", 0, ["red"]], ["navvies", 1, []], ["steel", 1, ["blue"]], ["wood", 1, ["blue"]]],
        "yard": [["wood", 1, ["red"]]],
        "telegrams": {"blue": [2], "red": [4, 5, 6] if says == "no regular telegram" else []},
    }
    kind = {"kind": "regular"} if action["do"] == "telegram" else {}
    step = {"action": {"player": "red", **kind, **action}, "expect": {}}
    vector = {"id": "T", "players": ["red", "blue"], "state": state, "step": [step]}
    checks = run_vector(vector).checks
    assert [(check.what, check.holds) for check in checks] == [("action", False)]
    assert says in checks[0].found


NOT_WRITTEN_SO = {
    "players": [None, "red", ["red"], ["red", "red"], [1, 2], ["r", "b", "g", "y", "p"]],
    "state": [5, ["line"]],
    "step": [5, ["port"], {}],
    "state.line": [5, [["coal"]], [["coal", 0, "red"]], [["coal", -1, []]], [["coal", 0, [7]]]],
    "state.shop": [[], {"hopper": "six"}, {"hopper": -1}],
    "state.dev": [{"lumber_mill": []}, {"lumber_mill": {"left": "red"}}, {"lumber_mill": {"flipped": 1}}],
    "state.wilderness": [[2, 3], {"ten": 2}, {"10": 99}],
    "state.slots": ["N1", {"N1": 1}],
    "state.telegrams": [{"red": 5}, [5]],
    "state.order": [["red"], ["red", "red"], ["red", "pink"]],
    "state.deck": [["X1"]],
    "state.decks": [{"moon": []}, {"lowlands": ["L99"]}],
    "state.investment_deck": [["gold"], "gold"],
    "action.do": [None, 7, "dance"],
    "action.player": [None, 7, "pink"],
    "action.res": ["gold", 3, None],
    "action.index": ["first", -1, None],
    "action.joins": [[["blue"]], [["blue", "yes"]], {"blue": True}],
    "action.keep": [7, {"blue": 7}],
    "expect": [5, ["vp"]],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in NOT_WRITTEN_SO.items() for value in values]
)
def test_what_is_not_written_as_the_format_says_is_told_as_a_sentence(key, value):
    vector = copy.deepcopy(next(vector for vector in VECTORS if vector["id"] == "V16"))
    where, _, name = key.rpartition(".")
    step = vector["step"][0]
    table = {"": vector, "state": vector["state"], "action": step["action"]}[where]
    if key == "expect":
        table = step
    if value is None:
        table.pop(name)
    else:
        table[name] = value
    outcome = run_vector(vector)
    assert not outcome.holds
    expected = ("dev", "vp")
    said = [str(check.found) for check in outcome.checks if not check.holds and check.what not in expected]
    assert said
    for sentence in said:
        assert sentence.endswith("."), said
        assert "Error" not in sentence, said


@pytest.mark.parametrize("data", [{}, {"vector": []}, {"vector": {"id": "V01"}}, [], {"vector": 7}])
def test_a_file_without_vectors_says_so(data):
    with pytest.raises(ValueError, match="holds no vectors"):
        run_vectors(data)


def test_a_number_below_nought_does_not_load_for_ever():
    action = {"do": "acquire", "player": "red", "res": "coal", "n": -7}
    vector = {"id": "T", "players": ["red", "blue"], "step": [{"action": action, "expect": {}}]}
    assert run_vector(vector).checks[0].found == "action.n should be a whole number, 0 or more."


def test_a_step_for_which_nobody_says_what_to_keep_keeps_the_first():
    """`keep` may name one player only; a card that was not dealt is refused."""
    vector = copy.deepcopy(next(vector for vector in MORE if vector["id"] == "W14"))
    vector["step"][0]["action"]["keep"] = {"red": "shipping"}
    vector["step"][0]["expect"] = {"investments": {"red": ["tourism", "shipping"], "blue": ["agriculture"]}}
    assert run_vector(vector).holds
    vector["step"][0]["action"]["keep"] = {"red": "tourism"}
    assert "You drew railway and shipping" in run_vector(vector).checks[0].found


@pytest.mark.parametrize("card", ["railway", "redraw"])
def test_who_keeps_a_card_is_dealt_it_where_no_deck_is_laid_out(card):
    vector = copy.deepcopy(next(vector for vector in MORE if vector["id"] == "W14"))
    del vector["state"]["investment_deck"]
    vector["step"][0]["action"]["keep"] = {"green": card}
    vector["step"][0]["expect"] = {"advance": 1}
    assert run_vector(vector).holds
    if card == "railway":
        vector["step"][0]["expect"] = {"investments": {"green": ["railway"]}}
        assert run_vector(vector).holds
