"""Perft counts, playthroughs and finished records are as they were."""

import pytest

import coven
from tests import golden
from tests.games.witches.golden import DATA, ENDS, PERFT, PLAYTHROUGHS

RECORDS = sorted(DATA.glob("end-*.coven"))


def test_perft_counts():
    assert golden.perft_lines("witches", PERFT) == (DATA / "perft.txt").read_text().splitlines()


@pytest.mark.parametrize("which", PLAYTHROUGHS)
def test_playthrough(which):
    assert (
        golden.playthrough("witches", *PLAYTHROUGHS[which]) == (DATA / f"playthrough-{which}.txt").read_text()
    )


@pytest.mark.parametrize("start", PERFT)
def test_perft_agrees_with_the_public_face(start):
    found = golden.position("witches", start)
    assert golden.slow_perft(found, 2) == golden.perft(found, 2)


def test_there_is_a_record_of_every_end():
    assert {path.stem.removeprefix("end-") for path in RECORDS} == set(ENDS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays_to_its_end_with_everything_conserved(path):
    last = golden.replay_soundly(path)
    name = path.stem.removeprefix("end-")
    if name.startswith(("points", "tie")):
        assert last.ending == "points"
    else:
        assert last.ending.replace(": ", "-").replace(" ", "-") == name


def _steps(last: coven.Position, seat: int) -> list[tuple[int, ...]]:
    """What ties are broken by, in order: each the better the higher (TW-Z2)."""
    s = last.view(None).state
    t = last.game.tables[0]
    hard = sum(int(s.solved[seat, kind]) * int(t.points[kind]) for kind in range(6, 20))
    hardest = max((int(t.difficulty[kind]) for kind in range(20) if s.solved[seat, kind]), default=0)
    return [(last.scores[seat],), (-int(s.cackles[seat]) - int(s.aliss[seat]),), (hard,), (hardest,)]


@pytest.mark.rule("TW-Z2")
@pytest.mark.parametrize(
    ("name", "equal"),
    [("points", 0), ("tie-cackles", 1), ("tie-hard", 2), ("tie-hardest", 3), ("tie-shared", 4)],
)
def test_a_tie_is_broken_at_the_step_its_name_says(name, equal):
    last = coven.read((DATA / f"end-{name}.coven").read_text()).position()
    ranks = {seat: _steps(last, seat) for seat in range(last.players)}
    best = max(ranks.values())
    assert last.winners == tuple(seat for seat, rank in ranks.items() if rank == best)
    rivals = [rank for seat, rank in ranks.items() if seat != last.winners[0]]
    assert max(next((i for i in range(4) if rank[i] != best[i]), 4) for rank in rivals) == equal


TRACES = (DATA / "traces.txt").read_text().splitlines()


@pytest.mark.parametrize("line", TRACES, ids=lambda line: line.partition(":")[0])
def test_every_position_of_a_record_is_as_it_was(line):
    assert golden.trace_line(DATA / f"{line.partition(':')[0]}.coven") == line


def test_every_record_has_its_trace():
    assert [line.partition(":")[0] for line in TRACES] == [path.stem for path in RECORDS]
