"""The games under Gymnasium's names, as a user calls them: each time in a new process."""

import subprocess
import sys

import pytest

import coven
from coven.env.register import name_of

NAMES = [name_of(game) for game in coven.games()]


def ran(*lines: str) -> str:
    """What a new Python prints that runs these lines and nothing else."""
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_names_are_made_from_the_games():
    assert {"coven/Witchstone-v0", "coven/Witches-v0"} <= set(NAMES)
    assert name_of("black_cat") == "coven/BlackCat-v0"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("first", ["import gymnasium, coven.env", "import coven.env, gymnasium"])
def test_importing_coven_env_is_enough(name, first):
    printed = ran(
        first,
        f"env = gymnasium.make({name!r}, players=2, seat=1, seed=3)",
        "seen, info = env.reset()",
        "action = int(info['action_mask'].argmax())",
        "env.step(action)",
        "print(env.unwrapped.seat, env.unwrapped.position.players)",
    )
    assert printed.split() == ["1", "2"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_with_its_module_imports_it(name):
    printed = ran("import gymnasium", f"print(gymnasium.make('coven.env:{name}').spec.id)")
    assert printed.strip() == name


def test_many_at_once():
    printed = ran(
        "import gymnasium, coven.env",
        f"envs = gymnasium.make_vec({NAMES[0]!r}, num_envs=2, vectorization_mode='sync')",
        "seen, info = envs.reset(seed=1)",
        "print(len(seen), envs.num_envs)",
    )
    assert printed.split() == ["2", "2"]


def test_without_gymnasium_the_rest_works():
    printed = ran(
        "import importlib.util, sys",
        "find = importlib.util.find_spec",
        "importlib.util.find_spec = lambda name, *rest: None if name == 'gymnasium' else find(name, *rest)",
        "import coven.env",
        "print(coven.env.actions('witches') > 0, 'gymnasium' in sys.modules)",
    )
    assert printed.split() == ["True", "False"]
