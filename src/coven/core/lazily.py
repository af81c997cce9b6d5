"""Attributes that are made at the first use.

`functools.cached_property` of Python 3.11 holds one lock for all objects of a class while it makes a value. Two threads
that each make one thing and need another can then wait for each other for ever; here they rather make a value twice,
and keep the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazily(Generic[T]):
    """A property that is kept in the object once it was made."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, thing: None, owner: type) -> Self: ...

    @overload
    def __get__(self, thing: object, owner: type) -> T: ...

    def __get__(self, thing: object, owner: type) -> Self | T:
        if thing is None:
            return self
        made: T = thing.__dict__.setdefault(self._name, self._make(thing))
        return made
