"""Which of a game's sources its compiled rules hang on: all that the rules use, and no words or pictures."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import coven
from coven.core.cache import SPOKEN


def used_by(folder: Path, package: str, module: str) -> set[str]:
    """The modules of a game that one of them imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            found.add((node.module or "").removeprefix(f"{package}.").partition(".")[0])
    return {name for name in found if (folder / f"{name}.py").exists()}


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_a_word_compiles_nothing_anew_and_a_rule_does(name: str) -> None:
    game = coven.load(name)
    folder, package = game.definition.folder, game.definition.package
    used, left = set[str](), {"rules"}
    while left:
        module = left.pop()
        used.add(module)
        left |= used_by(folder, package, module) - used
    files = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    assert {one for one in used if f"{one}.py" in SPOKEN} == set()
    unused = {one for one in files if one not in used and "@rule" not in files[one] and one != "__init__"}
    assert {one for one in unused if f"{one}.py" not in SPOKEN} == set()
