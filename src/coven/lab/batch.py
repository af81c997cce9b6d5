"""Batches of random games in the compiled loop, and any one of them again through the public face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from coven.core.chance import PLAYER_STREAM, below
from coven.core.game import Game
from coven.core.position import Position
from coven.core.state import States

CHUNK = 500  # games a call: long enough to hide the call, short enough to show progress


@dataclass(frozen=True)
class PlayedGames:
    """Finished games: their last states, winners as bits, and what was decided on the way."""

    states: States
    winners: np.ndarray[Any, Any]
    decisions: int
    outcomes: int


def play(game: Game, players: int, seed: int, games: int, first: int = 0, **options: Any) -> PlayedGames:
    """Games number `first` and following of a seed, every player moving at random."""
    numbers = game.numbers(players, options)
    states = np.zeros(games, game.dtype)
    winners = np.zeros(games, np.int64)
    decisions, outcomes = game.compile().doors.random_games(
        game.tables, states, winners, int(players), numbers, int(seed), int(first)
    )
    return PlayedGames(states, winners, int(decisions), int(outcomes))


def replay(game: Game, players: int, seed: int, number: int, **options: Any) -> Position:
    """One game of a batch, move by move: the same game, with its history."""
    key = int(game.doors.game_seed(int(seed), int(number)))
    position = game.new(players, seed=key, **options)
    while not position.over:
        legal = position.legal
        position.play(legal[int(below(key, position.ply, PLAYER_STREAM, len(legal)))])
    return position


@dataclass(frozen=True)
class Fault:
    """A position that broke an invariant."""

    game: int
    action: int
    what: list[str]


@dataclass(frozen=True)
class Checked:
    """What a check of many games found."""

    games: int
    positions: int
    deepest: int  # of the stack of decisions
    fault: Fault | None


def check(
    game: Game,
    players: int,
    seed: int,
    games: int,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Checked:
    """Play random games and look at every position; stops at the first that is not sound."""
    numbers = game.compile().numbers(players, options)
    report = np.zeros(4, np.int64)
    positions = 0
    for first in range(0, games, CHUNK):
        states = np.zeros(min(CHUNK, games - first), game.dtype)
        positions += int(
            game.doors.checked_games(game.tables, states, int(players), numbers, int(seed), first, report)
        )
        if report[2]:
            bits = int(report[2])
            names = [name for i, name in enumerate(game.implementation.speech.faults) if bits >> i & 1]
            what = ["the list of legal moves"] if bits < 0 else names
            fault = Fault(int(report[0]), int(report[1]), what)
            return Checked(first, positions, int(report[3]), fault)
        progress(first + len(states))
    return Checked(games, positions, int(report[3]), None)
