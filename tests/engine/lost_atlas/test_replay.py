"""Recorded games of the `lost-atlas-replay` format."""

import copy
import json
import random
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.core.chance import Chance, Outcome
from engine.core.errors import IllegalMove
from engine.core.replay import Differs
from engine.hexes import Hex
from engine.lost_atlas import board
from engine.lost_atlas import components as box
from engine.lost_atlas.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyTrain,
    Discard,
    Done,
    Form,
    Launch,
    Lay,
    Pass,
    PayOut,
    PlacePiece,
    Propose,
    Run,
    Sell,
)
from engine.lost_atlas.game import start
from engine.lost_atlas.options import AtlasOptions
from engine.lost_atlas.replay import Replay, verify
from engine.lost_atlas.replay_checks import differences
from engine.lost_atlas.replay_entries import Reader

from .build import at_stock, give, holders, launched, operating
from .recording import automatic, record, write_down

REPLAYS = Path(__file__).parent / "replays"
SUBURBAN = json.loads((REPLAYS / "suburban.json").read_text())


@pytest.mark.parametrize("path", sorted(REPLAYS.glob("*.json")), ids=lambda path: path.stem)
def test_recorded_games_replay_from_the_command_line(path, capsys):
    assert main(["replay", str(path)]) == 0
    assert "verified" in capsys.readouterr().out


def changed(edit):
    data = copy.deepcopy(SUBURBAN)
    edit(data)
    return data


def test_a_wrong_check_is_the_first_difference():
    def edit(data):
        data["entries"][58]["check"]["companies"]["eastern_mining"]["cash"] = 44

    with pytest.raises(Differs, match=r"entry 59 .* expected 44, got 43"):
        verify(changed(edit))


def test_an_illegal_entry_is_refused_as_it_would_be_in_play():
    def edit(data):
        data["entries"][65]["action"]["rotation"] = 3  # would run off the track

    with pytest.raises(Differs, match="entry 67"):
        verify(changed(edit))


def test_a_wrong_piece_is_noticed():
    def edit(data):
        data["entries"][3]["action"]["piece"] = 13

    with pytest.raises(Differs, match=r"entry 4 .*Piece 12 was drawn"):
        verify(changed(edit))


def test_a_recording_may_begin_anywhere():
    def edit(data):
        for entry in data["entries"]:
            action = entry["action"]
            for field in ("hex", "home"):
                if field in action:
                    action[field] = [action[field][0] + 3, action[field][1] - 5]
            if isinstance(action.get("routes"), list):
                for route in action["routes"]:
                    route["stops"] = [[q + 3, r - 5] for q, r in route["stops"]]

    assert verify(changed(edit)).actions == verify(SUBURBAN).actions


def test_another_version_is_refused():
    with pytest.raises(Differs, match="version"):
        verify({**SUBURBAN, "version": 2})


def test_an_unknown_check_is_an_error():
    with pytest.raises(ValueError, match="weather"):
        verify(changed(lambda data: data["entries"][36]["check"].update(weather="fine")))


# --- every form of entry ----------------------------------------------------------------------


def reader():
    return Reader(["P1", "P2", "P3"], Hex(0, 0))


def read(game, action, **entry):
    return reader().read(game, {"action": action, **entry})[1]


def trains():
    game = at_stock()
    launched(game, 0, "express")
    launched(game, 1, "suburban")
    give(game, "suburban", "2")
    operating(game, "express", "trains")
    return game


def test_forms_of_train_purchases():
    game = trains()
    for action, expected in (
        ({"source": "stack", "train": "2", "price": 100}, BuyTrain("stack", "2", 100)),
        ({"source": "pool", "train": 3, "price": 200}, BuyTrain("pool", "3", 200)),
        ({"source": "suburban", "train": "2", "price": 7}, BuyTrain("suburban", "2", 7)),
        (
            {"source": "stack", "train": "infinity", "price": 800, "trade_in": "4"},
            BuyTrain("stack", "infinity", 800, "4"),
        ),
        ({"source": "stack", "train": "∞", "price": 1000}, BuyTrain("stack", "infinity", 1000)),
        ({"source": "pool", "train": 5}, BuyTrain("pool", "5", 450)),
    ):
        assert read(game, {"type": "buy_train", **action}, company="express") == [expected]


