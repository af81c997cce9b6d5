"""Flat records, declared once: a class whose annotations mypy knows and whose fields make the dtype.

    class State(Flat):
        score: Row = i2(SEATS)
        turn: int = i1()

Rules are written for such a class (`s: State`); at run time `s` is a record of the dtype that `dtype_of` makes of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Protocol, overload

import numpy as np

WORD = 8
RECORD = "Record"  # the name under which pickle finds a class's records in it


class Row(Protocol):
    """Whole numbers in a row: a field of one dimension, or a list that a rule fills."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> int: ...
    @overload
    def __getitem__(self, part: slice, /) -> Row: ...
    def __setitem__(self, at: int | slice, number: int, /) -> None: ...


class Grid(Protocol):
    """Whole numbers in rows and columns: a field of two dimensions."""

    @overload
    def __getitem__(self, at: int, /) -> Row: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    def __setitem__(self, at: tuple[int, int] | slice, number: int, /) -> None: ...


class Reals(Protocol):
    """Real numbers in a row."""

    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int | slice, number: float, /) -> None: ...


class RealGrid(Protocol):
    """Real numbers in rows and columns."""

    @overload
    def __getitem__(self, at: int, /) -> Reals: ...
    @overload
    def __getitem__(self, at: tuple[int, int], /) -> float: ...
    def __setitem__(self, at: tuple[int, int], number: float, /) -> None: ...


@dataclass(frozen=True)
class Field:
    """A field's kind of number and its shape."""

    kind: str
    shape: tuple[int, ...]


def _kind(kind: str) -> Any:
    def declare(*shape: int) -> Any:
        return Field(kind, shape)

    declare.__doc__ = f"A field of {kind[1:]}-byte numbers, in this shape."
    return declare


i1 = _kind("i1")  # a number of one byte, from -128 to 127; i1(SEATS) is a row of them, i1(SEATS, 6) a grid
i2 = _kind("i2")  # of two bytes, to 32767
i4 = _kind("i4")  # of four bytes, to 2 147 483 647; or a set of 31 things, as bits
i8 = _kind("i8")  # of eight bytes; or a set of 63 things


class Flat:
    """A flat record: its fields are those of its bases and its own, in the order of the source."""


def fields_of(record: type[Flat]) -> dict[str, Field]:
    """The fields of a flat record by name."""
    found: dict[str, Field] = {}
    for base in reversed(record.__mro__):
        for name in inspect.get_annotations(base):
            field = base.__dict__.get(name)
            if not isinstance(field, Field):
                raise TypeError(f"{base.__name__}.{name} says nothing about its numbers: write e.g. = i1()")
            found[name] = field
    return found


def dtype_of(record: type[Flat]) -> np.dtype[Any]:
    """The dtype of the records that a class declares; whole words of 8 bytes, so that states can be read as such."""
    fields = [
        (name, field.kind, field.shape) if field.shape else (name, field.kind)
        for name, field in fields_of(record).items()
    ]
    made = np.dtype(fields, align=True)
    if made.itemsize % WORD:
        named: Mapping[str, Any] = made.fields or {}
        made = np.dtype(
            {
                "names": list(named),
                "formats": [field[0] for field in named.values()],
                "offsets": [field[1] for field in named.values()],
                "itemsize": -(-made.itemsize // WORD) * WORD,
            },
            align=True,
        )
    return np.dtype((_quick(record, made.names or ()), made))


def _quick(record: type[Flat], names: Iterable[str]) -> type[np.record]:
    """The records of a class, with its fields as properties: interpreted rules, words and pictures read little else,
    and what `np.record` does in Python to find a field takes six times as long."""
    if RECORD in vars(record):
        return vars(record)[RECORD]  # type: ignore[no-any-return]
    within = {
        "__module__": record.__module__,
        "__qualname__": f"{record.__qualname__}.{RECORD}",
        "__slots__": (),
    }
    plain = {name: getattr(np.void, name) for name in ("__getattribute__", "__setattr__", "__getitem__")}
    fields = {name: property(itemgetter(name), _putter(name)) for name in names}
    made = type(record.__name__, (np.record,), {**within, **plain, **fields})
    setattr(record, RECORD, made)
    return made


def _putter(name: str) -> Callable[[Any, object], None]:
    def put(record: Any, value: object) -> None:
        record[name] = value

    return put
