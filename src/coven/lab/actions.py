"""Templates of the laboratory's single actions, compiled into every loop that names them, on a CPU or a GPU.

A call an action would cost a fifth of the speed, so they are inlined (see compiled.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from coven.core.chance import PLAYER_STREAM, below
from coven.core.seats import CHANCE, SEATS
from coven.core.state import Numbers

if TYPE_CHECKING:  # bound when this is compiled
    from coven.bots.policies import light_move
    from coven.core.interface import rules
    from coven.core.loops import decide_chance
    from coven.core.statistic import COUNTED, statistics

# What a seat plays by.
RANDOM, LIGHT, GREEDY = range(3)

# Every row begins with these facts of the game; what statistics note follows.
SCORE = 0
WINNERS, DECISIONS, OUTCOMES, TURNS, ENDING, STARTER, FACTS = range(SEATS, SEATS + 7)


class Seating(NamedTuple):
    """Who plays by what. With rotate, seat j of game number n plays by policies[(j + n) % players]."""

    policies: Numbers
    rotate: int


class Draw(NamedTuple):
    """Which luck an action has."""

    key: int  # the seed of its game
    ply: int


class Lists(NamedTuple):
    """Room for what the rules list."""

    out: Numbers
    weights: Numbers


class Count(NamedTuple):
    """What was counted of a game."""

    actions: int
    decisions: int
    turns: int


def quick_move(s: Any, t: Any, policy: int, draw: Draw, lists: Lists) -> int:
    """The move of a random or light seat; a random one needs no list of hundreds."""
    if policy == LIGHT:
        return light_move(s, t, draw.key, draw.ply, lists.out, lists.weights)
    n = rules.sketch(s, t, lists.out)
    return rules.nth(s, t, lists.out, n, below(draw.key, draw.ply, PLAYER_STREAM, n))


def open_game(s: Any, t: Any, players: int, options: Numbers) -> int:
    """Set up the table in a zeroed state; returns who acts."""
    rules.begin(s, t, players, options)
    return rules.actor(s)


def act(
    s: Any, t: Any, who: int, policy: int, draw: Draw, lists: Lists, notes: Numbers, watching: int
) -> int:
    """One action, of chance or of a seat; returns who acts next."""
    if who == CHANCE:
        move = decide_chance(s, t, draw.key, draw.ply, lists.out, lists.weights)
    else:
        move = quick_move(s, t, policy, draw, lists)
    if watching:
        statistics.watch(s, t, who, move, notes)
    rules.apply(s, t, move)
    return rules.actor(s)


def turn_begun(s: Any, mark: int) -> bool:
    """Whether a seat is asked in another turn than the one with this mark, where that is counted."""
    return COUNTED and rules.turn_mark(s) != mark


def no_turns(s: Any, t: Any) -> int:
    """For statistics that don't know the turns: they are counted."""
    return 0


def close_game(s: Any, t: Any, count: Count, row: Numbers, notes: Numbers, watching: int) -> None:
    """Write down the facts of a finished game."""
    for seat in range(SEATS):
        row[SCORE + seat] = s.score[seat]
    row[WINNERS] = rules.winners(s, t)
    row[DECISIONS] = count.decisions
    row[OUTCOMES] = count.actions - count.decisions
    row[TURNS] = count.turns if COUNTED else statistics.turns(s, t)
    row[ENDING] = statistics.ending(s)
    row[STARTER] = s.first
    if watching:
        statistics.watch_end(s, t, notes)


INLINED = (quick_move, open_game, act, turn_begun, close_game)
