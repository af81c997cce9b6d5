"""A game knows the core and itself: nothing of bots, laboratory, environments or table."""

from __future__ import annotations

import ast
from pathlib import Path

import coven.games

ABOVE = ("bots", "coach", "env", "lab", "table")
SOURCES = sorted(Path(*coven.games.__path__).rglob("*.py"))


def imported(source: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def test_games_import_nothing_that_is_built_on_them() -> None:
    assert SOURCES
    for source in SOURCES:
        wrong = [
            name for name in imported(source) if name.split(".")[:2] in [["coven", part] for part in ABOVE]
        ]
        assert not wrong, source
