"""A real Chromium, one tab a person; what they do is what a person does with mouse and keys."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright

from bot.playground import StandIn

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESKTOP, PHONE = {"width": 1200, "height": 850}, {"width": 400, "height": 800}


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Chromium of the system's packages, without a window."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found is not None, "the browser tests need Chromium on the PATH (Debian: apt install chromium)"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


class Tab:
    """One person's tab. `troubles` collects errors of the page's scripts and requests to other hosts."""

    def __init__(self, page: Page, name: str, home: str) -> None:
        self.page, self.name = page, name
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((home, "data:")) else self.troubles.append(request.url)
            ),
        )

    def _hear(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.troubles.append(f"{line.text} at {line.location.get('url')}")

    @classmethod
    async def open(
        cls, browser: Browser, standin: StandIn, name: str, size: dict[str, int] | None = None
    ) -> Tab:
        context = await browser.new_context(viewport=size or DESKTOP)
        page = await context.new_page()
        page.set_default_timeout(15_000)
        tab = cls(page, name, standin.url)
        await page.goto(f"{standin.url}?as={name}")
        await page.get_by_role("radio", name=name, checked=True).wait_for()
        return tab

    @property
    def messages(self) -> Locator:
        return self.page.locator("#messages > .message")

    @property
    def private(self) -> Locator:
        """The newest answer that only this person sees."""
        return self.page.locator("#messages > .message.private").last

    def button(self, label: str, within: Locator | None = None) -> Locator:
        return (within or self.page.locator("#messages")).get_by_role("button", name=label).last

    async def type(self, text: str) -> None:
        """Type into the message box and send it off."""
        await self.page.get_by_role("textbox", name="Message").click()
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")

    async def brought_up_to_date(self, message: str, before: str) -> None:
        """Wait until the message with this id has changed since `before`, and its buttons are free again."""
        await self.page.wait_for_function(
            """([id, before]) => {
                const item = document.querySelector(`[data-id="${id}"]`);
                return !item || (item.dataset.edited !== before && !item.hasAttribute("aria-busy"));
            }""",
            arg=[message, before],
            timeout=20_000,
        )
