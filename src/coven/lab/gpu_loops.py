"""Templates of a GPU's kernel (see lab/gpu.py, which binds their names): lab/actions.py's actions, one a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.core.loops import Deal
from coven.core.seats import CHANCE
from coven.core.state import Numbers, States
from coven.lab.actions import FACTS, Count, Draw, Lists, Seating
from coven.lab.loops import NO_TURN

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import MOST, STATE, cuda, rules
    from coven.core.loops import game_seed
    from coven.lab.actions import act, close_game, open_game, turn_begun

    def wipe(s: Any) -> None:
        """Set every field of a state to zero; made for each game, see gpu.py."""


FRESH = -9  # a thread that has no game yet
WATCHING = 1  # what nobody watches gets functions that do nothing


def no_light(s: Any, t: Any, key: int, ply: int, out: Numbers, weights: Numbers) -> int:
    """For games without a light seat: a judgement that is never asked would slow the kernel down."""
    return 0


def no_watch(s: Any, t: Any, who: int, move: int, row: Numbers) -> None:
    """For games nobody watches."""


def no_end(s: Any, t: Any, row: Numbers) -> None:
    """Likewise."""


def play(tables: States, rows: Numbers, counter: Numbers, deal: Deal, seating: Seating, first: int) -> None:
    """The kernel: a thread's state and lists are in local memory."""
    states = cuda.local.array(1, STATE)
    lists = Lists(cuda.local.array(MOST, np.int32), cuda.local.array(MOST, np.int32))
    thread(tables, states, lists, rows, counter, deal, seating, first)


def thread(
    tables: States,
    states: States,
    lists: Lists,
    rows: Numbers,
    counter: Numbers,
    deal: Deal,
    seating: Seating,
    first: int,
) -> None:
    """Play games until the counter has passed the last; one action a round, so that a warp stays together.

    rows are kept column by column.
    """
    players, options, seed = deal
    policies, rotate = seating
    t = tables[0]
    games = rows.shape[1]
    number = 0
    key = 0
    ply = 0
    decisions = 0
    turns = 0
    mark = NO_TURN
    who = FRESH
    while True:
        if who < CHANCE:
            if who != FRESH:
                row = rows[:, number]
                close_game(states[0], t, Count(ply, decisions, turns), row, row[FACTS:], WATCHING)
            number = cuda.atomic.add(counter, 0, 1)
            if number >= games:
                break
            for column in range(rows.shape[0]):
                rows[column, number] = 0
            key = game_seed(seed, first + number)
            wipe(states[0])
            who = open_game(states[0], t, players, options)
            ply = 0
            decisions = 0
            turns = 0
            mark = NO_TURN
        else:
            policy = 0
            if who >= 0:
                decisions += 1
                policy = int(policies[(who + (first + number) * rotate) % players])
                if turn_begun(states[0], mark):
                    turns += 1
                    mark = rules.turn_mark(states[0])
            notes = rows[FACTS:, number]
            who = act(states[0], t, who, policy, Draw(key, ply), lists, notes, WATCHING)
            ply += 1
