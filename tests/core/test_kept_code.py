"""What is kept of a compiled game: loaded if it is whole and ours, else told of once and thrown away."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from coven.core import cache, compiling, doors
from coven.core.cache import BadCache, disabled
from coven.core.doors import RULES, is_compiled
from coven.core.game import Game
from coven.lab import batch
from tests.core.small_game import PACKAGE, flip, played, rules_folder, said_of, start, until
from tests.stones import GAME

pytestmark = [
    pytest.mark.skipif(disabled(), reason="nothing is compiled here"),
    pytest.mark.usefixtures("known"),
]


def test_what_is_kept_is_loaded_at_once_and_nothing_is_compiled(monkeypatch, copy):
    monkeypatch.setattr(
        compiling, "COMMAND", (sys.executable, "-c", "raise SystemExit('nobody asked for this')")
    )
    game = start(monkeypatch, copy)
    played(game.new(2, seed=3), 4)
    assert is_compiled(game, RULES)
    assert said_of(game) == []


def test_numbers_of_any_kind_compile_nothing(monkeypatch, copy):
    game = start(monkeypatch, copy)
    position = game.new(np.int32(2), seed=np.int32(3))
    position.play(np.int32(position.legal[0].id))
    position.view(np.int8(1))
    position.tally(np.int16(0))
    position.told(np.int16(0))
    batch.play(game, np.int32(2), np.int32(3), 1, np.int8(0))
    assert is_compiled(game, RULES)
    for name, door in vars(game.doors).items():
        assert len(door.signatures) <= 1, name
    cache.check(rules_folder(copy))


def test_what_is_sealed_is_never_written_again(monkeypatch, copy):
    """A door that is compiled for other numbers after all, or was not needed before, spoils nothing."""
    game = start(monkeypatch, copy)
    states = game.new(2, seed=3)._states
    folder = rules_folder(copy)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    game.doors.who(states, np.int32(0))
    assert len(game.doors.who.signatures) == 2  # type: ignore[attr-defined]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    batch.check(game, 2, 1, 1)
    assert any("checked_games" in path.name for path in folder.iterdir())
    cache.check(folder)


def cut(folder: Path) -> None:
    data = max(folder.glob("*.nbc"), key=lambda path: path.stat().st_size)
    data.write_bytes(data.read_bytes()[:100])


def lose(folder: Path) -> None:
    next(folder.glob("*.nbi")).unlink()


def scribble(folder: Path) -> None:
    (folder / cache.DONE).write_text("[not a list", encoding="utf-8")


def forge(folder: Path) -> None:
    """A whole list over files that are no compiled code."""
    for path in folder.glob("*.nbi"):
        path.write_bytes(b"nothing that Numba wrote")
    cache.seal(folder)


@pytest.mark.parametrize("harm", [cut, flip, lose, scribble, forge])
def test_a_damaged_cache_is_noticed_and_compiled_anew(monkeypatch, copy, caplog, harm):
    begun: list[str] = []
    monkeypatch.setattr(compiling, "_follow", lambda game, hurry: begun.append(game.name))
    harm(rules_folder(copy))
    game = start(monkeypatch, copy)
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        played(game.new(2, seed=3), 4)
        played(Game(GAME).new(2, seed=3), 4)
    assert not is_compiled(game, RULES)
    assert len(caplog.records) == 1
    assert "compiled anew" in caplog.text
    until(lambda: begun == ["stones"])
    assert list(rules_folder(copy).glob("*.nb?")) == []


def test_what_another_user_wrote_is_not_run(monkeypatch, copy, caplog):
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root can give files away")
    monkeypatch.setattr(compiling, "_follow", lambda game, hurry: None)
    game = start(monkeypatch, copy)
    keep_nonsense("bots", "env")
    for path in [copy, *copy.rglob("*")]:
        os.chown(path, 12345, -1)
    monkeypatch.setattr(compiling, "PARTS", ("rules", "bots", "env"))
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        played(game.new(2, seed=3), 4)
        compiling.warm(Game(GAME))
    assert not is_compiled(game, RULES)
    (said,) = [record.getMessage() for record in caplog.records]
    assert "belongs to another user" in said


def keep_nonsense(*parts: str) -> None:
    """Damaged code of other parts."""
    for part in parts:
        folder = cache.open_folder(PACKAGE, part)
        (folder / "a.nbc").write_bytes(b"code")
        cache.seal(folder)
        (folder / "a.nbc").write_bytes(b"harm")


def test_several_damaged_parts_are_told_of_in_one_sentence(monkeypatch, copy, caplog):
    begun: list[str] = []
    monkeypatch.setattr(compiling, "_follow", lambda game, hurry: begun.append(game.name))
    game = start(monkeypatch, copy)
    keep_nonsense("bots", "env")
    flip(rules_folder(copy))
    monkeypatch.setattr(compiling, "PARTS", ("rules", "bots", "env"))
    with caplog.at_level(logging.WARNING, "coven.compiling"):
        compiling.warm(game)
        compiling.warm(Game(GAME))
    (said,) = [record.getMessage() for record in caplog.records]
    assert said.startswith(f"what is kept of {GAME.title} can't be used, and is compiled anew: ")
    assert list(copy.rglob(cache.DONE)) == []
    until(lambda: begun == ["stones"])


def test_who_leaves_compiling_to_others_throws_nothing_away(monkeypatch, copy, caplog):
    monkeypatch.setattr(compiling, "_only_look", threading.Event())
    monkeypatch.setattr(compiling, "_follow", lambda game, hurry: None)
    game = start(monkeypatch, copy)
    compiling.leave_to_others()
    flip(rules_folder(copy))
    played(game.new(2, seed=3), 4)
    assert not is_compiled(game, RULES)
    assert (rules_folder(copy) / cache.DONE).exists()
    assert [said for said in caplog.records if said.levelno >= logging.WARNING] == []


def list_nothing(spare: Path) -> None:
    (spare / cache.DONE).write_text("{}", encoding="utf-8")


def list_less(spare: Path) -> None:
    """The list names one file of ours, whose checksum is right; what is another's stands beside it."""
    name, checksum = json.loads((spare / cache.DONE).read_text("utf-8")).popitem()
    (spare / cache.DONE).write_text(json.dumps({name: checksum}), encoding="utf-8")
    for path in spare.glob("*.nb?"):
        if path.name != name:
            os.chown(path, 12345, -1)


