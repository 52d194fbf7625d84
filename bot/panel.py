"""The turn panel: buttons and menus generated from what the engine says is pending and legal.

`public_rows` is the panel under the channel's message; `private_sheet` is the panel that only one player
sees, which asks for a move field by field and says what it will do before it is made. Both are pure:
a game (and a draft) in, a Sheet out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.core.action import Action, expand, help_line, specs, verb
from engine.core.errors import MoveError
from engine.core.event import Event, fill_names
from engine.core.game import AnyGame, Pending, sentence
from engine.core.notation import to_line, value_to_word, word_to_value
from engine.core.sentences import listed

from . import limits
from .answer_rows import answer_rows
from .draft import Answer, Draft, Question, question, stepped_back, values
from .ids import make
from .limits import clip
from .sheet import Button, Item, Menu, Picture, Sheet, Style, rows_of
from .words import NEUTRAL, SEAT_COLOURS, Namer, plainly, seat_word, strong

DIRECT_BUTTONS = 5
"""A kind of move with no more legal ways than this has them as buttons."""
KIND_BUTTONS = 15


def verb_label(kind: type[Action]) -> str:
    """How a button names a kind of move: `Build`."""
    word = verb(kind).replace("_", " ").replace("-", " ")
    return word[:1].upper() + word[1:]


def open_kinds(game: AnyGame, asked: Pending) -> list[type[Action]]:
    """The kinds of move that have a legal way now."""
    return [kind for kind in asked.kinds if next(game.legal_actions(asked.seat, kind), None) is not None]


def direct(game: AnyGame, seat: int, kind: type[Action]) -> list[Action] | None:
    """All legal moves of a kind if they are few enough for a button each, otherwise None."""
    found: list[Action] = []
    for legal in game.legal_actions(seat, kind):
        for action in expand(legal):
            found.append(action)
            if len(found) > DIRECT_BUTTONS:
                return None
    return found


def needs_confirmation(game: AnyGame, seat: int, action: Action) -> bool:
    """Whether the player is asked once more: for moves with a choice in them, final moves, chance, and moves
    of which there is more to say than their name: what they bring or cost is said before they are made.
    """
    if type(action).final or specs(type(action)):
        return True
    if re.search(r"[\d:;]", game.describe(seat, action)):
        return True
    return not game.forecast(seat, action) and game.by_chance(seat, action)


def public_rows(
    game: AnyGame, game_id: str, version: int, name: Namer = seat_word
) -> tuple[tuple[Button, ...], ...]:
    """The buttons beneath the channel's message of a running game."""
    waiting = game.pending()
    shared = [
        Button("Undo", make(game_id, version, "undo"), emoji="↩️"),
        Button("What happened", make(game_id, version, "since"), emoji="📜"),
        Button("Board", make(game_id, version, "board"), emoji="🗺️"),
    ]
    if not waiting:
        return ()
    if len(waiting) > 1 or waiting[0].sealed:
        label = "Choose in private" if any(each.sealed for each in waiting) else "My move"
        return rows_of([Button(label, make(game_id, version, "open"), "primary", "🤫"), *shared])
    asked = waiting[0]
    kinds = open_kinds(game, asked)
    buttons: list[Button] = []
    for place, kind in enumerate(kinds[:KIND_BUTTONS]):
        style: Style = "primary" if place == 0 else "secondary"
        ways = direct(game, asked.seat, kind) if len(kinds) <= 2 and len(specs(kind)) == 1 else None
        if ways:
            buttons += [_way(game, game_id, version, asked.seat, action, style, name) for action in ways]
        else:
            buttons.append(
                Button(verb_label(kind), make(game_id, version, "kind", asked.seat, verb(kind)), style)
            )
    own = Button("My move", make(game_id, version, "open"), "success" if not buttons else "secondary", "🎯")
    return (*rows_of(buttons), (own, *shared))


def _way(
    game: AnyGame, game_id: str, version: int, seat: int, action: Action, style: Style, name: Namer
) -> Button:
    """A button that makes one complete move, or the button of its kind if the move's line is too long."""
    kind = type(action)
    spec = specs(kind)[0]
    value = getattr(action, spec.name)
    label = f"{verb_label(kind)}: {plainly(game.label(kind, spec.name, value, {}), name)}"
    word = value_to_word(spec, value)
    try:
        if ":" in word:
            raise ValueError
        return Button(label, make(game_id, version, "do", seat, verb(kind), word), style)
    except ValueError:
        return Button(label, make(game_id, version, "kind", seat, verb(kind)), style)


@dataclass(frozen=True)
class Private:
    """A private panel: the sheet, the draft to be kept (None: forget it), and what a picture may show."""

    sheet: Sheet
    draft: Draft | None = None
    places: tuple[str, ...] = ()
    """Hexes (or other places) that the draft names, for a close-up."""
    action: Action | None = None
    """The complete move that is to be confirmed, for a picture of what it would do."""
    asked: Question | None = None
    """What the panel asks, for a picture of what may be answered."""


