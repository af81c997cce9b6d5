"""What is true of every position: nothing appears and nothing vanishes."""

from coven.core.bits import count
from coven.core.rule import rule
from coven.games.witches.board import hard_solved
from coven.games.witches.effect import UNSEEN
from coven.games.witches.state import (
    BOXES,
    CARDS,
    DEPTH,
    DUNGEON,
    EASY,
    HARD,
    KINDS,
    MOVE,
    OWN_TILE,
    ROW,
    SHUFFLES,
    SPACES,
    TIFFANY,
    UNKNOWN,
    State,
    Tables,
)

FAULTS = ("cards", "easy problems", "hard problems", "counters", "points", "witches", "dice", "frames")
CARD, EASY_TILES, HARD_TILES, COUNTERS, POINTS, WITCHES, DICE, FRAMES = range(8)


@rule
def faults(s: State, t: Tables) -> int:
    """The broken invariants as bits, in the order of FAULTS; 0 for a sound position."""
    bad = 0
    if not _cards_add_up(s) or not _shown_is_held(s):
        bad |= 1 << CARD
    if not _easy_tiles_add_up(s, t):
        bad |= 1 << EASY_TILES
    if not _hard_tiles_add_up(s, t):
        bad |= 1 << HARD_TILES
    if not _counters_add_up(s, t):
        bad |= 1 << COUNTERS
    for seat in range(int(s.players)):
        points = -int(s.aliss[seat])
        easy = 0
        for kind in range(KINDS):
            points += int(s.solved[seat, kind]) * int(t.points[kind])
            if kind < EASY:
                easy += int(s.solved[seat, kind])
        if points != s.score[seat] or s.easy_row[seat] > min(ROW, easy) or hard_solved(s, seat) < 0:
            bad |= 1 << POINTS
        if s.at[seat] < -1 or s.at[seat] > DUNGEON:
            bad |= 1 << WITCHES
    for i in range(4):
        if s.dice[i] < -1 or s.dice[i] == 1 or s.dice[i] > 6:
            bad |= 1 << DICE
    if (s.dice[0] < 0) != (s.dice[1] < 0) or (s.dice[2] < 0) != (s.dice[3] < 0):
        bad |= 1 << DICE
    if not _frames_are_sound(s):
        bad |= 1 << FRAMES
    return bad


@rule
def _cards_add_up(s: State) -> bool:
    deck, discard = int(s.deck), int(s.discard)
    total = count(deck) + count(discard)
    union = deck | discard
    for seat in range(int(s.players)):
        hand = int(s.hand[seat])
        known = int(s.known[seat])
        if count(hand) != s.cards[seat] or known & ~hand:
            return False
        for i in range(SHUFFLES):
            here = 0
            for card in range(CARDS):
                if (hand & ~known) >> card & 1 and s.shuffled[card] == i:
                    here += 1
            if here != s.held[seat, i]:
                return False
        total += count(hand)
        union |= hand
    return total == CARDS and union == (1 << CARDS) - 1


@rule
def _shown_is_held(s: State) -> bool:
    """An invisibility is shown while she crosses a space, and at no other time; all know of it (TW-E9)."""
    seat = -1
    for d in range(int(s.depth)):
        if s.frame_kind[d] == MOVE and s.frame_phase[d] == UNSEEN and s.version > 1:
            seat = int(s.frame_seat[d])
    if seat < 0 or s.shown == 0:
        return seat < 0 and s.shown == 0
    if s.shown == OWN_TILE:
        return s.trainee[seat] == TIFFANY and s.tile_left[seat] == 1
    return int(s.known[seat]) >> int(s.shown) - 1 & 1 == 1


@rule
def _gone(s: State, kind: int) -> int:
    """Tiles of a kind solved or out of the game."""
    total = int(s.removed[kind])
    for seat in range(int(s.players)):
        total += int(s.solved[seat, kind])
    return total


@rule
def _on_board(s: State, kind: int) -> int:
    total = 0
    for space in range(SPACES):
        if s.tile[space] == kind:
            total += 1
    return total


@rule
def _easy_tiles_add_up(s: State, t: Tables) -> bool:
    under = 0  # easy tiles in boxes below the one seen
    for box in range(BOXES):
        under += int(s.box_easy[box])
        if s.box_top[box] >= 0:
            under -= 1
    pool = 0
    for kind in range(EASY):
        total = int(s.easy_pool[kind]) + _on_board(s, kind) + _gone(s, kind)
        pool += int(s.easy_pool[kind])
        if s.placing == kind:
            total += 1
        for box in range(BOXES):
            if s.box_top[box] == kind:
                total += 1
        if total != t.count[kind]:
            return False
    return pool >= under


@rule
def _hard_tiles_add_up(s: State, t: Tables) -> bool:
    hidden = _on_board(s, UNKNOWN) + (1 if s.placing == UNKNOWN else 0)
    for box in range(BOXES):
        hidden += int(s.box_hard[box])
    pool = 0
    for kind in range(EASY, EASY + HARD):
        pool += int(s.hard_pool[kind - EASY])
        if int(s.hard_pool[kind - EASY]) + _on_board(s, kind) + _gone(s, kind) != t.count[kind]:
            return False
    for space in range(SPACES):
        if s.tile[space] < 0 and (s.face_up[space] or s.lookers[space] or s.crisis[space]):
            return False
        if 0 <= s.tile[space] < EASY and s.face_up[space] == 0:
            return False
    return pool >= hidden


@rule
def _counters_add_up(s: State, t: Tables) -> bool:
    mode, players = int(s.mode), int(s.players)
    cackles, crises, aliss = int(s.cackle_supply), int(s.crisis_supply), int(s.aliss_supply)
    for seat in range(players):
        cackles += int(s.cackles[seat])
        aliss += int(s.aliss[seat])
        if s.cackles[seat] < 0:
            return False
    for space in range(SPACES):
        crises += int(s.crisis[space])
    return (
        cackles == t.cackles[mode, players]
        and crises == t.crises[mode, players]
        and aliss == t.aliss[mode, players]
        and s.cackle_supply >= 0
        and s.crisis_supply >= 0
        and s.aliss_supply >= 0
    )


@rule
def _frames_are_sound(s: State) -> bool:
    """The stack has a bottom, room above, and no leftovers beyond its top."""
    depth = int(s.depth)
    if s.over:
        return depth == 0
    if depth < 1 or depth >= DEPTH:
        return False
    for d in range(depth, DEPTH):
        if s.frame_kind[d] or s.frame_pool[d] or s.frame_phase[d] or s.frame_seat[d] or s.frame_what[d]:
            return False
    return True
