"""The lobby: options in words that people use, and seats that the host takes away again."""

import asyncio

import pytest

from bot.channels import DiscordChannels
from bot.lobby import lobby_sheet, seat_word
from bot.setup import option_specs, read_options
from engine.core.errors import NotUnderstood
from tests.bot.live import KNOWN

STEAM, ATLAS = KNOWN["age_of_steam"], KNOWN["lost_atlas"]


def lobby_of(standin):
    return next(one for one in standin.channel().messages if "Options" in str(one.labels))


async def choose(standin, host, panel, name, value):
    """Pick a value in the menu of one option, and wait for the panel to be brought up to date."""
    menu = next(part["custom_id"] for part in panel.menus if f":{name}:" in part["custom_id"])
    edits = panel.times_edited
    await host.select(panel, value, menu)
    await standin.until(lambda: panel.times_edited > edits)


def test_an_option_is_read_by_its_word_and_by_its_label():
    for title in KNOWN.values():
        for spec in option_specs(title):
            for value in spec.values():
                assert spec.read(spec.shown(value)) == value
    assert read_options(STEAM, {"map": "Western U.S."}).map == "western_us"
    with pytest.raises(NotUnderstood, match="Rust Belt, Western"):
        read_options(STEAM, {"map": "France"})


async def test_the_lobby_names_maps_as_players_do_and_only_options_that_matter(standin, live):
    host = standin.player(1)
    await host.slash("/game new", title="age_of_steam")
    lobby = lobby_of(standin)
    assert "Map: **Rust Belt**" in lobby.text
    assert "Easy" not in lobby.text
    panel = (await host.click(lobby, "Options")).message
    await choose(standin, host, panel, "map", "barbados")
    await choose(standin, host, panel, "easy", "yes")
    await standin.until(lambda: "Easy start: **yes**" in lobby.text)
    await choose(standin, host, panel, "map", "germany")
    await standin.until(lambda: "Map: **Germany**" in lobby.text)
    assert "Easy" not in lobby.text
    assert not any(":easy:" in part["custom_id"] for part in panel.menus)
    standin.assert_no_violations()


def test_own_values_are_listed_only_beside_the_option_that_asks_for_them():
    usual = [spec.name for spec in option_specs(ATLAS) if spec.matters(read_options(ATLAS, {}))]
    own = read_options(ATLAS, {"destination": "own"})
    asked = [spec.name for spec in option_specs(ATLAS) if spec.matters(own)]
    assert "own_grey" not in usual
    assert "own_grey" in asked


async def test_the_host_asks_somebody_to_leave_and_nobody_else_can(standin, live):
    host, guest = standin.players(2)
    await host.slash("/game new", title="age_of_steam")
    lobby = lobby_of(standin)
    await guest.click(lobby, "Join")
    await host.click(lobby, "Add automatic player")
    await standin.until(lambda: "(automatic)" in lobby.text)
    panel = (await host.click(lobby, "Options")).message
    menu = next(part for part in panel.menus if ":dismiss:" in part["custom_id"])
    assert len(menu["options"]) == 2
    robot = next(option["value"] for option in menu["options"] if option["label"].startswith("3."))
    assert "Only whoever opened the game" in (await guest.click(lobby, "Options")).text
    edits = panel.times_edited
    await host.select(panel, robot, menu["custom_id"])
    await standin.until(lambda: panel.times_edited > edits)
    assert "has left the table" in panel.text
    await standin.until(lambda: "(automatic)" not in lobby.text)
    record = await live.house.tables.in_channel(standin.channel().id)
    assert [seat.user for seat in record.seats] == [host.id, guest.id]
    assert lobby_sheet(STEAM, record).text.count("<@") == 2
    assert seat_word(record, 1) != robot  # a late click on the old menu finds nobody


async def test_joining_faster_than_the_message_can_be_edited_takes_two_edits(standin, live, monkeypatch):
    """The first shows who was there when it began, the second all who have come since."""
    host, *guests = standin.players(6)
    await host.slash("/game new", title="age_of_steam")
    await standin.settle()
    lobby = lobby_of(standin)
    edits, edit, go_on = lobby.times_edited, DiscordChannels.edit, asyncio.Event()

    async def slow(self, *arguments):
        await go_on.wait()
        return await edit(self, *arguments)

    monkeypatch.setattr(DiscordChannels, "edit", slow)
    for guest in guests:
        await guest.click(lobby, "Join")
    game = (await live.house.tables.in_channel(standin.channel().id)).id
    while len((await live.house.tables.record(game)).seats) < 6:
        await asyncio.sleep(0.01)
    go_on.set()
    await standin.until(lambda: all(f"<@{guest.id}>" in lobby.text for guest in guests))
    await standin.settle()
    assert lobby.times_edited - edits == 2
