"""Words for what is counted and carried, with their articles and plurals."""

from __future__ import annotations

from .components import INFINITY


def train_name(train: str) -> str:
    """`3-train`, `∞-train`."""
    return "∞-train" if train == INFINITY else f"{train}-train"


def a_train(train: str) -> str:
    """The train with its article."""
    return f"an {train_name(train)}" if train == INFINITY else f"a {train_name(train)}"


def plural(count: int, word: str) -> str:
    """`1 share`, `2 shares`."""
    return f"{count} {word}{'' if count == 1 else 's'}"
