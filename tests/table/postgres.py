"""A PostgreSQL of our own in a temporary folder, for the tests that need one."""

from __future__ import annotations

import os
import pwd
import random
import secrets
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

PORTS_TRIED = 5


class NoPostgres(Exception):
    """Why there is none here."""


def programs() -> Path:
    """The folder of the newest PostgreSQL's programs."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]), reverse=True
    )
    if found:
        return found[0].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        raise NoPostgres("PostgreSQL is not installed (apt-get install postgresql)")
    return Path(on_path).resolve().parent


def servant() -> pwd.struct_passwd | None:
    """The user it runs as: ourselves (None), or somebody else where we are root, as whom it refuses to run."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")


def free_port() -> int:
    """A port of the loopback nobody listens on, below those that connections are given: it stays free meanwhile."""
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as asked, suppress(OSError):
            asked.bind(("127.0.0.1", port))
            return port


class Postgres:
    """A running PostgreSQL; it writes through to the disk as one that matters would. Stop it with `stop`."""

    def __init__(self) -> None:
        self.bin = programs()
        self.user = servant()
        self.folder = Path(tempfile.mkdtemp(prefix="coven-postgres-"))
        self.password = secrets.token_hex(16)
        self.port = 0
        try:
            self._make()
            self._start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """One of PostgreSQL's programs, as the user it runs as."""
        as_whom = (
            {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        )
        return subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=self.folder,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "PGPASSWORD": self.password},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **as_whom,  # type: ignore[arg-type]
        )

    def _make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password + "\n", encoding="ascii")
        if self.user:
            for path in (self.folder, secret):
                os.chown(path, self.user.pw_uid, self.user.pw_gid)
        secret.chmod(0o600)
        made = self._run(
            "initdb",
            "--no-sync",
            "-D",
            "data",
            "-U",
            "coven",
            "--pwfile=password",
            "--auth=scram-sha-256",
            "-E",
            "UTF8",
        )
        if made.returncode:
            raise NoPostgres(f"PostgreSQL could not make its folder: {made.stdout.strip()[-300:]}")

    def _start(self) -> None:
        log = ""
        for _ in range(PORTS_TRIED):  # somebody else may be quicker to take a free port
            self.port = free_port()
            options = f"-h 127.0.0.1 -p {self.port} -k {self.folder}"
            started = self._run("pg_ctl", "-D", "data", "-l", "log", "-w", "-t", "30", "-o", options, "start")
            if started.returncode == 0:
                return
            log = (self.folder / "log").read_text(errors="replace")[-300:]
        raise NoPostgres(f"PostgreSQL does not start: {log.strip()}")

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://coven:{self.password}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"coven_{secrets.token_hex(4)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def stop(self) -> None:
        """End it, whoever is still connected, and remove its folder."""
        ended = self._run("pg_ctl", "-D", "data", "-w", "-m", "fast", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
        if ended.returncode:
            raise RuntimeError(f"PostgreSQL does not stop: {ended.stdout.strip()}")
