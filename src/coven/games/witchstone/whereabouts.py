"""What the places, connections and cells of Witchstone are called: words with which a person finds them on the board.

Records and notation have their codes (T1, T1-F1, b3); whoever reads or hears of a place is told its name from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from coven.core.compass import direction
from coven.core.language import Words
from coven.games.witchstone import cells

NAMES = {
    "tower": "the {where} tower",
    "forest": "the {where} forest",
    "village": "the {where} village",
    "castle": "the {where} castle",
}
MIDDLE = len(cells.AXIAL) // 2


def place(data: Mapping[str, Any], index: int, say: Words) -> str:
    """A place by what it is and the side of the ball it lies on."""
    listed = data["locations"]["list"]
    entry = listed[index]
    if entry["type"] not in NAMES:
        return say("the Witchstone")
    side = direction(entry["angle"])
    name = say(NAMES[entry["type"]], where=say(side))
    alike = [one for one in listed if one["type"] == entry["type"] and direction(one["angle"]) == side]
    # two of one kind on one side, as other boards may have them, are told apart by their codes
    return name if len(alike) == 1 else f"{name} {entry['id']}"


def ends(data: Mapping[str, Any], link: int, say: Words) -> tuple[str, str]:
    """The places that a connection joins."""
    codes = [entry["id"] for entry in data["locations"]["list"]]
    one, two, _ = data["connections"]["list"][link]
    return place(data, codes.index(one), say), place(data, codes.index(two), say)


def connection(data: Mapping[str, Any], link: int, say: Words) -> str:
    """A connection by the places it joins."""
    one, two = ends(data, link, say)
    return f"{one} – {two}"


@lru_cache(maxsize=1024)
def cell(index: int, say: Words) -> str:
    """A cell of a cauldron, counted as one looks for it: rows from the top, cells from the left."""
    if index == MIDDLE:
        return say("the middle cell")
    code = cells.NAMES[index]
    return say("row {row}, cell {n}", row=cells.ROWS.index(code[0]) + 1, n=int(code[1:]))


def capital(name: str) -> str:
    """A name at the beginning of a line."""
    return name[:1].upper() + name[1:]
