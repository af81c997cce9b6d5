"""docs/adding-a-game.md, done step by step as a reader would do it: files, commands and snippets."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import httpx
import pytest

from coven.core.definition import Definition, Implementation
from coven.core.interface import NEEDED, OPTIONAL
from tests.table.server import Server

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("pip ", "mkdir ")  # what the test does in its own way


def chapters() -> list[tuple[str, str]]:
    """The numbered headings with what stands under them."""
    parts = re.split(r"^## (\d+)\. .*$", PAGE, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


class Reader:
    """Somebody who follows the page in a folder of her own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT / "src", ROOT))),
            "NUMBA_DISABLE_JIT": "1",
            "COVEN_CACHE": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data"),
        }

    def install(self) -> None:
        """What pip does: say which entry points there are."""
        points = re.search(r'^\[project\.entry-points\."coven\.games"\]\n(.*)$', PAGE, re.MULTILINE)
        assert points is not None
        name, target = points[1].replace('"', "").split(" = ")
        info = self.folder / "coven_heap-1.0.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coven-heap\nVersion: 1.0.0\n")
        (info / "entry_points.txt").write_text(f"[coven.games]\n{name} = {target}\n")

    def follow(self, text: str) -> None:
        """Do what a chapter says."""
        for block in BLOCK.finditer(text):
            if block["file"]:
                self.write(self.folder / block["file"], block["text"])
            elif block["kind"] == "sh":
                for line in block["text"].splitlines():
                    if not line.startswith(ELSEWHERE):
                        self.run(line)
            else:
                self.ran([sys.executable, "-c", block["text"]], self.folder)

    def write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py" and path.exists():
            text = merged(path.read_text(encoding="utf-8"), text)
        path.write_text(text, encoding="utf-8")

    def run(self, line: str) -> None:
        program, *arguments = line.split()
        if program == "coven":
            self.ran([sys.executable, "-m", "coven.cli", *arguments], self.folder)
        else:
            assert program == "pytest", line
            quietly = ["-q", "-p", "no:cacheprovider"]
            self.ran([sys.executable, "-m", "pytest", *quietly, *arguments], ROOT)

    def open_the_browser(self) -> None:
        """What a browser asks for: the pages, and a table at which a move is made."""
        server = Server(
            f"sqlite:///{self.folder / 'table.db'}", self.folder, COVEN_BOTS="1", **self.environment
        )
        with server.start() as running, httpx.Client(base_url=running.url, timeout=60) as browser:
            start = browser.get("/").text
            assert 'data-play="heap"' in start
            assert "Don&#39;t leave too many to the others." in start
            assert "/learn/heap" in start
            assert browser.get("/learn/heap").status_code == 200
            assert 'id="HP-E1"' in browser.get("/rules/heap").text
            assert browser.get("/art/heap.svg").text.count("<circle") == 9
            seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
            made = browser.post("/api/tables", json={"game": "heap", "seats": seats, "options": {}}).json()
            asked = {"headers": {"Authorization": f"Bearer {made['seats'][0]['token']}"}}
            at = f"/api/tables/{made['table']}"
            while (seen := browser.get(f"{at}/sight?whole=1", **asked).json())["actor"] != 0:
                time.sleep(0.1)
            assert [choice["label"] for choice in seen["choices"]] == ["Take 1 stone", "More than one"]
            assert 'data-key="stone:0"' in seen["svg"]
            moved = browser.post(f"{at}/actions", json={"seq": seen["seq"], "move": "take 1"}, **asked)
            assert moved.status_code == 200, moved.text

    def ran(self, command: list[str], where: Path) -> None:
        done = subprocess.run(
            command,
            cwd=where,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def name_of(statement: ast.stmt) -> str:
    """What a statement defines; the names that a table of moves gives go by the first of them."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Tuple(elts=[first, *_]) | (ast.Name() as first)]):
            return ast.unparse(first)
    return ast.unparse(statement)


def merged(old: str, new: str) -> str:
    """A module in which new definitions take the place of those of the same name; others stand before what follows."""
    imports = [text for source in (old, new) for text in map(ast.unparse, statements(source, True))]
    found = [(name_of(one), ast.unparse(one)) for one in statements(old, False)]
    at = len(found)
    for one in reversed(statements(new, False)):
        names = [name for name, _ in found]
        if name_of(one) in names:
            at = names.index(name_of(one))
            found.pop(at)
        found.insert(at, (name_of(one), ast.unparse(one)))
    return "\n".join([*dict.fromkeys(imports), *(text for _, text in found)]) + "\n"


def statements(source: str, imports: bool) -> list[ast.stmt]:
    """The imports of a module, or all else."""
    body = ast.parse(source).body
    return [one for one in body if isinstance(one, ast.Import | ast.ImportFrom) == imports]


def test_every_step_can_be_done(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.install()
    numbers = []
    for number, text in chapters():
        reader.follow(text)
        numbers.append(int(number))
    assert numbers == list(range(1, 16))
    files = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "heap").rglob("*.py")}
    assert len(files) == 13
    reader.open_the_browser()


@pytest.mark.parametrize(
    ("intro", "names"),
    [
        ("A `Definition`", [field.name for field in fields(Definition)]),
        ("An `Implementation`", [field.name for field in fields(Implementation)]),
        ("The rules, a module", ["VERSION", "OLDEST", *NEEDED, *OPTIONAL]),
    ],
)
def test_the_tables_are_whole(intro: str, names: list[str]) -> None:
    table = PAGE.split(f"\n{intro}")[1].split("\n\n")[1]
    told = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(told) == sorted(names)
