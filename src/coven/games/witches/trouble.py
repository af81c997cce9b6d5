"""Phase 1: a new problem comes to Lancre."""

from coven.core.bits import count, lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.games.witches import board, deck, moves
from coven.games.witches.effect import list_plays, pauses
from coven.games.witches.frames import pop, push
from coven.games.witches.state import (
    BOXES,
    CHANCE_LOCATION,
    CHANCE_TOP,
    EASY,
    PROBLEM,
    UNKNOWN,
    State,
    Tables,
)

# Phases: effects between two cards; a card is turned; a space, any space, or a problem is chosen.
PAUSE, TURNING, CHOOSING, ANY, WORSENING = range(5)


@rule
def take_tile(s: State, seat: int) -> None:
    """The top tile of the leftmost box that has one (TW-N1)."""
    for box in range(BOXES):
        if s.box_easy[box] > 0:
            s.placing = s.box_top[box]
            s.box_top[box] = -1
            s.box_easy[box] -= 1
            push(s, PROBLEM, seat, 0, 0)
            s.frame_phase[int(s.depth) - 1] = TURNING
            if s.box_easy[box] > 0:
                push(s, CHANCE_TOP, CHANCE, 0, box)
            return
        if s.box_hard[box] > 0:
            s.placing = UNKNOWN
            s.box_hard[box] -= 1
            push(s, PROBLEM, seat, 0, 0)
            s.frame_phase[int(s.depth) - 1] = TURNING
            return


@rule
def boxes_empty(s: State) -> bool:
    """Whether the last tile has been taken."""
    for box in range(BOXES):
        if s.box_easy[box] > 0 or s.box_hard[box] > 0:
            return False
    return True


@rule
def _discards_name(s: State, t: Tables, free: int) -> bool:
    """Whether a discarded card names one of the free spaces."""
    rest = int(s.discard)
    while rest != 0:
        if int(t.spaces[int(t.card_location[lowest(rest)])]) & free != 0:
            return True
        rest &= rest - 1
    return False


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the next card is turned or the tile lies."""
    phase = int(s.frame_phase[d])
    if phase == PAUSE:
        if pauses(s, d):
            return True
        s.frame_phase[d] = TURNING
        return False
    if phase != TURNING:
        return True
    empty = board.empty_spaces(s)
    if empty == 0:
        # No room anywhere: the tile is laid out of the game (TW-N7).
        if s.placing != UNKNOWN:
            s.removed[int(s.placing)] += 1
        _settled(s)
    elif s.deck == 0 and not _discards_name(s, t, empty):
        # All cards but those in hands have been turned over: none names a free place (TW-N7). With cards left in the
        # deck that can't be known without telling what the hands hold.
        s.frame_phase[d] = ANY
    else:
        deck.reshuffle(s)
        push(s, CHANCE_LOCATION, CHANCE, 0, 0)
    return False


@rule
def strike(s: State, t: Tables, card: int) -> None:
    """A card names the location; the frame below the chance that turned it decides (TW-N2 to TW-N5)."""
    d = int(s.depth) - 1
    location = int(t.card_location[card])
    spaces = int(t.spaces[location])
    free = spaces & board.empty_spaces(s)
    s.frame_what[d] = location
    if free != 0:
        if count(free) == 1:
            place(s, lowest(free))
        else:
            s.frame_phase[d] = CHOOSING
        return
    s.frame_phase[d] = PAUSE
    worse = worsened(s, spaces)
    if worse != 0:
        if count(worse) == 1 or s.crisis_supply == 0:
            board.add_crisis(s, lowest(worse))
        else:
            s.frame_phase[d] = WORSENING


@rule
def worsened(s: State, spaces: int) -> int:
    """Problems there that may take a Crisis: one each, or any number in the harder game (TW-N4, TW-V1)."""
    found = spaces & board.problems(s)
    return found if s.harder else found & ~board.crises(s)


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Effects, spaces for the tile, or problems that get worse."""
    phase = int(s.frame_phase[d])
    if phase == PAUSE:
        n = list_plays(s, t, d, out, n)
        out[n] = moves.GO
        return n + 1
    base = moves.TO
    if phase == CHOOSING:
        rest = int(t.spaces[int(s.frame_what[d])]) & board.empty_spaces(s)
    elif phase == ANY:
        rest = board.empty_spaces(s)
    else:
        base = moves.CRISIS
        rest = worsened(s, int(t.spaces[int(s.frame_what[d])]))
    return list_bits(rest, base, out, n)


@rule
def place(s: State, space: int) -> None:
    """The tile comes to lie: easy face up, hard face down (TW-N2)."""
    s.tile[space] = s.placing
    s.face_up[space] = 1 if s.placing < EASY else 0
    _settled(s)


@rule
def _settled(s: State) -> None:
    s.placing = -1
    if boxes_empty(s):
        s.last = 1
    pop(s)


@rule
def worsen(s: State, d: int, space: int) -> None:
    """The chosen problem takes the Crisis, and another card is turned (TW-N5)."""
    s.frame_phase[d] = PAUSE
    board.add_crisis(s, space)
