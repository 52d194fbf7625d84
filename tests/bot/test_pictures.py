"""Painters who have much to do: nobody's turn waits for a film, and waiting is not counted as drawing."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec import Struct

import bot.pictures
from bot import paint
from bot.paint import Painted
from bot.pictures import QUEUE, Pictures

TITLE = "age_of_steam"


class View(Struct):
    number: int


@pytest.fixture
def threads():
    with ThreadPoolExecutor(8) as pool:
        yield pool


@pytest.fixture
def film(monkeypatch):
    """A film that is drawn until it is let go."""
    go = threading.Event()

    def growth(_title, views, _names):
        go.wait(5)
        return (Painted("film.gif", b"film", ""),)

    monkeypatch.setattr(paint, "growth", growth)
    yield go
    go.set()


def drawing(monkeypatch, seconds):
    def board(_title, view, *_rest):
        time.sleep(seconds)
        return (Painted("board.png", b"%d" % view.number, ""),)

    monkeypatch.setattr(paint, "board", board)


async def test_pictures_that_wait_for_a_painter_are_drawn_in_turn(threads, monkeypatch):
    drawing(monkeypatch, 0.3)
    pictures = Pictures(1, 1.0, executor=threads)
    drawn = await asyncio.gather(*(pictures.board(TITLE, View(number)) for number in range(4)))
    assert [[each.png for each in one] for one in drawn] == [[b"0"], [b"1"], [b"2"], [b"3"]]


async def test_a_picture_for_which_no_painter_is_free_for_long_is_left_out_and_harms_no_other(
    threads, monkeypatch, caplog
):
    # Nine pictures of a tenth of a second; the last would have to wait for 0.8 seconds, and waits for 0.3.
    monkeypatch.setattr(bot.pictures, "QUEUE", 0.1)
    drawing(monkeypatch, 0.1)
    pictures = Pictures(1, 3.0, executor=threads)
    drawn = await asyncio.gather(*(pictures.board(TITLE, View(number)) for number in range(9)))
    assert drawn[0]
    assert not drawn[-1]
    assert "too busy" in caplog.text
    assert await pictures.board(TITLE, View(99)), "the painters work on"


async def test_no_turn_waits_for_a_film(threads, monkeypatch, film):
    drawing(monkeypatch, 0.0)
    pictures = Pictures(1, 2.0, executor=threads)
    shooting = asyncio.ensure_future(pictures.growth(TITLE, (View(1),)))
    await asyncio.sleep(0.05)
    async with asyncio.timeout(1):
        assert await pictures.board(TITLE, View(1))
    assert not shooting.done()
    film.set()
    assert [each.png for each in await shooting] == [b"film"]


async def test_so_many_films_at_once_and_no_more(threads, film):
    pictures = Pictures(1, 2.0, executor=threads)
    asked = [asyncio.ensure_future(pictures.growth(TITLE, (View(n),))) for n in range(QUEUE + 2)]
    await asyncio.sleep(0.1)
    assert [one.done() for one in asked] == [False] * QUEUE + [True] * 2
    film.set()
    assert [bool(one) for one in await asyncio.gather(*asked)] == [True] * QUEUE + [False] * 2
    assert await pictures.growth(TITLE, (View(7),))
