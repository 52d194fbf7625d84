"""What Discord refuses is refused: each limit at its number (good) and one above (a breach)."""

from __future__ import annotations

import pytest

from bot.playground import limits
from bot.playground.world import COMPONENTS_V2


def text(content: str = "a") -> dict:
    return {"type": 10, "content": content}


def button(number: int = 0, **more: object) -> dict:
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"b{number}", **more}


def row(*parts: dict) -> dict:
    return {"type": 1, "components": list(parts)}


def menu(options: int, **more: object) -> dict:
    entries = [{"label": f"o{n}", "value": f"v{n}"} for n in range(options)]
    return {"type": 3, "custom_id": "m", "options": entries, **more}


def v2(*parts: dict) -> list[str]:
    return limits.message({"components": list(parts)}, COMPONENTS_V2, [])


def classic(**body: object) -> list[str]:
    return limits.message(body, 0, [])


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (v2(*[text()] * 40), v2(*[text()] * 41)),
        (v2(text("x" * 2000), text("x" * 2000)), v2(text("x" * 2001), text("x" * 2000))),
        (v2(row(*map(button, range(5)))), v2(row(*map(button, range(6))))),
        (v2(row(button(1), button(2))), v2(row(button(1), button(1)))),
        (v2(row(menu(25))), v2(row(menu(26)))),
        (v2(row(menu(3, max_values=3))), v2(row(menu(3, max_values=4)))),
        (v2(row(menu(2))), v2(row(menu(2), button()))),
        (v2(row(button(label="x" * 80))), v2(row(button(label="x" * 81)))),
        (v2(row(button(custom_id="x" * 100))), v2(row(button(custom_id="x" * 101)))),
        (v2(row(button(label="", emoji={"name": "🎯"}))), v2(row(button(label="")))),
        (v2({"type": 17, "components": [text()]}), v2({"type": 17, "components": []})),
        (v2(text()), v2()),
        (classic(content="x" * 2000), classic(content="x" * 2001)),
        (classic(content="x", components=[row(button())]), classic(content="x", components=[text()])),
        (classic(embeds=[{"description": "x" * 4096}]), classic(embeds=[{"description": "x" * 4097}])),
        (classic(embeds=[{"title": "x"}] * 10), classic(embeds=[{"title": "x"}] * 11)),
        (classic(content="x", nonce="x" * 25), classic(content="x", nonce="x" * 26)),
        (classic(content="x"), classic()),
    ],
)
def test_the_number_itself_is_good_and_one_more_is_not(good: list[str], bad: list[str]):
    assert good == []
    assert len(bad) >= 1


def test_a_v2_message_has_no_content():
    body = {"content": "a", "components": [text()]}
    assert limits.message(body, COMPONENTS_V2, [])
    assert not limits.message({"components": [text()]}, COMPONENTS_V2, [])


def test_a_gallery_shows_only_what_is_attached():
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}
    body = {"components": [gallery]}
    assert limits.message(body, COMPONENTS_V2, [("map.png", 100)]) == []
    assert limits.message(body, COMPONENTS_V2, [("other.png", 100)]) == [
        "attachment://map.png is not attached"
    ]


def test_files_are_ten_and_ten_mebibytes_together():
    half = 5 * 1024 * 1024
    assert limits.message({}, 0, [("a", half), ("b", half)]) == []
    assert limits.message({}, 0, [("a", half), ("b", half + 1)])
    assert limits.message({}, 0, [(f"f{n}", 1) for n in range(11)])


def option(name: str, **more: object) -> dict:
    return {"name": name, "description": "d", "type": 3, **more}


def command(*options: dict, **more: object) -> list[str]:
    return limits.commands([{"name": "c", "description": "d", "options": list(options), **more}])


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (command(*[option(f"o{n}") for n in range(25)]), command(*[option(f"o{n}") for n in range(26)])),
        (command(option("a", required=True), option("b")), command(option("a"), option("b", required=True))),
        (command(option("a")), command(option("a"), option("a"))),
        (command(option("a")), command(option("A"))),
        (command(name="x" * 32), command(name="x" * 33)),
        (command(description="x" * 100), command(description="x" * 101)),
        (
            command(option("a", choices=[{"name": f"n{n}", "value": f"v{n}"} for n in range(25)])),
            command(option("a", choices=[{"name": f"n{n}", "value": f"v{n}"} for n in range(26)])),
        ),
        (
            command(option("a", autocomplete=True)),
            command(option("a", type=4, choices=[{"name": "n", "value": "v"}])),
        ),
    ],
)
def test_commands(good: list[str], bad: list[str]):
    assert good == []
    assert bad


def test_suggestions_fit_the_option():
    assert limits.suggestions([{"name": "five", "value": 5}], 4) == []
    assert limits.suggestions([{"name": "five", "value": "5"}], 4)
    assert limits.suggestions([{"name": "x" * 101, "value": "5"}], 3)
    assert limits.suggestions([{"name": str(n), "value": str(n)} for n in range(26)], 3)


def test_modals():
    field = {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "i", "style": 1}}

    def modal(*parts: dict, title: str = "t") -> list[str]:
        return limits.modal({"title": title, "custom_id": "m", "components": list(parts)})

    def numbered(count: int) -> list[dict]:
        return [{**field, "component": {**field["component"], "custom_id": f"i{n}"}} for n in range(count)]

    assert modal(*numbered(5)) == []
    assert modal(*numbered(6))
    assert modal(field, title="x" * 46)
    assert modal({**field, "label": "x" * 46})
    assert modal(field, field), "the same custom id twice"
