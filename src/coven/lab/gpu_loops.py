"""The template of a GPU thread's loop (see lab/gpu.py, which binds its names): lab/loops.py's actions, one a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.seats import CHANCE
from coven.lab.actions import FACTS

if TYPE_CHECKING:  # bound when this is compiled
    from numba import cuda

    from coven.core.loops import game_seed
    from coven.lab.actions import act, close_game, open_game
    from coven.lab.interface import wipe

FRESH = -9  # a thread that has no game yet


def no_light(s, t, key, ply, out, weights):
    """For games without a light seat: a judgement that is never asked would slow the kernel down."""
    return 0


def no_watch(s, t, who, move, row):
    """For games nobody watches."""


def no_end(s, t, row):
    """Likewise."""


def thread(
    tables, states, i, out, weights, rows, counter, policies, rotate, players, options, seed, first, watching
):
    """Play games until the counter has passed the last; one action a round, so that a warp stays together.

    rows are kept column by column.
    """
    t = tables[0]
    games = rows.shape[1]
    number = 0
    key = 0
    ply = 0
    decisions = 0
    who = FRESH
    while True:
        if who < CHANCE:
            if who != FRESH:
                row = rows[:, number]
                close_game(states[i], t, ply, decisions, row, row[FACTS:], watching)
            number = cuda.atomic.add(counter, 0, 1)
            if number >= games:
                break
            for column in range(rows.shape[0]):
                rows[column, number] = 0
            key = game_seed(seed, first + number)
            wipe(states[i])
            who = open_game(states[i], t, players, options)
            ply = 0
            decisions = 0
        else:
            policy = 0
            if who >= 0:
                decisions += 1
                policy = policies[(who + (first + number) * rotate) % players]
            notes = rows[FACTS:, number]
            who = act(states[i], t, who, policy, key, ply, out, weights, notes, watching)
            ply += 1
