"""The components: what the rulebook counts, sources, the language of cards, and an owner's own values."""

from __future__ import annotations

import json
from importlib import resources as files

import pytest

from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.transcontinental import TITLE
from engine.transcontinental import actions as act
from engine.transcontinental.card_text import Condition, Step, TextError, parse_card, parse_step
from engine.transcontinental.components import FILES, DataError, box_with, raw_tables
from engine.transcontinental.overrides import from_environment, read_folder
from engine.transcontinental.state import PHASES
from engine.transcontinental.title import TranscontinentalOptions, start

from .builders import bench, rounds, run

BOX = box_with()
WORDS = BOX.vocabulary


def test_the_box_holds_what_the_rulebook_counts():
    assert len(BOX.allies) + len(BOX.syndicate) == 30
    assert len(BOX.syndicate) == len(BOX.depleted) == 3
    assert sum(card.copies for card in BOX.investments.values()) == 12
    assert len(BOX.investments) == 6
    assert sum(tile.count for tile in BOX.train_tiles.values()) == 18
    assert len(BOX.developments) == 19
    assert len(BOX.wilderness) == 26
    assert (BOX.limits.telegrams, BOX.limits.buildings, BOX.limits.cubes) == (3, 12, 30)


def test_every_row_says_where_it_comes_from():
    for table in raw_tables().values():
        for rows in table.values():
            for row in rows if isinstance(rows, list) else [rows]:
                assert row["source"] in ("rulebook", "reconstructed")


def test_the_spaces_touch_what_lies_beside_them():
    for slot in BOX.slots.values():
        touching = [space.id for space in BOX.spaces.values() if slot.id in space.touches]
        assert touching == list(slot.spaces)
    assert BOX.spaces[4].touches == ("port:wood", "turn_order_tile")


def test_a_card_is_read_into_clauses_steps_and_conditions():
    clause = parse_card("trade(2,line/yard) IF removed(2,grain) THEN acquire(2) TO line", WORDS)[0]
    assert clause.before == (Step("trade", 2, yard=True),)
    assert clause.condition == Condition("removed", 2, "grain")
    assert clause.after == (Step("acquire", 2, to=("line",)),)
    first, second = parse_card("acquire(2,grain) OR portage(2,grain)", WORDS)
    assert (first.before[0].verb, second.before[0].verb) == ("acquire", "portage")
    both = parse_card("telegram TO ports/lowlands AND ally(lowlands)", WORDS)[0].before
    assert both == (Step("telegram", to=("ports", "lowlands")), Step("ally", region="lowlands"))
    assert parse_card("acquire(2,steel) IF at(prairies) THEN develop", WORDS)[0].condition == Condition(
        "at", 0, "prairies"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dance", "no action"),
        ("acquire", "needs a number"),
        ("acquire(2,gold)", "no resource"),
        ("produce(2)", "must name what"),
        ("trade(2,coal)", "too many words"),
        ("portage(1) TO mars", "no region"),
        ("acquire(1) TO rockies", "no destination"),
        ("survey TO line", "has no destination"),
        ("develop(tame)", "no word"),
        ("resupply(2)", "nothing in brackets"),
    ],
)
def test_what_is_wrong_in_an_action_string_is_said(text, says):
    with pytest.raises(TextError, match=says):
        parse_step(text, WORDS)


def test_a_condition_needs_its_then():
    with pytest.raises(TextError, match="IF without THEN"):
        parse_card("trade(1) IF at(shield)", WORDS)
    with pytest.raises(TextError, match="no condition"):
        parse_card("trade(1) IF rain(2) THEN survey", WORDS)


# --- an owner's own values ---------------------------------------------------------------------


def folder(tmp_path, **files):
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text)
    return tmp_path


def test_reconstructed_values_can_be_replaced_row_by_row(tmp_path):
    own = read_folder(
        folder(
            tmp_path,
            wilderness="[[wilderness]]\nid = 5\ncost = 4\nvp = 6\n",
            allies='[[ally]]\nid = "L5"\ntext = "acquire(3)"\n[[depleted]]\nregion = "shield"\nvp = 3\n',
            developments='[[development]]\nid = "smelter"\nvp = 9\n[development.developed]\nvp = 2\n',
        )
    )
    box = box_with(own)
    assert (box.wilderness[5].cost, box.wilderness[5].vp) == (4, 6)
    assert box.wilderness[5].bonus == "first_player"
    assert box.wilderness[5].source == "owner"
    assert box.allies["L5"].clauses[0].before == (Step("acquire", 3),)
    assert box.depleted["shield"] == 3
    assert box.developments["smelter"].undeveloped.vp == 9
    assert box.developments["smelter"].developed.house == BOX.developments["smelter"].developed.house


