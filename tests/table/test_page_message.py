"""Messages to pages: plain JSON, packed where they are long, and made once for all who are told the same."""

from __future__ import annotations

import json
import zlib
from typing import Any

from coven.table.page_message import SMALL, Writer


def read(message: str | bytes) -> Any:
    return json.loads(message if isinstance(message, str) else zlib.decompress(message))


def test_a_message_says_what_it_was_made_of() -> None:
    part = {"id": "ball", "at": {3: "<a/>"}}
    facts = {"type": "page", "names": ["Änne", 'a "b"'], "undo": None}
    picture = {"said": "–", "new": [part, part]}
    writer = Writer()
    sent = writer.message({**writer.fields(facts), "picture": writer.picture(picture)})
    assert read(sent) == json.loads(json.dumps({**facts, "picture": picture}))
    assert json.loads(writer.picture({"said": "", "new": []})) == {"said": "", "new": []}


def test_a_long_one_is_packed() -> None:
    short, long = ({"text": "x" * n} for n in (SMALL - 20, SMALL))
    assert isinstance(written(Writer(), short), str)
    packed = written(Writer(), long)
    assert isinstance(packed, bytes)
    assert len(packed) < SMALL / 2
    assert read(packed) == long


def test_what_is_the_same_is_written_once() -> None:
    writer = Writer()
    log = [{"label": "a line of the log that is told to everyone at the table"}] * 20
    one, two = (written(writer, {"seq": 1, "log": log}) for _ in range(2))
    assert one is two
    assert read(written(writer, {"seq": 2, "log": log})) == {"seq": 2, "log": log}


def test_what_only_looks_the_same_is_not_taken_for_it() -> None:
    """Something new may lie where something old was."""
    writer = Writer()
    for n in range(200):
        assert read(written(writer, {"log": [n]})) == {"log": [n]}


def written(writer: Writer, facts: dict[str, Any]) -> str | bytes:
    return writer.message(writer.fields(facts))
