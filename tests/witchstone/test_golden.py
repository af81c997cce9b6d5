"""Perft counts, playthroughs and finished records are as they were."""

import pytest

import coven
from tests.witchstone import golden


def test_perft_counts():
    assert golden.perft_lines() == (golden.DATA / "perft.txt").read_text().splitlines()


@pytest.mark.parametrize(("players", "seed"), golden.PLAYTHROUGHS)
def test_playthrough(players, seed):
    assert golden.playthrough(players, seed) == (golden.DATA / f"playthrough-{players}.txt").read_text()


@pytest.mark.parametrize(("players", "seed", "decisions", "options"), golden.PERFT[:4])
def test_perft_agrees_with_the_public_face(players, seed, decisions, options):
    def count(position, depth):
        if depth == 0 or position.over:
            return 1
        return sum(count(child(position, move), depth - 1) for move in position.legal)

    def child(position, move):
        after = position.copy()
        after._seed = None  # outcomes are counted, not drawn
        return after.play(move)

    found = golden.position(players, seed, decisions, options)
    depth = 1 if len(found.legal) > 200 else 2
    assert count(found, depth) == golden.perft(found, depth)


RECORDS = sorted(golden.DATA.glob("*.coven"))


def test_there_is_a_record_of_every_end():
    assert {path.stem.removeprefix("end-") for path in RECORDS} == set(golden.ENDS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays_to_its_result_with_everything_conserved(path):
    record = coven.read(path.read_text())
    assert record.result
    for position in record.positions():
        assert position.status() == []
    assert record.check().over


@pytest.mark.rule("WS-F2")
@pytest.mark.parametrize("name", ["tie-wand", "tie-stack", "tie-stack-4"])
def test_a_tie_is_broken_as_its_name_says(name):
    last = coven.read((golden.DATA / f"end-{name}.coven").read_text()).position()
    tied = [seat for seat in range(last.players) if last.scores[seat] == max(last.scores)]
    (winner,) = last.winners
    state = last.view(None).state
    assert len(tied) > 1
    furthest = [seat for seat in tied if state.wand[seat] == max(state.wand[tied])]
    if name == "tie-wand":
        assert furthest == [winner]
    else:
        assert len(furthest) > 1
        assert winner == min(furthest, key=lambda seat: state.under[seat])