def test_what_the_rulebook_states_cannot_be_replaced(tmp_path):
    files = {"developments": '[[development]]\nid = "lowland_farm"\nvp = 9\n'}
    with pytest.raises(DataError, match="lowland_farm: the rulebook states its vp"):
        read_folder(folder(tmp_path, **files))


def test_every_problem_of_a_folder_is_said_at_once(tmp_path):
    files = {
        "wilderness": "[[wilderness]]\nid = 5\ncost = 'two'\n[[wilderness]]\nid = 6\nvpp = 1\n",
        "allies": '[[ally]]\nid = "L5"\ntext = "fly(1)"\n',
    }
    with pytest.raises(DataError) as caught:
        read_folder(folder(tmp_path, **files))
    said = " ".join(caught.value.problems)
    assert "wilderness.toml, wilderness 5" in said
    assert "wilderness 6" in said
    assert "vpp" in said
    assert "allies.toml, ally L5" in said


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("wilderness", "not toml at all [", "cannot be read"),
        (
            "wilderness",
            "[wilderness]\nid = 5\n",
            r"not written as in the game's own file: \[\[wilderness\]\]",
        ),
        ("components", "player = 4\n", r"not written as in the game's own file: \[player\]"),
        (
            "wilderness",
            "[[wilderness]]\nid = 5\nvp = 3\n[[wilderness]]\nid = 5\ncost = 3\n",
            "wilderness.toml, wilderness 5 is given twice",
        ),
        ("wilderness", "[[forest]]\nid = 1\n", "no such table"),
        ("wilderness", "[[wilderness]]\ncost = 1\n", "every row needs its id"),
        ("allies", '[[ally]]\nid = "L5"\nremove = true\n', "holds 30 ally_cards, the data 29"),
        ("allies", '[[ally]]\nid = "L5"\nsymbol = "magic"\n', "unknown symbol"),
        ("allies", '[[syndicate]]\nid = "X1"\nremove = true\n', "cannot be removed"),
        ("wilderness", '[[wilderness]]\nid = 5\nindicator = "coal"\n', "no rail resource"),
        ("wilderness", "[[wilderness]]\nid = 5\ncost = 0\n", "must cost something"),
        ("developments", '[[development]]\nid = "smelter"\nregion = "shield"\n', "developments for"),
        ("investments", '[[investment]]\nsymbol = "tourism"\ncopies = 3\n', "investment_cards, the data 13"),
        ("wilderness", "[[wilderness]]\nid = 5\nvp = -3\n", "Wilderness 5 cannot be worth -3 points"),
        ("wilderness", '[[wilderness]]\nid = 5\ngeneral = "investment"\n', "12 investments are too few"),
        ("wilderness", "[[wilderness]]\nid = 99\nremove = true\n", "99 cannot be removed: there is no such"),
        ("developments", '[[development]]\nid = "smelter"\nvp = -1\n', "cannot be worth -1 points"),
        ("developments", '[[development]]\nid = "smelter"\nopen = ["develop"]\n', "not listed as an action"),
        ("developments", '[[development]]\nid = "smelter"\nname = " "\n', "development smelter needs a name"),
        (
            "developments",
            '[[development]]\nid = "smelter"\nopen = ["portage(1) TO ports"]\n',
            "no developments in ports to portage to",
        ),
        ("allies", '[[depleted]]\nregion = "shield"\nvp = -2\n', "cannot be worth -2 points"),
        ("components", "[player]\ncubes = -3\n", "cannot have -3 cubes"),
        ("components", '[player]\nstart_ally_region = "rockies"\n', "'rockies', which has no ally deck"),
        ("components", "[land_claim]\nslots = 0\n", "Land Claim Tile needs at least one slot"),
        ("components", '[[train_tile]]\nid = "coach"\nslots = 0\n', "coach must have at least one slot"),
        ("components", "[[setup]]\nplayers = 1\nremove = true\n", "no setup for 1 players"),
        ("components", "[[setup]]\nplayers = 1\nremove_wilderness = [5]\n", "5 is no Pacific tile"),
        (
            "components",
            "[[setup]]\nplayers = 1\nremove_wilderness = [23,24,25,26]\n",
            "no Pacific tile is left",
        ),
        ("components", "[[setup]]\nplayers = 1\nbonus_telegrams = -1\n", "cannot be -1 bonus telegrams"),
        ("components", '[[slot]]\nid = "N3"\nspaces = [50, 51]\n', "beside space 50, which is not there"),
        ("components", '[[slot]]\nid = "N3"\nspaces = [10, 11]\n', "does not say that it touches it"),
        ("components", '[[port]]\nresource = "wood"\nspace = 9\n', "Space 9 lies beside port:wood"),
        ("components", '[[space]]\nid = 7\nregion = "shield"\n', "Space 7 does not lie between"),
        ("components", "[[space]]\nid = 7\nremove = true\n", "numbered from 1 without a gap"),
        ("components", "[[space]]\nid = 7\ntouches = []\n", "Space 7 lies beside"),
        (
            "components",
            '[[special_tile]]\nid = "western_terminal"\nbuilding_limit_per_player = -1\n',
            "a limit of -1 buildings",
        ),
    ],
)
def test_nonsense_is_refused_with_a_sentence(tmp_path, name, text, says):
    with pytest.raises(DataError, match=says):
        read_folder(folder(tmp_path, **{name: text}))