def private_sheet(
    game: AnyGame,
    game_id: str,
    version: int,
    seat: int,
    draft: Draft | None,
    name: Namer,
    *,
    note: str = "",
    can_undo: bool = True,
    orders: bool = False,
    typed: Callable[[Action], str] = to_line,
) -> Private:
    """The panel that only the player of a seat sees.

    draft: what they have chosen so far; one that no longer fits the game is dropped with a word.
    note: a sentence to begin with (what was just done, or why something was refused).
    orders: whether the game has orders in advance, to which a button leads.
    typed: how a move is typed.
    """
    asked = game.pending_of(seat)
    head = [note] if note else []
    if asked is None:
        return Private(_nothing_to_do(game, game_id, version, name, head, can_undo))
    head.append(f"{strong(_full_stop(asked.prompt), name)}\n-# {fill_names(game.headline(), name)}")
    kinds = open_kinds(game, asked)
    if draft is None and len(kinds) == 1 and specs(kinds[0]):
        draft = Draft(seat, verb(kinds[0]), version)
    if draft is not None:
        try:
            at = _with_names(question(game, draft), name)
        except MoveError as error:
            head.insert(0, f"⚠️ {fill_names(str(error), name)}")
        else:
            private = _ask(game, game_id, version, asked, at, name, head, typed, first=len(kinds) == 1)
            if not orders or len(kinds) > 1 or draft.chosen or draft.prefix:
                return private
            *before, last = private.sheet.rows
            assert isinstance(last, tuple)  # the ways back and out
            sheet = replace(private.sheet, rows=(*before, (*last, _orders(game_id, version, seat))))
            return replace(private, sheet=sheet)
    rows = _kinds(game_id, version, seat, kinds)
    lines = [f"- **{verb_label(kind)}**: {help_line(kind)}" for kind in kinds[:KIND_BUTTONS]]
    below = _below(game_id, version, seat, None, can_undo)
    rows.append((*below, _orders(game_id, version, seat)) if orders else below)
    sheet = Sheet(tuple(head), foot=(clip("\n".join(lines), 1500),), rows=tuple(rows), colour=_colour(seat))
    return Private(sheet)


def _kinds(
    game_id: str, version: int, seat: int, kinds: Sequence[type[Action]]
) -> list[tuple[Button, ...] | Menu]:
    """The kinds of move to choose from: the first as buttons, the rest in a menu."""
    buttons = [
        Button(
            verb_label(kind),
            make(game_id, version, "kind", seat, verb(kind)),
            "primary" if place == 0 else "secondary",
        )
        for place, kind in enumerate(kinds[:KIND_BUTTONS])
    ]
    rows: list[tuple[Button, ...] | Menu] = list(rows_of(buttons))
    if len(kinds) > KIND_BUTTONS:
        rest = kinds[KIND_BUTTONS : KIND_BUTTONS + limits.SELECT_OPTIONS]
        rows.append(
            Menu(
                make(game_id, version, "other", seat),
                "Other moves …",
                tuple(Item(verb_label(kind), verb(kind), help_line(kind)) for kind in rest),
            )
        )
    return rows


def _ask(
    game: AnyGame,
    game_id: str,
    version: int,
    asked: Pending,
    at: Question,
    name: Namer,
    head: list[str],
    typed: Callable[[Action], str],
    *,
    first: bool,
) -> Private:
    """The panel for the draft's next question, or for its confirmation."""
    seat, draft = asked.seat, at.draft
    places = tuple(word for _field, said in draft.chosen for word in said.split(","))
    if at.action is not None:
        lines, _events = forecast_lines(game, seat, at.action, name)
        head.append("\n".join([strong(game.describe(seat, at.action), name), *lines]))
        go = Button(
            "Yes, do it" if type(at.action).final else "Do it",
            make(game_id, version, "go", seat, draft.token),
            "danger" if type(at.action).final else "success",
            "✅",
        )
        row = (go, *_below(game_id, version, seat, draft, can_undo=False, first=first))
        foot = (f"-# To type it: `{typed(at.action)}`",)
        sheet = Sheet(tuple(head), foot=foot, rows=(row,), colour=_colour(seat))
        return Private(sheet, draft, places, at.action)
    assert at.field is not None
    crumbs = [f"{field} {said}".replace("_", " ") for field, said in draft.chosen]
    if draft.prefix:
        crumbs.append(f"{at.field.name.replace('_', ' ')} {', '.join(draft.prefix)} …")
    trail = " · ".join([verb_label(at.kind), *crumbs])
    sentence = at.field.description.rstrip(".")
    head.append(f"{trail}\n{sentence}:")
    rows = answer_rows(game, game_id, version, at, name)
    if at.complete:
        end = Button("That is all", make(game_id, version, "end", seat, draft.token), "success", "✅")
        rows.append((end, *_below(game_id, version, seat, draft, can_undo=False, first=first)))
    else:
        rows.append(_below(game_id, version, seat, draft, can_undo=False, first=first))
    return Private(Sheet(tuple(head), rows=tuple(rows), colour=_colour(seat)), draft, places, asked=at)


