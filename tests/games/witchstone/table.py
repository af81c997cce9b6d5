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


def arrange(
    edit: Edit | None = None,
    players: int = 2,
    seed: int = 1,
    version: int | None = None,
    **options: object,
) -> Position:
    """Seat 0 is about to place its first tile, towers T1, T2, ... in seat order; then the edit changes what it likes.

    Chance is played by hand from here on.
    """
    game = coven.load("witchstone")
    position = game.new(players, seed=seed, version=version, **{"first": 0, **options})
    while position._states[0].frame_kind[0] != TURN:
        wanted = f"tower T{(position.actor or 0) + 1}"
        position.play(wanted if wanted in position.legal else position.legal[0])
    states = clone(position._states)
    if edit is not None:
        edit(states[0])
    setup = Setup(game, players, None, (), position.version)
    return Position(setup, states, None, game.doors.who(states, 0), 0, None)


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


def fill(s: np.record, seat: int, symbol: str, but: str = "") -> None:
    """Cover every empty cell of a cauldron but these with a symbol."""
    taken = board(but) | int(s.crystals[seat])
    if s.black[seat] < moves.CELLS:
        taken |= 1 << int(s.black[seat])
    for other in range(len(SYMBOLS)):
        taken |= int(s.symbols[seat, other])
    s.symbols[seat, SYMBOLS.index(symbol)] |= (1 << moves.CELLS) - 1 & ~taken


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
    return Position(position._setup, states, None, position.game.doors.who(states, 0), 0, None)


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


def facts(position: Position) -> np.record:
    """The state behind a position."""
    record: np.record = position._states[0]
    return record


def doing(position: Position) -> tuple[str, int, int]:
    """The action being done, how many of it are left, and how many actions wait around it."""
    s = facts(position)
    d = int(s.depth) - 1
    return SYMBOLS[s.frame_kind[d]], int(s.frame_pool[d]), d - 1


def hold(s: np.record, seat: int, pairs: str) -> None:
    """Put exactly these tiles into a hand; the others are unseen."""
    s.hand[seat] = mask(pairs)
    s.unseen[seat] = mask(" ".join(PAIR_NAMES)) & ~mask(pairs)


def build(s: np.record, seat: int, names: str) -> None:
    """Finished connections of a seat, paid with its energy: build(s, 0, "T1-F1 Stone-F1")."""
    game = coven.load("witchstone")
    for name in names.split():
        s.links[seat] |= 1 << link(game, name)
        s.energy[seat] -= game.tables[0].link_length[link(game, name)]


def lie(s: np.record, seat: int, number: int) -> None:
    """Small witches lying beside the tower."""
    s.witches[seat] -= number
    s.lying[seat] += number


def stood(s: np.record, seat: int, names: str) -> None:
    """Small witches that stand already: stood(s, 0, "F1 Stone")."""
    game = coven.load("witchstone")
    for name in names.split():
        s.standing[seat] |= 1 << place(game, name)
        s.witches[seat] -= 1
        if name == "Stone":
            s.stone_rank[seat] = 1 + s.stone_rank.max()


def ways(
    pool: int, own: str = "", foreign: str = "", lying: int = 1, players: int = 2, edit: Edit | None = None
) -> Position:
    """Seat 0 does witch actions from T1, with witches lying there, own connections, and those of seat 1."""

    def change(s: np.record) -> None:
        build(s, 0, own)
        build(s, 1, foreign)
        lie(s, 0, lying)
        if edit is not None:
            edit(s)

    return sound(act("W", pool, change, players))


def token_on(s: np.record, where: str, kind: str) -> None:
    """Bring a token of a kind ("W", "3") to a place, in exchange for the one there."""
    game = coven.load("witchstone")
    there, wanted = place(game, where), moves.TOKEN_NAMES.index(kind)
    old = int(s.token_at[there])
    assert old >= 0, f"the token of {where} is gone"
    if s.table[wanted] > 0:
        s.table[wanted] -= 1
        s.table[old] += 1
    else:
        # From the far end of the list, so that tokens asked for earlier stay.
        other = max(i for i in range(len(s.token_at)) if s.token_at[i] == wanted)
        s.token_at[other] = old
    s.token_at[there] = wanted


