"""Where compiled code is kept, and whether it can be trusted.

A part of a game is kept in a folder named after a digest of every source file that can be compiled into it, of the
compiler and of the processor. What is in it counts only when a list with the checksums of all files has been written
at the end, by the user who reads it now: loading compiled code is running it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from coven.core.errors import CovenError
from coven.core.interface import NEEDED, OPTIONAL
from coven.core.reach import reached

if TYPE_CHECKING:
    from coven.core.definition import Implementation

SOURCE = Path(__file__).resolve().parent.parent
CORE = (
    "rule", "native", "inside", "instructions", "bag", "bits", "chance", "lists", "loops", "plain", "seats", "stack",
)  # fmt: skip
DONE = "done.json"  # the list
LOCK = "lock"  # held by whoever compiles
MONTH = 30 * 86400

# Code that came with the package (tools/wheels.py), and what it needs: processors from about 2013 on.
BROUGHT = SOURCE / "compiled"
LEVEL = "x86-64-v3"
FEATURES = (
    "+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,"
    "+sse4.1,+sse4.2,+ssse3,+xsave"
)
NEEDED_FLAGS = {
    "abm", "avx", "avx2", "bmi1", "bmi2", "cx16", "f16c", "fma", "movbe", "popcnt", "sse4_1", "sse4_2", "ssse3",
    "xsave",
}  # fmt: skip
_useless: set[Path] = set()

# What is compiled over the rules: the modules of a game that go into it, with all that they import, and our sources;
# editing these keeps the rules' cache.
BOTS = (
    "bots/policies.py", "bots/graph.py", "bots/tree.py", "bots/growth.py", "bots/network_search.py", "bots/rollouts.py",
    "bots/network.py", "bots/neurons.py", "bots/plain_judgement.py", "env/loops.py", "env/groups.py",
)  # fmt: skip
LAB = ("lab/actions.py", "lab/loops.py", "lab/compiled.py", "lab/plain_statistics.py")
PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rules": ((), ()),
    "bots": (("judgement",), BOTS),
    "lab": (("judgement", "statistics"), (*BOTS, *LAB)),
    "env": ((), ("env/loops.py", "env/groups.py", "bots/neurons.py", "bots/network.py")),
}


class BadCache(CovenError):
    """What is kept can't be used; the sentence says why."""


