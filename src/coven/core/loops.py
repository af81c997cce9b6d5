"""Templates of the compiled doors between Python and a game's rules (see `rule.instantiate`).

Every function takes arrays of states and tables and an index: a call with an array costs a fraction of one with a
record. The globals `actor`, `begin`, `legal`, `sketch`, `nth`, `apply`, `chances`, `winners`, `redact`, `imagine`,
`veil`, `knowers`, `faults` and `tally` are those of the game; `MOST` is the most moves a position can offer.
"""

import numpy as np

from coven.core.chance import below, word

ACTOR_CHANCE = -1
CHANCE_STREAM = 0
PLAYER_STREAM = 1


def who(states, i):
    """The seat to act, -1 for chance, -2 when the game is over."""
    return actor(states[i])  # noqa: F821


def start(states, tables, i, players, options):
    """Set up a game in a zeroed state."""
    begin(states[i], tables[0], players, options)  # noqa: F821


def list_legal(states, tables, i, out):
    """The legal moves of the seat to act."""
    return legal(states[i], tables[0], out)  # noqa: F821


def list_chances(states, tables, i, out, weights):
    """The outcomes chance decides between."""
    return chances(states[i], tables[0], out, weights)  # noqa: F821


def _offered(s, t, move, out, weights):
    """Whether the move is among those that can be made now."""
    who = actor(s)  # noqa: F821
    if who < ACTOR_CHANCE:
        return False
    n = chances(s, t, out, weights) if who == ACTOR_CHANCE else legal(s, t, out)  # noqa: F821
    low = 0
    while low < n:
        middle = (low + n) // 2
        if out[middle] < move:
            low = middle + 1
        elif out[middle] > move:
            n = middle
        else:
            return True
    return False


def play(states, tables, i, move, out, weights, told):
    """One move or outcome, if it is offered: told gets who acts next. Returns -1 if it is refused, else 0.

    told[1] is the move as those see it who may not know it, told[2] the seats who may.
    """
    s = states[i]
    t = tables[0]
    if not _offered(s, t, move, out, weights):
        return -1
    told[1] = veil(s, t, move)  # noqa: F821
    told[2] = knowers(s, t, move)  # noqa: F821
    apply(s, t, move)  # noqa: F821
    told[0] = actor(s)  # noqa: F821
    return 0


