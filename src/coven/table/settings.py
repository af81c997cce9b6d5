"""How a server is set up: from the command line, or from the environment where there is none."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coven.core.errors import BadOption

PORT = 8631
PREFIX = "COVEN_"


@dataclass(frozen=True)
class Settings:
    """What whoever runs a server may choose. Each is also an environment variable: COVEN_DATABASE, COVEN_PORT, …"""

    database: str = ""  # a URL of SQLite or PostgreSQL; empty: a file in the user's data folder
    host: str = "127.0.0.1"
    port: int = PORT
    hosts: str = ""  # names it is reached by, beside those of its machine: coven.example.org,.example.net
    workers: int = 1  # server processes; more than one needs PostgreSQL
    bots: int = 0  # processes that think for bots and the coach; 0: one less than there are cores, at least 1
    idle: int = 900  # seconds after which a table nobody looks at is dropped from memory
    away: int = 60  # seconds after which a bot may stand in for someone who has left
    countdown: int = 20  # seconds from when everyone agrees on that until it does
    limits: bool = True  # whether clients that ask too often are refused
    most_tables: int = 20_000  # tables that may be kept; those people have played least at make room first
    log: str = "text"  # or json
    verbose: bool = False

    def url(self) -> str:
        """The database's address with the driver we use."""
        url = self.database or f"sqlite:///{data_folder() / 'table.db'}"
        for prefix in ("postgres://", "postgresql://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        if url.startswith(("sqlite:///", "postgresql+psycopg://")):
            return url
        raise BadOption(
            f"{url.split('://')[0]!r} is not a database Coven knows: give sqlite:///FILE or postgresql://USER@HOST/NAME"
        )

    def check(self) -> Settings:
        """Refuse what can't work, before anything is started."""
        if not 0 <= self.port <= 65535:
            raise BadOption(f"a port is a number from 0 to 65535, not {self.port}")
        if self.workers < 1:
            raise BadOption(f"{self.workers} processes can't serve anything: give --workers 1 or more")
        if self.bots < 0:
            raise BadOption(f"{self.bots} processes can't think for bots: give --bots 1 or more")
        if self.workers > 1 and self.url().startswith("sqlite"):
            raise BadOption("several workers need PostgreSQL: give --database postgresql://USER@HOST/NAME")
        return self

    def thinkers(self) -> int:
        """How many processes think."""
        return self.bots or max(1, (os.cpu_count() or 2) - 1)

    def environment(self) -> dict[str, str]:
        """The settings as variables, for the processes of one server."""
        return {
            PREFIX + name.upper(): str(int(value) if isinstance(value, bool) else value)
            for name, value in asdict(self).items()
        }


def from_environment(**given: Any) -> Settings:
    """The settings, those given first, then the environment's."""
    found: dict[str, Any] = {}
    for name, default in asdict(Settings()).items():
        if given.get(name) is not None:
            found[name] = given[name]
        elif PREFIX + name.upper() in os.environ:
            text = os.environ[PREFIX + name.upper()]
            try:
                if isinstance(default, bool):
                    found[name] = bool(int(text))
                else:
                    found[name] = type(default)(text)
            except ValueError:
                raise BadOption(f"{PREFIX}{name.upper()} is {text!r}, which is not a number") from None
    return Settings(**found).check()


def data_folder() -> Path:
    """Where tables are kept unless a database is named."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "coven"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
