"""Templates of the compiled doors between Python and a game's rules (see `rule.instantiate`).

Every function takes arrays of states and tables and an index: a call with an array costs a fraction of one with a
record. `rules` are those of the game; `MOST` is the most moves a position can offer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coven.core.chance import CHANCE_STREAM, GAME_STREAM, PLAYER_STREAM, below, seed_from
from coven.core.lists import find
from coven.core.seats import CHANCE
from coven.core.state import Numbers, States

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import MOST, rules


class Deal(NamedTuple):
    """What many games are dealt by: game number n is the same whatever else is played with it."""

    players: int
    options: Numbers
    seed: int


def who(states: States, i: int) -> int:
    """The seat to act, -1 for chance, -2 when the game is over."""
    return rules.actor(states[i])


def start(states: States, tables: States, i: int, players: int, options: Numbers) -> None:
    """Set up a game in a zeroed state."""
    rules.begin(states[i], tables[0], players, options)


def list_legal(states: States, tables: States, i: int, out: Numbers) -> int:
    """The legal moves of the seat to act."""
    return rules.legal(states[i], tables[0], out)


def list_chances(states: States, tables: States, i: int, out: Numbers, weights: Numbers) -> int:
    """The outcomes chance decides between."""
    return rules.chances(states[i], tables[0], out, weights)


def _offered(s: Any, t: Any, move: int, out: Numbers, weights: Numbers) -> bool:
    """Whether the move is among those that can be made now."""
    who = rules.actor(s)
    if who < CHANCE:
        return False
    n = rules.chances(s, t, out, weights) if who == CHANCE else rules.legal(s, t, out)
    return find(out, n, move) >= 0


def play(
    states: States, tables: States, i: int, move: int, out: Numbers, weights: Numbers, told: Numbers
) -> int:
    """One move or outcome, if it is offered: told gets who acts next. Returns -1 if it is refused, else 0.

    told[1] is the move as those see it who may not know it, told[2] the seats who may.
    """
    s = states[i]
    t = tables[0]
    if not _offered(s, t, move, out, weights):
        return -1
    told[1] = rules.veil(s, t, move)
    told[2] = rules.knowers(s, t, move)
    rules.apply(s, t, move)
    told[0] = rules.actor(s)
    return 0


def decide_chance(s: Any, t: Any, seed: int, ply: int, out: Numbers, weights: Numbers) -> int:
    """The outcome this seed gives at this point of the game."""
    n = rules.chances(s, t, out, weights)
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(seed, ply, CHANCE_STREAM, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return int(out[i])
    return int(out[n - 1])


def roll_on(
    states: States,
    tables: States,
    i: int,
    seed: int,
    ply: int,
    out: Numbers,
    weights: Numbers,
    told: Numbers,
) -> int:
    """Resolve chance from the seed until a player is asked.

    told[0] gets who acts next, then three numbers an outcome: the move, the move veiled, the seats who may know it.
    Returns the number of outcomes.
    """
    s = states[i]
    t = tables[0]
    n = 0
    while rules.actor(s) == CHANCE:
        move = decide_chance(s, t, seed, ply + n, out, weights)
        told[1 + 3 * n] = move
        told[2 + 3 * n] = rules.veil(s, t, move)
        told[3 + 3 * n] = rules.knowers(s, t, move)
        rules.apply(s, t, move)
        n += 1
    told[0] = rules.actor(s)
    return n


def play_on(
    states: States,
    tables: States,
    i: int,
    move: int,
    seed: int,
    ply: int,
    out: Numbers,
    weights: Numbers,
    told: Numbers,
) -> int:
    """One player's move, if it is legal, then chance from the seed. Returns -1 or the number of outcomes."""
    if not _offered(states[i], tables[0], move, out, weights):
        return -1
    rules.apply(states[i], tables[0], move)
    return roll_on(states, tables, i, seed, ply + 1, out, weights, told)


def who_won(states: States, tables: States, i: int) -> int:
    """The winning seats as bits."""
    return rules.winners(states[i], tables[0])


def turn(states: States, i: int) -> int:
    """A number that changes when the turn does."""
    return rules.turn_mark(states[i])


def hide(states: States, tables: States, i: int, seat: int) -> None:
    """Redact in place."""
    rules.redact(states[i], tables[0], seat)


