"""The games there are: each is a package in `coven.games`, found by looking."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from coven.core.errors import UnknownGame

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.option import Option


def games() -> tuple[str, ...]:
    """The names of the games."""
    path = importlib.import_module("coven.games").__path__
    return tuple(sorted(module.name for module in pkgutil.iter_modules(path) if module.ispkg))


def options(name: str) -> tuple[Option, ...]:
    """The options a game has on the command line, without loading it."""
    listed: tuple[Option, ...] = importlib.import_module(f"coven.games.{name}.options").OPTIONS
    return listed


def load(name: str, components: str | Path | None = None) -> Game:
    """A game by its name, with the standard components or those of a file."""
    if name not in games():
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(games())}")
    return _load(name) if components is None else _make(name, components)


def load_with(name: str, components: str | None) -> Game:
    """A game with a component set given as text; the standard one if there is none."""
    from coven.core.components import as_file

    with as_file(components) as path:
        return load(name, path)


@cache
def _load(name: str) -> Game:
    return _make(name, None)


def _make(name: str, components: str | Path | None) -> Game:
    from coven.core.game import Game

    return Game(importlib.import_module(f"coven.games.{name}.game").DEFINITION, components)
