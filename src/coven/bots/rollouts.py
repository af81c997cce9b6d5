"""Templates of playing on to see what a move is worth, compiled per game (see `rule.instantiate`).

The moves that are compared meet the same worlds with the same luck, so that their difference says more than either.
Everyone plays by the network, or without one by inviting moves; after some turns the position is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coven.bots.network_search import Evaluator
from coven.bots.policies import Room, World
from coven.core.chance import WORLD_STREAM, seed_from
from coven.core.seats import CHANCE, SEATS
from coven.core.state import Numbers, States

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.network_search import foretell, look, weigh_best
    from coven.bots.policies import inviting_move, roll
    from coven.core.interface import judgement, rules

LONGEST_LINE = 4000  # actions; no game comes near, but a coach must never hang


def play_on(s: Any, t: Any, turns: int, world: World, asking: bool, evaluator: Evaluator, room: Room) -> bool:
    """So many turns, and on to the next choice; returns whether the network was shown that choice last."""
    out, weights = room.out, room.weights
    mark = rules.turn_mark(s)
    rolls = 0
    for _ in range(LONGEST_LINE):
        who = rules.actor(s)
        if who < CHANCE:
            return False
        now = rules.turn_mark(s)
        if now != mark:
            turns -= 1
            mark = now
        if who == CHANCE:
            move, rolls = roll(s, t, world, rolls, out, weights)
            rules.apply(s, t, move)
            continue
        n = rules.legal(s, t, out)
        if n == 1:
            rules.apply(s, t, int(out[0]))
            continue
        if asking:
            look(s, t, who, evaluator)
        if turns <= 0:
            return asking
        if asking:
            rules.apply(s, t, int(out[weigh_best(out, n, evaluator)]))
        else:
            rules.apply(s, t, inviting_move(s, t, out, weights))
    return False


def compare(
    states: States,
    tables: States,
    seat: int,
    seed: int,
    turns: int,
    moves: Numbers,
    first: int,
    settings: Numbers,
    evaluator: Evaluator,
    room: Room,
    prospects: Numbers,
    points: Numbers,
) -> None:
    """What moves of a seat's view, states[0], lead to in the same worlds: everyone's prospects[world, move, seat].

    The worlds are those numbered `first` and following.
    """
    t = tables[0]
    worlds = room.worlds
    worlds[0] = states[0]
    rules.redact(worlds[0], t, seat)
    players = int(worlds[0].players)
    asking = evaluator.layers.first.shape[0] > 0
    said = np.zeros(SEATS)
    s = worlds[2]
    for row in range(prospects.shape[0]):
        number = first + row
        key = seed_from(seed, number, WORLD_STREAM)
        worlds[1] = worlds[0]
        rules.imagine(worlds[1], t, seat, key)
        for m in range(len(moves)):
            worlds[2] = worlds[1]
            rules.apply(s, t, int(moves[m]))
            asked = play_on(s, t, turns, World(key ^ 1, seed, number), asking, evaluator, room)
            if asked:
                foretell(s, rules.actor(s), settings, evaluator, said)
            elif rules.actor(s) < CHANCE:
                share_out(s, t, evaluator, said)
            else:
                judgement.foresee(s, t, said)
            for other in range(players):
                prospects[row, m, other] = said[other]
                points[row, m, other] = evaluator.points[other] if asked else judgement.worth(s, t, other)


def share_out(s: Any, t: Any, evaluator: Evaluator, shares: Numbers) -> None:
    """Of a finished game, each seat's share of the win; together everyone has all of it."""
    won = rules.winners(s, t)
    players = int(s.players)
    count = 0
    for seat in range(players):
        count += won >> seat & 1
    for seat in range(players):
        if evaluator.terms[0] > 0.0:
            count = min(count, 1)
        shares[seat] = (won >> seat & 1) / max(1, count)
