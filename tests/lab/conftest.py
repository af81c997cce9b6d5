"""Runs and the players of jobs, for the tests of the laboratory."""

from __future__ import annotations

import numpy as np
import pytest

import coven
from coven.lab.job import Job, Player
from coven.lab.simulate import plan


@pytest.fixture(params=coven.games())
def game(request) -> coven.Game:
    return coven.load(request.param)


@pytest.fixture
def job():
    """A job by its parameters."""

    def make(
        game, games=6, players=3, bots="random", seed=5, rotate=False, chunk=4, statistics=None, **options
    ) -> Job:
        return plan(game, games, players, bots, seed, rotate, chunk, "local", statistics, options)[0]

    return make


@pytest.fixture
def rows_of(job):
    """The rows of a job, played in the compiled loop or through the public face."""

    def make(game, by_hand=False, **parameters):
        player = Player(job(game, **parameters), game)
        if not by_hand:
            return player.play(range(player.job.games))
        rows = np.zeros((player.job.games, player.width), np.int32)
        for number in range(player.job.games):
            player.play_by_hand(number, rows[number])
        return rows

    return make
