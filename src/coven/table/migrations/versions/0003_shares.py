"""On whose account a table is, with the key of such accounts; when a server process began."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("pulses", sa.Column("since", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("maker", sa.String(16), nullable=False, server_default=""))
    op.create_index("tables_maker", "tables", ["maker"])
    keys = op.create_table(
        "keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.bulk_insert(keys, [{"name": "accounts", "value": secrets.token_hex(32)}])


def downgrade() -> None:
    op.drop_table("keys")
    op.drop_index("tables_maker", "tables")
    op.drop_column("tables", "maker")
    op.drop_column("pulses", "since")
