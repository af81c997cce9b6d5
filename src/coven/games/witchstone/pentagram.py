"""The pentagram: a ring of spaces that give owl tiles and special tiles."""

from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.core.stack import push
from coven.games.witchstone import moves
from coven.games.witchstone.cauldron import empty_cells
from coven.games.witchstone.frames import gain, list_shorter, pop, spell_fits
from coven.games.witchstone.state import (
    CELLS,
    CHANCE_SPECIAL,
    OWL,
    PAIRS,
    SPECIAL,
    WAIT_FREE,
    P,
    State,
    Tables,
)

# Phases: how far is asked, and spells may be added; the marker moves; what was won is used (WS-P7).
BEFORE, MOVING, USING = range(3)
LAST_OWL = 5


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the action went on."""
    phase = int(s.frame_phase[d])
    if phase == BEFORE:
        if s.version >= 2 or spell_fits(s, t, int(s.frame_seat[d]), P):
            return True
        s.frame_phase[d] = MOVING
    elif phase == MOVING:
        if s.frame_pool[d] == 0:
            s.frame_phase[d] = USING
        else:
            _advance(s, t, d)
    else:
        for i in range(WAIT_FREE + 1):
            if s.frame_waiting[d, i] > 0:
                return True
        pop(s)
    return False


@rule
def _advance(s: State, t: Tables, d: int) -> None:
    """One space clockwise, and what it gives (WS-P1 to WS-P4)."""
    seat = int(s.frame_seat[d])
    s.frame_pool[d] -= 1
    space = (int(s.pentagram[seat]) + 1) % int(t.pentagram)
    s.pentagram[seat] = space
    kind = int(t.pentagram_kind[space])
    slot = int(t.pentagram_slot[space])
    if kind == OWL:
        top = int(s.owl_pile[slot])
        if top < LAST_OWL:
            s.owl_pile[slot] = top + 1
            s.owls[seat, top] += 1
        else:
            s.score[seat] += 2
    elif kind == SPECIAL:
        tile = int(s.special_at[slot])
        if tile >= 0:
            s.special_at[slot] = -1
            s.specials[seat] += 1
            s.frame_waiting[d, tile] += 1
            for pair in range(PAIRS):
                if s.special_pile[pair] > 0:
                    push(s, CHANCE_SPECIAL, CHANCE, slot)
                    break
        else:
            s.frame_waiting[d, WAIT_FREE] += 1


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Moving on, or using what was won (WS-P5, WS-P7)."""
    if s.frame_phase[d] == BEFORE:
        out[n] = moves.GO
        return n + 1
    seat = int(s.frame_seat[d])
    for pair in range(PAIRS):
        if s.frame_waiting[d, pair] > 0:
            out[n] = moves.USE + 2 * pair
            out[n + 1] = moves.USE + 2 * pair + 1
            n += 2
    empty = empty_cells(s, seat)
    for pair in range(PAIRS):
        if s.frame_waiting[d, pair] > 0:
            n = list_bits(empty, moves.PUT + pair * CELLS, out, n)
    if s.frame_waiting[d, WAIT_FREE] > 0:
        for symbol in range(6):
            out[n] = moves.FREE + symbol
            n += 1
    return n


@rule
def list_less(s: State, d: int, out: Row, n: int) -> int:
    """Shorter moves."""
    return list_shorter(s, int(s.frame_pool[d]), out, n) if s.frame_phase[d] == BEFORE else n


@rule
def go(s: State, d: int, spaces: int) -> None:
    """The marker sets out; actions for more spaces are given up (WS-T4)."""
    s.frame_pool[d] = spaces
    s.frame_phase[d] = MOVING


@rule
def use(s: State, t: Tables, d: int, pair: int, half: int) -> None:
    """A special tile used once: 2 actions of one of its types (WS-P5)."""
    seat = int(s.frame_seat[d])
    s.frame_waiting[d, pair] -= 1
    s.special_used[seat, pair] += 1
    symbol = int(t.pair_b[pair]) if half else int(t.pair_a[pair])
    gain(s, seat, symbol, 2)


@rule
def put(s: State, t: Tables, d: int, pair: int, cell: int) -> None:
    """A special tile laid on a cell for good; it sets off nothing (WS-P5, WS-P6)."""
    seat = int(s.frame_seat[d])
    s.frame_waiting[d, pair] -= 1
    s.special_cells[seat] |= 1 << cell
    s.symbols[seat, int(t.pair_a[pair])] |= 1 << cell
    s.symbols[seat, int(t.pair_b[pair])] |= 1 << cell


@rule
def free(s: State, d: int, symbol: int) -> None:
    """A special space without a tile: 2 actions of one type (WS-P4)."""
    s.frame_waiting[d, WAIT_FREE] -= 1
    gain(s, int(s.frame_seat[d]), symbol, 2)
