"""One truth: interpreted and compiled rules do the same to the same bytes, list and refuse the same, move by move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import coven
from coven.bots.compiled import BOTS, compiled_doors, room
from coven.bots.search import SearchSettings, SearchTree, search_settings
from coven.core.cache import disabled
from coven.core.doors import RULES, Doors, RuleDoors, functions, is_compiled
from coven.core.game import Game, Scratch
from coven.core.seats import CHANCE, SEATS
from coven.core.state import States, clone

pytestmark = pytest.mark.skipif(disabled(), reason="nothing is compiled here that could differ")
TABLES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{variant.replace(' ', '-')}")
    for name in coven.games()
    for players, variant, options in coven.load(name).tables_to_try()
]
table = pytest.mark.parametrize(("name", "players", "options"), TABLES)
REFUSED = 12  # moves that are not legal, tried at every position
LAST_SEED = 2**63 - 1
NO_MOVES = (-1, 2**31, LAST_SEED)
NUMBERS = (*NO_MOVES, 2**63, 2**70, -(2**70), np.int32(-1), np.uint64(2**63))  # as somebody may give them


class Pair:
    """The same state in the hands of both, and every answer of both compared."""

    def __init__(self, game: Game) -> None:
        self.game = game.compile()
        assert is_compiled(game, RULES)
        plain = RuleDoors(functions(game, RULES, native=False))
        self.ways: list[tuple[Doors, States, Scratch]] = [
            (doors, np.zeros(1, game.dtype), Scratch(game.implementation.most_legal))
            for doors in (game.doors, plain)
        ]

    def ask(self, what: Callable[[Any, States, Scratch], Any]) -> Any:
        """What both answer; states and lists are the same to the byte afterwards."""
        (one, two), states, rooms = zip(*[self._one(what, *way) for way in self.ways], strict=True)
        assert one == two
        assert states[0] == states[1]
        assert rooms[0] == rooms[1]
        return one

    @staticmethod
    def _one(
        what: Callable[..., Any], doors: Doors, states: States, scratch: Scratch
    ) -> tuple[Any, bytes, bytes]:
        scratch.moves[:], scratch.weights[:], scratch.told[:] = 0, 0, 0
        answer = what(doors, states, scratch)
        lists = b"".join(array.tobytes() for array in (scratch.moves, scratch.weights, scratch.told))
        return answer, states.tobytes(), lists

    def aside(self, what: Callable[[Any, States, Scratch], Any]) -> None:
        """The same on copies: the game does not go on from there."""

        def on_a_copy(doors: Any, states: States, scratch: Scratch) -> tuple[Any, bytes]:
            copy = clone(states)
            return what(doors, copy, scratch), copy.tobytes()

        self.ask(on_a_copy)


@table
def test_every_move_of_a_game_does_the_same_both_ways(name, players, options):
    game = coven.load(name)
    pair, tables = Pair(game), game.tables
    numbers = game.numbers(players, options)
    luck = random.Random(f"{name} {players} {options}")
    pair.ask(lambda doors, states, room: doors.start(states, tables, 0, players, numbers))
    while True:
        who = pair.ask(lambda doors, states, room: doors.who(states, 0))
        pair.ask(lambda doors, states, room: doors.turn(states, 0))
        pair.ask(lambda doors, states, room: doors.inspect(states, tables, 0))
        for seat in range(-1, players):
            pair.aside(lambda doors, states, room, seat=seat: doors.hide(states, tables, 0, seat))
        if who < CHANCE:
            pair.ask(lambda doors, states, room: doors.who_won(states, tables, 0))
            break
        seed = luck.choice((luck.getrandbits(63), 0, LAST_SEED))
        seat = max(who, 0)

        def imagined(doors: Any, states: States, room: Scratch, seat: int = seat, seed: int = seed) -> None:
            doors.hide(states, tables, 0, seat)
            doors.fill(states, tables, 0, seat, seed)

        pair.aside(imagined)
        for category in range(len(game.implementation.speech.categories)):
            pair.ask(
                lambda doors, states, room, seat=seat, category=category: int(
                    doors.end_worth(states, tables, 0, seat, category)
                )
            )
        if who == CHANCE:
            n = pair.ask(
                lambda doors, states, room: doors.list_chances(states, tables, 0, room.moves, room.weights)
            )
        else:
            n = pair.ask(lambda doors, states, room: doors.list_legal(states, tables, 0, room.moves))
        legal = game.list_moves(pair.ways[0][1]).tolist()
        assert len(legal) == n
        tried = luck.sample(range(len(game._texts)), min(REFUSED, len(game._texts)))
        for move in (*tried, *NO_MOVES):
            if move not in legal:
                refused = pair.ask(
                    lambda doors, states, room, move=move: doors.play(
                        states, tables, 0, move, room.moves, room.weights, room.told
                    )
                )
                assert refused == -1
        move = luck.choice(legal)
        if who >= 0:
            pair.aside(
                lambda doors, states, room, move=move, seed=seed: doors.play_on(
                    states, tables, 0, move, seed, 3, room.moves, room.weights, room.told
                )
            )
        pair.ask(
            lambda doors, states, room, move=move: doors.play(
                states, tables, 0, move, room.moves, room.weights, room.told
            )
        )


@pytest.mark.parametrize("name", coven.games())
def test_numbers_that_are_no_move_are_refused_alike_both_ways(name):
    compiled = coven.load(name).compile()
    plain = Game(compiled.definition)
    vars(plain)["doors"] = RuleDoors(functions(compiled, RULES, native=False))
    for number in NUMBERS:
        said = []
        for game in (compiled, plain):
            position = game.new(seed=3)
            before = bytes(position)
            for refused in (position.play, position.why_not):
                with pytest.raises(coven.UnknownMove) as problem:
                    refused(number)
                said.append(str(problem.value))
            assert number not in position.legal
            assert bytes(position) == before
        assert len(set(said)) == 1


def late(game: Game) -> States:
    """A position with few moves, late in a game."""
    luck = random.Random(4)
    position = game.new(game.players.stop - 1, seed=11)
    found = None
    for _ in range(90):
        if position.over:
            break
        if 2 <= len(position.legal) <= 12:
            found = position.view(position.actor)._states
        position.play(luck.choice(position.legal))
    assert found is not None
    return found


@pytest.mark.parametrize("name", coven.games())
def test_bots_choose_the_same_both_ways(name):
    game = coven.load(name)
    made = compiled_doors(game)
    plain = functions(game, BOTS, native=False)
    states = late(game)
    tables = game.tables
    for seed in (1, LAST_SEED):
        one, two = room(game), room(game)
        assert int(plain["light_choice"](states, tables, 0, seed, one.out, one.weights)) == int(
            made.light_choice(states, tables, 0, seed, two.out, two.weights)
        )
        assert int(plain["greedy_move"](states, tables, 0, seed, 2, one)) == int(
            made.greedy_move(states, tables, 0, seed, 2, two)
        )
        assert one.moves.tolist() == two.moves.tolist()
        assert one.values.tolist() == pytest.approx(two.values.tolist(), abs=1e-12)
    prospects = np.zeros(SEATS), np.zeros(SEATS)
    plain["judge"](states, tables, 0, prospects[0])
    made.judge(states, tables, 0, prospects[1])
    assert prospects[0].tolist() == pytest.approx(prospects[1].tolist(), abs=1e-12)


@pytest.mark.parametrize("name", coven.games())
def test_a_search_grows_the_same_tree_both_ways(name):
    game = coven.load(name)
    states = late(game)
    seat = int(game.doors.who(states, 0))
    settings: SearchSettings = search_settings(game)
    grown = []
    for doors in (compiled_doors(game), Doors(functions(game, BOTS, native=False))):
        tree = SearchTree(game, seat, 400, settings)
        tree.grow(doors, states, 5, 6, 6, np.zeros(1, np.int64))  # type: ignore[arg-type]
        root = tree.root()
        grown.append((root["move"].tolist(), root["visits"].tolist(), tree.counts.tolist(), root["value"]))
    assert grown[0][:3] == grown[1][:3]
    assert np.allclose(grown[0][3], grown[1][3], atol=1e-12)
