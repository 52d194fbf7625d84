"""A message as plain data: texts, pictures, buttons and menus; and how it becomes a components-v2 view.

Panels, lobbies and posts are built as Sheets by functions that need neither a client nor an event loop.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import discord
from discord import ui

from . import limits
from .limits import clip

Style = Literal["primary", "secondary", "success", "danger"]

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `url` makes it a link and then it has no id."""

    label: str
    id: str = ""
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu."""

    id: str
    placeholder: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to attach; without bytes, one that the message already has."""

    name: str
    alt: str
    png: bytes | None = None


@dataclass(frozen=True)
class Sheet:
    """One message.

    head: the texts above the pictures, foot: those beneath, next to the buttons.
    colour: of the bar at the left, as 0xRRGGBB.
    """

    head: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    foot: tuple[str, ...] = ()
    rows: tuple[tuple[Button, ...] | Menu, ...] = ()
    colour: int | None = None
    mention: tuple[int, ...] = field(default=())
    """The users whom this message may ping; they must be named in the text as <@id>."""

    @property
    def text(self) -> str:
        """All that can be read."""
        return "\n".join((*self.head, *self.foot))


def rows_of(buttons: Iterable[Button]) -> tuple[tuple[Button, ...], ...]:
    """Buttons in rows of five."""
    every = list(buttons)
    width = limits.BUTTONS_IN_ROW
    return tuple(tuple(every[start : start + width]) for start in range(0, len(every), width))


def view_of(sheet: Sheet) -> ui.LayoutView:
    """The sheet as a view that can be sent. It is stopped: the client keeps no trace of it.

    Must be called with the event loop running.
    """
    view = ui.LayoutView(timeout=None)
    inside: list[ui.Item[ui.LayoutView]] = []
    texts = _fitting((*sheet.head, *sheet.foot))
    head, foot = texts[: len(sheet.head)], texts[len(sheet.head) :]
    inside += [ui.TextDisplay(text) for text in head if text]
    for picture in sheet.pictures[: limits.GALLERY_ITEMS]:
        # A gallery each: Discord shows several pictures of one gallery small, side by side, and cut.
        gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=clip(picture.alt, limits.ALT_TEXT))
        inside.append(gallery)
    inside += [ui.TextDisplay(text) for text in foot if text]
    for row in sheet.rows:
        if isinstance(row, Menu):
            inside.append(ui.ActionRow(_menu(row)))
        elif row:
            inside.append(ui.ActionRow(*[_button(each) for each in row[: limits.BUTTONS_IN_ROW]]))
    container: ui.Container[ui.LayoutView] = ui.Container(
        *inside, accent_colour=None if sheet.colour is None else discord.Colour(sheet.colour)
    )
    view.add_item(container)
    view.stop()
    return view


def files_of(sheet: Sheet) -> list[discord.File]:
    """The sheet's new pictures as files to upload."""
    return [
        discord.File(io.BytesIO(each.png), each.name, description=clip(each.alt, limits.ALT_TEXT))
        for each in sheet.pictures[: limits.GALLERY_ITEMS]
        if each.png is not None
    ]


def mentions_of(sheet: Sheet) -> discord.AllowedMentions:
    """Whom the message may ping: those named by the sheet, and never a role or everyone."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in sheet.mention] if sheet.mention else False,
    )


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    label = clip(button.label, limits.BUTTON_LABEL)
    if button.url is not None:
        return ui.Button(label=label, url=button.url, emoji=button.emoji)
    return ui.Button(
        label=label,
        custom_id=button.id,
        style=_STYLES[button.style],
        emoji=button.emoji,
        disabled=button.disabled,
    )


def _menu(menu: Menu) -> ui.Select[ui.LayoutView]:
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=menu.id, placeholder=clip(menu.placeholder, limits.PLACEHOLDER)
    )
    for item in menu.items[: limits.SELECT_OPTIONS]:
        select.add_option(
            label=clip(item.label, limits.SELECT_LABEL) or "–",
            value=item.value,
            description=clip(item.description, limits.SELECT_DESCRIPTION) or None,
            default=item.chosen,
        )
    return select


def _fitting(texts: Sequence[str]) -> list[str]:
    """The texts, the longest shortened until all together may be displayed."""
    out = list(texts)
    while (excess := sum(map(limits.utf16, out)) - limits.DISPLAYED_TEXT) > 0:
        longest = max(range(len(out)), key=lambda each: len(out[each]))
        out[longest] = clip(out[longest], max(1, limits.utf16(out[longest]) - excess))
    return out
