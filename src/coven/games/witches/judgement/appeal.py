"""How inviting each legal move of The Witches looks to the seat to act, by what it may know.

In 64ths of a point, like stakes.py, until the last step makes weights of them.
"""

from coven.core.bits import lowest
from coven.core.fields import Row
from coven.core.rule import rule
from coven.games.witches import board, effect, moves, turn
from coven.games.witches.attempt_state import AFTER, CHOICE, FACING, FAILED, READY, difficulty, total
from coven.games.witches.decode import is_flight, is_step, three_cards
from coven.games.witches.judgement.dice import pair, pluses, reroll, reroll_chance, symbols
from coven.games.witches.judgement.expectation import (
    Chart,
    best_anywhere,
    best_stop,
    chart_of,
    follow,
    means_of,
    prospect,
    read,
    stop,
)
from coven.games.witches.judgement.values import (
    CERTAIN,
    FAIR_CARD,
    POINT,
    cackle_cost,
    card_worth,
    chance,
    cost_of,
    elves_up,
    gain_of,
    loss_of,
    relief,
    turns_left,
    usual_cost,
)
from coven.games.witches.state import (
    ATTEMPT,
    BROOMSTICK,
    CACKLES,
    CACKLING_TRICK,
    CRISIS_AT,
    DISCARD,
    DUNGEON,
    EASY,
    ESCAPE,
    FLIGHT,
    HEADOLOGY,
    HELPING_HAND,
    INVISIBILITY,
    LAY_OUT,
    LOCAL_KNOWLEDGE,
    LOOK,
    MOVE,
    OWN_TILE,
    PETULIA,
    PROBLEM,
    REMEDY,
    REROLL,
    RETURN,
    SECOND_CHANCE,
    SETUP,
    SOUND_OF_MIND,
    TRANSMUTATION,
    TRICK,
    TURN,
    TURN_UP,
    State,
    Tables,
)
from coven.games.witches.walk import shows

TILE_COST = 12  # what Tiffany's tile is missed
# Weights fall by two fifths with every sixteenth of a point a move is worse than the best.
STEEPNESS = tuple(int(20000 * 0.6**step) for step in range(32))


