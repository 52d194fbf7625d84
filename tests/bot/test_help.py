"""`/help`: what can be asked of the game that is played here."""

from bot.commands.help import help_text
from bot.limits import DISPLAYED_TEXT
from tests.bot.live import KNOWN


def test_the_questions_of_the_game_played_here_are_listed_and_all_fits():
    for title in KNOWN.values():
        text = help_text(tuple(KNOWN.values()), title)
        assert len(text) <= DISPLAYED_TEXT
        assert all(f"`/show {kind.name}`: {kind.description}" in text for kind in title.reports)


async def test_help_in_a_channel_with_a_game_names_its_questions(standin, live):
    person = standin.player(1)
    assert "/show deliveries" not in (await person.slash("/help")).text
    await person.slash("/game new", title="age_of_steam")
    assert "/show deliveries" in (await person.slash("/help")).text
