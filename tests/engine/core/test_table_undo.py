"""Taking moves back: freely, by consent, for the whole table; nothing is ever deleted."""

import dataclasses

import pytest

from engine.core.errors import NotAllowed, NotRunning, NotSeated, Refused
from engine.core.log import replay
from engine.core.records import Proposal, SeatRecord
from engine.core.table import Played, StalePanel
from tests.engine.core.tabling import ANNA, NAMES, Clock, begun, bench, lines, said, seated
from tests.engine.toy import HARBOUR, Bid, Dock, HarbourOptions, Trade


async def captained(tables=None, **options):
    """A running game in which the first seat is captain."""
    tables, game, people = await begun(tables, **options)
    for user, amount in zip(people, (3, 0, 0), strict=True):
        await tables.act(game, user, Bid(amount))
    return tables, game, people


async def test_a_move_is_taken_back_freely_while_nobody_else_has_acted():
    tables, game, (first, *_) = await begun()
    before = (await tables.table(game)).game.snapshot()
    await tables.act(game, first, Bid(3))
    done = await tables.undo(game, first)
    assert isinstance(done, Played)
    assert said(done) == ["@P1 takes back a move."]
    table = await tables.table(game)
    assert lines(table) == ["start", "bid 3", "undo 2"]
    assert table.game.snapshot() == before
    assert table.standing() == []


async def test_a_trade_is_taken_back_freely_until_the_next_seat_has_answered():
    tables, game, (first, second, _) = await captained()
    await tables.act(game, first, Trade(5, "cog"))
    assert isinstance(await tables.undo(game, first), Played)
    await tables.act(game, first, Trade(4, "cog"))
    await tables.act(game, second, "protest yes")
    done = await tables.undo(game, first)
    assert isinstance(done, Proposal)
    assert (done.needs, done.cut, done.kind) == ((second,), 7, "undo")
    assert lines(await tables.table(game))[-1] == "protest yes"


async def test_whose_move_was_taken_back_too_must_agree_and_one_no_is_enough():
    tables, game, (first, second, third) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    await tables.act(game, second, "protest yes")
    asked = await tables.undo(game, first)
    with pytest.raises(NotAllowed, match="not needed"):
        await tables.answer(asked.id, third, True)
    with pytest.raises(NotAllowed, match="own proposal"):
        await tables.answer(asked.id, first, True)
    refused = await tables.answer(asked.id, second, False)
    assert isinstance(refused, Proposal)
    assert refused.status == "refused"
    with pytest.raises(Refused, match="was refused"):
        await tables.answer(asked.id, second, True)
    assert lines(await tables.table(game))[-1] == "protest yes"

    again = await tables.undo(game, first)
    done = await tables.answer(again.id, second, True)
    assert isinstance(done, Played)
    assert said(done) == ["@P1 takes back a move, and with it what @P2 did since."]
    assert done.proposal.status == "accepted"
    assert [asked.seat for asked in done.table.waiting()] == [0]


async def test_a_drawn_card_is_given_back_only_if_all_others_agree_and_is_drawn_again():
    tables, game, (first, second, third) = await captained()
    await tables.act(game, first, Dock())
    hand = list((await tables.table(game)).game.state.hands[0])
    asked = await tables.undo(game, first)
    assert set(asked.needs) == {second, third}
    half = await tables.answer(asked.id, second, True)
    assert (half.status, half.missing) == ("open", (third,))
    done = await tables.answer(asked.id, third, True)
    assert len(done.table.game.state.hands[0]) == 2
    done = await tables.act(game, first, Dock())
    assert done.table.game.state.hands[0] == hand


async def test_the_last_of_sealed_bids_has_seen_the_others_and_needs_consent():
    tables, game, (first, second, third) = await captained()
    asked = await tables.undo(game, third)
    assert isinstance(asked, Proposal)
    assert set(asked.needs) == {first, second}


async def test_who_acts_while_a_proposal_is_open_is_asked_too():
    tables, game, (first, second, third) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    await tables.act(game, second, "protest")
    asked = await tables.undo(game, first)
    assert asked.needs == (second,)
    await tables.act(game, third, Bid(1))
    still = await tables.answer(asked.id, second, True)
    assert (still.status, still.needs, still.missing) == ("open", (second, third), (third,))
    assert isinstance(await tables.answer(asked.id, third, True), Played)


async def test_a_proposal_lapses_if_its_moves_are_taken_back_otherwise():
    tables, game, (first, second, _third) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    await tables.act(game, second, "protest")
    asked = await tables.undo(game, first)
    await tables.rewind(game, 99, 4, manager=True)
    done = await tables.answer(asked.id, second, True)
    assert done.status == "lapsed"
    assert await tables.proposals(game) == []


