"""The film of a game: every frame is the game as it stood, the last as it stands."""

import pytest

from bot.files import snapshots_of
from tests.bot.live import begin, table_in

SEATS = {"age_of_steam": 3, "lost_atlas": 3, "transcontinental": 2}


async def play_some(standin, live, people, moves):
    title = (await table_in(live, standin.channel())).title
    for _ in range(moves):
        table = await table_in(live, standin.channel())
        seat = table.waiting()[0].seat
        action = title.autoplay(table.game, seat)
        await live.house.tables.act(table.id, table.seats[seat].user, action)
    return await table_in(live, standin.channel())


@pytest.mark.parametrize("title", SEATS)
async def test_the_last_frame_shows_the_game_as_it_stands(standin, live, title):
    people = standin.players(SEATS[title])
    await begin(standin, live, people, title)
    table = await play_some(standin, live, people, 12)
    actor = next(move.actor for move in reversed(table.log) if move.actor is not None)
    await live.house.tables.undo(table.id, actor)  # what was taken back is not in the film
    table = await play_some(standin, live, people, 60)
    views = snapshots_of(table)
    assert 2 < len(views) <= 60
    assert views[-1] == table.game.view(None)
    assert views[0] != views[-1]


async def test_a_player_gets_the_film_as_an_animation(standin, live):
    people = standin.players(3)
    await begin(standin, live, people, "age_of_steam")
    await play_some(standin, live, people, 30)
    answer = await people[0].slash("/game film")
    await standin.until(lambda: answer.messages[-1].attachments, within=30)
    film = answer.messages[-1].attachments[0]
    assert film.filename.endswith(".gif")
    standin.assert_no_violations()
