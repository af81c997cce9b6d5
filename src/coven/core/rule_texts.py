"""The rules of a game by their ids, as its rules page tells them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coven.core.game import Game

RULE = re.compile(r"^\*\*(?P<id>[A-Z]+-[A-Z]+\d+)\*\* (?P<text>.*)$", re.DOTALL)
_RULING = re.compile(r"\s\*[^*]+:\*\s.*", re.DOTALL)  # what was decided where the books are silent
_MARKS = re.compile(r"[*`]")


def rule_texts(page: str) -> dict[str, str]:
    """The rules of a page, in Markdown."""
    return {match["id"]: match["text"] for match in map(RULE.match, _items(page)) if match}


def _items(page: str) -> Iterator[str]:
    return (line.removeprefix("- ") for line in page.splitlines() if line.startswith("- "))


@lru_cache(maxsize=32)
def _texts(game: Game, lang: str) -> dict[str, str]:
    return rule_texts(game.rules_page(lang))


def rule_in_short(game: Game, rule: str, lang: str) -> str:
    """A rule as plain text without its rulings; nothing if there is none of that id."""
    return _MARKS.sub("", _RULING.sub("", _texts(game, lang).get(rule, "")))
