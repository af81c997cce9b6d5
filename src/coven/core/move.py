"""A move: a number in the game's fixed space, its text, and what it means here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from coven.core.moves import Decoded
from coven.core.state import States, clone

if TYPE_CHECKING:
    from coven.core.game import Game


class Move:
    """One move, in the position it was listed for. Moves are equal when they are the same move of the same game."""

    __slots__ = ("_game", "_states", "id")

    def __init__(self, game: Game, id: int, states: States) -> None:
        self._game = game
        self.id = id  # its number in the game's fixed space
        self._states = states

    @property
    def text(self) -> str:
        """The notation: stable, and read back by `position.play`."""
        return self._game.text(self.id)

    @property
    def decoded(self) -> Decoded:
        """Its verb and arguments."""
        return self._game.decode(self.id)

    def label(self, lang: str = "en") -> str:
        """The move said to a person, as short as a button."""
        return self._game.label(self._states, self.id, lang)

    @property
    def odds(self) -> float | None:
        """The chance that what is being tried succeeds after this move; None where nothing is tried."""
        game = self._game
        states = clone(self._states)
        scratch = game.scratch
        refused = game.doors.play(
            states, game.tables, 0, self.id, scratch.moves, scratch.weights, scratch.told
        )
        return None if refused else game.implementation.odds(game, states[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other.id == self.id and other._game is self._game

    def __hash__(self) -> int:
        return hash((self._game.name, self.id))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


class Legal(Sequence[Move]):
    """The moves that can be made now. Nothing is listed until it is asked for."""

    __slots__ = ("_game", "_ids", "_states")

    def __init__(self, game: Game, states: States) -> None:
        self._game = game
        self._states = states
        self._ids: npt.NDArray[Any] | None = None

    @property
    def ids(self) -> npt.NDArray[Any]:
        """The numbers of the moves, rising."""
        if self._ids is None:
            self._ids = self._game.list_moves(self._states)
        return self._ids

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(self._game, int(id), self._states) for id in self.ids[index]]
        return Move(self._game, int(self.ids[index]), self._states)

    def __iter__(self) -> Iterator[Move]:
        for id in self.ids.tolist():
            yield Move(self._game, id, self._states)

    def by_id(self, id: int) -> Move:
        """The move of a number that is known to be among these."""
        return Move(self._game, int(id), self._states)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            found = self._game.find(move)
        elif isinstance(move, Move):
            found = move.id if move._game is self._game else None
        else:
            found = int(move) if isinstance(move, int | np.integer) else None
        if found is None:
            return False
        at = int(self.ids.searchsorted(found))
        return at < len(self.ids) and int(self.ids[at]) == found

    def __repr__(self) -> str:
        shown = ", ".join(move.text for move in self[:6])
        return f"<{len(self)} legal moves: {shown}{', …' if len(self) > 6 else ''}>"
