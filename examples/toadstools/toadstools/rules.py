"""The rules of Toadstools: plain functions over the state, compiled by Numba. TS-… are the ids of rules.md."""

from typing import Any

from coven.core.bag import kinds, list_draws, nth_kind, total
from coven.core.bits import count
from coven.core.chance import below
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE, EVERYONE, NOBODY
from coven.core.stack import pop, push
from toadstools.state import ADD, BREW, DEAL, DEALT, FIND, FOUND, HAND, KINDS, PICK, TOLD, TURN, WORTH, State

VERSION = 1  # raised when a change makes old records play differently
FAULTS = ("the wood is miscounted", "a hand is miscounted", "no turn lies at the bottom")  # bits of `faults`


@rule
def begin(s: State, t: Any, players: int, options: Row) -> None:
    """So many of each kind in the wood (TS-S1), three for each hand (TS-S2); the first seat begins."""
    s.players = players
    s.wood[:] = options[0]
    s.left = KINDS * options[0]
    push(s, TURN, 0, 0)
    for seat in range(players):
        push(s, DEAL, players - 1 - seat, HAND)


@rule
def actor(s: State) -> int:
    """Luck, or the seat whose turn it is; nobody when the wood is empty (TS-E1)."""
    d = int(s.depth) - 1
    if s.frame_kind[d] != TURN:
        return CHANCE
    return int(s.frame_seat[d]) if s.left > 0 else NOBODY


@rule
def turn_mark(s: State) -> int:
    """A number that changes when the turn does. What luck brings belongs to the turn before."""
    return int(s.frame_seat[int(s.depth) - 1])


@rule
def legal(s: State, t: Any, out: Row) -> int:
    """Add a kind the basket lacks, pick, or brew (TS-T1)."""
    seat = int(s.frame_seat[0])
    n = list_bits(kinds(s.hand[seat]) & ~int(s.basket[seat]), ADD, out, 0)
    out[n] = PICK
    if s.basket[seat] == 0:
        return n + 1
    out[n + 1] = BREW
    return n + 2


@rule
def chances(s: State, t: Any, out: Row, weights: Row) -> int:
    """Any toadstool of the wood, each as likely as the others."""
    first = FOUND if s.frame_kind[int(s.depth) - 1] == FIND else DEALT
    return list_draws(s.wood, first, out, weights)


@rule
def apply(s: State, t: Any, move: int) -> None:
    """Make a move, or let luck decide, and go on to whoever is asked next."""
    d = int(s.depth) - 1
    seat = int(s.frame_seat[d])
    if move >= FOUND:
        kind = (move - FOUND) % KINDS
        s.wood[kind] -= 1
        s.left -= 1
        if move >= DEALT:
            s.hand[seat, kind] += 1
            s.cards[seat] += 1
            s.frame_pool[d] -= 1
        elif s.basket[seat] >> kind & 1:
            s.basket[seat] = 0  # spoilt (TS-T2)
        else:
            s.basket[seat] |= 1 << kind
        if s.frame_pool[d] == 0:
            pop(s)
        return
    s.frame_seat[d] = (seat + 1) % int(s.players)
    if move == PICK:
        push(s, FIND, seat, 0)
    elif move == BREW:
        s.score[seat] += WORTH[count(int(s.basket[seat]))]  # TS-T3
        s.basket[seat] = 0
        push(s, DEAL, seat, 1)
    else:
        s.hand[seat, move - ADD] -= 1
        s.cards[seat] -= 1
        s.basket[seat] |= 1 << (move - ADD)


# -- what is known (TS-K1) -----------------------------------------------------------------------------------------


@rule
def knowers(s: State, t: Any, move: int) -> int:
    """A toadstool dealt to a hand is seen by its owner alone."""
    return 1 << turn_mark(s) if DEALT <= move < TOLD else EVERYONE


@rule
def veil(s: State, t: Any, move: int) -> int:
    """The others hear that one was dealt, and to whom."""
    return TOLD + turn_mark(s) if DEALT <= move < TOLD else move


@rule
def redact(s: State, t: Any, seat: int) -> None:
    """Hands of others join what nobody has seen."""
    for other in range(int(s.players)):
        for kind in range(KINDS):
            if other != seat:
                s.wood[kind] += s.hand[other, kind]
                s.hand[other, kind] = 0


@rule
def imagine(s: State, t: Any, seat: int, seed: int) -> None:
    """Deal the others hands from what was not seen, every toadstool as likely as any other."""
    for other in range(int(s.players)):
        for _ in range(0 if other == seat else int(s.cards[other])):
            unseen = total(s.wood)
            kind = nth_kind(s.wood, below(seed, unseen, 0, unseen))
            s.wood[kind] -= 1
            s.hand[other, kind] += 1


@rule
def faults(s: State, t: Any) -> int:
    """What can't be, as bits of FAULTS."""
    broken = int(total(s.wood) != s.left) | int(s.depth < 1 or s.frame_kind[0] != TURN) << 2
    for seat in range(int(s.players)):
        broken |= int(total(s.hand[seat]) != s.cards[seat]) << 1
    return broken
