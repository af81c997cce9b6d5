"""The facts of a game of Witchstone, as one flat record.

Sets of cells (0 to 36) and of places (0 to 16) are bitboards. Hex tiles and special tiles are numbered by their
pair of symbols, scrolls by their line in the component file. -1 stands for "none" throughout.
"""

from coven.core.fields import Flat, Grid, Row, i1, i2, i4, i8
from coven.core.seats import SEATS

CELLS = 37
PLACES = 17
LINKS = 62  # room for a corrected map: connections are a bitboard
PAIRS = 15
SCROLLS = 40
SLOTS = 6  # scrolls on display
TURNS = 11

# The six symbols, in the order of the printed corners; also the kinds of the frames of their actions.
E, W, P, C, M, S = range(6)
SYMBOLS = "EWPCMS"
POINTS = 6  # the seventh kind of magic token
TOKENS = 7
TOKEN_SHELF = 6  # the bottom shelf
PAIR_NAMES = tuple(SYMBOLS[a] + SYMBOLS[b] for a in range(6) for b in range(a + 1, 6))

# Where a black crystal may be: a cell, or one of these.
BLACK_RIM = CELLS
BLACK_SHELF = BLACK_RIM + 1  # + shelf 0 to 6
BLACK_BESIDE = BLACK_SHELF + 7
BLACK_EXTRA = 2  # actions or points it adds on any shelf (WS-C6)

# Frames beside the six actions. A chance frame is one with kind >= CHANCE_FIRST.
TURN, SETUP, CHANCE_FIRST, CHANCE_TOKEN, CHANCE_SCROLL, CHANCE_SPECIAL, CHANCE_DEAL = range(6, 13)

# Every nested action uses up a token won by a witch (at most MOST_WITCHES), a crystal (7) or a bonus space of the wand
# (MOST_BONUSES), and each pentagram among them may add one more by a special tile: the tile's own, tokens
# (MOST_PENTAGRAM_TOKENS), crystals (7), bonuses (MOST_PENTAGRAM_BONUSES). With the turn and the tile's action below
# and a chance outcome above that is 2 + 12 + 7 + 8 + (1 + 4 + 7 + 2) + 1 frames at most; the checker keeps files
# within it.
DEPTH = 44
MOST_WITCHES = 12
MOST_BONUSES = 8
MOST_PENTAGRAM_BONUSES = 2
MOST_PENTAGRAM_TOKENS = 4

# What waits in a frame: W and C hold tokens won (7 kinds), C also a black crystal's token (kind + 1) and the
# crystals on the rim, one a symbol, RIM_BLACK added for the black one; P holds special tiles and free choices.
WAITING = 16
WAIT_BLACK_TOKEN = 7
WAIT_RIM = 8
RIM_BLACK = 16
WAIT_FREE = 15
# The turn's frame holds the two halves of the placed tile: symbol, cell, symbol, cell. The bottom frame, the turn's or
# set-up's, also holds the tokens that wait for the next witch action, HELD + kind.
HELD = 4


