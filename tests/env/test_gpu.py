"""The batch on a real GPU is the batch of the CPU. Left out where there is none."""

import numpy as np
import pytest

import coven
import coven.env
from coven.core.cuda import cuda

try:
    cuda()
except coven.BadOption as missing:
    pytest.skip(str(missing), allow_module_level=True)


@pytest.mark.parametrize(
    ("game", "players", "reward", "options"),
    [
        ("witches", 2, "win", {}),
        ("witches", 4, "score", {"mode": "coop"}),
        ("witches", 1, "win", {}),
        ("witchstone", 2, "score", {}),
        ("witchstone", 4, "win", {}),
    ],
)
def test_the_games_are_the_same(game, players, reward, options):
    here = coven.env.batch(game, 333, players=players, seed=5, reward=reward, **options)
    there = coven.env.batch(
        game, 333, players=players, seed=5, reward=reward, device="cuda", check=True, **options
    )
    one, two = here.reset(), there.reset()
    ended = 0
    for _ in range(300):
        for name, mine, theirs in zip(one._fields, one, two, strict=True):
            assert np.array_equal(mine, theirs.copy_to_host()), name
        actions = here.sample().copy()
        assert np.array_equal(actions, there.sample().copy_to_host())
        one, two = here.step(actions), there.step(actions)
        ended += int(one.done.sum())
    assert ended > 0


def test_torch_shares_the_arrays():
    torch = pytest.importorskip("torch")
    env = coven.env.batch("witches", 1000, seed=1, device="cuda")
    step = env.reset()
    for array in step:
        tensor = torch.as_tensor(array, device="cuda")
        assert tensor.data_ptr() == array.__cuda_array_interface__["data"][0]
    mask = torch.as_tensor(step.mask, device="cuda")
    for _ in range(5):
        env.step(torch.multinomial(mask.float(), 1)[:, 0])
    assert env.illegal() == 0
