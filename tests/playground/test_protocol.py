"""The unchanged discord.py client against the stand-in: every kind of answer the bot gives."""

from __future__ import annotations

import asyncio
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.playground import NotPossible, StandIn
from bot.playground.world import APPLICATION

from .demo_bot import DemoBot


async def test_a_panel_is_brought_up_to_date_with_a_new_picture(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    answer = await ada.slash("/demo panel")
    panel = answer.message
    assert not panel.ephemeral
    assert panel.is_v2
    assert answer.ack_ms < 1000
    before = panel.pictures[0]
    assert (before.width, before.height) == (640, 360)
    assert before.description == "A board that says count 0"
    await ada.click(panel, "Step 0")
    await standin.until(lambda: panel.times_edited == 1)
    assert "Count 1" in panel.text
    assert f"<@{ada.id}> stepped" in panel.text
    assert [picture.description for picture in panel.pictures] == ["A board that says count 1"]
    assert panel.pictures[0].id != before.id
    assert Image.open(BytesIO(panel.pictures[0].data)).size == (640, 360)
    standin.assert_no_violations()


async def test_the_gallery_shows_the_attachment_by_its_address(standin: StandIn, demo: DemoBot):
    panel = (await standin.player(1).slash("/demo panel")).message
    channel = demo.get_channel(panel.channel)
    fetched = await channel.fetch_message(panel.id)
    (attachment,) = fetched.attachments
    assert await attachment.read() == panel.pictures[0].data
    gallery = next(part for part in fetched.components[0].children if part.type.name == "media_gallery")
    assert gallery.items[0].media.url == attachment.url
    assert gallery.items[0].description == "The board at count 0"


@pytest.mark.parametrize("deleted", [False, True], ids=["replaced", "deleted"])
async def test_a_picture_can_still_be_loaded_just_after_it_went(
    standin: StandIn, demo: DemoBot, deleted: bool
):
    ada = standin.player(1)
    panel = (await ada.slash("/demo panel")).message
    channel = demo.get_channel(panel.channel)
    fetched = await channel.fetch_message(panel.id)
    (attachment,) = fetched.attachments
    shown = await attachment.read()
    if deleted:
        await fetched.delete()
    else:
        await ada.click(panel, "Step 0")
        await standin.until(lambda: panel.times_edited == 1)
    assert await attachment.read() == shown


async def test_a_disabled_and_an_absent_button_cannot_be_pressed(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    panel = (await ada.slash("/demo panel")).message
    with pytest.raises(NotPossible, match="disabled"):
        await ada.click(panel, custom_id="demo:never")
    with pytest.raises(NotPossible, match="No single button"):
        await ada.click(panel, "Start")


async def test_a_menu_takes_up_to_two_values(standin: StandIn, demo: DemoBot):
    ben = standin.player(2)
    menu = (await ben.slash("/demo menu")).message
    with pytest.raises(NotPossible, match="1 to 2 may be chosen"):
        await ben.select(menu, ["City 1", "City 2", "City 3"])
    await ben.select(menu, ["City 1", "c3"])
    assert menu.text == "picked c1,c3"
    assert menu.components == []
    standin.assert_no_violations()


async def test_a_form_comes_back_with_all_kinds_of_fields(standin: StandIn, demo: DemoBot):
    cleo = standin.player(3)
    menu = (await cleo.slash("/demo menu")).message
    opened = await cleo.click(menu, "Form")
    assert opened.modal["title"] == "A form"
    with pytest.raises(NotPossible, match="Name"):
        await cleo.submit(opened, {"Colour": "Red", "Pace": "Fast"})
    sent = await cleo.submit(opened, {"Name": "Cleo", "Colour": "Blue", "Pace": "Slow", "Extras": ["Maps"]})
    assert sent.ephemeral
    assert sent.text == "Form: ('Cleo', ['Blue'], 'slow', ['maps'])"
    standin.assert_no_violations()


async def test_an_ephemeral_answer_is_seen_by_one_person_only(standin: StandIn, demo: DemoBot):
    ada, ben = standin.player(1), standin.player(2)
    menu = (await ada.slash("/demo menu")).message
    refusal = await ben.click(menu, "Refuse")
    assert refusal.message in ben.sees
    assert refusal.message not in ada.sees
    assert refusal.message not in standin.channel().messages
    with pytest.raises(discord.NotFound):
        await demo.get_channel(menu.channel).fetch_message(refusal.message.id)


async def test_options_are_checked_suggested_and_resolved(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    assert set(ada.commands()) >= {"demo find", "demo panel"}
    suggested = await ada.autocomplete("/demo find", "hex", "c")
    assert suggested[0] == {"name": "C1 (a hex)", "value": "C1"}
    assert len(await ada.autocomplete("/demo find", "hex")) == 25
    for wrong in ({}, {"hex": "A1", "times": 6}, {"hex": "A1", "times": "two"}, {"hex": "A1", "colour": 1}):
        with pytest.raises(NotPossible):
            await ada.slash("/demo find", **wrong)
    found = await ada.slash("/demo find", hex="C1", times=2, loud=True, who="Ben")
    assert found.text == "C1 C1 FOR BEN"
    standin.assert_no_violations()


async def test_the_first_followup_takes_the_place_of_thinking(standin: StandIn, demo: DemoBot):
    answer = await standin.player(1).slash("/demo slow", wait_for="ack")
    assert answer.message.ephemeral
    await answer.followed_up(2)
    await standin.settle()
    assert [(one.text, one.ephemeral) for one in answer.messages] == [
        ("first", True),
        ("second, edited", False),
    ]
    standin.assert_no_violations()


async def test_direct_messages_arrive_or_are_refused(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    assert (await ada.slash("/demo whisper")).text == "Look there."
    (message,) = ada.direct_messages
    assert message.text == "Hello, Ada"
    assert len(message.pictures) == 1
    ada.user.accepts_dms = False
    assert (await ada.slash("/demo whisper")).text == "Your direct messages are closed."


async def test_a_thread_is_opened_from_a_message(standin: StandIn, demo: DemoBot):
    await standin.player(1).slash("/demo thread")
    await standin.until(lambda: bool(standin.threads and standin.threads[0].messages))
    (thread,) = standin.threads
    assert thread.channel.name == "A second table"
    assert thread.last.pings == {standin.player(1).id}
    standin.assert_no_violations()


async def test_an_embed_with_its_picture_arrives(standin: StandIn, demo: DemoBot):
    message = (await standin.player(1).slash("/demo embed")).message
    assert message.embeds[0]["image"]["url"].startswith(standin.url)
    assert "Ada" in message.text


async def test_no_answer_within_the_time_is_a_failure_and_a_violation():
    from bot.playground import point_discord_py_at

    async with StandIn(answer_within=0.2) as standin:
        with point_discord_py_at(standin):
            bot = DemoBot()
            running = asyncio.create_task(bot.start(standin.token))
            await standin.ready()
            answer = await standin.player(1).slash("/demo silent")
            assert answer.failed
            assert standin.violations == ["interaction /demo silent: not answered in 0.2 s"]
            await bot.close()
            await asyncio.wait([running])


async def test_the_same_click_can_be_delivered_twice(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    panel = (await ada.slash("/demo panel")).message
    answer = await ada.click(panel, "Step 0", deliveries=2)
    await standin.until(lambda: panel.times_edited >= 1)
    await standin.settle()
    assert answer.interaction.deliveries == 2
    # The demo bot answers both deliveries; the second answer is refused and noted.
    assert any("already been acknowledged" in line for line in standin.violations)


async def test_a_lost_connection_is_resumed_and_what_was_missed_arrives(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    panel = (await ada.slash("/demo panel")).message
    await standin.connection.drop()
    await ada.click(panel, "Step 0", wait_for="no")
    await asyncio.wait_for(demo.reconnected.wait(), 10)
    await standin.until(lambda: panel.times_edited == 1)
    assert standin.connection.resumed == 1
    assert standin.connection.identified == 1


async def test_an_invalid_session_is_begun_anew(standin: StandIn, demo: DemoBot):
    await standin.connection.invalidate()
    await standin.until(lambda: standin.connection.identified == 2, within=15)
    assert (await standin.player(1).slash("/demo menu")).text == "Choose:"


async def test_a_request_to_reconnect_is_followed(standin: StandIn, demo: DemoBot):
    await standin.connection.ask_to_reconnect()
    await asyncio.wait_for(demo.reconnected.wait(), 10)
    assert (await standin.player(1).slash("/demo menu")).text == "Choose:"


@pytest.mark.parametrize("status", [429, 500])
async def test_a_failing_route_is_tried_again_by_the_client(standin: StandIn, demo: DemoBot, status: int):
    fault = standin.faults.fail("POST /channels/.*/messages$", status, times=1)
    sent = await demo.get_channel(standin.channel().id).send("after all")
    assert fault.hits == 1
    assert [one.text for one in standin.channel().messages] == ["after all"]
    assert sent.id == standin.channel().last.id


async def test_a_lost_response_and_a_nonce_make_one_message(standin: StandIn, demo: DemoBot):
    standin.faults.fail("POST /channels/.*/messages$", 500, after=True)
    await demo.get_channel(standin.channel().id).send("once", nonce="7")
    assert [one.text for one in standin.channel().messages] == ["once"]


async def test_a_denied_permission_is_seen_beforehand_and_refused(standin: StandIn, demo: DemoBot):
    place = standin.channel()
    await place.deny("send_messages")
    channel = demo.get_channel(place.id)
    async with asyncio.timeout(5):
        while channel.permissions_for(channel.guild.me).send_messages:
            await asyncio.sleep(0.01)
    with pytest.raises(discord.Forbidden):
        await channel.send("no")
    answer = await standin.player(1).slash("/demo menu")
    assert answer.text == "Choose:"


async def test_gone_messages_channels_and_members(standin: StandIn, demo: DemoBot):
    ada = standin.player(1)
    message = (await ada.slash("/demo menu")).message
    channel = demo.get_channel(message.channel)
    await standin.channel().delete_message(message)
    with pytest.raises(discord.NotFound):
        await channel.get_partial_message(message.id).edit(content="gone")
    with pytest.raises(NotPossible):
        await ada.click(message, "Form")
    await standin.remove_member(ada)
    with pytest.raises(discord.NotFound):
        await channel.guild.fetch_member(ada.id)
    with pytest.raises(NotPossible):
        await ada.slash("/demo menu")
    await standin.channel().delete()
    with pytest.raises(discord.NotFound):
        await channel.send("gone")
    standin.assert_no_violations()


async def test_an_expired_token_is_refused(standin: StandIn, demo: DemoBot):
    answer = await standin.player(1).slash("/demo menu")
    answer.expire()
    webhook = discord.Webhook.partial(
        APPLICATION, answer.interaction.token, session=demo.http._HTTPClient__session
    )
    with pytest.raises(discord.HTTPException, match="Invalid Webhook Token"):
        await webhook.send("late")


async def test_who_is_pinged_is_what_the_bot_allows(standin: StandIn, demo: DemoBot):
    ada, ben = standin.player(1), standin.player(2)
    channel = demo.get_channel(standin.channel().id)
    text = f"{ada.user.mention} and {ben.user.mention}"
    await channel.send(text)
    assert standin.channel().last.pings == {ada.id, ben.id}
    await channel.send(text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(ben.id)]))
    assert standin.channel().last.pings == {ben.id}
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert standin.channel().last.pings == set()


async def test_a_second_server_and_a_new_channel_are_heard_of(standin: StandIn, demo: DemoBot):
    _, games = await standin.add_server("Elsewhere", standin.players(2))
    answer = await standin.player(2).at(games).slash("/demo menu")
    assert answer.text == "Choose:"
    assert games.last.id == answer.message.id
