"""Solving a problem: dice, symbols, running away, winning and failing."""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.games.witches import board, deck, effect, moves
from coven.games.witches.attempt_state import (
    AFTER,
    CHOICE,
    FACING,
    FAILED,
    OPENING,
    PAYING,
    READY,
    SUFFERING,
    cackle_faces,
    difficulty,
    enough,
    problem,
    total,
)
from coven.games.witches.cackle import take_aliss
from coven.games.witches.decode import three_cards
from coven.games.witches.frames import pop, push
from coven.games.witches.state import (
    ALISS,
    ALL_DUNGEONED,
    ANNAGRAMMA,
    ATTEMPT,
    BROOMSTICK,
    CACKLES,
    CHANCE_HARD,
    CHANCE_PAIR,
    DUNGEON,
    DUNGEONED,
    EASY,
    FLIGHT,
    HEADOLOGY,
    MAGIC,
    MAGPYR,
    PETULIA,
    ROW,
    SPACES,
    WINTER,
    State,
    Tables,
)

TURN_ENDS = 6  # the phase of the turn in which only the draw is left
PUBLIC = -1
BY_BROOMSTICK, BY_ESCAPE = range(2)


@rule
def start(s: State, seat: int, space: int) -> None:
    """Arrive on a problem (TW-A1)."""
    push(s, ATTEMPT, seat, 0, space)


@rule
def turn_up(s: State, space: int) -> None:
    """A tile is turned face up for all; luck decides which it is unless someone knows (TW-P1)."""
    push(s, CHANCE_HARD, CHANCE, space, PUBLIC)


@rule
def _tile_helps(s: State, t: Tables, d: int) -> bool:
    """The trainee's own tile: Petulia's against a Sick Pig, Annagramma's Magic before the second roll."""
    seat = int(s.frame_seat[d])
    if s.tile_left[seat] == 0:
        return False
    if s.trainee[seat] == PETULIA:
        return t.is_pig[problem(s, d)] == 1 and not enough(s, t, d)
    return s.trainee[seat] == ANNAGRAMMA and s.frame_phase[d] == FACING


@rule
def _has_power(s: State, t: Tables, seat: int) -> bool:
    """Whether she holds three different names (TW-P10)."""
    names = 0
    rest = int(s.hand[seat])
    while rest != 0:
        power = int(t.card_power[lowest(rest)])
        if power >= 0:
            names |= 1 << power
        rest &= rest - 1
    return names == 7


@rule
def _list_powers(s: State, t: Tables, seat: int, out: Row, n: int) -> int:
    """Three cards of three names, in every way she holds them."""
    hand = int(s.hand[seat])
    for move in range(moves.POWER, moves.DISCARD):
        granny, nanny, magrat = three_cards(t, move)
        if hand >> granny & hand >> nanny & hand >> magrat & 1:
            out[n] = move
            n += 1
    return n


@rule
def _asked(s: State, t: Tables, d: int) -> int:
    return effect.pauses(s, d) or _tile_helps(s, t, d)


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if the player is asked; otherwise the attempt went on."""
    phase = int(s.frame_phase[d])
    seat = int(s.frame_seat[d])
    space = int(s.frame_what[d])
    if phase == OPENING:
        s.frame_phase[d] = READY
        if s.face_up[space] == 0:
            turn_up(s, space)
    elif phase == READY:
        if _asked(s, t, d):
            return True
        roll(s, d)
    elif phase == AFTER:
        if _asked(s, t, d):
            return True
        judge(s, t, d)
    elif phase == FAILED:
        failure = int(t.failure[problem(s, d)])
        if failure != DUNGEONED and failure != ALL_DUNGEONED and board.empty_spaces(s) != 0:
            return True
        s.frame_phase[d] = PAYING
    elif phase == PAYING:
        s.frame_phase[d] = SUFFERING
        owed = int(s.magic) + cackle_faces(s) + 1 + int(s.frame_pool[d])
        push(s, CACKLES, seat, owed, 0)
    elif phase == SUFFERING:
        _suffer(s, t, d)
    else:
        return True
    return False


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Symbols, effects, the Power of Three, running away, and going on."""
    phase = int(s.frame_phase[d])
    seat = int(s.frame_seat[d])
    rest = int(s.hand[seat])
    flying = (phase == CHOICE or phase == FAILED) and board.empty_spaces(s) != 0
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        symbol = int(t.card_symbol[card])
        if (flying and symbol == BROOMSTICK) or (phase == FACING and symbol != BROOMSTICK):
            out[n] = moves.SYMBOL + card
            n += 1
    if phase != FAILED:
        n = effect.list_plays(s, t, d, out, n)
        if _has_power(s, t, seat) and not enough(s, t, d):
            n = _list_powers(s, t, seat, out, n)
        if _tile_helps(s, t, d):
            out[n] = moves.TILE
            n += 1
    if phase == CHOICE or phase == FAILED:
        n = _list_flights(s, t, d, out, n)
    if phase == READY or phase == FACING:
        out[n] = moves.ROLL
        n += 1
    elif phase == CHOICE:
        out[n] = moves.FACE
        n += 1
    elif phase == AFTER:
        out[n] = moves.DONE
        n += 1
    return n


