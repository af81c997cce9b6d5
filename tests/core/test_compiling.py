"""Compiling beside the game: it goes on whatever happens to the compiler or to what is kept, and says so once."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from coven.core import cache, compiling, doors
from coven.core.cache import disabled
from coven.core.doors import RULES, is_compiled
from coven.core.game import Game
from tests.core.small_game import PACKAGE, PATIENCE, flip, played, rules_folder, start, until
from tests.stones import GAME

pytestmark = [
    pytest.mark.skipif(disabled(), reason="nothing is compiled here"),
    pytest.mark.usefixtures("known"),
]


def test_a_compiler_that_finds_damage_says_so_and_compiles_all_the_same(monkeypatch, copy, caplog):
    game = start(monkeypatch, copy)
    flip(rules_folder(copy))
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        assert compiling._compile_beside(game, hurry=True)
    (said,) = [record.getMessage() for record in caplog.records]
    assert "compiled anew" in said
    assert is_compiled(game, RULES)


def test_where_nothing_can_be_written_the_game_goes_on_and_says_so(monkeypatch, tmp_path, caplog):
    game = start(monkeypatch, tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setenv("COVEN_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "spare"))
    (tmp_path / "spare").mkdir()
    user = os.getuid() if hasattr(os, "getuid") else "user"
    (tmp_path / "spare" / f"coven-{user}").touch()
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        position = played(game.new(2, seed=3), 4)
        until(lambda: not compiling.under_way("stones"))
        played(position, 1)
    assert not is_compiled(game, RULES)
    (said,) = [record.getMessage() for record in caplog.records]
    assert "is played uncompiled" in said


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that is full after a few files."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "none", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be made here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_on_a_full_disk_the_game_goes_on_and_says_so(monkeypatch, small_disk, caplog):
    game = start(monkeypatch, small_disk)
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        position = played(game.new(2, seed=3), 3)
        until(lambda: not compiling.under_way("stones"))
        played(position, 2)
    (said,) = [record.getMessage() for record in caplog.records]
    assert "is played uncompiled" in said
    assert "No space left" in said
    assert cache.complete_folder(PACKAGE, "rules") is None


def test_a_full_disk_is_told_and_what_is_half_written_does_not_count(monkeypatch, tmp_path):
    from coven.core import inside

    start(monkeypatch, tmp_path)
    folder = cache.open_folder(PACKAGE, "rules")
    inside.unwritten += [OSError(errno.ENOSPC, "No space left on device")] * 2
    doors.keep(folder)
    assert any("No space left" in told for told in compiling._told)
    assert cache.complete_folder(PACKAGE, "rules") is None
    assert inside.unwritten == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "signal 9"),
        ("raise SystemExit('out of memory')", "out of memory"),
        ("import json; print(json.dumps({'trouble': 'No space left on device'}))", "No space left"),
    ],
)
def test_a_compiler_that_ends_early_is_told_of_once(monkeypatch, tmp_path, caplog, script, said):
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", script))
    game = start(monkeypatch, tmp_path)
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        position = played(game.new(2, seed=3), 3)
        until(lambda: not compiling.under_way("stones"))
        played(position, 2)
        played(Game(GAME).new(2, seed=4), 3)
    (told,) = [record.getMessage() for record in caplog.records]
    assert said in told
    assert not is_compiled(game, RULES)


def test_who_finds_another_at_work_takes_what_it_makes(monkeypatch, copy):
    """As a second process does, and a bot's: its own compiler says that another holds the folder."""
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", "print('{\"busy\": true}')"))
    monkeypatch.setattr(compiling, "LOOK", 0.05)
    game = start(monkeypatch, copy)
    lists = {folder: (folder / cache.DONE).read_text("utf-8") for folder in copy.glob("*-*")}
    for folder in lists:
        (folder / cache.DONE).unlink()
    position = played(game.new(2, seed=3), 2)
    assert not is_compiled(game, RULES)
    for folder, text in lists.items():
        (folder / cache.DONE).write_text(text, "utf-8")
    until(lambda: not compiling.under_way("stones"))
    assert is_compiled(game, RULES)
    played(position, 2)