def give_the_code(spare: Path) -> None:
    for path in spare.glob("*.nb?"):
        os.chown(path, 12345, -1)


def give_the_list(spare: Path) -> None:
    os.chown(spare / cache.DONE, 12345, -1)


def link_a_file(spare: Path) -> None:
    """Another's file under our own name: the link is ours."""
    real = spare.parent / "elsewhere.nbc"
    found = next(spare.glob("*.nbc"))
    found.rename(real)
    found.symlink_to(real)


def link_the_folder(spare: Path) -> None:
    real = spare.rename(spare.parent / "elsewhere")
    spare.symlink_to(real)


def open_the_folder(spare: Path) -> None:
    spare.chmod(0o777)


def open_a_file(spare: Path) -> None:
    spare.chmod(0o755)
    next(spare.glob("*.nbc")).chmod(0o666)


def open_the_root(spare: Path) -> None:
    spare.parent.chmod(0o777)


def give_the_root(spare: Path) -> None:
    os.chown(spare.parent, 12345, -1)


def prepare(spare: Path) -> None:
    """All of it is another's and open to everybody, and the list names nothing."""
    list_nothing(spare)
    for path in [spare.parent, spare, *spare.iterdir()]:
        os.chown(path, 12345, -1)
        path.chmod(0o777)


TRAPS = [
    list_nothing, link_a_file, link_the_folder, open_the_folder, open_a_file, open_the_root,
    list_less, give_the_code, give_the_list, give_the_root, prepare,
]  # fmt: skip


