"""Templates of the environments' loops, compiled per game (see `rule.instantiate`) for the CPU and for CUDA kernels.

States are read through views of the same memory as plain numbers, so that tables say what to read (env/observation.py)
and nothing here knows a game's fields. There are two, made from the same planes: items are stretches, of which a CPU
writes those that changed; cells are single values, which the lanes of a warp write side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.core.chance import ACTION_STREAM, below
from coven.core.lists import find
from coven.core.loops import Deal
from coven.core.seats import CHANCE, SEATS
from coven.core.state import Numbers, States
from coven.env.groups import (
    BatchTerms,
    Cells,
    Games,
    Offers,
    Pays,
    Plan,
    Screen,
    StepResult,
    Viewpoint,
    Views,
)

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
    views: Views, viewpoint: Viewpoint, plan: Plan, first: int, last: int, out: Numbers, row: int
) -> None:
    """The plan's items which[first:last] of the observation of one state into out[row].

    The state holds only what the observer may know. This is one long function because a call that hands on the arrays
    costs more than writing an item does. Unsigned indices can't wrap around, so the plain loops become vector code.
    """
    ones, twos, fours, eights = views
    players, depth, observer = viewpoint
    items, scales, which = plan
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
                out[line, begin_at + j] = np.float32(ones[0, source + j]) * scale
            continue
        for j in range(numbers):
            number = 0
            if kind == SELF:
                number = observer
            elif size == 1:
                number = int(ones[0, at + j])
            elif size == 2:
                number = int(twos[0, (at >> 1) + j])
            elif size == 4:
                number = int(fours[0, (at >> 2) + j])
            else:
                number = int(eights[0, (at >> 3) + j])
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


def write_values(
    views: Views, i: int, depth: int, observer: int, plan: Cells, out: Numbers, lane: int, lanes: int
) -> None:
    """The whole observation of state i into out[i], value by value: each says for itself where it comes from.

    The lanes of a warp write neighbouring values at the same time. The state holds only what the observer may know.
    """
    ones, twos, fours, eights = views
    cells, scales = plan
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
        out[i, to] = value


def observe_row(states: States, views: Views, i: int, observer: int, plan: Cells, out: Numbers) -> None:
    """The observation of one state, which holds only what the observer may know."""
    write_values(views, i, int(states[i].depth), observer, plan, out, 0, 1)


def changed_items(
    words: Numbers, before: Numbers, viewpoint: Viewpoint, old_depth: int, items: Numbers, which: Numbers
) -> int:
    """The items in which a state differs from what the same observer saw before, into which; returns how many."""
    players, depth, observer = viewpoint
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
                differs = bool(words[w] != before[w])
                w += 1
        if differs:
            which[n] = k
            n += 1
    return n


def pay(states: States, tables: States, i: int, pays: Pays, reward: Numbers) -> None:
    """What each seat gets at the end of game i into reward[i]."""
    how, together, scale, full_grade = pays
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
        reward[i, seat] = np.float32(paid)


def settle_chance(s: Any, t: Any, key: int, ply: int, out: Numbers, weights: Numbers) -> int:
    """Resolve chance from the seed until a player is asked or the game is over; returns the action reached."""
    while rules.actor(s) == CHANCE:
        rules.apply(s, t, decide_chance(s, t, key, ply, out, weights))
        ply += 1
    return ply


def open_game(games: Games, i: int, deal: Deal, key: int, out: Numbers, weights: Numbers) -> None:
    """A new game in row i, whatever was there."""
    for w in range(games.words.shape[1]):
        games.words[i, w] = 0
    s = games.states[i]
    rules.begin(s, games.tables[0], deal.players, deal.options)
    games.ply[i] = settle_chance(s, games.tables[0], key, 0, out, weights)


def go_on(
    games: Games, i: int, move: int, terms: BatchTerms, told: StepResult, out: Numbers, weights: Numbers
) -> None:
    """A move in game i, chance after it, and the next game of the row if that ended it.

    Row i plays the games numbered i, i + n, i + 2n, ... of the seed, whichever ends first. What is told is of the game
    the move was made in.
    """
    s = games.states[i]
    t = games.tables[0]
    seed = terms.deal.seed
    rules.apply(s, t, move)
    games.ply[i] = settle_chance(s, t, game_seed(seed, games.number[i]), games.ply[i] + 1, out, weights)
    for seat in range(SEATS):
        told.score[i, seat] = s.score[seat]
    over = rules.actor(s) < CHANCE
    told.done[i] = over
    if over:
        pay(games.states, games.tables, i, terms.pays, told.reward)
        games.number[i] += games.states.shape[0]
        open_game(games, i, terms.deal, game_seed(seed, games.number[i]), out, weights)
    else:
        for seat in range(SEATS):
            told.reward[i, seat] = np.float32(0)


def first_illegal(offers: Offers, actions: Numbers) -> int:
    """The first row whose action is not legal, or -1."""
    for i in range(offers.counts.shape[0]):
        if find(offers.moves[i], offers.counts[i], actions[i]) < 0:
            return i
    return -1


def show_rows(games: Games, lo: int, hi: int, screen: Screen, whole: bool) -> None:
    """List the moves of rows lo to hi - 1 and write their masks, observations and actors.

    The masks must be clear. Without `whole` only what changed since a row was last seen is written. All is taken out of
    its group before the loop: in the loop Numba would count references to every array.
    """
    states, tables = games.states, games.tables
    plan, memory, offers, shown = screen
    items, which = plan.items, plan.which
    seen, depths = memory.seen, memory.depth
    fresh, views = memory.copy
    eights = views.eights
    moves, counts = offers
    observation, mask, actor = shown
    for i in range(lo, hi):
        seat = rules.actor(states[i])
        n = rules.legal(states[i], tables[0], moves[i])
        counts[i] = n
        for j in range(n):
            mask[i, moves[i, j]] = 1
        fresh[0] = states[i]
        rules.redact(fresh[0], tables[0], seat)
        viewpoint = Viewpoint(int(fresh[0].players), int(fresh[0].depth), seat)
        first = 0
        last = items.shape[0]
        if not whole and seat == actor[i]:
            # the second half of which is for lists like this one, the first holds every item
            first = last
            last += changed_items(eights[0], seen[i], viewpoint, depths[i], items, which[first:])
        write_items(views, viewpoint, plan, first, last, observation, i)
        for w in range(seen.shape[1]):
            seen[i, w] = eights[0, w]
        depths[i] = viewpoint.depth
        actor[i] = seat


def open_rows(games: Games, lo: int, hi: int, deal: Deal, told: StepResult, screen: Screen) -> None:
    """Begin the games of rows lo to hi - 1, each the one its number says."""
    for i in range(lo, hi):
        key = game_seed(deal.seed, games.number[i])
        open_game(games, i, deal, key, screen.offers.moves[i], screen.memory.weights)
        told.done[i] = False
        for seat in range(SEATS):
            told.reward[i, seat] = np.float32(0)
            told.score[i, seat] = games.states[i].score[seat]
    show_rows(games, lo, hi, screen, True)


def step_rows(
    games: Games, lo: int, hi: int, actions: Numbers, terms: BatchTerms, told: StepResult, screen: Screen
) -> None:
    """One action in each of the rows lo to hi - 1."""
    moves, counts = screen.offers
    mask = screen.shown.mask
    weights = screen.memory.weights
    for i in range(lo, hi):
        for j in range(counts[i]):
            mask[i, moves[i, j]] = 0
        go_on(games, i, int(actions[i]), terms, told, moves[i], weights)
    show_rows(games, lo, hi, screen, False)


def pick(offers: Offers, seed: int, step: int, i: int) -> int:
    """A legal action of row i, each as likely as the others."""
    n = offers.counts.shape[0]
    return int(offers.moves[i, below(seed, step * n + i, ACTION_STREAM, int(offers.counts[i]))])


def sample_rows(offers: Offers, seed: int, step: int, out: Numbers) -> None:
    """A legal action for each row."""
    for i in range(offers.counts.shape[0]):
        out[i] = pick(offers, seed, step, i)
