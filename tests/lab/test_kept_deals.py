"""A tournament that was interrupted or killed goes on from what it kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import coven
from coven.core.errors import BadOption
from coven.lab.tournament import Tournament, tournament

BOTS = ["random:seed=1", "light:seed=1"]


def _stop_at(games: int) -> object:
    def stop(so_far: Tournament) -> None:
        if so_far.done >= games:
            raise KeyboardInterrupt

    return stop


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = tournament("witches", BOTS, 12, jobs=1)
    first = tournament("witches", BOTS, 12, jobs=1, progress=_stop_at(4), keep=file)  # type: ignore[arg-type]
    assert first.done == 4
    seen = []
    again = tournament(
        "witches", BOTS, 12, jobs=1, progress=lambda so_far: seen.append(so_far.done), keep=file
    )
    assert seen == [6, 8, 10, 12]  # what was kept is not played again
    assert again.played == whole.played
    assert again.as_json() == whole.as_json()
    longer = tournament("witches", BOTS, 16, jobs=1, keep=file)
    assert longer.played[:12] == whole.played
    assert tournament("witches", BOTS, 4, jobs=1, keep=file).played == whole.played[:4]


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = tournament("witches", BOTS, 6, jobs=1, keep=file)
    text = file.read_bytes()
    file.write_bytes(text[:-20])
    assert tournament("witches", BOTS, 6, jobs=1, keep=file).played == whole.played
    assert file.read_bytes() == text


def test_several_bots_keep_their_pairs_apart(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    three = [*BOTS, "random:seed=2"]
    whole = tournament("witches", three, 4, jobs=1, keep=file)
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 2 * 3
    file.write_bytes(b"".join([lines[0], *lines[3:]]))
    assert tournament("witches", three, 4, jobs=1, keep=file).played == whole.played


def test_another_tournaments_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    tournament("witches", BOTS, 2, jobs=1, keep=file)
    kept = file.read_bytes()
    with pytest.raises(coven.BadOption, match=r"of another tournament \(other seed"):
        tournament("witches", BOTS, 2, seed=5, jobs=1, keep=file)
    with pytest.raises(coven.BadOption, match=r"of another tournament \(other bots"):
        tournament("witches", ["random", "light"], 2, jobs=1, keep=file)
    assert file.read_bytes() == kept
    for strange in (b"a story\n", b'{"game": 1}\n', json.dumps([1]).encode() + b"\n"):
        (tmp_path / "strange").write_bytes(strange)
        with pytest.raises(coven.BadOption, match="name another file"):
            tournament("witches", BOTS, 2, jobs=1, keep=tmp_path / "strange")
        assert (tmp_path / "strange").read_bytes() == strange
    with pytest.raises(coven.BadOption, match="make it first"):
        tournament("witches", BOTS, 2, jobs=1, keep=tmp_path / "nowhere" / "kept.jsonl")


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_command_can_be_ended_anyhow(how: signal.Signals, tmp_path: Path) -> None:
    """Asked to end it prints what it has; killed it has kept it all the same."""
    file = tmp_path / "kept.jsonl"
    asked = [
        sys.executable,
        "-m",
        "coven.cli",
        "tournament",
        "witches",
        *BOTS,
        "--games",
        "100000",
        "--jobs",
        "1",
    ]
    running = subprocess.Popen([*asked, "--keep", str(file)], stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and not (file.exists() and file.read_bytes().count(b"\n") > 3):
        time.sleep(0.05)
    running.send_signal(how)
    said = running.communicate(timeout=60)[0]
    if how == signal.SIGTERM:
        assert "Stopped after" in said
        assert "goes on from there" in said.replace("\n", " ")
    kept = file.read_bytes().count(b"\n") - 1
    again = tournament("witches", BOTS, 2 * kept, jobs=1, progress=_stop_at(0), keep=file)  # type: ignore[arg-type]
    assert again.done >= 2 * kept - 2


def test_two_tournaments_do_not_keep_their_deals_in_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "kept.jsonl"

    def another(so_far: Tournament) -> None:
        with pytest.raises(BadOption, match="another tournament keeps its deals in"):
            tournament("witches", BOTS, 4, jobs=1, keep=file)

    assert tournament("witches", BOTS, 4, jobs=1, progress=another, keep=file).done == 4
    assert tournament("witches", BOTS, 4, jobs=1, keep=file).done == 4
