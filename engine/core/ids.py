"""Ids of games and proposals, short enough to be read out."""

from __future__ import annotations

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of ids; none looks like another."""


def new_id() -> str:
    """A short id: 8 letters and digits, 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))
