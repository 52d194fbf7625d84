"""Orders in advance as people type them: `bid_up_to amount=7 turn=2`, or `bid up to 7 2`."""

from __future__ import annotations

import re
from typing import Any, get_type_hints

import msgspec

from engine.core.errors import NotUnderstood, Refused
from engine.core.title import StandingOrder, Title


def order_name(kind: type[StandingOrder]) -> str:
    """What an order is called."""
    return str(kind.__struct_config__.tag)


def read_order_line(title: Title, line: str) -> StandingOrder:
    """The order that a line says. Raises Refused if the title knows none, otherwise NotUnderstood."""
    if not title.orders:
        raise Refused(f"{title.name} knows no orders in advance.")
    text = line.strip().casefold()
    found = ((kind, _begins(kind, text)) for kind in title.orders)
    kind, rest = next(((kind, rest) for kind, rest in found if rest is not None), (None, ""))
    if kind is None:
        there = "\n".join(f"- {usage(each)}" for each in title.orders)
        raise NotUnderstood(f"There is no such order. There are:\n{there}")
    names = [each.name for each in msgspec.structs.fields(kind)]
    given: dict[str, Any] = {}
    for place, word in enumerate(re.split(r"[\s,;]+", rest.strip()) if rest.strip() else []):
        name, sign, value = word.partition("=")
        if not sign:
            name, value = (names[place] if place < len(names) else ""), word
        if name not in names or name in given or not re.fullmatch(r"-?[0-9]{1,9}|[a-z]\w*", value):
            raise NotUnderstood(f"That is not how this order is given. {usage(kind)}")
        given[name] = value
    try:
        return msgspec.convert(given, type=kind, strict=False)
    except msgspec.ValidationError:
        raise NotUnderstood(f"That is not how this order is given. {usage(kind)}") from None


def _begins(kind: type[StandingOrder], text: str) -> str | None:
    """What follows the order's name in the text; None if it does not begin with it."""
    name = r"[\s_-]+".join(map(re.escape, order_name(kind).split("_")))
    match = re.match(rf"{name}(?=$|[\s,;])", text)
    return None if match is None else text[match.end() :]


def usage(kind: type[StandingOrder]) -> str:
    """How an order is typed, and what its values mean."""
    hints = get_type_hints(kind, include_extras=True)
    lines = []
    for each in msgspec.structs.fields(kind):
        metas = getattr(hints[each.name], "__metadata__", ())
        text = next((meta.description for meta in metas if meta.description), "")
        bounds = [
            f"from {meta.ge} to {meta.le}" for meta in metas if meta.ge is not None and meta.le is not None
        ]
        lines.append(f"{each.name.replace('_', ' ')}: {' '.join([text, *bounds]).strip()}")
    typed = " ".join([order_name(kind), *(f"{each.name}=…" for each in msgspec.structs.fields(kind))])
    about = (kind.__doc__ or "").strip().splitlines()[0:1]
    return " – ".join([f"`{typed}`", *about, *lines])


def order_lines(title: Title, current: str) -> list[tuple[str, str]]:
    """Orders to go on with, as (shown, typed)."""
    found = []
    for kind in title.orders:
        fields = "".join(f" {each.name}=" for each in msgspec.structs.fields(kind))
        about = (kind.__doc__ or "").strip().splitlines()[0:1]
        found.append((" · ".join([order_name(kind) + fields, *about]), order_name(kind) + fields))
    typed = current.strip()
    if "=" in typed and any(typed.startswith(order_name(kind)) for kind in title.orders):
        return [(typed, typed)]
    return [pair for pair in found if typed.casefold() in pair[0].casefold()]
