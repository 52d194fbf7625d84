"""Discord's limits, as of mid-2026, in one place. Sources: Discord's developer documentation."""

from __future__ import annotations

from typing import Final

# Messages
DISPLAYED_TEXT = 4_000
"""Characters over all text displays of one components-v2 message."""
COMPONENTS = 40
"""Components in one components-v2 message, nested ones counted."""
BUTTONS_IN_ROW = 5
BUTTON_LABEL = 80
CUSTOM_ID = 100
SELECT_OPTIONS = 25
SELECT_LABEL = 100
SELECT_VALUE = 100
SELECT_DESCRIPTION = 100
PLACEHOLDER = 150
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
ALT_TEXT = 1_024
GALLERY_ITEMS = 10
NONCE = 25

# Modals
MODAL_TITLE = 45
MODAL_COMPONENTS = 5
MODAL_LABEL = 45
TEXT_INPUT_PLACEHOLDER = 100

# Commands
COMMANDS = 100
SUBCOMMANDS = 25
OPTIONS = 25
CHOICES = 25
CHOICE_NAME = 100
CHOICE_VALUE = 100
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMAND_CHARACTERS = 8_000
"""Names, descriptions and choice values of one command, subcommands included."""

# Interactions
ACKNOWLEDGE_SECONDS = 3.0
"""Unanswered for so long, an interaction has failed."""
TOKEN_SECONDS = 15 * 60
"""So long its answer can be edited and followed up."""

# Threads
THREAD_NAME = 100
THREAD_ARCHIVE_MINUTES: Final = 10_080


def clip(text: str, limit: int) -> str:
    """The text, cut with an ellipsis if it is longer than `limit` characters.

    Discord counts UTF-16 code units in places and code points in others; counting the larger is safe.
    """
    if utf16(text) <= limit:
        return text
    kept = text[: max(0, limit - 1)]
    while utf16(kept) > limit - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def utf16(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text) + sum(1 for letter in text if ord(letter) > 0xFFFF)
