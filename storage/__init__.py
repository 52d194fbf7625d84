"""Games and moves in a database: SQLite by default, PostgreSQL by changing DATABASE_URL."""

from .backup import back_up
from .database import Database, NoDatabase
from .games import Games
from .messages import DraftRecord, Messages, PanelRecord
from .migrate import NewerDatabase
from .outbox import LEASE, Outbox, Post
from .people import Notify, People, Preferences, Turn


class Storage(Games, Outbox, Messages, People):
    """The whole database; every method is one transaction. It is the `Store` of `engine.core.tables.Tables`.

    storage = Storage("sqlite+aiosqlite:///roundhouse.db")
    await storage.prepare()   # brings the schema up to date
    ...
    await storage.close()
    """


__all__ = [
    "LEASE",
    "Database",
    "DraftRecord",
    "NewerDatabase",
    "NoDatabase",
    "Notify",
    "PanelRecord",
    "Post",
    "Preferences",
    "Storage",
    "Turn",
    "back_up",
]
