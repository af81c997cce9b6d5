"""Which sources a game's compiled code hangs on: all that its rules and its judgement use, and no words or pictures."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import coven
from coven.bots.compiled import judgement
from coven.core import cache, reach
from coven.core.interface import NEEDED, OPTIONAL
from coven.core.rule import is_rule
from coven.lab.statistics import own
from tests.foreign import PEBBLES, write

OURS = ("witchstone", "witches")


def digest(package: str, part: str = "rules") -> str:
    """As a process reckons it that starts now."""
    for known in (cache.digest, reach.file_of, reach._folders_of, reach._imported):
        known.cache_clear()
    return cache.digest(package, part)


# -- our games -----------------------------------------------------------------------------------------------------


def bound(thing: Any, found: set[FunctionType]) -> None:
    """Every rule that is compiled with a thing, as native.py finds them."""
    if is_rule(thing) and thing not in found:
        found.add(thing)
        for name in thing.__code__.co_names:
            named = thing.__globals__.get(name)
            inside = vars(named) if isinstance(named, ModuleType) else {}
            for one in (named, *(inside.get(other) for other in thing.__code__.co_names)):
                bound(one, found)


@pytest.mark.parametrize("part", ["rules", "lab"])
@pytest.mark.parametrize("name", OURS)
def test_every_rule_that_is_compiled_counts(name: str, part: str) -> None:
    game = coven.load(name)
    found: set[FunctionType] = set()
    for source in (game.implementation.rules, *((judgement(game), own(game)) if part == "lab" else ())):
        for thing in vars(source).values():
            bound(thing, found)
    assert len(found) > len(NEEDED | OPTIONAL)
    files = {Path(rule.__code__.co_filename) for rule in found}
    assert files - set(cache.sources(game.definition.package, part)) == set()


@pytest.mark.parametrize("name", OURS)
def test_words_and_pictures_compile_nothing_anew(name: str) -> None:
    implementation = coven.load(name).implementation
    spoken = [
        implementation.speech.label,
        implementation.speech.prompt,
        *vars(implementation.refusing).values(),
    ]
    spoken += [
        getattr(implementation, field.name)
        for field in fields(implementation)
        if field.name not in ("rules", "state", "moves", "most_legal", "components", "speech", "refusing")
    ]
    modules = {getattr(thing, "__module__", type(thing).__module__) for thing in spoken}
    modules = {module for module in modules if module.startswith("coven.games")} | {
        f"coven.games.{name}{inside}"
        for inside in ("", ".game", ".screen", ".planes", ".report", ".components")
    }
    assert len(modules) > 8
    for part in cache.PARTS:
        assert modules & set(cache.sources(f"coven.games.{name}", part).values()) == set()


@pytest.mark.parametrize("name", OURS)
def test_a_judgement_keeps_the_compiled_rules(name: str) -> None:
    package = f"coven.games.{name}"
    above = {"judgement", "statistics"}
    counted = {
        part: {
            name.removeprefix(f"{package}.").partition(".")[0]
            for name in cache.sources(package, part).values()
        }
        for part in cache.PARTS
    }
    assert {part: names & above for part, names in counted.items()} == {
        "rules": set(), "bots": {"judgement"}, "lab": above, "env": set(),
    }  # fmt: skip


# -- another's -----------------------------------------------------------------------------------------------------

# Rules that are spread over modules with any names, one of them in a package within the package.
SPREAD = {
    **PEBBLES,
    "rules": PEBBLES["rules"]
    .replace("from coven.core.rule import rule", "from coven.core.rule import rule\nfrom pebbles import ways")
    .replace("n = min(3, int(s.heap))", "n = ways.most(s)"),
    "ways": """\
import pebbles.names as called
from coven.core.rule import rule
from pebbles.inner import (
    deep,  # (with a comment, as people write them)
)
from .touch import LEAST


@rule
def most(s):
    return max(LEAST, min(deep.MOST, int(s.heap) + called.MORE))
""",
    "touch": "LEAST = 0\n",
    "names": "MORE = 0\n",
    "inner/__init__": "",
    "inner/deep": "MOST = 3\n",
    "say": "HELLO = 'hello'\n",
    "judgement": """\
from coven.core.rule import rule
from pebbles.why import WEIGHT


@rule
def appeals(s, t, moves, n, weights):
    weights[:n] = WEIGHT


@rule
def outlook(s, t, values):
    values[:] = 0.5


@rule
def worth(s, t, seat):
    return 0.0
""",
    "why": "WEIGHT = 1\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another's package, imported."""
    write(tmp_path, "pebbles", SPREAD)
    monkeypatch.syspath_prepend(tmp_path)
    # What is changed within a second, and as long as before, would be taken for what was compiled.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    importlib.invalidate_caches()
    importlib.import_module("pebbles.game")
    yield tmp_path / "pebbles"
    for name in [name for name in sys.modules if name.split(".")[0] == "pebbles"]:
        del sys.modules[name]


@pytest.mark.parametrize("module", ["rules", "ways", "touch", "names", "inner/deep"])
def test_whatever_the_rules_of_another_game_reach_is_compiled_anew(folder: Path, module: str) -> None:
    before = digest("pebbles")
    path = folder / f"{module}.py"
    path.write_text(path.read_text() + "\nCHANGED = 1\n")
    assert digest("pebbles") != before


@pytest.mark.parametrize("module", ["__init__", "say", "game", "judgement", "why"])
def test_what_they_do_not_reach_is_not(folder: Path, module: str) -> None:
    before = digest("pebbles")
    path = folder / f"{module}.py"
    path.write_text(path.read_text() + "\nCHANGED = 1\n")
    assert digest("pebbles") == before


@pytest.mark.parametrize("module", ["judgement", "why"])
def test_what_a_judgement_reaches_is_compiled_with_the_bots(folder: Path, module: str) -> None:
    before = digest("pebbles", "bots")
    (folder / f"{module}.py").write_text(SPREAD[module] + "\nCHANGED = 1\n")
    assert digest("pebbles", "bots") != before


@pytest.mark.parametrize(
    ("old", "new"), [("most_legal=3", "most_legal=4"), ("heap: int = i1", "heap: int = i2")]
)
def test_what_stands_in_compiled_code_counts_wherever_it_is_written(folder: Path, old: str, new: str) -> None:
    before = digest("pebbles")
    (folder / "game.py").write_text(SPREAD["game"].replace(old, new))
    importlib.reload(sys.modules["pebbles.game"])
    assert digest("pebbles") != before


def test_what_is_read_by_a_type_checker_or_in_a_function_is_not_reached(folder: Path) -> None:
    (folder / "ways.py").write_text(
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from pebbles import say\n\n"
        "def told(\n    a: int,\n) -> None:\n    from pebbles import why\n\ndef most(s):\n    return 3\n"
    )
    digest("pebbles")
    assert set(reach.reached(["pebbles.ways"])) == {"pebbles.ways"}
