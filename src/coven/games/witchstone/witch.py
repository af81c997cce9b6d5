"""Witches: laid beside the own tower, then sent over finished connections."""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witchstone import moves, turn
from coven.games.witchstone.frames import pop, spell_fits, tokens_wait
from coven.games.witchstone.state import (
    BONUS,
    HELD,
    PLACES,
    TOKENS,
    TURN,
    WAIT_BLACK_TOKEN,
    C,
    M,
    State,
    Tables,
    W,
)

FARTHEST = PLACES + 1  # no cheapest way costs more


@rule
def _across(t: Tables, links: int, places: int) -> int:
    """Places one connection away."""
    found = 0
    while links != 0:
        link = lowest(links)
        links &= links - 1
        a = 1 << int(t.link_a[link])
        b = 1 << int(t.link_b[link])
        if places & a != 0:
            found |= b
        if places & b != 0:
            found |= a
    return found


@rule
def _along(t: Tables, links: int, places: int) -> int:
    """Places at any distance over these connections."""
    while True:
        further = _across(t, links, places) & ~places
        if further == 0:
            return places
        places |= further


@rule
def reach(s: State, t: Tables, seat: int, actions: int) -> int:
    """Places a lying witch can be sent to with so many actions (WS-W2 to WS-W4).

    An unbroken stretch of own connections costs 1, each foreign connection 1.
    """
    own = int(s.links[seat])
    foreign = 0
    for other in range(SEATS):
        if other != seat:
            foreign |= int(s.links[other])
    by_own = 0  # the way so far ends on an own stretch
    by_foreign = 1 << int(s.tower[seat])  # it ends on a foreign connection, or has not begun
    for _ in range(min(int(actions), FARTHEST)):
        stretch = by_own | (_along(t, own, by_foreign) if own != 0 else 0)
        hop = by_foreign | (_across(t, foreign, by_own | by_foreign) if foreign != 0 else 0)
        if stretch == by_own and hop == by_foreign:
            break
        by_own, by_foreign = stretch, hop
    return (by_own | by_foreign) & ~int(s.standing[seat])


@rule
def _could_act(s: State, t: Tables, seat: int, actions: int) -> bool:
    """Whether so many actions allow anything (WS-W9)."""
    if actions <= 0:
        return False
    if s.witches[seat] > 0:
        return True
    return s.lying[seat] > 0 and reach(s, t, seat, actions) != 0


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the action is over."""
    seat = int(s.frame_seat[d])
    _take_up_tokens(s, d)
    if tokens_wait(s, d) or _could_act(s, t, seat, int(s.frame_pool[d])):
        return True
    if spell_fits(s, t, seat, W) and _could_act(s, t, seat, FARTHEST):
        return True
    pop(s)
    return False


@rule
def more_helps(s: State, t: Tables, d: int) -> bool:
    """Whether a reinforcement could do something here."""
    return _could_act(s, t, int(s.frame_seat[d]), FARTHEST)


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Laying a witch, and the places one can be sent to."""
    seat = int(s.frame_seat[d])
    pool = int(s.frame_pool[d])
    if pool > 0 and s.witches[seat] > 0:
        out[n] = moves.LAY
        n += 1
    if pool > 0 and s.lying[seat] > 0:
        return list_bits(reach(s, t, seat, pool), moves.STAND, out, n)
    return n


@rule
def lay(s: State, d: int) -> None:
    """A small witch beside the own tower (WS-W1)."""
    seat = int(s.frame_seat[d])
    s.frame_pool[d] -= 1
    s.witches[seat] -= 1
    s.lying[seat] += 1


@rule
def cost(s: State, t: Tables, seat: int, place: int) -> int:
    """The price of the cheapest way to a place that can be reached."""
    for actions in range(1, FARTHEST):
        if reach(s, t, seat, actions) >> place & 1:
            return actions
    return FARTHEST


@rule
def on_stone(s: State) -> int:
    """How many witches stand on the Witchstone."""
    number = 0
    for seat in range(SEATS):
        if s.stone_rank[seat] > 0:
            number += 1
    return number


@rule
def stand(s: State, t: Tables, d: int, place: int) -> None:
    """Send a lying witch to a place: 2 points, its token or the Witchstone's bonus (WS-W5 to WS-W7)."""
    seat = int(s.frame_seat[d])
    s.frame_pool[d] -= cost(s, t, seat, place)
    s.lying[seat] -= 1
    s.standing[seat] |= 1 << place
    s.score[seat] += 2
    if place == t.stone:
        before = on_stone(s)
        s.stone_rank[seat] = before + 1
        s.score[seat] += t.stone_bonus[before]
    token = take_token(s, seat, place)
    if token >= 0:
        s.frame_waiting[d, token] += 1


@rule
def to_come(s: State, t: Tables, d: int) -> bool:
    """Whether a further witch action is sure to come in this turn: below depth d, or as its second symbol (WS-W8)."""
    if s.frame_kind[0] == TURN and s.frame_phase[0] == turn.SECOND and s.frame_waiting[0, 0] == W:
        return True
    for outer in range(1, d):
        kind = int(s.frame_kind[outer])
        if kind == W:
            return True
        if kind == C and (s.frame_waiting[outer, W] > 0 or s.frame_waiting[outer, WAIT_BLACK_TOKEN] == W + 1):
            return True
        if kind == M and s.wand_next > 0:
            for space in range(int(s.wand_next), int(s.wand[s.frame_seat[outer]]) + 1):
                if t.wand_kind[space] == BONUS and t.wand_what[space] == W:
                    return True
    return False


@rule
def tokens_may_wait(s: State, t: Tables, d: int) -> bool:
    """Whether tokens may wait past the end of this witch action (WS-W8); by version 1 they never do."""
    return s.version >= 2 and to_come(s, t, d)


@rule
def hold_tokens(s: State, d: int) -> None:
    """Tokens not yet used wait for the next witch action."""
    for token in range(TOKENS):
        s.frame_waiting[0, HELD + token] += s.frame_waiting[d, token]


@rule
def _take_up_tokens(s: State, d: int) -> None:
    """Tokens that waited for this witch action belong to it from now on."""
    for token in range(TOKENS):
        if s.frame_waiting[0, HELD + token] > 0:
            s.frame_waiting[d, token] += s.frame_waiting[0, HELD + token]
            s.frame_waiting[0, HELD + token] = 0


@rule
def take_token(s: State, seat: int, place: int) -> int:
    """The token of a place goes to the first who stands there; -1 if it is gone (WS-W6)."""
    token = int(s.token_at[place])
    if token >= 0:
        s.token_at[place] = -1
        s.tokens[seat, token] += 1
    return token
