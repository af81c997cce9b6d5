"""What the project says about itself in several places is the same in all of them."""

from __future__ import annotations

import re
import tomllib

import coven
from tools import ROOT

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
