"""What can happen in a game of The Witches, and what points are for."""

from __future__ import annotations

from enum import StrEnum

SOURCES = ("easy problems", "hard problems", "Black Aliss")  # what points are for
EASY_PROBLEMS, HARD_PROBLEMS, BLACK_ALISS = SOURCES


class Kind(StrEnum):
    """What can happen."""

    # set-up
    SET = "set"  # a problem lies on the board as the game begins
    STOCKED = "stocked"  # the top tile of a box is seen
    THREW = "threw"  # four dice for the choice of trainee
    CHOSE = "chose"  # a trainee
    BEGAN = "began"  # where a witch begins
    # cards and time
    TURN = "turn"
    DREW = "drew"
    DISCARDED = "discarded"
    SHUFFLED = "shuffled"
    PLAYED = "played"  # a card for its effect
    SHOWED = "showed"  # an invisibility, on entering a space; it is played when she goes on
    KEPT = "kept"  # what was shown, as she stops
    ADDED = "added"  # a card for its symbol
    POWER = "power"  # three cards for the Power of Three
    USED = "used"  # the trainee's own tile
    # problems
    NAMED = "named"  # a card names a location
    ARRIVED = "arrived"
    LEFT = "left"  # no room: the tile is out of the game
    CRISIS = "crisis"
    EASED = "eased"  # a Crisis returns to the supply
    REVEALED = "revealed"
    LOOKED = "looked"
    LAST = "last"  # the last tile is placed
    # moving
    WALKED = "walked"
    FLEW = "flew"
    STAYED = "stayed"
    UNSEEN = "unseen"  # goes on without the first action
    TEA = "tea"
    RESTED = "rested"
    # an attempt
    ROLLED = "rolled"
    REROLLED = "rerolled"
    FACED = "faced"
    FLED = "fled"
    SOLVED = "solved"
    FAILED = "failed"
    JAILED = "jailed"
    WITHERED = "withered"  # an easy tile moves beside the display
    VANISHED = "vanished"  # a Magpyr leaves the board with Count Bela
    CACKLED = "cackled"
    CALMED = "calmed"  # Cackles returned
    ALISS = "aliss"
    ENDED = "ended"
