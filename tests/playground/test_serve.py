"""`serve`: the page and the bot in one process, and what is still there after the next start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
import pytest

from bot.playground import StandIn
from bot.playground.serve import PortTaken, serve

from .demo_bot import DemoBot


@asynccontextmanager
async def open_playground(file: Path, said: list[str] | None = None) -> AsyncIterator[StandIn]:
    opened: asyncio.Future[StandIn] = asyncio.get_running_loop().create_future()
    say = (said if said is not None else []).append
    serving = asyncio.create_task(serve(0, DemoBot, file=file, say=say, ready=opened.set_result))
    await asyncio.wait([serving, opened], return_when=asyncio.FIRST_COMPLETED, timeout=20)
    try:
        yield opened.result()
    finally:
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving


async def test_messages_threads_and_panels_outlive_a_restart(tmp_path: Path):
    said: list[str] = []
    async with open_playground(tmp_path / "kept.db", said) as standin:
        ada = standin.player(1)
        panel = (await ada.slash("/demo panel")).message
        menu = (await ada.slash("/demo menu")).message
        await ada.slash("/demo whisper")
        await ada.slash("/demo thread")
        await standin.until(lambda: bool(standin.threads and standin.threads[0].messages))
        await ada.delete(await ada.say("never mind"))
        await standin.settle()
        before = [one.text for one in standin.channel().messages]
        assert said == [f"The playground is open: {standin.url}"]
    async with open_playground(tmp_path / "kept.db") as standin:
        ada = standin.player(1)
        assert [one.text for one in standin.channel().messages] == before
        assert [one.text for one in ada.direct_messages] == ["Hello, Ada"]
        assert standin.threads[0].last.text == f"Here, {ada.user.mention}."
        again = next(one for one in standin.channel().messages if one.id == panel.id)
        assert again.pictures[0].data == panel.pictures[0].data
        await ada.click(again, "Step 0")
        await standin.until(lambda: "Count 1" in again.text)
        assert (await ada.click(menu, "Refuse")).ephemeral
        standin.assert_no_violations()


async def test_a_deleted_channel_stays_deleted(tmp_path: Path):
    async with open_playground(tmp_path / "kept.db") as standin:
        await standin.channel("workshop").delete()
    async with open_playground(tmp_path / "kept.db") as standin:
        with pytest.raises(KeyError):
            standin.channel("workshop")


async def test_a_port_in_use_is_one_clear_sentence(tmp_path: Path):
    async with StandIn() as standin:
        port = int(standin.url.rstrip("/").rpartition(":")[2])
        with pytest.raises(PortTaken, match=f"Port {port} is in use"):
            await serve(port, DemoBot, file=tmp_path / "kept.db")


async def test_only_the_own_page_may_connect_and_files_stay_within_the_page(tmp_path: Path):
    async with StandIn() as standin, aiohttp.ClientSession() as session:
        live = standin.url.replace("http", "ws") + "page/live"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(live, origin="http://elsewhere.example")
        async with session.ws_connect(live, origin=standin.url.rstrip("/")) as socket:
            await socket.send_json({"do": "be", "number": 1, "user": "Ben"})
            hello = await socket.receive_json()
            assert [one["name"] for one in hello["people"] if one["id"] == hello["me"]] == ["Ben"]
        async with session.get(standin.url) as page:
            assert page.status == 200
            assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        for path in ("page/..%2fserve.py", "page/nothing.js", "page/%2e%2e%2fworld.py"):
            async with session.get(standin.url + path) as page:
                assert page.status == 404


async def test_rest_needs_the_bots_token():
    async with StandIn() as standin, aiohttp.ClientSession() as session:
        async with session.get(f"{standin.api}/users/@me") as answer:
            assert answer.status == 401
        async with session.get(
            f"{standin.api}/users/@me", headers={"Authorization": f"Bot {standin.token}"}
        ) as answer:
            assert (await answer.json())["username"] == "roundhouse"
