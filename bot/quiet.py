"""Quiet hours, in each player's own time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from storage import Preferences


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of a name such as `Europe/Berlin`; None if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def quiet_until(wish: Preferences, now: datetime) -> datetime | None:
    """When the player's quiet hours end, if they are on now; None otherwise.

    Quiet hours are minutes after midnight in the player's zone, from `quiet_from` up to `quiet_to`; they may
    run over midnight.
    """
    if wish.quiet_from is None or wish.quiet_to is None or wish.quiet_from == wish.quiet_to:
        return None
    local = now.astimezone(zone_of(wish.timezone) or UTC)
    minute = local.hour * 60 + local.minute
    over_midnight = wish.quiet_from > wish.quiet_to
    if over_midnight:
        inside = minute >= wish.quiet_from or minute < wish.quiet_to
    else:
        inside = wish.quiet_from <= minute < wish.quiet_to
    if not inside:
        return None
    end = local.replace(hour=wish.quiet_to // 60, minute=wish.quiet_to % 60, second=0, microsecond=0)
    if over_midnight and minute >= wish.quiet_from:
        end += timedelta(days=1)
    return end.astimezone(UTC)
