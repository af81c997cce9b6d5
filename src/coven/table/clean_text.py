"""Names and chat as people type them: text, never markup, without what can't be seen."""

from __future__ import annotations

import unicodedata

from coven.table.refusals import Refusal

LONGEST_NAME = 40
LONGEST_TEXT = 500


def _clean(text: str) -> str:
    """One line of visible text: no control characters, no marks that turn the writing direction."""
    seen = (" " if char.isspace() else char for char in text)
    kept = "".join(char for char in seen if unicodedata.category(char)[0] != "C")
    return " ".join(kept.split())


def clean_name(text: str) -> str:
    """A seat's name. A record separates names by a bar, so there is none in them."""
    name = _clean(text.replace("|", "/"))
    if len(name) > LONGEST_NAME:
        raise Refusal("too_large", f"a name has at most {LONGEST_NAME} letters")
    return name


def clean_chat(text: str) -> str:
    """A line of chat."""
    clean = _clean(text)
    if len(clean) > LONGEST_TEXT:
        raise Refusal("too_large", f"say it in at most {LONGEST_TEXT} letters")
    return clean
