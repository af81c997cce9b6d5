"""The cauldron: what lies on its cells, groups of symbols, crystals thrown out."""

from coven.core.bits import count, lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.games.witchstone import moves
from coven.games.witchstone.state import BLACK_BESIDE, CELLS, State, Tables

ALL_CELLS = (1 << CELLS) - 1


@rule
def tiled(s: State, seat: int) -> int:
    """Cells that show a symbol: printed, hex tile or special tile."""
    cells = 0
    for symbol in range(6):
        cells |= int(s.symbols[seat, symbol])
    return cells


@rule
def crystal_cells(s: State, seat: int) -> int:
    """Cells with a crystal, the black one too."""
    cells = int(s.crystals[seat])
    if s.black[seat] < CELLS:
        cells |= 1 << int(s.black[seat])
    return cells


@rule
def empty_cells(s: State, seat: int) -> int:
    """Cells on which a tile may be laid or a crystal come to rest (WS-T1, WS-C2)."""
    return ALL_CELLS & ~(tiled(s, seat) | crystal_cells(s, seat))


@rule
def group(s: State, t: Tables, seat: int, symbol: int, cell: int) -> int:
    """The size of the group of this symbol around a cell that shows it (WS-T3)."""
    shown = int(s.symbols[seat, symbol])
    seen = 1 << int(cell)
    edge = seen
    while edge != 0:
        here = lowest(edge)
        edge &= edge - 1
        fresh = int(t.near[here]) & shown & ~seen
        seen |= fresh
        edge |= fresh
    return count(seen)


@rule
def largest_group(s: State, t: Tables, seat: int, symbol: int) -> int:
    """The size of the largest group of this symbol (WS-F3)."""
    rest = int(s.symbols[seat, symbol])
    most = 0
    while rest != 0:
        most = max(most, group(s, t, seat, symbol, lowest(rest)))
        rest &= rest - 1
    return most


@rule
def list_removals(s: State, seat: int, allowed: int, out: Row, n: int) -> int:
    """Crystals that may be thrown out now, among the allowed cells (WS-C9)."""
    if s.score[seat] <= s.removed[seat]:
        return n
    return list_bits(crystal_cells(s, seat) & allowed, moves.REMOVE, out, n)


@rule
def count_removals(s: State, seat: int) -> int:
    """How many crystals may be thrown out now."""
    return 0 if s.score[seat] <= s.removed[seat] else count(crystal_cells(s, seat))


@rule
def remove(s: State, seat: int, cell: int) -> None:
    """Throw a crystal out: 1 point the first time, 2 the second, ... (WS-C9)."""
    s.removed[seat] += 1
    s.score[seat] -= s.removed[seat]
    if s.black[seat] == cell:
        s.black[seat] = BLACK_BESIDE
    else:
        s.crystals[seat] &= ~(1 << cell)
        s.beside[seat] += 1


@rule
def fits(t: Tables, empty: int) -> bool:
    """Whether some hex tile can be laid on these empty cells."""
    for edge in range(moves.EDGES):
        if t.edge_cells[edge] & ~empty == 0:
            return True
    return False


@rule
def _room_affordable(s: State, t: Tables, seat: int, crystals: int, removed: int, points: int) -> bool:
    """Whether throwing out crystals can make room for a tile with so many points left (WS-T6)."""
    open_cells = ALL_CELLS & ~tiled(s, seat)
    for edge in range(moves.EDGES):
        pair = int(t.edge_cells[edge])
        if pair & ~open_cells == 0:
            price = 0
            for i in range(count(pair & crystals)):
                price += removed + 1 + i
            if price <= points:
                return True
    return False


@rule
def removals_for_room(s: State, t: Tables, seat: int) -> int:
    """With no room for a tile: the crystals whose removal leaves room affordable; 0 if there is no such way."""
    helpful = 0
    crystals = crystal_cells(s, seat)
    removed = int(s.removed[seat]) + 1
    points = int(s.score[seat]) - removed
    if points < 0:
        return 0
    rest = crystals
    while rest != 0:
        one = rest & -rest
        rest &= rest - 1
        if _room_affordable(s, t, seat, crystals & ~one, removed, points):
            helpful |= one
    return helpful
