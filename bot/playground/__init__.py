"""A small stand-in for Discord, on this machine only: for tests, and for trying the bot without a token."""

from .driver import Answer, Person, Place
from .people import NotPossible
from .redirect import point_at_environment, point_discord_py_at
from .serve import serve
from .standin import StandIn

__all__ = [
    "Answer",
    "NotPossible",
    "Person",
    "Place",
    "StandIn",
    "point_at_environment",
    "point_discord_py_at",
    "serve",
]
