"""I. Issue Shares."""

from engine.age_of_steam.actions import Issue

from .position import act, refused, table


def shares_table(**options):
    return table(phase="issue_shares", cash=10, **options)


def test_the_example_two_shares_one_share_and_none():
    # John issues two: "4 shares" and $10 more; Dave one: "3 shares" and $5 more; Pete none.
    game = shares_table()
    for seat, count in enumerate((2, 1, 0)):
        act(game, seat, Issue(count))
    assert [(player.shares, player.cash) for player in game.state.players] == [(4, 20), (3, 15), (2, 10)]


def test_shares_are_issued_in_player_order():
    game = shares_table(order=[2, 0, 1])
    for seat in (2, 0, 1):
        assert [each.seat for each in game.pending()] == [seat]
        act(game, seat, Issue(0))
    assert game.state.phase == "player_order"


def test_nobody_has_to_issue_a_share():
    game = shares_table()
    act(game, 0, Issue(0))
    assert game.state.players[0].shares == 2


def test_no_more_shares_than_the_track_allows_in_the_whole_game():
    # 15 is the last box of the Issued Shares Track.
    game = shares_table()
    game.state.players[0].shares = 13
    refused(game, 0, Issue(3), "from 0 to 2")
    act(game, 0, Issue(2))
    assert game.state.players[0].shares == 15


def test_at_the_last_box_only_none_may_be_issued():
    game = shares_table()
    game.state.players[0].shares = 15
    refused(game, 0, Issue(1), "all your shares")
    assert game.forced() == (0, Issue(0))


def test_shares_cannot_be_taken_back():
    refused(shares_table(), 0, Issue(-1))


def test_nobody_issues_out_of_turn():
    refused(shares_table(), 1, Issue(1), "not your turn")
