"""Recorded games replay exactly, and a difference is found where it is."""

import copy
import json
import time
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.age_of_steam.replay import verify
from engine.core.replay import Differs

GAME = Path(__file__).parent / "replays" / "2692.json"


@pytest.fixture(scope="module")
def record():
    return json.loads(GAME.read_text())


def test_game_2692_replays_with_every_checkpoint(record):
    verified = verify(record)
    # 266 recorded entries; a checkpoint at the first decision, after each entry but the inner ones of
    # re-ordered turns are counted with their turn; 7 turn ends and the end.
    assert verified.actions == len(record["entries"]) == 266
    assert verified.checkpoints == 1 + 266 + 7 + 1


def test_the_replay_is_fast_enough(record):
    verify(record)
    began = time.perf_counter()
    verify(record)
    assert time.perf_counter() - began < 0.5  # 0.04 s alone; the aim of 0.1 s is held in benchmarks


def test_the_command_line_says_one_line_and_succeeds(capsys):
    assert main(["replay", str(GAME)]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert "266 actions" in out


def entry(record, number):
    return next(each for each in record["entries"] if each["n"] == number)


def test_a_wrong_checkpoint_is_found_at_its_entry(record, tmp_path, capsys):
    wrong = copy.deepcopy(record)
    entry(wrong, 12)["after"]["players"][1][0] = 99
    with pytest.raises(Differs, match=r"entry 12 .*P2 .*expected \[99, 0, 4, 1\], got \[18, 0, 4, 1\]"):
        verify(wrong)
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    assert main(["replay", str(path)]) == 1
    assert "entry 12" in capsys.readouterr().err


def test_a_wrong_board_is_found_at_the_end_of_its_turn(record):
    wrong = copy.deepcopy(record)
    closing = next(each for each in wrong["entries"] if "round_end" in each)
    closing["round_end"]["tiles"][0][3][0][2] = "P1"
    with pytest.raises(Differs, match="end of turn 1: track in"):
        verify(wrong)


def test_an_illegal_move_in_a_record_is_refused_by_the_rules(record):
    wrong = copy.deepcopy(record)
    entry(wrong, 7)["action"]["amount"] = 2
    with pytest.raises(Differs, match=r"entry 7 .*highest bid is \$2"):
        verify(wrong)


def test_wrong_dice_are_found(record):
    wrong = copy.deepcopy(record)
    closing = next(each for each in wrong["entries"] if "round_end" in each)
    dice = next(each for each in closing["effects"] if each["type"] == "dice")
    dice["values"] = [1 + value % 6 for value in dice["values"]]
    with pytest.raises(Differs):
        verify(wrong)


def test_an_unknown_format_and_a_broken_file_are_said(tmp_path, capsys):
    odd = tmp_path / "odd.json"
    odd.write_text('{"format": "chess"}')
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert main(["replay", str(odd), str(broken)]) == 1
    said = capsys.readouterr().err
    assert "'chess' is not known" in said
    assert "cannot be read" in said
