"""Other people's games, put where Python finds them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from coven.core import doors, registry
from coven.env import observation
from tests.foreign import write

Put = Callable[..., None]


def forget() -> None:
    for known in (registry.definitions, registry.playable, registry._load):
        known.cache_clear()
    for seen in (observation.declared, observation.layout, observation.cells):
        seen.cache_clear()
    for package, part in list(doors._made):
        if package not in ("coven.games.witchstone", "coven.games.witches"):
            del doors._made[package, part]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Puts a package where Python finds it; all are forgotten with the test."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def one(package: str, modules: Mapping[str, str], point: str = "") -> None:
        write(tmp_path, package, modules, point)
        importlib.invalidate_caches()
        forget()

    forget()
    yield one
    for name in set(sys.modules) - before:
        if (tmp_path / name.split(".")[0]).exists():
            del sys.modules[name]
    monkeypatch.undo()
    forget()
