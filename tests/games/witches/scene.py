"""Short ways to say what lies on the table, and to fail at a problem."""

from __future__ import annotations

import numpy as np

import coven
from coven.core.position import Position
from tests.games.witches import table
from tests.games.witches.table import Edit, facts, play

SURE_FAILURE = ("dice 2 2", "face", "roll", "dice 2 2")  # against any hard problem, without a card to play


def scene(
    hand: str = "",
    cackles: tuple[int, ...] = (),
    solved: tuple[str, ...] = (),
    hands: tuple[str, ...] = (),
    **board: str,
) -> Edit:
    """Seat 0's hand (or every seat's), Cackles and solved problems by seat, and problems by space.

    "Fever+1" has a Crisis; "Lily@01" lies face down and seats 0 and 1 have looked at it; "hard" nobody has.
    """

    def edit(s: np.record) -> None:
        for seat, names in enumerate(hands or (hand,)):
            table.hand(s, seat, names)
        table.cackles(s, *cackles)
        for seat, names in enumerate(solved):
            table.solve(s, seat, names)
        for where, what in board.items():
            name, _, crisis = what.partition("+")
            name, _, lookers = name.partition("@")
            seats = tuple(int(seat) for seat in lookers)
            table.problem(s, where, name, face_up=not seats, crisis=int(crisis or 0), lookers=seats)

    return edit


def attempt(
    where: str,
    what: str,
    hand: str = "",
    players: int = 2,
    options: dict[str, object] | None = None,
    **more: object,
) -> Position:
    """Seat 0 has arrived on a problem with the first move; written as in a scene."""
    edit = scene(hand, **{**more, where: what})  # type: ignore[arg-type]

    def change(s: np.record) -> None:
        edit(s)
        s.at[0] = table.space(where)

    return table.doing("act", change, players, **(options or {}))  # type: ignore[arg-type]


def fail(where: str, what: str, flee: str = "", **more: object) -> Position:
    """Seat 0 has just failed at a problem with an empty hand, and run away unless it is not for her to say."""
    position = play(attempt(where, what, **more), *SURE_FAILURE)  # type: ignore[arg-type]
    return play(position, f"flee {flee}") if flee else position


def crisis(position: Position, where: str) -> int:
    """The Crisis counters on a space."""
    return int(facts(position).crisis[table.space(where)])


def face_up(position: Position, where: str) -> bool:
    """Whether the problem of a space lies face up."""
    return bool(facts(position).face_up[table.space(where)])


def discarded(position: Position, name: str) -> bool:
    """Whether a card is among the discards."""
    return bool(int(facts(position).discard) >> table.card(name) & 1)


def turn_over(position: Position, *names: str) -> Position:
    """In phase 1 these cards are turned over; whatever tile comes next in the box."""
    for name in names:
        while not position.legal[0].text.startswith("location"):
            play(position, position.legal[0].text if position.actor == coven.CHANCE else "go")
        play(position, f"location {name}")
    return position
