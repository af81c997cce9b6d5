"""The command `coven`: every sub-command, its exit codes and its errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import coven
from coven import cli
from coven.core.components import SURENESS
from coven.core.language import LANGUAGES, words
from coven.core.provenance import labels
from coven.table.settings import PORT, Settings
from coven.terminal import saves


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    return tmp_path


@pytest.fixture
def finished(home: Path, witchstone: coven.Game) -> Path:
    """The record of a whole game."""
    position = witchstone.new(2, seed=11, names=["Ada", "random"])
    while not position.over:
        position.play(position.legal[len(position.legal) * 7 // 11])
    path = home / "game.coven"
    position.record().save(path)
    return path


def fails(argv: list[str], capsys: pytest.CaptureFixture[str], code: int = 2) -> str:
    """The complaint of a command that must fail, on stderr and without a traceback."""
    assert cli.main(argv) == code
    error = capsys.readouterr().err
    assert error.startswith("coven: ")
    assert "Traceback" not in error
    return error


def test_a_database_that_can_not_be_opened(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for url in ("postgresql://nobody@127.0.0.1:1/nothing", f"sqlite:///{home}"):
        assert "can't be opened" in fails(["serve", "--database", url], capsys)


# -- help ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["play", "--help"]])
def test_help_loads_nothing_heavy(argv: list[str]) -> None:
    code = (
        "import sys\nfrom coven import cli\n"
        f"try:\n    cli.main({argv!r})\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'numpy', 'numba', 'rich', 'babel'} & set(sys.modules)\nassert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert "coven" in done.stdout


def test_help_says_names_as_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    for command, said in (("report", "one HTML page"), ("train", "on a GPU or in small on the CPU")):
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        assert said in capsys.readouterr().out


def test_who_plays_is_said_of_a_game_that_begins(capsys: pytest.CaptureFixture[str]) -> None:
    """Not of one that is refused."""
    assert cli.main(["play", "--handicap", "9"]) == 2
    assert capsys.readouterr().out == ""


def test_no_arguments_open_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """For this machine and its network, in the browser, on the usual port or the next free one."""
    from coven.table import serve

    opened: list[tuple[str, int, bool, bool]] = []

    def run(settings: Settings, *, browser: bool, any_port: bool) -> int:
        opened.append((settings.host, settings.port, browser, any_port))
        return 0

    monkeypatch.setattr(serve, "run", run)
    assert cli.main([]) == 0
    assert opened == [("0.0.0.0", PORT, True, True)]


def test_python_m_coven_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "coven", "--version"], capture_output=True, text=True)
    assert done.stdout == f"coven {coven.__version__}\n"


@pytest.mark.parametrize("argv", [["dance"], ["play", "--players"], ["replay"], ["play", "--lang", "xx"]])
def test_a_wrong_command_line_ends_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(argv)
    assert end.value.code == 2


# -- lists ---------------------------------------------------------------------------------------------------


def test_games_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    assert "witchstone" in capsys.readouterr().out
    assert cli.main(["bots"]) == 0
    assert "random:seed=7" in capsys.readouterr().out


# -- rules and components ------------------------------------------------------------------------------------


def test_rules_show_the_page_and_how_sure_the_components_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "witchstone"]) == 0
    out = capsys.readouterr().out
    assert "WS-C9" in out
    assert "bonuses of the Witchstone" in out
    for meaning in SURENESS.values():
        assert meaning in out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["rules", "components"])
@pytest.mark.parametrize("game", ["witchstone", "witches"])
def test_the_terminal_says_how_sure_as_the_page_does(
    game: str, command: str, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every exception: that most names are in a book says nothing of the Elf Lord's."""
    monkeypatch.setenv("COLUMNS", "200")
    assert cli.main([command, game, "--lang", lang]) == 0
    rows = [re.split(r"  +", line.strip()) for line in capsys.readouterr().out.splitlines()]
    for label in labels(coven.load(game), words(lang)):
        wanted = label.section if label.section else f"– {label.what}"
        assert any(row[0] == wanted and row[-1] == label.letter for row in rows), label


