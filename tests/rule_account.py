"""Which rules of the rules pages have a test: `python -m tests.rule_account` prints those without and fails."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import coven

ROOT = Path(__file__).parents[1]
RULE_ITEM = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]\d+)\*\*", re.MULTILINE)


def games_here() -> list[str]:
    """The games whose tests are here too: ours, and those among the examples."""
    return [game for game in coven.games() if coven.load(game).definition.folder.is_relative_to(ROOT)]


def rule_ids(game: str) -> list[str]:
    """The ids on a game's rules page."""
    return RULE_ITEM.findall(coven.load(game).rules_page())


def ids_with_a_test() -> set[str]:
    """The ids in `@pytest.mark.rule(...)` over a test."""
    found: set[str] = set()
    for path in (path for folder in ("tests", "examples") for path in (ROOT / folder).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        found |= {ast.literal_eval(id) for id in mark.args}
    return found


def untested() -> dict[str, list[str]]:
    """For every game the ids no test names."""
    tested = ids_with_a_test()
    return {game: [id for id in rule_ids(game) if id not in tested] for game in games_here()}


def main() -> int:
    missing = untested()
    for game, ids in missing.items():
        total = len(rule_ids(game))
        print(f"{game}: {total} rules, {len(ids)} without a test{': ' + ' '.join(ids) if ids else ''}")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