@pytest.fixture
def spare(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Code in the spare place, which lies where every user may write; our own cache is empty."""
    if not hasattr(os, "getuid"):
        pytest.skip("files have no owners here")
    start(monkeypatch, tmp_path / "cache")
    monkeypatch.setattr(compiling, "_follow", lambda game, hurry: None)
    spare = cache.spare_folder(PACKAGE, "rules")
    spare.parent.mkdir(parents=True, mode=0o700)
    shutil.copytree(rules_folder(kept), spare)
    return spare


def test_what_is_in_the_spare_place_is_run_if_it_is_ours(spare):
    assert cache.complete_folder(PACKAGE, "rules") == spare
    game = Game(GAME)
    assert doors.load(game, RULES)


@pytest.mark.parametrize("trap", TRAPS)
def test_what_another_user_may_have_put_into_the_spare_place_is_not_run(spare, trap):
    if os.getuid() != 0 and trap not in TRAPS[:6]:
        pytest.skip("only root can give files away")
    trap(spare)
    game = Game(GAME)
    assert not doors.load(game, RULES)
    assert not is_compiled(game, RULES)


def test_a_trap_in_the_spare_place_changes_nothing_elsewhere(spare, tmp_path):
    """A link to another folder of ours: its files are not thrown away. And our own cache is used as ever."""
    own = cache.part_folder(PACKAGE, "rules")
    os.rename(spare.parent, tmp_path / "theirs")
    spare.parent.symlink_to(tmp_path / "theirs")
    cache.throw_away(PACKAGE, "rules")
    assert (tmp_path / "theirs" / spare.name / cache.DONE).exists()
    assert cache.complete_folder(PACKAGE, "rules") is None
    shutil.copytree(tmp_path / "theirs" / spare.name, own)
    assert cache.complete_folder(PACKAGE, "rules") == own


def test_a_spare_place_of_another_is_not_compiled_into(spare, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("COVEN_CACHE", str(tmp_path / "file" / "cache"))
    spare.parent.chmod(0o777)
    with pytest.raises(BadCache, match="can be written by other users"):
        cache.open_folder(PACKAGE, "rules")
    shutil.rmtree(spare.parent)
    before = os.umask(0o002)
    try:
        assert cache.open_folder(PACKAGE, "rules") == spare
    finally:
        os.umask(before)
    cache.check_private(spare.parent)


def test_files_that_a_wide_umask_left_in_a_closed_folder_are_ours(spare):
    for path in spare.iterdir():
        path.chmod(0o664)
    assert cache.complete_folder(PACKAGE, "rules") == spare


def test_a_folder_that_anybody_may_write_is_not_compiled_into(monkeypatch, tmp_path):
    start(monkeypatch, tmp_path)
    folder = cache.part_folder(PACKAGE, "rules")
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert cache.open_folder(PACKAGE, "rules") == cache.spare_folder(PACKAGE, "rules")


def test_where_the_home_is_read_only_another_folder_is_used(monkeypatch, tmp_path):
    start(monkeypatch, tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setenv("COVEN_CACHE", str(tmp_path / "file" / "cache"))  # root may write anywhere but there
    spare = cache.open_folder(PACKAGE, "rules")
    assert spare.is_relative_to(tmp_path / "spare")
    assert cache.complete_folder(PACKAGE, "rules") is None
    (spare / "a.nbc").write_bytes(b"code")
    cache.seal(spare)
    assert cache.complete_folder(PACKAGE, "rules") == spare


def test_a_list_is_written_at_the_end_and_names_every_file(copy):
    folder = rules_folder(copy)
    listed = json.loads((folder / cache.DONE).read_text("utf-8"))
    assert set(listed) == {path.name for path in folder.glob("*.nb?")}
    cache.check(folder)
    (folder / next(iter(listed))).unlink()
    with pytest.raises(BadCache):
        cache.check(folder)
