"""What those who watch a table are told, and how seats and chat are shown to them."""

from __future__ import annotations

import json
import time
from typing import Any

from coven.table.keep import Chair, Line


def said(kind: str, **facts: Any) -> str:
    """A message to those who watch."""
    return json.dumps({"type": kind, **facts}, separators=(",", ":"), ensure_ascii=False)


def shown(chair: Chair) -> dict[str, Any]:
    """A seat as everyone may see it."""
    return {"seat": chair.seat, "kind": chair.kind, "name": chair.name, "bot": chair.bot}


def spoken(line: Line) -> dict[str, Any]:
    """A line of chat as it is told."""
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(line.at))
    return {"n": line.n, "seat": line.seat, "name": line.name, "text": line.text, "at": when}
