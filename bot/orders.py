"""Orders in advance: what a title offers, read from its StandingOrder types; given, shown and revoked.

An order is secret from the other players. All answers here are private; what an order does is told in the
channel as made by an order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

import msgspec
from msgspec import Meta

from engine.core.action import FieldSpec, specs
from engine.core.errors import Ambiguous, NotRunning, NotSeated, NotUnderstood, Refused
from engine.core.game import AnyGame
from engine.core.notation import word_to_value
from engine.core.play import read_order
from engine.core.sentences import listed
from engine.core.table import Played, Table, shown
from engine.core.title import StandingOrder, Title

from . import limits
from .answers import Answer
from .digest import told
from .house import House
from .ids import Click, make
from .limits import clip
from .sheet import Button, Item, Menu, Sheet, rows_of
from .words import NEUTRAL, namer

Kind = type[StandingOrder]


# --- what an order says -------------------------------------------------------------------------


def tag_of(kind: Kind) -> str:
    """The word by which an order is known: `bid_up_to`."""
    return str(kind.__struct_config__.tag)


def label_of(kind: Kind) -> str:
    """An order's name for people: `Bid up to`."""
    return tag_of(kind).replace("_", " ").replace("-", " ").capitalize()


def does(kind: Kind) -> str:
    """What an order does, in one sentence: the first line of its description."""
    return (kind.__doc__ or label_of(kind)).strip().splitlines()[0]


def fields_of(kind: Kind) -> tuple[FieldSpec, ...]:
    """What an order has to know. Its fields are read as those of actions are."""
    return specs(kind)


def bounds(kind: Kind, name: str) -> tuple[int | None, int | None]:
    """The least and the greatest number that a field may be, if the type says so."""
    hint = get_type_hints(kind, include_extras=True)[name]
    low = high = None
    for meta in getattr(hint, "__metadata__", ()):
        if isinstance(meta, Meta):
            low = low if meta.ge is None else int(meta.ge)
            high = high if meta.le is None else int(meta.le)
    return low, high


def order_text(order: StandingOrder) -> str:
    """An order in words: its name, its values, and what it does."""
    kind = type(order)
    said = ", ".join(f"{_name(spec)} {getattr(order, spec.name)}" for spec in fields_of(kind))
    return f"**{label_of(kind)}**{f' ({said})' if said else ''}: {does(kind)}"


def _name(spec: FieldSpec) -> str:
    return spec.name.replace("_", " ")


def find_kind(title: Title, said: str) -> Kind:
    """The order that a word means: its tag, its name, or a unique beginning. Raises NotUnderstood."""
    if not title.orders:
        raise Refused(f"{title.name} has no orders in advance.")
    word = re.sub(r"[\s_-]+", " ", said.strip().casefold())
    names = {tag_of(kind).replace("_", " ").replace("-", " ").casefold(): kind for kind in title.orders}
    if word in names:
        return names[word]
    found = [kind for name, kind in names.items() if word and name.startswith(word)]
    if len(found) == 1:
        return found[0]
    may = listed([label_of(kind) for kind in found or title.orders], "or")
    if found:
        raise Ambiguous(f"“{said}” could be: {may}.", tuple(map(tag_of, found)))
    raise NotUnderstood(f"“{said}” is no order of {title.name}. There are: {may}.")


def _parted(title: Title, said: str, text: str) -> tuple[str, str]:
    """The order and its values, when both were typed as one line: `bid up to 7`, `bid_up_to amount=7`."""
    for kind in title.orders:
        name = r"[\s_-]+".join(map(re.escape, re.split(r"[_-]", tag_of(kind))))
        match = re.match(rf"\s*{name}[\s,;]+(?=\S)", said, re.IGNORECASE)
        if match is not None:
            return tag_of(kind), f"{said[match.end() :]} {text}"
    return said, text


def usual(kind: Kind, game: AnyGame, seat: int, spec: FieldSpec) -> str:
    """What a field is taken to say if it is left out; empty if it must be said."""
    if spec.default is not msgspec.NODEFAULT:
        return str(spec.default)
    found = kind.values(game, seat, spec.name)
    return str(found[0]) if found else ""


