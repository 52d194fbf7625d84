"""Settings come from the environment and a .env file; what is wrong is said in one sentence."""

import pytest

from bot.settings import BadSetting, parse_dotenv, read

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz012345678"


def test_without_anything_the_playground_opens(tmp_path):
    settings = read({}, tmp_path / ".env")
    assert settings.token is None
    assert settings.database_url.startswith("sqlite+aiosqlite:///")


def test_the_environment_wins_over_the_file(tmp_path):
    file = tmp_path / ".env"
    file.write_text(
        'LOG_LEVEL=debug\nNUDGE_HOURS="12"  # twice a day\n# comment\nexport RENDER_PROCESSES=2\n'
    )
    settings = read({"NUDGE_HOURS": "6"}, file)
    assert (settings.log_level, settings.nudge_hours, settings.render_processes) == ("DEBUG", 6, 2)


def test_the_token_is_in_no_text(tmp_path):
    settings = read({"DISCORD_TOKEN": f"Bot {TOKEN}"}, tmp_path / ".env")
    assert settings.token == TOKEN
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DISCORD_TOKEN", "hunter2", "does not look like a bot token"),
        ("LOG_LEVEL", "loud", "DEBUG, INFO, WARNING or ERROR"),
        ("NUDGE_HOURS", "often", "a number from 0 to 720"),
        ("RENDER_PROCESSES", "0", "from 1 to 32, not 0"),
        ("RENDER_PROCESSES", "1.5", "a whole number"),
        ("DATABASE_URL", "mysql://x", "sqlite\\+aiosqlite"),
    ],
)
def test_a_bad_value_is_one_clear_sentence(tmp_path, name, value, sentence):
    with pytest.raises(BadSetting, match=sentence) as caught:
        read({name: value}, tmp_path / ".env")
    assert "hunter2" not in str(caught.value)


def test_a_bad_line_is_named():
    with pytest.raises(BadSetting, match="Line 2"):
        parse_dotenv("A=1\nnonsense\n")


def test_quotes_and_comments():
    assert parse_dotenv("A='x # y' # z\nB=p#q\nC=\n") == {"A": "x # y", "B": "p#q", "C": ""}
