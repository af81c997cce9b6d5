"""Chance: what may turn up, how likely it is, and what then happens."""

from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.games.witches import deck, moves, trouble
from coven.games.witches.frames import pop
from coven.games.witches.state import (
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_EASY,
    CHANCE_HARD,
    CHANCE_LOCATION,
    CHANCE_PAIR,
    CHANCE_TOP,
    CHANCE_TOTAL,
    EASY,
    HARD,
    UNKNOWN,
    State,
    Tables,
)


@rule
def list_outcomes(s: State, out: Row, weights: Row) -> int:
    """The outcomes of the chance frame on top, each with its weight; returns how many."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    n = 0
    if kind == CHANCE_TOTAL:
        for total in range(25):
            if moves.TOTALS[total] > 0:
                out[n] = moves.TOTAL + total
                weights[n] = moves.TOTALS[total]
                n += 1
    elif kind == CHANCE_EASY or kind == CHANCE_TOP:
        for tile in range(EASY):
            if s.easy_pool[tile] > 0:
                out[n] = moves.EASY_TILE + tile
                weights[n] = s.easy_pool[tile]
                n += 1
    elif kind == CHANCE_CARD or kind == CHANCE_LOCATION:
        base = moves.DRAW if kind == CHANCE_CARD else moves.LOCATION
        n = list_bits(s.deck, base, out, n)
        weights[:n] = 1
    elif kind == CHANCE_HARD:
        space = int(s.frame_pool[d])
        known = int(s.tile[space])
        for tile in range(HARD):
            weight = int(s.hard_pool[tile]) if known == UNKNOWN else int(known == EASY + tile)
            if weight > 0:
                out[n] = moves.HARD_TILE + space * HARD + tile
                weights[n] = weight
                n += 1
    elif kind == CHANCE_PAIR:
        for pair in range(len(moves.PAIR_ONE)):
            out[n] = moves.DICE + pair
            weights[n] = 1 if moves.PAIR_ONE[pair] == moves.PAIR_TWO[pair] else 2
            n += 1
    else:
        for face in range(6):
            out[n] = moves.DIE + face
            weights[n] = 1
            n += 1
    return n


@rule
def happen(s: State, t: Tables, move: int) -> None:
    """Apply an outcome of the chance frame on top."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    pool = int(s.frame_pool[d])
    what = int(s.frame_what[d])
    pop(s)
    if kind == CHANCE_TOTAL:
        s.rolled[what] = move - moves.TOTAL
    elif kind == CHANCE_EASY:
        s.easy_pool[move - moves.EASY_TILE] -= 1
        s.tile[what] = move - moves.EASY_TILE
        s.face_up[what] = 1
    elif kind == CHANCE_TOP:
        s.easy_pool[move - moves.EASY_TILE] -= 1
        s.box_top[what] = move - moves.EASY_TILE
    elif kind == CHANCE_CARD:
        deck.take(s, what, move - moves.DRAW)
    elif kind == CHANCE_LOCATION:
        card = move - moves.LOCATION
        s.deck &= ~(1 << card)
        s.discard |= 1 << card
        trouble.strike(s, t, card)
    elif kind == CHANCE_HARD:
        tile = (move - moves.HARD_TILE) % HARD
        if s.tile[pool] == UNKNOWN:
            s.hard_pool[tile] -= 1
            s.tile[pool] = EASY + tile
        if what >= 0:  # seen by one
            s.lookers[pool] |= 1 << what
        else:  # turned up for all
            s.face_up[pool] = 1
            s.lookers[pool] = 0
    elif kind == CHANCE_PAIR:
        s.dice[what] = moves.PAIR_ONE[move - moves.DICE]
        s.dice[what + 1] = moves.PAIR_TWO[move - moves.DICE]
    elif kind == CHANCE_DIE:
        s.dice[what] = moves.FACES[move - moves.DIE]