def split_words(kind: Kind, text: str) -> dict[str, str]:
    """The fields that a text says, in their order or by name: `7`, `7 3`, `turn 3 amount 7`.

    Raises NotUnderstood for more words than fields.
    """
    fields = fields_of(kind)
    joined = text
    for spec in fields:
        joined = re.sub(re.escape(_name(spec)), spec.name, joined, flags=re.IGNORECASE)
    words = [word for word in re.split(r"[\s,;:=]+", joined.strip()) if word]
    by_name = {spec.name.casefold(): spec.name for spec in fields}
    said: dict[str, str] = {}
    place = 0
    while place < len(words):
        name = by_name.get(words[place].casefold())
        if name is not None and place + 1 < len(words):
            place += 1
        else:
            name = next((spec.name for spec in fields if spec.name not in said), None)
            if name is None:
                asked = " and ".join(_name(spec) for spec in fields)
                needs = f"it needs only: {asked}" if asked else "it needs no value"
                raise NotUnderstood(f"“{text}” says too much for “{label_of(kind)}”; {needs}.")
        said[name] = words[place]
        place += 1
    return said


def read_values(kind: Kind, game: AnyGame, seat: int, words: Mapping[str, str]) -> StandingOrder:
    """The order that these words say; what is left out is as usual. Raises NotUnderstood."""
    values = {}
    for spec in fields_of(kind):
        word = words.get(spec.name) or usual(kind, game, seat, spec)
        low, high = bounds(kind, spec.name)
        if low is not None and high is not None:
            span = f"from {low} to {high}"
        else:
            span = f"of at least {low}" if low is not None else ""
        if not word:
            raise NotUnderstood(f"Say the {_name(spec)}{f', {span}' if span else ''}: {spec.description}")
        value = word_to_value(spec, word)
        if spec.kind == "int" and isinstance(value, int):
            if (low is not None and value < low) or (high is not None and value > high):
                raise NotUnderstood(f"The {_name(spec)} must be a number {span}, not {value}.")
        elif spec.kind == "str":
            value = _known(spec, word, [str(each) for each in kind.values(game, seat, spec.name)])
        values[spec.name] = value
    return kind(**values)


def _known(spec: FieldSpec, word: str, known: Sequence[str]) -> str:
    if not known:
        return word
    found = [each for each in known if each.casefold() == word.casefold()]
    if not found:
        raise NotUnderstood(f"The {_name(spec)} cannot be “{word}”. It can be: {listed(known[:20], 'or')}.")
    return found[0]


def suggest(kind: Kind, game: AnyGame, seat: int, text: str) -> list[tuple[str, str]]:
    """At most 25 ways to say the values, as (shown, sent): what is typed as it would be understood, and how
    it may go on.
    """
    found: list[tuple[str, str]] = []
    try:
        order = read_values(kind, game, seat, split_words(kind, text))
        plain = order_text(order).replace("*", "")
        found.append((plain, text.strip() or "-"))
    except (NotUnderstood, Refused):
        pass
    words = text.split()
    head = words if text.endswith(" ") or not words else words[:-1]
    last = "" if text.endswith(" ") or not words else words[-1]
    fields = fields_of(kind)
    if len(head) < len(fields):
        spec = fields[len(head)]
        for value in kind.values(game, seat, spec.name):
            if str(value).casefold().startswith(last.casefold()):
                found.append((f"{_name(spec)} {value}", " ".join([*head, str(value)])))
    kept = {word: shown for shown, word in reversed(found) if len(word) <= limits.CHOICE_VALUE}
    return [(clip(shown, limits.CHOICE_NAME), word) for word, shown in reversed(kept.items())][
        : limits.CHOICES
    ]


# --- pages --------------------------------------------------------------------------------------


