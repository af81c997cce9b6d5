"""What happened, as typed facts: whole, only what a seat may know, and every point accounted for."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coven
from coven.core import story
from coven.core.events import TURN, Event, Role, telling_of
from coven.core.game import Game
from coven.core.language import LANGUAGES, words
from coven.core.position import Position
from tests.rule_account import games_here
from tests.stones import GAME

TABLES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{variant.replace(' ', '-')}")
    for name in coven.games()
    for players, variant, options in coven.load(name).tables_to_try()
]
table = pytest.mark.parametrize(("name", "players", "options"), TABLES)
quick = settings(max_examples=2)
seeds = st.integers(0, 2**63 - 1)


def played(name: str, players: int, options: dict[str, object], seed: int) -> Iterator[Position]:
    """Positions of a random game that is played whole, its chance written down or from a seed."""
    game = coven.load(name)
    by_hand = {"seed": seed} if seed % 2 else {"chance": "manual"}
    position = game.new(players, **by_hand, **options)
    luck = random.Random(seed)
    yield position
    while not position.over:
        position.play(luck.choice(position.legal))
        yield position


@table
@quick
@given(seed=seeds)
def test_points_by_source_add_up_to_the_score_in_every_position(name, players, options, seed):
    for position in played(name, players, options, seed):
        for seat, score in enumerate(position.scores):
            assert sum(position.sources(seat).values()) == score, position.sources(seat)


@table
@quick
@given(seed=seeds, most=st.integers(20, 300))
def test_a_seat_is_told_only_what_it_may_know(name, players, options, seed, most):
    """What is told of the real game is what is told of one that the seat can't tell from it."""
    position = next(p for p in played(name, players, options, seed) if p.over or p.ply >= most)
    for seat in [*range(players), None]:
        view = position.view(seat)
        told = position.told(seat)
        assert view.events == told
        assert [str(event) for event in view.events] == [str(event) for event in told]


def test_a_view_that_was_packed_tells_the_same():
    position = next(p for p in played("witches", 2, {}, 8) if p.ply >= 80)
    view = position.view(1)
    packed = json.loads(json.dumps(view.pack()))
    assert coven.View.unpack(position.game, packed).events == view.events == position.told(1)


@table
@quick
@given(seed=seeds)
def test_events_are_told_once_and_the_same_again(name, players, options, seed):
    *_, last = played(name, players, options, seed)
    events = last.events
    assert [event.n for event in events] == sorted(event.n for event in events)
    again = coven.read(str(last.record())).position()
    assert again.events == events
    kept = [past.told for past in last.history()]
    assert [past.told for past in last.copy().history()] == kept
    assert all(one is two for one, two in zip(last.events, events, strict=True))
    back = last.copy().undo()
    assert back.events == [event for event in events if event.n < back.ply]


@table
@quick
@given(seed=seeds)
def test_the_log_leaves_nothing_out_and_reads_well(name, players, options, seed):
    *_, last = played(name, players, options, seed)
    roles = telling_of(last.game).roles
    for seat in (None, 0):
        events = last.told(seat)
        lines = story.lines(last.game, events)
        told = [event for line in lines for event in line.all]
        silent = [event for event in events if roles.get(event.kind) is Role.SILENT]
        assert sorted(map(repr, [*told, *silent])) == sorted(map(repr, events))
        turns = [event for event in events if event.kind == TURN]
        assert {line.turn for line in lines} <= set(range(len(turns) + 1))
        assert sum(line.points for line in lines) == sum(last.scores)
        for lang in LANGUAGES:
            for line in lines:
                text = line.text(lang, ["Ada", "Ben", "Cleo", "Dora"])
                assert text
                assert not re.search(r"[{}]|  |:.*:", text), text


@pytest.mark.parametrize("name", games_here())
def test_an_event_says_itself_and_packs_as_plain_data(name):
    *_, last = played(name, 2, {}, 5)
    for event in last.events:
        assert str(event) == event.label("en")
        packed = json.loads(json.dumps(event.pack()))
        assert packed["kind"] == event.kind
        assert packed["n"] == event.n
        assert packed.get("points", 0) == event.points
        assert event.points == 0 or event.source in telling_of(last.game).sources


def test_a_game_without_events_of_its_own_is_told_by_its_moves():
    position = Game(GAME).new(2, seed=1)
    while not position.over:
        position.play(position.legal[0])
    moved = [event for event in position.events if event.kind == "moved"]
    assert [event.subject for event in moved] == [entry.text for entry in position.view(None).log]
    for seat, score in enumerate(position.scores):
        assert sum(position.sources(seat).values()) == score


SOUNDS = Path(__file__).parents[2] / "src" / "coven" / "table" / "static" / "play" / "sounds.js"


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_every_moment_has_its_sound(name):
    sounds = set(re.findall(r"^  (\w+): \[\[", SOUNDS.read_text(encoding="utf-8"), re.M))
    telling, found = telling_of(coven.load(name)), set()
    for seed in range(6):
        *_, position = played(name, 2, {}, seed)
        found |= {telling.moment(event) for event in position.events} - {""}
    assert {"end", "lost"} & found
    assert found <= sounds
    assert sounds >= {"roll", "solved", "joined", "doubled", "doom", "last", "end", "lost"}


def test_what_the_others_did_since_ones_last_turn_is_summed_up() -> None:
    game = coven.load("witches")
    telling = telling_of(game)

    def event(kind: str, seat: int | None, points: int = 0) -> Event:
        return Event(kind=kind, seat=seat, points=points, game=game)

    own = [event("arrived", None), event(TURN, 0), event("solved", 0, 3)]
    others = [
        *(event(TURN, 1), event("solved", 1, 1), event("solved", 1, 2), event("crisis", None)),
        *(event(TURN, 2), event("failed", 2), event("aliss", 2, -1), event("drew", 2)),
    ]
    begins = [*own, *others, event(TURN, 0), event("drew", 0)]
    assert story.since_turn(telling, begins, 0) == others
    told = [(one.seat, one.points, one.said(telling, words("en"))) for one in story.summed(others)]
    assert told == [
        (1, 3, ["2 problems solved", "1 new Crisis"]),
        (2, -1, ["1 attempt failed", "1 Black Aliss tile"]),
    ]
    assert story.since_turn(telling, [*begins, event("walked", 0)], 0) == []  # it has begun
    assert story.since_turn(telling, begins, 1) == []  # it is another's
    first = [*own, event(TURN, 1)]
    assert story.since_turn(telling, first, 1) == own[1:]
