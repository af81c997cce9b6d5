"""Statistics: what they note is true, and anybody can add one."""

import numpy as np
import pytest

import coven
from coven.core.errors import BadOption
from coven.core.statistic import Column, Statistic
from coven.lab import batch, statistics
from coven.lab.actions import DECISIONS, ENDING, FACTS, OUTCOMES, SCORE, TURNS, WINNERS
from coven.lab.job import places
from coven.lab.simulate import simulate


def columns_of(game, rows):
    return {
        place.column.name: rows[:, place.at : place.at + place.column.width]
        for place in places(game, True, [])
    }


@pytest.mark.parametrize("bots", ["random", "light"])
def test_points_by_source_sum_to_the_score(game, rows_of, bots):
    if game.definition.statistics is None:
        pytest.skip("this game notes no sources")
    for players, _, options in game.tables_to_try():
        rows = rows_of(game, games=60, players=players, bots=bots, **options)
        found = columns_of(game, rows)
        points = sum(values for name, values in found.items() if name.startswith("points_"))
        assert (points == rows[:, SCORE : SCORE + 4]).all()


def test_facts_are_those_of_the_same_game_through_the_public_face(game, rows_of):
    endings = statistics.own(game).ENDINGS
    for players, _, options in game.tables_to_try():
        rows = rows_of(game, games=3, players=players, **options)
        for number, row in enumerate(rows):
            last = batch.replay(game, players, 5, number, **options)
            actors = [past.actor for past in last.history()]
            assert tuple(row[SCORE : SCORE + players]) == last.scores
            assert row[WINNERS] == sum(1 << seat for seat in last.winners)
            assert row[DECISIONS] == sum(actor >= 0 for actor in actors)
            assert row[OUTCOMES] == sum(actor < 0 for actor in actors)
            assert endings[row[ENDING]] == last.ending


def test_slices_have_the_widths_their_columns_say(game):
    own = statistics.own(game)
    assert statistics.width(game, own.STATISTICS) == own.WIDTH
    at = 0
    for statistic in own.STATISTICS:
        if at:
            assert getattr(own, f"{statistic.name.upper()}_AT") == at
        at += statistics.width(game, [statistic])


def test_witchstone_counts_add_up(rows_of):
    game = coven.load("witchstone")
    rows = rows_of(game, games=60, players=4)
    found = columns_of(game, rows)
    assert (rows[:, TURNS] == 44).all()
    for total, parts in (("tokens", "token_"), ("specials", "special_"), ("scrolls", "scroll_")):
        assert found[total].sum() > 0
        assert (found[total] == sum(v for name, v in found.items() if name.startswith(parts))).all()
    assert (found["specials"] == found["specials_used"] + found["specials_placed"]).all()
    laid = sum(v for name, v in found.items() if name.startswith("actions_"))
    assert (laid == 2 * (11 - found["tiles_aside"])).all()
    assert ((found["first_E"] > 0) == (found["actions_E"] > 0)).all()
    assert set(np.unique(found["tower"])) == {1, 2, 3, 4}
    assert (found["points_witches"] == 2 * found["witches"]).all()


def test_witches_counts_add_up(rows_of):
    game = coven.load("witches")
    rows = rows_of(game, games=60, players=3, bots="light")
    found = columns_of(game, rows)
    kinds = sum(v for name, v in found.items() if name.startswith("solved_") and name[7].isupper())
    assert kinds.sum() > 0
    solved = found["solved_easy"] + found["solved_hard"]
    assert (kinds == solved).all()
    assert (found["attempts"] == solved + found["failures"] + found["fled"]).all()
    assert (found["failures"] >= 0).all()
    assert found["failures"].sum() > 0
    assert found["fled"].sum() > 0
    assert (found["cackles"] == found["cackles_taken"] - found["cackles_returned"]).all()
    assert (rows[:, TURNS] >= 1).all()


def test_attempts_are_those_of_the_record(rows_of):
    """Told from the record of the same game: an attempt begins with its first roll."""
    game = coven.load("witches")
    rows = rows_of(game, games=4, players=2)
    found = columns_of(game, rows)
    for number in range(4):
        last = batch.replay(game, 2, 5, number)
        position = game.new(2, chance="manual")
        met = [0, 0]
        for past in last.history():
            if game.text(past.move).startswith("dice") and position._states["dice"][0][0] < 0:
                met[int(position._states["active"][0])] += 1
            position.play(past.move)
        # a problem solved without rolling is met too; with random moves that is rare, but it is never the other way
        assert (found["attempts"][number][:2] >= met).all()
        assert found["attempts"][number].sum() - sum(met) <= found["solved_easy"][number].sum()


def count_step(s, t, who, move, row):
    if who >= 0:
        row[who] += 1
    else:
        row[4] += 1


def count_end(s, t, row):
    row[5] = s.players


COUNT = Statistic(
    "acts",
    "how often each seat acted",
    lambda game: [
        Column("acts", "actions", seats=True),
        Column("luck", "outcomes of chance"),
        Column("seats", "seats"),
    ],
    count_step,
    count_end,
)


@pytest.mark.parametrize("own", [[], ["points"]])
def test_a_plugin_runs_beside_the_games_own(rows_of, own):
    game = coven.load("witches")
    rows = rows_of(game, games=5, players=2, statistics=[*own, COUNT])
    mine = rows[:, rows.shape[1] - 6 :]
    assert (mine[:, :4].sum(axis=1) == rows[:, DECISIONS]).all()
    assert (mine[:, 4] == rows[:, OUTCOMES]).all()
    assert (mine[:, 5] == 2).all()
    same = rows_of(game, games=5, players=2)
    kept = rows.shape[1] - 6 if own else FACTS
    assert (rows[:, :kept] == same[:, :kept]).all()


def test_a_plugin_from_a_file(tmp_path):
    game = coven.load("witches")
    path = tmp_path / "mine.py"
    path.write_text(
        "from coven.core.statistic import Column, Statistic\n"
        "MINE = Statistic('mine', 'none', lambda game: [Column('mine', 'nothing')])\n"
    )
    assert [one.name for one in statistics.choose(game, ["points", f"{path}:MINE"])] == ["points", "mine"]
    with pytest.raises(BadOption, match="no Statistic called 'OTHER'"):
        statistics.choose(game, [f"{path}:OTHER"])
    with pytest.raises(BadOption, match="can't be loaded"):
        statistics.choose(game, [f"{tmp_path}/none.py:MINE"])


def test_bad_choices_of_statistics(game):
    has = "points" if game.definition.statistics else "none"
    with pytest.raises(BadOption, match=rf"no statistic 'weather'; it has {has}"):
        statistics.choose(game, ["weather"])
    if has == "none":
        return
    with pytest.raises(BadOption, match="twice"):
        statistics.choose(game, ["points", "points"])
    with pytest.raises(BadOption, match="of its own: give yours another name"):
        statistics.choose(game, [Statistic("points", "mine", lambda game: [])])


def test_a_plugin_can_not_hide_what_every_row_has(tmp_path):
    mine = Statistic("mine", "mine", lambda game: [Column("score", "mine", seats=True)])
    with pytest.raises(BadOption, match="every row has a column 'score' already"):
        simulate("witches", 3, out=tmp_path / "run", statistics=[mine])
