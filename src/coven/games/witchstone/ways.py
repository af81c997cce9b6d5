"""How far a marker may go on the pentagram or the wand, for those who say and draw it."""

from __future__ import annotations

from typing import Any

from coven.games.witchstone.pentagram import BEFORE
from coven.games.witchstone.state import M, P

Tracks = {P: "pentagram", M: "wand"}


def track(s: Any) -> str:
    """The track on which a marker is about to move; "" if none is."""
    d = int(s.depth) - 1
    if d < 0 or int(s.frame_phase[d]) != BEFORE:
        return ""
    return Tracks.get(int(s.frame_kind[d]), "")


def whole(s: Any, t: Any) -> int:
    """The spaces of the whole move that is asked for, 0 if none is."""
    on, d = track(s), int(s.depth) - 1
    if not on:
        return 0
    pool = int(s.frame_pool[d])
    return min(pool, int(t.wand) - int(s.wand[s.frame_seat[d]])) if on == "wand" else pool


def end(s: Any, t: Any, spaces: int) -> int:
    """Where the marker would stand after so many spaces."""
    on = track(s)
    start = int(getattr(s, on)[s.frame_seat[int(s.depth) - 1]])
    return start + spaces if on == "wand" else (start + spaces) % int(t.pentagram)


def passed(s: Any, t: Any, spaces: int) -> list[str]:
    """The spaces that a move reaches or passes, as the picture knows them."""
    return list(dict.fromkeys(f"{track(s)}:{end(s, t, n)}" for n in range(1, spaces + 1)))
