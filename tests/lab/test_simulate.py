"""Runs: the same rows every way, resumed where they stopped, refused where they can't be."""

import argparse
import builtins
import signal
import subprocess
import sys
import time

import pytest

import coven
from coven.core.cuda import cuda
from coven.core.errors import BadOption, CovenError
from coven.lab import batch, gpu, simulate_command
from coven.lab.job import Player, reproducible
from coven.lab.rows import load_run, read_run
from coven.lab.simulate import plan, simulate


def test_rows_are_the_same_in_the_loop_and_through_the_public_face(game, rows_of):
    for bots in ("random", "light"):
        compiled = rows_of(game, games=3, bots=bots)
        assert compiled.tobytes() == rows_of(game, by_hand=True, games=3, bots=bots).tobytes()


def test_greedy_seats_play_the_same_however_the_run_is_cut(job):
    game = coven.load("witches")
    player = Player(job(game, games=2, players=2, bots="greedy,random", rotate=True), game)
    alone = player.play(range(1, 2))
    assert player.play(range(2))[1].tobytes() == alone[0].tobytes()


def test_rows_do_not_depend_on_how_the_run_is_cut(game, tmp_path):
    whole = simulate(game, 30, 4, "random,light,random,light", 3, out=tmp_path / "a", rotate=True).table()
    cut = simulate(
        game, 30, 4, "random,light,random,light", 3, out=tmp_path / "b", rotate=True, chunk=7, workers=2
    ).table()
    assert whole.equals(cut)
    assert whole["game"].to_pylist() == list(range(30))
    assert whole["bot_0"].to_pylist()[:4] == ["random", "light", "random", "light"]
    assert whole["bot_1"].to_pylist()[:4] == ["light", "random", "light", "random"]


def test_a_row_says_what_happened(tmp_path):
    table = simulate("witches", 5, 2, seed=8, out=tmp_path, mode="coop", statistics=["board"]).table()
    row = table.slice(3, 1).to_pylist()[0]
    game = coven.load("witches")
    key = int(game.doors.game_seed(8, 3))
    last = batch.replay(game, 2, 8, 3, mode="coop")
    assert row["seed"] == key
    assert row["players"] == 2
    assert row["option_mode"] == "coop"
    assert (row["score_0"], row["score_1"], row["score_2"]) == (*last.scores, None)
    assert (row["winner_0"], row["winner_3"]) == (0 in last.winners, None)
    assert row["ending"] == last.ending
    assert row["bot_1"] == "random"
    assert row["bot_2"] is None
    assert "crises_left" in row
    assert "points_easy_0" not in row
    about = read_run(tmp_path)
    assert about["components"] == game.components.tag
    assert {column["name"] for column in about["columns"]} >= {"score", "option_mode", "crises_left"}


def test_resuming_plays_only_what_is_missing(tmp_path):
    first = simulate("witches", 25, seed=2, out=tmp_path, chunk=10)
    assert first.played == 25
    whole = first.table()
    (tmp_path / "part-000001.parquet").unlink()
    seen = []
    again = simulate("witches", 25, seed=2, out=tmp_path, progress=lambda done, total: seen.append(done))
    assert again.played == 10
    assert (seen[0], seen[-1]) == (15, 25)
    assert again.table().equals(whole)
    assert simulate("witches", 25, seed=2, out=tmp_path).played == 0
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 3}, "seed: 2, not 3"),
        ({"games": 6}, "games: 5, not 6"),
        ({"bots": "light"}, "bots"),
        ({"chunk": 2}, "chunk"),
        ({"statistics": ["points"]}, "statistics"),
        ({"mode": "coop"}, "options"),
    ],
)
def test_a_folder_with_another_run_is_refused(tmp_path, change, what):
    parameters = {"games": 5, "seed": 2, "out": tmp_path}
    simulate("witches", **parameters)
    with pytest.raises(BadOption, match=rf"holds another run \({what}.*another folder"):
        simulate("witches", **{**parameters, **change})


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadOption, match="no run: choose another folder"):
        simulate("witches", 5, out=tmp_path)
    with pytest.raises(CovenError, match="holds no run"):
        load_run(tmp_path)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"games": 0}, "from 1 on, not 0"),
        ({"players": 5}, "1 to 4 players, not 5"),
        ({"bots": "clever"}, "no bot 'clever'"),
        ({"bots": "random,light", "players": 3}, "2 bots for 3 seats: name one for every seat"),
        ({"bots": "search:iters=0"}, "iterations are from 1"),
        ({"chunk": 0}, "at least one game"),
        ({"workers": 0}, "at least one worker"),
        ({"way": "moon"}, "not on 'moon'"),
        ({"mode": "chess"}, "mode is one of"),
        ({"way": "gpu", "bots": "greedy"}, "random and light only, not greedy"),
        ({"way": "ray://nowhere"}, "write ray://HOST:PORT"),
    ],
)
def test_bad_parameters_are_refused_before_anything_is_written(tmp_path, change, what):
    with pytest.raises(BadOption, match=what):
        simulate("witches", **{"games": 5, "out": tmp_path / "run", **change})
    assert not (tmp_path / "run").exists()


def _without(monkeypatch, *names):
    real = builtins.__import__

    def missing(name, *args, **kwargs):
        if name.split(".")[0] in names:
            raise ImportError(f"No module named {name!r}")
        return real(name, *args, **kwargs)

    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", missing)