async def test_asking_twice_is_one_proposal_and_it_survives_a_restart():
    tables, game, (first, second, third) = await captained()
    await tables.act(game, first, Dock())
    asked = await tables.undo(game, first)
    assert await tables.undo(game, first) == asked
    restarted = bench(tables.store)
    assert await restarted.proposals(game) == [asked]
    await restarted.answer(asked.id, second, True)
    assert isinstance(await restarted.answer(asked.id, third, True), Played)


async def test_its_proposer_can_withdraw_it():
    tables, game, (first, *_) = await captained()
    await tables.act(game, first, Dock())
    asked = await tables.undo(game, first)
    assert (await tables.answer(asked.id, first, False)).status == "withdrawn"


async def test_two_clicks_on_undo_take_back_one_move():
    tables, game, (first, _second, _third) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    seen = (await tables.table(game)).version
    await tables.undo(game, first, seen_version=seen)
    with pytest.raises(StalePanel):
        await tables.undo(game, first, seen_version=seen)
    assert lines(await tables.table(game))[-1] == "undo 5"


async def test_a_repeated_answer_is_harmless():
    tables, game, (first, second, _third) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    await tables.act(game, second, "protest")
    asked = await tables.undo(game, first, interaction="u")
    assert await tables.undo(game, first, interaction="u") == asked
    done = await tables.answer(asked.id, second, True, interaction="y")
    again = await tables.answer(asked.id, second, True, interaction="y")
    assert again.duplicate
    assert again.entries == done.entries


async def test_nothing_to_take_back_is_said():
    tables, game, (first, *_) = await begun()
    with pytest.raises(Refused, match="no move that could be taken back"):
        await tables.undo(game, first)
    with pytest.raises(NotSeated):
        await tables.undo(game, 99)


async def test_one_person_in_all_seats_takes_back_freely():
    tables = bench()
    record = await tables.open(1, None, "harbour", HarbourOptions(), SeatRecord(ANNA, "Anna"), hotseat=True)
    await tables.join(record.id, SeatRecord(ANNA, "Anna too"))
    await tables.start(record.id, ANNA)
    await tables.act(record.id, ANNA, Bid(3))
    await tables.act(record.id, ANNA, Bid(2))
    await tables.act(record.id, ANNA, Dock())
    for line in ("undo 4", "undo 3", "undo 2"):
        await tables.undo(record.id, ANNA)
        assert lines(await tables.table(record.id))[-1] == line


async def test_a_game_plays_on_after_undo_and_its_log_replays():
    tables, game, (first, second, _third) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    await tables.undo(game, first)
    await tables.act(game, first, "play 1" if 1 in (await _hand(tables, game)) else Dock())
    await tables.act(game, second, Bid(2))
    table = await tables.table(game)
    assert replay(HARBOUR, table.record, table.log).snapshot() == table.game.snapshot()
    fresh = await bench(tables.store).table(game)
    assert fresh.game.snapshot() == table.game.snapshot()


async def _hand(tables, game):
    return (await tables.table(game)).game.state.hands[0]


async def test_the_table_goes_back_by_consent_of_all_or_by_a_manager():
    tables, game, (first, second, third) = await captained()
    asked = await tables.rewind(game, second, 1)
    assert set(asked.needs) == {first, third}
    assert asked.sentence == "@P2 proposes that the table goes back the last 3 moves."
    await tables.answer(asked.id, first, True)
    done = await tables.answer(asked.id, third, True)
    assert lines(done.table)[-1] == "rewind 2"
    assert said(done) == ["The table goes back 3 moves."]
    await tables.act(game, first, Bid(5))
    with pytest.raises(Refused, match="from 1 to 5"):
        await tables.rewind(game, 99, 6, manager=True)
    done = await tables.rewind(game, 99, 5, manager=True)
    assert done.entries[0].move.kind == "manager"
    assert done.entries[0].move.actor == 99
    with pytest.raises(NotSeated, match="or a manager"):
        await tables.rewind(game, 98, 2)


async def test_going_back_leaves_what_was_changed_about_the_table():
    tables, game, (first, _second, _third) = await captained()
    await tables.replace(game, 99, 1, SeatRecord(77, "Sub"), manager=True)
    await tables.act(game, first, Trade(4, "cog"))
    await tables.rewind(game, 99, 1, manager=True)
    table = await tables.table(game)
    assert table.seats[1].user == 77
    assert [asked.seat for asked in table.waiting()] == [0, 1, 2]


