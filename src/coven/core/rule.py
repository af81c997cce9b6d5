"""`@rule`: plain typed Python that runs compiled on the CPU, on every core and in a CUDA kernel.

Compiled code is cached in a folder named after a digest of every source file that can be compiled into it:
Numba itself looks only at the file of the outermost function, and would go on using a rule that has been
corrected in another file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

config: Any = numba.config  # Numba's stubs leave its settings out
SOURCE = Path(__file__).resolve().parent.parent
CORE = ("rule", "bits", "chance", "lists", "loops", "plain", "seats", "stack")  # what all games compile


def cache_root() -> Path:
    """Where compiled rules are kept: $COVEN_CACHE, or the user's cache folder."""
    named = os.environ.get("COVEN_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "coven"


# Parts of a game that are never compiled; editing a label or a picture keeps the cache.
SPOKEN = {
    "choices.py", "components.py", "cover.py", "game.py", "names.py", "news.py", "odds.py", "picture.py", "planes.py",
    "reading.py", "report.py", "retell.py", "say.py", "sections.py", "words.py",
}  # fmt: skip

# What is compiled over the rules, and the sources that go into it, a game's own and ours; editing these keeps the
# rules' cache.
JUDGEMENT = ("judgement/*.py", "judgement.py")
BOTS = (
    "bots/policies.py", "bots/graph.py", "bots/tree.py", "bots/growth.py", "bots/insight.py", "bots/rollouts.py",
    "bots/network.py", "bots/neurons.py", "bots/plain_judgement.py", "env/loops.py", "env/groups.py",
)  # fmt: skip
LAB = ("lab/actions.py", "lab/loops.py", "lab/compiled.py", "lab/plain_statistics.py")
PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rules": ((), ()),
    "bots": (JUDGEMENT, BOTS),
    "lab": ((*JUDGEMENT, "statistics.py"), (*BOTS, *LAB)),
    "env": ((), ("env/loops.py", "env/groups.py")),
}
# A game's modules that belong to such a part.
ABOVE = {"judgement": "bots", "statistics": "lab"}


def _sources(package: str, part: str) -> Iterator[tuple[str, Path]]:
    """Every file that can be compiled into a part, with the name it has wherever it lies."""
    for stem in CORE:
        yield f"core/{stem}.py", SOURCE / "core" / f"{stem}.py"
    if package:
        folder = Path(*sys.modules[package].__path__)
        own, ours = PARTS[part]
        for path in sorted(folder.glob("*.py")):
            if path.name not in SPOKEN and path.stem not in ABOVE:
                yield f"game/{path.name}", path
        for pattern in own:
            yield from ((f"game/{path.relative_to(folder)}", path) for path in sorted(folder.glob(pattern)))
        for name in ours:
            yield name, SOURCE / name


@cache
def cache_folder(package: str = "", part: str = "rules") -> Path:
    """This version's folder, for a game or for what all share; a new one drops those not used for a month."""
    digest = hashlib.sha256(package.encode())
    for name, path in _sources(package, part):
        digest.update(name.encode())
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {sys.version_info[:3]} {bool(config.BOUNDSCHECK)}".encode())
    folder = cache_root() / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if folder.stat().st_mtime - other.stat().st_mtime > 30 * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        # A read-only home: compile into a folder of this process's own user instead of failing. Windows has no
        # user numbers, and a temporary folder for each user already.
        user = os.getuid() if hasattr(os, "getuid") else "user"
        folder = Path(tempfile.gettempdir()) / f"coven-{user}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Compile a rule when it is first called. With NUMBA_DISABLE_JIT=1 it stays plain Python."""
    package, inside = home(function.__module__)
    return _compile(function, package, ABOVE.get(inside, "rules"))


def home(module: str) -> tuple[str, str]:
    """The package of the game a module belongs to, "" for what all games share, and the module's name within it.

    Games of ours are packages in `coven.games`; another's is the package that its rules stand in.
    """
    names = module.split(".")
    if names[:2] == ["coven", "games"]:
        return ".".join(names[:3]), names[3]
    if names[0] == "coven":
        return "", ""
    if len(names) > 1 and names[-2] in ABOVE:  # a module of a judgement that is a package
        return ".".join(names[:-2]), names[-2]
    return ".".join(names[:-1]), names[-1]


def _compile(function: F, package: str, part: str) -> F:
    # The folder is read when the decorator runs; other users of Numba in this process keep theirs.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(package, part))
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, compiled)


def instantiate(
    templates: types.ModuleType, scope: dict[str, Any], package: str, part: str
) -> dict[str, Any]:
    """Compile the module's functions over a game's own rules.

    A template names the rules it needs (`rules.legal`, ...) as globals; here it gets those of one game.
    Unlike a closure over compiled functions, such a copy is found again in the cache by the next process.
    """
    scope = {**scope, **vars(templates)}  # a template's own names win
    made: dict[str, Any] = {}
    for name, template in vars(templates).items():
        if isinstance(template, types.FunctionType) and template.__module__ == templates.__name__:
            function = types.FunctionType(template.__code__, scope, name, template.__defaults__)
            function.__qualname__ = f"{package}_{name}"
            function.__module__ = templates.__name__
            made[name] = scope[name] = _compile(function, package, part)
    return made
