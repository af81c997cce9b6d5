"""PettingZoo and Gymnasium: their own checkers pass, and what an agent is told is right."""

import builtins
import importlib.util
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import coven
import coven.env
from coven.env.register import name_of

TABLES = [("witchstone", 4, {}), ("witches", 3, {"mode": "coop"})]
TABLES += [(name, coven.load(name).players.start, {}) for name in coven.games()]


@pytest.mark.parametrize(("name", "players", "options"), TABLES, ids=lambda value: str(value))
def test_pettingzoo_checks_the_environment(name, players, options, capsys):
    with warnings.catch_warnings():
        # PettingZoo warns of every observation that carries a mask: a Dict, as its own board games have it
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(coven.env.aec(name, players=players, **options), num_cycles=300)


@pytest.mark.parametrize("name", coven.games())
def test_pettingzoo_checks_the_seed(name):
    seed_test(lambda: coven.env.aec(name), num_cycles=60)


def _play(env, rng):
    """A whole game of random legal moves; returns what every agent got in all."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        got[agent] += reward
        if over:
            assert not seen["action_mask"].any()
            env.step(None)
        else:
            assert np.array_equal(seen["action_mask"], info["action_mask"])
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.integers(len(legal))]))
    return got


def test_winners_and_losers_share():
    env = coven.env.aec("witchstone", players=3, seed=4)
    env.reset()
    got = _play(env, np.random.default_rng(1))
    winners = env.position.winners
    assert len(winners) == 1
    assert [got[f"seat_{seat}"] for seat in range(3)] == [
        1.0 if seat in winners else -0.5 for seat in range(3)
    ]


def test_games_follow_each_other_as_in_a_batch():
    env = coven.env.aec("witches", players=2, seed=9)
    rows = coven.env.batch("witches", 2, players=2, seed=9).reset()
    for row in range(2):
        env.reset()
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"seat_{rows.actor[row]}"
        assert np.array_equal(seen["observation"], rows.observation[row])
        assert np.array_equal(seen["action_mask"], rows.mask[row])


def test_an_agent_that_waits_has_no_legal_action():
    env = coven.env.aec("witchstone", players=3, seed=1)
    env.reset()
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_an_illegal_action_is_refused():
    env = coven.env.aec("witches", seed=1)
    env.reset()
    action = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    before = env.position.copy()
    with pytest.raises(coven.IllegalMove):
        env.step(action)
    assert env.position == before


def test_renders_what_the_seat_sees():
    env = coven.env.aec("witchstone", seed=1, render_mode="ansi")
    env.reset()
    assert f"seat {env.position.actor}:" in env.render()
    assert coven.env.gym("witches", render_mode="svg").render().startswith("<svg")
    with pytest.raises(coven.BadOption, match="render_mode"):
        coven.env.aec("witches", render_mode="human")


@pytest.mark.parametrize("name", coven.games())
def test_gymnasium_checks_the_environment(name):
    players = min(3, max(coven.load(name).players))
    env = gymnasium.make(name_of(name), seat=players - 2, players=players, render_mode="ansi").unwrapped
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*human.*")
        check_env(env, skip_render_check=False)
    assert env.seat == players - 2


def test_one_seat_plays_a_whole_game():
    env = coven.env.gym("witchstone", seat=1, bots=["random", "random:seed=3"], players=3, seed=2)
    seen, info = env.reset()
    rng = np.random.default_rng(1)
    over = False
    while not over:
        assert env.position.actor == 1
        assert np.array_equal(seen, coven.env.observe(env.position.view(1)))
        legal = np.flatnonzero(info["action_mask"])
        assert legal.tolist() == env.position.legal.ids.tolist()
        seen, reward, over, _, info = env.step(int(legal[rng.integers(len(legal))]))
        assert over or reward == 0.0
    assert env.position.over
    assert reward == (1.0 if env.position.winners == (1,) else -0.5)
    assert not info["action_mask"].any()
    with pytest.raises(coven.BadOption, match="reset"):
        env.step(0)


def test_the_same_seed_gives_the_same_game_and_the_next_another():
    env = coven.env.gym("witches", seed=5)
    first = env.reset()[0]
    second = env.reset()[0]
    assert np.array_equal(env.reset(seed=5)[0], first)
    assert np.array_equal(env.reset()[0], second)
    assert not np.array_equal(first, second)


def test_an_illegal_action_gives_the_game_up():
    env = coven.env.gym("witches", seed=5)
    _, info = env.reset()
    _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    assert not info["action_mask"].any()


def test_refusals_say_what_to_do():
    with pytest.raises(coven.BadOption, match="no bot"):
        coven.env.gym("witches", bots="genius")
    with pytest.raises(coven.BadOption, match="2 bots for 1"):
        coven.env.gym("witches", bots=["random", "random"])
    with pytest.raises(coven.BadOption, match="no seat"):
        coven.env.gym("witches", seat=2)


def test_a_missing_extra_says_how_to_get_it(monkeypatch):
    find = importlib.util.find_spec
    gone = {"pettingzoo", "gymnasium"}
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in gone else find(name))
    for make in (coven.env.aec, coven.env.gym):
        with pytest.raises(coven.BadOption, match=r"pip install 'coven\[env\]'"):
            make("witches")


def test_openspiel_missing_says_how_to_get_it(monkeypatch):
    import sys

    load = builtins.__import__

    def without(name, *rest):
        if name == "pyspiel":
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.delitem(sys.modules, "coven.env.openspiel", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(coven.BadOption, match=r"pip install 'coven\[openspiel\]'"):
        importlib.import_module("coven.env.openspiel")
