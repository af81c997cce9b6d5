"""Bots by their specs."""

from __future__ import annotations

from collections import Counter

import pytest

import coven
from coven import bots
from coven.bots.budget import Budget, as_budget
from coven.bots.levels import LEVELS


def play_out(position: coven.Position, players: list[bots.Bot]) -> str:
    while not position.over:
        assert position.actor is not None
        position.play(players[position.actor].choose(position.view(position.actor)), seat=position.actor)
    return str(position.record())


@pytest.mark.parametrize("spec", ["random:seed=7", "light:seed=7", "greedy:seed=7", "search:iters=8:seed=7"])
def test_a_seed_makes_the_same_game_twice(witchstone: coven.Game, spec: str) -> None:
    games = [play_out(witchstone.new(3, seed=4), [bots.bot(spec) for _ in range(3)]) for _ in range(2)]
    assert games[0] == games[1]
    assert "Result:" in games[0]


def test_the_seed_of_a_table_is_for_specs_without_one(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=1)

    def choices(spec: str, seed: int) -> list[str]:
        views = [witchstone.new(2, seed=deal).view(0) for deal in range(60)]
        return [bots.bot(spec, seed).choose(view).text for view in views if view.legal]

    assert choices("random", 5) == choices("random:seed=5", 9)
    assert choices("random:seed=5", 0) != choices("random:seed=6", 0)
    view = position.view(position.actor)
    assert len({bots.bot("random").choose(view).text for _ in range(60)}) == len(view.legal)


def test_every_move_is_as_likely(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=1)
    view = position.view(position.actor)
    counts = Counter(bots.bot("random", seed).choose(view).text for seed in range(4000))
    assert set(counts) == {move.text for move in position.legal}
    assert all(abs(count - 1000) < 150 for count in counts.values())


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("", "random:seed=7"),
        ("clever", "search:50ms"),
        ("Random", "random:seed=7"),
        ("random:", "random:seed=7"),
        ("random:seed", "random:seed=7"),
        ("random:seed=x", "random:seed=7"),
        ("random:50ms", "random:seed=7"),
        ("greedy:depth=3", "greedy:seed=7"),
        ("search:fast", "search:50ms"),
        ("search:-5ms", "search:50ms"),
        ("search:50ms:2s", "search:50ms"),
        ("search:0ms", "1ms"),
        ("search:2h", "search:50ms"),
        ("search:9999s", "3600s"),
        ("search:iters=0", "from 1"),
        ("search:threads=0", "from 1"),
        ("search:net=", "search:50ms:net=none"),
        ("search:net=none:net=none", "search:50ms:net=none"),
    ],
)
def test_a_bad_spec_says_what_would_be_right(spec: str, said: str) -> None:
    with pytest.raises(coven.BadOption, match=said):
        bots.bot(spec)


def test_specs_are_listed() -> None:
    assert [usage.split(",")[0] for usage in bots.specs()] == [
        *(level.name for level in LEVELS),
        "random",
        "light",
        "greedy",
        "policy",
        "search",
    ]
    assert bots.is_spec("random")
    assert bots.is_spec("search:3s")
    assert not bots.is_spec("Ada")


def test_budgets_are_read_and_written() -> None:
    for text in ("50ms", "2s", "1.5s", "iters=2000"):
        assert str(as_budget(text)) == text
    assert as_budget(Budget(seconds=0.05)) == as_budget("50ms")
    with pytest.raises(coven.BadOption, match="iters=2000"):
        as_budget("soon")
    with pytest.raises(coven.BadOption, match="needs a time"):
        Budget()


@pytest.mark.parametrize("spec", ["random", "light", "greedy", "search:5ms"])
def test_a_bot_chooses_only_for_the_seat_to_act(witchstone: coven.Game, spec: str) -> None:
    position = witchstone.new(2, seed=1)
    assert position.actor is not None
    for seat in (1 - position.actor, None):
        with pytest.raises(coven.NotYourTurn, match="seat that is to act"):
            bots.bot(spec).choose(position.view(seat))