@rule
def _list_flights(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Where she can run to: next door; after failing with nothing free there, anywhere (TW-P2, TW-P9)."""
    rest = board.refuges(s, t, int(s.frame_seat[d]))
    if rest == 0 and s.frame_phase[d] == FAILED:
        rest = board.empty_spaces(s)
    return list_bits(rest, moves.FLEE, out, n)


@rule
def roll(s: State, d: int) -> None:
    """The next two dice."""
    first = s.frame_phase[d] == READY
    s.frame_phase[d] = CHOICE if first else AFTER
    push(s, CHANCE_PAIR, CHANCE, 0, 0 if first else 2)


@rule
def list_brooms(s: State, t: Tables, seat: int, out: Row, n: int) -> int:
    """Cards with a Broomstick."""
    rest = int(s.hand[seat])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if t.card_symbol[card] == BROOMSTICK:
            out[n] = moves.SYMBOL + card
            n += 1
    return n


@rule
def add_symbol(s: State, t: Tables, d: int, card: int) -> None:
    """Headology +1; Magic +2 and a Cackle; a Broomstick to run away on (TW-P3, TW-P2)."""
    seat = int(s.frame_seat[d])
    symbol = int(t.card_symbol[card])
    deck.drop(s, seat, card)
    if s.frame_kind[d] == FLIGHT:
        s.frame_what[d] = BY_BROOMSTICK
    elif symbol == HEADOLOGY:
        s.bonus += 1
    elif symbol == MAGIC:
        _add_magic(s)
    else:
        push(s, FLIGHT, seat, 0, BY_BROOMSTICK)


@rule
def _add_magic(s: State) -> None:
    s.bonus += 2
    s.magic += 1


@rule
def use_tile(s: State, t: Tables, d: int) -> None:
    """The trainee's own tile (TW-S4)."""
    seat = int(s.frame_seat[d])
    s.tile_left[seat] = 0
    if s.trainee[seat] == PETULIA:
        win(s, t, d)
    else:
        _add_magic(s)


@rule
def flee(s: State, t: Tables, d: int, space: int) -> None:
    """Run away: before facing it costs the Cackle faces only; after failing the rest follows (TW-P2, TW-P9)."""
    seat = int(s.frame_seat[d])
    if s.frame_phase[d] == FAILED:
        if board.refuges(s, t, seat) >> space & 1 == 0:
            s.frame_pool[d] = 1  # one Cackle more
        s.at[seat] = space
        s.frame_phase[d] = PAYING
    else:
        s.at[seat] = space
        finish(s, d)


@rule
def list_landings(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Where a flight ends: by broomstick on any empty space, by an escape next door if one is free (TW-E6).

    An escape is running away as before facing: it can be made by broomstick too.
    """
    seat = int(s.frame_seat[d])
    rest = 0
    if s.frame_what[d] == BY_ESCAPE:
        rest = board.refuges(s, t, seat)
        if rest != 0:
            n = list_brooms(s, t, seat, out, n)
    if rest == 0:
        rest = board.empty_spaces(s)
    return list_bits(rest, moves.FLEE, out, n)


@rule
def land(s: State, d: int, space: int) -> None:
    """A flight by broomstick, or an escape, ends; the attempt is in the frame below."""
    pop(s)
    s.at[int(s.frame_seat[d - 1])] = space
    if s.frame_phase[d - 1] == FAILED:
        s.frame_phase[d - 1] = PAYING
    else:
        finish(s, d - 1)


@rule
def judge(s: State, t: Tables, d: int) -> None:
    """Solved if the total reaches the difficulty (TW-P6)."""
    if total(s, int(s.frame_seat[d])) >= difficulty(s, t, d):
        win(s, t, d)
    else:
        s.frame_phase[d] = FAILED


@rule
def win(s: State, t: Tables, d: int) -> None:
    """The tile goes to the display, its Crisis counters return (TW-P8, TW-H7)."""
    seat = int(s.frame_seat[d])
    space = int(s.frame_what[d])
    kind = problem(s, d)
    s.solved[seat, kind] += 1
    s.score[seat] += t.points[kind]
    if kind < EASY and s.easy_row[seat] < ROW:
        s.easy_row[seat] += 1
    board.clear(s, space)
    if t.is_bela[kind]:
        for other in range(SPACES):
            if s.face_up[other] == 1 and s.tile[other] >= 0 and t.failure[int(s.tile[other])] == MAGPYR:
                s.removed[int(s.tile[other])] += 1
                board.clear(s, other)
    finish(s, d)


@rule
def finish(s: State, d: int) -> None:
    """The attempt is over; Cackles for faces and Magic are taken now (TW-P7, TW-K2)."""
    seat = int(s.frame_seat[d])
    owed = int(s.magic) + cackle_faces(s)
    _clear(s)
    if owed > 0:
        push(s, CACKLES, seat, owed, 0)


@rule
def _clear(s: State) -> None:
    """No attempt is under way any more; the frame on top is its own."""
    pop(s)
    for i in range(4):
        s.dice[i] = -1
    s.bonus = 0
    s.magic = 0


@rule
def _suffer(s: State, t: Tables, d: int) -> None:
    """What failing against this tile brings (TW-H1 to TW-H8)."""
    seat = int(s.frame_seat[d])
    space = int(s.frame_what[d])
    failure = int(t.failure[problem(s, d)])
    _clear(s)
    if failure == ALISS:
        take_aliss(s, seat)
    elif failure == WINTER:
        for other in range(int(s.players)):
            if s.easy_row[other] > 0:
                s.easy_row[other] -= 1
    elif failure == MAGPYR:
        board.add_crisis(s, space)
    elif failure == DUNGEONED or failure == ALL_DUNGEONED:
        for other in range(int(s.players)):
            if other == seat or failure == ALL_DUNGEONED:
                s.at[other] = DUNGEON
        s.frame_phase[int(s.depth) - 1] = TURN_ENDS


@rule
def power(s: State, t: Tables, d: int, move: int) -> None:
    """The Power of Three solves any problem (TW-P10)."""
    seat = int(s.frame_seat[d])
    for card in three_cards(t, move):
        deck.drop(s, seat, card)
    win(s, t, d)
