"""The disk whose power is cut: what SQLite has synced is found again, and a disk that lies about it is noticed."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.survival import disk

WRITER = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1] + "/kept/table.db", isolation_level=None)
for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8"):
    connection.execute("PRAGMA " + pragma)
connection.execute("CREATE TABLE kept (n)")
for n in range(30):
    connection.execute("INSERT INTO kept VALUES (?)", (n,))
    print(os.stat(sys.argv[1] + "/steps").st_size)
os._exit(0)
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[disk.Step], list[int]]:
    """What a program did to its database, and how far the log was when each of its rows was kept."""
    folder = tmp_path_factory.mktemp("disk")
    (folder / "kept").mkdir()
    try:
        library = disk.build_recorder(folder)
    except disk.NoCompiler as why:
        pytest.skip(f"left out: {why}")
    ran = subprocess.run(
        [sys.executable, "-c", WRITER, str(folder)],
        env={**os.environ, **disk.recording(library, folder / "kept", folder / "steps")},
        capture_output=True,
        text=True,
        check=True,
    )
    return disk.read((folder / "steps").read_bytes()), list(map(int, ran.stdout.split()))


def missing(recorded: tuple[list[disk.Step], list[int]], folder: Path, lying: bool) -> int:
    """After how many of 150 cuts something that was kept is not there."""
    steps, places = recorded
    wrong = 0
    for place, files, _ in disk.cuts(steps, 150, random.Random(5), lying=lying):
        for old in folder.iterdir():
            old.unlink()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        connection = sqlite3.connect(folder / "table.db")
        try:
            rows = [n for (n,) in connection.execute("SELECT n FROM kept ORDER BY n")]
        except sqlite3.DatabaseError:
            rows = []
        finally:
            connection.close()
        promised = sum(at <= place for at in places)
        wrong += rows != list(range(len(rows))) or len(rows) < promised
    return wrong


def test_what_was_synced_outlives_a_power_cut(
    recorded: tuple[list[disk.Step], list[int]], tmp_path: Path
) -> None:
    assert len(recorded[1]) == 30
    assert missing(recorded, tmp_path, lying=False) == 0


def test_a_disk_that_forgets_what_it_synced_is_noticed(
    recorded: tuple[list[disk.Step], list[int]], tmp_path: Path
) -> None:
    assert missing(recorded, tmp_path, lying=True) > 10


def test_torn_writes_keep_whole_sectors() -> None:
    steps = [
        disk.Step(disk.CREATE, "a", 0, b"", 1),
        disk.Step(disk.SYNC_FOLDER, "", 0, b"", 2),
        disk.Step(disk.WRITE, "a", 0, b"x" * 2048, 3),
    ]
    found = {files["a"] for _, files, _ in disk.cuts(steps, 400, random.Random(1)) if "a" in files}
    assert {b"", b"x" * 2048} < found
    for content in found:
        for at in range(0, len(content), disk.SECTOR):
            assert content[at : at + disk.SECTOR] in (b"x" * disk.SECTOR, bytes(disk.SECTOR))
