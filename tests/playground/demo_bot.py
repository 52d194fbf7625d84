"""A tiny discord.py bot that uses each kind of answer once; the protocol and browser tests run it."""

from __future__ import annotations

import asyncio
import io
import re

import discord
from discord import app_commands
from PIL import Image, ImageDraw

HEXES = [f"{letter}{number}" for letter in "ABCDEFG" for number in range(1, 10)]


def picture(text: str, size: tuple[int, int] = (640, 360)) -> discord.File:
    image = Image.new("RGB", size, "#24435c")
    ImageDraw.Draw(image).text((20, 20), text, fill="white", font_size=48)
    data = io.BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description=f"A board that says {text}")


class Step(discord.ui.DynamicItem[discord.ui.Button], template=r"demo:step:(?P<count>\d+)"):
    """A button that carries its whole state, so that it works after a restart."""

    def __init__(self, count: int) -> None:
        button = discord.ui.Button(
            label=f"Step {count}", custom_id=f"demo:step:{count}", style=discord.ButtonStyle.primary
        )
        super().__init__(button)
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item, match: re.Match[str]
    ) -> Step:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        count = self.count + 1
        await interaction.edit_original_response(
            view=Panel(count, f"{interaction.user.mention} stepped"), attachments=[picture(f"count {count}")]
        )


class Panel(discord.ui.LayoutView):
    """A components-v2 panel: text, picture, thumbnail, buttons."""

    def __init__(self, count: int, said: str) -> None:
        super().__init__(timeout=None)
        box = discord.ui.Container(accent_colour=discord.Colour(0x2E86AB))
        box.add_item(discord.ui.TextDisplay(f"## Count {count}\n{said}"))
        box.add_item(
            discord.ui.Section(
                "**A section** with a _thumbnail_",
                accessory=discord.ui.Thumbnail("attachment://board.png", description="small board"),
            )
        )
        box.add_item(discord.ui.Separator())
        gallery = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description=f"The board at count {count}")
        box.add_item(gallery)
        row: discord.ui.ActionRow = discord.ui.ActionRow()
        row.add_item(Step(count))
        row.add_item(
            discord.ui.Button(label="Never", custom_id="demo:never", disabled=True, emoji="\N{NO ENTRY}")
        )
        box.add_item(row)
        self.add_item(box)


class Form(discord.ui.Modal, title="A form"):
    name = discord.ui.Label(text="Name", component=discord.ui.TextInput(max_length=20))
    colour = discord.ui.Label(
        text="Colour",
        component=discord.ui.Select(options=[discord.SelectOption(label=c) for c in ("Red", "Blue")]),
    )
    pace = discord.ui.Label(
        text="Pace",
        component=discord.ui.RadioGroup(
            options=[discord.RadioGroupOption(label=p, value=p.lower()) for p in ("Slow", "Fast")]
        ),
    )
    extras = discord.ui.Label(
        text="Extras",
        component=discord.ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=e, value=e.lower()) for e in ("Maps", "Bots")],
            required=False,
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts = (
            self.name.component.value,
            self.colour.component.values,
            self.pace.component.value,
            self.extras.component.values,
        )
        await interaction.response.send_message(f"Form: {parts}", ephemeral=True)


class Menu(discord.ui.View):
    @discord.ui.select(
        placeholder="Pick up to two",
        custom_id="demo:menu",
        max_values=2,
        options=[
            discord.SelectOption(label=f"City {n}", value=f"c{n}", description="a city") for n in range(1, 6)
        ],
    )
    async def pick(self, interaction: discord.Interaction, select: discord.ui.Select) -> None:
        await interaction.response.edit_message(content=f"picked {','.join(select.values)}", view=None)

    @discord.ui.button(label="Form", custom_id="demo:form", style=discord.ButtonStyle.success, row=1)
    async def form(self, interaction: discord.Interaction, button: discord.ui.Button) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Refuse", custom_id="demo:refuse", style=discord.ButtonStyle.danger, row=1)
    async def refuse(self, interaction: discord.Interaction, button: discord.ui.Button) -> None:
        await interaction.response.send_message("It is not your turn.", ephemeral=True)


class DemoBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.reconnected = asyncio.Event()
        group = app_commands.Group(name="demo", description="Everything once")
        for callback, text in (
            (self.panel, "A panel with a picture"),
            (self.menu, "A menu and a form"),
            (self.find, "Find a hex"),
            (self.slow, "Think, then answer"),
            (self.whisper, "A direct message"),
            (self.silent, "Never answers"),
            (self.thread, "Opens a thread"),
            (self.embed, "An embed"),
        ):
            command = app_commands.Command(name=callback.__name__, description=text, callback=callback)
            group.add_command(command)
        group.get_command("find").autocomplete("hex")(self.suggest)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Step)
        self.add_view(Menu(timeout=None))
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.reconnected.set()

    async def panel(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Panel(0, "Nobody yet"), file=picture("count 0"))

    async def menu(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Choose:", view=Menu(timeout=None))

    @app_commands.describe(hex="A hex", times="How often", loud="Shout", who="For whom")
    async def find(
        self,
        interaction: discord.Interaction,
        hex: str,
        times: app_commands.Range[int, 1, 5] = 1,
        loud: bool = False,
        who: discord.Member | None = None,
    ) -> None:
        text = " ".join([hex] * times) + (f" for {who.display_name}" if who else "")
        await interaction.response.send_message(text.upper() if loud else text.lower(), ephemeral=True)

    async def suggest(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        fits = [name for name in HEXES if name.startswith(current.upper())]
        return [app_commands.Choice(name=f"{name} (a hex)", value=name) for name in fits[:25]]

    async def slow(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("first", ephemeral=True)
        second = await interaction.followup.send("second", wait=True)
        third = await interaction.followup.send("third", wait=True)
        await second.edit(content="second, edited")
        await third.delete()

    async def whisper(self, interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send(f"Hello, {interaction.user.display_name}", file=picture("hello"))
        except discord.Forbidden:
            await interaction.response.send_message("Your direct messages are closed.", ephemeral=True)
        else:
            await interaction.response.send_message("Look there.", ephemeral=True)

    async def silent(self, interaction: discord.Interaction) -> None:
        pass

    async def thread(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("A thread is opened.")
        source = await interaction.original_response()
        full = await interaction.channel.fetch_message(source.id)
        thread = await full.create_thread(name="A second table")
        await thread.send(f"Here, {interaction.user.mention}.")

    async def embed(self, interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="Score", description="**Ada** leads", colour=0xE67E22)
        embed.add_field(name="Ada", value="12").add_field(name="Ben", value="9")
        embed.set_image(url="attachment://board.png").set_footer(text="Round 1")
        await interaction.response.send_message(embed=embed, file=picture("score"))
