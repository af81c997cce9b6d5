"""The Python in the README and the docs runs, and what they name exists."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("examples/*/README.md")])
PLACES = [ROOT, *(ROOT / place for place in ("docs", "src", "src/coven", "src/coven/table"))]
READERS_OWN = {"adding-a-game.md"}  # the files it names are still to be written: tests/test_adding_a_game.py
GAMES = ("src/coven/games/*/", "examples/*/*/")
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{i}")
    for page in PAGES
    if page.name not in READERS_OWN
    for i, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_python_blocks_run(block):
    exec(compile(block, "docs", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """Files; the anchors are looked at where the site is built (tests/tools/test_site.py)."""
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in READERS_OWN], ids=lambda page: page.name
)
def test_files_named_are_there(page):
    """A path of ours in backticks, from one of the usual places or in a game's folder."""
    for name in re.findall(r"`([\w/*]+(?:\.\w+)?\.(?:py|md|toml|po))`", page.read_text(encoding="utf-8")):
        found = any(any(place.glob(name)) for place in PLACES) or any(
            any(ROOT.glob(game + name)) for game in GAMES
        )
        assert found, name


@pytest.mark.parametrize(("game", "title"), [("witchstone", "Witchstone"), ("witches", "The Witches")])
def test_every_kind_of_event_is_listed(game, title):
    page = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    section = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)` \| .{8,} \|$", section, re.MULTILINE)
    assert listed == list(importlib.import_module(f"coven.games.{game}.kinds").Kind)
