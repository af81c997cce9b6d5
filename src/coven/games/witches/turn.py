"""The turn: a new problem, two moves with their actions, the draw."""

from coven.core.rule import rule
from coven.games.witches import attempt, cackle, end, trouble, walk
from coven.games.witches.effect import FIRST, pauses
from coven.games.witches.frames import pop, push
from coven.games.witches.state import (
    BOXES,
    DRAW,
    DUNGEON,
    HAND,
    MOVE,
    RETURN,
    SETUP,
    SOLO,
    TURN,
    State,
    Tables,
)

# Phases of the frame. `attempt.TURN_ENDS` is RESTING.
BEFORE, TROUBLE, MOVE_ONE, ACT_ONE, MOVE_TWO, ACT_TWO, RESTING, DRAWING, ENDING = range(9)
TEA_SELF, TEA_OTHERS, COTTAGE = 3, 2, 2


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player may play effects before the turn goes on."""
    seat = int(s.frame_seat[d])
    phase = int(s.frame_phase[d])
    if (phase == BEFORE or phase == RESTING) and pauses(s, d):
        return True
    s.frame_phase[d] = phase + 1
    if phase == TROUBLE:
        trouble.take_tile(s, seat)
    elif phase == MOVE_ONE:
        push(s, MOVE, seat, walk.PATHS, FIRST)
    elif phase == MOVE_TWO:
        push(s, MOVE, seat, walk.PATHS, FIRST + 1)
    elif phase == ACT_ONE or phase == ACT_TWO:
        _act(s, t, seat)
    elif phase == DRAWING:
        missing = HAND + int(s.easy_row[seat]) // 2 - int(s.cards[seat])
        if missing > 0:
            push(s, DRAW, seat, missing, 0)
    elif phase == ENDING:
        pop(s)
        end.check(s, t)
        if not s.over:
            s.active = (seat + 1) % int(s.players)
            push(s, TURN, int(s.active), 0, 0)
    return False


@rule
def _act(s: State, t: Tables, seat: int) -> None:
    """A problem, else tea, else nothing; alone, a rest at Granny's (TW-A1, TW-T1, TW-V3)."""
    here = int(s.at[seat])
    if here == DUNGEON:
        return
    if s.tile[here] >= 0:
        attempt.start(s, seat, here)
        return
    most = 0
    for other in range(int(s.players)):
        if other != seat and s.at[other] == here:
            most = TEA_SELF
            cackle.give_back(s, other, min(TEA_OTHERS, int(s.cackles[other])))
    if s.mode == SOLO and here == t.cottage:
        most = COTTAGE
    if most > 0 and s.cackles[seat] > 0:
        push(s, RETURN, seat, min(most, int(s.cackles[seat])), 0)


@rule
def boxed(s: State) -> int:
    """Tiles left in the boxes: turns to come."""
    tiles = 0
    for box in range(BOXES):
        tiles += int(s.box_easy[box]) + int(s.box_hard[box])
    return tiles


@rule
def begun(s: State) -> bool:
    """Whether the turn under way has taken its tile."""
    return s.frame_kind[0] == TURN and s.frame_phase[0] > TROUBLE


@rule
def mark(s: State) -> int:
    """A number that changes when a turn ends: every turn takes one tile. In set-up each choice is a turn."""
    if s.frame_kind[0] == SETUP and s.depth > 0:
        return -1 - 8 * int(s.frame_phase[0]) - int(s.frame_pool[0])
    return boxed(s) + int(begun(s))