def test_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "witchstone", "--rule", "ws-c9"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("WS-C9")
    assert "WS-C10" not in out
    assert "WS-C9" in fails(["rules", "witchstone", "--rule", "WS-Z1"], capsys)


def test_components_are_summed_up(capsys: pytest.CaptureFixture[str], witchstone: coven.Game) -> None:
    assert cli.main(["components", "witchstone"]) == 0
    out = capsys.readouterr().out
    assert "checked:" in out
    assert witchstone.components.digest in out


def test_a_copy_of_the_components_is_written_once(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = home / "mine.toml"
    assert cli.main(["components", "witchstone", "--write", str(copy)]) == 0
    assert cli.main(["components", "witchstone", "--file", str(copy)]) == 0
    assert "no fault" in capsys.readouterr().out
    assert "exists" in fails(["components", "witchstone", "--write", str(copy)], capsys)


def test_every_fault_of_a_component_file_is_named(
    home: Path, capsys: pytest.CaptureFixture[str], witchstone: coven.Game
) -> None:
    bad = home / "bad.toml"
    text = witchstone.components.text.replace("energy = 20", "energy = -1").replace("[7, 6, 5, 4, 3]", "[7]")
    bad.write_text(text, encoding="utf-8")
    error = fails(["components", "witchstone", "--file", str(bad)], capsys, 1)
    assert "player.energy" in error
    assert "owl_tiles.values" in error
    assert "bad.toml" in fails(["play", "witchstone", "--components", str(bad)], capsys)


# -- errors --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["play", "chess"], "witchstone"),
        (["play", "--players", "7"], "2 to 4 players"),
        (["play", "--seats", "me,clever"], "'clever' is not a seat"),
        (["play", "--seats", "me,me,me", "--players", "2"], "3 seats"),
        (["play", "--seats", "me=random,me"], "bot's name"),
        (["play", "--seats", "me=a|b,me"], "can't be a name"),
        (["play", "--seats", "me,random:depth=2"], "random:seed=7"),
        (["play", "--handicap", "0,9"], "handicap"),
        (["play", "--handicap", "hard"], "handicap is one of 0, 3, 2, 1, or one for each of the 2 seats"),
        (["play", "--first", "9"], "first"),
        (["play", "--chance", "manual", "--seed", "3"], "no seed"),
        (["play", "--components", "none.toml"], "none.toml"),
        (["replay", "none.coven"], "none.coven"),
        (["resume", "none.coven"], "none.coven"),
        (["resume"], "no unfinished game"),
        (["play", "--players", "0"], "2 to 4 players, not 0"),
        (["tournament", "witches", "greedy"], "name two bots or more"),
        (["simulate", "witches", "--games", "0", "--out", "run"], "from 1 on"),
        (["simulate", "witches", "--workers", "0", "--out", "run"], "at least one worker"),
        (["fairness", "--games", "0"], "from 1 on, not 0"),
        (["report", "run", "--out", "no/where.html"], "no folder no to write where.html to"),
        (["tournament", "witches", "greedy", "random", "--json", "no/where.json"], "make it first"),
        (["serve", "--workers", "0"], "--workers 1 or more"),
        (["serve", "--bots", "-1"], "--bots 1 or more"),
        (["bench", "--seconds", "-1"], "--seconds more"),
        (["bench", "--tables", "3"], "add --table"),
        (["bench", "--plot", "times.svg"], "add --table"),
        (["bench", "--table", "witches"], "leave out --table, or GAME"),
        (["bench", "--table", "--tables", "5", "0"], "--tables takes whole numbers from 1 on"),
        (["bench", "--table", "--workers", "0"], "--workers takes whole numbers from 1 on"),
    ],
)
def test_errors_are_one_line(argv: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told in fails(argv, capsys)


def test_a_broken_record_is_told_with_its_line(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finished.write_text(finished.read_text().replace("* find", "* fnd", 1))
    assert "line" in fails(["replay", str(finished)], capsys)
    finished.write_bytes(b"\xff\xfe\x00")
    assert "not a record" in fails(["replay", str(finished)], capsys)


def test_other_components_must_be_named(
    home: Path, finished: Path, capsys: pytest.CaptureFixture[str], witchstone: coven.Game
) -> None:
    other = home / "other.toml"
    other.write_text(witchstone.components.text.replace("energy = 20", "energy = 19"), encoding="utf-8")
    assert "--components" in fails(["replay", str(finished), "--components", str(other)], capsys)


# -- replay --------------------------------------------------------------------------------------------------


def test_replay_prints_a_position(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(finished), "--at", "40"]) == 0
    out = capsys.readouterr().out
    assert "Action 40 of" in out
    assert "Crystal ball" in out
    assert "there is no position at 9999" in fails(["replay", str(finished), "--at", "9999"], capsys)
    assert "seats are" in fails(["replay", str(finished), "--seat", "5"], capsys)


def test_replay_writes_a_picture(home: Path, finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = home / "table.svg"
    assert cli.main(["replay", str(finished), "--svg", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_bench_is_handed_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    import types

    seen: dict[str, object] = {}
    bench = types.ModuleType("coven.lab.bench")
    bench.main = lambda **options: seen.update(options) or 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "coven.lab", types.ModuleType("coven.lab"))
    monkeypatch.setitem(sys.modules, "coven.lab.bench", bench)
    assert cli.main(["bench", "--seconds", "0.5", "--check", "3"]) == 0
    assert seen == {"seconds": 0.5, "check": 3, "games": list(coven.games())}


def test_replay_tells_the_result_at_the_end(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(finished), "--at", "-1"]) == 0
    assert "The winner:" not in capsys.readouterr().out
    assert cli.main(["replay", str(finished), "--at", str(len(coven.read(finished.read_text())))]) == 0
    out = capsys.readouterr().out
    assert "The winner:" in out or "The win is shared:" in out
    assert "o Ada: " in out
    assert "prophecies" in out


# -- kept games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", ["80", "40"])
def test_kept_games_are_numbered_and_named_whole(
    columns: str, finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    names = ["2026-11-15-1005-witchstone.coven", "2026-11-15-1006-witchstone-2.coven"]
    saves.folder().mkdir(parents=True)
    for second, name in enumerate(names):
        (saves.folder() / name).write_text(finished.read_text())
        os.utime(saves.folder() / name, (second, second))
    assert cli.main(["resume", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for number, name in ((1, names[1]), (2, names[0])):
        (line,) = (line for line in lines if name in line)
        assert line.split()[:3] == [str(number), name, "witchstone"]


def test_a_kept_game_is_found_by_number_and_name(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = saves.folder() / "old.coven"
    kept.parent.mkdir(parents=True)
    kept.write_text(finished.read_text())
    for text in ("1", "old.coven", "old", str(kept)):
        assert saves.find(text) == kept
        assert cli.main(["resume", text]) == 0
        assert "The end" in capsys.readouterr().out
        assert cli.main(["replay", text, "--at", "3"]) == 0
    assert "there are 1 to 1" in fails(["resume", "2"], capsys)
    assert "there is no file new.coven" in fails(["resume", "new.coven"], capsys)


@pytest.mark.parametrize(
    "argv", [["play"], ["components"], ["rules"], ["resume", "game.coven"], ["replay", "game.coven"]]
)
def test_a_missing_component_file_is_told_plainly(
    argv: list[str], finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(finished.parent)
    assert fails([*argv, "--components", "none.toml"], capsys) == "coven: there is no file none.toml\n"
