"""Set-up: tokens, scrolls, special tiles and hands are dealt, then the big witches choose their towers."""

from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.seats import CHANCE, SEATS
from coven.core.stack import push
from coven.games.witchstone import moves, token
from coven.games.witchstone.frames import pop
from coven.games.witchstone.state import (
    CHANCE_DEAL,
    CHANCE_FIRST,
    CHANCE_SCROLL,
    CHANCE_SPECIAL,
    CHANCE_TOKEN,
    PAIRS,
    PLACES,
    SCROLLS,
    SETUP,
    SLOTS,
    TOKENS,
    TOWER,
    TURN,
    State,
    Tables,
)
from coven.games.witchstone.witch import take_token

# Phases of the frame; its pool counts what is done of each.
FIRST, TOKENS_LAID, SCROLLS_SHOWN, SPECIALS_SHOWN, HANDS, TOWERS = range(6)
PUT_AWAY = 4  # tiles that go back unseen with a handicap


@rule
def begin(s: State, t: Tables, players: int, first: int, handicap: Row) -> None:
    """Everything as it lies before the first deal; first is a seat or -1 for chance (WS-S1, WS-S6)."""
    s.players = players
    s.first = first
    s.laid[:] = -1
    s.token_at[:] = -1
    s.special_at[:] = -1
    s.display[:] = -1
    s.tower[:] = -1
    s.begun[:] = -1
    for kind in range(TOKENS):
        s.bag[kind] = t.token_count[kind]
    for pair in range(PAIRS):
        s.special_pile[pair] = t.special_count[pair]
    for scroll in range(SCROLLS):
        s.scroll_pile[scroll] = t.scroll_count[scroll]
    for seat in range(players):
        level = int(handicap[seat])
        s.handicap[seat] = level
        s.unseen[seat] = (1 << PAIRS) - 1
        s.supply[seat] = PAIRS - PUT_AWAY if level else PAIRS
        s.witches[seat] = t.small_witches
        s.energy[seat] = t.energy
        s.crystals[seat] = t.crystal_start
        s.black[seat] = t.black_start
        for symbol in range(6):
            s.symbols[seat, symbol] = 1 << int(t.printed[symbol])
    push(s, SETUP, -1, 0)
    if first >= 0:
        s.frame_phase[0] = TOKENS_LAID
    else:
        push(s, CHANCE_FIRST, CHANCE, 0)


@rule
def hand_size(level: int) -> int:
    """Tiles in hand between turns: 5, or 3, 2 and none with a handicap (WS-S5, WS-S8)."""
    if level == 0:
        return 5
    return 0 if level == 1 else level


@rule
def _next_phase(s: State, d: int) -> None:
    s.frame_phase[d] += 1
    s.frame_pool[d] = 0


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if a player is asked for a tower; otherwise set-up went on."""
    phase = int(s.frame_phase[d])
    done = int(s.frame_pool[d])
    players = int(s.players)
    if phase == FIRST:
        _next_phase(s, d)
    elif phase == TOKENS_LAID:
        if done == PLACES:
            for kind in range(TOKENS):  # the rest lie on the stone table (WS-S4)
                s.table[kind] = s.bag[kind]
                s.bag[kind] = 0
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            if done != t.stone:
                push(s, CHANCE_TOKEN, CHANCE, done)
    elif phase == SCROLLS_SHOWN:
        if done == SLOTS:
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            push(s, CHANCE_SCROLL, CHANCE, done)
    elif phase == SPECIALS_SHOWN:
        if done == 3:
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            push(s, CHANCE_SPECIAL, CHANCE, done)
    elif phase == HANDS:
        # The pool counts tiles: five for every seat, of which a handicap leaves some out.
        seat = (int(s.first) + done // 5) % players
        if done == 5 * players:
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            if done % 5 < hand_size(int(s.handicap[seat])):
                push(s, CHANCE_DEAL, CHANCE, seat)
    elif done < players:
        s.frame_seat[d] = (int(s.first) + players - 1 - done) % players
        return True
    else:
        pop(s)
        push(s, TURN, int(s.first), 0)
    return False


@rule
def list_moves(s: State, t: Tables, out: Row, n: int) -> int:
    """The free towers (WS-S7)."""
    taken = 0
    for seat in range(SEATS):
        if s.tower[seat] >= 0:
            taken |= 1 << int(s.tower[seat])
    for place in range(PLACES):
        if t.place_type[place] == TOWER and taken >> place & 1 == 0:
            out[n] = moves.TOWER + place
            n += 1
    return n


@rule
def choose_tower(s: State, d: int, place: int) -> None:
    """The big witch on a tower: 2 points, and its token is used at once (WS-S7)."""
    seat = int(s.frame_seat[d])
    s.frame_pool[d] += 1
    s.frame_seat[d] = -1
    s.tower[seat] = place
    s.standing[seat] |= 1 << place
    s.score[seat] += 2
    won = take_token(s, seat, place)
    if won >= 0:  # an earlier player's set-up actions may have taken it
        token.use(s, seat, won, 0)
