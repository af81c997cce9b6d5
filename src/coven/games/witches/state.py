"""The facts of a game of The Witches, as one flat record.

Cards are bits of a set, all different. Problem tiles are numbered by kind, easy ones first; on the board a hard tile
nobody has looked at is UNKNOWN: which it is, is decided when it is first seen. -1 stands for "none" throughout.
"""

import numpy as np

SEATS = 4
SPACES = 25
DUNGEON = SPACES  # a place for witches only
LOCATIONS = 22
CARDS = 55
EASY = 6
HARD = 14
KINDS = EASY + HARD
UNKNOWN = KINDS  # a face-down hard tile nobody has looked at
BOXES = 6
TRAINEES = 4
ROW = 8  # tiles on a row of the display
HAND = 3
SHUFFLES = 16  # told apart; see deck.py

TIFFANY, ANNAGRAMMA, PETULIA, DIMITY = range(TRAINEES)
HEADOLOGY, MAGIC, BROOMSTICK = range(3)
SYMBOL_NAMES = ("headology", "magic", "broomstick")
GRANNY, NANNY, MAGRAT = range(3)
POWER_NAMES = ("granny", "nanny", "magrat")
EACH_POWER = 4  # cards of each name
EFFECTS = (
    "trick", "cackling trick", "sound of mind", "plus two", "plus four", "local knowledge", "helping hand", "escape",
    "borrowing", "shamble", "invisibility", "lay out the dead", "remedy", "second chance", "transmutation",
)  # fmt: skip
(
    TRICK, CACKLING_TRICK, SOUND_OF_MIND, PLUS_TWO, PLUS_FOUR, LOCAL_KNOWLEDGE, HELPING_HAND, ESCAPE,
    BORROWING, SHAMBLE, INVISIBILITY, LAY_OUT, REMEDY, SECOND_CHANCE, TRANSMUTATION,
) = range(len(EFFECTS))  # fmt: skip
# What failing against a hard tile brings.
FAILURES = ("none", "elf", "dungeon", "magpyr", "winter", "aliss", "all to the dungeon")
NO_FAILURE, ELF, DUNGEONED, MAGPYR, WINTER, ALISS, ALL_DUNGEONED = range(len(FAILURES))

MODES = ("competitive", "expert", "coop", "solo")
COMPETITIVE, EXPERT, COOP, SOLO = range(len(MODES))
# How a game ended; 0 while it goes on.
ENDINGS = ("", "points", "crisis", "elves", "aliss", "coop won", "coop lost", "solo")
BY_POINTS, BY_CRISIS, BY_ELVES, BY_ALISS, COOP_WON, COOP_LOST, SOLO_DONE = range(1, len(ENDINGS))

