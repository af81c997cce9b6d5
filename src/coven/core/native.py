"""Compiled copies of rules and templates: the same code over the same names, bound to what is compiled."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from coven.core import bits, inside, instructions
from coven.core.rule import copied, functions_of, is_rule

# By the globals they stand for, which are kept so that no other dictionary gets their number.
_scopes: dict[int, tuple[dict[str, Any], ModuleType]] = {}
# Compiled copies by their rule; what a processor has an instruction for needs none.
_rules: dict[Any, Any] = {bits.count: instructions.count}


def native(thing: Any) -> Any:
    """The compiled copy of a rule, or of a module with rules; anything else is what it is."""
    if is_rule(thing):
        if thing not in _rules:
            _rules[thing] = inside.inner(copied(thing, vars(_twin(thing.__globals__))))
        return _rules[thing]
    if isinstance(thing, ModuleType) and any(map(is_rule, vars(thing).values())):
        return _twin(vars(thing))
    return thing


def _twin(names: dict[str, Any]) -> ModuleType:
    """A module of the same names with every rule compiled. They may name each other in circles."""
    if id(names) not in _scopes:
        made = ModuleType(str(names.get("__name__")))
        _scopes[id(names)] = names, made
        vars(made).update(native_scope(names))
    return _scopes[id(names)][1]


def native_scope(names: dict[str, Any]) -> dict[str, Any]:
    """What is named, compiled where it is a rule."""
    return {name: native(thing) for name, thing in names.items()}


def bind(function: Any, scope: dict[str, Any], **how: Any) -> Any:
    """A function compiled over what a scope names and, where that says nothing, what it names itself."""
    if not isinstance(function, FunctionType):
        return function  # compiled already
    return inside.inner(copied(function, {**native_scope(function.__globals__), **scope}), **how)


class Instance:
    """Templates compiled over one scope: as others call them, and as Python does."""

    def __init__(
        self, templates: ModuleType, scope: dict[str, Any], package: str, folder: Path | None = None
    ) -> None:
        self.may_compile = [True]
        names = {**scope, **native_scope(vars(templates))}  # a template's own names win
        self.inner: dict[str, Any] = {}
        self.doors: dict[str, Any] = {}
        for name, template in functions_of(templates).items():
            function = copied(template, names)
            function.__qualname__ = f"{package}.{templates.__name__}.{name}"
            self.inner[name] = inside.inner(function)
            # A copy for itself: one that calls itself would else seem to be compiled within its own compilation.
            self.doors[name] = inside.door(copied(function, names), folder, self.may_compile)
        names |= self.inner
