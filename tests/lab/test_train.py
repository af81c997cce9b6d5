"""Training in small, for real: it learns, goes on where it was stopped, and says what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import coven
from coven.bots import network as networks
from coven.cli import main
from coven.core.errors import BadOption, CovenError

torch = pytest.importorskip("torch")

from coven.bots.policy_bot import ask  # noqa: E402
from coven.core.plane import Drill  # noqa: E402
from coven.env import observe  # noqa: E402
from coven.lab import checkpoints  # noqa: E402
from coven.lab.export import unfold  # noqa: E402
from coven.lab.learner import Learner, Recipe, noise  # noqa: E402
from coven.lab.selfplay import SelfPlayBatch, drills, outcome, turned  # noqa: E402
from coven.lab.torch_network import levels, network  # noqa: E402
from coven.lab.train import Training  # noqa: E402

SMALL = {"games": 64, "steps": 16, "piece": 256, "passes": 1, "wide": 32, "deep": 16}


@pytest.fixture(autouse=True)
def one_thread():
    """Threads wait for each other on a busy machine, and sums in another order end otherwise."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def witches() -> coven.Game:
    return coven.load("witches")


def train(game, folder, rounds, every=100, kept=None, tell=lambda line: None) -> Training:
    recipe = Recipe.usual("cpu", **SMALL)
    made = Training(game, recipe, folder, "cpu", 3, 10**9, every, tell=tell)
    if kept is not None:
        made.resume(kept)
    made.goal = 8 * made.batch.n * recipe.steps  # the end of the recipe, whenever it is stopped
    while_rounds = rounds * made.batch.n * recipe.steps
    goal, made.goal = made.goal, while_rounds
    made._progress = lambda spent, minutes: made.decisions / goal
    made.run()
    return made


def test_the_same_seed_learns_the_same_and_going_on_is_not_seen(witches, tmp_path):
    whole = train(witches, tmp_path / "whole", 4, every=2)
    again = train(witches, tmp_path / "again", 4, every=2)
    train(witches, tmp_path / "half", 2, every=2)
    kept = checkpoints.load(tmp_path / "half" / checkpoints.NAME, witches)
    rest = train(witches, tmp_path / "half", 4, every=2, kept=kept)
    for name, value in whole.network.state_dict().items():
        assert torch.equal(value, again.network.state_dict()[name]), name
        assert torch.equal(value, rest.network.state_dict()[name]), name
    assert rest.round == whole.round == 4
    assert rest.decisions == whole.decisions


def test_chance_ends_a_turn_without_end_and_nothing_is_learned_from_it(witches):
    ways = [Drill(2, {}, 1.0)]
    batch = SelfPlayBatch(witches, ways, 64, "cpu")
    learner = Learner(network(witches, 32, 16), batch, Recipe.usual("cpu", **{**SMALL, "patience": 3}))
    learner.begin(3, 0)
    learner.play()
    remembered = learner.buffer
    same = torch.zeros(batch.n, dtype=torch.int64)
    for t in range(SMALL["steps"]):
        asked = remembered.actor[t]
        going_on = (asked == remembered.actor[t - 1]) & ~remembered.done[t - 1] if t else asked < 0
        same = torch.where(going_on, same, 0) + 1
        legal = remembered.mask[t].sum(1).float()
        endless = same > 3
        assert torch.equal(remembered.choices[t], torch.where(endless, 1.0, legal))
        assert torch.allclose(remembered.log[t][endless], -legal[endless].log(), atol=1e-5)
    assert endless.any()


def test_progress_checkpoint_and_network_are_written(witches, tmp_path):
    lines: list[str] = []
    made = train(witches, tmp_path, 2, tell=lines.append)
    assert any("against itself" in line for line in lines)
    rows = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text().splitlines()]
    assert rows[-1]["decisions"] == made.decisions
    assert set(rows[-1]["older"]) == {"won", "lost", "games"}
    net = networks.load(witches, tmp_path / "network.npz")
    assert net.about["made"]["decisions"] == made.decisions
    assert net.about["made"]["recipe"]["wide"] == 32
    assert (tmp_path / "network.npz").stat().st_size < 4_000_000


def test_foreign_and_damaged_checkpoints_are_told_apart(witches, tmp_path):
    content = {"network": {}, "history": []}
    path = checkpoints.save(tmp_path, witches, content)
    assert checkpoints.load(path, witches)["history"] == []
    with pytest.raises(CovenError, match="of witches, not of witchstone"):
        checkpoints.load(path, coven.load("witchstone"))
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(CovenError, match=r"is damaged: go on from checkpoint-before\.pt"):
        checkpoints.load(path, witches)
    path.write_bytes(data[:60])
    with pytest.raises(CovenError, match="is damaged"):
        checkpoints.load(path, witches)
    path.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(CovenError, match="is not a checkpoint"):
        checkpoints.load(path, witches)
    with pytest.raises(CovenError, match="no checkpoint"):
        checkpoints.load(tmp_path / "none.pt", witches)


