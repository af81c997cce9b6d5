"""Templates of the laboratory's loops, compiled per game (see `rule.instantiate`).

Games number `first` and following of a seed are the same games whatever is played with them, in whatever order.
A game is opened, played action by action and closed by the same three functions in every loop, on a CPU or a GPU.
They name the game's `rules` and `statistics` (see core/interface.py and core/statistic.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coven.bots.policies import Room
from coven.core.loops import Deal
from coven.core.seats import CHANCE, NOBODY
from coven.core.state import Numbers, States
from coven.lab.actions import FACTS, GREEDY, Count, Draw, Lists, Seating

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.policies import greedy_move
    from coven.core.interface import MOST, rules
    from coven.core.loops import game_seed
    from coven.core.statistic import statistics
    from coven.lab.actions import act, close_game, open_game, quick_move, turn_begun

NO_TURN = NOBODY - 1  # a mark that no turn has


def play_games(
    tables: States, states: States, rows: Numbers, deal: Deal, seating: Seating, first: int, watching: int
) -> None:
    """Play whole games, one a zeroed row of states and of rows.

    Greedy seats are not for this loop: their judgement takes so long that `one_move` from outside costs nothing, and
    the loop is a fifth faster without.
    """
    players, options, seed = deal
    policies, rotate = seating
    lists = Lists(np.zeros(MOST, np.int32), np.zeros(MOST, np.int32))
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
        turns = 0
        mark = NO_TURN
        while who >= CHANCE:
            policy = 0
            if who >= 0:
                decisions += 1
                policy = int(playing[who])
                if turn_begun(s, mark):
                    turns += 1
                    mark = rules.turn_mark(s)
            who = act(s, t, who, policy, Draw(key, ply), lists, notes, watching)
            ply += 1
        close_game(s, t, Count(ply, decisions, turns), row, notes, watching)


def one_move(
    states: States, tables: States, i: int, policy: int, draw: Draw, samples: int, room: Room
) -> int:
    """The move of a seat that plays by a policy, in a game that is played elsewhere."""
    if policy == GREEDY:
        return greedy_move(states, tables, i, draw.key + draw.ply, samples, room)
    return quick_move(states[i], tables[0], policy, draw, Lists(room.out, room.weights))


def watch_record(
    tables: States,
    states: States,
    record: Numbers,
    row: Numbers,
    players: int,
    options: Numbers,
    watching: int,
) -> None:
    """Tell a game played elsewhere to the statistics: every move and outcome of it, from the first.

    states[0] is zeroed and has the last state afterwards.
    """
    s = states[0]
    t = tables[0]
    notes = row[FACTS:]
    who = open_game(s, t, players, options)
    decisions = 0
    turns = 0
    mark = NO_TURN
    for ply in range(len(record)):
        if who >= 0:
            decisions += 1
            if turn_begun(s, mark):
                turns += 1
                mark = rules.turn_mark(s)
        if watching:
            statistics.watch(s, t, who, int(record[ply]), notes)
        rules.apply(s, t, int(record[ply]))
        who = rules.actor(s)
    close_game(s, t, Count(len(record), decisions, turns), row, notes, watching)