def test_a_train_sale_is_answered_by_the_sellers_president():
    game = trains()
    game.apply(0, BuyTrain("suburban", "2", 7))
    assert reader().read(game, {"seat": "P2", "action": {"type": "accept_train_sale"}}) == (1, [Answer(True)])
    assert read(game, {"type": "decline_train_sale"}, company="suburban") == [Answer(False)]


def test_a_pass_of_the_next_stock_round_does_not_end_a_companys_turn():
    game = trains()
    game.state.companies["express"].trains = ["2"]
    with pytest.raises(IllegalMove, match="pass in stock rounds"):
        read(game, {"type": "pass"}, seat="P1")


def test_entries_may_name_the_seat_instead_of_the_company():
    presidents = {"eastern_mining": "P1", "expansive": "P2", "northern_port": "P3", "suburban": "P1"}

    def edit(data):
        for entry in data["entries"]:
            if "company" in entry:
                entry["seat"] = presidents[entry.pop("company")]

    assert verify(changed(edit)) == verify(SUBURBAN)


def test_without_companies_a_train_bought_after_the_run_is_no_leadoff_train_of_the_next():
    """P2's company runs next; P1's train was bought at the end of the turn, so nothing ran."""
    replay = Replay(SUBURBAN)
    buy = {"seat": "P1", "action": {"type": "buy_train", "source": "stack", "train": "2", "price": 100}}
    run = {"action": {"type": "run_routes", "routes": "local"}}
    replay.entries = [buy, {"seat": "P2", **run}]
    assert not replay._means_leadoff(0)
    replay.entries = [buy, {"seat": "P1", **run}]
    assert replay._means_leadoff(0)


def test_forms_of_routes():
    game = at_stock()
    launched(game, 0, "express")
    give(game, "express", "2")
    operating(game, "express", "run")
    for routes, expected in (
        ("best", Run(("best",))),
        ("local", Run(("local",))),
        ([{"train": "2", "stops": [[0, 0], [1, -1]]}], Run(("2:M12-N11",))),
        ([{"train": "infinity", "stops": [[0, 0]]}], Run(("infinity:M12", "2:-"))),
        ([], Run(())),
    ):
        assert read(game, {"type": "run_routes", "routes": routes}, company="express") == [expected]
    game.state.companies["express"].trains.clear()
    assert read(game, {"type": "run_routes", "routes": "local"}, company="express") == [Run(("best",))]


def test_a_train_that_a_list_of_routes_leaves_out_did_not_run():
    game = at_stock()
    launched(game, 0, "eastern_mining")
    give(game, "eastern_mining", "2", "2")
    operating(game, "eastern_mining", "run")
    home = next(name for name, land in game.state.land.items() if land.home == "eastern_mining")
    game.apply(0, Run((f"2:{home}", "2:-")))
    assert game.state.turn.earnings == 30, "the mine's first stop, once"


def test_what_the_game_settles_by_itself_may_be_listed_all_the_same():
    """A president of both companies who consents to himself, and what is done with earnings of 0."""
    game = trains()
    game.state.companies["suburban"].president = 0
    game.apply(0, BuyTrain("suburban", "2", 7))
    assert read(game, {"type": "accept_train_sale"}, seat="P1") == []
    assert read(game, {"type": "dividend", "kind": "withhold"}, company="express") == []
    game.state.turn.earnings = 20
    with pytest.raises(IllegalMove):
        game.must_be_legal(0, read(game, {"type": "dividend", "kind": "withhold"}, company="express")[0])


def test_a_consent_within_one_hand_to_a_merger_may_be_listed():
    from .test_merger import neighbours

    game = neighbours()
    game.state.companies["suburban"].president = 0
    game.apply(0, Propose("suburban"))
    assert read(game, {"type": "accept_merger"}, seat="P1") == []


