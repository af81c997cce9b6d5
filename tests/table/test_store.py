"""The database: that it is asked in time, is what it seems, and has one owner."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

import coven
from coven.table import repository
from coven.table import store as stores
from coven.table.store import Store
from tests.table.inside import Inside
from tests.table.postgres import Postgres
from tests.table.sitting import Sitting

Start = Callable[..., Inside]


def opened(url: str) -> None:
    """Open a database and close it."""

    async def go() -> None:
        store = Store(url)
        try:
            await store.open()
        finally:
            await store.close()

    asyncio.run(go())


def test_a_database_of_before_opens(database: str) -> None:
    """Its tables are there, on nobody's account, and make room as others do."""
    url = database.replace("postgresql://", "postgresql+psycopg://")
    config = Config()
    config.set_main_option("script_location", str(Path(stores.__file__).parent / "migrations"))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.exec_driver_sql(
            "INSERT INTO tables VALUES ('old', 'witches', 1, '', '{}', '', true, false, 'open', '{}', 1.0, 2.0, 3, 4.0)"
        )
        connection.exec_driver_sql("INSERT INTO pulses VALUES ('p', 5.0, false)")
    engine.dispose()

    async def look() -> None:
        for _ in range(2):
            store = Store(url)
            await store.open()
            row = await store.do(lambda c: repository.match_of(c, "old"))
            assert row is not None
            assert (row.changed, row.played, row.seen, row.maker) == (2.0, 3, 4.0, "")
            assert await store.do(repository.lives) == [repository.Life("p", 0.0, 5.0)]
            assert len(await store.do(repository.account_key)) == 64
            await store.close()
        store = Store(url)
        await store.open()
        assert await store.do(lambda c: repository.make_room(c, 0, 1e6, [])) == ["old"]
        await store.close()

    asyncio.run(look())


# -- what can't be served ------------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    file.write_bytes(b"a letter to my aunt\n" * 400)
    with pytest.raises(coven.BadOption, match="can't be read"):
        opened(f"sqlite:///{file}")


