"""The policy bot: whole numbers that are the network that was trained, from a view alone."""

from __future__ import annotations

import json

import numpy as np
import pytest

import coven
from coven.bots import bot, network, neurons, read_spec
from coven.bots.endless import LONG, least_done
from coven.bots.policy_bot import ask
from coven.core.errors import BadOption, NotYourTurn
from coven.lab.tournament import tournament
from tests.bots.conftest import midway

torch = pytest.importorskip("torch")

from coven.lab.export import export  # noqa: E402
from coven.lab.torch_network import levels, padded  # noqa: E402
from coven.lab.torch_network import network as new_network  # noqa: E402


def content(game, wide=48, deep=32):
    """What a checkpoint would hold of a network nobody trained, with logits that differ."""
    torch.manual_seed(5)
    made = new_network(game, wide, deep)
    for head in (made.moves, made.fate, made.gains):
        torch.nn.init.normal_(head.weight, std=0.3)
    facts = {
        "recipe": {},
        "setups": [],
        "seed": 1,
        "decisions": 0,
        "games": 0,
        "seconds": 0.0,
        "machine": "none",
    }
    return made, {**facts, "network": made.state_dict(), "reach": [12.0, 20.0, 30.0]}


@pytest.fixture
def made(table, tmp_path):
    game = table[0]
    float_network, kept = content(game)
    return float_network, export(tmp_path / "network.npz", game, kept)


def test_whole_numbers_say_what_the_network_says(table, made):
    game, players, options = table
    float_network, file = made
    net = network.load(game, file)
    agreed = 0
    for seed in range(12):
        position = midway(game, players, options, seed)
        view = position.view(position.actor)
        answer = ask(net, view)
        seen = torch.zeros((1, padded(len(net.layers.first))), dtype=torch.int8)
        seen[0, : len(net.layers.first)] = levels(torch.from_numpy(coven.env.observe(view)))
        with torch.no_grad():
            logits, fate, gains = float_network(seen)
        wanted = logits[0, torch.from_numpy(view.legal.ids.astype(np.int64))].numpy()
        assert answer.logits == pytest.approx(wanted, abs=0.25)
        assert answer.fates == pytest.approx(fate[0].softmax(0).numpy(), abs=0.05)
        assert answer.gains == pytest.approx(gains[0].numpy(), abs=0.25)
        assert answer.fates.sum() == pytest.approx(1)
        agreed += int(answer.logits.argmax() == wanted.argmax())
    assert agreed >= 10


def test_the_bot_plays_the_best_legal_move_whatever_is_hidden(table, made):
    game, players, options = table
    player = bot(f"policy:net={made[1]}")
    player.prepare(game)
    position = midway(game, players, options, 3)
    view = position.view(position.actor)
    move = player.choose(view)
    assert move in view.legal
    for seed in range(3):
        assert player.choose(view.sample(seed).view(position.actor)).text == move.text
    with pytest.raises(NotYourTurn):
        ask(network.load(game, made[1]), position.view(None))


def test_evaluation_is_plain_integer_arithmetic():
    """The compiled layers against the same sums in Python's integers."""
    luck = np.random.default_rng(3)
    given = luck.integers(-128, 128, 40).astype(np.int8)
    weights = luck.integers(-127, 128, (40, 8)).astype(np.int8)
    sums = np.zeros(8, np.int32)
    neurons.add_rows(given, weights, sums)
    assert sums.tolist() == (given.astype(int) @ weights.astype(int)).tolist()
    factor = np.full(8, 3 << 14, np.int64)
    out = np.zeros(8, np.int32)
    neurons.settle(sums, factor, out)
    assert out.tolist() == [
        min(max((int(s) * int(f) + (1 << 23)) >> 24, 0), 4095) for s, f in zip(sums, factor, strict=True)
    ]
    for x in (-0.1, -1.0, -7.5):
        assert neurons.soft(x) == pytest.approx(np.exp(x), rel=1e-4)
    assert neurons.soft(-100.0) == 0


def test_networks_that_do_not_fit_are_told_apart(tmp_path):
    game = coven.load("witches")
    file = export(tmp_path / "network.npz", game, content(game)[1])
    with pytest.raises(BadOption, match="is a network for witches, not for witchstone"):
        network.load(coven.load("witchstone"), file)
    with pytest.raises(BadOption, match="there is no network"):
        network.load(game, tmp_path / "none.npz")
    data = file.read_bytes()
    for name, damaged in {"cut": data[: len(data) // 2], "text": b"no network", "empty": b""}.items():
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(BadOption, match="is not a network, or damaged"):
            network.load(game, tmp_path / name)
    with np.load(file) as kept:
        arrays = dict(kept)
    about = json.loads(str(arrays["about"]))
    for change, said in (({"format": 9}, "format 9"), ({"layout": "0"}, "other observations")):
        np.savez(tmp_path / "other.npz", **{**arrays, "about": np.array(json.dumps({**about, **change}))})
        with pytest.raises(BadOption, match=said):
            network.load(game, tmp_path / "other.npz")
    np.savez(tmp_path / "shape.npz", **{**arrays, "third": arrays["third"][:3]})
    with pytest.raises(BadOption, match="damaged"):
        network.load(game, tmp_path / "shape.npz")


def test_specs():
    kind, wishes = read_spec("policy:net=a/b.npz")
    assert kind.name == "policy"
    assert wishes.net == "a/b.npz"
    with pytest.raises(BadOption, match="can't take"):
        bot("greedy:net=a.npz")
    with pytest.raises(BadOption, match="can't take"):
        bot("policy:500ms")


@pytest.mark.parametrize("name", [name for name in coven.games() if network.usual(coven.load(name)).exists()])
def test_a_game_comes_with_a_network_that_plays(name):
    game = coven.load(name)
    assert network.usual(game).stat().st_size <= 4_000_000
    assert network.load(game).about["made"]["decisions"] > 10**8
    result = tournament(game, ["policy", "random"], games=6, seed=3, jobs=1)
    assert result.pairs()[0].margin.low > 10  # wins say less: a random seat can lose a game for both


@pytest.mark.parametrize("spec", ["policy", "search:iters=80:seed=1"])
def test_a_turn_that_has_gone_on_for_too_long_is_left(spec, tmp_path):
    game = coven.load("witches")
    file = export(tmp_path / "stubborn.npz", game, content(game)[1])
    position = midway(game, 2, {}, 3)
    view = position.view(position.actor)
    stubborn = bot(f"{spec}:net={file}")

    def kind(move: coven.Move) -> str:
        return game.moves.decode(move.id).verb

    first = stubborn.choose(view)
    others = [move.id for move in view.legal if kind(move) != kind(first)]
    assert others
    view._log = (*view._log, *[(view.seat, first.id)] * (LONG + 1))
    assert kind(stubborn.choose(view)) != kind(first)
    view._log = (*view._log, *[(view.seat, other) for other in others] * (LONG + 2))
    assert kind(stubborn.choose(view)) == kind(first)  # what it did least often
    view._log = (*view._log, (1 - view.seat, first.id))
    assert least_done(view).tolist() == view.legal.ids.tolist()  # another was asked since
