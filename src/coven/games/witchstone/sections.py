"""The sections of the component file as the pages call them, and what of them is more or less sure."""

from __future__ import annotations

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
}
ASPECTS = {
    "where": "where they lie",
    "total": "how many in all",
    "first_two": "the first two",
    "corners": "the printed corners",
    "black": "the black crystal",
    "crystals": "where the crystals start",
    "exits": "where crystals leave",
    "rewards": "what the spaces give",
    "kinds": "which kinds there are",
    "one_of_each_bonus": "one of each bonus",
}
