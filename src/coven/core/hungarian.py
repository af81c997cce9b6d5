"""The Hungarian article, which depends on the word behind it: catalogues write "a(z)", and it becomes "a" or "az"."""

from __future__ import annotations

import re

_ARTICLE = re.compile(r"\b([Aa])\(z\)(?= \W*(\w+))")
_VOWELS = frozenset("aáeéiíoóöőuúüű")


def with_articles(text: str) -> str:
    """A text whose articles go with the words that stand behind them by now."""
    return _ARTICLE.sub(lambda found: found[1] + "z" * _begins_with_vowel(found[2].lower()), text)


def _begins_with_vowel(word: str) -> bool:
    if word.isdecimal():  # as it is read: egy, öt, ötven, ezer, but tíz, száz
        return word[0] == "5" or (word[0] == "1" and len(word) % 3 == 1)
    return word[0] in _VOWELS
