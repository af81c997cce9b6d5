"""What can happen in a game of Witchstone, and what points are for."""

from __future__ import annotations

from enum import StrEnum

# What points are for; those of the end last, as `end` counts them.
SOURCES = (
    "connections", "witches", "the Witchstone", "3-point tokens", "empty owl spaces", "the wand", "crystals thrown out",
    "owl tiles", "magic tokens", "unused spells", "prophecies",
)  # fmt: skip
(
    CONNECTIONS, WITCHES, STONE, POINT_TOKENS, OWL_SPACES, WAND, THROWN_OUT, OWLS, TOKENS, SPELLS, PROPHECIES,
) = SOURCES  # fmt: skip


class Kind(StrEnum):
    """What can happen."""

    # set-up and draws
    BEGINS = "begins"
    FOUND = "found"  # a token lies on a place
    SHOWN = "shown"  # a scroll or a special tile is turned up
    DREW = "drew"
    SETTLED = "settled"  # the big witch takes a tower
    # the turn
    TURN = "turn"
    LAID = "laid"
    ASIDE = "aside"
    ACTED = "acted"  # an action of the tile begins
    GAINED = "gained"  # actions set off by something else
    STOPPED = "stopped"
    LOST = "lost"  # actions that can't be done
    # the crystal ball
    ENERGISED = "energised"
    CONNECTED = "connected"
    CAME = "came"  # a witch beside the own tower
    STOOD = "stood"
    RANKED = "ranked"  # the bonus of the Witchstone
    TOKEN = "token"  # one is won
    USED = "used"  # and used
    WAITS = "waits"  # or left for the next witch action of the turn
    # the pentagram
    STEPPED = "stepped"
    OWL = "owl"
    NO_OWL = "no_owl"  # the pile is empty: points
    SPECIAL = "special"  # a special tile is won
    FREE = "free"  # two actions of one type, where no tile is left
    SPENT = "spent"  # a special tile used once
    PLACED = "placed"  # or laid into the cauldron
    # crystals
    CARRIED = "carried"
    OUT = "out"  # onto the rim
    SHELVED = "shelved"
    BOTTOM = "bottom"  # on the token shelf
    BESIDE = "beside"  # no shelf has room
    THREW = "threw"  # thrown out for points
    # wand and scrolls
    ADVANCED = "advanced"
    BONUS = "bonus"
    SCORED = "scored"
    SCROLL = "scroll"
    CAST = "cast"
    # the end
    LAST = "last"  # the last round begins
    COUNTED = "counted"
    ENDED = "ended"
