"""Templates of the laboratory's loops, compiled per game (see `rule.instantiate`).

Games number `first` and following of a seed are the same games whatever is played with them, in whatever order.
A game is opened, played action by action and closed by the same three functions in every loop, on a CPU or a GPU.
`watch`, `watch_end`, `ending` and `turns` are those of the game's module `statistics`.
"""

# ruff: noqa: F821
import numpy as np

from coven.core.chance import below

ACTOR_CHANCE = -1
PLAYER_STREAM = 1

# What a seat plays by.
RANDOM, LIGHT, GREEDY = range(3)

# Every row begins with these facts of the game; what statistics note follows.
SCORE, WINNERS, DECISIONS, OUTCOMES, TURNS, ENDING, STARTER, FACTS = 0, 4, 5, 6, 7, 8, 9, 10


def quick_move(s, t, policy, key, ply, out, weights):
    """The move of a random or light seat; a random one needs no list of hundreds."""
    if policy == LIGHT:
        return light_move(s, t, key, ply, out, weights)
    n = sketch(s, t, out)
    return nth(s, t, out, n, below(key, ply, PLAYER_STREAM, n))


def open_game(s, t, players, options):
    """Set up the table in a zeroed state; returns who acts."""
    begin(s, t, players, options)
    return actor(s)


def act(s, t, who, policy, key, ply, out, weights, notes, watching):
    """One action, of chance or of a seat; returns who acts next."""
    if who == ACTOR_CHANCE:
        move = decide_chance(s, t, key, ply, out, weights)
    else:
        move = quick_move(s, t, policy, key, ply, out, weights)
    if watching:
        watch(s, t, who, move, notes)
    apply(s, t, move)
    return actor(s)


def close_game(s, t, ply, decisions, row, notes, watching):
    """Write down the facts of a finished game."""
    for seat in range(4):
        row[SCORE + seat] = s.score[seat]
    row[WINNERS] = winners(s, t)
    row[DECISIONS] = decisions
    row[OUTCOMES] = ply - decisions
    row[TURNS] = turns(s, t)
    row[ENDING] = ending(s)
    row[STARTER] = s.first
    if watching:
        watch_end(s, t, notes)


# These are compiled into the loops that name them (see compiled.py): a call an action would cost a fifth of the speed.
INLINED = {template.__name__: template for template in (quick_move, open_game, act, close_game)}
del quick_move, open_game, act, close_game  # here they would be doors of their own


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
        while who >= ACTOR_CHANCE:
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
            watch(s, t, who, int(record[ply]), notes)
        apply(s, t, int(record[ply]))
        who = actor(s)
    close_game(s, t, len(record), decisions, row, notes, watching)
