"""Answers are packed for whoever can unpack them: beside the event loop where that takes a while, files once."""

from __future__ import annotations

import gzip
import json
import random
import threading

import pytest

from coven.table import packed, pages
from tests.table.inside import Inside
from tests.table.sitting import Sitting

PACKED = {"accept-encoding": "gzip, br"}


@pytest.fixture
def packers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which something was packed, one after the other."""
    threads: list[str] = []
    usual = packed._pack

    def pack(body: bytes) -> bytes:
        threads.append(threading.current_thread().name)
        return usual(body)

    monkeypatch.setattr(packed, "_pack", pack)
    return threads


def test_a_table_late_in_a_game_is_written_and_packed_beside_the_event_loop(
    room: Inside, packers: list[str]
) -> None:
    table = Sitting(room)
    table.play(70, random.Random(3))
    plain, small = table.get(), table.get(headers=PACKED)
    assert len(plain.body) > 4 * len(small.body)
    assert (plain.header("content-encoding"), small.header("content-encoding")) == ("", "gzip")
    assert json.loads(gzip.decompress(small.body)) == plain.json()
    assert [name.partition("_")[0] for name in packers] == ["draw"]


@pytest.mark.parametrize("path", ["/", "/rules/witches", "/art/witches.svg"])
def test_a_large_answer_is_packed_beside_the_event_loop(room: Inside, packers: list[str], path: str) -> None:
    plain, small = room.get(path), room.get(path, headers=PACKED)
    assert len(plain.body) > packed.SHORT
    assert gzip.decompress(small.body) == plain.body
    assert small.header("content-length") == str(len(small.body))
    assert "Accept-Encoding" in plain.header("vary")
    assert "Accept-Encoding" in small.header("vary")
    assert [name.partition("_")[0] for name in packers] == ["draw"]


def test_a_short_answer_is_packed_at_once_and_a_tiny_one_not_at_all(room: Inside, packers: list[str]) -> None:
    assert room.get("/health", headers=PACKED).header("content-encoding") == ""
    assert packers == []
    table = Sitting(room)
    small = table.get(headers=PACKED)
    assert len(gzip.decompress(small.body)) > packed.SMALL
    (thread,) = packers
    assert not thread.startswith("draw")


def test_a_static_file_is_packed_once(room: Inside, packers: list[str]) -> None:
    path = "/static/play/layout.js"
    source = (pages.STATIC / "play" / "layout.js").read_bytes()
    first, again = room.get(path, headers=PACKED), room.get(path, headers=PACKED)
    assert gzip.decompress(first.body) == source
    assert first.body == again.body
    assert len(packers) <= 1  # another test may have asked for it
    assert first.header("content-type").startswith("text/javascript")
    assert room.get(path).body == source
    assert room.get(path).header("content-encoding") == ""
    part = room.get(path, headers={**PACKED, "range": "bytes=0-9"})
    assert (part.status, part.body) == (206, source[:10])
    known = {**PACKED, "if-none-match": first.header("etag")}
    assert room.get(path, headers=known).status == 304
