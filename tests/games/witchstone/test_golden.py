"""Perft counts, playthroughs and finished records are as they were."""

import pytest

import coven
from tests import golden
from tests.games.witchstone.golden import DATA, ENDS, PERFT, PLAYTHROUGHS


def test_perft_counts():
    assert golden.perft_lines("witchstone", PERFT) == (DATA / "perft.txt").read_text().splitlines()


@pytest.mark.parametrize("which", PLAYTHROUGHS)
def test_playthrough(which):
    assert (
        golden.playthrough("witchstone", *PLAYTHROUGHS[which])
        == (DATA / f"playthrough-{which}.txt").read_text()
    )


@pytest.mark.parametrize("start", PERFT[:4])
def test_perft_agrees_with_the_public_face(start):
    found = golden.position("witchstone", start)
    depth = 1 if len(found.legal) > 200 else 2
    assert golden.slow_perft(found, depth) == golden.perft(found, depth)


RECORDS = sorted(DATA.glob("*.coven"))  # of older versions, too


def test_there_is_a_record_of_every_end():
    assert {path.stem.removeprefix("end-") for path in DATA.glob("end-*.coven")} == set(ENDS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays_to_its_result_with_everything_conserved(path):
    golden.replay_soundly(path)


@pytest.mark.rule("WS-F2")
@pytest.mark.parametrize("name", ["tie-wand", "tie-stack", "tie-stack-4"])
def test_a_tie_is_broken_as_its_name_says(name):
    last = coven.read((DATA / f"end-{name}.coven").read_text()).position()
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


TRACES = (DATA / "traces.txt").read_text().splitlines()


@pytest.mark.parametrize("line", TRACES, ids=lambda line: line.partition(":")[0])
def test_every_position_of_a_record_is_as_it_was(line):
    assert golden.trace_line(DATA / f"{line.partition(':')[0]}.coven") == line


def test_every_record_has_its_trace():
    assert [line.partition(":")[0] for line in TRACES] == [path.stem for path in RECORDS]