def list_sheet(table: Table, seat: int, given: Sequence[StandingOrder], note: str = "") -> Sheet:
    """A seat's orders with buttons to revoke them, and a menu of those that can be given."""
    texts = [note] if note else []
    if len(table.seats_of(table.seats[seat].user or 0)) > 1:
        texts.append(f"For {namer(table.record)(seat)}:")
    if given:
        lines = "\n".join(f"- {order_text(order)}" for order in given)
        texts.append(f"Your orders in advance:\n{lines}")
    else:
        texts.append("You have given no orders in advance in this game.")
    texts.append(
        "-# An order moves for you when it can, is seen by you alone, and can be revoked at any time."
    )
    buttons = [
        Button(
            f"Revoke: {label_of(type(order))}",
            make(table.id, table.version, "unorder", seat, tag_of(type(order))),
            "danger",
        )
        for order in given
    ]
    if len(buttons) > 1:
        buttons.append(Button("Revoke them all", make(table.id, table.version, "unorder", seat), "danger"))
    rows: list[tuple[Button, ...] | Menu] = list(rows_of(buttons[:20]))
    if table.title.orders and table.record.status == "running":
        items = tuple(Item(label_of(kind), tag_of(kind), does(kind)) for kind in table.title.orders)
        rows.append(Menu(make(table.id, table.version, "ordpick", seat), "Give an order …", items))
    rows.append((Button("My move", make(table.id, table.version, "open"), emoji="🎯"),))
    return Sheet(("\n".join(texts),), rows=tuple(rows), colour=NEUTRAL)


def order_sheet(table: Table, seat: int, kind: Kind, words: Sequence[str], note: str = "") -> Sheet:
    """One order before it is given: what it will do, its values, and a button to give it.

    words: the values so far, in the order of the fields; empty where none is said.
    """
    game, fields, base = table.game, fields_of(kind), (table.id, table.version)
    filled = [
        word or usual(kind, game, seat, spec)
        for spec, word in zip(fields, [*words, *[""] * len(fields)], strict=False)
    ]
    texts = [note] if note else []
    rows: list[tuple[Button, ...] | Menu] = []
    asks: list[Button] = []
    for place, (spec, word) in enumerate(zip(fields, filled, strict=True)):
        texts.append(f"- {_name(spec).capitalize()}: **{word or '–'}** ({spec.description.rstrip('.')})")
        options = [str(value) for value in kind.values(game, seat, spec.name)][: limits.SELECT_OPTIONS]
        if len(options) > 1:
            items = tuple(Item(f"{_name(spec)} {each}", each, chosen=each == word) for each in options)
            rows.append(Menu(make(*base, "ordval", seat, tag_of(kind), place, *filled), _name(spec), items))
        elif spec.kind == "int":
            low, high = ("" if end is None else end for end in bounds(kind, spec.name))
            ask = make(*base, "ordask", seat, tag_of(kind), place, low, high, clip(spec.name, 12), *filled)
            asks.append(Button(f"Say the {_name(spec)} …", ask, "primary", "✏️"))
    try:
        order = read_values(kind, game, seat, dict(zip((s.name for s in fields), filled, strict=True)))
    except (NotUnderstood, Refused):
        texts.insert(len(texts) - len(fields), f"**{label_of(kind)}**: {does(kind)}")
    else:
        texts.insert(len(texts) - len(fields), f"This order will do so for you: {order_text(order)}")
        give = make(*base, "ordgive", seat, tag_of(kind), *filled)
        asks.append(Button("Give this order", give, "success", "✅"))
    asks.append(Button("Back", make(*base, "orders", seat), emoji="⬅️"))
    return Sheet(("\n".join(texts),), rows=(*rows, *rows_of(asks)), colour=NEUTRAL)


# --- doing it -----------------------------------------------------------------------------------