def test_a_damaged_file_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    opened(f"sqlite:///{file}")
    content = bytearray(file.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(coven.BadOption, match="backup"):
        opened(f"sqlite:///{file}")


def test_a_newer_schema_is_a_sentence(database: str) -> None:
    async def age() -> None:
        store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
        await store.open()
        await store.do(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
        await store.close()

    asyncio.run(age())
    with pytest.raises(coven.BadOption, match="newer Coven"):
        opened(database.replace("postgresql://", "postgresql+psycopg://"))


def test_a_folder_that_can_not_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(coven.BadOption, match="can't be"):
        opened(f"sqlite:///{tmp_path / 'file' / 'table.db'}")


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_file_has_one_server_by_whatever_name(tmp_path: Path, link: Any) -> None:
    file, other = tmp_path / "table.db", tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    opened(f"sqlite:///{file}")
    link(other, file)

    async def go() -> None:
        first = Store(f"sqlite:///{file}")
        await first.open()
        with pytest.raises(coven.BadOption, match="another server has"):
            await asyncio.to_thread(opened, f"sqlite:///{other}")
        child = await asyncio.create_subprocess_exec("flock", "-n", str(other), "true")
        assert await child.wait() == 1  # for other processes too
        await first.close()

    asyncio.run(go())
    opened(f"sqlite:///{other}")


# -- in time -------------------------------------------------------------------------------------------------------


def test_a_locked_file_is_not_waited_for_long(inside: Start, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(stores, "BUSY", 0.3)
    room = inside()
    table = Sitting(room)
    with sqlite3.connect(tmp_path / "inside.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        seat = table.look()["actor"]
        assert table.act(seat, table.look(seat)["legal"][0]["id"]).refused == (503, "unavailable")
        assert room.get("/health").refused == (503, "unavailable")
        other.execute("ROLLBACK")
    other.close()
    assert room.get("/health").status == 200
    assert table.act(seat, table.look(seat)["legal"][0]["id"]).status == 200


def test_a_disk_that_hangs_hangs_nobody(inside: Start, monkeypatch: Any) -> None:
    room = inside()
    table = Sitting(room)
    store = room.app.state.server.store
    hangs, comes_back = threading.Event(), threading.Event()

    def hang(connection: object) -> None:
        hangs.set()
        comes_back.wait()

    async def begin() -> asyncio.Task[None]:
        task = asyncio.create_task(store.do(hang))
        await asyncio.to_thread(hangs.wait)
        return task

    with monkeypatch.context() as hurry:
        hurry.setattr(stores, "PATIENCE", 0.3)
        slow = room.run(begin())
        assert table.post("/chat", {"text": "hello?"}, 0).refused == (503, "unavailable")
        assert room.get("/health").refused == (503, "unavailable")
        with pytest.raises(SQLAlchemyError):
            room.run(_result(slow))
    comes_back.set()
    well(room)
    assert table.post("/chat", {"text": "hello!"}, 0).json() == {"n": 1}  # what was refused was not said


async def _result(task: asyncio.Task[None]) -> None:
    await task


def well(room: Inside) -> None:
    """Wait until a server is well again."""
    until = time.monotonic() + 60
    while room.get("/health").status != 200:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_postgresql_that_hangs_hangs_nobody(inside: Start, postgres: Postgres, monkeypatch: Any) -> None:
    """All its processes stand still: no error comes, nothing at all."""
    room = inside(postgres.database())
    table = Sitting(room)
    seat = table.look()["actor"]
    move = table.look(seat)["legal"][0]["id"]
    pids = processes(postgres)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        with monkeypatch.context() as hurry:
            hurry.setattr(stores, "PATIENCE", 1.0)
            assert room.get("/health").refused == (503, "unavailable")
            assert table.post("/actions", {"seq": 1, "move": move}, seat).refused == (503, "unavailable")
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
    well(room)
    seq = table.look(seat)["seq"]
    if seq == 1:
        assert table.act(seat, move).status == 200
    assert table.look(seat)["seq"] == 2


def processes(postgres: Postgres) -> list[int]:
    """PostgreSQL's own processes."""
    from tests.table.server import offspring

    main = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    return [*offspring(main), main]


# -- health --------------------------------------------------------------------------------------------------------


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question after the server's health is asked anew."""
    monkeypatch.setattr("coven.table.health.FRESH", 0.0, raising=False)


@pytest.mark.usefixtures("unhurried")
def test_health_notices_a_missing_column(inside: Start) -> None:
    room = inside()
    assert room.get("/health").status == 200
    store = room.app.state.server.store
    room.run(store.do(lambda c: c.exec_driver_sql("ALTER TABLE chat DROP COLUMN text")))
    assert room.get("/health").refused == (503, "unavailable")


@pytest.mark.usefixtures("unhurried")
def test_health_notices_that_nothing_can_be_written(inside: Start) -> None:
    room = inside()
    store = room.app.state.server.store
    assert room.get("/health").status == 200

    def fill(connection: Any) -> None:
        for what in ("INSERT", "UPDATE"):
            connection.exec_driver_sql(
                f"CREATE TRIGGER full_{what} BEFORE {what} ON pulses BEGIN SELECT RAISE(FAIL, 'disk is full'); END"
            )

    room.run(store.do(fill))
    assert room.get("/health").refused == (503, "unavailable")


@pytest.mark.usefixtures("unhurried")
def test_health_remembers_damage(inside: Start) -> None:
    """A page that can't be read is seen by whoever reads it; a server that met one is not well."""
    room = inside()

    def meet(connection: Any) -> None:
        raise stores.DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))

    with pytest.raises(SQLAlchemyError):
        room.run(room.app.state.server.store.do(meet))
    assert room.get("/health").refused == (503, "unavailable")


def overwrite(file: Path, begin: int, end: int) -> None:
    """Random bytes in the place of what a file holds."""
    with file.open("r+b") as opened:
        opened.seek(begin)
        opened.write(os.urandom(end - begin))


@pytest.mark.usefixtures("unhurried")
def test_health_notices_a_file_that_was_overwritten(inside: Start, tmp_path: Path) -> None:
    """The writer remembers what it has read, and would go on without it for a while."""
    room = inside()
    Sitting(room)
    assert room.get("/health").status == 200
    for file in (tmp_path / "inside.db", tmp_path / "inside.db-wal"):
        overwrite(file, 0, file.stat().st_size)
    for _ in range(3):
        assert room.get("/health").refused == (503, "unavailable")


def fill(room: Inside, file: Path) -> None:
    """More than a look at a row of everything sees, all of it in the file itself."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 5000)"
    store = room.app.state.server.store
    room.run(store.do(lambda c: c.exec_driver_sql("CREATE TABLE much (i INTEGER PRIMARY KEY, what BLOB)")))
    room.run(
        store.do(lambda c: c.exec_driver_sql(f"INSERT INTO much {numbers} SELECT i, randomblob(4000) FROM n"))
    )
    with sqlite3.connect(file) as beside:
        beside.execute("PRAGMA wal_checkpoint(FULL)")
    beside.close()


@pytest.mark.usefixtures("unhurried")
def test_health_looks_at_the_whole_file_now_and_then(
    inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = inside()
    fill(room, file := tmp_path / "inside.db")
    assert room.get("/health").status == 200
    size = file.stat().st_size
    overwrite(file, size // 2, size)
    assert room.get("/health").status == 200  # not each time
    monkeypatch.setattr("coven.table.health.THOROUGH", 0.0)
    assert room.get("/health").refused == (503, "unavailable")


@pytest.mark.usefixtures("unhurried")
def test_health_does_not_wait_for_a_large_file(
    inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coven.table.health.BRIEF", 0.001)
    room = inside()
    fill(room, tmp_path / "inside.db")
    assert room.get("/health").status == 200
    assert not room.app.state.server.store.damaged


def test_health_is_not_asked_of_the_disk_all_the_time(inside: Start) -> None:
    room = inside()
    store, asked = room.app.state.server.store, []
    do = store.do

    async def counting(work: Any) -> Any:
        asked.append(work)
        return await do(work)

    store.do = counting
    for _ in range(20):
        assert room.get("/health").status == 200
    assert len(asked) <= 2
