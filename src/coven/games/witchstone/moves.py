"""Every move of Witchstone, declared once: see coven/core/moves.py."""

from __future__ import annotations

from coven.core.components import Data
from coven.core.moves import Block, MoveTable, Named
from coven.core.seats import SEATS
from coven.games.witchstone import cells
from coven.games.witchstone.state import (
    CELLS,
    LINKS,
    PAIR_NAMES,
    PAIRS,
    PLACES,
    SCROLLS,
    SLOTS,
    SPACES,
    SYMBOLS,
    TOKENS,
)

EDGES = len(cells.EDGES)
EACH_TILE = 2 * EDGES  # places of one tile: every edge, both ways round
TARGETS = CELLS + 6  # a cell, or the rim of a symbol
TOKEN_NAMES: tuple[str, ...] = (*SYMBOLS, "3")
NO_TOKEN = TOKENS  # a crystal on the bottom shelf when the stone table is empty
GIFTS = TOKENS + 1  # what it may be put there for


def _place(data: Data, tile: int, edge: int, flip: int) -> str:
    """Each half with its cell."""
    one, two = reversed(cells.EDGES[edge]) if flip else cells.EDGES[edge]
    pair = PAIR_NAMES[tile]
    return f"place {pair[0]}{cells.NAMES[one]} {pair[1]}{cells.NAMES[two]}"


def _use(data: Data, tile: int, half: int) -> str:
    return f"use {PAIR_NAMES[tile]} {PAIR_NAMES[tile][half]}"


TILE = Named(PAIRS, PAIR_NAMES)
SYMBOL = Named(6, SYMBOLS)
TOKEN_KIND = Named(TOKENS, TOKEN_NAMES)
CELL = Named(CELLS, cells.NAMES)
AT = Named(PLACES, lambda data: [place["id"] for place in data["locations"]["list"]])
BLACK = Named(2, ("", "black"))

TABLE = MoveTable(
    Block("place {half} {half}", "lay a hex tile, each half with its cell: `place Ec3 Wc4`",
          text=_place, tile=PAIRS, edge=EDGES, flip=2),
    Block("aside {tile}", "lay a tile aside, as none fits: `aside EW`", tile=TILE),
    Block("do {symbol}", "do this symbol's action first", symbol=SYMBOL),
    Block("energy {link}", "one unit on a connection: `energy T1-F1`",
          link=Named(LINKS, lambda data: [f"{a}-{b}" for a, b, _ in data["connections"]["list"]])),
    Block("lay", "lay a small witch beside the own tower"),
    Block("stand {place}", "send a lying witch there", place=AT),
    Block("tower {place}", "the big witch takes a tower (set-up)", place=AT),
    Block("token {token} {black}", "use a token won: `token E`, `token 3`; the black crystal's: `token E black`",
          black=BLACK, token=TOKEN_KIND),
    Block("go", "move the marker as far as it may go"),
    Block("use {tile} {symbol}", "use a half of a special tile once: `use EW E`", text=_use, tile=PAIRS, half=2),
    Block("put {tile} {cell}", "lay a special tile into the cauldron: `put EW d4`", tile=TILE, cell=CELL),
    Block("free {symbol}", "two actions of one type from an empty special space", symbol=SYMBOL),
    Block("crystal {cell} {target}", "carry a crystal to a cell, `crystal d4 e5`, or out to a rim, `crystal d4 out C`",
          cell=CELL, target=Named(TARGETS, (*cells.NAMES, *(f"out {symbol}" for symbol in SYMBOLS)))),
    Block("shelve {symbol} {black}", "a crystal from the rim to its shelf: `shelve C`, `shelve C black`",
          black=BLACK, symbol=SYMBOL),
    Block("bottom {symbol} {black} {gift}", "to the token shelf instead: `bottom C token W`, or `bottom C none`",
          black=BLACK, symbol=SYMBOL, gift=Named(GIFTS, (*(f"token {token}" for token in TOKEN_NAMES), "none"))),
    Block("scroll {slot}", "take the scroll on that position, counted from 1",
          slot=Named(SLOTS, [str(1 + n) for n in range(SLOTS)])),
    Block("spell {number}", "add a single or a double reinforcement: `spell 1`, `spell 2`",
          number=Named(2, ("1", "2"))),
    Block("stop", "give up the rest of an action; tokens may wait for the next witch action"),
    Block("remove {cell}", "throw a crystal out, which costs points", cell=CELL),
    Block("move {spaces}", "move the marker less far, `move 2`, or not at all, `move 0`",
          spaces=Named(SPACES, [str(n) for n in range(SPACES)])),
    Block("first {seat}", "who begins", chance=True, seat=SEATS),
    Block("find {token}", "a token turned up", chance=True, token=TOKEN_KIND),
    Block("reveal {scroll}", "a scroll turned up", chance=True,
          scroll=Named(SCROLLS, lambda data: [scroll["id"] for scroll in data["scrolls"]["list"]])),
    Block("special {tile}", "a special tile turned up", chance=True, tile=TILE),
    Block("deal {tile}", "a hex tile drawn", chance=True, tile=TILE),
    Block("deal ? to {seat}", "the same, as the others are told it", verb="deal unseen", veiled=True, seat=SEATS),
)  # fmt: skip
(
    PLACE, ASIDE, DO, ENERGY, LAY, STAND, TOWER, TOKEN, GO, USE, PUT, FREE, CRYSTAL, SHELVE, BOTTOM, SCROLL, SPELL,
    STOP, REMOVE, MOVE, FIRST, FIND, REVEAL, SPECIAL_TILE, DEAL, DEAL_UNSEEN,
) = TABLE.firsts  # fmt: skip

# The most a position can offer: five tiles on every edge both ways, and a crystal thrown out of each of 7 cells.
MOST_LEGAL = 5 * EACH_TILE + 7
