"""A small model of the web engine that made the recordings: it plays random games by its own rules.

It shares with the project only what is printed (boards and tile shapes), and was written from the behaviour
of the public sources that the recordings name, not from the rules here. So its records show what a real one
may show, and what replays must follow: cities after track and in loops, any end kept by redirected track,
open ends compared by hex and length, all track of the insolvent gone, Production forfeited without an empty
top box, Berlin's cube before Production.
"""

from .engine import WebEngine

__all__ = ["WebEngine"]
