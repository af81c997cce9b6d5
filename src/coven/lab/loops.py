"""Templates of the laboratory's loops, compiled per game (see `rule.instantiate`).

Games number `first` and following of a seed are the same games whatever is played with them, in whatever order.
A game is opened, played action by action and closed by the same three functions in every loop, on a CPU or a GPU.
`watch`, `watch_end`, `ending` and `turns` are those of the game's module `statistics`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coven.core.seats import CHANCE
from coven.lab.actions import FACTS, GREEDY

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.mind import greedy_move
    from coven.core.interface import MOST, rules
    from coven.core.loops import game_seed
    from coven.lab.actions import act, close_game, open_game, quick_move
    from coven.lab.interface import statistics


def play_games(tables, states, rows, policies, rotate, players, options, seed, first, watching):
    """Play whole games, one a zeroed row of states and of rows; policies[seat] says how each seat moves.

    With rotate, seat j of game number n plays by policies[(j + n) % players]. Greedy seats are not for this loop:
    their judgement takes so long that `one_move` from outside costs nothing, and the loop is a fifth faster without.
    """
    out = np.zeros(MOST, np.int32)
    weights = np.zeros(MOST, np.int32)
    playing = np.zeros(players, np.int64)
    t = tables[0]
    for i in range(states.shape[0]):
        s = states[i]
        key = game_seed(seed, first + i)
        for seat in range(players):
            playing[seat] = policies[(seat + (first + i) * rotate) % players]
        row = rows[i]
        notes = row[FACTS:]
        who = open_game(s, t, players, options)
        ply = 0
        decisions = 0
        while who >= CHANCE:
            policy = 0
            if who >= 0:
                decisions += 1
                policy = playing[who]
            who = act(s, t, who, policy, key, ply, out, weights, notes, watching)
            ply += 1
        close_game(s, t, ply, decisions, row, notes, watching)


def one_move(states, tables, i, policy, key, ply, samples, worlds, moves, values, out, weights):
    """The move of a seat that plays by a policy, in a game that is played elsewhere."""
    if policy == GREEDY:
        return greedy_move(states, tables, i, key + ply, samples, worlds, moves, values, out, weights)
    return quick_move(states[i], tables[0], policy, key, ply, out, weights)


def watch_record(tables, states, record, row, players, options, watching):
    """Tell a game played elsewhere to the statistics: every move and outcome of it, from the first.

    states[0] is zeroed and has the last state afterwards.
    """
    s = states[0]
    t = tables[0]
    notes = row[FACTS:]
    who = open_game(s, t, players, options)
    decisions = 0
    for ply in range(len(record)):
        if who >= 0:
            decisions += 1
        if watching:
            statistics.watch(s, t, who, int(record[ply]), notes)
        rules.apply(s, t, int(record[ply]))
        who = rules.actor(s)
    close_game(s, t, len(record), decisions, row, notes, watching)
