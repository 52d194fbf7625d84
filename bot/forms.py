"""Forms (modals): all that they need is in their ids, so a restart before they are sent is harmless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from . import limits
from .ids import Click, make
from .limits import clip


def amount_form(click: Click) -> ui.Modal:
    """Asks for an amount in a range: the click's arguments are seat, token, low, high, step, field."""
    low, high, step = click.number(2), click.number(3), click.number(4)
    steps = f" in steps of {step}" if step > 1 else ""
    name = click.word(5).replace("_", " ") or "amount"
    return _form(
        make(click.game, click.version, "typed", click.word(0), click.word(1)),
        clip(name.capitalize(), limits.MODAL_TITLE),
        f"From {low} to {high}{steps}",
        str(low),
        12,
    )


def order_form(click: Click) -> ui.Modal:
    """Asks for a number of an order in advance: the click's arguments are seat, order, place of the field,
    low, high, name, and the values so far.
    """
    low, high = click.word(3), click.word(4)
    span = f"From {low} to {high}" if low and high else f"{low} or more" if low else "A whole number"
    return _form(
        make(click.game, click.version, "ordval", *click.args[:3], *click.args[6:]),
        clip(click.word(5).replace("_", " ").capitalize() or "Amount", limits.MODAL_TITLE),
        span,
        low,
        12,
    )


def option_form(click: Click) -> ui.Modal:
    """Asks for an option of a lobby: the click's arguments are its name and the page."""
    name = click.word(0)
    return _form(
        make(click.game, 0, "optset", name, click.word(1)),
        clip(name.replace("_", " ").capitalize(), limits.MODAL_TITLE),
        "New value",
        "",
        40,
    )


def _form(custom_id: str, title: str, label: str, placeholder: str, longest: int) -> ui.Modal:
    modal = ui.Modal(title=title or "Amount", custom_id=custom_id, timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="value",
        placeholder=clip(placeholder, limits.TEXT_INPUT_PLACEHOLDER) or None,
        max_length=longest,
        required=True,
    )
    modal.add_item(ui.Label(text=clip(label, limits.MODAL_LABEL), component=field))
    modal.stop()
    return modal


def submitted(interaction: discord.Interaction[Any]) -> str:
    """What was typed into the form's one field."""
    data: Any = interaction.data or {}
    for each in _fields(data.get("components", [])):
        if each.get("custom_id") == "value":
            return str(each.get("value") or "")
    return ""


def _fields(components: Any) -> Iterator[dict[str, Any]]:
    for each in components:
        if "component" in each:
            yield from _fields([each["component"]])
        yield from _fields(each.get("components", []))
        yield each