def test_a_second_checkpoint_keeps_the_first(witches, tmp_path):
    checkpoints.save(tmp_path, witches, {"history": [1]})
    checkpoints.save(tmp_path, witches, {"history": [2]})
    assert checkpoints.load(tmp_path / checkpoints.NAME, witches)["history"] == [2]
    assert checkpoints.load(tmp_path / checkpoints.BEFORE, witches)["history"] == [1]
    assert not list(tmp_path.glob("*.new"))
    (tmp_path / checkpoints.NAME).unlink()
    with pytest.raises(CovenError, match=r"but the one before it: --resume .*checkpoint-before\.pt"):
        checkpoints.load(tmp_path / checkpoints.NAME, witches)


def test_a_full_disk_leaves_the_checkpoints_as_they_are(witches, tmp_path, monkeypatch):
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    checkpoints.save(tmp_path, witches, {"history": [1]})
    checkpoints.save(tmp_path, witches, {"history": [2]})
    monkeypatch.setattr(checkpoints.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        checkpoints.save(tmp_path, witches, {"history": [3]})
    monkeypatch.undo()
    assert checkpoints.load(tmp_path / checkpoints.NAME, witches)["history"] == [2]
    assert checkpoints.load(tmp_path / checkpoints.BEFORE, witches)["history"] == [1]
    assert not list(tmp_path.glob("*.new"))


def test_the_command_trains_goes_on_and_exports(tmp_path, capsys):
    folder = str(tmp_path / "run")
    how = ["--games", "32", "--greedy", "0", "--device", "cpu", "--set", "wide=32", "--set", "deep=16"]
    how += ["--set", "steps=8", "--set", "piece=64"]
    assert main(["train", "witches", "--folder", folder, "--decisions", "2000", *how]) == 0
    assert main(["train", "witches", "--folder", folder, "--decisions", "2000", *how]) == 2
    assert "go on with --resume" in capsys.readouterr().err
    out = tmp_path / "mine.npz"
    again = ["train", "witches", "--folder", folder, "--resume", "--decisions", "4000", "--export", str(out)]
    assert main([*again, *how[2:6]]) == 0
    assert "going on after" in capsys.readouterr().out
    assert networks.load(coven.load("witches"), out).wide == 32
    # What has reached its aim says so, is exported without learning more, and keeps its size.
    path = Path(folder) / checkpoints.NAME
    before = path.read_bytes()
    there = ["train", "witches", "--folder", folder, "--resume", "--device", "cpu"]
    assert main(there) == 2
    assert "4,000 was the aim: --decisions goes on to more" in capsys.readouterr().err
    assert main([*there, "--decisions", "90000", "--set", "wide=64"]) == 2
    assert "this one has wide=32 and deep=16" in capsys.readouterr().err
    out.unlink()
    assert main([*there, "--minutes", "0", "--export", str(out)]) == 0
    assert out.is_file()
    assert path.read_bytes() == before
    # Another training's folder is not written to.
    other = tmp_path / "other"
    other.mkdir()
    checkpoints.save(other, coven.load("witches"), {})
    assert main(["train", "witches", "--folder", str(other), "--resume", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--set", "speed=3"], "the recipe has no 'speed'"),
        (["--set", "piece=many"], "piece is a number"),
        (["--set", "piece=0"], "piece is a number from 1 to"),
        (["--set", "rate=nan"], "rate is a number from 0.0 to"),
        (["--set", "rate=1,2,3"], "or two: for the beginning and for the end, such as rate=0.001,5e-05"),
        (["--set", "clip=0.1,0.2"], "clip is a number, such as clip=0.2"),
        (["--every", "0"], "from 1 on"),
        (["--games", "-3"], "--games is a number from 1 on, not -3"),
        (["--decisions", "nan"], "--decisions is a number from 1 on, not nan"),
        (["--decisions", "0"], "--decisions is a number from 1 on, not 0"),
        (["--minutes", "-1"], "--minutes is a number from 0 on, not -1"),
        (["--seed", "-1"], "--seed is a number from 0 on, not -1"),
        (["--export", "/nowhere/at/all.npz"], "there is no folder /nowhere/at to write all.npz to"),
        (["--begin", "--set", "wide=64"], "a network keeps its size"),
        (["--resume"], "there is no checkpoint"),
    ],
)
def test_bad_arguments_are_refused(given, said, tmp_path, capsys):
    assert main(["train", "witches", "--folder", str(tmp_path), "--device", "cpu", *given]) == 2
    assert said in capsys.readouterr().err


def test_without_torch_or_gpu_a_sentence_says_so(tmp_path):
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from coven.cli import main; sys.exit(main(['train', 'witches', '--folder', sys.argv[1]]))"
    )
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=root / "src",
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 2
    assert "pip install 'coven[train]'" in done.stderr
    if not torch.cuda.is_available():
        with pytest.raises(BadOption, match="CUDA"):
            SelfPlayBatch(coven.load("witches"), [Drill(2, {}, 1.0)], 32, "cuda")