class Orders:
    """Gives, shows and revokes orders in advance, by click and by command."""

    def __init__(self, house: House) -> None:
        self.house = house

    def seat_for(self, table: Table, user: int) -> int:
        """The seat meant: the person's only one, or whichever of theirs is asked. Raises NotSeated."""
        own = table.seats_of(user)
        if not own:
            raise NotSeated("You have no seat in this game.")
        return next((each.seat for each in table.waiting() if each.seat in own), own[0])

    async def show(self, answer: Answer, game_id: str, seat: int | None = None, note: str = "") -> None:
        """A seat's orders, and those that can be given."""
        table = await self.house.tables.table(game_id)
        if seat is None or seat not in table.seats_of(answer.user.id):
            seat = self.seat_for(table, answer.user.id)
        given = await self.house.tables.orders(game_id, answer.user.id, seat)
        await answer.show(list_sheet(table, seat, given, note))

    async def typed(self, answer: Answer, table: Table, said: str, text: str) -> None:
        """Give the order that `/my order` says; if a value is missing, ask for it."""
        seat = self.seat_for(table, answer.user.id)
        said, text = _parted(table.title, said, text)
        kind = find_kind(table.title, said)
        words = split_words(kind, "" if text.strip() == "-" else text)
        missing = [
            spec
            for spec in fields_of(kind)
            if not words.get(spec.name) and not usual(kind, table.game, seat, spec)
        ]
        if missing:
            given = [words.get(spec.name, "") for spec in fields_of(kind)]
            await answer.show(order_sheet(table, seat, kind, given, "This order needs a value."))
            return
        await self.give(answer, table, seat, read_values(kind, table.game, seat, words))

    async def give(self, answer: Answer, table: Table, seat: int, order: StandingOrder) -> None:
        """Give an order, and say what it will do or has done already."""
        if table.record.status != "running":
            raise NotRunning("Orders are given while the game is running.")
        if order.spent(table.game, seat):
            raise Refused(f"That order would have nothing to do now: {order_text(order)}")
        played = await self.house.tables.give_order(
            table.id, answer.user.id, order, seat=seat, interaction=answer.delivery
        )
        note = f"✅ Given. {order_text(order)}"
        lines = self._made(played, seat)
        if lines:
            note += "\nIt has moved for you already:\n" + "\n".join(f"- {line}" for line in lines)
        await self.show(answer, table.id, seat, note)

    def _made(self, played: Played, seat: int) -> list[str]:
        table = played.table
        own = [each for each in played.entries if each.move.kind == "order" and each.move.seat == seat]
        return told(table.game, shown(table, own, seat), namer(table.record))[:8]

    async def click(self, answer: Answer, click: Click, value: str | None) -> None:
        """One click on these pages: the arguments are the seat, the order's tag, and what the verb needs."""
        table = await self.house.tables.table(click.game)
        seat = click.number(0)
        if seat not in table.seats_of(answer.user.id):
            if click.args:
                raise NotSeated("That is somebody else’s seat.")
            seat = self.seat_for(table, answer.user.id)
        if click.verb == "orders":
            await self.show(answer, table.id, seat)
            return
        if click.verb == "unorder":
            await self._revoke(answer, table, seat, click.word(1))
            return
        kind = find_kind(table.title, (value or "") if click.verb == "ordpick" else click.word(1))
        if click.verb == "ordpick":
            await answer.show(order_sheet(table, seat, kind, ()))
            return
        fields = fields_of(kind)
        words = list(click.args[3 if click.verb == "ordval" else 2 :])[: len(fields)]
        words += [""] * (len(fields) - len(words))
        try:
            if click.verb == "ordval" and 0 <= click.number(2) < len(fields):
                before = list(words)
                words[click.number(2)] = (value or "").strip()
                self._check(table, seat, kind, words)
            else:
                before = words
                order = read_values(kind, table.game, seat, _named(kind, words))
                await self.give(answer, table, seat, order)
                return
        except (NotUnderstood, Refused) as error:
            await answer.show(order_sheet(table, seat, kind, before, f"⚠️ {error}"))
            return
        await answer.show(order_sheet(table, seat, kind, words))

    def _check(self, table: Table, seat: int, kind: Kind, words: Sequence[str]) -> None:
        """Raise NotUnderstood for a value that the order cannot have; missing ones may still come."""
        if any(":" in word or len(word) > 20 for word in words):
            raise NotUnderstood("That is no value for this order.")
        named = _named(kind, words)
        if all(named[spec.name] or usual(kind, table.game, seat, spec) for spec in fields_of(kind)):
            read_values(kind, table.game, seat, named)

    async def _revoke(self, answer: Answer, table: Table, seat: int, tag: str) -> None:
        kind = find_kind(table.title, tag) if tag else None
        await self.house.tables.drop_orders(
            table.id, answer.user.id, kind, seat=seat, interaction=answer.delivery
        )
        which = f"Revoked: {label_of(kind)}." if kind is not None else "Your orders in advance are revoked."
        await self.show(answer, table.id, seat, which)


def _named(kind: Kind, words: Sequence[str]) -> dict[str, str]:
    return dict(zip((spec.name for spec in fields_of(kind)), words, strict=True))


def label_of_data(title: Title, record: Any) -> str:
    """The name of a stored order, for a word to its owner; empty if this version knows it no more."""
    order = read_order(title, record)
    return "" if order is None else label_of(type(order))
