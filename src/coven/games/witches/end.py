"""The end: elves, the last problem, points and ties."""

from coven.core.rule import rule
from coven.games.witches.frames import end_game
from coven.games.witches.state import (
    BY_ELVES,
    BY_POINTS,
    COOP,
    COOP_LOST,
    COOP_WON,
    EASY,
    ELF,
    KINDS,
    SOLO,
    SOLO_DONE,
    SPACES,
    State,
    Tables,
)

TOO_MANY_ELVES = 3
TOO_MANY_HARD = 4
WITCH = 30  # points that make a witch in the game alone (TW-V3)


@rule
def hard_on_board(s: State) -> int:
    """Hard problems on the board, known or not."""
    total = 0
    for space in range(SPACES):
        if s.tile[space] >= EASY:
            total += 1
    return total


@rule
def check(s: State, t: Tables) -> None:
    """At the end of a turn: elves first, then the last problem (TW-H2, TW-Z1, TW-V2)."""
    elves = 0
    for space in range(SPACES):
        if s.face_up[space] == 1 and s.tile[space] >= 0 and t.failure[int(s.tile[space])] == ELF:
            elves += 1
    if elves >= TOO_MANY_ELVES:
        end_game(s, BY_ELVES)
    elif s.last:
        if s.mode == COOP:
            end_game(s, COOP_WON if hard_on_board(s) < TOO_MANY_HARD else COOP_LOST)
        elif s.mode == SOLO:
            end_game(s, SOLO_DONE)
        else:
            end_game(s, BY_POINTS)


@rule
def _hard_points(s: State, t: Tables, seat: int) -> int:
    points = 0
    for kind in range(EASY, KINDS):
        points += int(s.solved[seat, kind]) * int(t.points[kind])
    return points


@rule
def _hardest(s: State, t: Tables, seat: int) -> int:
    most = 0
    for kind in range(KINDS):
        if s.solved[seat, kind] > 0:
            most = max(most, int(t.difficulty[kind]))
    return most


@rule
def ahead(s: State, t: Tables, one: int, two: int) -> bool:
    """Points, then fewer Cackles and Black Aliss, then hard points, then the hardest tile (TW-Z2)."""
    if s.score[one] != s.score[two]:
        return s.score[one] > s.score[two]
    mad_one = int(s.cackles[one]) + int(s.aliss[one])
    mad_two = int(s.cackles[two]) + int(s.aliss[two])
    if mad_one != mad_two:
        return mad_one < mad_two
    hard_one, hard_two = _hard_points(s, t, one), _hard_points(s, t, two)
    if hard_one != hard_two:
        return hard_one > hard_two
    return _hardest(s, t, one) > _hardest(s, t, two)


@rule
def winners(s: State, t: Tables) -> int:
    """The winning seats as bits: one or those who share, all or none together, a witch alone."""
    if s.over == COOP_WON:
        return (1 << int(s.players)) - 1
    if s.over == SOLO_DONE:
        return 1 if s.score[0] >= WITCH else 0
    if s.over != BY_POINTS:
        return 0
    best = 0
    for one in range(int(s.players)):
        beaten = False
        for two in range(int(s.players)):
            if ahead(s, t, two, one):
                beaten = True
        if not beaten:
            best |= 1 << one
    return best


@rule
def worth(s: State, t: Tables, seat: int, category: int) -> int:
    """The points by category: easy tiles, hard tiles, Black Aliss."""
    if category == 0:
        return int(s.score[seat]) + int(s.aliss[seat]) - _hard_points(s, t, seat)
    if category == 1:
        return _hard_points(s, t, seat)
    return -int(s.aliss[seat])
