"""Templates of what the bots share, compiled per game (see `rule.instantiate`).

They name the game's `rules` and `judgement` (see core/interface.py), and `decide_chance` of core/loops.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coven.core.chance import EVEN_STREAM, PLAYER_STREAM, WORLD_STREAM, below, seed_from, word
from coven.core.seats import CHANCE, SEATS
from coven.core.state import Numbers, States

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import judgement, rules
    from coven.core.loops import decide_chance


BREADTH = 160  # moves a greedy bot follows to the end of its turn, the most inviting first
KEEN = 1000  # and none that is so many times less inviting than the best
FOLLOWED = 640  # turns followed for one decision: the more moves, the fewer worlds
LEAST_SAMPLES = 2
LONGEST_TURN = 400  # actions; no turn comes near, but a bot must never hang
# Steps through the outcomes of a world's first rolls, in 2**32ths: powers of the root of x**9 = x + 1, which keep
# points of eight dimensions apart.
STRIDES = tuple(int(2**32 * 1.0850702454914508**-k) for k in range(1, 9))
DIE = 6  # alternatives alike: more are cards
APART = -1  # the number of a world whose rolls are not spread evenly


class Room(NamedTuple):
    """Scratch of one thread."""

    worlds: States  # three: what a seat may know, a world imagined from it, and where a move leads there
    moves: Numbers
    values: Numbers
    out: Numbers  # what the rules list
    weights: Numbers


class World(NamedTuple):
    """The luck of one imagined world."""

    luck: int  # the seed of what is its own
    seed: int  # of the search, for what is spread evenly over its worlds
    number: int  # among them; APART for a world like no other


def weighted(weights: Numbers, n: int, seed: int, ply: int) -> int:
    """An index, each as likely as its weight."""
    total = 0
    for i in range(n):
        total += int(weights[i])
    left = below(seed, ply, PLAYER_STREAM, total)
    for i in range(n):
        left -= int(weights[i])
        if left < 0:
            return i
    return n - 1


def light_move(s: Any, t: Any, seed: int, ply: int, out: Numbers, weights: Numbers) -> int:
    """A move at random, inviting ones more likely: the quick policy of playouts."""
    n = rules.legal(s, t, out)
    if n == 1:
        return int(out[0])
    judgement.appeals(s, t, out, n, weights)
    return int(out[weighted(weights, n, seed, ply)])


def soft_choice(
    states: States, tables: States, i: int, seed: int, times: int, out: Numbers, weights: Numbers
) -> int:
    """A move of a view at random, inviting ones a little more likely: the root of how inviting it is, so many times."""
    s = states[i]
    n = rules.legal(s, tables[0], out)
    if n == 1:
        return int(out[0])
    judgement.appeals(s, tables[0], out, n, weights)
    for k in range(n):
        for _ in range(times):
            weights[k] = max(1, root(int(weights[k])))
    return int(out[weighted(weights, n, seed, 0)])


def root(x: int) -> int:
    """The whole part of a square root."""
    found = int(x**0.5)
    while found * found > x:
        found -= 1
    while (found + 1) * (found + 1) <= x:
        found += 1
    return found


def inviting_choice(states: States, tables: States, i: int, out: Numbers, weights: Numbers) -> int:
    """The most inviting move of a view."""
    return inviting_move(states[i], tables[0], out, weights)


def light_choice(states: States, tables: States, i: int, seed: int, out: Numbers, weights: Numbers) -> int:
    """The same for a view: what it hides is not looked at."""
    return light_move(states[i], tables[0], seed, 0, out, weights)


def inviting_move(s: Any, t: Any, out: Numbers, weights: Numbers) -> int:
    """The most inviting move, the first of equals."""
    n = rules.legal(s, t, out)
    if n == 1:
        return int(out[0])
    judgement.appeals(s, t, out, n, weights)
    best = 0
    for i in range(1, n):
        if weights[i] > weights[best]:
            best = i
    return int(out[best])


def priority(luck: int, card: int) -> int:
    """A number by which a world's deck is in order; no more than a quick hash of 32 bits."""
    x = (int(luck) ^ (card + 1) * 0x9E3779B1) & 0xFFFFFFFF
    x = ((x ^ x >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    x = ((x ^ x >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    return x ^ x >> 16


def roll(s: Any, t: Any, world: World, rolls: int, out: Numbers, weights: Numbers) -> tuple[int, int]:
    """An outcome of chance and how often dice have been rolled by then.

    A search compares moves, so as little as possible should be left to luck: a world's deck has its order, whatever
    is done before a card is drawn, and its dice are numbered, their first rolls spread evenly over the worlds.
    """
    luck = world.luck
    if world.number < 0:
        return decide_chance(s, t, luck, rolls, out, weights), rolls + 1
    n = rules.chances(s, t, out, weights)
    total = 0
    for i in range(n):
        total += int(weights[i])
    if total == n and n > DIE:
        best = 0
        highest = -1
        for i in range(n):
            height = priority(luck, int(out[i]))
            if height > highest:
                highest = height
                best = i
        return int(out[best]), rolls
    if rolls < len(STRIDES):
        at = (word(world.seed, rolls, EVEN_STREAM) + (world.number + 1) * STRIDES[rolls]) & 0xFFFFFFFF
        left = at * total >> 32
    else:
        left = below(luck, rolls, EVEN_STREAM, total)
    for i in range(n):
        left -= int(weights[i])
        if left < 0:
            return int(out[i]), rolls + 1
    return int(out[n - 1]), rolls + 1


def finish_turn(s: Any, t: Any, mark: int, world: World, rolls: int, out: Numbers, weights: Numbers) -> int:
    """Play on with inviting moves until the turn is over; returns how often luck has decided by then.

    Luck is numbered by itself, so that moves are compared with the same dice whatever is played in between.
    """
    for _ in range(LONGEST_TURN):
        who = rules.actor(s)
        if who < CHANCE or rules.turn_mark(s) != mark:
            return rolls
        if who == CHANCE:
            move, rolls = roll(s, t, world, rolls, out, weights)
        else:
            move = inviting_move(s, t, out, weights)
        rules.apply(s, t, move)
    return rolls


def most_inviting(out: Numbers, n: int, weights: Numbers, keep: int) -> int:
    """Bring the most inviting moves to the front, in order, equals by number; returns how many are kept."""
    keep = min(keep, n)
    for i in range(keep):
        best = i
        for j in range(i + 1, n):
            if weights[j] > weights[best] or (weights[j] == weights[best] and out[j] < out[best]):
                best = j
        out[i], out[best] = out[best], out[i]
        weights[i], weights[best] = weights[best], weights[i]
    return keep


def weigh_turn(
    states: States, tables: States, i: int, seat: int, seed: int, samples: int, learned: bool, room: Room
) -> int:
    """What each move of the seat to act leads to by the end of its turn, averaged over sampled worlds.

    The room's moves get the moves, its values the prospects of the seat after each, less a standard error of how they
    differ from those of the most inviting: luck alone must not speak for a move that looks worse. Returns how many.
    The seat knows states[i] only as its view, so what it can't know is sampled afresh.
    """
    t = tables[0]
    worlds, moves, values, out, weights = room
    worlds[0] = states[i]
    rules.redact(worlds[0], t, seat)
    n = rules.legal(worlds[0], t, moves)
    if n > 1:
        judgement.appeals(worlds[0], t, moves, n, weights)
        n = most_inviting(moves, n, weights, BREADTH)
        while int(weights[n - 1]) * KEEN < weights[0]:
            n -= 1
    values[:n] = 0.0
    if n == 1:
        return n
    samples = max(LEAST_SAMPLES, min(samples, FOLLOWED // n))
    prospects = np.zeros(SEATS)
    squares = np.zeros(n)
    usual = 0.0
    mark = rules.turn_mark(worlds[0])
    for sample in range(samples):
        key = seed_from(seed, sample, WORLD_STREAM)
        worlds[1] = worlds[0]
        rules.imagine(worlds[1], t, seat, key)
        first = 0.0
        for m in range(n):
            worlds[2] = worlds[1]
            rules.apply(worlds[2], t, int(moves[m]))
            # Luck apart from what was imagined.
            finish_turn(worlds[2], t, mark, World(key ^ 1, 0, APART), 0, out, weights)
            if learned:
                judgement.foresee(worlds[2], t, prospects)
            else:
                judgement.outlook(worlds[2], t, prospects)
            if m == 0:
                first = prospects[seat]
                usual += first / samples
            values[m] += (prospects[seat] - first) / samples
            squares[m] += (prospects[seat] - first) ** 2 / samples
    for m in range(n):
        doubt = (max(0.0, squares[m] - values[m] ** 2) / samples) ** 0.5
        values[m] += usual - doubt
    return n


def judge(states: States, tables: States, i: int, values: Numbers) -> None:
    """Every seat's prospects."""
    judgement.outlook(states[i], tables[0], values)


def greedy_move(states: States, tables: States, i: int, seed: int, samples: int, room: Room) -> int:
    """The move that leads to the best prospects by the end of the own turn."""
    seat = rules.actor(states[i])
    n = weigh_turn(states, tables, i, seat, seed, samples, False, room)
    best = 0
    for m in range(1, n):
        if room.values[m] > room.values[best]:
            best = m
    return int(room.moves[best])
