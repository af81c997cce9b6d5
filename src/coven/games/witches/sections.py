"""The sections of the component file as the pages call them, and what of them is more or less sure."""

from __future__ import annotations

SECTIONS = {
    "board": "places of Lancre",
    "paths": "paths",
    "easy_problems": "the easy problems",
    "hard_problems": "the hard problems",
    "boxes": "problem boxes",
    "supplies": "supplies of counters",
    "dice": "dice",
    "cards": "cards",
}
ASPECTS = {
    "total": "how many in all",
    "fr": "the French names",
    "starts": "where problems start",
    "number_of_starts": "how many problems start where",
    "counts": "how many of each",
    "names": "the names",
    "failures": "what failing does",
    "difficulties": "the difficulties",
    "points": "the points",
    "count_of_Elves": "how many Elves",
    "number": "how many",
    "cackle": "the Cackle",
    "names_of_effects": "the names of the effects",
    "start": "what starts here",
    "difficulty": "the difficulty",
    "name": "the name",
    "effect": "the effect",
}