# Frames. A chance frame is one with kind >= CHANCE_TOTAL.
(
    SETUP, TURN, PROBLEM, MOVE, ATTEMPT, FLIGHT, CACKLES, RETURN, DRAW, CRISIS_AT, LOOK, TURN_UP, REROLL, DISCARD,
    CHANCE_TOTAL, CHANCE_EASY, CHANCE_TOP, CHANCE_CARD, CHANCE_LOCATION, CHANCE_HARD, CHANCE_PAIR, CHANCE_DIE,
) = range(22)  # fmt: skip
DEPTH = 16

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("deck", "i8"),
                ("discard", "i8"),
                ("hand", "i8", (SEATS,)),
                ("score", "i2", (SEATS,)),  # points of tiles less Black Aliss
                ("players", "i1"),
                ("mode", "i1"),
                ("harder", "i1"),  # any number of Crisis counters on a tile
                ("over", "i1"),  # one of ENDINGS
                ("last", "i1"),  # the last tile of the boxes is placed
                ("active", "i1"),
                ("first", "i1"),  # who chooses a trainee first, later who starts
                ("rolled", "i1", (SEATS,)),  # four dice for the choice of trainee, -1 before
                ("trainee", "i1", (SEATS,)),
                ("tile_left", "i1", (SEATS,)),  # the trainee's own tile is not used yet
                ("cards", "i1", (SEATS,)),  # cards in hand: the number is public
                ("held", "i1", (SEATS, SHUFFLES)),  # the same, by the shuffle that brought them into the deck
                ("shuffle", "i1"),  # the number of the last shuffle
                ("shuffled", "i1", (CARDS,)),  # the shuffle that last brought each card into the deck
                ("at", "i1", (SEATS,)),  # where each witch stands
                ("cackles", "i1", (SEATS,)),
                ("aliss", "i1", (SEATS,)),
                ("easy_row", "i1", (SEATS,)),  # easy tiles on the display; the others lie beside it
                ("solved", "i1", (SEATS, KINDS)),
                ("cackle_supply", "i1"),
                ("crisis_supply", "i1"),
                ("aliss_supply", "i1"),
                ("tile", "i1", (SPACES,)),  # kind, UNKNOWN or -1
                ("face_up", "i1", (SPACES,)),
                ("lookers", "i1", (SPACES,)),  # seats who looked at a face-down tile, as bits
                ("crisis", "i1", (SPACES,)),
                ("box_easy", "i1", (BOXES,)),
                ("box_hard", "i1", (BOXES,)),
                ("box_top", "i1", (BOXES,)),  # the kind of the easy tile on top, -1 if none
                ("easy_pool", "i1", (EASY,)),  # easy tiles nobody has seen: under the tops, and put away
                ("hard_pool", "i1", (HARD,)),  # hard tiles nobody has seen: boxes, board, and put away
                ("removed", "i1", (KINDS,)),  # tiles out of the game, face up
                ("placing", "i1"),  # the tile of phase 1: kind, UNKNOWN or -1
                # the attempt being made
                ("dice", "i1", (4,)),  # 0 a Cackle, 2 to 6, -1 not rolled
                ("bonus", "i1"),  # Headology, Magic and effects
                ("magic", "i1"),  # Cackles owed for Magic
                # the decisions, innermost last
                ("depth", "i1"),
                ("frame_kind", "i1", (DEPTH,)),
                ("frame_seat", "i1", (DEPTH,)),
                ("frame_phase", "i1", (DEPTH,)),
                ("frame_pool", "i1", (DEPTH,)),
                ("frame_what", "i1", (DEPTH,)),
            ],
            align=True,
        ),
    )
)

# The component set as the rules read it.
TABLES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("location", "i1", (SPACES,)),  # of each space
                ("spaces", "i4", (LOCATIONS,)),  # of each location, as bits
                ("near", "i4", (SPACES,)),  # spaces one path away, as bits
                ("same", "i4", (SPACES,)),  # the other spaces of the location
                ("start", "i1", (SPACES,)),  # 0 unmarked, 1 green, 2 purple
                ("cottage", "i1"),  # Granny Weatherwax's
                ("count", "i1", (KINDS,)),
                ("difficulty", "i1", (KINDS,)),
                ("points", "i1", (KINDS,)),
                ("failure", "i1", (KINDS,)),
                ("is_bela", "i1", (KINDS,)),
                ("is_death", "i1", (KINDS,)),
                ("is_sheep", "i1", (KINDS,)),
                ("is_pig", "i1", (KINDS,)),
                ("box_easy", "i1", (SEATS + 1, BOXES)),  # by number of players
                ("box_hard", "i1", (SEATS + 1, BOXES)),
                ("cackles", "i1", (len(MODES), SEATS + 1)),
                ("crises", "i1", (len(MODES), SEATS + 1)),
                ("aliss", "i1", (len(MODES), SEATS + 1)),
                ("card_symbol", "i1", (CARDS,)),
                ("card_effect", "i1", (CARDS,)),
                ("card_location", "i1", (CARDS,)),
                ("card_power", "i1", (CARDS,)),  # -1 without
                ("power_cards", "i1", (3, EACH_POWER)),  # the cards of each name
                ("card_against", "i4", (CARDS,)),  # kinds a +4 works against, as bits
            ],
            align=True,
        ),
    )
)
