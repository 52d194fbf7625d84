"""The lobby message: what will be played, who sits where, and buttons to join, leave, start and set up."""

from __future__ import annotations

import msgspec

from engine.core.records import GameRecord
from engine.core.title import Options, Title

from .ids import make
from .limits import SELECT_LABEL, SELECT_OPTIONS, SELECT_VALUE, clip
from .setup import in_words, option_specs, seats_in_words
from .sheet import Button, Item, Menu, Sheet
from .words import NEUTRAL, escaped, stamp

MENUS = 6
"""Options that are set up on one page; the rest follows on the next."""


def options_of(title: Title, record: GameRecord) -> Options:
    """The options that a lobby has now."""
    return msgspec.json.decode(record.options, type=title.options)


def lobby_sheet(title: Title, record: GameRecord) -> Sheet:
    """The lobby as everybody in the channel sees it."""
    options = options_of(title, record)
    head = f"## {title.name}\n{title.blurb}".rstrip()
    settings = [f"- {line}" for line in in_words(title, options)]
    allowed = title.seats(options)
    places = [f"{place}. {_who(record, place - 1)}" for place in range(1, len(record.seats) + 1)]
    lines = [
        f"**{seats_in_words(title, options)}**"
        + (" · hotseat: one person may play several" * record.hotseat),
        *settings,
        "",
        f"**At the table ({len(record.seats)}):**",
        *places,
    ]
    if record.status == "lobby":
        missing = allowed.start - len(record.seats)
        lines.append(
            f"-# {missing} more needed. Opened {stamp(record.created)}."
            if missing > 0
            else f"-# Ready: {escaped(_host_name(record))} can start."
            + " Seats are shuffled." * (len(record.seats) > 1)
        )
        rows = (_buttons(title, record, allowed),)
        return Sheet((head, "\n".join(lines)), rows=rows, colour=0x2E7D32 if missing <= 0 else NEUTRAL)
    ended = "The game was called off." if record.status == "ended" else "The game has begun."
    lines.append(f"-# {ended}")
    return Sheet((head, "\n".join(lines)), colour=NEUTRAL)


def _buttons(title: Title, record: GameRecord, allowed: range) -> tuple[Button, ...]:
    full = len(record.seats) >= allowed.stop - 1
    ready = len(record.seats) in allowed
    buttons = [
        Button("Join", make(record.id, 0, "join"), "success", disabled=full),
        Button("Leave", make(record.id, 0, "leave")),
        Button("Start", make(record.id, 0, "start"), "primary", disabled=not ready),
    ]
    buttons.append(Button("Options", make(record.id, 0, "options"), emoji="⚙️"))
    if title.autoplay is not None:
        buttons.append(Button("Add automatic player", make(record.id, 0, "robot"), disabled=full))
    return tuple(buttons)


def _who(record: GameRecord, seat: int) -> str:
    each = record.seats[seat]
    name = escaped(each.name)
    if each.user is None:
        return f"{name} (automatic)"
    return f"<@{each.user}>" + (" (host)" if each.user == record.host else "")


def _host_name(record: GameRecord) -> str:
    return next((seat.name for seat in record.seats if seat.user == record.host), "the host")


def options_sheet(title: Title, record: GameRecord, page: int = 0, note: str = "") -> Sheet:
    """The private panel on which the host sets the options up; each choice is applied at once."""
    options = options_of(title, record)
    every = [spec for spec in option_specs(title) if spec.matters(options)]
    pages = max(1, -(-len(every) // MENUS))
    page = min(max(page, 0), pages - 1)
    rows: list[tuple[Button, ...] | Menu] = []
    lines = [f"## {title.name}: options", note] if note else [f"## {title.name}: options"]
    for spec in every[page * MENUS : (page + 1) * MENUS]:
        value = getattr(options, spec.name)
        lines.append(f"**{spec.heading}** – {spec.description}")
        values = spec.values()
        if not values or len(values) > SELECT_OPTIONS:
            label = clip(f"{spec.heading}: {spec.shown(value)}", 70)
            rows.append((Button(f"{label} …", make(record.id, 0, "optask", spec.name, page)),))
            continue
        items = tuple(
            Item(
                f"{spec.heading}: {spec.shown(each)}",
                ("yes" if each else "no") if isinstance(each, bool) else str(each),
                title.option_notes.get(f"{spec.name}={each}", ""),
                chosen=each == value,
            )
            for each in values
        )
        rows.append(Menu(make(record.id, 0, "opt", spec.name, page), spec.heading, items))
    if pages > 1:
        rows.append(
            (
                Button("Earlier", make(record.id, 0, "optpage", page - 1), disabled=page == 0),
                Button("More options", make(record.id, 0, "optpage", page + 1), disabled=page == pages - 1),
            )
        )
    away = tuple(
        Item(clip(f"{place}. {seat.name}", SELECT_LABEL), seat_word(record, place - 1))
        for place, seat in enumerate(record.seats, 1)
        if seat.user != record.host
    )
    if away:
        rows.append(Menu(make(record.id, 0, "dismiss", page), "Ask somebody to leave the table …", away))
    return Sheet(("\n".join(lines),), rows=tuple(rows), colour=NEUTRAL)


def seat_word(record: GameRecord, index: int) -> str:
    """A seat of a lobby and who sits there, so that nobody else is asked to leave by a late click."""
    seat = record.seats[index]
    return clip(f"{index}:{seat.name if seat.user is None else seat.user}", SELECT_VALUE)
