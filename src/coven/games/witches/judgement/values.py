"""What things are worth in The Witches: Cackles, cards, counters, solving and failing.

Counted in 64ths of a point, in integers, so that a GPU agrees with a CPU to the bit. Chances are counted in 1024ths.
"""

from itertools import product

from coven.core.rule import rule
from coven.games.witches import board, end, moves, turn
from coven.games.witches.state import (
    ALISS,
    ALL_DUNGEONED,
    COOP,
    DUNGEONED,
    EASY,
    ELF,
    MAGPYR,
    ROW,
    SETUP,
    SPACES,
    TURN,
    WINTER,
    State,
    Tables,
)
from coven.games.witches.turn import begun, boxed

POINT = 64
CERTAIN = 1024
# The chance that so many dice show at least so much: AT_LEAST[25 * dice + need].
AT_LEAST: tuple[int, ...] = tuple(
    CERTAIN * sum(1 for faces in product(moves.FACES, repeat=dice) if sum(faces) >= need) // 6**dice
    for dice in range(5)
    for need in range(25)
)
# What a card is worth in the hand, by symbol and by effect: set by hand, near what it adds to an attempt.
SYMBOL_WORTH = (16, 18, 22)
EFFECT_WORTH = (18, 8, 16, 16, 8, 4, 4, 10, 0, 0, 6, 12, 6, 14, 6)
POWER_WORTH = 8
FAIR_CARD = 28
# In what percent of games one Crisis counter more in the supply may save the game, by those left: set by hand.
COUNTER_SAVES = (30, 18, 12, 8, 6, 4, 3, 2)
GROWTH = 9  # what a solved tile adds to each later turn: half a card, or half a point on the dice


@rule
def chance(dice: int, need: int) -> int:
    """The chance of at least `need` with so many dice."""
    if need <= 0:
        return CERTAIN
    if need > 6 * dice:
        return 0
    return AT_LEAST[25 * dice + need]


@rule
def turns_left(s: State, seat: int) -> int:
    """Whole turns a seat will have after the one under way."""
    ahead = boxed(s) - int(s.depth > 0 and s.frame_kind[0] == TURN and not begun(s))
    players = int(s.players)
    if s.frame_kind[0] == SETUP:
        return ahead // players
    place = (seat - int(s.active) + players) % players
    if place == 0:
        return ahead // players
    return (ahead - place + players) // players


@rule
def cackle_cost(s: State, seat: int, later: int) -> int:
    """What taking a Cackle costs: a point once the supply is out and she has the most."""
    if s.cackle_supply > 0:
        short = 2 * int(s.players) * later - int(s.cackle_supply)
        cost = 6 + 3 * max(0, min(short, 10))
    elif s.cackles[seat] >= board.most_cackles(s):
        cost = POINT
    else:
        cost = 32
    if s.mode >= COOP:
        if s.aliss_supply == 0:
            cost *= 6
        elif s.aliss_supply <= 2:
            cost *= 2
    return cost


@rule
def stake_of(s: State, seat: int) -> int:
    """What losing the game for all would cost her: more, the further she is ahead."""
    if s.mode >= COOP:
        return 14 * POINT
    best = -99
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, int(s.score[other]))
    return POINT * max(1, min(30, 6 + int(s.score[seat]) - best))


@rule
def relief(s: State, seat: int) -> int:
    """What a Crisis counter in the supply is worth: the chance it saves the game, most when few are left."""
    percent = COUNTER_SAVES[min(7, int(s.crisis_supply))]
    return stake_of(s, seat) * percent * min(boxed(s), 5) // 500


@rule
def elves_up(s: State, t: Tables) -> int:
    """Elves lying face up."""
    elves = 0
    for space in range(SPACES):
        if s.face_up[space] == 1 and s.tile[space] >= EASY and t.failure[int(s.tile[space])] == ELF:
            elves += 1
    return elves


@rule
def elf_danger(s: State, seat: int, failure: int, elves: int) -> int:
    """What so many elves left face up threaten."""
    if failure != ELF or elves <= 0:
        return 0
    stake = stake_of(s, seat)
    if elves >= end.TOO_MANY_ELVES:
        return stake * (elves - 2)
    return stake * (8 if elves == 1 else 26) * min(boxed(s), 8) // 800


@rule
def gain_of(s: State, t: Tables, seat: int, kind: int, crisis: int, later: int, elves: int) -> int:
    """What solving a problem brings."""
    points = (80 if kind < EASY else 260) if s.mode == COOP else POINT * int(t.points[kind])
    if kind >= EASY or s.easy_row[seat] < ROW:
        points += GROWTH * later
    points += (2 * crisis + 1) * relief(s, seat) // 2
    if t.failure[kind] == ELF:
        points += elf_danger(s, seat, ELF, elves) - elf_danger(s, seat, ELF, elves - 1)
    return points


@rule
def loss_of(s: State, t: Tables, seat: int, kind: int, later: int, elves: int, cackle: int) -> int:
    """What failing costs. `elves` counts those face up, this one among them."""
    failure = int(t.failure[kind])
    cost = cackle
    if failure == DUNGEONED or failure == ALL_DUNGEONED:
        cost += 70
    elif failure == MAGPYR:
        cost += relief(s, seat)
    elif failure == WINTER:
        cost += GROWTH
    elif failure == ALISS:
        cost += POINT if s.mode < COOP or s.aliss_supply > 1 else 6 * POINT
    return cost


@rule
def card_worth(t: Tables, card: int) -> int:
    """What a card is worth in the hand."""
    value = SYMBOL_WORTH[int(t.card_symbol[card])] + EFFECT_WORTH[int(t.card_effect[card])]
    return value + POWER_WORTH if t.card_power[card] >= 0 else value


@rule
def cost_of(s: State, t: Tables, card: int) -> int:
    """What spending a card now costs: after the last action the hand is filled up again."""
    if s.frame_phase[0] < turn.MOVE_TWO:
        return card_worth(t, card) // 2
    return max(1, (card_worth(t, card) - FAIR_CARD + 8) // 2) if boxed(s) >= s.players else 0


@rule
def usual_cost(s: State) -> int:
    """The same for a card of the usual sort."""
    if s.frame_phase[0] < turn.MOVE_TWO:
        return FAIR_CARD // 2
    return 4 if boxed(s) >= s.players else 0
