"""The small game, compiled; other people's games, put where Python finds them."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from coven.core import compiling, doors, registry
from coven.core.doors import RULES, is_compiled
from coven.core.registry import definitions
from coven.env import observation
from tests.core.small_game import played, said_of, start, until
from tests.foreign import write
from tests.stones import GAME

Put = Callable[..., None]


@pytest.fixture(scope="module")
def known() -> Iterator[None]:
    """The small game is one of those there are."""
    definitions()[GAME.name] = GAME
    yield
    del definitions()[GAME.name]


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the small game, compiled beside a game that went on in the middle of it."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        game = start(patch, folder)
        position = played(game.new(2, seed=3), 3)
        assert not is_compiled(game, RULES)
        assert compiling.under_way("stones")
        before = bytes(position)
        until(lambda: is_compiled(game, RULES))
        assert bytes(position) == before
        swapped = position.copy().play(position.legal[0])
        plain = doors.functions(game, RULES, native=False)
        states = position._states.copy()
        scratch = game.scratch
        plain["play_on"](
            states, game.tables, 0, position.legal[0].id, position._seed, position.ply,
            scratch.moves, scratch.weights, scratch.told,
        )  # fmt: skip
        assert swapped._states.tobytes() == states.tobytes()
        until(lambda: not compiling.under_way("stones"))
        assert said_of(game) == []
    return folder


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    shutil.copytree(kept, folder)
    return folder


def forget() -> None:
    """What is known of games but for those that are loaded."""
    registry.definitions.cache_clear()
    registry.playable.cache_clear()
    for seen in (observation.declared, observation.layout, observation.cells):
        seen.cache_clear()
    for package, part in list(doors._made):
        if package not in ("coven.games.witchstone", "coven.games.witches"):
            del doors._made[package, part]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Puts a package where Python finds it; all are forgotten with the test, and ours are those of before again."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def look_anew() -> None:
        monkeypatch.setattr(registry, "_load", cache(registry._load.__wrapped__))
        forget()

    def one(package: str, modules: Mapping[str, str], point: str = "") -> None:
        write(tmp_path, package, modules, point)
        importlib.invalidate_caches()
        look_anew()

    look_anew()
    yield one
    for name in set(sys.modules) - before:
        if (tmp_path / name.split(".")[0]).exists():
            del sys.modules[name]
    monkeypatch.undo()
    forget()
