"""What the laboratory notes of a game of The Witches: points, problems, Cackles, cards, and the board at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.core.statistic import Column, Statistic
from coven.games.witches import moves
from coven.games.witches.attempt_state import FAILED, READY
from coven.games.witches.board import hard_solved
from coven.games.witches.decode import is_flight, is_play, is_power
from coven.games.witches.end import hard_on_board
from coven.games.witches.state import (
    ATTEMPT,
    BOXES,
    CHANCE_PAIR,
    DIMITY,
    EASY,
    ELF,
    HEADOLOGY,
    KINDS,
    LAY_OUT,
    MAGIC,
    OWN_TILE,
    PETULIA,
    REMEDY,
    SOLO_DONE,
    SPACES,
    State,
    Tables,
)
from coven.games.witches.state import ENDINGS as ENDED
from coven.games.witches.walk import shows, spends

if TYPE_CHECKING:
    from coven.core.game import Game

# -- what every row has -------------------------------------------------------------------------------------

GRADES = ("solo: under 30", "solo: 30 to 40", "solo: over 40")
ENDINGS = (*ENDED[1:SOLO_DONE], *GRADES)


@rule
def ending(s: State) -> int:
    """How the game ended, as an index of ENDINGS; alone, with the grade (TW-V3)."""
    if s.over < SOLO_DONE:
        return int(s.over) - 1
    return SOLO_DONE - 1 + (0 if s.score[0] < 30 else 1 if s.score[0] <= 40 else 2)


@rule
def turns(s: State, t: Tables) -> int:
    """Turns that were begun: each takes one tile from the boxes."""
    taken = 0
    for box in range(BOXES):
        taken += int(t.box_easy[int(s.players), box]) - int(s.box_easy[box])
        taken += int(t.box_hard[int(s.players), box]) - int(s.box_hard[box])
    return taken


# -- points and problems ------------------------------------------------------------------------------------

POINTS_WIDTH = 3 * SEATS
TRAINEE_WIDTH = 2 * SEATS
SOLVED_WIDTH = (2 + KINDS) * SEATS


def _points_columns(game: Game) -> list[Column]:
    return [
        Column("points_easy", "points of easy problems", seats=True),
        Column("points_hard", "points of hard problems", seats=True),
        Column("points_aliss", "points lost to Black Aliss (negative)", seats=True),
    ]


@rule
def points_end(s: State, t: Tables, row: Row) -> None:
    """Tiles solved, less Black Aliss."""
    for seat in range(int(s.players)):
        for kind in range(KINDS):
            row[(0 if kind < EASY else SEATS) + seat] += int(s.solved[seat, kind]) * int(t.points[kind])
        row[2 * SEATS + seat] = -int(s.aliss[seat])


def _trainee_columns(game: Game) -> list[Column]:
    names = dict(enumerate(moves.TRAINEE_IDS))
    return [
        Column("trainee", "the trainee", seats=True, labels=names),
        Column("own_tile_used", "1 if the trainee's own tile was used", seats=True),
    ]


@rule
def trainee_end(s: State, t: Tables, row: Row) -> None:
    """Who she is, and whether her tile is gone; Dimity has none."""
    for seat in range(int(s.players)):
        row[seat] = s.trainee[seat]
        row[SEATS + seat] = int(s.trainee[seat] != DIMITY and s.tile_left[seat] == 0)


def _solved_columns(game: Game) -> list[Column]:
    kinds = moves.problem_ids(game.components.data)
    return [
        Column("solved_easy", "easy problems solved", seats=True),
        Column("solved_hard", "hard problems solved", seats=True),
        *(Column(f"solved_{kind}", f"problems {kind} solved", seats=True) for kind in kinds),
    ]


@rule
def solved_end(s: State, t: Tables, row: Row) -> None:
    """All, then kind by kind."""
    for seat in range(int(s.players)):
        row[SEATS + seat] = hard_solved(s, seat)
        for kind in range(KINDS):
            row[SEATS * (2 + kind) + seat] = s.solved[seat, kind]
            if kind < EASY:
                row[seat] += s.solved[seat, kind]


# -- attempts -----------------------------------------------------------------------------------------------

ATTEMPTS_WIDTH = 3 * SEATS
MET, FAILURES, FLED = 0, SEATS, 2 * SEATS


def _attempts_columns(game: Game) -> list[Column]:
    return [
        Column("attempts", "problems met", seats=True),
        Column("failures", "problems met and neither solved nor fled from in time", seats=True),
        Column("fled", "problems fled from before they were faced to the end", seats=True),
    ]


@rule
def attempts_step(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """An attempt begins with its first roll, or is won without one; a flight that is no failure ends one."""
    d = int(s.depth) - 1
    if who < 0:
        if s.frame_kind[d] == CHANCE_PAIR and s.dice[0] < 0:
            row[MET + int(s.frame_seat[d - 1])] += 1
        return
    if is_flight(move):
        below = d if s.frame_kind[d] == ATTEMPT else d - 1
        if s.frame_phase[below] != FAILED:
            row[FLED + who] += 1
    elif s.frame_kind[d] == ATTEMPT and s.frame_phase[d] == READY:
        won = is_power(move) or (move == moves.TILE and s.trainee[who] == PETULIA)
        if is_play(move):
            effect = int(t.card_effect[move - moves.PLAY])
            won = effect == LAY_OUT or effect == REMEDY
        if won:
            row[MET + who] += 1


@rule
def attempts_end(s: State, t: Tables, row: Row) -> None:
    """What was neither solved nor fled from failed."""
    for seat in range(int(s.players)):
        solved = 0
        for kind in range(KINDS):
            solved += int(s.solved[seat, kind])
        row[FAILURES + seat] = row[MET + seat] - solved - row[FLED + seat]


# -- Cackles and cards --------------------------------------------------------------------------------------

CACKLES_WIDTH = 5 * SEATS
HELD, ALISS, TAKEN, RETURNED, SEEN = (SEATS * i for i in range(5))
CARDS_WIDTH = 6 * SEATS
PLAYED_BROOM, PLAYED_EFFECT, PLAYED_POWER, DISCARDED = (SEATS * i for i in range(2, 6))


def _cackles_columns(game: Game) -> list[Column]:
    return [
        Column("cackles", "Cackles held at the end", seats=True),
        Column("aliss", "Black Aliss tiles", seats=True),
        Column("cackles_taken", "Cackles taken, Annagramma's first among them", seats=True),
        Column("cackles_returned", "Cackles returned, or lost to another", seats=True),
        Column("_cackles", "", seats=True, kept=False),
    ]


@rule
def _count_cackles(s: State, row: Row) -> None:
    for seat in range(int(s.players)):
        change = int(s.cackles[seat]) - row[SEEN + seat]
        if change > 0:
            row[TAKEN + seat] += change
        else:
            row[RETURNED + seat] -= change
        row[SEEN + seat] = s.cackles[seat]


@rule
def cackles_step(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """From one action to the next."""
    _count_cackles(s, row)


@rule
def cackles_end(s: State, t: Tables, row: Row) -> None:
    """After the last action."""
    _count_cackles(s, row)
    for seat in range(int(s.players)):
        row[HELD + seat] = s.cackles[seat]
        row[ALISS + seat] = s.aliss[seat]


def _cards_columns(game: Game) -> list[Column]:
    return [
        Column("cards_headology", "cards played for Headology", seats=True),
        Column("cards_magic", "cards played for Magic", seats=True),
        Column("cards_broom", "cards played for a Broomstick", seats=True),
        Column("cards_effect", "cards played for their effect", seats=True),
        Column("powers_of_three", "times three cards were played for the Power of Three", seats=True),
        Column("cards_discarded", "cards discarded for a transmutation", seats=True),
    ]


@rule
def cards_step(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """By what a card was played for; an invisibility that is only shown counts when it is spent (TW-E9)."""
    if who < 0:
        return
    if spends(s, move) and s.shown != OWN_TILE:
        row[PLAYED_EFFECT + who] += 1
    if move >= moves.TILE or shows(s, t, int(s.depth) - 1, move):
        return
    kind = DISCARDED
    if move < moves.PLAY:
        symbol = int(t.card_symbol[move - moves.SYMBOL])
        kind = 0 if symbol == HEADOLOGY else SEATS if symbol == MAGIC else PLAYED_BROOM
    elif move < moves.POWER:
        kind = PLAYED_EFFECT
    elif move < moves.DISCARD:
        kind = PLAYED_POWER
    row[kind + who] += 1


# -- the board ----------------------------------------------------------------------------------------------

BOARD_WIDTH = 5


def _board_columns(game: Game) -> list[Column]:
    return [
        Column("crises_left", "Crisis counters on the board at the end"),
        Column("crisis_supply", "Crisis counters in the supply at the end"),
        Column("elves_left", "elves face up on the board at the end"),
        Column("problems_left", "problems on the board at the end"),
        Column("hard_left", "hard problems among them"),
    ]


@rule
def board_end(s: State, t: Tables, row: Row) -> None:
    """In the order of the columns."""
    row[1] = s.crisis_supply
    row[4] = hard_on_board(s)
    for space in range(SPACES):
        row[0] += s.crisis[space]
        if s.tile[space] >= 0:
            row[3] += 1
            if s.face_up[space] == 1 and t.failure[int(s.tile[space])] == ELF:
                row[2] += 1


STATISTICS = (
    Statistic("points", "points by where they came from", _points_columns, None, points_end),
    Statistic("trainee", "trainees and their own tiles", _trainee_columns, None, trainee_end),
    Statistic("solved", "problems solved by kind", _solved_columns, None, solved_end),
    Statistic(
        "attempts", "problems met, failed and fled from", _attempts_columns, attempts_step, attempts_end
    ),
    Statistic("cackles", "Cackles and Black Aliss", _cackles_columns, cackles_step, cackles_end),
    Statistic("cards", "cards by what they were played for", _cards_columns, cards_step),
    Statistic("board", "crises, elves and problems at the end", _board_columns, None, board_end),
)

# Where each begins in the row of all.
TRAINEE_AT = POINTS_WIDTH
SOLVED_AT = TRAINEE_AT + TRAINEE_WIDTH
ATTEMPTS_AT = SOLVED_AT + SOLVED_WIDTH
CACKLES_AT = ATTEMPTS_AT + ATTEMPTS_WIDTH
CARDS_AT = CACKLES_AT + CACKLES_WIDTH
BOARD_AT = CARDS_AT + CARDS_WIDTH
WIDTH = BOARD_AT + BOARD_WIDTH


@rule
def watch(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """Every statistic's step, before an action."""
    attempts_step(s, t, who, move, row[ATTEMPTS_AT:CACKLES_AT])
    cackles_step(s, t, who, move, row[CACKLES_AT:CARDS_AT])
    cards_step(s, t, who, move, row[CARDS_AT:BOARD_AT])


@rule
def watch_end(s: State, t: Tables, row: Row) -> None:
    """Every statistic's end."""
    points_end(s, t, row[:TRAINEE_AT])
    trainee_end(s, t, row[TRAINEE_AT:SOLVED_AT])
    solved_end(s, t, row[SOLVED_AT:ATTEMPTS_AT])
    attempts_end(s, t, row[ATTEMPTS_AT:CACKLES_AT])
    cackles_end(s, t, row[CACKLES_AT:CARDS_AT])
    board_end(s, t, row[BOARD_AT:WIDTH])