@rule
def appeals(s: State, t: Tables, moves_: Row, n: int, weights: Row) -> None:
    """Weights of the legal moves of the seat to act, the best some thousands of times the silliest."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d])
    if kind == ATTEMPT:
        _weigh_attempt(s, t, d, moves_, n, weights)
    elif kind == MOVE:
        _weigh_move(s, t, d, moves_, n, weights)
    elif kind == FLIGHT or kind == SETUP or kind == PROBLEM:
        _weigh_spaces(s, t, d, moves_, n, weights)
    else:
        _weigh_answers(s, t, d, moves_, n, weights)
    best = weights[0]
    for i in range(1, n):
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = 1 + STEEPNESS[min(31, (best - weights[i]) >> 2)]


@rule
def _weigh_answers(s: State, t: Tables, d: int, moves_: Row, n: int, weights: Row) -> None:
    """Small questions: effects before and after the moves, numbers, dice, tiles to look at."""
    kind = int(s.frame_kind[d])
    seat = int(s.frame_seat[d])
    later = turns_left(s, seat)
    cackle = cackle_cost(s, seat, later)
    for i in range(n):
        move = int(moves_[i])
        value = 0
        if kind == TURN and move != moves.GO:
            value = _play(s, t, seat, move - moves.PLAY, cackle)
        elif kind == RETURN:
            value = 32 * (move - moves.RETURN)
        elif kind == DISCARD and move != moves.DONE:
            value = FAIR_CARD - 4 - card_worth(t, move - moves.DISCARD)
        elif kind == REROLL:
            value = reroll(s, t, d, move - moves.REROLL)
        elif kind == CRISIS_AT:
            space = move - moves.CRISIS
            value = 8 * int(s.crisis[space])
            if s.at[seat] == space:
                value += 100
        elif kind == CACKLES:
            value = -8 * int(s.score[move - moves.TAKE])
        elif kind == TURN_UP or kind == LOOK:
            space = move - (moves.TURN_UP if kind == TURN_UP else moves.LOOK)
            if s.at[seat] != DUNGEON and int(t.near[int(s.at[seat])]) >> space & 1:
                value = 16
        weights[i] = value


@rule
def _weigh_spaces(s: State, t: Tables, d: int, moves_: Row, n: int, weights: Row) -> None:
    """Where to begin, to flee to, to lay a new problem, and which becomes a Crisis."""
    kind = int(s.frame_kind[d])
    seat = int(s.frame_seat[d])
    later = turns_left(s, seat)
    cackle = cackle_cost(s, seat, later)
    chart = chart_of(s, t, seat, usual_cost(s))
    for i in range(n):
        move = int(moves_[i])
        value = 0
        if move < moves.PLAY:
            value = -cost_of(s, t, move)
        elif move < moves.POWER:
            value = _play(s, t, seat, move - moves.PLAY, cackle)
        elif moves.CHOOSE <= move < moves.STAY:
            value = 4 * (move - moves.CHOOSE)
        elif is_flight(move):
            value = follow(t, chart, move - moves.FLEE)
        elif moves.CRISIS <= move < moves.RETURN:
            value = -read(chart, move - moves.CRISIS)
        elif is_step(move):
            space = move - moves.TO
            if kind == SETUP:
                value = follow(t, chart, space)
            elif s.at[seat] != DUNGEON and (int(t.near[space]) | int(t.same[space])) >> int(s.at[seat]) & 1:
                value = 16 if s.placing < EASY else 0
        weights[i] = value


@rule
def _weigh_move(s: State, t: Tables, d: int, moves_: Row, n: int, weights: Row) -> None:
    """Steps, flights, staying, and effects."""
    seat = int(s.frame_seat[d])
    here = int(s.at[seat])
    later = turns_left(s, seat)
    cackle = cackle_cost(s, seat, later)
    second = s.frame_what[d] != effect.FIRST
    chart = chart_of(s, t, seat, usual_cost(s))
    paths = int(s.frame_pool[d])
    stay = 0
    if here != DUNGEON:
        stay = stop(t, chart, here, second, later)
    go_on = stay
    price = _price(s, t)
    weights[:n] = 0
    for i in range(n):
        move = int(moves_[i])
        if is_step(move):
            space = move - moves.TO
            left = paths - 1
            if s.frame_phase[d] == effect.ANYWHERE or here == DUNGEON or int(t.same[here]) >> space & 1:
                left = 0
            value = best_stop(t, chart, space, left, second, later) - price
            go_on = max(go_on, value)
            weights[i] = value
        elif move == moves.STAY:
            weights[i] = stay
    for i in range(n):
        move = int(moves_[i])
        if move < moves.PLAY:
            weights[i] = best_anywhere(t, chart, second, later) - cost_of(s, t, move) - 4
        elif move < moves.POWER or move == moves.TILE:
            effect_kind = INVISIBILITY if move == moves.TILE else int(t.card_effect[move - moves.PLAY])
            spent = TILE_COST if move == moves.TILE else cost_of(s, t, move - moves.PLAY)
            if effect_kind == ESCAPE or effect_kind == INVISIBILITY:
                if shows(s, t, d, move):
                    weights[i] = _crossing(s, t, d, chart, stay, spent)
                else:
                    freed = best_anywhere(t, chart, second, later) if here == DUNGEON else go_on - 8
                    weights[i] = freed - spent
            elif effect_kind == LOCAL_KNOWLEDGE:
                weights[i] = max(go_on - 8, best_stop(t, chart, here, paths + 2, second, later) - spent - 4)
                if chart[4] >> here & 1:
                    weights[i] = go_on - 8
            else:
                weights[i] = go_on + _play(s, t, seat, move - moves.PLAY, cackle)
        elif move == moves.SKIP:
            weights[i] = follow(t, chart, here) - price


@rule
def _price(s: State, t: Tables) -> int:
    """What going on past a space costs: the invisibility shown on entering it, if one was (TW-E9)."""
    if s.shown == 0:
        return 0
    return TILE_COST if s.shown == OWN_TILE else cost_of(s, t, int(s.shown) - 1)


@rule
def _crossing(s: State, t: Tables, d: int, chart: Chart, stay: int, cost: int) -> int:
    """What showing an invisibility promises: a look for nothing, and the choice to go on (TW-E9)."""
    seat = int(s.frame_seat[d])
    here = int(s.at[seat])
    second = s.frame_what[d] != effect.FIRST
    on = -POINT
    if not second:
        on = follow(t, chart, here)
    rest = int(t.near[here]) if s.frame_pool[d] > 0 else 0
    while rest != 0:
        on = max(on, stop(t, chart, lowest(rest), second, turns_left(s, seat)))
        rest &= rest - 1
    unknown = board.not_looked_at(s, seat) >> here & 1
    if unknown and on > -POINT:
        return max(stay, on - cost) + 6
    return max(stay - 8, on - cost - 4)


@rule
def _weigh_attempt(s: State, t: Tables, d: int, moves_: Row, n: int, weights: Row) -> None:
    """Cards, the dice, running away."""
    seat = int(s.frame_seat[d])
    phase = int(s.frame_phase[d])
    space = int(s.frame_what[d])
    kind = int(s.tile[space])
    later = turns_left(s, seat)
    cackle = cackle_cost(s, seat, later)
    keep = usual_cost(s)
    elves = elves_up(s, t)
    gain = gain_of(s, t, seat, kind, int(s.crisis[space]), later, elves)
    loss = loss_of(s, t, seat, kind, later, elves, cackle)
    fled = 0
    stake = gain + loss
    hand = symbols(s, t, seat, kind)
    heads, magics, after = hand
    missing = difficulty(s, t, d) - total(s, seat)
    plan = 0
    use_heads = 0
    use_magics = 0
    hit = CERTAIN
    dice = 0
    help = after
    if phase == READY:
        means = means_of(s, t, seat)
        go_on = prospect(s, t, seat, kind, int(s.crisis[space]), elves, later, cackle, keep, means)
    elif phase == CHOICE or phase == FACING:
        plan, use_heads, use_magics = pair(s, t, d, hand, keep, cackle, stake)
        go_on = plan - loss - cackle // 3
        dice = 2
        help = after + heads + 2 * magics
        hit = chance(2, missing - help)
    else:
        go_on = gain if missing <= 0 else -loss
        hit = CERTAIN if missing <= after else 0
    bare = go_on
    if phase == FACING:
        bare = chance(2, missing - after) * stake // CERTAIN - loss - cackle // 3
    refuge = phase == CHOICE or phase == FAILED
    chart = chart_of(s, t, seat, keep) if refuge else (0, 0, 0, 0, 0, 0, 0, 0)
    for i in range(n):
        move = int(moves_[i])
        value = go_on
        if move < moves.PLAY:
            symbol = int(t.card_symbol[move])
            spent = cost_of(s, t, move)
            if symbol == BROOMSTICK:
                value = fled + 40 - spent if later > 0 or s.frame_phase[0] < turn.MOVE_TWO else fled - 8
            elif pluses(t, move, kind) > 0:
                value = go_on - 16
            elif symbol == HEADOLOGY:
                value = go_on + (8 if use_heads > 0 else -16) - spent // 2
            else:
                value = go_on + (6 if use_magics > 0 else -24) - spent // 2
        elif move < moves.POWER:
            card = move - moves.PLAY
            name = int(t.card_effect[card])
            spent = cost_of(s, t, card)
            if name == LAY_OUT or name == REMEDY:
                value = gain - spent
            elif pluses(t, card, kind) > 0:
                value = go_on - 4
                if phase == AFTER and 0 < missing <= after:
                    value = gain - spent - 2 * pluses(t, card, kind)
            elif name == ESCAPE:
                value = fled - spent
            elif name == SECOND_CHANCE:
                first = 2 if dice == 0 else 0
                again = 0
                for which in range(3):
                    again = max(again, reroll_chance(s, missing, first, which, dice, help))
                value = go_on - 8 - spent
                if again > hit:
                    value = go_on + (again - hit) * stake // CERTAIN - spent
            elif name == HELPING_HAND and s.crisis[space] > 0 and phase < AFTER:
                value = go_on + 20
            elif phase == AFTER:
                value = go_on - 8
            else:
                value = go_on + _play(s, t, seat, card, cackle)
        elif move < moves.DISCARD:
            value = gain - 4
            for card in three_cards(t, move):
                value -= cost_of(s, t, card)
        elif move == moves.TILE:
            value = gain - 8 if s.trainee[seat] == PETULIA else go_on + (4 if use_magics > 0 else -24)
        elif is_flight(move):
            value = fled + follow(t, chart, move - moves.FLEE) // 3
        elif move == moves.ROLL and phase == FACING:
            value = bare
        weights[i] = value


@rule
def _play(s: State, t: Tables, seat: int, card: int, cackle: int) -> int:
    """What an effect that works anywhere promises, over not playing it."""
    kind = int(t.card_effect[card])
    late = s.frame_phase[0] >= turn.RESTING
    if kind == TRICK:
        return -8 if late else 20
    if kind == CACKLING_TRICK:
        return -8 - cackle if late else 20 - cackle
    if kind == TRANSMUTATION:
        return -4 if late else 6
    if kind == SOUND_OF_MIND:
        return min(2, int(s.cackles[seat])) * cackle * 3 // 4 - 20
    if kind == HELPING_HAND:
        return relief(s, seat) - 16
    return -12
