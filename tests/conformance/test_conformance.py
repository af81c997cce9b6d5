"""What any game must do, for every number of players and every variant."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coven
from coven.core.position import Position
from coven.core.seats import NOBODY
from coven.lab import batch

TABLES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{variant.replace(' ', '-')}")
    for name in coven.games()
    for players, variant, options in coven.load(name).tables_to_try()
]
table = pytest.mark.parametrize(("name", "players", "options"), TABLES)
quick = settings(max_examples=5)
seeds = st.integers(0, 2**63 - 1)


def walk(position: Position, luck: random.Random) -> Iterator[Position]:
    """Random moves to the end, chance too if it is played by hand."""
    yield position
    while not position.over:
        position.play(luck.choice(position.legal))
        yield position


def some(position: Position, seed: int, actions: int) -> Position:
    """A position some random moves further on."""
    luck = random.Random(seed)
    for _ in range(actions):
        if position.over:
            break
        position.play(luck.choice(position.legal))
    return position


@table
@quick
@given(seed=seeds)
def test_every_legal_move_applies_and_the_game_ends(name, players, options, seed):
    game = coven.load(name)
    last = None
    for position in walk(game.new(players, seed=seed, **options), random.Random(seed)):
        assert position.status() == []
        assert (position.actor is None) == position.over
        assert (len(position.legal) == 0) == position.over
        last = position
    assert last is not None
    assert last.ending
    assert set(last.winners) <= set(range(players))
    assert len(last.scores) == players


@table
@quick
@given(seed=seeds, actions=st.integers(0, 400))
def test_each_of_the_legal_moves_leads_to_a_sound_position(name, players, options, seed, actions):
    position = some(coven.load(name).new(players, seed=seed, **options), seed, actions)
    for move in position.legal:
        after = position.copy().play(move)
        assert after.status() == []
        assert after.ply > position.ply


@table
@quick
@given(seed=seeds, actions=st.integers(0, 400))
def test_every_other_move_is_refused_and_changes_nothing(name, players, options, seed, actions):
    game = coven.load(name)
    position = some(game.new(players, seed=seed, **options), seed, actions)
    legal = set(position.legal.ids.tolist())
    before, past = bytes(position), position.history()
    for id, text in enumerate(game._texts):
        if text is None or id in legal:
            continue
        scratch = position._states.tobytes()
        told = game.doors.play(
            position._states, game.tables, 0, id, game.scratch.moves, game.scratch.weights, game.scratch.told
        )
        assert told == -1
        assert position._states.tobytes() == scratch
    refused = next(text for id, text in enumerate(game._texts) if text is not None and id not in legal)
    with pytest.raises(coven.IllegalMove):
        position.play(refused)
    assert bytes(position) == before
    assert position.history() == past


@table
@quick
@given(seed=seeds, actions=st.integers(0, 400))
def test_the_legal_list_equals_its_mask_and_its_texts(name, players, options, seed, actions):
    game = coven.load(name)
    position = some(game.new(players, seed=seed, **options), seed, actions)
    ids = position.legal.ids.tolist()
    assert ids == sorted(set(ids))
    for move in position.legal:
        assert move in position.legal
        assert move.text in position.legal
        assert game.parse(move.text) == move.id
        assert move.label()
    listed = set(ids)
    for id, text in enumerate(game._texts):
        assert (id in position.legal) == (id in listed)
        if text is not None:
            assert game.parse(text) == id


@table
@quick
@given(seed=seeds, actions=st.integers(0, 400))
def test_copies_and_bytes_are_the_same_position(name, players, options, seed, actions):
    game = coven.load(name)
    position = some(game.new(players, seed=seed, **options), seed, actions)
    twin = position.copy()
    restored = game.restore(bytes(position))
    assert twin == position == restored
    assert hash(twin) == hash(position) == hash(restored)
    assert restored.legal.ids.tolist() == position.legal.ids.tolist()
    if not position.over:
        twin.play(twin.legal[-1])
        assert twin != position
        assert bytes(restored) == bytes(position)


@table
@quick
@given(seed=seeds)
def test_undo_goes_back_to_the_start(name, players, options, seed):
    game = coven.load(name)
    by_hand = game.new(players, chance="manual", **options)
    states = [bytes(position) for position in walk(by_hand, random.Random(seed))]
    for expected in reversed(states[:-1]):
        by_hand.undo()
        assert bytes(by_hand) == expected
    with pytest.raises(coven.NothingToUndo):
        by_hand.undo()
    seeded = game.new(players, seed=seed, **options)
    first = bytes(seeded)
    made = sum(1 for _ in walk(seeded, random.Random(seed))) - 1
    last = bytes(seeded)
    redo = [past.move for past in seeded.history() if past.actor != coven.CHANCE]
    for _ in range(made):
        seeded.undo()
    assert bytes(seeded) == first
    for move in redo:  # the same luck comes again
        seeded.play(move)
    assert bytes(seeded) == last


@table
@quick
@given(seed=seeds)
def test_whoever_acted_may_take_it_back_unless_luck_followed(name, players, options, seed):
    position = coven.load(name).new(players, seed=seed, **options)
    luck = random.Random(seed)
    assert not any(position.can_undo(seat) for seat in range(players))
    while not position.over:
        before, actor, ply = bytes(position), position.actor, position.ply
        position.play(luck.choice(position.legal))
        willing = [seat for seat in range(players) if position.can_undo(seat)]
        assert willing == ([actor] if position.ply == ply + 1 else [])
        if willing:
            assert bytes(position.copy().undo()) == before


@table
@quick
@given(seed=seeds)
def test_a_record_reads_back_as_the_same_game(name, players, options, seed):
    position = coven.load(name).new(players, seed=seed, names=["Ada"], **options)
    for _ in walk(position, random.Random(seed)):
        pass
    record = position.record()
    again = coven.read(str(record))
    assert again == record
    assert str(again) == str(record)
    assert again.check() == position
    assert again.position(at=0).ply == 0
    assert again.position(at=-1) == position.record().position(at=len(record) - 1)


@table
@quick
@given(seed=seeds)
def test_the_same_seed_gives_the_same_game(name, players, options, seed):
    game = coven.load(name)
    one, two = (game.new(players, seed=seed, **options) for _ in range(2))
    for _ in walk(one, random.Random(seed)):
        pass
    for _ in walk(two, random.Random(seed)):
        pass
    assert str(one.record()) == str(two.record())


@table
@quick
@given(seed=seeds, actions=st.integers(0, 400))
def test_a_view_can_not_tell_what_it_may_not_know(name, players, options, seed, actions):
    """State, log and legal list: byte for byte the same for every world the seat can imagine."""
    position = some(coven.load(name).new(players, seed=seed, **options), seed, actions)
    for seat in [*range(players), None]:
        view = position.view(seat)
        for other in range(3):
            imagined = view.sample(random.Random(other))
            assert imagined.status() == []
            assert bytes(imagined.view(seat)) == bytes(view)
            assert imagined.view(seat).log == view.log
            assert imagined.view(seat).prompt() == view.prompt()
            assert imagined.view(seat).svg() == view.svg()


@table
@quick
@given(seed=seeds, actions=st.integers(0, 400))
def test_only_the_seat_to_act_has_legal_moves_in_its_view(name, players, options, seed, actions):
    position = some(coven.load(name).new(players, seed=seed, **options), seed, actions)
    for seat in [*range(players), None]:
        legal = position.view(seat).legal
        acts = position.actor is not None and seat == position.actor
        assert legal.ids.tolist() == (position.legal.ids.tolist() if acts else [])


@table
@quick
@given(seed=seeds)
def test_chance_lists_its_outcomes_with_probabilities(name, players, options, seed):
    for position in walk(coven.load(name).new(players, chance="manual", **options), random.Random(seed)):
        outcomes = position.chances
        if position.actor == coven.CHANCE:
            assert [move for move, _ in outcomes] == list(position.legal)
            assert all(chance > 0 for _, chance in outcomes)
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        else:
            assert outcomes == []


@pytest.mark.parametrize("name", coven.games())
def test_the_state_is_one_aligned_record_of_at_most_two_kib(name):
    dtype = coven.load(name).dtype
    assert dtype.itemsize <= 2048
    assert dtype.isalignedstruct
    assert not dtype.hasobject


@table
def test_compiled_loops_keep_every_invariant(name, players, options):
    game = coven.load(name)
    numbers = game.numbers(players, options)
    states = np.zeros(300, game.dtype)
    report = np.zeros(4, np.int64)
    positions = game.doors.checked_games(game.tables, states, players, numbers, 2, 0, report)
    assert report[2] == 0
    assert positions > 300
    assert all(game.doors.who(states, at) == NOBODY for at in range(len(states)))


@pytest.mark.parametrize("name", coven.games())
def test_a_sketch_tells_every_move(name: str) -> None:
    """`sketch` and `nth` are `legal` in short, wherever a game is."""
    game = coven.load(name)
    rules = game.rules
    short = np.zeros(game.implementation.most_legal, np.int32)
    for number in range(4):
        players = list(game.players)[number % len(game.players)]
        for position in batch.replay(game, players, 5, number).record().positions():
            if position.actor in (None, coven.CHANCE):
                continue
            state, tables = position._states[0], game.tables[0]
            ids = position.legal.ids
            n = rules.sketch(state, tables, short)
            assert n == len(ids)
            assert [rules.nth(state, tables, short, n, k) for k in range(n)] == ids.tolist()
