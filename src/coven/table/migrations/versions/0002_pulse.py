"""What was really played at a table; when the server was there, and when it was not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("played", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    # Of tables there were before: whatever a seat did that a person has.
    op.execute(
        "UPDATE tables SET played = (SELECT COUNT(*) FROM events JOIN seats ON seats.table_id = events.table_id "
        "AND seats.seat = events.actor AND seats.kind = 'human' WHERE events.table_id = tables.id)"
    )
    op.create_table(
        "pulses",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "pauses",
        sa.Column("began", sa.Float, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("pauses")
    op.drop_table("pulses")
    op.drop_column("tables", "seen")
    op.drop_column("tables", "played")