def decide_chance(s, t, seed, ply, out, weights):
    """The outcome this seed gives at this point of the game."""
    n = chances(s, t, out, weights)  # noqa: F821
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(seed, ply, CHANCE_STREAM, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return int(out[i])
    return int(out[n - 1])


def roll_on(states, tables, i, seed, ply, out, weights, told):
    """Resolve chance from the seed until a player is asked.

    told[0] gets who acts next, then three numbers an outcome: the move, the move veiled, the seats who may know it.
    Returns the number of outcomes.
    """
    s = states[i]
    t = tables[0]
    n = 0
    while actor(s) == ACTOR_CHANCE:  # noqa: F821
        move = decide_chance(s, t, seed, ply + n, out, weights)
        told[1 + 3 * n] = move
        told[2 + 3 * n] = veil(s, t, move)  # noqa: F821
        told[3 + 3 * n] = knowers(s, t, move)  # noqa: F821
        apply(s, t, move)  # noqa: F821
        n += 1
    told[0] = actor(s)  # noqa: F821
    return n


def play_on(states, tables, i, move, seed, ply, out, weights, told):
    """One player's move, if it is legal, then chance from the seed. Returns -1 or the number of outcomes."""
    if not _offered(states[i], tables[0], move, out, weights):
        return -1
    apply(states[i], tables[0], move)  # noqa: F821
    return roll_on(states, tables, i, seed, ply + 1, out, weights, told)


def who_won(states, tables, i):
    """The winning seats as bits."""
    return winners(states[i], tables[0])  # noqa: F821


def hide(states, tables, i, seat):
    """Redact in place."""
    redact(states[i], tables[0], seat)  # noqa: F821


def fill(states, tables, i, seat, seed):
    """Fill in hidden facts in place."""
    imagine(states[i], tables[0], seat, seed)  # noqa: F821


def end_worth(states, tables, i, seat, category):
    """What the end would add now."""
    return tally(states[i], tables[0], seat, category)  # noqa: F821


def game_seed(seed, number):
    """The seed of one game of many."""
    return word(seed, number, 2) | (word(seed, number, 3) >> 1) << 32


def random_games(tables, states, results, players, options, seed, first_game):
    """Play whole games of random moves, one a row of states; returns the decisions and chance outcomes made.

    Game number first_game + i is the same whatever else is played with it. Row i of results gets the winners.
    """
    out = np.zeros(MOST, np.int32)  # noqa: F821
    weights = np.zeros(MOST, np.int32)  # noqa: F821
    t = tables[0]
    decisions = 0
    outcomes = 0
    for i in range(states.shape[0]):
        s = states[i]
        key = game_seed(seed, first_game + i)
        begin(s, t, players, options)  # noqa: F821
        ply = 0
        who = actor(s)  # noqa: F821
        while who >= ACTOR_CHANCE:
            if who == ACTOR_CHANCE:
                move = decide_chance(s, t, key, ply, out, weights)
                outcomes += 1
            else:
                n = sketch(s, t, out)  # noqa: F821
                move = nth(s, t, out, n, below(key, ply, PLAYER_STREAM, n))  # noqa: F821
                decisions += 1
            apply(s, t, move)  # noqa: F821
            ply += 1
            who = actor(s)  # noqa: F821
        results[i] = winners(s, t)  # noqa: F821
    return decisions, outcomes


def inspect(states, tables, i):
    """Broken invariants as bits."""
    return faults(states[i], tables[0])  # noqa: F821


def _sound_list(out, n):
    """A legal list has something in it, rising and without doubles."""
    for i in range(1, n):
        if out[i] <= out[i - 1]:
            return False
    return n > 0


def checked_games(tables, states, players, options, seed, first_game, report):
    """Random games like `random_games`, every position checked: returns how many positions were sound.

    At the first that is not, report gets the game, the action and the faults (-1: an unsound list of moves).
    report[3] is the deepest stack of decisions seen.
    """
    out = np.zeros(MOST, np.int32)  # noqa: F821
    weights = np.zeros(MOST, np.int32)  # noqa: F821
    t = tables[0]
    sound = 0
    for i in range(states.shape[0]):
        s = states[i]
        key = game_seed(seed, first_game + i)
        begin(s, t, players, options)  # noqa: F821
        ply = 0
        who = actor(s)  # noqa: F821
        while who >= ACTOR_CHANCE:
            n = chances(s, t, out, weights) if who == ACTOR_CHANCE else legal(s, t, out)  # noqa: F821
            broken = faults(s, t) if _sound_list(out, n) else -1  # noqa: F821
            if broken != 0:
                report[0], report[1], report[2] = first_game + i, ply, broken
                return sound
            sound += 1
            report[3] = max(report[3], int(s.depth))
            if who == ACTOR_CHANCE:
                move = decide_chance(s, t, key, ply, out, weights)
            else:
                move = int(out[below(key, ply, PLAYER_STREAM, n)])
            apply(s, t, move)  # noqa: F821
            ply += 1
            who = actor(s)  # noqa: F821
        broken = faults(s, t)  # noqa: F821
        if broken != 0:
            report[0], report[1], report[2] = first_game + i, ply, broken
            return sound
        sound += 1
    return sound


def perft(states, tables, depth, row, outs, weights):
    """Leaves of the tree of moves and outcomes below states[row]; the rows behind it and outs are scratch.

    Outcomes count once each, whatever their weight.
    """
    s = states[row]
    t = tables[0]
    who = actor(s)  # noqa: F821
    if depth == 0 or who < ACTOR_CHANCE:
        return 1
    n = chances(s, t, outs[row], weights) if who == ACTOR_CHANCE else legal(s, t, outs[row])  # noqa: F821
    if depth == 1:
        return n
    leaves = 0
    for i in range(n):
        states[row + 1] = states[row]
        apply(states[row + 1], t, int(outs[row, i]))  # noqa: F821
        leaves += perft(states, tables, depth - 1, row + 1, outs, weights)
    return leaves
