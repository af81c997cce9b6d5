"""What a report asks of games of Witchstone."""

from __future__ import annotations

import re

from coven.core.statistic import Report, Topic

ACTIONS = {
    "E": "energy",
    "W": "witch",
    "P": "pentagram",
    "C": "crystal",
    "M": "wand",
    "S": "scroll",
}
PLACES = {"T": "tower", "F": "forest", "V": "village", "C": "castle", "S": "Witchstone"}


def _spelled(name: str) -> str:
    """A thing by its column: letters stand for actions, or for places where there are three."""
    words = name.split("_")
    last = words[-1]
    if re.fullmatch("[TFVCS]{3}", last):
        words[-1] = ", ".join(PLACES[letter] for letter in last)
    elif re.fullmatch("[EWPCMS]{1,2}", last):
        words[-1] = "/".join(ACTIONS[letter] for letter in last)
    return " ".join(words)


REPORT = Report(
    topics=(
        Topic("Towers", "tower", spell=_spelled),
        Topic("Magic tokens", "token_(.+)", {"3": "points"}, spell=_spelled),
        Topic("Special tiles", "special_([EWPCMS]{2})", spell=_spelled),
        Topic(
            "Scrolls",
            "scroll_(.+)",
            {"spell": "spell, any action"},
            "Spells name their action; the others are prophecies. Taken counts, whether or not it paid off.",
            _spelled,
        ),
    ),
    sources={
        "stone": "Witchstone",
        "tokens_used": "tokens used",
        "removed": "crystals thrown out",
        "pentagram": "owl spaces",
        "owls": "owl tiles",
        "tokens_kept": "tokens kept",
    },
)
