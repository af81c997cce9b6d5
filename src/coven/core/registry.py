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
from coven.core.errors import BrokenGame, CovenError, UnknownGame, told

if TYPE_CHECKING:
    from coven.core.game import Game

GROUP = "coven.games"


@cache
def definitions() -> dict[str, Definition]:
    """Every game by its name, ours first, each kind by its rank. A broken one is told of once and left out."""
    ours = importlib.import_module("coven.games")
    modules = [f"coven.games.{module.name}" for module in pkgutil.iter_modules(ours.__path__) if module.ispkg]
    found: list[Definition] = [importlib.import_module(module).GAME for module in modules]
    names = {definition.name for definition in found}
    others: list[Definition] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            other = _from(point)
            if other.name in names:
                raise BrokenGame(other.name, point.value, ["there is another game of that name"])
        except BrokenGame as problem:
            tell(problem)
            continue
        others.append(other)
        names.add(other.name)
    return {
        definition.name: definition for kind in (found, others) for definition in sorted(kind, key=_listed)
    }


def _listed(definition: Definition) -> tuple[int, str]:
    """Where a game stands among others."""
    return definition.rank, definition.name


def _from(point: EntryPoint) -> Definition:
    """The definition an entry point names."""
    try:
        found = point.load()
    except Exception as problem:  # another's code: whatever it raises must not stop ours
        raise BrokenGame(point.name, point.value, [f"it can't be imported: {told(problem)}"]) from problem
    if not isinstance(found, Definition):
        raise BrokenGame(point.name, point.value, [f"it must be a coven.core.Definition, not {found!r}"])
    if faults := found.faults():
        raise BrokenGame(point.name, point.value, faults)
    return found


def tell(problem: CovenError) -> None:
    """Say on the server's or the command's error output what is wrong with a game; all else goes on."""
    print(f"coven: {problem}", file=sys.stderr)


def games() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(definitions())


@cache
def playable() -> tuple[str, ...]:
    """The names of the games that can be loaded. One that can't is told of once and left out."""
    found = []
    for name in games():
        try:
            load(name)
            found.append(name)
        except CovenError as problem:
            tell(problem)
    return tuple(found)


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

    try:
        return Game(found, components)
    except CovenError:
        raise
    except Exception as problem:  # another's code again
        raise BrokenGame(found.name, found.package, [f"it can't be loaded: {told(problem)}"]) from problem
