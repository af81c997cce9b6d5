"""The rules pages in other languages say what the English one says: the same rules, in the same order, all of them."""

from __future__ import annotations

import re

import pytest

import coven
from coven.core.language import LANGUAGES
from coven.core.registry import definitions

RULE = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]\d+)\*\* ", re.MULTILINE)
HEADING = re.compile(r"^#+ ", re.MULTILINE)
EXAMPLE = re.compile(r"^> ", re.MULTILINE)
OTHERS = [lang for lang in LANGUAGES if lang != "en"]

OURS = [name for name, one in definitions().items() if one.package.startswith("coven.")]
both = pytest.mark.parametrize("game", OURS)
each = pytest.mark.parametrize("lang", OTHERS)


def page(game: str, lang: str = "en") -> str:
    name = "rules.md" if lang == "en" else f"rules.{lang}.md"
    return (coven.load(game).definition.folder / name).read_text(encoding="utf-8")


@both
def test_there_is_a_page_for_each_language(game: str) -> None:
    found = {path.name for path in coven.load(game).definition.folder.glob("rules*.md")}
    assert found == {"rules.md", *(f"rules.{lang}.md" for lang in OTHERS)}


@each
@both
def test_the_same_rules_in_the_same_order(game: str, lang: str) -> None:
    ids = RULE.findall(page(game))
    assert ids
    assert RULE.findall(page(game, lang)) == ids


@each
@both
def test_as_many_headings_and_examples(game: str, lang: str) -> None:
    for part in (HEADING, EXAMPLE):
        assert len(part.findall(page(game, lang))) == len(part.findall(page(game))) > 0


@each
@both
def test_nothing_is_left_in_english(game: str, lang: str) -> None:
    english = set(page(game).splitlines())
    assert not [line for line in page(game, lang).splitlines() if len(line.split()) > 6 and line in english]


@both
def test_french_signs_keep_their_space(game: str) -> None:
    """A colon stands after a no-break space, the other tall signs after a narrow one."""
    for line in page(game, "fr").splitlines():
        assert not re.search(r"[^\u00a0]:|[^\u202f][;?!]|'", line), line
