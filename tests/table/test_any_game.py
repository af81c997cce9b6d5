"""The page knows no game: what its scripts and styles are about comes from the games' packages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from coven.core.events import telling_of
from tests.core.test_events import played

STATIC = Path(__file__).parents[2] / "src" / "coven" / "table" / "static"
NAMED = re.compile(r'data-(?:key|thing)="([a-z]+)[:"]')
OURS = {"thing", "fact", "rule", "page"}  # how the page itself asks for things
FILES = sorted([*STATIC.rglob("*.js"), *STATIC.rglob("*.css")])


@cache
def things() -> frozenset[str]:
    """What the pictures of our games call their things."""
    found: set[str] = set()
    for game in ("witchstone", "witches"):
        for position in played(game, 2, {}, 0):
            if position.ply % 9 == 0 and isinstance(position.actor, int) and position.actor >= 0:
                found |= set(NAMED.findall(position.view(position.actor).svg()))
    assert found > {"tile", "cell", "link", "place", "space", "card", "die"}
    return frozenset(found - OURS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_script_and_no_style_asks_for_a_thing_of_one_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    names = "|".join(sorted(things()))
    asked = re.findall(rf"[\"'`=](?:{names}):", text) + re.findall(rf"\.(?:light|halo)\.(?:{names})\b", text)
    assert not asked


def test_what_a_moment_is_called_is_no_word_of_one_game() -> None:
    """A moment is a staging of the page's that any game may ask for."""
    for game in ("witchstone", "witches"):
        position = list(played(game, 2, {}, 3))[-1]
        moments = {telling_of(position.game).moment(event) for event in position.events} - {""}
        assert moments
        assert not moments & {"elf", "elves", "crisis", "tea", "crystal", "witch", "tower"}