def test_after_a_bankruptcy_a_recording_that_goes_on_was_played_on():
    replay = Replay(SUBURBAN)
    replay.game = trains()
    state = replay.game.state
    for seat in range(3):
        state.bank += state.cash[seat]
        state.cash[seat] = 0
    express = state.companies["express"]
    state.bank += express.cash
    express.cash = 0
    assert Bankrupt in replay.game.pending()[0].kinds
    assert replay._decline(0)
    assert state.out == [0]
    assert not replay.game.over


def test_several_companies_sold_at_once_are_a_sale_each_and_in_a_forced_purchase_a_share_each():
    game = at_stock()
    launched(game, 0, "express")
    launched(game, 0, "suburban")
    sales = {"type": "sell_shares", "sales": {"express": 2, "suburban": 1}}
    assert read(game, sales, seat="P1") == [Sell("express", 2), Sell("suburban", 1)]
    operating(game, "express", "trains")
    assert read(game, sales, seat="P1") == [Sell("express", 1), Sell("express", 1), Sell("suburban", 1)]


def test_mergers_and_majors_by_charter_or_by_name():
    from .test_merger import neighbours

    game = neighbours()
    assert read(game, {"type": "propose_merger", "partner": "suburban"}, company="express") == [
        Propose("suburban")
    ]
    game.apply(0, Propose("suburban"))
    assert read(game, {"type": "accept_merger"}, company="suburban") == [Answer(True)]
    game.apply(1, Answer(True))
    form = {"type": "form_major", "major": "consortium", "name": "Conglomerate"}
    assert read(game, form, company="express") == [Form("conglomerate")]
    game.apply(0, Form("conglomerate"))
    assert reader().company(game.state, "consortium") == "conglomerate"
    assert reader().company(game.state, "Conglomerate") == "conglomerate"


def test_a_discarded_train():
    game = trains()
    game.state.companies["express"].trains = ["3", "4"]
    game.state.rank = "5"
    assert read(game, {"type": "discard_train", "train": "3"}, company="express") == [Discard("express", "3")]
    assert read(game, {"type": "discard_train", "train": "4"}, seat="P1") == [Discard("express", "4")]


def test_every_field_of_a_check_is_compared():
    game = trains()
    holders(game, "express", 2, 1, pool=1)
    state = {
        "round": "operating",
        "cycle": 1,
        "number": 1,
        "phase": "yellow",
        "active": "P1",
        "active_company": "express",
        "priority": "P1",
        "earnings": 0,
        "trains_left": {"2": 6, "3": 5},
        "players": {"P1": 180, "P2": 180, "P3": 300},
        "companies": {
            "express": {
                "price": 60,
                "cash": 120,
                "trains": [],
                "extra_hubs": [],
                "president": "P1",
                "shares": {"P1": 2, "P2": 1, "pool": 1, "treasury": 1},
            },
            "suburban": {"trains": ["2"]},
        },
    }
    assert differences(game, reader(), state) == []
    state["companies"]["express"]["shares"]["P2"] = 2
    state["trains_left"]["2"] = 7
    assert [name for name, _, _ in differences(game, reader(), state)] == [
        "2-trains left",
        "shares of express with P2",
    ]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"trains_left": 27}, {"trains_left": 28}),
        ({"trains_left": ["2"] * 6 + ["3"] * 5 + [4, 4, 4, 4, 5, 5, 5, 6, 6, "7"]}, {"trains_left": ["2"]}),
        ({"trains_left": {"2": 6, "∞": 99, "7": 0}}, {"trains_left": {"3": 4}}),
        ({"players": {"P1": {"cash": 180}}}, {"players": {"P1": {"cash": 181}}}),
        ({"companies": {"suburban": {"hubs": 1}}}, {"companies": {"suburban": {"hubs": 2}}}),
        ({"companies": {"suburban": {"hubs": ["HOME"]}}}, {"companies": {"suburban": {"hubs": [[0, 0]]}}}),
        ({"companies": {"suburban": {"hubs": [{"hex": "HOME"}]}}}, {"companies": {"suburban": {"hubs": []}}}),
        ({"companies": {"suburban": {"extra_hubs": 0}}}, {"companies": {"suburban": {"extra_hubs": [40]}}}),
        ({"companies": {"suburban": {"trains": [2]}}}, {"companies": {"suburban": {"trains": ["∞"]}}}),
        ({"companies": {"bridging": None}}, {"companies": {"bridging": {"cash": 100}}}),
        ({"active_company": "express"}, {"active_company": None}),
        ({"active": "P1"}, {"active": None}),
    ],
)
def test_ways_to_write_a_check(good, bad):
    game = trains()
    home = list(board.place_of(board.home_of(game.state, "suburban")))
    good = json.loads(json.dumps(good).replace('"HOME"', json.dumps(home)))
    assert differences(game, reader(), good) == []
    assert len(differences(game, reader(), bad)) == 1


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "mode", "seats", "chance"),
    [
        ("a", "short", 2, 0.0),
        ("b", "long", 3, 0.05),
        ("c", "long", 5, 0.15),
        ("d", "short", 4, 0.3),
        ("e", "long", 4, 0.2),
        ("f", "long", 3, 0.5),
    ],
)
def test_a_whole_game_written_down_without_what_was_declined_replays_the_same(seed, mode, seats, chance):
    """Every action and every key of a check occurs; the last game has blank hexes."""
    data, game = record(seed, mode, seats, chance, blank_hexes=seed == "f")
    replay = Replay(json.loads(json.dumps(data)))
    replay.run()
    while not replay.game.over and replay._decline(len(replay.entries)):
        pass
    assert replay.game.over
    assert replay.game.result() == game.result()