def disabled() -> bool:
    """Whether nothing is ever to be compiled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def cache_root() -> Path:
    """Where compiled rules are kept: $COVEN_CACHE, or the user's cache folder."""
    named = os.environ.get("COVEN_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "coven"


def sources(package: str, part: str) -> dict[Path, str]:
    """Every file that can be compiled into a part, with the name it has wherever it lies."""
    own, ours = PARTS[part]
    modules = {*_rule_modules(_implementation(package)), *(f"{package}.{name}" for name in own)}
    found = {path: module for module, path in reached(modules).items()}
    for name in (*(f"core/{stem}.py" for stem in CORE), *ours):
        found.setdefault(SOURCE / name, name)
    return found


def _implementation(package: str) -> Implementation:
    found: Implementation = import_module(f"{package}.game").IMPLEMENTATION
    return found


def _rule_modules(implementation: Implementation) -> Iterator[str]:
    """Where a game's rules are written."""
    rules = implementation.rules
    if isinstance(rules, ModuleType):
        yield rules.__name__
    for name in (*NEEDED, *OPTIONAL):
        if hasattr(rules, name):
            yield getattr(rules, name).__module__


@cache
def digest(package: str, part: str) -> str:
    """A name for a part as it is compiled from these sources by this compiler, whatever it is compiled for."""
    found = hashlib.sha256(package.encode())
    for path, name in sources(package, part).items():
        found.update(name.encode())
        found.update(path.read_bytes())
    checked = os.environ.get("NUMBA_BOUNDSCHECK") or "0"
    made_by = f"{version('numba')} {version('llvmlite')} {version('numpy')} {sys.version_info[:2]} {checked}"
    game = _implementation(package)
    found.update(f"{made_by} {game.most_legal} {game.dtype}".encode())
    return found.hexdigest()[:16]


@cache
def _cpuinfo() -> list[str]:
    """What Linux says of the first processor, in lines."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return told.partition("\n\n")[0].split("\n")


@cache
def brought() -> bool:
    """Whether code came with the package that runs here; $COVEN_CPU=native says that it is not to be used."""
    flags = next((line for line in _cpuinfo() if line.startswith("flags")), "")
    return (
        BROUGHT.is_dir()
        and os.environ.get("COVEN_CPU") != "native"
        and "NUMBA_CPU_NAME" not in os.environ
        and set(flags.split()) >= NEEDED_FLAGS
    )


@cache
def processor() -> str:
    """A name for what compiled code runs on; code for one processor may not run on another."""
    if brought():
        return LEVEL
    named = os.environ.get("NUMBA_CPU_NAME")
    if named:
        return named
    facts = [line for line in _cpuinfo() if line.startswith(("model", "vendor", "flags", "cpu family"))]
    told = "".join([platform.machine(), platform.processor(), *facts])
    return f"{platform.machine()}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"


@cache
def aim() -> None:
    """Tell the compiler what to compile for, before it is first used: in a process all runs on one processor."""
    if brought():
        from numba import config

        settings: Any = config
        settings.CPU_NAME, settings.CPU_FEATURES = LEVEL, FEATURES


def part_folder(package: str, part: str) -> Path:
    """The folder of a part, whether it is there or not."""
    return cache_root() / f"{digest(package, part)}-{processor()}"


def spare_folder(package: str, part: str) -> Path:
    """The folder that is used where the user's own can't be written."""
    # Windows has no user numbers, and a temporary folder for each user already.
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"coven-{user}" / part_folder(package, part).name


def _own_folders(package: str, part: str) -> list[Path]:
    """Where a part may be kept. A spare place that another user has prepared for us is none of ours."""
    spare = spare_folder(package, part)
    try:
        check_private(spare.parent)
    except (OSError, BadCache):
        return [part_folder(package, part)]
    return [part_folder(package, part), spare]


def complete_folder(package: str, part: str) -> Path | None:
    """A folder that holds the whole part, checked; BadCache if there is one that can't be trusted."""
    bad = None
    ours = BROUGHT / part_folder(package, part).name
    for folder in (ours, *_own_folders(package, part)):
        if folder not in _useless and (folder / DONE).exists():
            try:
                check(folder, owned=folder != ours)  # who changed the package has changed the rest of it too
                return folder
            except BadCache as problem:
                bad = bad or problem
    if bad is not None:
        raise bad
    return None


def open_folder(package: str, part: str) -> Path:
    """A folder to compile a part into; OSError or BadCache if there is none. A new one drops those long unused."""
    folder = part_folder(package, part)
    try:
        return _opened(folder)
    except (OSError, BadCache):  # a read-only home, or another's
        spare = spare_folder(package, part)
        spare.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        check_private(spare.parent)
        return _opened(spare)


def _opened(folder: Path) -> Path:
    new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    check_private(folder)
    os.utime(folder)
    with open(folder / LOCK, "ab"):
        pass  # whether files can be written here
    if new:
        for other in folder.parent.iterdir():
            with contextlib.suppress(OSError):
                if folder.stat().st_mtime - other.stat().st_mtime > MONTH:
                    shutil.rmtree(other, ignore_errors=True)
    return folder


def check_private(path: Path, within: Path | None = None) -> None:
    """Refuse what another user wrote or could write: it would run as us. In a closed folder no mode lets others in."""
    if not hasattr(os, "getuid"):
        return
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise BadCache(f"{path} is a link")
    if found.st_uid not in (os.getuid(), 0):
        raise BadCache(f"{path} belongs to another user")
    if found.st_mode & 0o022 and (within is None or within.lstat().st_mode & 0o077):
        raise BadCache(f"{path} can be written by other users")


def _checksum(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in (".nbi", ".nbc"))


def seal(folder: Path) -> None:
    """Say that the part is whole: from now on it may be loaded."""
    told = {path.name: _checksum(path) for path in _files(folder)}
    made = folder / f"{DONE}.{os.getpid()}"
    made.write_text(json.dumps(told, indent=1), encoding="utf-8")
    made.replace(folder / DONE)


def is_sealed(path: Path) -> bool:
    """Whether a file is one of those that a whole part is made of."""
    try:
        return path.name in json.loads((path.parent / DONE).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def check(folder: Path, owned: bool = True) -> None:
    """Raise BadCache unless every file is the one that was listed, and ours."""
    try:
        if owned:  # before a byte is read; what was compiled later stands there unlisted, and is ours as well
            check_private(folder)
            for path in (folder / DONE, *_files(folder)):
                check_private(path, within=folder)
        listed = json.loads((folder / DONE).read_text(encoding="utf-8"))
        if not listed:
            raise BadCache(f"{folder / DONE} lists nothing")
        for name, checksum in listed.items():
            if _checksum(folder / name) != checksum:
                raise BadCache(f"{folder / name} is damaged")
    except BadCache:
        raise
    except OSError as problem:
        raise BadCache(f"{problem.filename} can't be read ({problem.strerror})") from None
    except (ValueError, AttributeError, TypeError):
        raise BadCache(f"{folder / DONE} is damaged") from None


def throw_away(package: str, part: str) -> None:
    """Forget what is kept of a part; what came with the package is not looked at again."""
    _useless.add(BROUGHT / part_folder(package, part).name)
    for folder in _own_folders(package, part):
        with contextlib.suppress(OSError):
            (folder / DONE).unlink(missing_ok=True)
            for path in _files(folder):
                path.unlink(missing_ok=True)


@contextlib.contextmanager
def held(folder: Path, wait: bool, what: str = LOCK) -> Iterator[bool]:
    """Hold a folder while compiling into it; False if another process does. It is let go with the process."""
    with open(folder / what, "ab") as file:
        yield lock(file.fileno(), wait)


def lock(number: int, wait: bool) -> bool:
    """Lock an open file for this process; False if another has."""
    try:
        import fcntl
    except ImportError:
        return True  # without locks two may do the same work
    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True
