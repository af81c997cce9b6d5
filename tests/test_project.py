"""What the project says about itself in several places is the same in all of them."""

from __future__ import annotations

import re
import tomllib

import pytest

import coven
from tools import ROOT

LONGEST = 400  # lines of a source file
SOURCES = ("src/coven", "tools", "examples")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_one() -> None:
    assert PROJECT["version"] == coven.__version__
    released = re.findall(r"^## \[?([\d.]+)\]?", read("CHANGELOG.md"), re.MULTILINE)
    assert released[0] == coven.__version__


def test_every_python_we_name_is_tried() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    tried = re.search(r"^ +python: \[(.*)\]$", read(".github/workflows/test.yml"), re.MULTILINE)
    assert tried is not None
    assert re.findall(r'"(.*?)"', tried[1]) == named
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_hooks_are_local() -> None:
    """A commit must not wait for somebody else's repository, nor run what nobody here has read."""
    assert set(re.findall(r"repo: (\S+)", read(".pre-commit-config.yaml"))) == {"local"}
    assert set(re.findall(r"entry: \.venv/bin/(\w+)", read(".pre-commit-config.yaml"))) == {"ruff", "mypy"}


@pytest.mark.parametrize("folder", SOURCES)
def test_no_source_file_is_long(folder: str) -> None:
    """One that is does more than one thing: what it does is found sooner in two."""
    sources = [
        path for kind in ("py", "js", "css", "html", "ts") for path in (ROOT / folder).rglob(f"*.{kind}")
    ]
    lines = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in sources}
    assert lines
    assert {name: n for name, n in lines.items() if n > LONGEST} == {}
