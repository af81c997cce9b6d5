"""Alarms: what may end or lose a game is told from the first turn on, and louder as it nears."""

from __future__ import annotations

import numpy as np
import pytest

import coven
from coven.core.alarm import LOUD, NEAR, QUIET
from coven.core.language import LANGUAGES
from coven.core.position import Position
from tests.games.witches import table as tw
from tests.games.witchstone import table as ws


def levels(position: Position) -> list[int]:
    alarms = position.game.implementation.alarms(position.view(None), "en")
    return [alarm.level for alarm in alarms]


@pytest.mark.parametrize(("left", "level"), [(12, QUIET), (4, NEAR), (2, LOUD), (0, LOUD)])
def test_crises_grow_louder_as_they_run_out(left: int, level: int) -> None:
    def edit(s: np.record) -> None:
        s.crisis_supply = left

    assert levels(tw.arrange(edit))[0] == level


def test_elves_grow_louder_as_they_come() -> None:
    def with_elves(number: int) -> Position:
        def edit(s: np.record) -> None:
            s.tile[:], s.face_up[:] = -1, 0
            s.tile[:number] = next(n for n, kind in enumerate(tw.KIND_NAMES) if kind.startswith("Elf"))
            s.face_up[:number] = 1

        return tw.arrange(edit)

    assert [levels(with_elves(number))[1] for number in range(3)] == [QUIET, NEAR, LOUD]


def test_the_last_round_of_witchstone_is_loud() -> None:
    def at(turns: int) -> Position:
        def edit(s: np.record) -> None:
            s.turn = turns

        return ws.arrange(edit)

    assert [levels(at(turns)) for turns in (0, 16, 20)] == [[QUIET], [NEAR], [LOUD]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_alarms_are_said_in_every_language(lang: str) -> None:
    for mode, players in (("coop", 2), ("solo", 1), ("competitive", 2)):
        position = tw.arrange(players=players, mode=mode)
        alarms = position.game.implementation.alarms(position.view(0), lang)
        assert len(alarms) == {"coop": 5, "solo": 4, "competitive": 3}[mode]
        assert all(alarm.label and "{" not in alarm.label for alarm in alarms)


def test_before_the_first_turn_there_is_nothing_to_fear() -> None:
    for game in ("witchstone", "witches"):
        assert levels(coven.load(game).new(2, chance="manual")) == []