def fill(states: States, tables: States, i: int, seat: int, seed: int) -> None:
    """Fill in hidden facts in place."""
    rules.imagine(states[i], tables[0], seat, seed)


def end_worth(states: States, tables: States, i: int, seat: int, category: int) -> int:
    """What the end would add now."""
    return rules.tally(states[i], tables[0], seat, category)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of many."""
    return seed_from(seed, number, GAME_STREAM)


def random_games(
    tables: States,
    states: States,
    results: Numbers,
    players: int,
    options: Numbers,
    seed: int,
    first_game: int,
) -> tuple[int, int]:
    """Play whole games of random moves, one a row of states; returns the decisions and chance outcomes made.

    Game number first_game + i is the same whatever else is played with it. Row i of results gets the winners.
    """
    out = np.zeros(MOST, np.int32)
    weights = np.zeros(MOST, np.int32)
    t = tables[0]
    decisions = 0
    outcomes = 0
    for i in range(states.shape[0]):
        s = states[i]
        key = game_seed(seed, first_game + i)
        rules.begin(s, t, players, options)
        ply = 0
        who = rules.actor(s)
        while who >= CHANCE:
            if who == CHANCE:
                move = decide_chance(s, t, key, ply, out, weights)
                outcomes += 1
            else:
                n = rules.sketch(s, t, out)
                move = rules.nth(s, t, out, n, below(key, ply, PLAYER_STREAM, n))
                decisions += 1
            rules.apply(s, t, move)
            ply += 1
            who = rules.actor(s)
        results[i] = rules.winners(s, t)
    return decisions, outcomes


def inspect(states: States, tables: States, i: int) -> int:
    """Broken invariants as bits."""
    return rules.faults(states[i], tables[0])


def _sound_list(out: Numbers, n: int) -> bool:
    """A legal list has something in it, rising and without doubles."""
    for i in range(1, n):
        if out[i] <= out[i - 1]:
            return False
    return n > 0


def checked_games(
    tables: States,
    states: States,
    players: int,
    options: Numbers,
    seed: int,
    first_game: int,
    report: Numbers,
) -> int:
    """Random games like `random_games`, every position checked: returns how many positions were sound.

    At the first that is not, report gets the game, the action and the faults (-1: an unsound list of moves).
    report[3] is the deepest stack of decisions seen.
    """
    out = np.zeros(MOST, np.int32)
    weights = np.zeros(MOST, np.int32)
    t = tables[0]
    sound = 0
    for i in range(states.shape[0]):
        s = states[i]
        key = game_seed(seed, first_game + i)
        rules.begin(s, t, players, options)
        ply = 0
        who = rules.actor(s)
        while who >= CHANCE:
            n = rules.chances(s, t, out, weights) if who == CHANCE else rules.legal(s, t, out)
            broken = rules.faults(s, t) if _sound_list(out, n) else -1
            if broken != 0:
                report[0], report[1], report[2] = first_game + i, ply, broken
                return sound
            sound += 1
            report[3] = max(report[3], int(s.depth))
            if who == CHANCE:
                move = decide_chance(s, t, key, ply, out, weights)
            else:
                move = int(out[below(key, ply, PLAYER_STREAM, n)])
            rules.apply(s, t, move)
            ply += 1
            who = rules.actor(s)
        broken = rules.faults(s, t)
        if broken != 0:
            report[0], report[1], report[2] = first_game + i, ply, broken
            return sound
        sound += 1
    return sound


def perft(states: States, tables: States, depth: int, row: int, outs: Numbers, weights: Numbers) -> int:
    """Leaves of the tree of moves and outcomes below states[row]; the rows behind it and outs are scratch.

    Outcomes count once each, whatever their weight.
    """
    s = states[row]
    t = tables[0]
    who = rules.actor(s)
    if depth == 0 or who < CHANCE:
        return 1
    n = rules.chances(s, t, outs[row], weights) if who == CHANCE else rules.legal(s, t, outs[row])
    if depth == 1:
        return n
    leaves = 0
    for i in range(n):
        states[row + 1] = states[row]
        rules.apply(states[row + 1], t, int(outs[row, i]))
        leaves += perft(states, tables, depth - 1, row + 1, outs, weights)
    return leaves
