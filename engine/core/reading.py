"""Reading what a player types: a line of notation, in any case and order that is clear, into an action.

What is not understood, what may mean several things, and what is illegal are three kinds of errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from .action import Action, FieldSpec, Value, specs, verb
from .choices import choices
from .errors import Ambiguous, IllegalMove, NotUnderstood
from .game import AnyGame
from .notation import usage, value_to_word, whole_number, word_to_value


def read_move(game: AnyGame, seat: int, text: str, kinds: Sequence[type[Action]]) -> Action:
    """What a player's text means now: letter case and unique beginnings are enough, and words that leave
    no choice may be left out. Raises NotUnderstood, Ambiguous or IllegalMove.
    """
    words = text.split()
    if not words:
        raise NotUnderstood("Say a move, for instance: " + usage(kinds[0]))
    kind = {verb(each): each for each in kinds}[_pick(words[0], [verb(each) for each in kinds], "move")]
    if len(words) - 1 > len(specs(kind)):
        raise NotUnderstood(f"That has too many words. It is typed: {usage(kind)}")
    return read_fields(game, seat, kind, dict(zip((s.name for s in specs(kind)), words[1:], strict=False)))


def read_fields(game: AnyGame, seat: int, kind: type[Action], words: Mapping[str, str]) -> Action:
    """The action of one kind whose fields are said by these words; fields may be missing if only one value
    is legal. Raises NotUnderstood, Ambiguous or IllegalMove.
    """
    chosen: dict[str, Value] = {}
    for spec in specs(kind):
        said = words.get(spec.name)
        if said is None:
            chosen[spec.name] = _only(game, seat, kind, chosen, spec)
        elif spec.kind == "int":
            chosen[spec.name] = whole_number(spec, said)
        elif spec.kind == "bool":
            chosen[spec.name] = word_to_value(spec, said)
        else:
            options = {
                value_to_word(spec, option.value): option.value
                for option in choices(game, seat, kind, chosen).options
            }
            # What fits no legal value is passed on: the rules then say why it is not legal.
            match = _find(said, list(options), spec.name)
            chosen[spec.name] = (
                options[match] if match is not None else word_to_value(spec, _spelt(game, kind, spec, said))
            )
    action = kind(**chosen)
    game.must_be_legal(seat, action)
    return action


def _spelt(game: AnyGame, kind: type[Action], spec: FieldSpec, said: str) -> str:
    """A word, or each of several joined with commas, as the game spells it."""
    parts = said.split(",") if spec.kind == "strs" else [said]
    return ",".join(game.spelling(kind, spec.name, part) for part in parts)


def _only(
    game: AnyGame, seat: int, kind: type[Action], chosen: Mapping[str, Value], spec: FieldSpec
) -> Value:
    found = choices(game, seat, kind, chosen)
    if found.span is None and len(found.options) == 1:
        return found.options[0].value
    if spec.default is not msgspec.NODEFAULT and any(o.value == spec.default for o in found.options):
        usual: Value = spec.default
        return usual
    if found.span is not None and (len(found.span) == 1 or spec.default in found.span):
        return found.span.low if len(found.span) == 1 else int(spec.default)
    if found.span is not None:
        raise NotUnderstood(
            f"Say the {spec.name}: from {found.span.low} to {found.span.high}"
            + (f" in steps of {found.span.step}." if found.span.step > 1 else ".")
        )
    if not found.options:
        asked = game.pending_of(seat)
        if not chosen and asked is not None and kind in asked.kinds:
            raise IllegalMove(f"There is nothing that you can {verb(kind)} now.")
        game.must_be_legal(seat, kind(**{**_blank(kind), **chosen}))
        raise NotUnderstood(f"Say the {spec.name}: {usage(kind)}")
    words = tuple(value_to_word(spec, option.value) for option in found.options)
    shown = ", ".join(words[:12]) + (" …" if len(words) > 12 else "")
    raise Ambiguous(f"Say the {spec.name}: {shown}", words)


def _blank(kind: type[Action]) -> dict[str, Value]:
    empty: dict[str, Value] = {"int": 0, "str": "", "bool": False, "ints": (), "strs": ()}
    return {
        spec.name: empty[spec.kind] if spec.default is msgspec.NODEFAULT else spec.default
        for spec in specs(kind)
    }


def _pick(word: str, options: list[str], what: str) -> str:
    """The option that a word means. Raises NotUnderstood or Ambiguous."""
    found = _find(word, options, what)
    if found is None:
        raise NotUnderstood(f"“{word}” is no {what} of this game. There are: {', '.join(options)}.")
    return found


def _begins(option: str, word: str) -> bool:
    """Whether a word is the beginning of an option. A number is whole: A1 is not the beginning of A10."""
    return option.startswith(word) and not (word[-1:].isdigit() and option[len(word) :][:1].isdigit())


def _find(word: str, options: list[str], what: str) -> str | None:
    """The option that a word means: itself, whatever the case, or a unique beginning. None if none fits.
    `Northern Port` means `northern_port`.
    """
    folded = word.casefold().replace(" ", "_")
    for found in (
        [option for option in options if option == word],
        [option for option in options if option.casefold() == folded],
        [option for option in options if _begins(option.casefold(), folded)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            shown = ", ".join(found[:12])
            raise Ambiguous(f"“{word}” could be {shown}. Which {what} do you mean?", tuple(found))
    return None
