"""When a server process began."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("pulses", sa.Column("since", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("pulses", "since")
