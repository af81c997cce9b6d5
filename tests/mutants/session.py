"""A session of pytest that runs its tests again and again, each time with another mistake in the rules."""

from __future__ import annotations

import contextlib
import io
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import seen
from tests.mutants.forks import TIMEOUT, in_forks, limit
from tests.mutants.sample import Mutant, Rules

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
PATIENCE = 10  # times the usual
GRACE = 5.0  # and so many seconds more
LONGEST = 30.0  # a test that takes longer anyway is not worth it
# Where tests have what they share.
HELPERS = [ROOT / "tests", *sorted(path for path in (ROOT / "tests" / "games").rglob("*") if path.is_dir())]
# Tests of what is built on the rules: what they notice of a rule, they notice by accident.
BESIDE = ("components", "judgement", "picture", "screen")


@dataclass
class Tried:
    """What came of a mutant."""

    mutant: Mutant
    killer: str  # the test that noticed, TIMEOUT, or "" if none did
    tests: int  # that could have noticed

    @property
    def killed(self) -> bool:
        return bool(self.killer)


class Session:
    """The plugin: takes the place of pytest's own loop over the tests."""

    def __init__(self, rules: Rules, mutants: list[Mutant], jobs: int, say: Callable[[str], None]) -> None:
        self.rules = rules
        self.mutants = mutants
        self.jobs = jobs
        self.say = say
        self.tried: list[Tried] = []
        self._items: dict[str, pytest.Item] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of what any game must do, only what is asked of this game once: a test a table takes too long."""
        of_any = [item for item in items if item.path.parent.name == "conformance"]
        items[:] = [
            item for item in items if item not in of_any or item.name.endswith(f"[{self.rules.game}]")
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests could not be collected")
        self._items = {item.nodeid: item for item in session.items}
        found = self._map()
        tests = seen.by_place(found)
        numbers = seen.places(self.rules)
        began = time.monotonic()

        def tried(mutant: Mutant) -> tuple[str, int]:
            chosen = tests.get(numbers[mutant.module, mutant.line], [])
            self.rules.put_in(mutant)
            return self._first_failure(chosen, found), len(chosen)

        for mutant, told in in_forks(self.mutants, tried, self.jobs):
            killer, could = (TIMEOUT, 0) if told == TIMEOUT else told
            self.tried.append(Tried(mutant, killer, could))
            done, left = len(self.tried), len(self.mutants) - len(self.tried)
            if not killer or left == 0 or done % 25 == 0:
                word = "survived" if not killer else "killed"
                self.say(f"{done:4} {time.monotonic() - began:5.0f} s  {word}  {mutant.key}")
        return True

    def _first_failure(self, tests: list[str], found: seen.Map) -> str:
        """The first test that fails, "" if all pass."""
        for test in tests:
            limit(GRACE + PATIENCE * found[test].seconds)
            if not self._passes(self._items[test]):
                return test
        return ""

    def _passes(self, item: pytest.Item) -> bool:
        """Run one test as if it were the only one; what it prints is nobody's."""
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            reports = runtestprotocol(item, log=False, nextitem=None)
        return all(report.passed for report in reports)

    # -- the map -----------------------------------------------------------------------------------------------

    def _map(self) -> seen.Map:
        """Which test comes through which line. What is known of a test holds until its file or the rest changes."""
        items = self._items
        files = {path: seen.digest([path]) for path in {item.path for item in items.values()}}
        helpers = [path for folder in HELPERS for path in sorted(folder.glob("*.py"))]
        rest = [ROOT / "src" / "coven", *(path for path in helpers if not path.name.startswith("test_"))]
        path = KEPT / f"{self.rules.game}-{seen.digest(rest)}.map.json"
        known = seen.kept(path)
        found = {
            name: known[name]
            for name in items
            if name in known and known[name].file == files[items[name].path]
        }
        new = [name for name in items if name not in found]
        if new:
            self.say(f"finding out what each of {len(new)} tests comes through …")
            for _, part in in_forks(
                [new[job :: self.jobs] for job in range(self.jobs)], self._look, self.jobs
            ):
                found |= {name: seen.Seen(*facts, files[items[name].path]) for name, facts in part.items()}
            for other in KEPT.glob(f"{self.rules.game}-*.map.json"):
                other.unlink()
            seen.keep(path, found)
        failing = [name for name in found if found[name].seconds < 0]
        if failing:
            self.say(f"{len(failing)} tests fail or are skipped as it is, and are left out:")
            for name in sorted({test.partition("[")[0] for test in failing}):
                self.say(f"    {name}")
        return found

    def _look(self, names: list[str]) -> dict[str, tuple[float, list[int]]]:
        """Seconds and places of each test; -1 for one that does not pass."""
        marks = seen.Marks(self.rules)
        found = {}
        for name in names:
            marks.take()
            began = time.process_time()
            passed = self._passes(self._items[name])
            seconds = time.process_time() - began
            found[name] = (seconds, marks.take() if seconds < LONGEST else []) if passed else (-1.0, [])
        return found


def run(game: str, mutants: list[Mutant], jobs: int) -> list[Tried]:
    """Try the mutants with the game's own tests."""
    say: Any = lambda line: print(line, file=sys.__stdout__, flush=True)  # noqa: E731
    session = Session(Rules(game), mutants, jobs, say)
    folder = ROOT / "tests" / "games" / game
    chosen = [
        str(path)
        for path in sorted(folder.glob("test_*.py"))
        if path.stem.removeprefix("test_") not in BESIDE
    ]
    options = [
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--hypothesis-seed=1",
        "--rootdir",
        str(ROOT),
    ]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = pytest.main([*options, *chosen], plugins=[session])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(
            f"{printed.getvalue()}\nthe tests of {game} could not be run: pytest ended with {code!r}"
        )
    return session.tried