class State(Flat):
    """The facts of a game."""

    # the cauldrons
    symbols: Grid = i8(SEATS, 6)  # cells that show each symbol
    crystals: Row = i8(SEATS)  # cells with a crystal of the own colour
    special_cells: Row = i8(SEATS)  # cells with a special tile
    # the crystal ball
    links: Row = i8(SEATS)  # finished connections
    standing: Row = i4(SEATS)  # places with a standing witch
    # the table
    wand_doubled: int = i4()  # waiting wand spaces whose bonus counts twice
    score: Row = i2(SEATS)
    hand: Row = i2(SEATS)  # hex tiles in hand, one bit a pair
    unseen: Row = i2(SEATS)  # hex tiles nobody has seen yet: the supply, and those put away
    aside: Row = i2(SEATS)  # hex tiles laid aside because none fitted
    laid: Grid = i2(SEATS, PAIRS)  # where each hex tile lies: 2 * edge + flip
    players: int = i1()
    first: int = i1()
    over: int = i1()
    turn: int = i1()  # turns finished, of all players
    handicap: Row = i1(SEATS)
    supply: Row = i1(SEATS)  # tiles still to be drawn
    black: Row = i1(SEATS)
    beside: Row = i1(SEATS)  # coloured crystals beside the screen
    removed: Row = i1(SEATS)  # crystals thrown out for points
    shelf: Grid = i1(SEATS, 7)  # coloured crystals on each shelf
    tower: Row = i1(SEATS)
    witches: Row = i1(SEATS)  # small witches in supply
    lying: Row = i1(SEATS)
    stone_rank: Row = i1(SEATS)  # 1 for the first witch on the Witchstone, 0 for none
    energy: Row = i1(SEATS)
    begun: Row = i1(SEATS)  # the unfinished connection
    begun_units: Row = i1(SEATS)
    token_at: Row = i1(PLACES)
    bag: Row = i1(TOKENS)  # tokens not yet dealt in set-up
    table: Row = i1(TOKENS)  # tokens on the stone table
    tokens: Grid = i1(SEATS, TOKENS)  # owned, used or still waiting
    pentagram: Row = i1(SEATS)
    owl_pile: Row = i1(2)  # tiles taken from each pile
    owls: Grid = i1(SEATS, 5)
    special_pile: Row = i1(PAIRS)
    special_at: Row = i1(3)
    specials: Row = i1(SEATS)  # special tiles owned: placed, used or still waiting
    special_used: Grid = i1(SEATS, PAIRS)
    scroll_pile: Row = i1(SCROLLS)
    display: Row = i1(SLOTS)
    scrolls: Grid = i1(SEATS, SCROLLS)  # prophecies and unused spells
    spent: Grid = i1(SEATS, SCROLLS)  # used spells
    wand: Row = i1(SEATS)
    under: Row = i1(SEATS)  # markers that lie below on the same wand space
    wand_next: int = i1()  # the next wand space to be resolved, 0 for none
    # the decisions, innermost last
    depth: int = i1()
    frame_kind: Row = i1(DEPTH)
    frame_seat: Row = i1(DEPTH)
    frame_phase: Row = i1(DEPTH)
    version: int = i1()  # of the rules; 0, too, is version 1: states saved before there was another have none
    frame_pool: Row = i2(DEPTH)
    frame_waiting: Grid = i1(DEPTH, WAITING)


# The component set as the rules read it: the kinds in it.
PLACE_TYPES = ("stone", "tower", "forest", "village", "castle")
STONE, TOWER, FOREST, VILLAGE, CASTLE = range(5)
FOREIGN_TOWER = 5  # in prophecies
PROPHECY_PLACES = (*PLACE_TYPES, "foreign tower")
SPACES = 32

# Kinds of scroll.
SPELL_ANY, SPELL, GROUP, WITCHES_AT, LINKED, COUNTS = range(6)
COUNTED = (
    "stone rank", "witches", "lying witches", "score spaces", "specials", "scrolls", "tokens", "crystals",
)  # fmt: skip

# Kinds of space.
LIGHT, OWL, SPECIAL, BONUS, BONUS_SCROLL, SCORE = range(6)
SCORED = ("connections", "witches", "scrolls", "tokens", "crystals", "specials")


class Tables(Flat):
    """The component set as the rules read it."""

    near: Row = i8(CELLS)  # neighbouring cells
    within: Grid = i8(CELLS, 7)  # cells at distance 1 to n
    edge_cells: Row = i8(90)  # the two cells a hex tile covers
    distance: Grid = i1(CELLS, CELLS)
    exit_cost: Grid = i1(CELLS, 6)  # actions that carry a crystal onto a symbol's rim
    edge_a: Row = i1(90)
    edge_b: Row = i1(90)
    printed: Row = i1(6)
    crystal_start: int = i8()
    black_start: int = i1()
    links: int = i1()
    link_a: Row = i1(LINKS)
    link_b: Row = i1(LINKS)
    link_length: Row = i1(LINKS)
    place_type: Row = i1(PLACES)
    type_places: Row = i4(5)
    stone: int = i1()
    stone_bonus: Row = i1(SEATS)
    pair_a: Row = i1(PAIRS)
    pair_b: Row = i1(PAIRS)
    token_count: Row = i1(TOKENS)
    special_count: Row = i1(PAIRS)
    owl_values: Row = i1(5)
    small_witches: int = i1()
    energy: int = i1()
    shelf_room: Grid = i1(SEATS + 1, 7)  # by number of players
    pentagram: int = i1()  # number of spaces
    pentagram_kind: Row = i1(SPACES)
    pentagram_slot: Row = i1(SPACES)  # which owl pile or special space
    wand: int = i1()  # the last space
    wand_kind: Row = i1(SPACES)
    wand_what: Row = i1(SPACES)  # a bonus's symbol, or what is scored
    wand_count: Row = i1(SPACES)
    scrolls: int = i1()
    scroll_count: Row = i1(SCROLLS)
    scroll_kind: Row = i1(SCROLLS)
    scroll_what: Grid = i1(SCROLLS, 3)
    spell_any: int = i1()  # the scroll that is the single reinforcement
    spell_of: Row = i1(6)  # and the doubles
