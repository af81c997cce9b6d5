"""Templates of the laboratory's single actions, compiled into every loop that names them, on a CPU or a GPU.

A call an action would cost a fifth of the speed, so they are inlined (see compiled.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.chance import PLAYER_STREAM, below
from coven.core.seats import CHANCE, SEATS

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.mind import light_move
    from coven.core.interface import rules
    from coven.core.loops import decide_chance
    from coven.lab.interface import statistics

# What a seat plays by.
RANDOM, LIGHT, GREEDY = range(3)

# Every row begins with these facts of the game; what statistics note follows.
SCORE, WINNERS, DECISIONS, OUTCOMES, TURNS, ENDING, STARTER, FACTS = 0, 4, 5, 6, 7, 8, 9, 10


def quick_move(s, t, policy, key, ply, out, weights):
    """The move of a random or light seat; a random one needs no list of hundreds."""
    if policy == LIGHT:
        return light_move(s, t, key, ply, out, weights)
    n = rules.sketch(s, t, out)
    return rules.nth(s, t, out, n, below(key, ply, PLAYER_STREAM, n))


def open_game(s, t, players, options):
    """Set up the table in a zeroed state; returns who acts."""
    rules.begin(s, t, players, options)
    return rules.actor(s)


def act(s, t, who, policy, key, ply, out, weights, notes, watching):
    """One action, of chance or of a seat; returns who acts next."""
    if who == CHANCE:
        move = decide_chance(s, t, key, ply, out, weights)
    else:
        move = quick_move(s, t, policy, key, ply, out, weights)
    if watching:
        statistics.watch(s, t, who, move, notes)
    rules.apply(s, t, move)
    return rules.actor(s)


def close_game(s, t, ply, decisions, row, notes, watching):
    """Write down the facts of a finished game."""
    for seat in range(SEATS):
        row[SCORE + seat] = s.score[seat]
    row[WINNERS] = rules.winners(s, t)
    row[DECISIONS] = decisions
    row[OUTCOMES] = ply - decisions
    row[TURNS] = statistics.turns(s, t)
    row[ENDING] = statistics.ending(s)
    row[STARTER] = s.first
    if watching:
        statistics.watch_end(s, t, notes)


INLINED = (quick_move, open_game, act, close_game)