def test_a_mark_that_an_editor_puts_in_front_of_a_file_is_no_part_of_it(tmp_path):
    (tmp_path / "wilderness.toml").write_text("[[wilderness]]\nid = 5\nvp = 3\n", "utf-8-sig")
    assert box_with(read_folder(tmp_path)).wilderness[5].vp == 3


@pytest.mark.parametrize("name", ["wildernes.toml", "Developments.TOML", "alies.toml", "components"])
def test_a_file_with_a_slip_in_its_name_is_not_ignored_in_silence(tmp_path, name):
    (tmp_path / name).write_text("[[wilderness]]\nid = 5\nvp = 6\n")
    (tmp_path / "vectors.toml").write_text("")
    (tmp_path / "README.md").write_text("")
    with pytest.raises(DataError, match=f"{name} is no file of the game; did you mean"):
        read_folder(tmp_path)


def test_a_folder_that_may_not_be_read_says_so(tmp_path, monkeypatch):
    def refused(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(tmp_path), "iterdir", refused)
    with pytest.raises(DataError, match="which cannot be read: Permission denied"):
        read_folder(tmp_path)


def test_a_copy_of_the_games_own_files_changes_nothing(tmp_path):
    own = files.files("engine.transcontinental") / "data"
    assert read_folder(folder(tmp_path, **{name: (own / f"{name}.toml").read_text() for name in FILES})) == ""


def test_an_owner_may_limit_the_buildings_on_the_terminal_and_the_railyard(tmp_path):
    """The number on the board is reconstructed: 0, without a limit. Here one building each."""
    text = '[[special_tile]]\nid = "eastern_railyard"\nbuilding_limit_per_player = 1\n'
    position = bench(2, coal="rrr")
    position.state.components = read_folder(folder(tmp_path, components=text))
    for built in (1, 1):
        position.arrange({"line": [["coal", 0, ["red"] * 3]]})
        rounds(position, PHASES.index("resupply"))
        run(position)
        position.act(0, act.AddCars("coal"))
        assert position.state.railyard[0] == built
    assert "@P1 may have no more buildings on Eastern Railyard." in [
        position.game.tell(event) for event in position.events
    ]


def test_the_environment_names_the_folder(tmp_path):
    assert from_environment({}) == ""
    assert from_environment({"ROUNDHOUSE_DATA": str(tmp_path)}) == ""
    with pytest.raises(DataError, match="no folder"):
        from_environment({"ROUNDHOUSE_DATA": str(tmp_path / "nowhere")})
    inside = tmp_path / "transcontinental"
    inside.mkdir()
    folder(inside, wilderness="[[wilderness]]\nid = 5\nvp = 6\n")
    assert json.loads(from_environment({"ROUNDHOUSE_DATA": str(tmp_path)}))["wilderness"]


def test_a_running_game_keeps_the_values_it_was_opened_with(tmp_path, monkeypatch):
    monkeypatch.setenv(
        "ROUNDHOUSE_DATA", str(folder(tmp_path, wilderness="[[wilderness]]\nid = 23\nvp = 9\n"))
    )
    options = TranscontinentalOptions()
    game = start(options, 3, Chance("x"))
    folder(tmp_path, wilderness="[[wilderness]]\nid = 23\nvp = 1\n")
    again = TITLE.game.restore(game.snapshot(), "x")
    assert again.state.box.wilderness[23].vp == 9
    assert next(tile for space in again.view(None).spaces for tile in space.stack).vp == 9
    assert start(options, 3, Chance("x")).snapshot() == game.snapshot()
    monkeypatch.delenv("ROUNDHOUSE_DATA")
    assert TranscontinentalOptions().components == ""


def test_a_folder_that_makes_no_sense_stops_only_opening_a_game(tmp_path, monkeypatch):
    monkeypatch.setenv(
        "ROUNDHOUSE_DATA", str(folder(tmp_path, wilderness="[[wilderness]]\nid = 5\ncost = 0\n"))
    )
    options = TranscontinentalOptions()
    assert TITLE.rules(options)
    with pytest.raises(IllegalMove, match=r"ROUNDHOUSE_DATA.*Wilderness 5 must cost something"):
        start(options, 3, Chance("x"))


@pytest.mark.parametrize(("seats", "options"), [(5, {}), (0, {}), (3, {"land_claim": True})])
def test_a_number_of_players_that_does_not_fit_is_refused(seats, options):
    with pytest.raises(IllegalMove):
        start(TranscontinentalOptions(**options), seats, Chance("x"))
