"""Moving: on foot, by broomstick, unseen, and out of the Dungeon."""

from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.games.witches import board, deck, effect, moves
from coven.games.witches.attempt import list_brooms
from coven.games.witches.decode import is_play, is_step
from coven.games.witches.effect import ANYWHERE, ENTERED, FIRST, PEEKED, START, UNSEEN, WALKING
from coven.games.witches.frames import pop, push
from coven.games.witches.state import (
    CHANCE_HARD,
    DUNGEON,
    INVISIBILITY,
    LOOK,
    MOVE,
    OWN_TILE,
    State,
    Tables,
)

PATHS = 2
NOT_ON_FOOT = -1  # paths left after a flight or a step within the place


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the move is over."""
    phase = int(s.frame_phase[d])
    if phase == WALKING and s.frame_pool[d] <= 0 and not effect.pauses(s, d):
        pop(s)
        return False
    if phase == ENTERED and not effect.pauses(s, d) and not effect.tiffanys_tile_helps(s, t, d):
        pop(s)
        return False
    return True


@rule
def leads_out(s: State, d: int) -> bool:
    """The second move leads out of the Dungeon without a card (TW-H5)."""
    return s.at[int(s.frame_seat[d])] == DUNGEON and s.frame_what[d] != FIRST


@rule
def targets(s: State, t: Tables, d: int) -> int:
    """Spaces a step can lead to (TW-M1 to TW-M3)."""
    seat = int(s.frame_seat[d])
    here = int(s.at[seat])
    phase = int(s.frame_phase[d])
    if phase == ANYWHERE or leads_out(s, d):
        return board.ALL_SPACES
    if here == DUNGEON or phase == ENTERED or s.frame_pool[d] <= 0:
        return 0
    found = int(t.near[here])
    if phase == START:
        found |= int(t.same[here])
    return found


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Broomsticks, effects, steps, and staying."""
    seat = int(s.frame_seat[d])
    phase = int(s.frame_phase[d])
    if phase == START and not leads_out(s, d):
        n = list_brooms(s, t, seat, out, n)
    if phase != ANYWHERE:
        n = effect.list_plays(s, t, d, out, n)
        if effect.tiffanys_tile_helps(s, t, d):
            out[n] = moves.TILE
            n += 1
    n = list_bits(targets(s, t, d), moves.TO, out, n)
    if phase != ANYWHERE and not leads_out(s, d):
        out[n] = moves.STAY
        n += 1
    if phase == UNSEEN and s.frame_what[d] == FIRST:
        out[n] = moves.SKIP
        n += 1
    return n


@rule
def go_to(s: State, t: Tables, d: int, space: int) -> None:
    """One step, or the end of a flight; entering a problem or meeting a witch ends the move (TW-M2)."""
    seat = int(s.frame_seat[d])
    here = int(s.at[seat])
    _spend(s, seat)
    if s.frame_phase[d] == ANYWHERE or here == DUNGEON or int(t.same[here]) >> space & 1:
        s.frame_pool[d] = NOT_ON_FOOT
    else:
        s.frame_pool[d] -= 1
    s.at[seat] = space
    s.frame_phase[d] = ENTERED if board.occupied(s, seat, space) else WALKING


@rule
def fly(s: State, d: int) -> None:
    """By broomstick, or out of the Dungeon: any space of the board (TW-M4, TW-H5)."""
    s.frame_phase[d] = ANYWHERE


@rule
def stay(s: State) -> None:
    """The move ends here; what was only shown is kept (TW-E9)."""
    s.shown = 0
    pop(s)


@rule
def shows(s: State, t: Tables, d: int, move: int) -> bool:
    """Whether a card or her own tile is only shown: an invisibility on entering a space (TW-E9).

    By version 1 it was spent there and then.
    """
    if s.version < 2 or s.frame_kind[d] != MOVE or s.frame_phase[d] != ENTERED:
        return False
    return move == moves.TILE or (is_play(move) and t.card_effect[move - moves.PLAY] == INVISIBILITY)


@rule
def spends(s: State, move: int) -> bool:
    """Whether a move goes on past a space, which costs the invisibility shown on entering it (TW-E9)."""
    return s.shown != 0 and (is_step(move) or move == moves.SKIP)


@rule
def laid_open(s: State) -> int:
    """The card that lies open while she crosses a space, as bits: it can't be used otherwise until she has."""
    return 1 << int(s.shown) - 1 if 0 < s.shown < OWN_TILE else 0


@rule
def _spend(s: State, seat: int) -> None:
    """What was shown is used up, if anything was."""
    if s.shown == OWN_TILE:
        s.tile_left[seat] = 0
    elif s.shown > 0:
        deck.drop(s, seat, int(s.shown) - 1)
    s.shown = 0


@rule
def slip(s: State, d: int, shown: int) -> None:
    """Escape and invisibility within a move; `shown` is what will be spent only if she goes on."""
    seat = int(s.frame_seat[d])
    if s.at[seat] == DUNGEON:
        fly(s, d)
    elif s.frame_phase[d] == START:
        push(s, LOOK, seat, 1, PEEKED)
    else:
        s.frame_phase[d] = UNSEEN
        s.shown = shown
        look(s, seat, int(s.at[seat]))


@rule
def look(s: State, seat: int, space: int) -> None:
    """A face-down tile is seen by one player (TW-E9).

    Which it is, is an outcome of chance even if somebody knows it: what is revealed can't be taken back.
    """
    if s.tile[space] >= 0 and s.face_up[space] == 0:
        push(s, CHANCE_HARD, CHANCE, space, seat)


@rule
def skip(s: State, d: int) -> None:
    """From an unseen stop straight into the second move; the first action is left out (TW-E9)."""
    _spend(s, int(s.frame_seat[d]))
    pop(s)
    s.frame_phase[d - 1] += 1
