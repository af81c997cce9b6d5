"""Puts a table of Witchstone in front of a test: a real game, brought to the moment the test is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

import coven
from coven.core.position import Position, Setup
from coven.core.state import clone
from coven.games.witchstone import cells, moves
from coven.games.witchstone.state import PAIR_NAMES, SYMBOLS, TURN

Edit = Callable[[np.record], None]


def mask(pairs: str) -> int:
    """Tiles as bits: mask("EW PC")."""
    return sum(1 << PAIR_NAMES.index(name) for name in pairs.split())


def board(names: str) -> int:
    """Cells as bits: board("c3 c4")."""
    return sum(1 << cells.BY_NAME[name] for name in names.split())


def place(game: coven.Game, name: str) -> int:
    """A place by its name."""
    return [entry["id"] for entry in game.components.data["locations"]["list"]].index(name)


def link(game: coven.Game, name: str) -> int:
    """A connection by its name, "T1-F1"."""
    id = game.find(f"energy {name}")
    assert id is not None, name
    return id - moves.ENERGY


def scroll(game: coven.Game, name: str) -> int:
    """A scroll by its id in the component file."""
    return [entry["id"] for entry in game.components.data["scrolls"]["list"]].index(name)


def arrange(edit: Edit | None = None, players: int = 2, seed: int = 1, **options: object) -> Position:
    """Seat 0 is about to place its first tile, towers T1, T2, ... in seat order; then the edit changes what it likes.

    Chance is played by hand from here on.
    """
    game = coven.load("witchstone")
    position = game.new(players, seed=seed, **{"first": 0, **options})
    while position._states[0].frame_kind[0] != TURN:
        wanted = f"tower T{(position.actor or 0) + 1}"
        position.play(wanted if wanted in position.legal else position.legal[0])
    states = clone(position._states)
    if edit is not None:
        edit(states[0])
    setup = Setup(game, players, None, ())
    return Position(setup, states, None, game.doors["who"](states, 0), 0, None)


def clean(s: np.record) -> None:
    """Undo what set-up tokens gave, so that a test starts from a bare table."""
    s.score[:] = 0
    s.lying[:] = 0
    s.witches[: s.players] = 11
    s.energy[: s.players] = 20
    s.links[:] = 0
    s.begun[:] = -1
    s.begun_units[:] = 0
    s.pentagram[:] = 0
    s.wand[:] = 0
    s.under[:] = 0
    s.scrolls[:] = 0


def show(s: np.record, seat: int, **symbols: str) -> None:
    """Let cells of a cauldron show symbols as if tiles lay there: show(s, 0, E="b2 b3")."""
    for symbol, names in symbols.items():
        s.symbols[seat, SYMBOLS.index(symbol)] |= board(names)


def act(kind: str, pool: int, edit: Edit | None = None, players: int = 2, **options: object) -> Position:
    """Seat 0 is in the middle of an action with so many left, on an otherwise clean table; no second symbol follows."""

    def change(s: np.record) -> None:
        clean(s)
        if edit is not None:
            edit(s)
        s.frame_phase[0] = 4  # after this action the turn draws
        s.frame_kind[1] = SYMBOLS.index(kind)
        s.frame_seat[1] = 0
        s.frame_pool[1] = pool
        s.depth = 2

    return settle(arrange(change, players, **options))


def settle(position: Position) -> Position:
    """Go on to the next decision after a hand-made change."""
    from coven.games.witchstone import rules

    states = clone(position._states)
    rules._settle(states[0], position.game.tables[0])
    return Position(position._setup, states, None, position.game.doors["who"](states, 0), 0, None)


def texts(position: Position) -> set[str]:
    """The legal moves as text."""
    return {move.text for move in position.legal}


def play(position: Position, *lines: str) -> Position:
    """Play moves by hand; a line "*" lets chance take its first outcome as often as it is asked."""
    for line in lines:
        if line == "*":
            while position.actor == coven.CHANCE:
                position.play(position.legal[0])
        else:
            position.play(line)
    return position


def verbs(position: Position) -> set[str]:
    """The kinds of moves on offer."""
    return {move.text.split()[0] for move in position.legal}


def without(moves_on_offer: Iterable[str], *kinds: str) -> set[str]:
    """Texts of moves that are not of these kinds (throwing a crystal out is nearly always on offer)."""
    return {text for text in moves_on_offer if text.split()[0] not in kinds}
