"""Which test runs which line of the rules, and how long it takes: found out once, kept until something changes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from tests.mutants import mutate
from tests.mutants.sample import Rules

MARKS = "__seen__"  # the name rules know the marks by


@dataclass
class Seen:
    """A test, with the places it comes through; none if it fails as it is."""

    seconds: float
    places: list[int]
    file: str  # the digest of the file it stands in


Map = dict[str, Seen]  # by the test's id


class Marks:
    """Rules that leave a mark wherever they come through."""

    def __init__(self, rules: Rules) -> None:
        self.places = places(rules)
        self._marks = bytearray(len(self.places))
        for module, functions in rules.sources.items():
            for rule, function in functions.items():
                numbers = {line: self.places[module, line] for line in mutate.lines(function)}
                running = rules.replace(module, rule, mutate.marked(function, numbers, MARKS))
                running.__globals__[MARKS] = self._marks

    def take(self) -> list[int]:
        """The places passed since the last time."""
        found = [place for place, passed in enumerate(self._marks) if passed]
        self._marks[:] = bytes(len(self._marks))
        return found


def places(rules: Rules) -> dict[tuple[str, int], int]:
    """A number for each statement: by module and line."""
    found = [
        (module, line)
        for module, functions in rules.sources.items()
        for function in functions.values()
        for line in mutate.lines(function)
    ]
    return {place: number for number, place in enumerate(sorted(set(found)))}


def digest(paths: list[Path]) -> str:
    """Names and contents of files, and of all files in folders."""
    hashed = hashlib.sha256()
    for named in paths:
        for path in sorted(named.rglob("*")) if named.is_dir() else [named]:
            if path.is_file() and "__pycache__" not in path.parts:
                hashed.update(path.relative_to(named.parent).as_posix().encode())
                hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def keep(path: Path, found: Map) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    listed = {test: [seen.seconds, seen.places, seen.file] for test, seen in found.items()}
    path.write_text(json.dumps(listed), encoding="utf-8")


def kept(path: Path) -> Map:
    """The map as it was kept; an empty one if there is none."""
    if not path.exists():
        return {}
    return {test: Seen(*facts) for test, facts in json.loads(path.read_text(encoding="utf-8")).items()}


def by_place(found: Map) -> dict[int, list[str]]:
    """The tests that come through each place, the quickest first."""
    ordered = sorted(found, key=lambda test: found[test].seconds)
    passing: dict[int, list[str]] = {}
    for test in ordered:
        for place in found[test].places:
            passing.setdefault(place, []).append(test)
    return passing