def laying(pairs: str, edit: Edit | None = None, players: int = 2, **options: object) -> Position:
    """Seat 0 is about to lay a tile of this hand, on an otherwise clean table."""

    def change(s: np.record) -> None:
        clean(s)
        hold(s, 0, pairs)
        if edit is not None:
            edit(s)

    return sound(arrange(change, players, **options))


def on_spaces(s: np.record, *pairs: str | None) -> None:
    """These tiles lie on the three special spaces, None leaves one empty; the others are in the pile."""
    s.special_pile[:] = 1
    s.special_at[:] = [-1 if pair is None else PAIR_NAMES.index(pair) for pair in pairs]
    s.special_pile[s.special_at[s.special_at >= 0]] = 0


def special(s: np.record, seat: int, pair: str, cell: str) -> None:
    """A special tile lies in a cauldron; if it lay on the pentagram, another takes its place there."""
    index = PAIR_NAMES.index(pair)
    if s.special_pile[index] == 0:
        other = int(s.special_pile.argmax())
        s.special_at[s.special_at.tolist().index(index)] = other
        s.special_pile[other] -= 1
    else:
        s.special_pile[index] -= 1
    s.specials[seat] += 1
    s.special_cells[seat] |= board(cell)
    show(s, seat, **dict.fromkeys(pair, cell))


def sound(position: Position) -> Position:
    """The position itself, after a look whether all that lies on the table adds up."""
    s, t = facts(position), position.game.tables[0]
    taken: set[int] = set()
    for seat in range(position.players):
        links = {i for i in range(int(t.links)) if s.links[seat] >> i & 1}
        assert not links & taken, "two players on one connection"
        taken |= links
        units = sum(int(t.link_length[i]) for i in links) + int(s.begun_units[seat])
        assert s.energy[seat] + units == t.energy
        if s.begun[seat] >= 0:
            assert int(s.begun[seat]) not in taken
            assert 0 < s.begun_units[seat] < t.link_length[s.begun[seat]]
            taken.add(int(s.begun[seat]))
        standing = int(s.standing[seat]).bit_count() - (s.tower[seat] >= 0)
        assert s.witches[seat] + s.lying[seat] + standing == t.small_witches
        assert bool(s.stone_rank[seat]) == bool(s.standing[seat] >> t.stone & 1)
        crystals, covered = int(s.crystals[seat]), 0
        for symbol in range(6):
            covered |= int(s.symbols[seat, symbol])
        assert not covered & crystals, "a crystal on a symbol"
        assert s.black[seat] >= moves.CELLS or not covered >> int(s.black[seat]) & 1
        outside = int(s.beside[seat]) + int(s.shelf[seat].sum())
        if not _rim_in_use(s, seat):
            assert crystals.bit_count() + outside == int(t.crystal_start).bit_count()
        laid = sum(1 << pair for pair in range(len(PAIR_NAMES)) if s.laid[seat, pair] >= 0)
        piles = [int(s.hand[seat]), int(s.unseen[seat]), int(s.aside[seat]), laid]
        assert sum(piles) == mask(" ".join(PAIR_NAMES)), "a tile is missing or there twice"
    assert sorted(r for r in s.stone_rank.tolist() if r) == list(range(1, 1 + (s.stone_rank > 0).sum()))
    tokens = s.bag + s.table + s.tokens.sum(axis=0) + np.bincount(s.token_at[s.token_at >= 0], minlength=7)
    assert tokens.tolist() == t.token_count.tolist()
    assert s.special_pile.sum() + (s.special_at >= 0).sum() + s.specials.sum() == t.special_count.sum()
    assert s.owls.sum() == s.owl_pile.sum()
    return position


def _rim_in_use(s: np.record, seat: int) -> bool:
    kinds = zip(s.frame_kind[: s.depth], s.frame_seat[: s.depth], s.frame_waiting[: s.depth], strict=True)
    return any(kind == SYMBOLS.index("C") and who == seat and waits[8:14].any() for kind, who, waits in kinds)
