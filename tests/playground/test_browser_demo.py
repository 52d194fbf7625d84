"""Three people click through everything once, in a real browser, at a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.playground import StandIn

from .browser import DESKTOP, PHONE, Tab, chromium
from .demo_bot import DemoBot

pytestmark = pytest.mark.browser


async def test_three_people_share_a_channel(standin: StandIn, demo: DemoBot):
    async with chromium() as browser:
        ada, ben, cleo = [await Tab.open(browser, standin, name) for name in ("Ada", "Ben", "Cleo")]
        await ada.type("/demo panel ")
        for step, tab in enumerate((ada, ben, cleo)):
            await tab.button(f"Step {step}").click()
            for other in (ada, ben, cleo):
                await other.button(f"Step {step + 1}").wait_for()
                await expect(other.messages.last).to_contain_text(f"@{tab.name} stepped")
                picture = other.page.get_by_role(
                    "button", name=f"Enlarge picture: The board at count {step + 1}"
                )
                await expect(picture.locator("img")).to_have_js_property("naturalWidth", 640)
        await expect(ada.button("Never")).to_be_disabled()
        for tab in (ada, ben, cleo):
            assert tab.troubles == []
    standin.assert_no_violations()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
async def test_menus_forms_private_answers_and_pictures(
    standin: StandIn, demo: DemoBot, size: dict[str, int]
):
    async with chromium() as browser:
        ada = await Tab.open(browser, standin, "Ada", size)
        ben = await Tab.open(browser, standin, "Ben", size)
        page = ada.page
        await ada.type("/demo menu ")
        await ada.button("Refuse").click()
        await expect(ada.private).to_contain_text("It is not your turn.")
        await expect(ada.private).to_contain_text("Only you can see this")
        await expect(ben.messages).to_have_count(1)
        await page.get_by_role("button", name="Dismiss message").click()
        await expect(ada.messages).to_have_count(1)

        await ada.button("Form").click()
        form = page.get_by_role("dialog", name="A form")
        await form.get_by_role("button", name="Submit").click()
        await expect(form.get_by_role("alert")).to_contain_text("Name")
        await form.get_by_label("Name").fill("Ada")
        await form.get_by_label("Colour").select_option("Blue")
        await form.get_by_label("Fast").check()
        await form.get_by_label("Maps").check()
        await form.get_by_role("button", name="Submit").click()
        await expect(ada.private).to_contain_text("Form: ('Ada', ['Blue'], 'fast', ['maps'])")

        await ben.page.get_by_role("combobox", name="Pick up to two").click()
        await ben.page.get_by_role("option", name="City 2").click()
        await ben.page.get_by_role("option", name="City 4").click()
        await ben.page.get_by_role("button", name="Choose 2 of up to 2").click()
        await expect(ada.messages.first).to_contain_text("picked c2,c4")

        await ada.type("/demo embed ")
        await page.get_by_role("button", name="Enlarge picture").last.click()
        dialog = page.get_by_role("dialog", name="Picture")
        await expect(dialog.locator("img")).to_be_visible()
        await dialog.get_by_role("button", name="Full size").click()
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()

        wide = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide, "the page is wider than the window"
        assert ada.troubles == []
        assert ben.troubles == []
    standin.assert_no_violations()


async def test_a_command_is_typed_with_suggestions_by_keys_alone(standin: StandIn, demo: DemoBot):
    async with chromium() as browser:
        ada = await Tab.open(browser, standin, "Ada")
        keyboard = ada.page.keyboard
        await keyboard.press("/")
        await keyboard.type("demo fi")
        await keyboard.press("Tab")
        await keyboard.type("c")
        options = ada.page.get_by_role("option")
        await expect(options.first).to_have_text("C1 (a hex)")
        await keyboard.press("ArrowDown")
        await keyboard.press("Enter")
        await keyboard.type(" times:3")
        await keyboard.press("Enter")
        await expect(ada.private).to_contain_text("c2 c2 c2")
        # All in one go, as one who knows the command types it.
        await ada.type("/demo find hex:B4 times:2 loud:true")
        await expect(ada.private).to_contain_text("B4 B4")
        await ada.type("/demo find times:7")
        await expect(ada.page.get_by_role("combobox", name="hex: A hex")).to_be_focused()
        await keyboard.type("A1")
        await keyboard.press("Enter")
        await expect(ada.page.get_by_role("alert").filter(has_text="between 1 and 5")).to_be_visible()
        assert ada.troubles == []
    standin.assert_no_violations()


async def test_one_tab_can_be_several_people_and_shows_who_is_called(standin: StandIn, demo: DemoBot):
    async with chromium() as browser:
        ada = await Tab.open(browser, standin, "Ada")
        ben = standin.player(2)
        await demo.get_channel(standin.channel().id).send(f"{ben.user.mention}, it is your turn.")
        await ada.page.get_by_role("radio", name="Ben, called 1 times").wait_for()
        await ada.page.get_by_role("button", name="Be Ben").click()
        await ada.page.get_by_role("radio", name="Ben", checked=True).wait_for()
        await expect(ada.messages.last.locator(".mention.me")).to_have_text("@Ben")
        await ada.page.keyboard.press("Alt+3")
        await ada.page.get_by_role("radio", name="Cleo", checked=True).wait_for()
        await ada.type("/demo whisper ")
        await ada.page.locator(".place", has_text="@ Roundhouse").click()
        await expect(ada.messages.last).to_contain_text("Hello, Cleo")
        assert ada.troubles == []


async def test_a_bot_that_does_not_answer_is_told_to_the_person():
    from bot.playground import point_discord_py_at

    async with StandIn(answer_within=0.3) as standin, chromium() as browser:
        with point_discord_py_at(standin):
            import asyncio

            bot = DemoBot()
            running = asyncio.create_task(bot.start(standin.token))
            await standin.ready()
            ada = await Tab.open(browser, standin, "Ada")
            await ada.type("/demo silent ")
            await expect(ada.page.locator("#trouble")).to_contain_text("The application did not respond")
            await bot.close()
            await asyncio.wait([running])
