"""A game is one package: nothing outside of it names it, but for words that people read."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOM = Path(__file__).parents[2] / "src" / "coven"
GAMES = sorted(path.parent.name for path in ROOM.glob("games/*/rules.py"))
NAMED = re.compile(rf"(?:^|[^A-Za-z])({'|'.join(GAMES)})(?![A-Za-z])")
QUOTED = re.compile(rf"[\"'`=/.]({'|'.join(GAMES)})(?![A-Za-z])")
OUTSIDE = [
    path
    for kind in ("py", "js", "html", "css")
    for path in sorted(ROOM.rglob(f"*.{kind}"))
    if path.relative_to(ROOM).parts[0] not in ("games", "locale")
]


def named(source: str, kind: str) -> list[str]:
    """Where a file names a game: all but its texts, which are sentences and examples for people."""
    if kind != ".py":
        return QUOTED.findall(source)
    words: list[str] = []
    for node in ast.walk(ast.parse(source)):
        words += [word for _, word in ast.iter_fields(node) if isinstance(word, str)]
    return [word for word in words if NAMED.search(word) and not re.search(r"\s", word)]


def test_no_file_outside_names_a_game() -> None:
    assert len(OUTSIDE) > 200
    found = {path: named(path.read_text(encoding="utf-8"), path.suffix) for path in OUTSIDE}
    assert not {path.relative_to(ROOM): words for path, words in found.items() if words}


def test_what_names_a_game_is_found() -> None:
    for line in (
        'x = "witches"',
        "import coven.games.witchstone.rules",
        "y = t.witches",
        'p("games/witches")',
    ):
        assert named(line, ".py"), line
    assert named('if (game === "witchstone") return;', ".js")
    assert named("<img src=/witches.svg>", ".html")
    assert not named('"""Board games about witches."""', ".py")
