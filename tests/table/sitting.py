"""A table of a server in this process, and those who sit at it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.table.inside import Answer, Inside, Socket

HUMAN, OPEN = {"kind": "human"}, {"kind": "open"}


class Sitting:
    """A table, its seats' secrets, and what can be asked of it."""

    def __init__(
        self,
        room: Inside,
        game: str = "witchstone",
        seats: int | Sequence[dict[str, Any]] = 2,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        asked = [HUMAN] * seats if isinstance(seats, int) else list(seats)
        made = room.post("/api/tables", {"game": game, "seats": asked, "options": options or {}, **more})
        assert made.status == 201, made.text
        told = made.json()
        self.room = room
        self.id: str = told["table"]
        self.tokens: list[str | None] = [seat["token"] for seat in told["seats"]]

    def path(self, what: str = "") -> str:
        return f"/api/tables/{self.id}{what}"

    def token(self, seat: int | None) -> str | None:
        return None if seat is None else self.tokens[seat]

    def get(self, what: str = "", seat: int | None = None, **more: Any) -> Answer:
        return self.room.get(self.path(what), token=self.token(seat), **more)

    def post(self, what: str, body: Any = None, seat: int | None = None, **more: Any) -> Answer:
        return self.room.post(self.path(what), body, token=self.token(seat), **more)

    def look(self, seat: int | None = None) -> dict[str, Any]:
        answer = self.get(seat=seat)
        assert answer.status == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def live(self, seat: int | None = None) -> Socket:
        """A WebSocket that has been told the state."""
        return self.room.run(self.room.sit(self.id, self.token(seat)))

    def act(
        self, seat: int | None, move: str | int, seq: int | None = None, link: str | None = None
    ) -> Answer:
        """An action, for the state the seat sees unless a number is given."""
        at = self.look(seat)["seq"] if seq is None else seq
        return self.post("/actions", {"seq": at, "move": move, **({"link": link} if link else {})}, seat)

    def play(
        self, actions: int, luck: random.Random, chains: Mapping[int, Sequence[str]] | None = None
    ) -> dict[str, Any]:
        """So many random actions, or to the end; what a spectator sees then. Seats with a chain bring its numbers."""
        told = self.look()
        whose: int | None = None  # who sees what is told: whoever goes on need not look twice
        for _ in range(actions):
            if told["over"]:
                break
            if told["actor"] != whose:
                whose = told["actor"]
                told = self.look(whose)
            link = chains[whose][1 + len(told["moves"])] if chains and whose in chains else None
            answer = self.act(whose, luck.choice(told["legal"])["id"], told["seq"], link)
            assert answer.status == 200, answer.text
            told = self.look(whose)
        return self.look()

    def finish(
        self, luck: random.Random, chains: Mapping[int, Sequence[str]] | None = None
    ) -> dict[str, Any]:
        return self.play(10_000, luck, chains)
