"""Crystals: carried through the cauldron, out onto its rim and onto the shelves."""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witchstone import moves
from coven.games.witchstone.cauldron import crystal_cells, empty_cells
from coven.games.witchstone.frames import gain, pop, spell_fits, tokens_wait
from coven.games.witchstone.state import (
    BLACK_BESIDE,
    BLACK_EXTRA,
    BLACK_RIM,
    BLACK_SHELF,
    CELLS,
    RIM_BLACK,
    TOKEN_SHELF,
    TOKENS,
    WAIT_BLACK_TOKEN,
    WAIT_RIM,
    C,
    State,
    Tables,
)

FARTHEST = 6  # steps from corner to corner


@rule
def room(s: State, t: Tables, shelf: int) -> int:
    """How many more crystals a shelf takes (WS-C5)."""
    left = int(t.shelf_room[int(s.players), shelf])
    for seat in range(SEATS):
        left -= int(s.shelf[seat, shelf])
        if s.black[seat] == BLACK_SHELF + shelf:
            left -= 1
    return left


@rule
def _targets(s: State, t: Tables, cell: int, actions: int, empty: int) -> int:
    """Where a crystal on this cell can be carried: bits of cells, and above them of rim symbols.

    Occupied cells may be crossed, so the shortest way always counts (WS-C2, WS-C3).
    """
    found = int(t.within[cell, min(actions, FARTHEST)]) & empty
    for symbol in range(6):
        if t.exit_cost[cell, symbol] <= actions:
            found |= 1 << (CELLS + symbol)
    return found


@rule
def _any_target(s: State, t: Tables, seat: int, actions: int) -> bool:
    if actions <= 0:
        return False
    empty = empty_cells(s, seat)
    rest = crystal_cells(s, seat)
    while rest != 0:
        if _targets(s, t, lowest(rest), actions, empty) != 0:
            return True
        rest &= rest - 1
    return False


@rule
def _clear_rim(s: State, t: Tables, d: int) -> None:
    """Crystals on the rim for which both shelves are full go beside the screen (WS-C5)."""
    if room(s, t, TOKEN_SHELF) > 0:
        return
    seat = int(s.frame_seat[d])
    for symbol in range(6):
        waiting = int(s.frame_waiting[d, WAIT_RIM + symbol])
        if waiting > 0 and room(s, t, symbol) <= 0:
            s.frame_waiting[d, WAIT_RIM + symbol] = 0
            s.beside[seat] += waiting & (RIM_BLACK - 1)
            if waiting & RIM_BLACK:
                s.black[seat] = BLACK_BESIDE


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the action is over."""
    seat = int(s.frame_seat[d])
    _clear_rim(s, t, d)
    if tokens_wait(s, d):
        return True
    for symbol in range(6):
        if s.frame_waiting[d, WAIT_RIM + symbol] > 0:
            return True
    if _any_target(s, t, seat, int(s.frame_pool[d])):
        return True
    if spell_fits(s, t, seat, C) and crystal_cells(s, seat) != 0:
        return True
    pop(s)
    return False


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Crystals to carry, then those on the rim to shelve (WS-C1 to WS-C5)."""
    seat = int(s.frame_seat[d])
    pool = int(s.frame_pool[d])
    if pool > 0:
        empty = empty_cells(s, seat)
        rest = crystal_cells(s, seat)
        while rest != 0:
            cell = lowest(rest)
            rest &= rest - 1
            targets = _targets(s, t, cell, pool, empty)
            n = list_bits(targets, moves.CRYSTAL + cell * moves.TARGETS, out, n)
    for black in range(2):
        for symbol in range(6):
            if on_rim(s, d, symbol, black) and room(s, t, symbol) > 0:
                out[n] = moves.SHELVE + black * 6 + symbol
                n += 1
    if room(s, t, TOKEN_SHELF) <= 0:
        return n
    for black in range(2):
        for symbol in range(6):
            if on_rim(s, d, symbol, black):
                base = moves.BOTTOM + (black * 6 + symbol) * moves.GIFTS
                before = n
                for token in range(TOKENS):
                    if s.table[token] > 0:
                        out[n] = base + token
                        n += 1
                if n == before:
                    out[n] = base + moves.NO_TOKEN
                    n += 1
    return n


@rule
def on_rim(s: State, d: int, symbol: int, black: int) -> bool:
    waiting = int(s.frame_waiting[d, WAIT_RIM + symbol])
    return waiting & RIM_BLACK != 0 if black else waiting & (RIM_BLACK - 1) != 0


@rule
def carry(s: State, t: Tables, d: int, cell: int, target: int) -> None:
    """Carry a crystal to an empty cell or out onto a rim symbol; the whole run is paid at once (WS-C2)."""
    seat = int(s.frame_seat[d])
    black = int(s.black[seat]) == cell
    if not black:
        s.crystals[seat] &= ~(1 << cell)
    if target < CELLS:
        s.frame_pool[d] -= t.distance[cell, target]
        if black:
            s.black[seat] = target
        else:
            s.crystals[seat] |= 1 << target
    else:
        symbol = target - CELLS
        s.frame_pool[d] -= t.exit_cost[cell, symbol]
        if black:
            s.black[seat] = BLACK_RIM
            s.frame_waiting[d, WAIT_RIM + symbol] += RIM_BLACK
        else:
            s.frame_waiting[d, WAIT_RIM + symbol] += 1


@rule
def _leave_rim(s: State, d: int, symbol: int, black: int, shelf: int) -> None:
    seat = int(s.frame_seat[d])
    if black:
        s.frame_waiting[d, WAIT_RIM + symbol] -= RIM_BLACK
        s.black[seat] = BLACK_SHELF + shelf
    else:
        s.frame_waiting[d, WAIT_RIM + symbol] -= 1
        s.shelf[seat, shelf] += 1


@rule
def shelve(s: State, d: int, symbol: int, black: int) -> None:
    """To the shelf of the rim symbol: 2 actions of that type, 4 for the black crystal (WS-C4, WS-C6)."""
    _leave_rim(s, d, symbol, black, symbol)
    gain(s, int(s.frame_seat[d]), symbol, 2 + black * BLACK_EXTRA)


@rule
def bottom(s: State, d: int, symbol: int, black: int, token: int) -> None:
    """To the bottom shelf, for a token of choice from the stone table (WS-C4, WS-C6)."""
    _leave_rim(s, d, symbol, black, TOKEN_SHELF)
    if token != moves.NO_TOKEN:
        s.table[token] -= 1
        s.tokens[int(s.frame_seat[d]), token] += 1
        if black:
            s.frame_waiting[d, WAIT_BLACK_TOKEN] = token + 1
        else:
            s.frame_waiting[d, token] += 1
