"""The turn: lay a tile, do both its actions, draw."""

from coven.core.bits import count, lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.core.stack import push
from coven.games.witchstone import moves
from coven.games.witchstone.cauldron import (
    ALL_CELLS,
    count_removals,
    empty_cells,
    fits,
    group,
    list_removals,
    removals_for_room,
)
from coven.games.witchstone.end import finish
from coven.games.witchstone.frames import pop
from coven.games.witchstone.state import CHANCE_DEAL, PAIRS, TURN, TURNS, State, Tables

# Phases of the frame.
START, LAYING, CHOOSING, SECOND, DRAWING, ENDING = range(6)
DRAWS_FIRST = 1  # the handicap level that draws at the start of the turn (WS-S8)


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked for a tile or for the first of its symbols."""
    seat = int(s.frame_seat[d])
    phase = int(s.frame_phase[d])
    if phase == LAYING or phase == CHOOSING:
        return True
    s.frame_phase[d] = phase + 1
    if phase == START:
        if s.handicap[seat] == DRAWS_FIRST and s.supply[seat] > 0:
            push(s, CHANCE_DEAL, CHANCE, seat)
    elif phase == SECOND:
        _start_action(s, t, d, 0)
    elif phase == DRAWING:
        for i in range(4):
            s.frame_waiting[d, i] = 0
        if s.handicap[seat] != DRAWS_FIRST and s.supply[seat] > 0:
            push(s, CHANCE_DEAL, CHANCE, seat)
    else:
        pop(s)
        s.turn += 1
        if s.turn == TURNS * s.players:
            finish(s, t)
        else:
            push(s, TURN, (seat + 1) % int(s.players), 0)
    return False


@rule
def list_moves(s: State, t: Tables, d: int, out: Row) -> int:
    """Tiles and where they fit, or which symbol comes first (WS-T1, WS-T2, WS-T6)."""
    n = sketch(s, t, d, out)
    if _tiles_are_laid(s, d, out):
        _unfold(s, d, out, n)
    return n


@rule
def sketch(s: State, t: Tables, d: int, out: Row) -> int:
    """As `list_moves`, in short: of the tiles in hand only the first one's places are listed, before the removals.

    The others' moves are the same, a tile's block further. The number returned is that of all moves; `nth` has any.
    """
    seat = int(s.frame_seat[d])
    if s.frame_phase[d] == CHOOSING:
        one = int(s.frame_waiting[d, 0])
        two = int(s.frame_waiting[d, 2])
        out[0] = moves.DO + min(one, two)
        out[1] = moves.DO + max(one, two)
        return list_removals(s, seat, ALL_CELLS, out, 2)
    empty = empty_cells(s, seat)
    hand = int(s.hand[seat])
    if fits(t, empty):
        each = _list_places(t, lowest(hand), empty, out)
        return each * count(hand) + list_removals(s, seat, ALL_CELLS, out, each) - each
    helpful = removals_for_room(s, t, seat)
    if helpful != 0:
        return list_removals(s, seat, helpful, out, 0)
    return list_bits(hand, moves.ASIDE, out, 0)


@rule
def nth(s: State, d: int, out: Row, n: int, k: int) -> int:
    """Move number k of those `sketch` counted."""
    if not _tiles_are_laid(s, d, out):
        return int(out[k])
    hand = int(s.hand[int(s.frame_seat[d])])
    tiles = count(hand)
    each = (n - count_removals(s, int(s.frame_seat[d]))) // tiles
    if k >= each * tiles:
        return int(out[k - each * (tiles - 1)])
    rest = hand
    for _ in range(k // each):
        rest &= rest - 1
    return int(out[k % each]) + (lowest(rest) - lowest(hand)) * moves.EACH_TILE


@rule
def _tiles_are_laid(s: State, d: int, out: Row) -> bool:
    """Whether a list of moves begins with a tile's places."""
    return s.frame_phase[d] == LAYING and out[0] < moves.ASIDE


@rule
def _unfold(s: State, d: int, out: Row, n: int) -> None:
    """Make the whole list of a sketch: the removals to the end, then the other tiles, from behind."""
    hand = int(s.hand[int(s.frame_seat[d])])
    tiles = count(hand)
    removals = count_removals(s, int(s.frame_seat[d]))
    each = (n - removals) // tiles
    for i in range(removals - 1, -1, -1):
        out[each * tiles + i] = out[each + i]
    rest = hand & (hand - 1)
    begin = each
    while rest != 0:
        shift = (lowest(rest) - lowest(hand)) * moves.EACH_TILE
        for i in range(each):
            out[begin + i] = out[i] + shift
        begin += each
        rest &= rest - 1


@rule
def _list_places(t: Tables, pair: int, empty: int, out: Row) -> int:
    """A tile on every two empty neighbours, both ways round."""
    base = moves.PLACE + pair * moves.EACH_TILE
    n = 0
    for edge in range(moves.EDGES):
        if t.edge_cells[edge] & ~empty == 0:
            out[n] = base + 2 * edge
            out[n + 1] = base + 2 * edge + 1
            n += 2
    return n


@rule
def lay(s: State, t: Tables, d: int, pair: int, edge: int, flip: int) -> None:
    """A hex tile on two empty cells of the own cauldron (WS-T1)."""
    seat = int(s.frame_seat[d])
    s.hand[seat] &= ~(1 << pair)
    s.laid[seat, pair] = 2 * edge + flip
    a = int(t.edge_a[edge])
    b = int(t.edge_b[edge])
    if flip:
        a, b = b, a
    one = int(t.pair_a[pair])
    two = int(t.pair_b[pair])
    s.symbols[seat, one] |= 1 << a
    s.symbols[seat, two] |= 1 << b
    s.frame_phase[d] = CHOOSING
    s.frame_waiting[d, 0] = one
    s.frame_waiting[d, 1] = a
    s.frame_waiting[d, 2] = two
    s.frame_waiting[d, 3] = b


@rule
def lay_aside(s: State, d: int, pair: int) -> None:
    """No tile fits: one is laid aside as this turn's tile, without actions (WS-T6)."""
    seat = int(s.frame_seat[d])
    s.hand[seat] &= ~(1 << pair)
    s.aside[seat] |= 1 << pair
    s.frame_phase[d] = DRAWING


@rule
def choose(s: State, t: Tables, d: int, symbol: int) -> None:
    """Start with this symbol; the other follows when all it sets off is done (WS-T2)."""
    if s.frame_waiting[d, 0] == symbol:
        for i in range(2):  # the half done first is kept last
            s.frame_waiting[d, i], s.frame_waiting[d, i + 2] = (
                int(s.frame_waiting[d, i + 2]),
                int(s.frame_waiting[d, i]),
            )
    s.frame_phase[d] = SECOND
    _start_action(s, t, d, 2)


@rule
def _start_action(s: State, t: Tables, d: int, half: int) -> None:
    """As many actions as the group of the laid half is large at this moment (WS-T3)."""
    seat = int(s.frame_seat[d])
    symbol = int(s.frame_waiting[d, half])
    push(s, symbol, seat, group(s, t, seat, symbol, int(s.frame_waiting[d, half + 1])))


@rule
def tiles_in_hand(s: State, seat: int) -> int:
    """How many tiles a seat holds; in a view of another seat the hand itself is not known."""
    away = PAIRS - TURNS if s.handicap[seat] else 0
    return count(int(s.hand[seat]) | int(s.unseen[seat])) - int(s.supply[seat]) - away
