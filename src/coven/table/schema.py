"""What is kept of a table: who sits where, the action log, the chat. The log is the truth: positions are replayed.

Changes go in a migration under migrations/versions, which runs by itself when a server starts.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # the version it is played by
    Column("components", String(64), nullable=False),  # the digest of the component set
    Column("options", Text, nullable=False),  # the game's, as a record writes them, in JSON
    # The table's own: clock, lessons, what is agreed on, rematch, in JSON.
    Column("manner", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("status", String(8), nullable=False),  # open, playing, over
    Column("result", Text, nullable=False),  # scores and winners of a finished game, in JSON
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("played", Integer, nullable=False),  # actions that people made here
    # When somebody was last known to look on, where there are several servers.
    Column("seen", Float, nullable=False),
    Column("maker", String(16), nullable=False),  # the account of the address that set it up
)
Index("tables_listed", tables.c.listed, tables.c.status, tables.c.created)

Index("tables_maker", tables.c.maker)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # human, bot, open
    Column("name", String(64), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("token", String(64), nullable=False),  # the SHA-256 of the secret; empty without
    Column("stand_in", String(64), nullable=False),  # the bot that plays for one who has left
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # act, undo
    Column("actor", Integer, nullable=False),  # the seat; -1 for chance
    Column("moves", Text, nullable=False),  # the move and the chance that followed, a line each
    Column("at", Float, nullable=False),
    Column("link", String(64), nullable=False),  # the number that came with it, for the luck of the game
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

component_sets = Table(
    "component_sets",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)

pulses = Table(
    "pulses",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("since", Float, nullable=False),  # when it began
    Column("at", Float, nullable=False),  # when it was last there
    Column("closed", Boolean, nullable=False),  # whether it said goodbye
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

pauses = Table(
    "pauses",
    metadata,
    # When no server was there any more, or the machine's clock jumped.
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
