"""Many games at once: the same games, move for move, as through the public face."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import coven
import coven.env
from coven.env.observation import declared, observe

TABLES = [
    *((name, coven.load(name).players.start, {}) for name in coven.games()),
    ("witchstone", 4, {"handicap": 1}),
    ("witches", 3, {"mode": "coop", "harder": True}),
    ("witches", 4, {}),
]
N = 5


@pytest.mark.parametrize(("name", "players", "options"), TABLES, ids=lambda value: str(value))
@pytest.mark.parametrize("reward", ["win", "score"])
def test_every_row_is_the_game_of_its_number(name, players, options, reward):
    """Observation, mask, actor, reward, done and score, over several games a row."""
    game = coven.load(name)
    env = coven.env.batch(name, N, players=players, seed=5, reward=reward, **options)

    def deal(number):
        return game.new(players, seed=int(game.doors.game_seed(5, number)), **options)

    positions = [deal(row) for row in range(N)]
    numbers = list(range(N))
    told = env.reset()
    ended = 0
    for _ in range(400):
        for row, position in enumerate(positions):
            assert told.actor[row] == position.actor
            assert np.flatnonzero(told.mask[row]).tolist() == position.view(position.actor).legal.ids.tolist()
            assert np.array_equal(told.observation[row], observe(position.view(position.actor)))
        actions = env.sample().copy()
        told = env.step(actions)
        for row, position in enumerate(positions):
            position.play(int(actions[row]))
            assert told.done[row] == position.over
            assert told.score[row, :players].tolist() == list(position.scores)
            expected = _rewards(position, reward, options) if position.over else [0.0] * players
            assert told.reward[row].tolist() == pytest.approx(expected + [0.0] * (4 - players))
            if position.over:
                ended += 1
                numbers[row] += N
                positions[row] = deal(numbers[row])
        assert env.number.tolist() == numbers
    assert ended > 0


def _rewards(position, reward, options):
    """What docs/environments.md says, reckoned from the public face."""
    players, scores, won = position.players, position.scores, position.winners
    together = players == 1 or options.get("mode") == "coop"
    if reward == "score":
        scale = {"witchstone": 40, "witches": 20}.get(position.game.name) or declared(
            position.game.name
        ).points
        if together:
            return [sum(scores) / players / scale] * players
        return [(own - (sum(scores) - own) / (players - 1)) / scale for own in scores]
    if not won:
        return [-1.0] * players
    if together:
        return [0.5 if players == 1 and scores[0] <= 40 else 1.0] * players
    if len(won) == players:
        return [0.0] * players
    return [1 / len(won) if seat in won else -1 / (players - len(won)) for seat in range(players)]


@pytest.mark.parametrize(
    "ending", ["end-solo-30-to-40", "end-solo-over-40", "end-coop-won", "end-tie-shared", "end-points"]
)
def test_rewards_of_recorded_endings(ending):
    """Ways to end that random play hardly reaches."""
    from coven.env.rewards import paid, pays

    text = (Path(__file__).parent.parent / "games" / "witches" / "data" / f"{ending}.coven").read_text(
        encoding="utf-8"
    )
    position = coven.read(text).position()
    options = position.game.definition.read_options(position.options)
    for reward in ("win", "score"):
        how = pays(position.game, position.players, options, reward)
        got = paid(position.game, position._states, how)[: position.players]
        assert got == pytest.approx(_rewards(position, reward, options))


def test_same_games_however_many_threads():
    one = coven.env.batch("witches", 7, seed=3)
    two = coven.env.batch("witches", 7, seed=3, threads=2)
    told, other = one.reset(), two.reset()
    for _ in range(50):
        for mine, theirs in zip(told, other, strict=True):
            assert np.array_equal(mine, theirs)
        told, other = one.step(one.sample()), two.step(two.sample())
    two.close()
    assert np.array_equal(two.step(two.sample()).observation, one.step(one.sample()).observation)


def test_reset_begins_again():
    env = coven.env.batch("witchstone", 3, seed=3)
    first = [array.copy() for array in env.reset()]
    for _ in range(30):
        env.step(env.sample())
    for before, after in zip(first, env.reset(), strict=True):
        assert np.array_equal(before, after)
    assert not np.array_equal(first[0], env.reset(seed=4).observation)


def test_an_illegal_action_names_its_row_and_changes_nothing():
    env = coven.env.batch("witches", 4, seed=3)
    told = env.reset()
    actions = env.sample().copy()
    actions[2] = np.flatnonzero(told.mask[2] == 0)[0]
    before = [array.copy() for array in told]
    with pytest.raises(coven.IllegalMove, match="row 2"):
        env.step(actions)
    for was, now in zip(before, told, strict=True):
        assert np.array_equal(was, now)
    actions[2] = -1
    with pytest.raises(coven.IllegalMove, match="row 2"):
        env.step(actions)


def test_refusals_say_what_to_do():
    with pytest.raises(coven.IllegalMove, match="reset"):
        coven.env.batch("witches", 2).step([0, 0])
    for wrong, said in [
        ({"players": 7}, "1 to 4"),
        ({"n": 0}, "from 1 on"),
        ({"threads": 0}, "from 1 on"),
        ({"reward": "fame"}, "win or score"),
        ({"device": "tpu"}, "cpu"),
        ({"mode": "solo"}, "solo"),
    ]:
        with pytest.raises(coven.BadOption, match=said):
            coven.env.batch("witches", **{"n": 2, **wrong})
    env = coven.env.batch("witches", 2, seed=1)
    env.reset()
    with pytest.raises(coven.BadOption, match="2 actions"):
        env.step([1])
    with pytest.raises(coven.BadOption, match="whole numbers"):
        env.step(env.sample() + 0.5)
    with pytest.raises(coven.IllegalMove, match="row 0"):
        env.step(env.sample().astype(np.int64) + (1 << 32))  # not the same in 32 bits


def test_cuda_without_a_gpu_says_what_is_missing(monkeypatch):
    import coven.core.cuda as door

    def found(name):
        return SimpleNamespace(is_available=lambda: False)

    def missing(name):
        raise ImportError("no numba.cuda")

    for answer, said in [(found, "GPU"), (missing, "pip install")]:
        door.cuda.cache_clear()
        monkeypatch.setattr(door, "importlib", SimpleNamespace(import_module=answer))
        with pytest.raises(coven.BadOption, match=said):
            coven.env.batch("witches", 2, device="cuda")
    door.cuda.cache_clear()
