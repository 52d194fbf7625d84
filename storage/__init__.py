"""Games and moves in a database: SQLite by default, PostgreSQL by changing DATABASE_URL."""
