"""The facts of a game of The Witches, as one flat record.

Cards are bits of a set, all different. Problem tiles are numbered by kind, easy ones first; on the board a hard tile
nobody has looked at is UNKNOWN: which it is, is decided when it is first seen. -1 stands for "none" throughout.
"""

from coven.core.fields import Flat, Grid, Row, i1, i2, i4, i8
from coven.core.seats import SEATS

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
OWN_TILE = CARDS + 1  # as what is shown: Tiffany's tile

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


class State(Flat):
    """The facts of a game."""

    deck: int = i8()
    discard: int = i8()
    hand: Row = i8(SEATS)
    known: Row = i8(SEATS)  # cards of each hand that were shown to all (TW-E9)
    score: Row = i2(SEATS)  # points of tiles less Black Aliss
    players: int = i1()
    version: int = i1()  # of the rules the game is played by
    mode: int = i1()
    harder: int = i1()  # any number of Crisis counters on a tile
    over: int = i1()  # one of ENDINGS
    last: int = i1()  # the last tile of the boxes is placed
    active: int = i1()
    first: int = i1()  # who chooses a trainee first, later who starts
    rolled: Row = i1(SEATS)  # four dice for the choice of trainee, -1 before
    trainee: Row = i1(SEATS)
    tile_left: Row = i1(SEATS)  # the trainee's own tile is not used yet
    cards: Row = i1(SEATS)  # cards in hand: the number is public
    held: Grid = i1(SEATS, SHUFFLES)  # those not shown to all, by the shuffle that brought them into the deck
    shuffle: int = i1()  # the number of the last shuffle
    shuffled: Row = i1(CARDS)  # the shuffle that last brought each card into the deck
    at: Row = i1(SEATS)  # where each witch stands
    cackles: Row = i1(SEATS)
    aliss: Row = i1(SEATS)
    easy_row: Row = i1(SEATS)  # easy tiles on the display; the others lie beside it
    solved: Grid = i1(SEATS, KINDS)
    cackle_supply: int = i1()
    crisis_supply: int = i1()
    aliss_supply: int = i1()
    tile: Row = i1(SPACES)  # kind, UNKNOWN or -1
    face_up: Row = i1(SPACES)
    lookers: Row = i1(SPACES)  # seats who looked at a face-down tile, as bits
    crisis: Row = i1(SPACES)
    box_easy: Row = i1(BOXES)
    box_hard: Row = i1(BOXES)
    box_top: Row = i1(BOXES)  # the kind of the easy tile on top, -1 if none
    easy_pool: Row = i1(EASY)  # easy tiles nobody has seen: under the tops, and put away
    hard_pool: Row = i1(HARD)  # hard tiles nobody has seen: boxes, board, and put away
    removed: Row = i1(KINDS)  # tiles out of the game, face up
    placing: int = i1()  # the tile of phase 1: kind, UNKNOWN or -1
    shown: int = i1()  # the invisibility she crosses a space by: 1 and up a card, OWN_TILE Tiffany's; 0 none
    # the attempt being made
    dice: Row = i1(4)  # 0 a Cackle, 2 to 6, -1 not rolled
    bonus: int = i1()  # Headology, Magic and effects
    magic: int = i1()  # Cackles owed for Magic
    # the decisions, innermost last
    depth: int = i1()
    frame_kind: Row = i1(DEPTH)
    frame_seat: Row = i1(DEPTH)
    frame_phase: Row = i1(DEPTH)
    frame_pool: Row = i1(DEPTH)
    frame_what: Row = i1(DEPTH)


class Tables(Flat):
    """The component set as the rules read it."""

    location: Row = i1(SPACES)  # of each space
    spaces: Row = i4(LOCATIONS)  # of each location, as bits
    near: Row = i4(SPACES)  # spaces one path away, as bits
    same: Row = i4(SPACES)  # the other spaces of the location
    start: Row = i1(SPACES)  # 0 unmarked, 1 green, 2 purple
    cottage: int = i1()  # Granny Weatherwax's
    count: Row = i1(KINDS)
    difficulty: Row = i1(KINDS)
    points: Row = i1(KINDS)
    failure: Row = i1(KINDS)
    is_bela: Row = i1(KINDS)
    is_death: Row = i1(KINDS)
    is_sheep: Row = i1(KINDS)
    is_pig: Row = i1(KINDS)
    box_easy: Grid = i1(SEATS + 1, BOXES)  # by number of players
    box_hard: Grid = i1(SEATS + 1, BOXES)
    cackles: Grid = i1(len(MODES), SEATS + 1)
    crises: Grid = i1(len(MODES), SEATS + 1)
    aliss: Grid = i1(len(MODES), SEATS + 1)
    card_symbol: Row = i1(CARDS)
    card_effect: Row = i1(CARDS)
    card_location: Row = i1(CARDS)
    card_power: Row = i1(CARDS)  # -1 without
    power_cards: Grid = i1(3, EACH_POWER)  # the cards of each name
    card_against: Row = i4(CARDS)  # kinds a +4 works against, as bits
