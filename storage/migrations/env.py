"""How Alembic reaches the database: through the connection that storage/migrate.py opened."""

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
# migrate.py has begun the transaction, and ends it.
context.run_migrations()
