"""Names and chat as people type them: text, never markup, without what can't be seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from coven.table.refusals import Refusal

LONGEST_NAME = 40
LONGEST_TEXT = 500
MOST_MARKS = 3  # accents on one letter; more climb over the lines above
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that show nothing


def _clean(text: str) -> str:
    """One line of visible text: no control characters, nothing that turns the writing, no towers of accents."""
    kept, marks = "", 0
    seen = (" " if char.isspace() or char in BLANK else char for char in unicodedata.normalize("NFC", text))
    for char in seen:
        kind = unicodedata.category(char)[0]
        marks = marks + 1 if kind == "M" else 0
        if kind != "C" and marks <= MOST_MARKS:
            kept += char
    return " ".join(kept.split())


def clean_name(text: str) -> str:
    """A seat's name. A record separates names by a bar, so there is none in them."""
    name = _clean(text.replace("|", "/"))
    if len(name) > LONGEST_NAME:
        raise Refusal("too_large", f"a name has at most {LONGEST_NAME} letters")
    return name


def apart(name: str, others: Iterable[str]) -> str:
    """A name nobody else at the table can be taken for: the second Ada is Ada 2."""
    taken = {_sound(other) for other in others}
    if not name or _sound(name) not in taken:
        return name
    number = 2
    while _sound(with_number := f"{name[: LONGEST_NAME - 3]} {number}") in taken:
        number += 1
    return with_number


def _sound(name: str) -> str:
    """What is left of a name when it is read quickly: letters and digits, without accents, large as small."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in plain if char.isalnum()) or plain


def clean_chat(text: str) -> str:
    """A line of chat."""
    clean = _clean(text)
    if len(clean) > LONGEST_TEXT:
        raise Refusal("too_large", f"say it in at most {LONGEST_TEXT} letters")
    return clean