def test_missing_extras_say_what_to_install(tmp_path, monkeypatch):
    _without(monkeypatch, "pyarrow", "ray")
    with pytest.raises(BadOption, match=r"pip install 'coven\[lab\]'"):
        simulate("witches", 5, out=tmp_path / "run")
    with pytest.raises(BadOption, match=r"pip install 'coven\[ray\]'"):
        simulate("witches", 5, way="ray", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_an_unreachable_address_is_said_quickly(tmp_path):
    began = time.monotonic()
    with pytest.raises(CovenError, match=r"no Ray cluster answers at ray://127\.0\.0\.1:9"):
        simulate("witches", 5, way="ray://127.0.0.1:9", out=tmp_path / "run")
    assert time.monotonic() - began < 60


def test_the_gpu_plays_the_same_games_or_says_what_is_missing(game, tmp_path):
    bots = "random,light,random,light"
    try:
        cuda()
    except BadOption:
        with pytest.raises(BadOption, match="CUDA"):
            simulate(game, 50, 4, bots, way="gpu", out=tmp_path / "run")
    else:
        table = simulate(game, 50, 4, bots, way="gpu", out=tmp_path / "run", rotate=True).table()
        assert table.equals(simulate(game, 50, 4, bots, out=tmp_path / "here", rotate=True).table())


def test_a_state_can_be_wiped(game):
    states = batch.play(game, game.players.start, 1, 1).states
    gpu.wiper(game)(states[0])
    assert not states.tobytes().strip(b"\0")


def test_other_bots_play_in_processes(tmp_path):
    table = simulate(
        "witches", 2, 2, "search:iters=4,random:seed=3", 1, out=tmp_path, rotate=True, chunk=1, workers=2
    ).table()
    assert table["bot_0"].to_pylist() == ["search:iters=4", "random:seed=3"]
    assert read_run(tmp_path)["reproducible"]
    game = coven.load("witches")
    job, _ = plan(game, 2, 2, "search:iters=4,random:seed=3", 1, True, 1, "local", None, {})
    again = Player(job, game).play(range(1, 2))
    assert [table[f"score_{seat}"][1].as_py() for seat in range(2)] == list(again[0][:2])


def test_a_worker_plays_with_the_components_it_is_given(tmp_path, job):
    standard = coven.load("witchstone")
    path = tmp_path / "mine.toml"
    path.write_text(standard.components.text.replace("energy = 20", "energy = 19"))
    mine = coven.load("witchstone", path)
    assert job(standard).components is None
    there = Player(job(mine))
    assert there.game.components.digest == mine.components.digest != standard.components.digest


def test_thinking_by_the_clock_is_not_reproducible():
    assert [
        reproducible(spec) for spec in ("random", "greedy", "search:iters=5", "search:50ms", "search")
    ] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_interrupting_keeps_what_is_done(tmp_path):
    """Ctrl-C: whole parts stay, the command says how to go on, and doing so gives the same rows."""
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import coven, argparse\nfrom coven.lab import simulate_command\n"
        "args = argparse.Namespace(games=200_000, bots='random', rotate=False, seed=1, on='local', out=sys.argv[1],"
        " chunk=500, workers=1, statistics='none')\n"
        "sys.exit(simulate_command.simulate(args, coven.load('witches'), {}, 2))\n"
    )
    out = tmp_path / "run"
    process = subprocess.Popen([sys.executable, "-c", code, str(out)], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list(out.glob("part-*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on" in said
    done = load_run(out)
    assert 500 <= done.num_rows < 200_000
    fresh = simulate("witches", 500, seed=1, out=tmp_path / "fresh", statistics=[]).table()
    assert done.filter([n < 500 for n in done["game"].to_pylist()]).equals(fresh)


def test_the_command_prints_what_it_did(tmp_path, capsys):
    parser = argparse.ArgumentParser()
    simulate_command.add(parser.add_subparsers())
    out = tmp_path / "run"
    line = f"simulate witches --games 20 --players 3 --mode coop --harder --statistics points --out {out}"
    args = parser.parse_args(line.split())
    assert args.run(args) == 0
    assert "20 games in" in capsys.readouterr().out
    about = read_run(out)
    assert about["options"] == {"mode": "coop", "harder": "yes"}
    assert (about["players"], about["statistics"]) == (3, ["points"])
    args = parser.parse_args(f"simulate witches --mode solo --games 5 --statistics none --out {out}2".split())
    assert args.run(args) == 0
    assert read_run(f"{out}2")["players"] == 1


@pytest.mark.parametrize(
    ("games", "bots", "cores", "chunk"),
    [
        (1_000_000, "random", 8, 10_000),
        (64_000, "random", 8, 2_000),
        (1_000, "random", 8, 500),
        (1_000, "greedy", 8, 10),
        (32, "greedy", 8, 1),
    ],
)
def test_a_short_run_is_cut_so_that_every_core_has_a_part(monkeypatch, job, games, bots, cores, chunk):
    monkeypatch.setattr("coven.lab.simulate.cores", lambda: cores)
    assert job(coven.load("witches"), games=games, bots=bots, chunk=None).chunk == chunk


def test_a_damaged_part_is_named(tmp_path):
    simulate("witches", 5, out=tmp_path)
    (tmp_path / "part-000000.parquet").write_bytes(b"")
    with pytest.raises(CovenError, match=r"part-000000\.parquet can't be read .* delete it"):
        load_run(tmp_path)


def test_no_players_are_not_the_usual_number(tmp_path):
    parser = argparse.ArgumentParser()
    simulate_command.add(parser.add_subparsers())
    args = parser.parse_args(f"simulate witches --players 0 --games 5 --out {tmp_path / 'run'}".split())
    with pytest.raises(BadOption, match="players, not 0"):
        args.run(args)
