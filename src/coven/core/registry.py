"""The games there are: packages in `coven.games`, and those that other packages name by an entry point.

A package of games of your own says in its pyproject.toml where its definition is:

    [project.entry-points."coven.games"]
    mygame = "mypackage:GAME"
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from coven.core.definition import Definition
from coven.core.errors import BrokenGame, UnknownGame

if TYPE_CHECKING:
    from coven.core.game import Game

GROUP = "coven.games"


@cache
def definitions() -> dict[str, Definition]:
    """Every game by its name, ours first. One that can't be imported is told of once and left out."""
    ours = importlib.import_module("coven.games")
    found: dict[str, Definition] = {}
    for module in sorted(pkgutil.iter_modules(ours.__path__), key=lambda module: module.name):
        if module.ispkg:
            definition: Definition = importlib.import_module(f"coven.games.{module.name}").GAME
            found[definition.name] = definition
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            other = _from(point)
            if other.name in found:
                raise BrokenGame(other.name, point.value, ["there is another game of that name"])
            found[other.name] = other
        except BrokenGame as problem:
            print(f"coven: {problem}", file=sys.stderr)
    return found


def _from(point: EntryPoint) -> Definition:
    """The definition an entry point names."""
    try:
        found = point.load()
    except Exception as problem:  # another's code: whatever it raises must not stop ours
        raise BrokenGame(point.name, point.value, [f"it can't be imported: {problem!r}"]) from problem
    if not isinstance(found, Definition):
        raise BrokenGame(point.name, point.value, [f"it must be a coven.core.Definition, not {found!r}"])
    return found


def games() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(definitions())


def definition(name: str) -> Definition:
    """What is known of a game without loading it."""
    if name not in definitions():
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(games())}")
    return definitions()[name]


def load(name: str, components: str | Path | None = None) -> Game:
    """A game by its name, with the standard components or those of a file."""
    found = definition(name)
    return _load(name) if components is None else _make(found, components)


def load_with(name: str, components: str | None) -> Game:
    """A game with a component set given as text; the standard one if there is none."""
    from coven.core.components import as_file

    with as_file(components) as path:
        return load(name, path)


@cache
def _load(name: str) -> Game:
    return _make(definition(name), None)


def _make(found: Definition, components: str | Path | None) -> Game:
    from coven.core.game import Game

    return Game(found, components)