# --- what the format cannot say ---------------------------------------------------------------


def without(data, *names):
    """The recording without some of its checks."""
    data = json.loads(json.dumps(data))
    for entry in data["entries"]:
        for name in names:
            entry.pop(name, None)
    return data


def building(*stack, seats=3):
    """A Long Game whose stack begins with these pieces."""
    rest = list(box.stack_of("long"))
    for item in stack:
        rest.remove(item)
    script = [Outcome("map stack", (*stack, *rest)), Outcome("first builder", (1,))]
    return start(AtlasOptions(), seats, Chance("anew", script=script))


STUCK = [PlacePiece("M12", 0), PlacePiece("O14", 3), PlacePiece("P11", 1), PlacePiece("L14", 4)]
"""Places of pieces 27, 25, 24 and 23 after which piece 1 fits nowhere."""


def test_a_map_that_was_begun_anew_takes_its_second_stack_from_what_is_placed():
    game, places = building("27", "25", "24", "23", "1"), list(STUCK)

    def decide(game):
        if game.state.round == "stock" and game.state.companies:
            return None
        return (game.pending()[0].seat, places.pop(0)) if places else automatic(game)

    data, game = write_down(game, decide, random.Random("anew"), "begun anew")
    placed = [entry for entry in data["entries"] if entry["action"]["type"] == "place_piece"]
    assert len(placed) == 4 + 33
    assert placed[4]["action"]["hex"] == [0, 0]
    replay = Replay(json.loads(json.dumps(data)))
    replay.run()
    assert replay.game.state.land == game.state.land
    assert replay.game.state.companies == game.state.companies


def suburban_with(*said):
    """The recording up to the end of the building, and then these decisions (seat, action)."""
    data = json.loads(json.dumps(SUBURBAN))
    data["entries"] = data["entries"][:37]
    data["entries"] += [
        {"n": 38 + number, "seat": seat, "action": action} for number, (seat, action) in enumerate(said)
    ]
    return data


PASSES = [(seat, {"type": "pass"}) for seat in ("P1", "P2", "P3")]


def launching(company):
    return [
        ("P1", {"type": "start_auction", "bid": 125}),
        ("P2", {"type": "pass"}),
        ("P3", {"type": "pass"}),
        ("P1", {"type": "launch", "company": company}),
    ]


