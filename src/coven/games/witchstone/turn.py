"""The turn: lay a tile, do both its actions, draw."""

from coven.core.bits import count
from coven.core.rule import rule
from coven.games.witchstone import moves
from coven.games.witchstone.cauldron import empty_cells, fits, group, list_removals, removals_for_room
from coven.games.witchstone.end import finish
from coven.games.witchstone.frames import pop, push
from coven.games.witchstone.state import CHANCE_DEAL, PAIRS, TURN, TURNS

# Phases of the frame.
START, LAYING, CHOOSING, SECOND, DRAWING, ENDING = range(6)
DRAWS_FIRST = 1  # the handicap level that draws at the start of the turn (WS-S8)


@rule
def step(s, t, d):
    """True if the player is asked for a tile or for the first of its symbols."""
    seat = int(s.frame_seat[d])
    phase = int(s.frame_phase[d])
    if phase == LAYING or phase == CHOOSING:
        return True
    s.frame_phase[d] = phase + 1
    if phase == START:
        if s.handicap[seat] == DRAWS_FIRST and s.supply[seat] > 0:
            push(s, CHANCE_DEAL, -1, seat)
    elif phase == SECOND:
        _start_action(s, t, d, 0)
    elif phase == DRAWING:
        for i in range(4):
            s.frame_waiting[d, i] = 0
        if s.handicap[seat] != DRAWS_FIRST and s.supply[seat] > 0:
            push(s, CHANCE_DEAL, -1, seat)
    else:
        pop(s)
        s.turn += 1
        if s.turn == TURNS * s.players:
            finish(s, t)
        else:
            push(s, TURN, (seat + 1) % int(s.players), 0)
    return False


@rule
def list_moves(s, t, d, out, n):
    """Tiles and where they fit, or which symbol comes first (WS-T1, WS-T2, WS-T6)."""
    seat = int(s.frame_seat[d])
    if s.frame_phase[d] == CHOOSING:
        one = int(s.frame_waiting[d, 0])
        two = int(s.frame_waiting[d, 2])
        out[n] = moves.DO + min(one, two)
        out[n + 1] = moves.DO + max(one, two)
        return list_removals(s, seat, -1, out, n + 2)
    empty = empty_cells(s, seat)
    hand = int(s.hand[seat])
    if fits(t, empty):
        n = _list_tiles(t, hand, empty, out, n)
        return list_removals(s, seat, -1, out, n)
    helpful = removals_for_room(s, t, seat)
    if helpful != 0:
        return list_removals(s, seat, helpful, out, n)
    for pair in range(PAIRS):
        if hand >> pair & 1:
            out[n] = moves.ASIDE + pair
            n += 1
    return n


@rule
def _list_tiles(t, hand, empty, out, n):
    """Every tile of the hand on every two empty neighbours, both ways round.

    The edges are looked up for the first tile only; the others' moves are the same, a tile's block further.
    """
    begin = n
    first = -1
    for pair in range(PAIRS):
        if hand >> pair & 1 == 0:
            continue
        if first < 0:
            first = pair
            base = moves.PLACE + pair * moves.EDGES * 2
            for edge in range(moves.EDGES):
                if t.edge_cells[edge] & ~empty == 0:
                    out[n] = base + 2 * edge
                    out[n + 1] = base + 2 * edge + 1
                    n += 2
            length = n - begin
        else:
            shift = (pair - first) * moves.EDGES * 2
            for i in range(length):
                out[n + i] = out[begin + i] + shift
            n += length
    return n


@rule
def lay(s, t, d, pair, edge, flip):
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
def lay_aside(s, d, pair):
    """No tile fits: one is laid aside as this turn's tile, without actions (WS-T6)."""
    seat = int(s.frame_seat[d])
    s.hand[seat] &= ~(1 << pair)
    s.aside[seat] |= 1 << pair
    s.frame_phase[d] = DRAWING


@rule
def choose(s, t, d, symbol):
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
def _start_action(s, t, d, half):
    """As many actions as the group of the laid half is large at this moment (WS-T3)."""
    seat = int(s.frame_seat[d])
    symbol = int(s.frame_waiting[d, half])
    push(s, symbol, seat, group(s, t, seat, symbol, int(s.frame_waiting[d, half + 1])))


@rule
def tiles_in_hand(s, seat):
    """How many tiles a seat holds; in a view of another seat the hand itself is not known."""
    away = PAIRS - TURNS if s.handicap[seat] else 0
    return count(int(s.hand[seat]) | int(s.unseen[seat])) - int(s.supply[seat]) - away
