"""Bots by their specs."""

from __future__ import annotations

from collections import Counter

import pytest

import coven
from coven import bots


def play_out(position: coven.Position, players: list[bots.Bot]) -> str:
    while not position.over:
        assert position.actor is not None
        position.play(players[position.actor].choose(position.view(position.actor)), seat=position.actor)
    return str(position.record())


def test_a_seed_makes_the_same_game_twice(witchstone: coven.Game) -> None:
    games = [
        play_out(witchstone.new(3, seed=4), [bots.bot("random:seed=7") for _ in range(3)]) for _ in range(2)
    ]
    assert games[0] == games[1]
    assert "Result:" in games[0]


def test_the_seed_of_a_table_is_for_specs_without_one(witchstone: coven.Game) -> None:
    view = witchstone.new(2, seed=1).view(0)
    if not view.legal:
        view = witchstone.new(2, seed=1).view(1)

    def choices(bot: bots.Bot) -> list[str]:
        return [bot.choose(view).text for _ in range(20)]

    assert choices(bots.bot("random", 5)) == choices(bots.bot("random:seed=5", 9))
    assert choices(bots.bot("random:seed=5")) != choices(bots.bot("random:seed=6"))


def test_every_move_is_as_likely(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=1)
    bot = bots.bot("random:seed=1")
    view = position.view(position.actor)
    counts = Counter(bot.choose(view).text for _ in range(4000))
    assert set(counts) == {move.text for move in position.legal}
    assert all(abs(count - 1000) < 150 for count in counts.values())


@pytest.mark.parametrize(
    "spec", ["", "clever", "random:", "random:seed", "random:seed=x", "random:depth=3", "Random"]
)
def test_a_bad_spec_says_what_would_be_right(spec: str) -> None:
    with pytest.raises(coven.BadOption, match="random:seed=7"):
        bots.bot(spec)


def test_specs_are_listed() -> None:
    assert any("random" in usage for usage in bots.specs())
    assert bots.is_spec("random")
    assert bots.is_spec("random:seed=3")
    assert not bots.is_spec("Ada")
