"""Words for trains, with their articles."""

from __future__ import annotations

from .components import INFINITY


def train_name(train: str) -> str:
    """`3-train`, `∞-train`."""
    return "∞-train" if train == INFINITY else f"{train}-train"


def a_train(train: str) -> str:
    """The train with its article."""
    return f"an {train_name(train)}" if train == INFINITY else f"a {train_name(train)}"