def test_outcomes_are_shares_of_the_win():
    reward = torch.tensor([[1.0, -1, 0, 0], [0, 0, 0, 0], [-1, -1, 0, 0], [1, 1, 1, 0], [0.5, -1, 0.5, 0]])
    over = torch.tensor([True, True, True, True, True])
    found = outcome(reward, over, torch.tensor([2, 2, 2, 3, 3]))
    third = 1 / 3
    wanted = [
        [1, 0, 0, 0, 0],
        [0.5, 0.5, 0, 0, 0],
        [0, 0, 0, 0, 1],
        [third, third, third, 0, 0],
        [0.5, 0, 0.5, 0, 0],
    ]
    assert torch.allclose(found, torch.tensor(wanted, dtype=torch.float32))
    assert not outcome(reward, ~over, torch.tensor([2, 2, 2, 3, 3])).any()


def test_seats_are_counted_from_the_one_to_act_and_back():
    by_seat = torch.tensor([[10.0, 11, 12, 13, 99]])
    actor, players = torch.tensor([1]), torch.tensor([3])
    own = turned(by_seat, actor, players)
    assert own.tolist() == [[11, 12, 10, 13, 99]]
    assert torch.equal(turned(own, actor, players, back=True), by_seat)


def test_the_noise_is_even():
    rows = torch.randint(
        -(2**31), 2**31, (1000,), dtype=torch.int32, generator=torch.Generator().manual_seed(1)
    )
    columns = (torch.arange(1000) * 0x9E3779B1 % 2**32 - 2**31).to(torch.int32)
    found = noise(rows, columns)
    assert 0 < float(found.min()) < 1e-4
    assert 1 - 1e-4 < float(found.max()) < 1
    assert float(found.mean()) == pytest.approx(0.5, abs=2e-3)
    assert torch.histc(found, 10, 0, 1).div(1e6).tolist() == pytest.approx([0.1] * 10, abs=2e-3)


def test_every_game_says_what_is_learned():
    for name in coven.games():
        game = coven.load(name)
        ways = drills(game)
        assert sum(way.share for way in ways) == pytest.approx(1)
        for way in ways:
            game.numbers(way.players, way.options)


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_a_network_written_for_play_can_learn_on(name, tmp_path):
    """Unfolded it thinks as it played: the same best move nearly always, the same chances nearly to the point."""
    game = coven.load(name)
    kept = networks.load(game)
    net = network(game, kept.wide, kept.deep)
    net.load_state_dict(unfold(kept, net.first.in_features, net.moves.out_features))
    position = game.new(2, seed=5)
    same = seen = 0
    while not position.over and seen < 120:
        view = position.view(position.actor)
        answer = ask(kept, view)
        given = torch.zeros(1, net.first.in_features)
        looks = torch.from_numpy(observe(view))
        given[0, : len(looks)] = looks
        moves, fate, _ = net(levels(given))
        logits = moves[0, view.legal.ids.tolist()].detach().numpy()
        same += int(logits.argmax() == answer.logits.argmax())
        seen += 1
        assert torch.softmax(fate[0], 0).detach().numpy() == pytest.approx(answer.fates, abs=0.03)
        position.play(view.legal[int(answer.logits.argmax())])
    assert same >= 0.95 * seen


def test_begin_is_for_a_new_training(tmp_path, capsys):
    folder = str(tmp_path / "run")
    small = ["--games", "32", "--set", "steps=4", "--set", "piece=128", "--greedy", "0", "--device", "cpu"]
    begun = ["train", "witches", "--folder", folder, "--decisions", "1", *small]
    assert main([*begun, "--begin"]) == 0
    learned = networks.load(coven.load("witches")).about["made"]["decisions"]
    assert f"beginning with a network that learned from {learned:,} decisions" in capsys.readouterr().out
    assert main([*begun, "--begin", "--resume"]) != 0
    assert "give one of them" in capsys.readouterr().err
