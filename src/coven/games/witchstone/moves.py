"""Every move of Witchstone as a number, and as text.

The numbers of a block follow each other, so that rules list moves in rising order. Notation:

    place Ec3 Wc4      lay a hex tile, its energy half on c3     crystal d4 e5      carry a crystal
    aside EW           lay aside a tile, as none fits            crystal d4 out C   carry it out to a rim
    do E               start with this symbol's action           shelve C           rim crystal to its shelf
    energy T1-F1       one unit on a connection                  bottom C token W   or to the token shelf
    lay, stand V2      a small witch                             scroll 3           take a scroll
    tower T2           the big witch                             spell 1, spell 2   add a reinforcement
    token E            use a token won                           remove d4          throw a crystal out
    use EW E, put EW d4, free E    a special tile                go, stop           move on; give up the rest

What luck decides is a move too: first 0, find E, reveal spell-E, special EW, deal EW.
"""

from __future__ import annotations

from coven.core.components import Components
from coven.games.witchstone import cells
from coven.games.witchstone.state import (
    CELLS,
    LINKS,
    PAIR_NAMES,
    PAIRS,
    PLACES,
    SCROLLS,
    SEATS,
    SLOTS,
    SYMBOLS,
    TOKENS,
)

EDGES = len(cells.EDGES)
TOKEN_NAMES = (*SYMBOLS, "3")
NO_TOKEN = TOKENS  # a crystal on the bottom shelf when the stone table is empty

PLACE = 0  # pair, edge, flip
ASIDE = PLACE + PAIRS * EDGES * 2  # pair
DO = ASIDE + PAIRS  # symbol
ENERGY = DO + 6  # connection
LAY = ENERGY + LINKS
STAND = LAY + 1  # place
TOWER = STAND + PLACES  # place
TOKEN = TOWER + PLACES  # black, token
GO = TOKEN + 2 * TOKENS
USE = GO + 1  # pair, half
PUT = USE + PAIRS * 2  # pair, cell
FREE = PUT + PAIRS * CELLS  # symbol
CRYSTAL = FREE + 6  # from, to: a cell or a rim symbol
TARGETS = CELLS + 6
SHELVE = CRYSTAL + CELLS * TARGETS  # black, symbol
BOTTOM = SHELVE + 2 * 6  # black, symbol, token
SCROLL = BOTTOM + 2 * 6 * (TOKENS + 1)  # position
SPELL = SCROLL + SLOTS  # any, double
STOP = SPELL + 2
REMOVE = STOP + 1  # cell
FIRST = REMOVE + CELLS  # seat
FIND = FIRST + SEATS  # token
REVEAL = FIND + TOKENS  # scroll
SPECIAL_TILE = REVEAL + SCROLLS  # pair
DEAL = SPECIAL_TILE + PAIRS  # pair
DEAL_UNSEEN = DEAL + PAIRS  # seat; never legal: how a deal is told to the others
MOVES = DEAL_UNSEEN + SEATS

# The most a position can offer: five tiles on every edge both ways, and a crystal thrown out of each of 7 cells.
MOST_LEGAL = 5 * EDGES * 2 + 7


def texts(components: Components) -> list[str | None]:
    """The notation of every move; None for numbers this component set has no use for."""
    data = components.data
    places = [place["id"] for place in data["locations"]["list"]]
    links = [f"{a}-{b}" for a, b, _ in data["connections"]["list"]]
    scrolls = [scroll["id"] for scroll in data["scrolls"]["list"]]
    blacks = ("", " black")

    out: list[str | None] = []
    for pair in PAIR_NAMES:
        for a, b in cells.EDGES:
            for one, two in ((a, b), (b, a)):
                out.append(f"place {pair[0]}{cells.NAMES[one]} {pair[1]}{cells.NAMES[two]}")
    out += [f"aside {pair}" for pair in PAIR_NAMES]
    out += [f"do {symbol}" for symbol in SYMBOLS]
    out += [f"energy {link}" for link in links] + [None] * (LINKS - len(links))
    out += ["lay"]
    out += [f"stand {place}" for place in places]
    out += [f"tower {place}" for place in places]
    out += [f"token {token}{black}" for black in blacks for token in TOKEN_NAMES]
    out += ["go"]
    out += [f"use {pair} {symbol}" for pair in PAIR_NAMES for symbol in pair]
    out += [f"put {pair} {cell}" for pair in PAIR_NAMES for cell in cells.NAMES]
    out += [f"free {symbol}" for symbol in SYMBOLS]
    targets = [*cells.NAMES, *(f"out {symbol}" for symbol in SYMBOLS)]
    out += [f"crystal {cell} {target}" for cell in cells.NAMES for target in targets]
    out += [f"shelve {symbol}{black}" for black in blacks for symbol in SYMBOLS]
    gifts = [*(f"token {token}" for token in TOKEN_NAMES), "none"]
    out += [f"bottom {symbol}{black} {gift}" for black in blacks for symbol in SYMBOLS for gift in gifts]
    out += [f"scroll {position + 1}" for position in range(SLOTS)]
    out += ["spell 1", "spell 2", "stop"]
    out += [f"remove {cell}" for cell in cells.NAMES]
    out += [f"first {seat}" for seat in range(SEATS)]
    out += [f"find {token}" for token in TOKEN_NAMES]
    out += [f"reveal {scroll}" for scroll in scrolls] + [None] * (SCROLLS - len(scrolls))
    out += [f"special {pair}" for pair in PAIR_NAMES]
    out += [f"deal {pair}" for pair in PAIR_NAMES]
    out += [f"deal ? to {seat}" for seat in range(SEATS)]
    return out
