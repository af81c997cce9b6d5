"""Chance: what may turn up, how likely it is, and what then happens.

Piles are multisets: what nobody knows is not in the state until it is drawn.
"""

from coven.core.fields import Row
from coven.core.rule import rule
from coven.games.witchstone import moves
from coven.games.witchstone.frames import pop
from coven.games.witchstone.state import (
    CHANCE_DEAL,
    CHANCE_FIRST,
    CHANCE_SCROLL,
    CHANCE_SPECIAL,
    CHANCE_TOKEN,
    PAIRS,
    SCROLLS,
    TOKENS,
    State,
)


@rule
def list_outcomes(s: State, out: Row, weights: Row) -> int:
    """The outcomes of the chance frame on top, each with its weight; returns how many."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    n = 0
    if kind == CHANCE_FIRST:
        for seat in range(int(s.players)):
            out[n] = moves.FIRST + seat
            weights[n] = 1
            n += 1
    elif kind == CHANCE_TOKEN:
        for token in range(TOKENS):
            if s.bag[token] > 0:
                out[n] = moves.FIND + token
                weights[n] = s.bag[token]
                n += 1
    elif kind == CHANCE_SCROLL:
        for scroll in range(SCROLLS):
            if s.scroll_pile[scroll] > 0:
                out[n] = moves.REVEAL + scroll
                weights[n] = s.scroll_pile[scroll]
                n += 1
    elif kind == CHANCE_SPECIAL:
        for pair in range(PAIRS):
            if s.special_pile[pair] > 0:
                out[n] = moves.SPECIAL_TILE + pair
                weights[n] = s.special_pile[pair]
                n += 1
    else:
        unseen = int(s.unseen[int(s.frame_pool[d])])
        for pair in range(PAIRS):
            if unseen >> pair & 1:
                out[n] = moves.DEAL + pair
                weights[n] = 1
                n += 1
    return n


@rule
def happen(s: State, move: int) -> None:
    """Apply an outcome of the chance frame on top."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    where = int(s.frame_pool[d])
    pop(s)
    if kind == CHANCE_FIRST:
        s.first = move - moves.FIRST
    elif kind == CHANCE_TOKEN:
        s.bag[move - moves.FIND] -= 1
        s.token_at[where] = move - moves.FIND
    elif kind == CHANCE_SCROLL:
        s.scroll_pile[move - moves.REVEAL] -= 1
        s.display[where] = move - moves.REVEAL
    elif kind == CHANCE_SPECIAL:
        s.special_pile[move - moves.SPECIAL_TILE] -= 1
        s.special_at[where] = move - moves.SPECIAL_TILE
    elif kind == CHANCE_DEAL:
        tile = 1 << (move - moves.DEAL)
        s.unseen[where] &= ~tile
        s.hand[where] |= tile
        s.supply[where] -= 1
