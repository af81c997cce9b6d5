"""Servers and databases for the tests of the table."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import coven
from coven.lab import batch
from tests.table.fixed_luck import AFTER_A_RECORD, Fate
from tests.table.inside import HOST, Inside
from tests.table.postgres import NoPostgres, Postgres
from tests.table.server import Nursery
from tests.table.sitting import Sitting
from tests.table.stub_bots import StubBots

FATE = Fate()  # of the servers in this process


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> None:
    """A test has a luck of its own, the same in every run, whatever ran before."""
    FATE.begin(request.node.nodeid)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own, one for all tests of this process."""
    try:
        running = Postgres()
    except NoPostgres as why:
        pytest.skip(f"left out, as it needs PostgreSQL: {why}")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def memory_folder() -> Iterator[Path]:
    """A folder in memory where there is one: for tests that write much and never crash."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="coven-", dir=shm if shm.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


def make(database: str, limits: bool = False, **more: Any) -> Inside:
    """A server in this process with bots that think at once; settings and the app's parts are keywords."""
    from coven.table.app import create_app
    from coven.table.settings import Settings

    settings = {key: more.pop(key) for key in list(more) if key in Settings.__dataclass_fields__}
    app = create_app(
        Settings(database=database, limits=limits, **{"hosts": HOST, **settings}),
        **{"bot_service": StubBots(1), "secret": FATE.secret, **more},
    )
    if "chance" not in more:
        app.state.server.chance = AFTER_A_RECORD
    return Inside(app)


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Callable[..., Inside]]:
    """Servers in this process, by their settings; ended with the test, or by the next one of the same database."""
    running: dict[str, ExitStack] = {}

    def start(database: str = "", **more: Any) -> Inside:
        url = database or f"sqlite:///{tmp_path / 'inside.db'}"
        if url in running:
            running.pop(url).close()
        running[url] = ExitStack()
        return running[url].enter_context(make(url, **more))

    yield start
    for one in running.values():
        one.close()


@pytest.fixture(scope="session")
def room_database(memory_folder: Path) -> str:
    return f"sqlite:///{memory_folder / 'room.db'}"


@pytest.fixture(scope="session")
def room(room_database: str) -> Iterator[Inside]:
    """A server in this process that tests share; it does not get games ready that nobody plays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("coven.table.server.CALM", 1e6)
        with make(room_database) as shared:
            yield shared


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    """Where server processes start quickly."""
    started = Nursery(tmp_path)
    yield started
    started.close()


@pytest.fixture
def table(room: Inside) -> Sitting:
    """A table of Witchstone that two people have just sat down at."""
    return Sitting(room)


@cache
def _written(game: str) -> coven.Record:
    return batch.replay(coven.load(game), 2, 3, 1).record()


@pytest.fixture(params=coven.games())
def written(request: pytest.FixtureRequest) -> coven.Record:
    """The record of a finished game; were it the session's, tests would be sorted by it, not by their module."""
    return _written(request.param)


@pytest.fixture
def finished(room: Inside, written: coven.Record) -> Sitting:
    """A table whose game is over."""
    return Sitting(room, written.game.name, 2, record=str(written))
