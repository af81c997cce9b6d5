"""Compiling beside the game, in a process of its own that leaves the cores to everyone else.

The process compiles the rules, the bots and what a network sees with, in this order, and says when each is there; the
doors here are then replaced. It ends with whoever started it. Only one process compiles a part at a time: others look
for its result now and then, and take its place if it has gone. Whatever goes wrong is said once, and the game goes on
as it is.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from coven.core import cache
from coven.core.cache import disabled
from coven.core.errors import CovenError

if TYPE_CHECKING:
    from coven.core.definition import Definition
    from coven.core.doors import CompiledPart
    from coven.core.game import Game

log = logging.getLogger("coven.compiling")
COMMAND = (sys.executable, "-m", "coven.core.compiling")
PARTS = ("rules", "bots", "env")  # in the order in which a game needs them
LOOK = 1.0  # seconds between two looks for what another process compiles
NICENESS = 10  # whoever plays and thinks comes first
BESIDE = "beside"  # held by the process that compiles a game
PR_SET_PDEATHSIG = 1

_begun: set[str] = set()  # packages
_under_way: set[str] = set()  # games
_told: set[str] = set()
_noticed: dict[str, str] = {}  # games whose kept code could not be used, and why
_lock = threading.Lock()
_slots = threading.Semaphore(max(1, (os.cpu_count() or 2) - 1))
_running: set[subprocess.Popen[str]] = set()
_only_look = threading.Event()


def parts(*names: str) -> Iterator[CompiledPart[Any]]:
    """The parts of a game by name, in the order in which they are compiled."""
    from coven.bots.compiled import BOTS
    from coven.core.doors import RULES
    from coven.env.compiled import ENV

    for part in (RULES, BOTS, ENV):
        if part.name in names:
            yield part


def warm(game: Game) -> None:
    """Load a game's rules, and have what it runs compiled when nothing is in more of a hurry.

    Bots and what they see with are loaded where somebody thinks with them.
    """
    from coven.core.doors import RULES, at_once, kept

    at_once(game, RULES, hurry=False)
    if not disabled() and not all([kept(game, part) for part in parts(*PARTS)]):
        begin(game, hurry=False)


def leave_to_others() -> None:
    """Never compile here: the process that started this one does, and its result is looked for."""
    _only_look.set()


def leaves_to_others() -> bool:
    """Whether another process compiles, and looks after what is kept."""
    return _only_look.is_set()


def notice(game: Game, why: str) -> None:
    """Say, once a game, that what is kept of it is of no use: no harm is done but the time it takes."""
    with _lock:
        if game.name in _noticed:
            return
        _noticed[game.name] = why
    log.warning("what is kept of %s can't be used, and is compiled anew: %s", game.title, why)


def trouble(text: str) -> None:
    """Say what has failed, once."""
    with _lock:
        if text in _told:
            return
        _told.add(text)
    log.warning("%s", text)


def under_way(name: str) -> bool:
    """Whether a game is being compiled beside what goes on, or waits for it."""
    return name in _under_way


def begin(game: Game, hurry: bool = True) -> None:
    """Have a game compiled beside what goes on, unless it is under way; without hurry, after the others."""
    with _lock:
        if disabled() or game.definition.package in _begun:
            return
        _begun.add(game.definition.package)
        _under_way.add(game.name)
    threading.Thread(target=_follow, args=(game, hurry), name=f"compiling {game.name}", daemon=True).start()


def _follow(game: Game, hurry: bool) -> None:
    """Have the parts compiled, and let them take over one by one."""
    try:
        while leaves_to_others() or not _compile_beside(game, hurry):
            if _look_for(game):
                break
    except Exception as problem:  # a thread of its own: nobody else would hear of it
        _failed(game, repr(problem))
    finally:
        _under_way.discard(game.name)


def _failed(game: Game, why: str) -> None:
    from coven.core.doors import RULES, is_compiled

    how = "in part uncompiled" if is_compiled(game, RULES) else "uncompiled"
    trouble(f"{game.title} is played {how}: {why}")


def _take(game: Game, name: str, seconds: float) -> None:
    from coven.core.doors import load

    for part in parts(name):
        if load(game, part):
            log.info("%s of %s: compiled in %.0f s", part.what, game.title, seconds)


def _compile_beside(game: Game, hurry: bool) -> bool:
    """Whether the parts were compiled here, or could not be; False if another process is at it."""
    with _slot(hurry):
        log.info("%s is compiled beside the game, once", game.title)
        began = time.monotonic()
        command = [*COMMAND, game.definition.package, game.name, *PARTS]
        path = os.pathsep.join(entry for entry in sys.path if entry)
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        _running.add(child)
        try:
            assert child.stdout is not None
            for line in child.stdout:
                told = json.loads(line)
                if "busy" in told:
                    return False
                if "trouble" in told:
                    _failed(game, told["trouble"])
                    return True
                if "notice" in told:
                    notice(game, told["notice"])
                else:
                    _take(game, told["part"], time.monotonic() - began)
            if child.wait() != 0:
                _failed(game, f"the compiler ended early ({_last_words(child)})")
            return True
        finally:
            _running.discard(child)
            child.kill()
            child.communicate()


@contextlib.contextmanager
def _slot(hurry: bool) -> Iterator[None]:
    """A core to compile on: what is played now does not wait for one."""
    taken = _slots.acquire(blocking=not hurry)
    try:
        yield
    finally:
        if taken:
            _slots.release()


def _last_words(child: subprocess.Popen[str]) -> str:
    assert child.stderr is not None
    said = child.stderr.read().strip().splitlines()
    code = child.returncode
    return said[-1] if said else f"signal {-code}" if code < 0 else f"code {code}"


def _look_for(game: Game) -> bool:
    """Take over what another process compiles, part by part; False if it has gone before all is there."""
    from coven.core.doors import kept

    began = time.monotonic()
    for part in parts(*PARTS):
        while kept(game, part) is None:
            if not leaves_to_others():
                with _held(game.definition.package, PARTS[0]) as alone:
                    if alone:
                        return False
            time.sleep(LOOK)
        _take(game, part.name, time.monotonic() - began)
    return True


@contextlib.contextmanager
def _held(package: str, part: str) -> Iterator[bool]:
    """Be the one who compiles a game; False if another process is."""
    with cache.held(cache.open_folder(package, part), wait=False, what=BESIDE) as mine:
        yield mine


# -- the process ---------------------------------------------------------------------------------------------------


def main(package: str, name: str, *wanted: str) -> int:
    """Compile parts of a game and say, in lines of JSON, what is there."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for whoever plays
    threading.Thread(target=_hear_the_end, daemon=True).start()
    with contextlib.suppress(AttributeError, OSError):  # not everywhere
        os.nice(NICENESS)

    def tell(**facts: Any) -> None:
        answers.write(json.dumps(facts) + "\n")
        answers.flush()

    from coven.core.doors import wait_for
    from coven.core.game import Game

    try:
        game = Game(_definition(package, name))
        with _held(package, wanted[0]) as mine:
            if not mine:
                tell(busy=True)
                return 0
            for part in parts(*wanted):
                wait_for(game, part)
                if name in _noticed:
                    tell(notice=_noticed.pop(name))
                if cache.complete_folder(package, part.name) is None:
                    tell(trouble="; ".join(_told) or "nothing was kept")
                    return 1
                tell(part=part.name)
    except (CovenError, OSError) as problem:
        tell(trouble=str(problem))
        return 1
    return 0


def _definition(package: str, name: str) -> Definition:
    """A game's definition, wherever it comes from."""
    from coven.core.definition import Definition
    from coven.core.registry import definitions

    if name not in definitions():  # it is known only to who plays it
        found = vars(importlib.import_module(package)).values()
        definitions()[name] = next(
            thing for thing in found if isinstance(thing, Definition) and thing.name == name
        )
    return definitions()[name]


def end_with_parent() -> None:
    """Where the system can do it, even a process that hears nothing ends with its parent."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _hear_the_end() -> None:
    """Whoever started this has gone: so do we."""
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    # As the module that everything else imports, not as a second one.
    sys.exit(importlib.import_module("coven.core.compiling").main(*sys.argv[1:]))