async def test_a_failed_undo_changes_nothing():
    tables, game, (first, *_) = await captained()
    await tables.act(game, first, Trade(4, "cog"))
    before = await tables.table(game)
    tables.store.snapshots[game].clear()

    def unable(*_):
        raise KeyError("a changed rule")

    unloadable = dataclasses.replace(before, title=dataclasses.replace(HARBOUR, start=unable))
    tables._shelf.hold(unloadable)
    with pytest.raises(Refused, match="cannot go back"):
        await tables.undo(game, first)
    assert await tables.table(game) is unloadable
    assert lines(unloadable)[-1] == "trade 4 cog"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("@everyone", "everyone"),
        ("<@123> <#4> </game end:5>", "123 #4 /game end:5"),
        ("[free](https://x.y)", "free(https:x.y)"),
        ("**`B`** ||_o_|| ~~b~~\n\u202e|7", "B _o_ b 7"),
        ("@P1\u200b", "P1"),
        ("\n", "somebody"),
    ],
)
async def test_a_substitutes_name_is_only_a_name(name, shown):
    tables, game, _ = await begun()
    done = await tables.replace(game, 99, 1, SeatRecord(77, name), manager=True)
    assert said(done)[0].startswith(f"{shown} takes over from ")
    assert "\n" not in done.entries[0].move.line


async def test_a_seat_given_to_the_automatic_player_says_so():
    tables, game, (_first, second, _third) = await begun(
        bench(title=dataclasses.replace(HARBOUR, autoplay=lambda game, _seat: Bid(0)))
    )
    done = await tables.replace(game, 99, 1, SeatRecord(None, NAMES[second]), manager=True)
    assert said(done)[0] == "@P2 is played automatically from now on."


async def test_a_player_is_replaced_by_a_manager_or_by_a_vote_after_the_agreed_time():
    clock = Clock()
    tables, game, (first, second, third) = await begun(bench(clock=clock))
    await tables.act(game, first, Bid(1))
    await tables.act(game, third, Bid(0))
    substitute = SeatRecord(77, "@Sub\n")
    with pytest.raises(NotAllowed, match="waited 72 hours"):
        await tables.replace(game, first, 1, substitute)
    clock.pass_hours(72)
    asked = await tables.replace(game, first, 1, substitute)
    assert (asked.needs, asked.majority) == ((third,), True)
    assert asked.sentence == "@P1 proposes that Sub plays for @P2."
    done = await tables.answer(asked.id, third, True)
    assert said(done) == [f"Sub takes over from {NAMES[second]}."]
    await tables.act(game, 77, Bid(4))
    with pytest.raises(NotSeated):
        await tables.act(game, second, Bid(4))
    with pytest.raises(Refused, match="already has a seat"):
        await tables.replace(game, 99, 0, substitute, manager=True)
    done = await tables.replace(game, 99, 0, SeatRecord(second, "Bert"), manager=True)
    assert done.table.seats_of(second) == (0,)
    await tables.replace(game, third, 2, SeatRecord(55, "Heir"))  # the own seat is given away freely


async def test_a_paused_game_takes_no_moves_and_goes_on():
    tables, game, (first, _second, _third) = await begun()
    asked = await tables.pause(game, first)
    assert isinstance(asked, Proposal)
    await tables.pause(game, 99, manager=True)
    with pytest.raises(NotRunning, match="paused"):
        await tables.act(game, first, Bid(1))
    assert (await tables.table(game)).waiting() == ()
    assert (await tables.in_channel(1)).status == "paused"
    await tables.resume(game, 99, manager=True)
    await tables.act(game, first, Bid(1))
    assert lines(await tables.table(game)) == ["start", "pause", "resume", "bid 1"]


async def test_a_game_ends_before_its_time_by_consent_or_by_a_manager():
    tables, game, (first, second, third) = await begun()
    asked = await tables.end(game, second)
    await tables.answer(asked.id, first, True)
    await tables.answer(asked.id, third, True)
    assert (await tables.record(game)).status == "ended"
    assert await tables.in_channel(1) is None
    tables, game, _ = await begun()
    await tables.end(game, 99, manager=True)
    with pytest.raises(NotRunning, match="not running"):
        await tables.resume(game, 99, manager=True)


async def test_who_leaves_frees_the_seat_for_a_substitute_and_the_last_ends_the_game():
    tables, game, (first, second, third) = await begun()
    done = await tables.leave(game, second)
    assert said(done) == ["@P2 has left the game. The seat is free for a substitute."]
    assert done.table.seats[1].vacant
    asked = await tables.replace(game, first, 1, SeatRecord(77, "Sub"))  # at once: the seat is free
    await tables.answer(asked.id, third, True)
    assert (await tables.table(game)).seats_of(77) == (1,)
    for user in (first, third, 77):
        await tables.leave(game, user)
    assert (await tables.record(game)).status == "ended"


async def test_a_lobby_is_ended_by_its_host_or_a_manager():
    tables = bench()
    record = await seated(tables, ANNA)
    with pytest.raises(NotAllowed):
        await tables.end(record.id, 55)
    assert (await tables.end(record.id, 55, manager=True)).status == "ended"
