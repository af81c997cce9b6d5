"""What the server writes about itself: a line an event, for people or as JSON."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

log = logging.getLogger("coven.table")


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return json.dumps(facts, default=str)


class _Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{key}={value}" for key, value in getattr(record, "facts", {}).items())
        when = time.strftime("%H:%M:%S", time.localtime(record.created))
        text = f"{when} {record.levelname.lower():7} {record.getMessage()} {facts}".rstrip()
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


def set_up(form: str, verbose: bool) -> None:
    """Write to the standard error stream, as text or json."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Plain())
    for one in (log, logging.getLogger("coven.compiling")):
        one.handlers = [handler]
        one.setLevel(logging.DEBUG if verbose else logging.INFO)
        one.propagate = False


def note(event: str, level: int = logging.INFO, *, error: bool = False, **facts: Any) -> None:
    """Write an event with its facts; with `error`, the exception being handled too."""
    log.log(level, event, exc_info=error, extra={"facts": facts})
