"""The whole of The Witches: who acts, what is legal, what a move does.

Each function takes the state and the component tables, both single records; nothing else is known here.
"""

from coven.core.bits import count
from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE, NOBODY
from coven.games.witches import (
    attempt,
    board,
    cackle,
    deck,
    effect,
    end,
    hidden,
    invariants,
    moves,
    outcomes,
    setup,
    trouble,
    turn,
    walk,
)
from coven.games.witches.frames import pop, push
from coven.games.witches.state import (
    ATTEMPT,
    CACKLES,
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_PAIR,
    CHANCE_TOTAL,
    DISCARD,
    DRAW,
    ESCAPE,
    FLIGHT,
    LOOK,
    MOVE,
    OWN_TILE,
    PROBLEM,
    REROLL,
    RETURN,
    SETUP,
    TURN,
    TURN_UP,
    State,
    Tables,
)

VERSION = 2  # raised when a change makes old records play differently
OLDEST = 1  # still playable: where a witch begins (TW-S6) and invisibility (TW-E9) were others


@rule
def actor(s: State) -> int:
    """The seat to act, CHANCE, or NOBODY when the game is over."""
    if s.over:
        return NOBODY
    d = int(s.depth) - 1
    return CHANCE if s.frame_kind[d] >= CHANCE_TOTAL else int(s.frame_seat[d])


@rule
def begin(s: State, t: Tables, players: int, options: Row) -> None:
    """Set up the table; options are the mode, whether any number of Crisis may lie on a tile, and the version."""
    setup.begin(s, t, players, int(options[0]), int(options[1]), int(options[2]))
    _settle(s, t)


@rule
def chances(s: State, t: Tables, out: Row, weights: Row) -> int:
    """List the outcomes of a chance decision and their weights."""
    return outcomes.list_outcomes(s, out, weights)


@rule
def legal(s: State, t: Tables, out: Row) -> int:
    """List the legal moves of the seat to act, in rising order; returns how many."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    seat = int(s.frame_seat[d])
    if kind == SETUP:
        return setup.list_moves(s, t, d, out, 0)
    if kind == TURN:
        n = effect.list_plays(s, t, d, out, 0)
        out[n] = moves.GO
        return n + 1
    if kind == PROBLEM:
        return trouble.list_moves(s, t, d, out, 0)
    if kind == MOVE:
        return walk.list_moves(s, t, d, out, 0)
    if kind == ATTEMPT:
        return attempt.list_moves(s, t, d, out, 0)
    if kind == FLIGHT:
        return attempt.list_landings(s, t, d, out, 0)
    if kind == CACKLES:
        return cackle.list_holders(s, out, 0)
    if kind == RETURN:
        return cackle.list_returns(s, d, out, 0)
    if kind == DISCARD:
        n = list_bits(int(s.hand[seat]) & ~walk.laid_open(s), moves.DISCARD, out, 0)
        out[n] = moves.DONE
        return n + 1
    if kind == REROLL:
        for i in range(3):
            out[i] = moves.REROLL + i
        return 3
    if kind == LOOK:
        return list_bits(lookable(s, t, d), moves.LOOK, out, 0)
    if kind == TURN_UP:
        return list_bits(board.face_down(s), moves.TURN_UP, out, 0)
    return list_bits(board.crises(s), moves.CRISIS, out, 0)


@rule
def lookable(s: State, t: Tables, d: int) -> int:
    """Tiles to look at: any for a borrowing, those next door for an invisibility (TW-E7, TW-E9)."""
    seat = int(s.frame_seat[d])
    if s.frame_what[d] == effect.PEEKED:
        return effect.peekable(s, t, seat)
    return board.not_looked_at(s, seat)


@rule
def apply(s: State, t: Tables, move: int) -> None:
    """Make a legal move, or let an outcome of chance happen, and go on to the next decision."""
    act(s, t, move)
    _settle(s, t)


@rule
def act(s: State, t: Tables, move: int) -> None:
    """What a move or an outcome does by itself, before anything follows from it."""
    d = int(s.depth) - 1
    if s.frame_kind[d] >= CHANCE_TOTAL:
        outcomes.happen(s, t, move)
    elif move < moves.TO:
        _play_card(s, t, d, move)
    elif move < moves.RETURN:
        _play_space(s, t, d, move)
    else:
        _play_answer(s, t, d, move)


@rule
def _play_card(s: State, t: Tables, d: int, move: int) -> None:
    """Cards and the trainees' own tiles."""
    seat = int(s.frame_seat[d])
    kind = int(s.frame_kind[d])
    if move < moves.PLAY:
        if kind == MOVE:
            deck.drop(s, seat, move - moves.SYMBOL)
            walk.fly(s, d)
        else:
            attempt.add_symbol(s, t, d, move - moves.SYMBOL)
    elif move < moves.POWER:
        card = move - moves.PLAY
        if walk.shows(s, t, d, move):
            deck.show(s, seat, card)
            walk.slip(s, d, 1 + card)
        else:
            deck.drop(s, seat, card)
            _play_effect(s, t, d, int(t.card_effect[card]))
    elif move < moves.DISCARD:
        attempt.power(s, t, d, move)
    elif move < moves.TILE:
        deck.drop(s, seat, move - moves.DISCARD)
        s.frame_pool[d] += 1
    elif kind == MOVE:
        shown = walk.shows(s, t, d, move)
        if not shown:
            s.tile_left[seat] = 0
        walk.slip(s, d, OWN_TILE if shown else 0)
    else:
        attempt.use_tile(s, t, d)


