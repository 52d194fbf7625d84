"""The environment as typed settings. A missing or bad value is one clear sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class BadSetting(Exception):
    """A setting is missing or makes no sense; `str(error)` says which, and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside. See .env.example for the meaning of each."""

    token: str | None = None
    """The bot's token; None opens the playground."""
    database_url: str = "sqlite+aiosqlite:///roundhouse.db"
    titles: tuple[str, ...] = ()
    """Ids of the titles to offer; empty means all."""
    log_level: str = "INFO"
    render_processes: int = 1
    picture_seconds: float = 10.0
    """How long a picture may take before the text is posted without it."""
    nudge_hours: float = 24.0
    """A game's pace unless `/game new` says another; 0 is off."""
    nudge_cap: int = 5
    """How many reminders one turn may get before the table is told once and then left in peace."""
    idle_minutes: float = 30.0
    """Games not touched for so long leave memory."""
    data_folder: str | None = None
    """The owner's own component values, for titles that take them."""
    playground_port: int = 8420

    def __repr__(self) -> str:  # never shows the token, nor a database password
        return f"Settings(token={'set' if self.token else 'unset'}, titles={self.titles or 'all'})"


def read(environ: Mapping[str, str] | None = None, dotenv: Path | None = None) -> Settings:
    """The settings from the environment; what it lacks is looked up in the file `.env`, if there is one.

    Raises BadSetting.
    """
    env: dict[str, str] = {}
    path = dotenv if dotenv is not None else Path(".env")
    if path.is_file():
        env.update(parse_dotenv(path.read_text(encoding="utf-8"), str(path)))
    env.update(os.environ if environ is None else environ)
    base = Settings()
    token = env.get("DISCORD_TOKEN", "").strip() or None
    if token is not None and not re.fullmatch(r"[\w.\-]{20,}", token.removeprefix("Bot ")):
        raise BadSetting(
            "DISCORD_TOKEN does not look like a bot token. Copy it from the page “Bot” of your application "
            "at discord.com/developers, or leave it empty to open the playground."
        )
    level = env.get("LOG_LEVEL", base.log_level).strip().upper() or base.log_level
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise BadSetting(f"LOG_LEVEL is DEBUG, INFO, WARNING or ERROR, not “{level}”.")
    database = env.get("DATABASE_URL", "").strip() or base.database_url
    if not re.match(r"(sqlite\+aiosqlite|postgresql\+asyncpg)://", database):
        raise BadSetting(
            "DATABASE_URL begins with sqlite+aiosqlite:// or postgresql+asyncpg:// "
            f"(for instance {base.database_url})."
        )
    return Settings(
        token=token.removeprefix("Bot ") if token else None,
        database_url=database,
        titles=tuple(filter(None, re.split(r"[\s,]+", env.get("ROUNDHOUSE_TITLES", "")))),
        log_level=level,
        render_processes=int(_number(env, "RENDER_PROCESSES", base.render_processes, 1, 32, whole=True)),
        picture_seconds=_number(env, "PICTURE_SECONDS", base.picture_seconds, 0.1, 600),
        nudge_hours=_number(env, "NUDGE_HOURS", base.nudge_hours, 0, 24 * 30),
        nudge_cap=int(_number(env, "NUDGE_CAP", base.nudge_cap, 0, 50, whole=True)),
        idle_minutes=_number(env, "IDLE_MINUTES", base.idle_minutes, 0.1, 60 * 24 * 7),
        data_folder=env.get("ROUNDHOUSE_DATA", "").strip() or None,
        playground_port=int(_number(env, "PLAYGROUND_PORT", base.playground_port, 0, 65535, whole=True)),
    )


def parse_dotenv(text: str, where: str = ".env") -> dict[str, str]:
    """The lines `NAME=value` of a .env file; `#` begins a comment, quotes around a value are taken off.

    Raises BadSetting, naming the line.
    """
    found: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip().removeprefix("export ")
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(r"([A-Za-z_]\w*)\s*=\s*(.*)", line)
        if match is None:
            raise BadSetting(f"Line {number} of {where} is not NAME=value.")
        value = match[2].strip()
        quoted = re.fullmatch(r"""(["'])(.*)\1(\s+#.*)?""", value)
        found[match[1]] = quoted[2] if quoted else re.sub(r"(^|\s+)#.*$", "", value)
    return found


def _number(
    env: Mapping[str, str], name: str, default: float, low: float, high: float, *, whole: bool = False
) -> float:
    said = env.get(name, "").strip()
    if not said:
        return default
    kind = "a whole number" if whole else "a number"
    try:
        value: float = int(said) if whole else float(said)
    except ValueError:
        raise BadSetting(f"{name} is {kind} from {low:g} to {high:g}, not “{said}”.") from None
    if not low <= value <= high:
        raise BadSetting(f"{name} is {kind} from {low:g} to {high:g}, not {said}.")
    return value
