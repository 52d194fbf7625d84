"""Colours are told apart by everybody, and are never the only sign."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.palette import GOODS, SEATS, THEMES, contrast, ink_on

from .seeing import BLINDNESS, apart

EYES = [None, *BLINDNESS]


@pytest.mark.parametrize("eye", EYES)
def test_players_colours_differ_to_every_eye(eye):
    for one, other in combinations(SEATS, 2):
        assert apart(one.colour, other.colour, eye) > 10, (one.word, other.word)


@pytest.mark.parametrize("eye", EYES)
def test_cubes_colours_differ_to_every_eye(eye):
    for one, other in combinations(GOODS, 2):
        assert apart(GOODS[one].colour, GOODS[other].colour, eye) > 10, (one, other)


def test_players_have_their_own_symbol_and_pattern():
    for sign in ("symbol", "pattern", "word", "glyph"):
        assert len({getattr(mark, sign) for mark in SEATS}) == len(SEATS)


def test_cubes_have_their_own_letter():
    assert len({good.letter for good in GOODS.values()}) == len(GOODS)


def test_writing_on_players_and_cubes_has_contrast():
    for colour in [*(mark.colour for mark in SEATS), *(good.colour for good in GOODS.values())]:
        assert contrast(ink_on(colour), colour) >= 4


@pytest.mark.parametrize("name", THEMES)
def test_panels_are_read_in_every_theme(name):
    theme = THEMES[name]
    assert contrast(theme.ink, theme.panel) >= 7
    assert contrast(theme.faint, theme.panel) >= 4.5
    assert contrast(theme.header_ink, theme.header) >= 7
