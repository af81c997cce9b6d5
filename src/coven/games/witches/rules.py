"""The whole of The Witches: who acts, what is legal, what a move does.

Each function takes the state and the component tables, both single records; nothing else is known here.
"""

from coven.core.bits import count, lowest
from coven.core.chance import below
from coven.core.rule import rule
from coven.core.seats import CHANCE, NOBODY, SEATS
from coven.games.witches import (
    attempt,
    board,
    cackle,
    deck,
    effect,
    end,
    invariants,
    luck,
    moves,
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
    CHANCE_HARD,
    CHANCE_PAIR,
    CHANCE_TOTAL,
    DISCARD,
    DRAW,
    EASY,
    ESCAPE,
    FLIGHT,
    HARD,
    LOOK,
    MOVE,
    PROBLEM,
    REROLL,
    RETURN,
    SETUP,
    SPACES,
    TURN,
    TURN_UP,
    UNKNOWN,
)

VERSION = 1  # raised when a change makes old records play differently
BOTH = 2  # dice to re-roll


@rule
def actor(s):
    """The seat to act, CHANCE, or NOBODY when the game is over."""
    if s.over:
        return NOBODY
    d = int(s.depth) - 1
    return CHANCE if s.frame_kind[d] >= CHANCE_TOTAL else int(s.frame_seat[d])


@rule
def begin(s, t, players, options):
    """Set up the table; options are the mode and whether any number of Crisis may lie on a tile."""
    setup.begin(s, t, players, int(options[0]), int(options[1]))
    _settle(s, t)


@rule
def chances(s, t, out, weights):
    """List the outcomes of a chance decision and their weights."""
    return luck.list_outcomes(s, out, weights)


@rule
def legal(s, t, out):
    """List the legal moves of the seat to act, in rising order; returns how many."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    seat = int(s.frame_seat[d])
    if kind == SETUP:
        return setup.list_moves(s, d, out, 0)
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
        n = _list_bits(int(s.hand[seat]), moves.DISCARD, out, 0)
        out[n] = moves.DONE
        return n + 1
    if kind == REROLL:
        for i in range(3):
            out[i] = moves.REROLL + i
        return 3
    if kind == LOOK:
        return _list_bits(_lookable(s, t, d), moves.LOOK, out, 0)
    if kind == TURN_UP:
        return _list_bits(board.face_down(s), moves.TURN_UP, out, 0)
    return _list_bits(board.crises(s), moves.CRISIS, out, 0)


@rule
def sketch(s, t, out):
    """The number of legal moves, and enough of them in `out` for `nth` to tell any; here all, they are few."""
    return legal(s, t, out)


@rule
def nth(s, t, out, n, k):
    """Legal move number k of a sketch of n."""
    return int(out[k])


@rule
def _list_bits(rest, base, out, n):
    while rest != 0:
        out[n] = base + lowest(rest)
        n += 1
        rest &= rest - 1
    return n


@rule
def _lookable(s, t, d):
    """Tiles to look at: any for a borrowing, those next door for an invisibility (TW-E7, TW-E9)."""
    seat = int(s.frame_seat[d])
    if s.frame_what[d] == effect.PEEKED:
        return effect.peekable(s, t, seat)
    return board.not_looked_at(s, seat)


@rule
def apply(s, t, move):
    """Make a legal move, or let an outcome of chance happen, and go on to the next decision."""
    d = int(s.depth) - 1
    if s.frame_kind[d] >= CHANCE_TOTAL:
        luck.happen(s, t, move)
    elif move < moves.TO:
        _play_card(s, t, d, move)
    elif move < moves.RETURN:
        _play_space(s, t, d, move)
    else:
        _play_answer(s, t, d, move)
    _settle(s, t)


@rule
def _play_card(s, t, d, move):
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
        deck.drop(s, seat, card)
        _play_effect(s, t, d, int(t.card_effect[card]))
    elif move < moves.DISCARD:
        attempt.power(s, t, d, move - moves.POWER)
    elif move < moves.TILE:
        deck.drop(s, seat, move - moves.DISCARD)
        s.frame_pool[d] += 1
    elif kind == MOVE:
        s.tile_left[seat] = 0
        walk.slip(s, d)
    else:
        attempt.use_tile(s, t, d)


@rule
def _play_effect(s, t, d, kind):
    """An effect: the same everywhere, or one that belongs to the move or the attempt."""
    if effect.general(s, t, d, kind):
        return
    if s.frame_kind[d] == MOVE:
        walk.slip(s, d)
    elif kind == ESCAPE:
        push(s, FLIGHT, int(s.frame_seat[d]), 0, attempt.BY_ESCAPE)
    else:  # what lays out the dead or cures a sheep
        attempt.win(s, t, d)


@rule
def _play_space(s, t, d, move):
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
        if s.frame_pool[d] == 0 or count(_lookable(s, t, d)) == 1:
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
def _play_answer(s, t, d, move):
    """Numbers, seats, trainees and words."""
    seat = int(s.frame_seat[d])
    if move < moves.REROLL:
        pop(s)
        cackle.give_back(s, seat, move - moves.RETURN)
    elif move < moves.TAKE:
        first = int(s.frame_what[d])
        die = move - moves.REROLL
        pop(s)
        if die == BOTH:
            push(s, CHANCE_PAIR, -1, 0, first)
        else:
            push(s, CHANCE_DIE, -1, 0, first + die)
    elif move < moves.CHOOSE:
        cackle.take_from(s, d, move - moves.TAKE)
    elif move < moves.STAY:
        setup.choose(s, d, move - moves.CHOOSE)
    elif move == moves.STAY:
        pop(s)
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
def _draw(s, d):
    """One card more; an empty deck is the discards shuffled (TW-N7)."""
    if s.frame_pool[d] == 0 or (s.deck == 0 and s.discard == 0):
        pop(s)
    else:
        deck.reshuffle(s)
        s.frame_pool[d] -= 1
        push(s, CHANCE_CARD, -1, 0, int(s.frame_seat[d]))


@rule
def _settle(s, t):
    """Do whatever needs no choice, until a player or chance is asked or the game is over."""
    asked = False
    while not asked and not s.over:
        d = int(s.depth) - 1
        kind = int(s.frame_kind[d])
        if kind == TURN:
            asked = turn.step(s, t, d)
        elif kind == MOVE:
            asked = walk.step(s, t, d)
        elif kind == ATTEMPT:
            asked = attempt.step(s, t, d)
        elif kind == PROBLEM:
            asked = trouble.step(s, t, d)
        elif kind == CACKLES:
            asked = cackle.step(s, d)
        elif kind == DRAW:
            _draw(s, d)
        elif kind == SETUP:
            asked = setup.step(s, t, d)
        else:
            asked = True


@rule
def turn_mark(s):
    """A number that changes when the turn does."""
    return turn.mark(s)


@rule
def winners(s, t):
    """The winning seats as bits."""
    return end.winners(s, t)


@rule
def knowers(s, t, move):
    """The seats who may know a move about to be made, as bits."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    if kind == CHANCE_CARD or (kind == CHANCE_HARD and s.frame_what[d] >= 0):
        return 1 << int(s.frame_what[d])
    return -1


