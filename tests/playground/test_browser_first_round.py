"""Age of Steam in a real browser: created, joined by three people, its first turn played by clicks alone.

And the same by typed slash commands alone. Nothing looks into the bot: what is on the page decides.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.client import Roundhouse
from bot.playground import StandIn
from engine.core.action import specs, verb
from engine.core.notation import value_to_word
from tests.bot.live import running, table_in
from tests.engine.random_play import random_action

from .browser import Tab, chromium

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Ben", "Cleo")
# Steps of a panel that lead to a move; what only shows something, undoes, or goes back is left alone.
STEP = re.compile(r"^g:\w+:\d+:(kind|do|go|end|val|narrow|pick|other)(:|$)")


@asynccontextmanager
async def table_of_three(tmp_path: Path) -> AsyncIterator[tuple[StandIn, Roundhouse, list[Tab]]]:
    async with (
        StandIn() as standin,
        running(standin, tmp_path) as client,
        chromium() as browser,
    ):
        tabs = [await Tab.open(browser, standin, name) for name in NAMES]
        await tabs[0].type("/game new title:Age of Steam")
        try:
            yield standin, client, tabs
        except BaseException:
            for tab in tabs:
                await tab.page.screenshot(path=tmp_path / f"{tab.name}.png")
            raise
        for tab in tabs:
            assert tab.troubles == []
        standin.assert_no_violations()


async def sit_down_and_start(tabs: Sequence[Tab]) -> None:
    for tab in tabs[1:]:
        await tab.button("Join").click()
        await expect(tabs[0].messages.last).to_contain_text(f"@{tab.name}")
    await tabs[0].button("Start").click()
    for tab in tabs:
        await tab.button("My move").wait_for()
        await expect(tab.page.locator("#messages .gallery img").last).to_be_visible()


async def caller(tabs: Sequence[Tab]) -> Tab:
    """Whose turn the newest panel says it is, in that person's own tab."""
    panels = tabs[0].page.locator("#messages > .message:not(.private)", has_text="My move")
    text = await panels.last.inner_text()
    named = re.search(r"^▶\W*(\w+)", text, re.MULTILINE)
    assert named, text
    return next(tab for tab in tabs if tab.name == named[1])


async def keys(panel: Locator) -> list[str]:
    """The custom ids of what can be pressed or chosen on a panel, in the order shown."""
    found = "item => [...item.querySelectorAll('[data-key]:not(:disabled)')].map(part => part.dataset.key)"
    return list(await panel.evaluate(found))


async def make_a_move(tab: Tab, dice: random.Random) -> None:
    """Open one's own panel and press on until the move is made.

    Nothing is done if the panel says that it is another's turn: the next turn's post was still on its way.
    """
    before = await tab.private.count() and await tab.private.get_attribute("data-id")
    await tab.button("My move").click()
    await tab.page.wait_for_function(
        """before => {
            const item = [...document.querySelectorAll(".message.private")].pop();
            return item && item.dataset.id !== before && item.querySelector("[data-key]");
        }""",
        arg=before,
    )
    panel_id = await tab.private.get_attribute("data-id")
    panel = tab.page.locator(f'[data-id="{panel_id}"]')
    version = await _version(panel)
    for click in range(40):
        possible = [key for key in await keys(panel) if STEP.match(key)]
        if not possible and click == 0:
            await expect(panel).to_contain_text("It is ")
            return
        assert possible, f"the panel leads nowhere: {await panel.inner_text()}"
        edited = await panel.get_attribute("data-edited")
        part = panel.locator(f'[data-key="{dice.choice(possible)}"]')
        if await part.get_attribute("role") == "combobox":
            await part.click()
            options = panel.get_by_role("option")
            await options.first.wait_for()
            await options.nth(dice.randrange(await options.count())).click()
        else:
            await part.click()
        form = tab.page.get_by_role("dialog")
        await tab.brought_up_to_date(panel_id or "", edited or "")
        assert not await form.count()
        if await _version(panel) != version:
            return
    raise AssertionError("forty clicks and no move")


async def _version(panel: Locator) -> int:
    """The state of the game that a panel's buttons are for; -1 if there are none."""
    return max((int(key.split(":")[2]) for key in await keys(panel) if key.startswith("g:")), default=-1)


async def second_turn(tabs: Sequence[Tab]) -> bool:
    return bool(await tabs[0].page.locator("#messages .message", has_text="turn 2 of 10").count())


async def test_the_first_turn_by_clicks_alone(tmp_path: Path):
    dice = random.Random(7)
    async with table_of_three(tmp_path) as (standin, _, tabs):
        await sit_down_and_start(tabs)
        for _ in range(120):
            tab = await caller(tabs)
            await make_a_move(tab, dice)
            await standin.settle()
            if await second_turn(tabs):
                break
        await expect(
            tabs[0].page.locator("#messages .message", has_text="turn 2 of 10").first
        ).to_be_visible()
        pictures = tabs[0].page.locator("#messages .message:not(.private) .gallery img")
        assert await pictures.count() > 3


async def test_moves_by_typed_commands_alone(tmp_path: Path):
    dice = random.Random(11)
    async with table_of_three(tmp_path) as (standin, client, tabs):
        for tab in tabs[1:]:
            await tab.type("/game join ")
            await expect(tabs[0].messages.filter(has_text="At the table")).to_contain_text(f"@{tab.name}")
        await tabs[0].type("/game start ")
        await tabs[0].button("My move").wait_for()
        table = await table_in(client, standin.channel())
        title = table.title
        for _ in range(60):
            if table.game.view(None).turn > 1:
                break
            seat, action = random_action(table.game, dice)
            words = [f"/{title.command} {verb(action)}"]
            for spec in specs(type(action)):
                value = getattr(action, spec.name)
                if value is not None:
                    plain = spec.kind in ("int", "bool")
                    words.append(f"{spec.name}:{value if plain else value_to_word(spec, value)}")
            tab = next(one for one in tabs if one.name == table.record.seats[seat].name)
            version = table.version
            await tab.type(" ".join(words) + (" " if len(words) == 1 else ""))
            with suppress(TimeoutError):
                async with asyncio.timeout(15):
                    while table.version == version:  # the page may still be sending it
                        await standin.settle()
                        table = await client.house.tables.table(table.id)
            assert table.version > version, f"{words}: {await tab.messages.last.inner_text()}"
        assert table.game.view(None).turn > 1
