"""What things are called: problems, symbols, effects, trainees, endings, and the decisions asked for.

Places and people are named by the component file, in the language of the reader where it knows the name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coven.core.compass import direction_to
from coven.core.language import Words
from coven.core.picture import bits
from coven.games.witches.state import (
    CACKLES,
    CRISIS_AT,
    DISCARD,
    DRAW,
    FLIGHT,
    LOOK,
    OWN_TILE,
    PROBLEM,
    REROLL,
    RETURN,
    SETUP,
    TIFFANY,
    TURN,
    TURN_UP,
)

# What failing brings, and how a game ends: from the second of the state's list on, the first being nothing.
FAILURES = (
    "three face-up elves at the end of a turn and everyone loses",
    "failed: to the Dungeon",
    "failed: one more Crisis on it",
    "failed: everyone moves an easy tile beside the display",
    "failed: a Black Aliss tile",
    "failed: every witch to the Dungeon",
)
SYMBOLS = ("Headology", "Magic", "Broomstick")
SYMBOL_GIVES = ("+1", "+2 and a Cackle", "fly anywhere")
EFFECTS = (
    "Witch's trick",
    "Witch's trick and a Cackle",
    "Sound of mind",
    "+2",
    "+4",
    "Local knowledge",
    "Helping hand",
    "Escape",
    "Borrowing",
    "Shamble",
    "Invisibility",
    "Lay out the dead",
    "Remedy",
    "Second chance",
    "Transmutation",
)
EFFECT_GIVES = (
    "draw two cards",
    "draw two cards, take a Cackle",
    "return up to two Cackles",
    "2 more, even after all dice",
    "4 more, even after all dice",
    "two more paths on foot",
    "return a Crisis counter",
    "run away after failing",
    "look at two face-down tiles",
    "turn a face-down tile up",
    "cross one space unseen",
    "solves a Death",
    "solves a Sick Sheep",
    "re-roll one or both dice",
    "discard any number, draw one more",
)
# In the order of the names of the Power of Three.
ELDERS = ("Granny Weatherwax", "Nanny Ogg", "Magrat Garlick")
TRAINEES = ("Tiffany Aching", "Annagramma Hawkin", "Petulia Gristle", "Dimity Hubbub")
OWN_TILES = ("Tiffany's invisibility", "Annagramma's Magic", "Petulia's pig cure")
TILES = ("Invisibility tile", "Magic tile", "Sick Pig tile", "Starts the game")
ENDINGS = (
    "The game is over",
    "A Crisis too many: all lose",
    "Three elves are loose: all lose",
    "Black Aliss wins: all lose",
    "The witches have won together",
    "Too many hard problems: all lose",
    "The game is over",
)
QUESTIONS = {
    SETUP: "Choose where to begin",
    TURN: "Before the draw",
    PROBLEM: "A new problem",
    FLIGHT: "Run away to where?",
    CACKLES: "Take a Cackle from whom?",
    RETURN: "How many Cackles go back?",
    DRAW: "The hand is filled",
    CRISIS_AT: "Take which Crisis away?",
    LOOK: "Look at which problem?",
    TURN_UP: "Turn which problem up?",
    REROLL: "Roll which dice again?",
    DISCARD: "Discard cards, then draw one more",
}
# What an attempt asks, by its phase.
ATTEMPTS = (
    "A problem to solve",
    "A problem to solve",
    "Run away, or face it",
    "Play symbols, then roll",
    "All dice are rolled",
    "It failed: run away",
    "It failed",
    "It failed",
)


def problem(components: Mapping[str, Any], kind: int, say: Words) -> str:
    """The name of a problem whose kind is known."""
    listed = components["easy_problems"]["list"] + components["hard_problems"]["list"]
    return say(listed[kind]["name"])


def side(locations: Sequence[Mapping[str, Any]], place: int, space: int) -> str:
    """Where in its place a space lies, seen from the middle of the place; nothing if it is the only one there."""
    first = sum(len(before["spaces"]) for before in locations[:place])
    spaces = locations[place]["spaces"]
    if len(spaces) == 1:
        return ""
    x, y = (sum(one[axis] for one in spaces) / len(spaces) for axis in "xy")
    here = spaces[space - first]
    return direction_to(here["x"] - x, here["y"] - y)


def card(components: Mapping[str, Any], index: int, say: Words) -> str:
    """The name of a card."""
    return say(components["cards"]["list"][index]["name"])


def invisibility(components: Mapping[str, Any], shown: int, say: Words) -> str:
    """What a witch shows to cross a space, as the state's `shown` has it."""
    return say(OWN_TILES[TIFFANY]) if shown == OWN_TILE else card(components, shown - 1, say)


def known(components: Mapping[str, Any], cards: int, say: Words) -> str:
    """The cards of a hand that were shown to all and kept; nothing if there are none."""
    found = [card(components, index, say) for index in bits(cards)]
    return say("all know of {cards}", cards=", ".join(found)) if found else ""


def failure(index: int, say: Words) -> str:
    """What else failing brings; nothing for easy problems."""
    return say(FAILURES[index - 1]) if index else ""


def symbol(index: int, say: Words) -> str:
    return say(SYMBOLS[index])


def symbol_gives(index: int, say: Words) -> str:
    return say(SYMBOL_GIVES[index])


def effect(index: int, say: Words) -> str:
    return say(EFFECTS[index])


def effect_gives(index: int, say: Words) -> str:
    return say(EFFECT_GIVES[index])


def elder(index: int, say: Words) -> str:
    return say(ELDERS[index])


def trainee(index: int, say: Words) -> str:
    return say(TRAINEES[index])


def own_tile(index: int, say: Words) -> str:
    return say(TILES[index])


def tile_used(index: int, say: Words) -> str:
    """What a trainee's own tile does, as a move; Dimity has none."""
    return say(OWN_TILES[index])


def ending(index: int, say: Words) -> str:
    return say(ENDINGS[index - 1])


def question(frame: int, say: Words) -> str:
    """The decision asked for; what is not asked of anyone, chance decides."""
    return say(QUESTIONS[frame]) if frame in QUESTIONS else say("Chance decides")


def attempt(phase: int, say: Words) -> str:
    return say(ATTEMPTS[phase])
