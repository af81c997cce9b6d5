"""Set-up: problems, boxes, trainees, cards, and where the witches begin."""

from coven.core.fields import Row
from coven.core.lists import list_bits
from coven.core.rule import rule
from coven.core.seats import CHANCE
from coven.games.witches import board, moves
from coven.games.witches.frames import pop, push
from coven.games.witches.state import (
    ANNAGRAMMA,
    BOXES,
    CARDS,
    CHANCE_CARD,
    CHANCE_EASY,
    CHANCE_TOP,
    CHANCE_TOTAL,
    DIMITY,
    EASY,
    EXPERT,
    HAND,
    HARD,
    LOCATIONS,
    SETUP,
    SPACES,
    TRAINEES,
    TURN,
    UNKNOWN,
    State,
    Tables,
)

# Phases of the frame; its pool counts what is done of each.
SQUARES, TOPS, ROLLING, CHOOSING, DEALING, STANDING = range(6)
NOT_ROLLED, OUT = -1, -2
GREEN, PURPLE = 1, 2


@rule
def begin(s: State, t: Tables, players: int, mode: int, harder: int, version: int) -> None:
    """Everything as it lies before the first tile is drawn (TW-S1 to TW-S3)."""
    s.players = players
    s.version = version
    s.mode = mode
    s.harder = 1 if harder or mode == EXPERT else 0
    s.tile[:] = -1
    s.box_top[:] = -1
    s.trainee[:] = -1
    s.rolled[:] = NOT_ROLLED
    s.at[:] = -1
    s.dice[:] = -1
    s.placing = -1
    s.deck = (1 << CARDS) - 1
    s.cackle_supply = t.cackles[mode, players]
    s.crisis_supply = t.crises[mode, players]
    s.aliss_supply = t.aliss[mode, players]
    for kind in range(EASY):
        s.easy_pool[kind] = t.count[kind]
    for kind in range(HARD):
        s.hard_pool[kind] = t.count[EASY + kind]
    for box in range(BOXES):
        s.box_easy[box] = t.box_easy[players, box]
        s.box_hard[box] = t.box_hard[players, box]
    for space in range(SPACES):
        if t.start[space] == PURPLE:
            s.tile[space] = UNKNOWN
    push(s, SETUP, -1, 0, 0)


@rule
def _next_phase(s: State, d: int) -> None:
    s.frame_phase[d] += 1
    s.frame_pool[d] = 0


@rule
def step(s: State, t: Tables, d: int) -> bool:
    """True if a player is asked; otherwise set-up went on."""
    phase = int(s.frame_phase[d])
    done = int(s.frame_pool[d])
    players = int(s.players)
    s.frame_seat[d] = -1
    if phase == SQUARES:
        if done == SPACES:
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            if t.start[done] == GREEN:
                push(s, CHANCE_EASY, CHANCE, 0, done)
    elif phase == TOPS:
        if done == BOXES:
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            if s.box_easy[done] > 0:
                push(s, CHANCE_TOP, CHANCE, 0, done)
    elif phase == ROLLING:
        _roll_off(s, d)
    elif phase == CHOOSING:
        if done < players:
            s.frame_seat[d] = (int(s.first) + done) % players
            return True
        _find_starter(s)
        _next_phase(s, d)
    elif phase == DEALING:
        if done == HAND * players:
            _next_phase(s, d)
        else:
            s.frame_pool[d] += 1
            push(s, CHANCE_CARD, CHANCE, 0, (int(s.first) + done // HAND) % players)
    elif done < players:
        s.frame_seat[d] = (int(s.first) + done) % players
        return True
    else:
        pop(s)
        s.active = s.first
        push(s, TURN, int(s.first), 0, 0)
    return False


@rule
def _roll_off(s: State, d: int) -> None:
    """All roll four dice; only the tied roll again; the highest chooses first (TW-S4)."""
    players = int(s.players)
    best = -1
    tied = 0
    for seat in range(players):
        if s.rolled[seat] == NOT_ROLLED and players > 1:
            push(s, CHANCE_TOTAL, CHANCE, 0, seat)
            return
        if s.rolled[seat] > best:
            best = int(s.rolled[seat])
            tied = 0
        if s.rolled[seat] == best:
            tied += 1
            s.first = seat
    if tied > 1 and players > 1:
        for seat in range(players):
            s.rolled[seat] = NOT_ROLLED if s.rolled[seat] == best else OUT
        return
    for seat in range(players):
        s.rolled[seat] = NOT_ROLLED
    _next_phase(s, d)


@rule
def _find_starter(s: State) -> None:
    """Dimity's player starts; without Dimity the last to choose (TW-S5)."""
    players = int(s.players)
    starter = (int(s.first) + players - 1) % players
    for seat in range(players):
        if s.trainee[seat] == DIMITY:
            starter = seat
    s.first = starter


@rule
def list_moves(s: State, t: Tables, d: int, out: Row, n: int) -> int:
    """Trainees not yet chosen, or where a witch may begin (TW-S4, TW-S6)."""
    if s.frame_phase[d] == CHOOSING:
        for trainee in range(TRAINEES):
            taken = False
            for seat in range(int(s.players)):
                if s.trainee[seat] == trainee:
                    taken = True
            if not taken:
                out[n] = moves.CHOOSE + trainee
                n += 1
        return n
    return list_bits(starts(s, t), moves.TO, out, n)


@rule
def starts(s: State, t: Tables) -> int:
    """Spaces of places without any problem (TW-S6); by version 1 the space alone had to be free of one."""
    problems = board.problems(s)
    if s.version < 2:
        return board.ALL_SPACES & ~problems
    found = 0
    for location in range(LOCATIONS):
        if int(t.spaces[location]) & problems == 0:
            found |= int(t.spaces[location])
    return found


@rule
def choose(s: State, d: int, trainee: int) -> None:
    """A trainee, with her tile; Annagramma starts with a Cackle (TW-S4)."""
    seat = int(s.frame_seat[d])
    s.frame_pool[d] += 1
    s.trainee[seat] = trainee
    s.tile_left[seat] = 0 if trainee == DIMITY else 1
    if trainee == ANNAGRAMMA:
        s.cackles[seat] += 1
        s.cackle_supply -= 1


@rule
def stand(s: State, d: int, space: int) -> None:
    """Where a witch begins (TW-S6)."""
    s.at[int(s.frame_seat[d])] = space
    s.frame_pool[d] += 1