def _with_names(at: Question, name: Namer) -> Question:
    """The question with the players' names in its answers."""
    return replace(at, answers=tuple(Answer(each.word, plainly(each.label, name)) for each in at.answers))


def ways(game: AnyGame, at: Question) -> list[tuple[Action, str]]:
    """For each answer to a question a move that it leads to, and the answer's label; for pictures of them.

    Empty where a picture would tell nothing: for amounts, for elements of lists, for the first question (what
    is asked then is seen on the board), and for more answers than a picture holds.
    """
    if at.field is None or at.span is not None or at.element or not at.draft.chosen:
        return []
    if not 2 <= len(at.answers) <= limits.SELECT_OPTIONS:
        return []
    found = []
    given = values(at.kind, at.draft)
    for answer in at.answers:
        said = {**given, at.field.name: word_to_value(at.field, answer.word)}
        legal = next(game.legal_actions(at.draft.seat, at.kind, said), None)
        if legal is None:
            return []
        found.append((next(expand(legal)), answer.label))
    return found


def _orders(game_id: str, version: int, seat: int) -> Button:
    return Button("Orders in advance", make(game_id, version, "orders", seat), emoji="📨")


def _below(
    game_id: str, version: int, seat: int, draft: Draft | None, can_undo: bool, *, first: bool = False
) -> tuple[Button, ...]:
    buttons: list[Button] = []
    if draft is not None and (draft.chosen or draft.prefix or draft.narrowed or not first):
        buttons.append(Button("Back", make(game_id, version, "back", seat, draft.token), emoji="⬅️"))
    if draft is not None and draft.chosen:
        buttons.append(Button("Start over", make(game_id, version, "drop", seat), emoji="✖️"))
    if can_undo:
        buttons.append(Button("Undo", make(game_id, version, "undo"), emoji="↩️"))
    if not buttons or draft is None:
        buttons.append(Button("Board", make(game_id, version, "board"), emoji="🗺️"))
    return tuple(buttons)


def _nothing_to_do(
    game: AnyGame, game_id: str, version: int, name: Namer, head: list[str], can_undo: bool
) -> Sheet:
    if game.over:
        head.append("The game is over.")
        return Sheet(tuple(head), colour=NEUTRAL)
    waiting = waiting_text(game, name)
    head.append(waiting)
    buttons = [Button("Undo", make(game_id, version, "undo"), emoji="↩️")] if can_undo else []
    return Sheet(tuple(head), rows=rows_of(buttons), colour=NEUTRAL)


def back(game: AnyGame, draft: Draft) -> Draft | None:
    """The draft one question earlier; None if the kind of move is to be chosen again."""
    if draft.narrowed is not None:
        return Draft(draft.seat, draft.verb, draft.version, draft.chosen, draft.prefix)
    return stepped_back(game, draft)


def waiting_text(game: AnyGame, name: Namer) -> str:
    """Whom the table waits for, and for what; of sealed choices only who has yet to choose."""
    waiting = game.pending()
    if not waiting:
        return "The game is over."
    if any(each.sealed for each in waiting):
        return f"Yet to choose: {listed([name(each.seat) for each in waiting])}."
    return "\n".join(f"It is {name(each.seat)}’s turn: {_prompt(each, name)}" for each in waiting)


def _prompt(asked: Pending, name: Namer) -> str:
    return fill_names(_full_stop(asked.prompt), name)


def _full_stop(text: str) -> str:
    text = text.strip()
    return text if text.endswith(("?", "!", ".", "…")) else f"{text}."


def forecast_lines(
    game: AnyGame, seat: int, action: Action, name: Namer
) -> tuple[list[str], Sequence[Event]]:
    """What the move would do, as sentences, and the events behind them."""
    events = game.forecast(seat, action)
    if not events and type(action).sealed:
        return ["🤫 Until everybody has chosen, the others see only that you have."], ()
    if not events and game.by_chance(seat, action):
        consent = "; it is taken back only with the others’ consent" if game.seats > 1 else ""
        return [f"🎲 Chance decides what comes of it{consent}."], ()
    told = [fill_names(sentence(game, event), name) for event in events]
    return [f"- {line}" for line in told if line][:8], events


def _colour(seat: int) -> int:
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def with_pictures(private: Private, pictures: Sequence[Picture]) -> Sheet:
    """The private panel's sheet with preview pictures."""
    sheet = private.sheet
    return Sheet(sheet.head, tuple(pictures), sheet.foot, sheet.rows, sheet.colour)
