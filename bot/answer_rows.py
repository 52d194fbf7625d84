"""The answers to a panel's question: as buttons, as menus, or as buttons and a form for amounts."""

from __future__ import annotations

from engine.core.action import Span
from engine.core.game import AnyGame
from engine.core.notation import value_to_word

from . import limits
from .draft import Answer, Draft, Question, values
from .ids import make
from .limits import clip
from .sheet import Button, Item, Menu, rows_of
from .words import Namer, plainly

MENUS_AT_ONCE = 5
"""So many menus of 25 are shown at once; what does not fit is narrowed down first."""
BUTTONS = 10
"""So many answers, or amounts, are buttons."""


def answer_rows(
    game: AnyGame, game_id: str, version: int, at: Question, name: Namer
) -> list[tuple[Button, ...] | Menu]:
    """All answers to a question of a draft, each an id that `Clicks` understands."""
    if at.span is not None:
        return _span_rows(game, game_id, version, at, at.span, name)
    if len(at.answers) <= BUTTONS and all(_fits_button(each) for each in at.answers):
        seat, draft = at.draft.seat, at.draft
        return list(
            rows_of(
                Button(each.label, _value_id(game_id, version, seat, draft, each), "primary")
                for each in at.answers
            )
        )
    return menus(game_id, version, at)


def _fits_button(answer: Answer) -> bool:
    return 0 < len(answer.label) <= 24 and len(answer.word) <= 40 and ":" not in answer.word


def _value_id(game_id: str, version: int, seat: int, draft: Draft, answer: Answer) -> str:
    return make(game_id, version, "val", seat, draft.token, answer.word)


def menus(game_id: str, version: int, at: Question) -> list[tuple[Button, ...] | Menu]:
    """The answers in menus of 25, each headed by its first and last; very many are narrowed first."""
    draft, size = at.draft, limits.SELECT_OPTIONS
    seat = draft.seat
    low, high = draft.narrowed or (0, len(at.answers))
    shown = at.answers[low:high]
    assert at.field is not None
    what = at.field.name.replace("_", " ")
    if len(shown) > size * MENUS_AT_ONCE:
        width = max(size, -(-len(shown) // size))
        parts = [
            Item(
                f"{shown[start].label} – {shown[min(start + width, len(shown)) - 1].label}",
                f"{low + start},{low + min(start + width, len(shown))}",
            )
            for start in range(0, len(shown), width)
        ]
        return [Menu(make(game_id, version, "narrow", seat, draft.token), f"Which {what}?", tuple(parts))]
    menus: list[tuple[Button, ...] | Menu] = []
    for start in range(0, len(shown), size):
        part = shown[start : start + size]
        label = f"Choose: {what}"
        if len(shown) > size:
            label = f"{part[0].label} … {part[-1].label}"
        items = tuple(Item(each.label, each.word) for each in part)
        menus.append(Menu(make(game_id, version, "pick", seat, draft.token, start // size), label, items))
    return menus


def _span_rows(
    game: AnyGame, game_id: str, version: int, at: Question, span: Span, name: Namer
) -> list[tuple[Button, ...] | Menu]:
    """Buttons for the lowest amounts and the highest, and a form for every other."""
    assert at.field is not None
    numbers = list(span) if len(span) <= BUTTONS else [*list(span)[: BUTTONS - 1], span.high]
    buttons = []
    for number in numbers:
        label = plainly(game.label(at.kind, at.field.name, number, values(at.kind, at.draft)), name)
        answer = Answer(value_to_word(at.field, number), label)
        buttons.append(Button(label, _value_id(game_id, version, at.draft.seat, at.draft, answer), "primary"))
    rows: list[tuple[Button, ...] | Menu] = list(rows_of(buttons))
    if len(span) > BUTTONS:
        args = (at.draft.seat, at.draft.token, span.low, span.high, span.step, clip(at.field.name, 30))
        rows.append((Button("Another amount …", make(game_id, version, "ask", *args), emoji="✏️"),))
    return rows
