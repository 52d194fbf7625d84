"""Checks a message, a form or a command, as it would be sent, against Discord's limits."""

from bot import limits
from bot.sheet import view_of
from engine.core.event import SEAT_MARK

BUTTON, MENU, TEXT, GALLERY = 2, 3, 10, 12


def check_sheet(sheet):
    """The sheet as Discord would get it keeps every limit. Needs a running event loop."""
    components = view_of(sheet).to_components()
    every = list(walk(components))
    assert len(every) <= limits.COMPONENTS
    ids = [each["custom_id"] for each in every if "custom_id" in each]
    assert len(ids) == len(set(ids)), f"the same custom_id twice: {ids}"
    assert all(1 <= len(each) <= limits.CUSTOM_ID for each in ids)
    assert (
        sum(limits.utf16(each["content"]) for each in every if each["type"] == TEXT) <= limits.DISPLAYED_TEXT
    )
    for each in every:
        shown = [each.get("content"), each.get("label"), each.get("placeholder")]
        shown += [option.get(key) for option in each.get("options", ()) for key in ("label", "description")]
        assert not SEAT_MARK.search(" ".join(filter(None, shown))), f"a seat without its name: {shown}"
        if each["type"] == TEXT:
            assert each["content"].strip()
        if each["type"] == BUTTON:
            assert 1 <= limits.utf16(each["label"]) <= limits.BUTTON_LABEL
        if each["type"] == MENU:
            assert 1 <= len(each["options"]) <= limits.SELECT_OPTIONS
            assert limits.utf16(each.get("placeholder", "")) <= limits.PLACEHOLDER
            values = [option["value"] for option in each["options"]]
            assert len(values) == len(set(values))
            for option in each["options"]:
                assert 1 <= limits.utf16(option["label"]) <= limits.SELECT_LABEL
                assert 1 <= len(option["value"]) <= limits.SELECT_VALUE
        if each["type"] == GALLERY:
            assert 1 <= len(each["items"]) <= limits.GALLERY_ITEMS
    return every


def walk(components):
    """Every component, nested ones too."""
    for each in components:
        yield each
        yield from walk(each.get("components", ()))
        if "accessory" in each:
            yield from walk([each["accessory"]])


def check_modal(modal):
    """A form keeps every limit."""
    data = modal.to_dict()
    assert 1 <= limits.utf16(data["title"]) <= limits.MODAL_TITLE
    assert 1 <= len(data["custom_id"]) <= limits.CUSTOM_ID
    assert 1 <= len(data["components"]) <= limits.MODAL_COMPONENTS
    for each in walk(data["components"]):
        assert limits.utf16(each.get("label") or "") <= limits.MODAL_LABEL
        assert limits.utf16(each.get("placeholder") or "") <= limits.TEXT_INPUT_PLACEHOLDER


def check_command(data):
    """A top-level command, as it is registered, keeps every limit."""
    assert characters(data) <= limits.COMMAND_CHARACTERS
    _check_option(data)


def _check_option(data):
    assert 1 <= len(data["name"]) <= limits.COMMAND_NAME
    assert data["name"] == data["name"].lower()
    assert 1 <= len(data["description"]) <= limits.COMMAND_DESCRIPTION
    options = data.get("options", [])
    assert len(options) <= limits.OPTIONS
    required = [option.get("required", False) for option in options]
    assert required == sorted(required, reverse=True), "required options come first"
    assert len({option["name"] for option in options}) == len(options)
    for choice in data.get("choices", []):
        assert 1 <= len(choice["name"]) <= limits.CHOICE_NAME
        assert len(str(choice["value"])) <= limits.CHOICE_VALUE
    assert len(data.get("choices", [])) <= limits.CHOICES
    for option in options:
        _check_option(option)


def characters(data):
    """What Discord counts of a command: names, descriptions and values, of everything within."""
    total = len(data["name"]) + len(data["description"])
    total += sum(len(each["name"]) + len(str(each["value"])) for each in data.get("choices", []))
    return total + sum(characters(option) for option in data.get("options", []))