@rule
def veil(s, t, move):
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
def _hidden_tile(s, space, seat):
    """A face-down tile somebody has looked at, but not this seat."""
    lookers = int(s.lookers[space])
    return s.face_up[space] == 0 and lookers != 0 and (seat < 0 or lookers >> seat & 1 == 0)


@rule
def redact(s, t, seat):
    """Leave only what a seat may know; -1 is a spectator. Hands join the deck, tiles looked at the unseen ones."""
    for other in range(int(s.players)):
        if other != seat:
            s.deck |= s.hand[other]
            s.hand[other] = 0
    for space in range(SPACES):
        if _hidden_tile(s, space, seat) and s.tile[space] != UNKNOWN:
            s.hard_pool[int(s.tile[space]) - EASY] += 1
            s.tile[space] = UNKNOWN


@rule
def imagine(s, t, seat, seed):
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
            total = 0
            for tile in range(HARD):
                total += int(s.hard_pool[tile])
            left = below(seed, draw, 0, total)
            draw += 1
            tile = 0
            while left >= s.hard_pool[tile]:
                left -= int(s.hard_pool[tile])
                tile += 1
            s.hard_pool[tile] -= 1
            s.tile[space] = EASY + tile


@rule
def _of_shuffle(s, shuffle):
    """Cards not known to be elsewhere that came into the deck with one shuffle."""
    found = 0
    rest = int(s.deck)
    while rest != 0:
        if s.shuffled[lowest(rest)] == shuffle:
            found |= rest & -rest
        rest &= rest - 1
    return found


@rule
def faults(s, t):
    """Broken invariants as bits; 0 for a sound position."""
    return invariants.faults(s, t)


@rule
def tally(s, t, seat, category):
    """The points so far, by category."""
    return end.worth(s, t, seat, category)
