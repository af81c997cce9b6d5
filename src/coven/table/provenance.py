"""How sure we are of every component, read from the labels of the component file, said in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from coven.core import registry
from coven.core.components import Data
from coven.core.language import Words

# The sections of the component files.
SECTIONS = {
    "locations": "places in the crystal ball",
    "connections": "connections and their length",
    "magic_tokens": "magic tokens",
    "hex_tiles": "hex tiles",
    "special_tiles": "special hex tiles",
    "owl_tiles": "owl tiles",
    "player": "witches and energy of a player",
    "stone_bonus": "bonuses of the Witchstone",
    "shelves": "vial shelves",
    "cauldron": "cauldron",
    "pentagram": "spaces of the pentagram",
    "wand": "spaces of the magic wand",
    "scrolls": "scrolls",
    "board": "places of Lancre",
    "paths": "paths",
    "easy_problems": "the easy problems",
    "hard_problems": "the hard problems",
    "boxes": "problem boxes",
    "supplies": "supplies of counters",
    "dice": "dice",
    "cards": "cards",
}
# What of a section, or of one thing in it, is more or less sure than the rest.
ASPECTS = {
    "where": "where they lie",
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
    "first_two": "the first two",
    "corners": "the printed corners",
    "black": "the black crystal",
    "crystals": "where the crystals start",
    "exits": "where crystals leave",
    "rewards": "what the spaces give",
    "kinds": "which kinds there are",
    "one_of_each_bonus": "one of each bonus",
    "start": "what starts here",
    "difficulty": "the difficulty",
    "name": "the name",
    "effect": "the effect",
    "": "all of it",
}


@dataclass(frozen=True)
class Label:
    """One line of the table: a section, or what differs in it."""

    section: str  # said once, at the section's own line
    what: str
    letter: str


def labels(game: str, say: Words) -> list[Label]:
    """Every section of a game's components with how sure it is, and every exception in it."""
    found = []
    for name, section in registry.load(game).components.data.items():
        if not isinstance(section, dict):
            continue
        found.append(Label(say(SECTIONS[name]), "", str(section["sure"])))
        for key, letter in _sure(section):
            if key:
                found.append(Label("", say(ASPECTS[key]), letter))
        for thing, key, letter in _things(section, say, say.lang):
            found.append(Label("", say("{thing}: {what}", thing=thing, what=say(ASPECTS[key])), letter))
    return found


def _sure(table: Data) -> Iterator[tuple[str, str]]:
    """The labels of a table itself; the general one has no name."""
    for key, letter in table.items():
        if key == "sure" or key.startswith("sure_"):
            yield key.removeprefix("sure").removeprefix("_"), str(letter)


def _things(
    value: Any, called: Callable[[str], str], lang: str, name: str = ""
) -> Iterator[tuple[str, str, str]]:
    """The labels of single things inside a section: whose, of what, and the letter.

    A thing is called as the file has it in the language, or else as the game's own words have it.
    """
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        whose = name
        if isinstance(inner, dict):
            if "name" in inner:
                whose = str(inner.get(lang) or called(inner["name"]))
            if whose:
                yield from ((whose, key, letter) for key, letter in _sure(inner))
        yield from _things(inner, called, lang, whose)
