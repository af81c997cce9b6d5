"""The page that says how to add a game is carried out, step by step, as a reader would."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```(\w+)(?: ([\w./]+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)
ASKING = ({"play", "candles"}, set())  # commands that wait for a person


def blocks() -> list[tuple[str, str, str]]:
    return [(kind, name, body) for kind, name, body in BLOCK.findall(PAGE.read_text(encoding="utf-8"))]


def install(folder: Path) -> None:
    """What `pip install -e .` leaves behind, without pip: where the package is, and its entry point."""
    text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    point = re.search(r'"coven\.games"\]\n(.+)\n', text)
    assert point is not None
    made = folder / "coven_candles-1.0.0.dist-info"
    made.mkdir()
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: coven-candles\nVersion: 1.0.0\n")
    (made / "entry_points.txt").write_text(f"[coven.games]\n{point[1].replace(chr(34), '')}\n")


@pytest.fixture(scope="module")
def carried_out(tmp_path_factory):
    """Every block in order; what the commands and snippets printed."""
    folder = tmp_path_factory.mktemp("candles")
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")]),
        "NUMBA_DISABLE_JIT": "1",
        "HOME": str(folder),
    }

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True, timeout=180
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    told: dict[str, str] = {}
    for kind, name, body in blocks():
        if kind == "python" and name == "run":
            told[body] = run("-W", "error", "-c", body)
        elif kind == "sh":
            for line in body.splitlines():
                words = shlex.split(line)
                if words[0] == "pip":
                    install(folder)
                elif set(words[1:]) not in ASKING:
                    told[line] = run("-m", "coven.cli", *words[1:])
        else:
            assert name, f"a block of {kind} without a file name"
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(body, encoding="utf-8")
    return told


def test_every_step_works(carried_out):
    assert len(carried_out) >= 8


def test_the_rules_page_is_shown(carried_out):
    assert "whoever snuffed last has three points" in carried_out["coven rules candles --rule CA-E1"]


def test_the_last_snippet_of_words_speaks(carried_out):
    said = next(out for body, out in carried_out.items() if "move.label()" in body)
    assert "Snuff 1 candle" in said
