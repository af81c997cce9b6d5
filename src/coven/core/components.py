"""Component files: data with a schema, a validator that names every fault, and the tables the rules read."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coven.core.errors import BadComponents

if TYPE_CHECKING:
    from coven.core.definition import ComponentFile

Data = dict[str, Any]  # a component file as TOML has it
SURENESS = {
    "R": "stated in a rulebook",
    "S": "stated in another public source",
    "D": "follows from these",
    "X": "reconstructed",
}


@dataclass(frozen=True)
class Components:
    """A checked component set."""

    name: str
    data: Data
    text: str
    tables: npt.NDArray[Any]
    digest: str

    @property
    def tag(self) -> str:
        """How a record names the set."""
        return f"{self.name} {self.digest}"


def digest(data: Data) -> str:
    """Names the content: comments, labels of sureness and the order of keys make no difference."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in value.items() if not key.startswith("sure")}
        return [bare(inner) for inner in value] if isinstance(value, list) else value

    return hashlib.sha256(json.dumps(bare(data), sort_keys=True).encode()).hexdigest()[:12]


LARGEST = 2**62  # of a number: what the rules' tables hold
MOST_DOTS = 100  # in a line: what reads TOML needs the square of a dotted key's length


class Checker:
    """Collects the faults of a component file instead of stopping at the first."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.faults: list[str] = []

    def fault(self, where: str, problem: str) -> None:
        """Note what is wrong; all that is wrong is told at once."""
        self.faults.append(f"{where}: {problem}")

    def need(self, good: bool, where: str, problem: str) -> bool:
        """Note what is wrong unless it is good; returns whether it is."""
        if not good:
            self.fault(where, problem)
        return good

    def section(self, name: str, keys: dict[str, type]) -> Data | None:
        """A table with exactly these keys (beside its labels of sureness), or None if one can't be used."""
        table = self.data.get(name)
        if not isinstance(table, dict):
            self.fault(name, "the section is missing" if table is None else f"must be a table, not {table!r}")
            return None
        good = True
        for key, value in {"sure": None, **table}.items():
            if key.startswith("sure"):
                known = isinstance(value, str) and value in SURENESS
                self.need(known, f"{name}.{key}", f"must be one of {', '.join(SURENESS)}, not {value!r}")
            elif key not in keys:
                self.fault(f"{name}.{key}", f"is not a known key; known are {', '.join(keys)}")
        for key, kind in keys.items():
            if key not in table:
                good = False
                self.fault(f"{name}.{key}", "is missing")
            elif not isinstance(table[key], kind) or isinstance(table[key], bool):
                good = False
                self.fault(f"{name}.{key}", f"must be of type {kind.__name__}, not {table[key]!r}")
        return table if good else None

    def whole(self, where: str, value: Any, low: int, high: int) -> bool:
        """A whole number within bounds."""
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return self.need(good, where, f"must be a whole number from {low} to {high}, not {value!r}")

    def numbers(self, where: str, values: list[Any], length: int, low: int, high: int) -> bool:
        """A list of so many whole numbers within bounds."""
        good = self.need(len(values) == length, where, f"must hold {length} numbers, not {len(values)}")
        return all([self.whole(f"{where}[{i}]", value, low, high) for i, value in enumerate(values)]) and good

    def counts(self, where: str, values: Data, names: tuple[str, ...], low: int, high: int) -> bool:
        """A number for each of these names, adding up to between low and high."""
        good = True
        for name in values:
            good &= self.need(name in names, f"{where}.{name}", f"is not one of {', '.join(names)}")
        for name in names:
            good &= self.whole(f"{where}.{name}", values.get(name), 0, high)
        if good:
            total = sum(values.values())
            good = self.need(
                low <= total <= high, where, f"must add up to {low} to {high}, not {total}"
                if low != high else f"must add up to {low}, not {total}",
            )  # fmt: skip
        return good


def load(how: ComponentFile, source: str | Path) -> Components:
    """Read, check and build a component set from a file, or raise BadComponents with every fault."""
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
        dotted = any(line.count(".") > MOST_DOTS for line in text.splitlines())
        data = {} if dotted else tomllib.loads(text)
    except (OSError, ValueError, RecursionError) as problem:
        raise BadComponents(str(source), [str(problem)]) from None
    if dotted:
        raise BadComponents(str(source), ["a line has too many dots"])
    if _too_large(data):  # nothing can even say how large: Python writes no number of thousands of digits
        raise BadComponents(str(source), ["the file: holds a number that is too large"])
    checker = Checker(data)
    checker.need(
        data.get("schema") == how.schema, "schema", f"must be {how.schema}, not {data.get('schema')!r}"
    )
    name = data.get("name")
    named = isinstance(name, str) and name.replace("-", "").replace("_", "").isalnum()
    checker.need(named, "name", "must be a word of letters, digits, - and _")
    how.check(checker)
    if checker.faults:
        raise BadComponents(str(source), checker.faults)
    tables = how.build(data)
    tables.flags.writeable = False
    return Components(name=str(name), data=data, text=text, tables=tables, digest=digest(data))


def _too_large(value: Any) -> bool:
    """Whether a number in it is larger than any the rules hold; inf and nan are named by whoever checks them."""
    if isinstance(value, dict):
        return any(map(_too_large, value.values()))
    if isinstance(value, list):
        return any(map(_too_large, value))
    number = isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    return number and not -LARGEST <= value <= LARGEST


def none() -> Components:
    """The set of a game that is played without any."""
    tables = empty(np.dtype((np.record, [("nothing", "i1")])))
    return Components(name="none", data={}, text="", tables=tables, digest=digest({}))


@contextmanager
def as_file(text: str | None) -> Iterator[Path | None]:
    """A component set that came as text, as the file it is read from; None, the standard one, stays so."""
    if text is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "components.toml"
        path.write_text(text, encoding="utf-8")
        yield path


def empty(dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """One record of zeros."""
    return np.zeros(1, dtype)