def test_charters_that_were_dealt_again_lie_so_that_the_launches_are_possible():
    """Express lies at the bottom of its column, until nobody launches anything."""
    with pytest.raises(Differs, match=r"entry 41 \(launch\).*first charter"):
        verify(suburban_with(*launching("express")))
    replay = Replay(suburban_with(*PASSES, *launching("express")))
    replay.run()
    state = replay.game.state
    assert list(state.companies) == ["express"]
    left = [minor for column in state.columns for minor in column]
    assert sorted([*left, "express"]) == sorted(box.minors())
    assert [len(column) for column in state.columns] == [3, 4, 4]


def test_charters_dealt_again_keep_their_columns_if_these_fit():
    replay = Replay(suburban_with(*PASSES, *launching("eastern_mining")))
    replay.run()
    assert replay.game.state.columns == [
        SUBURBAN["setup"]["columns"][0][1:],
        *SUBURBAN["setup"]["columns"][1:],
    ]


def lone(*plan):
    """A Short Game of two in which one company operates alone, by this plan of actions."""
    game = start(AtlasOptions(mode="short"), 2, Chance("lone"))
    left = list(plan)

    def decide(game):
        if game.state.round == "building":
            return automatic(game)
        if not left:
            return None
        action = left.pop(0)
        return game.pending()[0].seat, action(game) if callable(action) else action

    return write_down(game, decide, random.Random("lone"), "alone")


def first_launch(game):
    return next(action for action in game.legal_actions(game.pending()[0].seat, Launch))


def first_lay(game):
    return next(action for action in game.legal_actions(game.pending()[0].seat, Lay))


BUY = BuyTrain("stack", "2", 100)
ALONE = [Bid(400), Pass(), first_launch, Pass(), Pass()]


@pytest.mark.parametrize("kept", ["all checks", "checks before", "the last check"])
@pytest.mark.parametrize(
    "turns",
    [
        [BUY, first_lay, Run(), lambda game: PayOut() if game.state.turn.earnings else Done(), Done()],
        [Run(), BUY, Done(), first_lay, Run(), lambda game: PayOut() if game.state.turn.earnings else Done()],
    ],
    ids=["as its leadoff train", "at the end of its turn"],
)
def test_a_lone_company_bought_its_train_when_the_checks_say(turns, kept):
    """Bought, laid, run: either in one turn, or the train at the end of a turn in which nothing ran."""
    data, game = lone(*ALONE, *turns)
    kinds = [entry["action"]["type"] for entry in data["entries"] if "company" in entry]
    assert kinds[:3] == ["buy_train", "lay_tile", "run_routes"]
    last = data["entries"][-1]["check"]
    if kept != "all checks":
        data = without(data, "check", *(() if kept == "checks before" else ("check_before",)))
        data["entries"][-1]["check"] = last
    replay = Replay(data)
    replay.run()
    assert replay.game.state.market == game.state.market
    assert replay.game.state.cash == game.state.cash


def test_what_differs_first_is_said_though_other_places_were_tried():
    data, _ = lone(*ALONE, BUY, first_lay, Run())
    data = without(data, "check_before")
    for entry in data["entries"][-3:]:
        entry["check"]["players"]["P1"] += 1
    with pytest.raises(Differs, match=r"\(buy_train\): cash of P1"):
        verify(data)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("stack", [12], "the setup: stack"),
        ("columns", [["express"], ["suburban"], ["tunneling"]], "the setup: columns"),
        ("columns", [["express"] * 4] * 3, "the setup: columns"),
    ],
)
def test_a_setup_that_is_not_in_the_box_is_said(field, value, reason):
    with pytest.raises(Differs, match=reason):
        verify(changed(lambda data: data["setup"].update({field: value})))