@rule
def _play_effect(s: State, t: Tables, d: int, kind: int) -> None:
    """An effect: the same everywhere, or one that belongs to the move or the attempt."""
    if effect.general(s, t, d, kind):
        return
    if s.frame_kind[d] == MOVE:
        walk.slip(s, d, 0)
    elif kind == ESCAPE:
        push(s, FLIGHT, int(s.frame_seat[d]), 0, attempt.BY_ESCAPE)
    else:  # what lays out the dead or cures a sheep
        attempt.win(s, t, d)


@rule
def _play_space(s: State, t: Tables, d: int, move: int) -> None:
    """Everything that names a space."""
    kind = int(s.frame_kind[d])
    seat = int(s.frame_seat[d])
    if move < moves.FLEE:
        space = move - moves.TO
        if kind == SETUP:
            setup.stand(s, d, space)
        elif kind == PROBLEM:
            trouble.place(s, space)
        else:
            walk.go_to(s, t, d, space)
    elif move < moves.LOOK:
        if kind == FLIGHT:
            attempt.land(s, d, move - moves.FLEE)
        else:
            attempt.flee(s, t, d, move - moves.FLEE)
    elif move < moves.TURN_UP:
        s.frame_pool[d] -= 1
        if s.frame_pool[d] == 0 or count(lookable(s, t, d)) == 1:
            pop(s)
        walk.look(s, seat, move - moves.LOOK)
    elif move < moves.CRISIS:
        pop(s)
        attempt.turn_up(s, move - moves.TURN_UP)
    elif kind == PROBLEM:
        trouble.worsen(s, d, move - moves.CRISIS)
    else:
        pop(s)
        s.crisis[move - moves.CRISIS] -= 1
        s.crisis_supply += 1


@rule
def _play_answer(s: State, t: Tables, d: int, move: int) -> None:
    """Numbers, seats, trainees and words."""
    seat = int(s.frame_seat[d])
    if move < moves.REROLL:
        pop(s)
        cackle.give_back(s, seat, move - moves.RETURN)
    elif move < moves.TAKE:
        first = int(s.frame_what[d])
        die = move - moves.REROLL
        pop(s)
        if die == moves.BOTH:
            push(s, CHANCE_PAIR, CHANCE, 0, first)
        else:
            push(s, CHANCE_DIE, CHANCE, 0, first + die)
    elif move < moves.CHOOSE:
        cackle.take_from(s, d, move - moves.TAKE)
    elif move < moves.STAY:
        setup.choose(s, d, move - moves.CHOOSE)
    elif move == moves.STAY:
        walk.stay(s)
    elif move == moves.GO:
        s.frame_phase[d] += 1
    elif move == moves.ROLL:
        attempt.roll(s, d)
    elif move == moves.FACE:
        s.frame_phase[d] += 1
    elif move == moves.SKIP:
        walk.skip(s, d)
    elif s.frame_kind[d] == DISCARD:
        number = int(s.frame_pool[d])
        pop(s)
        push(s, DRAW, seat, number + 1, 0)
    else:
        attempt.judge(s, t, d)


@rule
def _draw(s: State, d: int) -> None:
    """One card more; an empty deck is the discards shuffled (TW-N7)."""
    if s.frame_pool[d] == 0 or (s.deck == 0 and s.discard == 0):
        pop(s)
    else:
        deck.reshuffle(s)
        s.frame_pool[d] -= 1
        push(s, CHANCE_CARD, CHANCE, 0, int(s.frame_seat[d]))


@rule
def _settle(s: State, t: Tables) -> None:
    """Do whatever needs no choice, until a player or chance is asked or the game is over."""
    while not s.over and follow(s, t):
        pass


@rule
def follow(s: State, t: Tables) -> bool:
    """One thing more that needs no choice; False if somebody or chance is asked instead."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    if kind == TURN:
        return not turn.step(s, t, d)
    if kind == MOVE:
        return not walk.step(s, t, d)
    if kind == ATTEMPT:
        return not attempt.step(s, t, d)
    if kind == PROBLEM:
        return not trouble.step(s, t, d)
    if kind == CACKLES:
        return not cackle.step(s, d)
    if kind == SETUP:
        return not setup.step(s, t, d)
    if kind == DRAW:
        _draw(s, d)
        return True
    return False


@rule
def turn_mark(s: State) -> int:
    """A number that changes when the turn does."""
    return turn.mark(s)


@rule
def winners(s: State, t: Tables) -> int:
    """The winning seats as bits."""
    return end.winners(s, t)


@rule
def knowers(s: State, t: Tables, move: int) -> int:
    """The seats who may know a move about to be made, as bits."""
    return hidden.knowers(s)


@rule
def veil(s: State, t: Tables, move: int) -> int:
    """A move about to be made, as it is told to those who may not know it."""
    return hidden.veil(s, move)


@rule
def redact(s: State, t: Tables, seat: int) -> None:
    """Leave only what a seat may know; -1 is a spectator."""
    hidden.redact(s, seat)


@rule
def imagine(s: State, t: Tables, seat: int, seed: int) -> None:
    """Fill a redacted state with hidden facts, every one consistent with it as likely as the others."""
    hidden.imagine(s, seat, seed)


@rule
def faults(s: State, t: Tables) -> int:
    """Broken invariants as bits; 0 for a sound position."""
    return invariants.faults(s, t)


@rule
def tally(s: State, t: Tables, seat: int, category: int) -> int:
    """The points so far, by category."""
    return end.worth(s, t, seat, category)
