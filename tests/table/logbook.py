"""The action log as it lies in a database, read past the server and played through the rules."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

import coven
from coven.core.position import CHANCE, Position


@dataclass(frozen=True)
class Written:
    """A row of the log."""

    seq: int
    kind: str
    actor: int
    moves: tuple[str, ...]


def query(database: str, sql: str, commit: bool = False) -> list[tuple[Any, ...]]:
    """The rows of a question to SQLite or PostgreSQL."""
    if database.startswith("sqlite:///"):
        connection = sqlite3.connect(database.removeprefix("sqlite:///"), timeout=30)
        try:
            rows = connection.execute(sql).fetchall()
            if commit:
                connection.commit()
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return rows
        finally:
            connection.close()
    import psycopg

    with psycopg.connect(database) as asked:
        return asked.execute(sql.encode()).fetchall()


def logs(database: str) -> dict[str, list[Written]]:
    """The log of every table, in order."""
    found: dict[str, list[Written]] = {
        id: [] for (id,) in query(database, "SELECT id FROM tables ORDER BY id")
    }
    for table, seq, kind, actor, moves in query(
        database, "SELECT table_id, seq, kind, actor, moves FROM events ORDER BY table_id, seq"
    ):
        found.setdefault(table, []).append(Written(seq, kind, actor, tuple(moves.splitlines())))
    return found


def replay(database: str, table: str) -> Position:
    """The position a table's log leads to; fails on a gap, a half action or anything the rules refuse."""
    game_name, options, seats = query(
        database,
        "SELECT game, options, (SELECT count(*) FROM seats WHERE table_id = id) "
        f"FROM tables WHERE id = '{table}'",
    )[0]
    game = coven.load(game_name)
    position = game.new(seats, chance="manual", **game.definition.read_options(json.loads(options)))
    log = logs(database)[table]
    assert [written.seq for written in log] == list(range(1, len(log) + 1))
    for written in log:
        if written.kind == "undo":
            assert position.can_undo(written.actor)
            position.undo()
            continue
        assert position.actor == written.actor
        for i, move in enumerate(written.moves):
            assert i == 0 or position.actor == CHANCE
            position.play(move)
        assert position.actor != CHANCE, f"action {written.seq} lacks the luck that followed"
    return position


def everything(database: str) -> list[tuple[Any, ...]]:
    """All that is kept of tables, seats, actions and chat, to see whether anything changed."""
    names = ("tables ORDER BY id", "seats ORDER BY table_id, seat", "events ORDER BY table_id, seq")
    rows: list[tuple[Any, ...]] = []
    for name in (*names, "chat ORDER BY table_id, n"):
        rows += query(database, f"SELECT * FROM {name}")
    return rows
