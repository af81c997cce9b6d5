"""What a report asks of each game: which columns are things a seat can have, and what these are called."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

ACTIONS = {
    "E": "energy",
    "W": "witch",
    "P": "pentagram",
    "C": "crystal",
    "M": "wand",
    "S": "scroll",
}
PLACES = {"T": "tower", "F": "forest", "V": "village", "C": "castle", "S": "Witchstone"}


@dataclass(frozen=True)
class Topic:
    """A kind of thing whose worth is asked for."""

    title: str
    columns: str  # a pattern; what it catches is the thing's name
    names: dict[str, str] = field(default_factory=dict)
    note: str = ""

    def about(self, column: str) -> bool:
        return re.fullmatch(self.columns, column) is not None

    def thing(self, column: str) -> str:
        found = re.fullmatch(self.columns, column)
        assert found is not None
        name = found[1] if found.groups() else column
        return self.names.get(name) or _spelled(name)


def _spelled(name: str) -> str:
    """A thing by its column: letters stand for actions, or for places where there are three."""
    words = name.split("_")
    last = words[-1]
    if re.fullmatch("[TFVCS]{3}", last):
        words[-1] = ", ".join(PLACES[letter] for letter in last)
    elif re.fullmatch("[EWPCMS]{1,2}", last):
        words[-1] = "/".join(ACTIONS[letter] for letter in last)
    return " ".join(words)


_TOPICS = {
    "witchstone": (
        Topic("Towers", "tower"),
        Topic("Magic tokens", "token_(.+)", {"3": "points"}),
        Topic("Special tiles", "special_([EWPCMS]{2})"),
        Topic(
            "Scrolls",
            "scroll_(.+)",
            {"spell": "spell, any action"},
            "Spells name their action; the others are prophecies. Taken counts, whether or not it paid off.",
        ),
    ),
    "witches": (
        Topic("Trainees", "trainee"),
        Topic("The trainee's own tile", "(own_tile_used)", {"own_tile_used": "used"}),
    ),
}


def topics(game: str) -> tuple[Topic, ...]:
    """The topics of a game; none for a game this list does not know."""
    return _TOPICS.get(game, ())


_SOURCES = {
    "witches": {"easy": "easy problems", "hard": "hard problems", "aliss": "Black Aliss"},
    "witchstone": {
        "stone": "Witchstone",
        "tokens_used": "tokens used",
        "removed": "crystals thrown out",
        "pentagram": "owl spaces",
        "owls": "owl tiles",
        "tokens_kept": "tokens kept",
    },
}


def source(game: str, column: str) -> str:
    """What a source of points is called."""
    name = column.removeprefix("points_")
    return _SOURCES.get(game, {}).get(name) or name.replace("_", " ")


# Ways to lose that are asked for even where they never happened.
_LOSSES = {"witches": ("crisis", "elves", "aliss")}


def losses(game: str) -> tuple[str, ...]:
    """The endings in which everyone loses."""
    return _LOSSES.get(game, ())
