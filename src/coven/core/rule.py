"""`@rule`: plain typed Python, which runs as it is written, compiled on the CPU and in a CUDA kernel.

The function stays what it is, so that a game can be played at once. What is compiled is a copy of it over compiled
copies of the rules it calls: see native.py.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as one that can be compiled."""
    vars(function)["is_rule"] = True
    return function


def is_rule(thing: object) -> bool:
    """Whether something is a function that `rule` has marked."""
    return isinstance(thing, types.FunctionType) and vars(thing).get("is_rule", False)


def instantiate(templates: types.ModuleType, scope: dict[str, Any]) -> dict[str, Any]:
    """The module's functions over what a scope names, uncompiled.

    A template names the rules it needs (`rules.legal`, ...) as globals; here it gets those of one game.
    """
    scope = {**scope, **vars(templates)}  # a template's own names win
    made = {name: copied(template, scope) for name, template in functions_of(templates).items()}
    scope |= made
    return made


def blaming(blame: Callable[[Exception], Exception], door: Callable[..., Any]) -> Callable[..., Any]:
    """A door that says whose rules they are which fail behind it. Compiled doors are left bare: they are for speed."""

    def called(*arguments: Any) -> Any:
        try:
            return door(*arguments)
        except Exception as problem:
            raise blame(problem) from problem

    return called


def functions_of(templates: types.ModuleType) -> dict[str, types.FunctionType]:
    """The templates of a module by name."""
    return {
        name: thing
        for name, thing in vars(templates).items()
        if isinstance(thing, types.FunctionType) and thing.__module__ == templates.__name__
    }


def copied(function: types.FunctionType, scope: dict[str, Any]) -> types.FunctionType:
    """A function with other globals."""
    made = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    return made
