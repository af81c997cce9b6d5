"""Perft counts, playthroughs and finished records are as they were."""

import random

import pytest

import coven
from coven.games.witches import moves
from coven.games.witches.state import INVISIBILITY
from tests import golden
from tests.games.witches.golden import DATA, ENDS, PERFT, PLAYTHROUGHS

RECORDS = sorted(DATA.glob("end-*.coven"))
KEPT = sorted(
    DATA.glob("v[0-9]-*.coven")
)  # games of every version of the rules, which stay as they are for good


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


@pytest.mark.parametrize("path", [*RECORDS, *KEPT], ids=lambda path: path.stem)
def test_record_replays_to_its_end_with_everything_conserved(path):
    last = golden.replay_soundly(path)
    kept, _, name = path.stem.partition("-")
    made_by = ENDS[name][3].get("version", last.game.version) if path in RECORDS else int(kept[1:])
    assert last.version == made_by
    if name == "unseen":  # played for the sake of its invisibilities
        return
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
    assert [line.partition(":")[0] for line in TRACES] == [path.stem for path in (*RECORDS, *KEPT)]


def test_there_are_games_of_every_version():
    game = coven.load("witches")
    assert {int(path.stem[1]) for path in KEPT} == set(range(game.oldest, game.version + 1))


@pytest.mark.rule("TW-E9")
def test_a_game_of_each_version_is_played_on_by_its_own_rules():
    """Half a game goes on: by version 1 an invisibility is spent as it is played, by version 2 when she goes on."""
    spent = {}
    for path in KEPT:
        for position in coven.read(path.read_text()).positions():
            past = position.history()[-1:] if position.ply else []
            if not past or past[0].actor < 0 or not position.game.text(past[0].move).startswith("play "):
                continue
            card = past[0].move - moves.PLAY
            if position.game.tables[0].card_effect[card] == INVISIBILITY:
                discarded = bool(int(position.view(None).state.discard) >> card & 1)
                spent.setdefault(position.version, set()).add(discarded)
                on = position.copy()
                luck = random.Random(1)
                for _ in range(30):
                    if not on.over:
                        on.play(luck.choice(on.legal))
                assert on.version == position.version
                assert on.status() == []
    assert spent[1] == {True}
    assert False in spent[2]
