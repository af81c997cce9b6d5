"""A decision of ours is marked as one wherever it is told: on the rules pages, and where its reason stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coven.core.language import LANGUAGES

ROOT = Path(__file__).parent.parent
MARKS = {
    "en": "*Ruling:*",
    "de": "*Entscheidung:*",
    "fr": "*Décision\u00a0:*",
    "hu": "*Döntésünk:*",
    "pt": "*Nossa decisão:*",
}
GAMES = {"witchstone": "WS", "witches": "TW"}
ID = r"(?:WS|TW)-[A-Z]\d+"


def marked_on_page(game: str, lang: str) -> set[str]:
    page = ROOT / "src/coven/games" / game / ("rules.md" if lang == "en" else f"rules.{lang}.md")
    rules = re.findall(rf"(?m)^- \*\*({ID})\*\* (.*)$", page.read_text("utf-8"))
    return {id for id, text in rules if MARKS[lang] in text}


def reasons(game: str) -> list[tuple[set[str], bool]]:
    """The entries of docs/rulings.md for a game: the rules each is about, and whether it is marked."""
    text = (ROOT / "docs/rulings.md").read_text("utf-8")
    rows = [(row.split("|")[1], row) for row in re.findall(r"(?m)^\| .*\|$", text)]
    points = [(point.partition(")")[0], point) for point in re.findall(r"(?m)^- (?:.|\n(?=  ))*", text)]
    found = [(set(re.findall(ID, about)), "*Ruling" in entry) for about, entry in rows + points]
    return [(ids, marked) for ids, marked in found if any(id.startswith(GAMES[game]) for id in ids)]


@pytest.mark.parametrize("game", GAMES)
def test_every_language_marks_the_same_rules(game: str) -> None:
    assert len(marked_on_page(game, "en")) > 10
    for lang in LANGUAGES:
        assert marked_on_page(game, lang) == marked_on_page(game, "en"), lang


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_marked_as_the_rules_are(game: str) -> None:
    page = marked_on_page(game, "en")
    named = {id for ids, _ in reasons(game) for id in ids}
    marked = {id for ids, is_marked in reasons(game) if is_marked for id in ids}
    assert len(named) > 15
    assert marked - page == set()
    assert page - named == set(), "a ruling without a reason"
    assert page & named - marked == set()


def test_a_reason_is_not_that_the_rules_page_says_so() -> None:
    assert "as the rules page says" not in (ROOT / "docs/rulings.md").read_text("utf-8")


def test_what_departs_from_all_books_is_a_ruling() -> None:
    """Each of these is our reading against, or beyond, what every book says where it explains the thing."""
    ours = {"WS-T4", "WS-W3", "WS-W8", "WS-C10"}
    assert ours <= marked_on_page("witchstone", "en")
    assert ours <= {id for ids, is_marked in reasons("witchstone") if is_marked for id in ids}
