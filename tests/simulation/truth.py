"""What is true of a table: the rows of its log as they were first committed, replayed by the rules alone."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from coven.core.parts import PartCache
from coven.core.position import Position
from coven.core.registry import load
from coven.core.seats import CHANCE
from coven.table.page_state import legal_of, page_state
from coven.table.told import Story, events_of, moves_of

GAME = "toadstools"
SHORT = {"wood": "three"}
KEPT = 1 << 22


class Row(NamedTuple):
    """A row of the log."""

    seq: int
    kind: str
    actor: int
    moves: tuple[str, ...]
    at: float


class Sitter(NamedTuple):
    """A row of the seats."""

    seat: int
    kind: str
    name: str
    bot: str
    token: str
    stand_in: str


class Impossible(Exception):
    """A row that no table can have."""


@dataclass
class Truth:
    """One table."""

    id: str
    players: int
    clock: float | None
    secret: str  # what its luck follows from
    rows: list[Row] = field(default_factory=list)
    sitters: tuple[Sitter, ...] = ()
    stood_in: dict[int, float] = field(default_factory=dict)  # when a bot last had the seat
    chat: dict[int, tuple[int, str, str]] = field(default_factory=dict)
    positions: list[Position] = field(default_factory=list)  # by sequence number
    entries: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    acknowledged: dict[int, str] = field(default_factory=dict)  # by sequence number, to whom
    floor: int = 0  # the newest action that anybody was told of
    _views: dict[Any, Any] = field(default_factory=dict)
    _cache: PartCache = field(default_factory=lambda: PartCache(KEPT))

    def __post_init__(self) -> None:
        self.positions.append(load(GAME).new(self.players, chance="manual", **SHORT))

    @property
    def seq(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.sitters)

    def add(self, row: Row) -> None:
        """One more row; Impossible if it can't follow."""
        if row.seq != len(self.rows) + 1:
            raise Impossible(f"action {row.seq} came after action {len(self.rows)}")
        position, entries = self.positions[-1].copy(), list(self.entries[-1])
        if row.kind == "undo":
            if not position.can_undo(row.actor):
                raise Impossible(
                    f"seat {row.actor} took back what was not hers to take back: action {row.seq}"
                )
            position.undo()
            entries.pop()
        for number, move in enumerate(row.moves):
            whose = row.actor if number == 0 else CHANCE
            if position.actor != whose:
                raise Impossible(f"{move!r} of {whose} in action {row.seq}, when {position.actor} was to act")
            position.play(move)
            entries.append(row.seq)
        if position.actor == CHANCE:
            raise Impossible(f"action {row.seq} was stored without the luck that follows")
        self.rows.append(row)
        self.positions.append(position)
        self.entries.append(tuple(entries))

    # -- what may be told ------------------------------------------------------------------------------------------

    def state(self, seq: int, seat: int | None) -> dict[str, Any]:
        """What a program is told over its live connection."""
        position = self.positions[seq]
        actor = position.actor
        return {
            "type": "state",
            "seq": seq,
            "actor": actor if actor is not None and actor != CHANCE else None,
            "over": position.over,
            "scores": list(position.scores),
            "undo": seat is not None and not position.over and position.can_undo(seat),
        }

    def look(self, seq: int, seat: int | None) -> dict[str, Any]:
        """What a look at the table tells a seat, but for the table itself."""
        key = "look", seq, seat, self.names
        if key not in self._views:
            position = self.positions[seq].named(self.names)
            view = position.view(seat)
            self._views[key] = {
                "over": position.over,
                "scores": list(position.scores),
                "winners": list(position.winners),
                "ending": position.ending,
                "legal": legal_of(view, "en") if seq else [],
                "moves": moves_of(view, self.entries[seq]),
                "events": events_of(position, view, "en"),
                "log": Story(position).log(view.seat, "en"),
                "points": Story(position).points("en"),
                "view": {
                    "bytes": base64.b64encode(bytes(view)).decode(),
                    "prompt": view.prompt("en"),
                    "pending": view.pending("en"),
                    "odds": None,
                },
                "seat": seat,
            }
        return self._views[key]

    def page(self, seq: int, seat: int | None) -> tuple[dict[str, Any], dict[str, list[Any]]]:
        """What a page shows a seat: its facts, and the pieces of every part of its picture."""
        key = "page", seq, seat, self.names
        if key not in self._views:
            position = self.positions[seq].named(self.names)
            kinds = [one.kind for one in self.sitters]
            state, view = page_state(position, seat, lang="en", seq=seq, kinds=kinds, waiting=not seq)
            spread = view.parts(self._cache, "en", "dark")
            self._views[key] = state, {part.id: list(drawn.pieces) for part, drawn in spread.parts}
        return self._views[key]
