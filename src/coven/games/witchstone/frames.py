"""Decisions within each other, and what waits in them: see coven/core/stack.py.

An action pushes the actions it sets off; the frame on top is done first (WS-T2, WS-T7).
"""

from coven.core import stack
from coven.core.fields import Row
from coven.core.rule import rule
from coven.games.witchstone import moves
from coven.games.witchstone.state import SPACES, WAITING, C, State, Tables, W


@rule
def pop(s: State) -> None:
    """The innermost decision is done, and nothing waits in it any more."""
    d = int(s.depth) - 1
    for i in range(WAITING):
        s.frame_waiting[d, i] = 0
    stack.pop(s)


@rule
def gain(s: State, seat: int, symbol: int, number: int) -> None:
    """Actions set off within another: E, W, P and C join the action of their type that is being done (WS-T7)."""
    d = int(s.depth) - 1
    if s.frame_kind[d] == symbol and symbol <= C:  # the joining types are the first four
        s.frame_pool[d] += number
        s.frame_phase[d] = 0
    else:
        stack.push(s, symbol, seat, number)


@rule
def tokens_wait(s: State, d: int) -> bool:
    """Whether a token won in this action is still to be used (WS-W8, WS-C7)."""
    kind = int(s.frame_kind[d])
    if kind != W and kind != C:
        return False
    for i in range(8):
        if s.frame_waiting[d, i] != 0:
            return True
    return False


@rule
def spell_fits(s: State, t: Tables, seat: int, symbol: int) -> bool:
    """Whether the seat holds a reinforcement that can be added to this type (WS-R4)."""
    single = int(t.spell_any)
    double = int(t.spell_of[symbol])
    return (single >= 0 and s.scrolls[seat, single] > 0) or (double >= 0 and s.scrolls[seat, double] > 0)


@rule
def list_shorter(s: State, spaces: int, out: Row, n: int) -> int:
    """A marker's moves that are shorter than the whole one, none at all among them (WS-T4); by version 1 none."""
    if s.version >= 2:
        for shorter in range(min(spaces, SPACES)):
            out[n] = moves.MOVE + shorter
            n += 1
    return n