@pytest.mark.parametrize(("trains", "sold"), [(["2"], True), ([], False), (None, True)])
def test_an_offer_whose_answer_is_not_recorded_was_accepted_unless_a_check_denies_it(trains, sold):
    replay = Replay(SUBURBAN)
    replay.game = at_stock()
    launched(replay.game, 0, "express")
    launched(replay.game, 1, "suburban")
    give(replay.game, "suburban", "2")
    give(replay.game, "express", "2")
    operating(replay.game, "express", "trains")
    buy = {"type": "buy_train", "source": "suburban", "train": "2", "price": 7}
    issue = {"company": "suburban", "action": {"type": "issue_share"}}
    if trains is not None:
        issue["check"] = {"companies": {"express": {"trains": ["2", *trains]}}}
    replay.reader = reader()
    replay.entries = [{"company": "express", "action": buy}, issue]
    replay.run()
    assert (replay.game.state.companies["suburban"].trains == []) == sold


@pytest.mark.parametrize(("priority", "good"), [("P2", True), ("P1", True), ("P3", False)])
def test_whoever_counts_as_last_to_act_after_an_auction_that_another_won(priority, good):
    """P1 starts it, P3 wins, all pass: P2 sits after the one, P1 after the other (RULINGS.md, 7)."""
    data = suburban_with(
        ("P1", {"type": "start_auction", "bid": 125}),
        ("P2", {"type": "pass"}),
        ("P3", {"type": "raise_bid", "bid": 130}),
        ("P1", {"type": "pass"}),
        ("P3", {"type": "launch", "company": "eastern_mining"}),
        ("P2", {"type": "pass"}),
        ("P3", {"type": "pass"}),
        ("P1", {"type": "pass"}),
    )
    data["entries"][-1]["check"] = {"round": "operating", "priority": priority}
    if good:
        assert verify(data).actions == 36 + 8
    else:
        with pytest.raises(Differs, match="priority: expected P3, got P2"):
            verify(data)


def test_which_of_two_hubs_stayed_is_found_out_by_trying_both():
    """No entry says it; Consortium is left with the hub on one half of a port or on the other."""
    from .test_merger import two_hubs_on_a_port

    replay = Replay(SUBURBAN)
    replay.game = two_hubs_on_a_port()
    others = []
    assert replay._decline(0, others)
    port = next(name for name, land in replay.game.state.land.items() if land.home == "northern_port")
    assert replay.game.state.land[port].hubs == [["consortium"], []]
    assert len(others) == 1
    replay._load(others[0])
    assert replay.game.state.land[port].hubs == [[], ["consortium"]]


# --- files that are no recordings -------------------------------------------------------------


def of_action(number, **changes):
    return lambda data: data["entries"][number - 1]["action"].update(changes)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda data: data.pop("setup"), "no recording.*`setup`"),
        (lambda data: data["setup"].pop("seats"), "no recording.*`seats`"),
        (lambda data: data["setup"].update(mode="huge"), "no recording.*'huge'"),
        (lambda data: data["setup"].update(destination_card="x"), "card 'x' is not known"),
        (lambda data: data["setup"].update(priority="P9"), "priority is 'P9'; there are P1, P2, P3"),
        (lambda data: data["entries"][40].update(seat="P9"), "entry 41: the seat is 'P9'"),
        (lambda data: data["entries"][52]["check"]["players"].update(P9=1), "entry 53: .*'P9'"),
        (lambda data: data["entries"][52]["check"].update(players=3), "entry 53: .*players"),
        (lambda data: data["entries"][52]["check"].update(companies={"express": 3}), "entry 53: .*compan"),
        (of_action(38, type="dance"), "entry 38: .*'dance'"),
        (of_action(38, bid="much"), "entry 38: .*int"),
        (of_action(66, hex="A1"), "entry 66: .*hex"),
        (of_action(59, kind="keep"), "entry 59: .*'keep'"),
        (of_action(69, routes="all"), "entry 69: .*'all'"),
    ],
)
def test_a_file_that_is_no_recording_is_refused_with_what_is_wrong_where(edit, reason, tmp_path, capsys):
    data = changed(edit)
    with pytest.raises(ValueError, match=reason):
        verify(data)
    path = tmp_path / "recording.json"
    path.write_text(json.dumps(data))
    assert main(["replay", str(path)]) == 1
    assert "cannot be read" in capsys.readouterr().err
