"""The number that an action brings to the luck of its game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("events", sa.Column("link", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("events", "link")
