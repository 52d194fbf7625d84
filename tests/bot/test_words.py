"""How tables and results are written so that they can be read on a phone."""

from bot.commands.show import meant
from bot.words import PHONE_COLUMNS, plainly, report_text, result_text, strong, table_text
from engine.core.game import Report, Result, Score
from tests.bot.live import begin


def name(seat):
    return ("**Ann**", "**\\*Bob\\***")[seat]


def test_a_narrow_table_stands_in_a_code_block_and_no_line_is_wider_than_a_phone():
    text = table_text(("Cube", "Way", "Gain"), [("red", "H6 → H7", "+1"), ("blue", "K9", "+12")], name)
    assert text.startswith("```\n")
    assert max(map(len, text.splitlines())) <= PHONE_COLUMNS


def test_a_wide_table_is_a_list_with_a_heading_for_every_cell():
    columns = ("", "Railroad", "Cash", "Income", "Shares", "Links", "Expenses", "Track", "Points")
    rows = [
        ("1", "@P1", "$13", "0", "3", "2", "$5", "0", "-9"),
        ("2", "@P2", "$4", "+2", "", "1", "$4", "–", "1"),
    ]
    lines = table_text(columns, rows, name).splitlines()
    assert lines[0] == (
        "- 1 **Ann** – cash $13, income 0, shares 3, links 2, expenses $5, track 0, points -9"
    )
    assert lines[1] == "- 2 **\\*Bob\\*** – cash $4, income +2, links 1, expenses $4, points 1"


def test_a_long_list_leaves_whole_rows_out():
    rows = [(f"Company {number}", "x" * 60) for number in range(100)]
    text = table_text(("Company", "What it does"), rows, name, 1000)
    assert len(text) <= 1000
    assert text.splitlines()[-1].startswith("… 90 more")


def test_a_report_without_rows_says_so():
    assert report_text(Report("Wilderness"), name).endswith("There is nothing to show now.")


def test_a_result_names_the_winner_and_every_part_of_every_score():
    scores = (
        Score(0, 40, (("wilderness tiles", 30), ("developments along the line", 10)), ""),
        Score(1, 12, (("wilderness tiles", 12),), "out in turn 3"),
    )
    text = result_text(Result(((0,), (1,)), scores), name)
    assert "## **Ann** wins!" in text
    assert "- 1 **Ann** – total 40, wilderness tiles 30, developments along the line 10" in text
    assert "- 2 **\\*Bob\\*** – total 12, wilderness tiles 12, out in turn 3" in text


def test_names_are_bold_once_and_plain_where_nothing_is_formatted():
    assert strong("@P1 bids 5", name) == "**Ann bids 5**"
    assert plainly("@P2's link", name) == "*Bob*'s link"


def test_headings_that_are_names_or_sums_stay_as_they_are_in_a_list():
    columns = ("", "", "total", "Cash", "Suburban: 2 × 60", "New City", "Stage")
    row = ("1", "@P1", "520", "400", "120", "A long enough name of a city", "last")
    assert table_text(columns, [row], name) == (
        "- 1 **Ann** – total 520; cash 400; Suburban: 2 × 60 = 120; New City: A long enough name of a city; "
        "stage: last"
    )


def test_the_argument_of_a_report_may_be_said_as_people_say_it():
    words = ("northern_port", "northern_line", "union")
    assert meant("Northern Port", words) == "northern_port"
    assert meant("uni", words) == "union"
    assert meant("northern", words) == "northern"  # which one is not said; the game asks
    assert meant("", words) == ""


async def test_the_hand_is_the_picture_of_ones_own_cards_alone(standin, live):
    people = standin.players(2)
    await begin(standin, live, people, "transcontinental")
    answer = await people[0].slash("/my hand")
    await standin.until(lambda: answer.messages[-1].attachments, within=20)
    assert [each.filename for each in answer.messages[-1].attachments] == ["hand.png"]
    stranger = await standin.player(3).slash("/game leave")
    assert "no seat" in stranger.text
