"""The mutants of a game: which there are, which are tried, and which are known to change nothing."""

from __future__ import annotations

import ast
import importlib
import random
import tomllib
import types
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import coven
from tests.mutants import mutate

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
# Parts of a game's package that have rules but are no rules of the game: what bots and reports make of it.
BESIDE = {"judgement", "statistics"}


def games() -> list[str]:
    """The games of this package; those of other packages have their tests elsewhere."""
    return [game for game in coven.games() if find_spec(f"coven.games.{game}") is not None]


@dataclass(frozen=True)
class Mutant:
    """One change of one rule."""

    module: str  # within the game's package
    rule: str
    number: int  # among the changes of the rule
    path: str
    line: int
    told: str

    @property
    def key(self) -> str:
        """Its name, which stays when lines move."""
        return f"{self.module}.{self.rule}: {self.told}"


class Rules:
    """The rules of a game, as source and as the functions that run."""

    def __init__(self, game: str) -> None:
        self.game = game
        package = importlib.import_module(f"coven.games.{game}")
        self.folder = Path(next(iter(package.__path__)))

    @cached_property
    def sources(self) -> dict[str, dict[str, ast.FunctionDef]]:
        """The rules of each module, by name."""
        found = {}
        for path in sorted(self.folder.glob("*.py")):
            functions = mutate.rules(path.read_text(encoding="utf-8"))
            if functions and path.stem not in BESIDE:
                found[path.stem] = functions
        return found

    def path(self, module: str) -> Path:
        return self.folder / f"{module}.py"

    def running(self, module: str, rule: str) -> types.FunctionType:
        """The function itself; it is changed in place, so that all who imported it see the change."""
        function = getattr(importlib.import_module(f"coven.games.{self.game}.{module}"), rule)
        assert isinstance(function, types.FunctionType), "the rules must run interpreted"
        return function

    def replace(self, module: str, rule: str, function: ast.FunctionDef) -> types.FunctionType:
        """Let a rule run other code from now on."""
        running = self.running(module, rule)
        running.__code__ = mutate.compiled(function, str(self.path(module)))
        return running

    def put_in(self, mutant: Mutant) -> None:
        """Make the mistake."""
        function = self.sources[mutant.module][mutant.rule]
        self.replace(mutant.module, mutant.rule, mutate.mutated(function, mutant.number))

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All of them. The same change of the same text in one rule is told apart by a number."""
        found = []
        for module, functions in self.sources.items():
            path = str(self.path(module))
            for rule, function in functions.items():
                told: Counter[str] = Counter()
                for number, change in enumerate(mutate.changes(function)):
                    text = change.told()
                    told[text] += 1
                    again = f" #{told[text]}" if told[text] > 1 else ""
                    found.append(Mutant(module, rule, number, path, change.line, text + again))
        return found

    def sample(self, size: int, seed: int, only: str = "", without: Collection[str] = ()) -> list[Mutant]:
        """Some of them, always the same for a seed; for those that are left out come others."""
        among = [mutant for mutant in self.mutants if only in mutant.key]
        luck = random.Random(seed)
        first = luck.sample(among, min(size, len(among)))
        others = sorted(set(among).difference(first), key=lambda mutant: mutant.key)
        luck.shuffle(others)
        return [mutant for mutant in (*first, *others) if mutant.key not in without][:size]


def equivalent(game: str) -> dict[str, str]:
    """The mutants known to change nothing, each with the reason."""
    listed: dict[str, Any] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return dict(listed.get(game, {}))
