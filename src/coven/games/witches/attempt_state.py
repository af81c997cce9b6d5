"""What an attempt stands at: the problem, its difficulty, the total so far."""

from coven.core.rule import rule
from coven.games.witches.board import hard_solved
from coven.games.witches.moves import FACES
from coven.games.witches.state import ROW, State, Tables

# Phases of an attempt.
OPENING, READY, CHOICE, FACING, AFTER, FAILED, PAYING, SUFFERING = range(8)


@rule
def problem(s: State, d: int) -> int:
    """The kind of the problem faced."""
    return int(s.tile[int(s.frame_what[d])])


@rule
def difficulty(s: State, t: Tables, d: int) -> int:
    """What the total must reach: 2 more for each Crisis (TW-P6)."""
    return int(t.difficulty[problem(s, d)]) + 2 * int(s.crisis[int(s.frame_what[d])])


@rule
def total(s: State, seat: int) -> int:
    """Dice, symbols, effects, and 1 for every two hard tiles of the display (TW-P5)."""
    points = int(s.bonus) + min(ROW, hard_solved(s, seat)) // 2
    for i in range(4):
        if s.dice[i] > 0:
            points += int(s.dice[i])
    return points


@rule
def enough(s: State, t: Tables, d: int) -> bool:
    """Whether all dice are rolled and the total needs no more help."""
    return s.frame_phase[d] == AFTER and total(s, int(s.frame_seat[d])) >= difficulty(s, t, d)


@rule
def cackle_faces(s: State) -> int:
    """Cackle faces showing (TW-P7)."""
    faces = 0
    for i in range(4):
        if s.dice[i] == 0:
            faces += 1
    return faces


@rule
def good_rolls(s: State, t: Tables, d: int) -> int:
    """Of the 36 rolls of two dice, how many solve the problem with what has been played."""
    missing = difficulty(s, t, d) - total(s, int(s.frame_seat[d]))
    good = 0
    for one in range(6):
        for two in range(6):
            if FACES[one] + FACES[two] >= missing:
                good += 1
    return good
