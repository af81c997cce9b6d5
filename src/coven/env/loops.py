"""Templates of the environments' loops, compiled per game (see `rule.instantiate`) for the CPU and for CUDA kernels.

States are read through four views of the same memory, as numbers of 1, 2, 4 and 8 bytes (`ones`, `twos`, `fours`,
`eights`), so that tables say what to read (env/observation.py) and nothing here knows a game's fields. There are two,
made from the same planes: items are stretches, of which a CPU writes those that changed; cells are single values, which
the lanes of a warp write side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coven.core.chance import ACTION_STREAM, below
from coven.core.lists import find
from coven.core.seats import CHANCE, SEATS

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import rules
    from coven.core.loops import decide_chance, game_seed


# Columns of an item, and the kinds of plane.
KIND, OFFSET, BYTES, NUMBERS, WIDTH, OF, SHARE, WHICH, TO, LOW = range(10)
COUNT, BITS, CHOICE, SEAT_CHOICE, SEAT_BITS, SELF = range(6)
TABLE, SEAT, FRAME = range(3)

# Rows of the cells, a column a value: how it is made, from which byte, with what; of a frame, the bytes of each and
# how many there must be.
HOW, AT, ARG, EACH, LEAST = range(5)
NOTHING, ALWAYS, NUMBER, BIT, IS = range(5)
FRAMED = 8  # added to how, if the byte is counted from the frame asked

# What a reward pays by.
WIN, SCORE = range(2)


def write_items(
    ones, twos, fours, eights, i, players, depth, observer, items, scales, which, first, last, out, row
):  # fmt: skip
    """The items which[first:last] of the observation of state i into out[row].

    The state holds only what the observer may know. This is one long function because a call that hands on the arrays
    costs more than writing an item does. Unsigned indices can't wrap around, so the plain loops become vector code.
    """
    line = np.int64(row)
    for q in range(first, last):
        k = which[q]
        kind = items[k, KIND]
        size = items[k, BYTES]
        numbers = items[k, NUMBERS]
        width = items[k, WIDTH]
        to = items[k, TO]
        of = items[k, OF]
        share = items[k, WHICH]
        at = items[k, OFFSET]
        absent = False
        if of == SEAT:
            absent = share >= players
            seat = observer + share
            if seat >= players:
                seat -= players
            at += seat * items[k, SHARE]
        elif of == FRAME:
            absent = share >= depth
            at += (depth - 1 - share) * items[k, SHARE]
        if absent or kind == CHOICE or kind == SEAT_CHOICE or kind == SELF:
            begin_at = np.uint64(to)
            for j in range(np.uint64(numbers * width)):
                out[line, begin_at + j] = np.float32(0)
            if absent:
                continue
        if kind == COUNT and size == 1:
            scale = scales[k]
            source = np.uint64(at)
            begin_at = np.uint64(to)
            for j in range(np.uint64(numbers)):
                out[line, begin_at + j] = np.float32(ones[i, source + j]) * scale
            continue
        for j in range(numbers):
            number = 0
            if kind == SELF:
                number = observer
            elif size == 1:
                number = int(ones[i, at + j])
            elif size == 2:
                number = int(twos[i, (at >> 1) + j])
            elif size == 4:
                number = int(fours[i, (at >> 2) + j])
            else:
                number = int(eights[i, (at >> 3) + j])
            base = to + j * width
            if kind == BITS or kind == SEAT_BITS:
                if kind == SEAT_BITS:  # counted from the observer
                    number &= (1 << players) - 1
                    number = (number >> observer | number << (players - observer)) & ((1 << players) - 1)
                begin_at = np.uint64(base)
                for b in range(np.uint64(width)):
                    out[line, begin_at + b] = np.float32(1) if (number >> np.int64(b)) & 1 else np.float32(0)
            elif kind == COUNT:
                out[line, base] = np.float32(number) * scales[k]
            else:
                number -= items[k, LOW]
                if kind == SEAT_CHOICE and number >= 0:
                    number -= observer
                    if number < 0:
                        number += players
                if 0 <= number < width:
                    out[line, base + number] = np.float32(1)


def write_values(ones, twos, fours, eights, i, depth, observer, cells, scales, out, row, lane, lanes):
    """The whole observation of state i into out[row], value by value: each says for itself where it comes from.

    The lanes of a warp write neighbouring values at the same time. The state holds only what the observer may know.
    """
    for j in range(lane, out.shape[1], lanes):
        to = np.uint64(j)
        how = int(cells[observer, HOW, to])
        at = int(cells[observer, AT, to])
        arg = int(cells[observer, ARG, to])
        if how >= FRAMED:
            how -= FRAMED
            if depth < int(cells[observer, LEAST, to]):
                how = NOTHING
            else:
                at += depth * int(cells[observer, EACH, to])
        value = np.float32(0)
        if how == BIT:
            if (int(ones[i, np.uint64(at)]) >> arg) & 1:
                value = np.float32(1)
        elif how == IS:
            if int(ones[i, np.uint64(at)]) == arg:
                value = np.float32(1)
        elif how == NUMBER:
            number = 0
            if arg == 1:
                number = int(ones[i, np.uint64(at)])
            elif arg == 2:
                number = int(twos[i, np.uint64(at >> 1)])
            elif arg == 4:
                number = int(fours[i, np.uint64(at >> 2)])
            else:
                number = int(eights[i, np.uint64(at >> 3)])
            value = np.float32(number) * scales[to]
        elif how == ALWAYS:
            value = np.float32(1)
        out[row, to] = value


def observe_row(states, ones, twos, fours, eights, i, observer, cells, scales, out):
    """The observation of one state, which holds only what the observer may know."""
    write_values(
        ones, twos, fours, eights, i, int(states[i].depth), observer, cells, scales, out, i, 0, 1
    )  # fmt: skip


def changed_items(eights, seen, row, players, depth, old_depth, observer, items, which):
    """The items in which state 0 differs from seen[row] for the same observer, into which; returns how many."""
    n = 0
    for k in range(items.shape[0]):
        of = items[k, OF]
        share = items[k, WHICH]
        at = items[k, OFFSET]
        differs = False
        if of == SEAT:
            if share >= players:
                continue
            seat = observer + share
            if seat >= players:
                seat -= players
            at += seat * items[k, SHARE]
        elif of == FRAME:
            differs = depth != old_depth and (share < depth or share < old_depth)
            if share >= depth and not differs:
                continue
            at += (depth - 1 - share) * items[k, SHARE]
        if not differs and items[k, KIND] != SELF:
            w = at >> 3
            last = (at + items[k, BYTES] * items[k, NUMBERS] + 7) >> 3
            while w < last and not differs:
                differs = eights[0, w] != seen[row, w]
                w += 1
        if differs:
            which[n] = k
            n += 1
    return n


def pay(states, tables, i, how, together, scale, full_grade, reward, row):
    """What each seat gets at the end of game i into reward[row]."""
    s = states[i]
    players = int(s.players)
    bits = rules.winners(s, tables[0])
    won = 0
    total = 0
    for seat in range(players):
        won += bits >> seat & 1
        total += int(s.score[seat])
    for seat in range(SEATS):
        paid = 0.0
        if seat < players:
            if how == SCORE:
                own = int(s.score[seat])
                if together:
                    paid = total / players / scale
                elif players > 1:
                    paid = (own - (total - own) / (players - 1)) / scale
            elif won == 0:
                paid = -1.0
            elif together:
                paid = 0.5 if players == 1 and int(s.score[seat]) <= full_grade else 1.0
            elif won < players:
                paid = 1.0 / won if bits >> seat & 1 else -1.0 / (players - won)
        reward[row, seat] = np.float32(paid)


def settle_chance(s, t, key, ply, out, weights):
    """Resolve chance from the seed until a player is asked or the game is over; returns the action reached."""
    while rules.actor(s) == CHANCE:
        rules.apply(s, t, decide_chance(s, t, key, ply, out, weights))
        ply += 1
    return ply


def open_game(states, eights, tables, i, players, options, key, out, weights):
    """A new game in row i, whatever was there; returns the action reached."""
    for w in range(eights.shape[1]):
        eights[i, w] = 0
    s = states[i]
    rules.begin(s, tables[0], players, options)
    return settle_chance(s, tables[0], key, 0, out, weights)


def go_on(
    states,
    eights,
    tables,
    i,
    move,
    seed,
    number,
    ply,
    players,
    options,
    pays,
    reward,
    score,
    done,
    out,
    weights,
):
    """A move in game i, chance after it, and the next game of the row if that ended it.

    Row i plays the games numbered i, i + n, i + 2n, ... of the seed, whichever ends first. pays holds how rewards
    are paid; reward, score and done are told of the game the move was made in.
    """
    s = states[i]
    t = tables[0]
    key = game_seed(seed, number[i])
    rules.apply(s, t, move)
    ply[i] = settle_chance(s, t, key, ply[i] + 1, out, weights)
    for seat in range(SEATS):
        score[i, seat] = s.score[seat]
    over = rules.actor(s) < CHANCE
    done[i] = over
    if over:
        pay(states, tables, i, pays[0], pays[1], pays[2], pays[3], reward, i)
        number[i] += states.shape[0]
        key = game_seed(seed, number[i])
        ply[i] = open_game(states, eights, tables, i, players, options, key, out, weights)
    else:
        for seat in range(SEATS):
            reward[i, seat] = np.float32(0)


def first_illegal(moves, counts, actions):
    """The first row whose action is not legal, or -1."""
    for i in range(counts.shape[0]):
        if find(moves[i], counts[i], actions[i]) < 0:
            return i
    return -1


def show_row(
    states, tables, i, fresh, ones, twos, fours, eights, seen, seen_depth, items, scales, which,
    moves, counts, observation, mask, who, whole,
):  # fmt: skip
    """List the moves of row i and write its mask, observation and actor; fresh is scratch of one state.

    The mask must be clear. Without `whole` only what changed since the row was last seen is written.
    """
    t = tables[0]
    seat = rules.actor(states[i])
    n = rules.legal(states[i], t, moves[i])
    counts[i] = n
    for j in range(n):
        mask[i, moves[i, j]] = 1
    fresh[0] = states[i]
    rules.redact(fresh[0], t, seat)
    players = int(fresh[0].players)
    depth = int(fresh[0].depth)
    first = 0
    last = items.shape[0]
    if not whole and seat == who[i]:
        # the second half of which is for lists like this one, the first holds every item
        first = last
        last += changed_items(eights, seen, i, players, depth, seen_depth[i], seat, items, which[first:])
    write_items(
        ones, twos, fours, eights, 0, players, depth, seat, items, scales, which, first, last, observation, i
    )  # fmt: skip
    for w in range(seen.shape[1]):
        seen[i, w] = eights[0, w]
    seen_depth[i] = depth
    who[i] = seat


def open_rows(
    states, all_eights, tables, lo, hi, seed, number, ply, players, options, reward, score, done, weights,
    fresh, ones, twos, fours, eights, seen, seen_depth, items, scales, which, moves, counts, observation, mask, who,
):  # fmt: skip
    """Begin the games of rows lo to hi - 1, each the one its number says."""
    for i in range(lo, hi):
        key = game_seed(seed, number[i])
        ply[i] = open_game(states, all_eights, tables, i, players, options, key, moves[i], weights)
        done[i] = False
        for seat in range(SEATS):
            reward[i, seat] = np.float32(0)
            score[i, seat] = states[i].score[seat]
        show_row(
            states, tables, i, fresh, ones, twos, fours, eights, seen, seen_depth, items, scales, which,
            moves, counts, observation, mask, who, True,
        )  # fmt: skip


def step_rows(
    states, all_eights, tables, lo, hi, actions, seed, number, ply, players, options, pays, reward, score, done,
    weights, fresh, ones, twos, fours, eights, seen, seen_depth, items, scales, which, moves, counts, observation, mask,
    who,
):  # fmt: skip
    """One action in each of the rows lo to hi - 1."""
    for i in range(lo, hi):
        for j in range(counts[i]):
            mask[i, moves[i, j]] = 0
        go_on(
            states, all_eights, tables, i, int(actions[i]), seed, number, ply, players, options, pays,
            reward, score, done, moves[i], weights,
        )  # fmt: skip
        show_row(
            states, tables, i, fresh, ones, twos, fours, eights, seen, seen_depth, items, scales, which,
            moves, counts, observation, mask, who, False,
        )  # fmt: skip


def pick(moves, counts, seed, step, i):
    """A legal action of row i, each as likely as the others."""
    return moves[i, below(seed, step * counts.shape[0] + i, ACTION_STREAM, int(counts[i]))]


def sample_rows(moves, counts, seed, step, out):
    """A legal action for each row."""
    for i in range(counts.shape[0]):
        out[i] = pick(moves, counts, seed, step, i)
