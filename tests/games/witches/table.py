"""Puts a table of The Witches in front of a test: a real game, brought to the moment the test is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import coven
from coven.core.position import Position, Setup
from coven.core.seats import SEATS
from coven.core.state import clone
from coven.games.witches import moves, rules, turn
from coven.games.witches.state import CARDS, DUNGEON, EASY, KINDS, ROW, SETUP, SPACES, TURN, UNKNOWN

Edit = Callable[[np.record], None]

GAME = coven.load("witches")
SPACE_NAMES = (*moves.space_ids(GAME.components.data), "Dungeon")
KIND_NAMES = (*moves.problem_ids(GAME.components.data), "hard")  # "hard" is a tile nobody has looked at
CARD_NAMES = tuple(card["id"] for card in GAME.components.data["cards"]["list"])
PLACES = tuple(place["id"] for place in GAME.components.data["board"]["locations"])
TRAINEES = "Dimity Tiffany Annagramma Petulia"
STARTS = "Oak Stone Skund MadStoat"
# Moments of a turn, as phases of its frame.
MOMENTS = {
    "turn": turn.BEFORE,
    "problem": turn.TROUBLE,
    "move": turn.MOVE_ONE,
    "act": turn.ACT_ONE,
    "second move": turn.MOVE_TWO,
    "second act": turn.ACT_TWO,
    "rest": turn.RESTING,
    "draw": turn.DRAWING,
    "end": turn.ENDING,
}


# -- names ----------------------------------------------------------------------------------------------------------


def space(name: str) -> int:
    """A space by its name, the Dungeon too."""
    return SPACE_NAMES.index(name)


def spaces(names: str) -> int:
    """Spaces as bits: spaces("Slice Oak")."""
    return sum(1 << space(name) for name in names.split())


def kind(name: str) -> int:
    """A kind of problem by its name; "hard" is a tile nobody has looked at."""
    return KIND_NAMES.index(name)


def card(name: str) -> int:
    """A card by its name."""
    return CARD_NAMES.index(name)


def cards(names: str) -> int:
    """Cards as bits: cards("Tomjon Greebo")."""
    return sum(1 << card(name) for name in names.split())


def naming(place: str) -> list[str]:
    """The cards that name a location: naming("Town")."""
    found = GAME.tables[0].card_location
    return [name for i, name in enumerate(CARD_NAMES) if found[i] == PLACES.index(place)]


# -- tables ---------------------------------------------------------------------------------------------------------


def arrange(
    edit: Edit | None = None,
    players: int = 2,
    trainees: str = TRAINEES,
    at: str = STARTS,
    moment: str = "turn",
    **options: object,
) -> Position:
    """A game that was really set up, at seat 0's first turn; then the edit changes what it likes.

    Trainees and where the witches stand are given in seat order. Chance is played by hand throughout.
    """
    position = GAME.new(players, chance="manual", **options)
    while position._states[0].frame_kind[0] != TURN:
        position.play(_set_up(position, players, trainees.split(), at.split()))
    states = clone(position._states)
    s = states[0]
    s.first = s.active = s.frame_seat[0] = 0
    s.frame_phase[0] = MOMENTS[moment]
    if edit is not None:
        edit(s)
    return settle(_position(players, states))


def _set_up(position: Position, players: int, trainees: list[str], at: list[str]) -> str:
    """The next move of a set-up that is always the same."""
    s = facts(position)
    legal = [move.text for move in position.legal]
    if legal[0].startswith("total"):
        # Seat 1 chooses first, so that without Dimity seat 0 starts.
        return f"total {20 if s.frame_what[s.depth - 1] == 1 else 10}"
    if s.frame_kind[s.depth - 1] != SETUP:
        return legal[7 * position.ply % len(legal)]
    seat = position.actor or 0
    return f"choose {trainees[seat]}" if legal[0].startswith("choose") else f"to {at[seat]}"


def doing(
    moment: str,
    edit: Edit | None = None,
    players: int = 2,
    trainees: str = TRAINEES,
    at: str = STARTS,
    **options: object,
) -> Position:
    """Seat 0 is at a moment of its turn, on a board without problems and with empty hands but for the edit.

    Standing on a problem, "act" is the beginning of an attempt; "rest" is after the second action.
    """

    def change(s: np.record) -> None:
        bare(s)
        stand(s, at)
        if edit is not None:
            edit(s)

    return sound(arrange(change, players, trainees, moment=moment, **options))


def attempt(where: str, what: str, edit: Edit | None = None, players: int = 2, **more: Any) -> Position:
    """Seat 0 has arrived on a face-up problem with its first move."""

    def change(s: np.record) -> None:
        s.at[0] = space(where)
        problem(s, where, what)
        if edit is not None:
            edit(s)

    return doing("act", change, players, **more)


def settle(position: Position) -> Position:
    """Go on to the next decision after a hand-made change."""
    states = clone(position._states)
    rules._settle(states[0], GAME.tables[0])
    return _position(position.players, states)


def _position(players: int, states: np.ndarray) -> Position:
    setup = Setup(GAME, players, None, (), int(states[0].version))
    return Position(setup, states, None, GAME.doors.who(states, 0), 0, None)


# -- changes --------------------------------------------------------------------------------------------------------


def bare(s: np.record) -> None:
    """No problem on the board, no card in a hand, all 55 in the deck; boxes and counters stay."""
    for i in range(SPACES):
        lift(s, SPACE_NAMES[i])
    s.deck, s.discard = (1 << CARDS) - 1, 0
    s.hand[:] = 0
    _count_hands(s)


def stand(s: np.record, names: str) -> None:
    """Where the witches stand, in seat order: stand(s, "Slice Dungeon")."""
    for seat, name in zip(range(int(s.players)), names.split(), strict=False):
        s.at[seat] = space(name)


def lift(s: np.record, where: str) -> None:
    """The problem of a space, if any, is as if it had never come there."""
    i = space(where)
    if s.tile[i] >= 0:
        _pool(s, int(s.tile[i]), 1)
    s.crisis_supply += s.crisis[i]
    s.tile[i] = -1
    s.crisis[i] = s.face_up[i] = s.lookers[i] = 0


def _pool(s: np.record, tile: int, number: int) -> None:
    """Tiles of a kind join those nobody has seen, or leave them; one nobody has looked at is among them anyway."""
    if tile == UNKNOWN:
        return
    pool, i = (s.easy_pool, tile) if tile < EASY else (s.hard_pool, tile - EASY)
    pool[i] += number
    assert pool[i] >= 0, f"no {KIND_NAMES[tile]} left"


def problem(
    s: np.record, where: str, what: str, face_up: bool = True, crisis: int = 0, lookers: tuple[int, ...] = ()
) -> None:
    """A problem lies on a space: problem(s, "Slice", "Lily", face_up=False, lookers=(0,)).

    "hard" lies face down, and nobody has looked at it.
    """
    lift(s, where)
    i, tile = space(where), kind(what)
    assert face_up or tile >= EASY, "easy problems lie face up"
    assert face_up or lookers or tile == UNKNOWN, "which tile it is, is decided when it is first seen"
    _pool(s, tile, -1)
    s.tile[i] = tile
    s.face_up[i] = face_up and tile != UNKNOWN
    s.lookers[i] = sum(1 << seat for seat in lookers)
    s.crisis[i] = crisis
    s.crisis_supply -= crisis


def problems(s: np.record, names: str, what: str = "hard") -> None:
    """The same problem on several spaces; hard ones face down."""
    for name in names.split():
        problem(s, name, what)


def hand(s: np.record, seat: int, names: str) -> None:
    """Exactly these cards are in a hand; who held one of them gets another from the deck."""
    s.deck |= s.hand[seat]
    s.hand[seat] = 0
    wanted = cards(names)
    s.deck &= ~wanted
    s.discard &= ~wanted
    for other in range(int(s.players)):
        lost = int(s.hand[other]) & wanted
        s.hand[other] &= ~lost
        for _ in range(lost.bit_count()):
            given = int(s.deck) & -int(s.deck)
            s.deck &= ~given
            s.hand[other] |= given
    s.hand[seat] = wanted
    _count_hands(s)


def _count_hands(s: np.record) -> None:
    """The numbers of cards in hand, also by the shuffle they come from, as the hands are now; none was shown."""
    s.held[:] = 0
    s.known[:] = 0
    for seat in range(SEATS):
        s.cards[seat] = int(s.hand[seat]).bit_count()
        for i in range(CARDS):
            s.held[seat, s.shuffled[i]] += int(s.hand[seat]) >> i & 1


def deck(s: np.record, names: str) -> None:
    """Exactly these cards are in the deck, all others not held are discarded."""
    rest = int(s.deck) | int(s.discard)
    assert not cards(names) & ~rest, "a card of the deck is in a hand"
    s.deck, s.discard = cards(names), rest & ~cards(names)


def box(s: np.record, index: int, top: str = "", easy: int = 0, hard: int = 0) -> None:
    """A box holds so many tiles; the top one is easy if there is an easy one."""
    assert bool(top) == (easy > 0)
    if s.box_top[index] >= 0:
        _pool(s, int(s.box_top[index]), 1)
    s.box_top[index] = kind(top) if top else -1
    if top:
        _pool(s, kind(top), -1)
    s.box_easy[index], s.box_hard[index] = easy, hard


def solve(s: np.record, seat: int, names: str) -> None:
    """Problems a seat has solved: solve(s, 0, "Fever Fever Duke")."""
    for name in names.split():
        tile = kind(name)
        _pool(s, tile, -1)
        s.solved[seat, tile] += 1
        s.score[seat] += GAME.tables[0].points[tile]
        if tile < EASY:
            s.easy_row[seat] = min(ROW, s.easy_row[seat] + 1)


def cackles(s: np.record, *numbers: int) -> None:
    """The Cackle counters of each seat; the others are in the supply."""
    for seat, number in enumerate(numbers):
        s.cackle_supply += s.cackles[seat] - number
        s.cackles[seat] = number
    assert s.cackle_supply >= 0


def aliss(s: np.record, *numbers: int) -> None:
    """The Black Aliss tiles of each seat; the others are in the supply."""
    for seat, number in enumerate(numbers):
        s.aliss_supply += s.aliss[seat] - number
        s.score[seat] += s.aliss[seat] - number
        s.aliss[seat] = number
    assert s.aliss_supply >= 0


# -- playing and looking --------------------------------------------------------------------------------------------


def texts(position: Position) -> set[str]:
    """The legal moves as text."""
    return {move.text for move in position.legal}


def verbs(position: Position) -> set[str]:
    """The kinds of moves on offer."""
    return {move.text.split()[0] for move in position.legal}


def after(position: Position, verb: str) -> set[str]:
    """What may follow a word: after(position, "to") are the spaces to go to."""
    return {move.text.partition(" ")[2] for move in position.legal if move.text.split()[0] == verb}


def play(position: Position, *lines: str) -> Position:
    """Play moves and chance by hand; dice in any order. "*" lets chance take its first outcome as often as asked."""
    for line in lines:
        if line == "*":
            while position.actor == coven.CHANCE:
                position.play(position.legal[0])
        elif line.startswith("dice "):
            faces = sorted(line.split()[1:], key=moves.FACE_NAMES.index)
            position.play(f"dice {' '.join(faces)}")
        else:
            position.play(line)
    return position


def facts(position: Position) -> np.record:
    """The state behind a position."""
    record: np.record = position._states[0]
    return record


def frame(position: Position) -> tuple[int, int]:
    """Kind and phase of the decision being asked."""
    s = facts(position)
    return int(s.frame_kind[s.depth - 1]), int(s.frame_phase[s.depth - 1])


def at(position: Position, seat: int = 0) -> str:
    """Where a witch stands."""
    return SPACE_NAMES[facts(position).at[seat]]


def lying(position: Position, where: str) -> str:
    """The problem on a space; "" for none."""
    tile = int(facts(position).tile[space(where)])
    return KIND_NAMES[tile] if tile >= 0 else ""


def held(position: Position, seat: int = 0) -> set[str]:
    """The cards in a hand."""
    return {name for i, name in enumerate(CARD_NAMES) if int(facts(position).hand[seat]) >> i & 1}


def sound(position: Position) -> Position:
    """The position itself, after a look whether all that lies on the table adds up."""
    assert position.status() == []
    return position


assert len(SPACE_NAMES) == DUNGEON + 1
assert len(KIND_NAMES) == KINDS + 1