HOLDER = """
import sys, time
from pathlib import Path
from coven.core import cache, compiling
with cache.held(Path(sys.argv[1]), wait=False, what=compiling.BESIDE) as mine:
    print(mine, flush=True)
    time.sleep(600)
"""
# A compiler that looks whether another is at it, and has the result at once.
QUICK = """
import json, shutil, sys
from pathlib import Path
from coven.core import cache, compiling
folder = Path({folder!r})
with cache.held(folder, wait=False, what=compiling.BESIDE) as mine:
    if mine:
        shutil.copytree({kept!r}, folder, dirs_exist_ok=True)
    print(json.dumps({{"part": "rules"}} if mine else {{"busy": True}}), flush=True)
"""


def test_who_waits_for_a_compiler_that_is_killed_takes_its_place(monkeypatch, kept, tmp_path, caplog):
    game = start(monkeypatch, tmp_path)
    folder = cache.open_folder(PACKAGE, "rules")
    script = QUICK.format(folder=str(folder), kept=str(rules_folder(kept)))
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", script))
    monkeypatch.setattr(compiling, "LOOK", 0.05)
    looked = threading.Event()
    usual = compiling._look_for

    def look_for(game: Game) -> bool:
        looked.set()
        return usual(game)

    monkeypatch.setattr(compiling, "_look_for", look_for)
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=inherited()) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"True\n"
        position = played(game.new(2, seed=3), 2)
        assert looked.wait(PATIENCE)
        assert compiling.under_way("stones")
        other.kill()
    until(lambda: not compiling.under_way("stones"))
    assert is_compiled(game, RULES)
    assert [said for said in caplog.records if said.levelno >= logging.WARNING] == []
    played(position, 2)


def inherited() -> dict[str, str]:
    """The environment of a process that finds the same modules as this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}


PLAYER = """
import signal, time
from coven.core import compiling
from coven.core.game import Game
from tests.stones import GAME
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored where the tests run in the background
game = Game(GAME)
game.new(2, seed=3).legal[0]
while not compiling._running:
    time.sleep(0.01)
print(*(child.pid for child in compiling._running), flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize("interrupted", [True, False], ids=["ctrl-c", "killed"])
def test_a_compiler_ends_with_who_plays(monkeypatch, tmp_path, interrupted):
    """Ctrl-C reaches both, and the compiler leaves the end to the player; a killed player can tell it nothing."""
    start(monkeypatch, tmp_path)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", PLAYER]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=inherited(),
        cwd=root,
        start_new_session=True,
    ) as player:
        assert player.stdout is not None
        compiler = int(player.stdout.readline())
        opened = rules_folder_of(tmp_path)
        until(lambda: (opened / compiling.BESIDE).exists())  # it is at work
        if interrupted:
            os.killpg(player.pid, signal.SIGINT)
        else:
            player.kill()
        player.communicate()
    until(lambda: ended(compiler))
    assert cache.complete_folder(PACKAGE, "rules") is None
    until(lambda: free(opened))  # the last of its threads may take a moment


def free(folder: Path) -> bool:
    """Whether nobody compiles there."""
    with cache.held(folder, wait=False, what=compiling.BESIDE) as mine:
        return mine


def rules_folder_of(cache_folder: Path) -> Path:
    return cache_folder / cache.part_folder(PACKAGE, "rules").name


def ended(process: int) -> bool:
    """Whether a process is no more, or has nobody to tell that."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_only_one_compiles_into_a_folder(tmp_path):
    with cache.held(tmp_path, wait=False) as first, cache.held(tmp_path, wait=False) as second:
        assert first
        assert not second
    with cache.held(tmp_path, wait=False) as third:
        assert third


def test_games_are_compiled_one_after_the_other_but_the_one_that_is_played(monkeypatch):
    monkeypatch.setattr(compiling, "_slots", threading.Semaphore(1))
    with compiling._slot(hurry=False):
        with compiling._slot(hurry=True):
            pass  # does not wait
        assert not compiling._slots.acquire(blocking=False)
    assert compiling._slots.acquire(blocking=False)
