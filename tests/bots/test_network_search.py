"""The network in the search: it says there what it says alone, sees no more than a seat, and is the same every time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import coven
from coven.bots import bot, network
from coven.bots.budget import Budget
from coven.bots.compiled import compiled_doors
from coven.bots.policy_bot import ask
from coven.bots.search import SearchTree, search_settings, think
from tests.bots.conftest import midway

Table = tuple[coven.Game, int, dict[str, Any]]


def test_it_says_in_the_tree_what_it_says_alone(table: Table) -> None:
    """The first layer is a sum over a state there, over an observation here."""
    game, players, options = table
    net = network.load(game)
    plain = replace(search_settings(game, net), prior=1.0, softness=1.0, guided=0.0, candidates=4)
    for seed in range(8):
        position = midway(game, players, options, seed)
        view = position.view(position.actor)
        answer = ask(net, view)
        tree = SearchTree(game, position.actor, 4096, plain, net=net)
        tree.grow(compiled_doors(game), view._states, 1, 1, 64, np.zeros(1, np.int64))
        best = np.argsort(-answer.logits, kind="stable")[:4]
        wanted = np.exp(answer.logits[best] - answer.logits.max())
        root = tree.root()
        found = root[np.argsort(-root["prior"], kind="stable")]
        assert found["prior"] == pytest.approx(wanted / wanted.sum(), abs=1e-3)
        assert found["move"][0] == view.legal.ids[best[0]] or wanted[1] > 0.999


def test_a_leaf_has_everyones_chances(table: Table) -> None:
    """One iteration with one move to make: what the network says of the decision after it."""
    game, players, options = table
    net = network.load(game)
    pure = replace(search_settings(game, net), network_share=1.0, margin=0.0, points=True)
    position = midway(game, players, options, 2)
    view = position.view(position.actor)
    found = think(view, Budget(iterations=1), seed=1, settings=pure, net=net).findings[0]
    assert all(0.0 <= chance <= 1.0 for chance in found.chances)
    together = game.definition.together(game.definition.settle(players, options).written)
    if together:
        assert len(set(found.chances)) == 1
    else:
        assert sum(found.chances) <= 1.0 + 1e-9
    assert all(-20 < points < 300 for points in found.points)


def test_it_is_shown_what_a_seat_may_know(table: Table) -> None:
    """Every figure is the same in worlds the seat can't tell apart, with the network everywhere."""
    game, players, options = table
    net = network.load(game)
    whole = replace(search_settings(game, net), network_share=1.0, prior=1.0, guided=0.0)
    position = midway(game, players, options, 4)
    view = position.view(position.actor)
    found = think(view, Budget(iterations=80), seed=1, settings=whole, net=net)
    assert found == think(
        view.sample(9).view(position.actor), Budget(iterations=80), seed=1, settings=whole, net=net
    )
    assert found.iterations == 80 == sum(one.visits for one in found.findings)


def test_it_is_used_unless_told_otherwise() -> None:
    """By default the game's own, by name another, by `none` no network at all."""
    game = coven.load("witchstone")
    view = midway(game, 2, {}, 1).view(midway(game, 2, {}, 1).actor)
    budget = Budget(iterations=60)
    net = network.named(game, None)
    assert net is not None
    with_net, without = (think(view, budget, seed=3, net=one).findings[0].move for one in (net, None))
    assert bot("search:iters=60:seed=3").choose(view).id == with_net
    assert bot(f"search:iters=60:seed=3:net={network.usual(game)}").choose(view).id == with_net
    assert bot("search:iters=60:seed=3:net=none").choose(view).id == without
    assert network.named(coven.load("toadstools"), None) is None


def test_a_network_that_is_not_there_is_told_beforehand() -> None:
    with pytest.raises(coven.BadOption, match=r"there is no network gone\.npz"):
        bot("search:50ms:net=gone.npz").prepare(coven.load("witches"))
    with pytest.raises(coven.BadOption, match="no network yet"):
        bot("policy").prepare(coven.load("toadstools"))


def test_without_room_a_search_goes_on() -> None:
    """A tree that is full still judges the moves it has."""
    game = coven.load("witches")
    net = network.load(game)
    position = midway(game, 2, {}, 1)
    view = position.view(position.actor)
    tree = SearchTree(game, position.actor, 12, search_settings(game, net), net=net)
    tree.grow(compiled_doors(game), view._states, 1, 200, 200, np.zeros(1, np.int64))
    assert tree.root()["visits"].sum() == 200


def test_a_move_looked_at_alone(table: Table) -> None:
    game, players, options = table
    position = midway(game, players, options, 5)
    view = position.view(position.actor)
    last = view.legal[len(view.legal) - 1]
    found = think(view, Budget(iterations=30), seed=1, only=last.id, net=network.load(game))
    assert [one.move for one in found.findings] == [last.id]
    assert found.findings[0].visits == 30
