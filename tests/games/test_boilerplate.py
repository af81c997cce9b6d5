"""How much a game must write that every game writes: little, or the house should do it for them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from functools import reduce
from operator import and_

import coven
from tests.foreign import PEBBLES, ROOT

MOST = 60
MARK = "@rule"  # before each rule: it says something of it, and is no boilerplate


def lines_of(sources: Iterable[str]) -> Counter[str]:
    """The lines of some modules that say something, without what is said about them."""
    found: Counter[str] = Counter()
    for text in sources:
        told = {
            line
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        for number, line in enumerate(text.splitlines(), 1):
            code = line.partition("  #")[0].strip()
            if number not in told and not code.startswith("#") and any(map(str.isalnum, code)):
                found[code] += 1
    return found


def lines(folder: str) -> Counter[str]:
    return lines_of(path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py"))


def test_little_is_the_same_in_every_game() -> None:
    games = [f"src/coven/games/{name}" for name in ("witchstone", "witches")]
    same = reduce(and_, map(lines, [*games, "examples/toadstools/toadstools"]))
    del same[MARK]
    assert 0 < same.total() < MOST, same
    assert {"from coven.core.rule import rule", "IMPLEMENTATION = Implementation("} <= same.keys()


def test_the_smallest_game_has_next_to_none_of_it() -> None:
    others = [
        lines(f"src/coven/games/{name}")
        for name in coven.games()
        if (ROOT / "src/coven/games" / name).exists()
    ]
    same = reduce(and_, others, lines_of(PEBBLES.values()))
    assert 0 < same.total() < MOST // 2, same
