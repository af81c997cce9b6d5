"""One process for one SQLite file: two that can't hear of each other must not serve the same tables."""

from __future__ import annotations

import os
from pathlib import Path

from coven.core.errors import BadOption

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# Files this process has locked: to open one again and close it would let go of it.
_held: set[tuple[int, int]] = set()


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; None where it is in memory."""
    name = url.removeprefix("sqlite:///")
    return Path(name) if name and name != ":memory:" else None


class FileLock:
    """A lock on the file itself, so that it is the same by whatever name or link it is opened."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def of(cls, url: str) -> FileLock | None:
        """Lock a database's file, made if need be; BadOption if another server has it."""
        file = file_of(url)
        if fcntl is None or file is None:
            return None
        taken = BadOption(
            f"another server has {file} open: use that one, or give this one a file of its own with --database"
        )
        try:
            if file.exists() and _key(os.stat(file)) in _held:
                raise taken
            handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as problem:
            raise BadOption(f"the database {file} can't be opened ({problem.strerror})") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise taken from None
        _held.add(_key(os.fstat(handle)))
        return cls(handle)

    def close(self) -> None:
        """Let another have it."""
        _held.discard(_key(os.fstat(self._handle)))
        os.close(self._handle)


def _key(stat: os.stat_result) -> tuple[int, int]:
    return stat.st_dev, stat.st_ino
