"""The core knows nothing that is built on it, not even the name of a type."""

from __future__ import annotations

from pathlib import Path

import coven.core
from tests.games.test_imports import imported

ROOMS = {"bots", "coach", "env", "games", "lab", "table", "terminal"}
# What is compiled beside a game are the parts of it that others make: it lists them.
MAY = {"compiling.py": {"bots", "env"}}


def test_the_core_imports_no_other_room() -> None:
    sources = sorted(Path(*coven.core.__path__).glob("*.py"))
    assert sources
    for source in sources:
        rooms = {name.split(".")[1] for name in imported(source) if name.startswith("coven.")}
        assert rooms & ROOMS == MAY.get(source.name, set()), source
