"""Cards: which effects can do something now, and what they do (TW-E0 to TW-E13)."""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.rule import rule
from coven.games.witches import board, moves
from coven.games.witches.attempt_state import (
    AFTER,
    CHOICE,
    FACING,
    READY,
    difficulty,
    enough,
    problem,
    total,
)
from coven.games.witches.frames import push
from coven.games.witches.state import (
    ATTEMPT,
    BORROWING,
    CACKLES,
    CACKLING_TRICK,
    CRISIS_AT,
    DISCARD,
    DRAW,
    DUNGEON,
    ESCAPE,
    HELPING_HAND,
    INVISIBILITY,
    LAY_OUT,
    LOCAL_KNOWLEDGE,
    LOOK,
    MOVE,
    PLUS_FOUR,
    PLUS_TWO,
    REMEDY,
    REROLL,
    RETURN,
    SECOND_CHANCE,
    SHAMBLE,
    SOUND_OF_MIND,
    TIFFANY,
    TRANSMUTATION,
    TRICK,
    TURN_UP,
    State,
    Tables,
)

# Phases of a move.
START, WALKING, ENTERED, UNSEEN, ANYWHERE = range(5)
FIRST = 0  # the frame's number of the move
BORROWED, PEEKED = range(2)  # why tiles are looked at: any on the board, or the other spaces of this place


@rule
def peekable(s: State, t: Tables, seat: int) -> int:
    """Face-down tiles on the other spaces of the place she is in (TW-E9)."""
    return int(t.same[int(s.at[seat])]) & board.not_looked_at(s, seat) if s.at[seat] != DUNGEON else 0


@rule
def invisibility_helps(s: State, t: Tables, d: int, spent: int) -> bool:
    """On entering a space, at the start of a move in Castle or Town, and to leave the Dungeon (TW-E9, TW-H5).

    Spent is the number of cards it costs. What she holds besides makes no difference: that would tell on her.
    """
    seat = int(s.frame_seat[d])
    if s.frame_kind[d] != MOVE:
        return False
    if s.frame_phase[d] == ENTERED:
        if s.frame_what[d] == FIRST or s.frame_pool[d] > 0:
            return True
        # At the end of the second move it can only show her a tile, or be followed by a card of local knowledge.
        here = board.not_looked_at(s, seat) >> int(s.at[seat]) & 1
        return s.frame_pool[d] == 0 and (here == 1 or s.cards[seat] > spent)
    if s.at[seat] == DUNGEON:
        return leaves_by_card(s, d)
    return s.frame_phase[d] == START and peekable(s, t, seat) != 0


@rule
def leaves_by_card(s: State, d: int) -> bool:
    """In the Dungeon at the first move: a card leads out; the second move needs none (TW-H5)."""
    return s.frame_phase[d] == START and s.frame_what[d] == FIRST and s.at[int(s.frame_seat[d])] == DUNGEON


@rule
def escape_helps(s: State, t: Tables, d: int) -> bool:
    """After failing, after the first pair with nowhere to run, and to leave the Dungeon (TW-E6, TW-H5)."""
    seat = int(s.frame_seat[d])
    if s.frame_kind[d] == MOVE:
        return leaves_by_card(s, d)
    if s.frame_kind[d] != ATTEMPT or board.empty_spaces(s) == 0:
        return False
    if s.frame_phase[d] == AFTER:
        return total(s, seat) < difficulty(s, t, d)
    return s.frame_phase[d] == CHOICE and board.refuges(s, t, seat) == 0


@rule
def helps(s: State, t: Tables, d: int, card: int) -> bool:
    """Whether a card's effect can do something at this decision (TW-E0)."""
    effect = int(t.card_effect[card])
    seat = int(s.frame_seat[d])
    if effect == TRICK or effect == CACKLING_TRICK or effect == TRANSMUTATION:
        return True
    if effect == SOUND_OF_MIND:
        return s.cackles[seat] > 0
    if effect == HELPING_HAND:
        return board.crises(s) != 0
    if effect == BORROWING:
        return board.not_looked_at(s, seat) != 0
    if effect == SHAMBLE:
        return board.face_down(s) != 0
    if effect == INVISIBILITY:
        return invisibility_helps(s, t, d, 1)
    if effect == ESCAPE:
        return escape_helps(s, t, d)
    if effect == LOCAL_KNOWLEDGE:
        on_foot = s.frame_kind[d] == MOVE and s.frame_pool[d] >= 0 and s.at[seat] != DUNGEON
        return on_foot and s.frame_phase[d] != ENTERED
    if s.frame_kind[d] != ATTEMPT:
        return False
    phase = int(s.frame_phase[d])
    kind = problem(s, d)
    if effect == SECOND_CHANCE:
        return phase != READY
    if enough(s, t, d):
        return False
    if effect == LAY_OUT:
        return t.is_death[kind] == 1
    if effect == REMEDY:
        return t.is_sheep[kind] == 1
    if effect == PLUS_TWO:
        return phase == FACING or phase == AFTER
    return (phase == FACING or phase == AFTER) and int(t.card_against[card]) >> kind & 1 == 1


@rule
def list_plays(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Cards of the hand whose effect can do something now."""
    rest = int(s.hand[int(s.frame_seat[d])])
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if helps(s, t, d, card):
            out[n] = moves.PLAY + card
            n += 1
    return n


@rule
def pauses(s: State, d: int) -> bool:
    """Whether a player is asked for effects: whenever she holds a card.

    What she holds makes no difference: being asked must not tell the others anything.
    """
    return s.cards[int(s.frame_seat[d])] > 0


@rule
def tiffanys_tile_helps(s: State, t: Tables, d: int) -> bool:
    """Tiffany's own tile is an invisibility (TW-S4)."""
    seat = int(s.frame_seat[d])
    return s.trainee[seat] == TIFFANY and s.tile_left[seat] == 1 and invisibility_helps(s, t, d, 0)


@rule
def general(s: State, t: Tables, d: int, effect: int) -> bool:
    """Effects that work the same at any moment; returns whether this was one."""
    seat = int(s.frame_seat[d])
    if effect == TRICK or effect == CACKLING_TRICK:
        push(s, DRAW, seat, 2, 0)
        if effect == CACKLING_TRICK:
            push(s, CACKLES, seat, 1, 0)
    elif effect == SOUND_OF_MIND:
        push(s, RETURN, seat, min(2, int(s.cackles[seat])), 0)
    elif effect == HELPING_HAND:
        push(s, CRISIS_AT, seat, 0, 0)
    elif effect == BORROWING:
        push(s, LOOK, seat, 2, BORROWED)
    elif effect == SHAMBLE:
        push(s, TURN_UP, seat, 0, 0)
    elif effect == TRANSMUTATION:
        push(s, DISCARD, seat, 0, 0)
    elif effect == SECOND_CHANCE:
        push(s, REROLL, seat, 0, 2 if s.dice[2] >= 0 else 0)
    elif effect == PLUS_TWO:
        s.bonus += 2
    elif effect == PLUS_FOUR:
        s.bonus += 4
    elif effect == LOCAL_KNOWLEDGE:
        s.frame_pool[d] += 2
    else:
        return False
    return True
