"""What is hidden: who may know which move, what a view leaves out, and how it may be filled in again."""

from coven.core.bag import nth_kind, total
from coven.core.bits import count, lowest
from coven.core.chance import below
from coven.core.rule import rule
from coven.core.seats import EVERYONE, SEATS
from coven.games.witches import moves
from coven.games.witches.state import CHANCE_CARD, CHANCE_HARD, EASY, SPACES, UNKNOWN, State


@rule
def knowers(s: State) -> int:
    """The seats who may know a move about to be made, as bits."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    if kind == CHANCE_CARD or (kind == CHANCE_HARD and s.frame_what[d] >= 0):
        return 1 << int(s.frame_what[d])
    return EVERYONE


@rule
def veil(s: State, move: int) -> int:
    """A move about to be made, as it is told to those who may not know it."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    who = int(s.frame_what[d])
    if kind == CHANCE_CARD:
        return moves.DRAW_UNSEEN + who
    if kind == CHANCE_HARD and who >= 0:
        return moves.LOOK_UNSEEN + int(s.frame_pool[d]) * SEATS + who
    return move


@rule
def _hidden_tile(s: State, space: int, seat: int) -> bool:
    """A face-down tile somebody has looked at, but not this seat."""
    lookers = int(s.lookers[space])
    return s.face_up[space] == 0 and lookers != 0 and (seat < 0 or lookers >> seat & 1 == 0)


@rule
def redact(s: State, seat: int) -> None:
    """Leave only what a seat may know; -1 is a spectator.

    Hands join the deck but for what was shown to all, tiles looked at the unseen ones.
    """
    for other in range(int(s.players)):
        if other != seat:
            s.deck |= s.hand[other] & ~s.known[other]
            s.hand[other] = s.known[other]
    for space in range(SPACES):
        if _hidden_tile(s, space, seat) and s.tile[space] != UNKNOWN:
            s.hard_pool[int(s.tile[space]) - EASY] += 1
            s.tile[space] = UNKNOWN


@rule
def imagine(s: State, seat: int, seed: int) -> None:
    """Fill a redacted state with hidden facts, every one consistent with it as likely as the others."""
    draw = 0
    for other in range(int(s.players)):
        if other == seat:
            continue
        for shuffle in range(int(s.shuffle) + 1):
            for _ in range(int(s.held[other, shuffle])):
                rest = _of_shuffle(s, shuffle)
                for _ in range(below(seed, draw, 0, count(rest))):
                    rest &= rest - 1
                draw += 1
                card = rest & -rest
                s.deck &= ~card
                s.hand[other] |= card
    for space in range(SPACES):
        if _hidden_tile(s, space, seat):
            tile = nth_kind(s.hard_pool, below(seed, draw, 0, total(s.hard_pool)))
            draw += 1
            s.hard_pool[tile] -= 1
            s.tile[space] = EASY + tile


@rule
def _of_shuffle(s: State, shuffle: int) -> int:
    """Cards not known to be elsewhere that came into the deck with one shuffle."""
    found = 0
    rest = int(s.deck)
    while rest != 0:
        if s.shuffled[lowest(rest)] == shuffle:
            found |= rest & -rest
        rest &= rest - 1
    return found
