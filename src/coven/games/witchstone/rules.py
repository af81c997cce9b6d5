"""The whole of Witchstone: who acts, what is legal, what a move does.

Each function takes the state and the component tables, both single records; nothing else is known here.
"""

from coven.core.bits import count, lowest
from coven.core.chance import below
from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.seats import CHANCE, EVERYONE, NOBODY
from coven.games.witchstone import (
    cauldron,
    crystal,
    decode,
    end,
    energy,
    invariants,
    moves,
    outcomes,
    pentagram,
    scroll,
    setup,
    token,
    turn,
    wand,
    witch,
)
from coven.games.witchstone.frames import pop, tokens_wait
from coven.games.witchstone.state import (
    CHANCE_DEAL,
    CHANCE_FIRST,
    SETUP,
    TURN,
    WAIT_RIM,
    C,
    E,
    M,
    P,
    S,
    State,
    Tables,
    W,
)

# Raised when a change makes old records play differently. 2: actions of every type may be given up (WS-T4), and tokens
# wait for the next witch action of the turn (WS-W8).
VERSION = 2
OLDEST = 1  # still played


@rule
def actor(s: State) -> int:
    """The seat to act, CHANCE, or NOBODY when the game is over."""
    if s.over:
        return NOBODY
    d = int(s.depth) - 1
    return CHANCE if s.frame_kind[d] >= CHANCE_FIRST else int(s.frame_seat[d])


@rule
def begin(s: State, t: Tables, players: int, options: Row) -> None:
    """Set up the table; options are the first player (-1: chance decides), each seat's handicap, and the version."""
    s.version = options[-1]
    setup.begin(s, t, players, int(options[0]), options[1:])
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
    if kind == TURN:
        return turn.list_moves(s, t, d, out)
    if kind == SETUP:
        return setup.list_moves(s, t, out, 0)
    n = 0
    if kind == E:
        n = energy.list_moves(s, t, d, out, n)
    elif kind == W:
        n = witch.list_moves(s, t, d, out, n)
        n = token.list_moves(s, d, out, n)
    elif kind == P:
        n = pentagram.list_moves(s, t, d, out, n)
    elif kind == C:
        n = token.list_moves(s, d, out, n)
        n = crystal.list_moves(s, t, d, out, n)
    elif kind == M:
        n = wand.list_moves(s, d, out, n)
    else:
        n = scroll.list_moves(s, d, out, n)
    if spell_helps(s, t, d, kind):
        n = scroll.list_spells(s, t, d, out, n)
    if may_stop(s, t, d, kind):
        out[n] = moves.STOP
        n += 1
    if s.frame_kind[0] == TURN:
        n = cauldron.list_removals(s, seat, cauldron.ALL_CELLS, out, n)
    if kind == P:
        return pentagram.list_less(s, d, out, n)
    if kind == M:
        return wand.list_less(s, t, d, out, n)
    return n


@rule
def sketch(s: State, t: Tables, out: Row) -> int:
    """The number of legal moves, and enough of them in `out` for `nth` to tell any: hundreds need not be written."""
    d = int(s.depth) - 1
    return turn.sketch(s, t, d, out) if s.frame_kind[d] == TURN else legal(s, t, out)


@rule
def nth(s: State, t: Tables, out: Row, n: int, k: int) -> int:
    """Legal move number k of a sketch of n."""
    d = int(s.depth) - 1
    return turn.nth(s, d, out, n, k) if s.frame_kind[d] == TURN else int(out[k])


@rule
def spell_helps(s: State, t: Tables, d: int, kind: int) -> bool:
    """Whether a reinforcement can be added here and could do anything (WS-R4)."""
    if kind == E:
        return energy.open_links(s, t, int(s.frame_seat[d])) != 0
    if kind == W:
        return witch.more_helps(s, t, d)
    if kind == P:
        return s.frame_phase[d] == pentagram.BEFORE
    if kind == C:
        return cauldron.crystal_cells(s, int(s.frame_seat[d])) != 0
    if kind == M:
        return wand.more_helps(s, t, d)
    return scroll.more_helps(s, d)


@rule
def may_stop(s: State, t: Tables, d: int, kind: int) -> bool:
    """E, W, C and S may be given up once nothing waits in them, S not by version 1 (WS-T4)."""
    if kind == P or kind == M:
        return False
    if kind == S:
        return s.version >= 2
    if tokens_wait(s, d):
        return kind == W and witch.tokens_may_wait(s, t, d)
    if kind == C:
        for symbol in range(6):
            if s.frame_waiting[d, WAIT_RIM + symbol] > 0:
                return False
    return True


@rule
def apply(s: State, t: Tables, move: int) -> None:
    """Make a legal move, or let an outcome of chance happen, and go on to the next decision."""
    act(s, t, move)
    _settle(s, t)


@rule
def act(s: State, t: Tables, move: int) -> None:
    """What a move or an outcome does by itself, before anything follows from it."""
    d = int(s.depth) - 1
    if s.frame_kind[d] >= CHANCE_FIRST:
        outcomes.happen(s, move)
    else:
        _play(s, t, d, move)


