"""The reference tells about everything that is public, from docstrings, without running the sources."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import coven
from coven.core import interface
from coven.core.reach import file_of
from tools import ROOT, reference
from tools.sources import Entry, module

TOLD = {entry.name: entry for page in reference.PAGES for _, entry in page.entries()}
# What the names in the public face of docs/design.md are.
FACE = {"game": "Game", "pos": "Position", "view": "View", "move": "Move", "record": "Record"}


def test_everything_public_says_what_it_is() -> None:
    assert reference.undocumented() == []


@pytest.mark.parametrize(
    "name", ["coven", "coven.bots", "coven.coach", "coven.core", "coven.core.errors", "coven.env"]
)
def test_all_that_a_module_exports_is_told(name: str) -> None:
    assert set(module(name).exported()) <= TOLD.keys()


def imported(text: str) -> set[str]:
    """What some Python takes from us by name; modules are no names."""
    return {
        name.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("coven.")
        for name in node.names
        if file_of(f"{node.module}.{name.name}") is None
    }


@pytest.mark.parametrize("name", ["adding-a-game", "bots", "research"])
def test_all_that_the_docs_import_is_told(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python.*?\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    taken = {one for block in blocks for one in imported(block)}
    assert taken
    assert taken - TOLD.keys() == set()


def test_all_that_the_example_imports_is_told() -> None:
    sources = sorted((ROOT / "examples" / "toadstools" / "toadstools").glob("*.py"))
    taken = {one for source in sources for one in imported(source.read_text(encoding="utf-8"))}
    assert len(taken) > 20
    assert taken - TOLD.keys() == set()


def test_what_a_game_must_keep_to_is_told() -> None:
    """Every Protocol of the interface, with every function it asks for."""
    kept = [
        name
        for name in module("coven.core.interface").exported()
        if hasattr(getattr(interface, name), "_is_protocol")
    ]
    assert len(kept) == 6
    for name in kept:
        asked = {
            one for one, thing in vars(getattr(interface, name)).items() if callable(thing) and one[0] != "_"
        }
        assert asked <= {member.name for member in TOLD[name].members}


def test_what_is_read_is_what_python_exports() -> None:
    assert module("coven").exported() == coven.__all__
    assert all(getattr(coven, name) is not None for name in coven.__all__)


def test_the_public_face_is_told() -> None:
    """Every attribute that the design page shows is in the reference and really there."""
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page.partition("## The public face")[2], re.DOTALL)
    shown = {
        (FACE[node.value.id], node.attr)
        for node in ast.walk(ast.parse("\n".join(blocks)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in FACE
    }
    assert len(shown) > 20
    for kind, attribute in sorted(shown):
        assert attribute in [member.name for member in TOLD[kind].members], f"{kind}.{attribute}"


def test_what_says_nothing_is_named() -> None:
    silent = Entry("play", "method", "play()", "")
    told = Entry("undo", "method", "undo()", "Take it back.")
    ruled = Entry("__len__", "method", "__len__()", "")
    assert list(Entry("Game", "class", "class Game", "A game.", [silent, told, ruled]).undocumented()) == [
        "Game.play"
    ]


def test_signatures_and_comments_are_read() -> None:
    position = TOLD["Position"]
    play = next(member for member in position.members if member.name == "play")
    assert play.signature == "play(move: Move | str | SupportsIndex, seat: int | None=None) -> Position"
    assert next(member for member in position.members if member.name == "over").signature == "over: bool"
    actions = next(member for member in TOLD["Record"].members if member.name == "actions")
    assert (actions.kind, actions.doc) == ("field", "the seat or CHANCE, and the move")
    assert TOLD["CHANCE"].doc == "the actor where luck decides"


def test_every_page_is_written(tmp_path: Path) -> None:
    written = reference.build(tmp_path)
    assert {path.stem for path in written} == {page.file for page in reference.PAGES} | {"command-line"}
    texts = {path.stem: path.read_text(encoding="utf-8") for path in written}
    assert "### Position.play\n" in texts["classes"]
    assert "## IllegalMove\n" in texts["errors"]
    for command in ("serve", "play", "analyse", "bench"):
        assert f"## coven {command}\n" in texts["command-line"]
        assert f"usage: coven {command}" in texts["command-line"]
