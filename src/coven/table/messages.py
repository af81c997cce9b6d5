"""What those who watch a table are told, and how seats and chat are shown to them."""

from __future__ import annotations

import json
import time
from typing import Any, TypedDict

from coven.table.repository import Chair, ChatLine


class SeatShown(TypedDict):
    """A seat as everyone may see it."""

    seat: int
    kind: str
    name: str
    bot: str


class SeatNow(SeatShown):
    """A seat with what changes while it is played at."""

    online: bool
    stand_in: str
    agreed: list[int]
    due: float | None
    clock: float | None
    waits: bool  # its clock does, until somebody is there


class Terms(TypedDict):
    """What a table plays by, beside the rules; everyone at it sees it."""

    hints: bool
    rated: bool
    stand_in: str | None
    uploaded: bool


class ChatShown(TypedDict):
    """A line of chat as it is told."""

    n: int
    seat: int
    name: str
    text: str
    at: str


def message(kind: str, **facts: Any) -> str:
    """A message to those who watch."""
    return json.dumps({"type": kind, **facts}, separators=(",", ":"), ensure_ascii=False)


def seat_shown(chair: Chair) -> SeatShown:
    return {"seat": chair.seat, "kind": chair.kind, "name": chair.name, "bot": chair.bot}


def chat_shown(line: ChatLine) -> ChatShown:
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(line.at))
    return {"n": line.n, "seat": line.seat, "name": line.name, "text": line.text, "at": when}