@rule
def _play(s: State, t: Tables, d: int, move: int) -> None:
    if move < moves.ASIDE:
        pair, edge, flip = decode.place(move)
        turn.lay(s, t, d, pair, edge, flip)
    elif move < moves.DO:
        turn.lay_aside(s, d, move - moves.ASIDE)
    elif move < moves.ENERGY:
        turn.choose(s, t, d, move - moves.DO)
    elif move < moves.LAY:
        energy.build(s, t, d, move - moves.ENERGY)
    elif move < moves.STAND:
        witch.lay(s, d)
    elif move < moves.TOWER:
        witch.stand(s, t, d, move - moves.STAND)
    elif move < moves.TOKEN:
        setup.choose_tower(s, d, move - moves.TOWER)
    elif move < moves.GO:
        black, kind = decode.token(move)
        token.use_waiting(s, d, kind, black)
    elif move < moves.USE:
        _move_marker(s, t, d, int(s.frame_pool[d]))
    elif move < moves.PUT:
        pair, half = decode.use(move)
        pentagram.use(s, t, d, pair, half)
    elif move < moves.FREE:
        pair, cell = decode.put(move)
        pentagram.put(s, t, d, pair, cell)
    elif move < moves.CRYSTAL:
        pentagram.free(s, d, move - moves.FREE)
    elif move < moves.SHELVE:
        cell, target = decode.crystal(move)
        crystal.carry(s, t, d, cell, target)
    elif move < moves.BOTTOM:
        black, symbol = decode.shelve(move)
        crystal.shelve(s, d, symbol, black)
    elif move < moves.SCROLL:
        black, symbol, gift = decode.bottom(move)
        crystal.bottom(s, d, symbol, black, gift)
    elif move < moves.SPELL:
        scroll.take(s, d, move - moves.SCROLL)
    elif move < moves.STOP:
        scroll.cast(s, t, d, move - moves.SPELL)
    elif move < moves.REMOVE:
        if s.frame_kind[d] == W:
            witch.hold_tokens(s, d)
        pop(s)
    elif move < moves.MOVE:
        cauldron.remove(s, int(s.frame_seat[d]), move - moves.REMOVE)
    else:
        _move_marker(s, t, d, move - moves.MOVE)


@rule
def _move_marker(s: State, t: Tables, d: int, spaces: int) -> None:
    """On the pentagram or the wand."""
    if s.frame_kind[d] == P:
        pentagram.go(s, d, spaces)
    else:
        wand.move(s, t, d, spaces)


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
    if kind >= CHANCE_FIRST:
        return False
    if kind == E:
        return not energy.step(s, t, d)
    if kind == W:
        return not witch.step(s, t, d)
    if kind == P:
        return not pentagram.step(s, t, d)
    if kind == C:
        return not crystal.step(s, t, d)
    if kind == M:
        return not wand.step(s, t, d)
    if kind == S:
        return not scroll.step(s, d)
    if kind == TURN:
        return not turn.step(s, t, d)
    return not setup.step(s, t, d)


@rule
def turn_mark(s: State) -> int:
    """A number that changes when the turn does."""
    return int(s.turn)


@rule
def winners(s: State, t: Tables) -> int:
    """The winning seats as bits."""
    return end.winners(s)


@rule
def knowers(s: State, t: Tables, move: int) -> int:
    """The seats who may know a move about to be made, as bits: a dealt tile is seen by its owner alone (WS-K2)."""
    d = int(s.depth) - 1
    return 1 << int(s.frame_pool[d]) if s.frame_kind[d] == CHANCE_DEAL else EVERYONE


@rule
def veil(s: State, t: Tables, move: int) -> int:
    """A move about to be made, as it is told to those who may not know it."""
    d = int(s.depth) - 1
    return moves.DEAL_UNSEEN + int(s.frame_pool[d]) if s.frame_kind[d] == CHANCE_DEAL else move


@rule
def redact(s: State, t: Tables, seat: int) -> None:
    """Leave only what a seat may know; -1 is a spectator (WS-K1 to WS-K3).

    A hand joins the tiles nobody has seen: outside it they can't be told apart.
    """
    for other in range(int(s.players)):
        if other != seat:
            s.unseen[other] |= s.hand[other]
            s.hand[other] = 0


@rule
def imagine(s: State, t: Tables, seat: int, seed: int) -> None:
    """Fill a redacted state with hidden facts, every one consistent with it as likely as the others."""
    draw = 0
    for other in range(int(s.players)):
        if other == seat:
            continue
        for _ in range(turn.tiles_in_hand(s, other)):
            unseen = int(s.unseen[other])
            skip = below(seed, draw, 0, count(unseen))
            draw += 1
            for _ in range(skip):
                unseen &= unseen - 1
            tile = 1 << lowest(unseen)
            s.unseen[other] &= ~tile
            s.hand[other] |= tile


@rule
def faults(s: State, t: Tables) -> int:
    """Broken invariants as bits; 0 for a sound position."""
    return invariants.faults(s, t)


@rule
def tally(s: State, t: Tables, seat: int, category: int) -> int:
    """What the end would add now, by category."""
    return end.worth(s, t, seat, category)
