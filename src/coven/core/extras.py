"""What a game may bring beside its rules: modules of its package, each imported at its first use and checked.

A Definition gives them out typed. What is wrong with one is said in a sentence, and stops only those who need it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from coven.core.errors import BrokenGame, told

if TYPE_CHECKING:
    from coven.core.definition import Definition
    from coven.core.interface import Drawings, Judgement
    from coven.core.plane import Observation
    from coven.core.statistic import Report, Statistics

MODULES = ("judgement", "planes", "statistics", "report", "screen")
ALIKE = 0.9  # a name that is so near to one of them was meant to be it


def judgement(game: Definition) -> Judgement | None:
    """What bots think of a game."""
    from coven.core.interface import function_faults

    needed = {"appeals": 5, "outlook": 3, "worth": 3}
    optional = {"foresee": 3, "describe": 4}
    found: Judgement | None = _module(
        game, "judgement", lambda module: function_faults(module, needed, optional)
    )
    return found


def observation(game: Definition) -> Observation | None:
    """What agents see of it."""
    module = _module(game, "planes", lambda module: _observation_faults(game, module))
    found: Observation | None = None if module is None else module.OBSERVATION
    return found


def statistics(game: Definition) -> Statistics | None:
    """What the laboratory notes."""
    found: Statistics | None = _module(game, "statistics", _statistics_faults)
    return found


def report(game: Definition) -> Report | None:
    """What the laboratory tells."""
    from coven.core.statistic import Report

    def faults(module: Any) -> list[str]:
        return _missing(module, "REPORT", Report, "a Report of coven.core.statistic")

    module = _module(game, "report", faults)
    found: Report | None = None if module is None else module.REPORT
    return found


def screen(game: Definition) -> Drawings | None:
    """The drawings of a terminal."""
    found: Drawings | None = _module(game, "screen", _screen_faults)
    return found


def misnamed(game: Definition) -> list[str]:
    """Modules that nobody finds because of a slip in their names, a sentence each."""
    there = {path.stem for path in game.folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    return [
        f"{game.package}.{name} is not looked for: was {meant[0]} meant?"
        for name in sorted(there.difference(MODULES))
        if (meant := get_close_matches(name, MODULES, 1, ALIKE)) and meant[0] not in there
    ]


def _module(game: Definition, name: str, faults: Callable[[Any], list[str]]) -> Any:
    """A module of the package, if it is there; BrokenGame if it can't be used."""
    whole = f"{game.package}.{name}"
    if find_spec(whole) is None:
        return None
    try:
        module: ModuleType = import_module(whole)
    except Exception as problem:  # another's code: whatever it raises is its own
        raise BrokenGame(game.name, whole, [f"it can't be imported: {told(problem)}"]) from problem
    if wrong := faults(module):
        raise BrokenGame(game.name, whole, wrong)
    return module


def _missing(module: Any, name: str, kind: type, what: str) -> list[str]:
    return [] if isinstance(getattr(module, name, None), kind) else [f"it needs {name}, {what}"]


def _observation_faults(game: Definition, module: Any) -> list[str]:
    from coven.core.plane import KINDS, Observation

    if wrong := _missing(module, "OBSERVATION", Observation, "an Observation of coven.core.plane"):
        return wrong
    fields = game.implementation.dtype.names or ()
    for plane in module.OBSERVATION.planes:
        if plane.kind not in KINDS:
            wrong.append(
                f"the plane {plane.name!r} has the kind {plane.kind!r}; there are: {', '.join(KINDS)}"
            )
        elif plane.kind != "self" and plane.field not in fields:
            wrong.append(f"the plane {plane.name!r} shows {plane.field!r}, which is no field of the state")
    return wrong


def _statistics_faults(module: Any) -> list[str]:
    from coven.core.interface import function_faults
    from coven.core.statistic import Statistic

    wrong = _missing(module, "WIDTH", int, "the places of all statistics in a row")
    wrong += _missing(module, "STATISTICS", tuple, "a tuple of Statistic of coven.core.statistic")
    wrong += _missing(module, "ENDINGS", tuple, "a tuple of the ways a game may end")
    if not wrong:
        wrong += [
            f"STATISTICS holds {one!r}, which is no Statistic of coven.core.statistic"
            for one in module.STATISTICS
            if not isinstance(one, Statistic)
        ]
    return wrong + function_faults(module, {"watch": 5, "watch_end": 3, "ending": 1}, {"turns": 2})


def _screen_faults(module: Any) -> list[str]:
    from coven.core.interface import Drawings

    wrong = _missing(module, "SECTIONS", Sequence, "the names of the parts that can be looked at alone")
    for name in ("draw", "others", "legend"):
        function = getattr(module, name, None)
        _, view, *named = signature(getattr(Drawings, name)).parameters
        if not callable(function):
            wrong.append(f"it needs a function {name}")
            continue
        try:
            signature(function).bind(view, **dict.fromkeys(named))
        except TypeError as problem:
            wrong.append(f"{name} must take {view}, *, {', '.join(named)}: {problem}")
    return wrong
