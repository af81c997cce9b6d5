"""The report: numbers from a run whose answers are known, and a page that stands alone."""

from __future__ import annotations

import argparse
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import coven
from coven.lab import findings, report_command
from coven.lab.intervals import wilson
from coven.lab.report import document, report
from coven.lab.runs import Run
from coven.lab.simulate import simulate

N = 400
SOURCES = "Where points come from"


def column(
    name: str, statistic: str, labels: dict[str, str] | None = None, seats: bool = True
) -> dict[str, Any]:
    return {
        "name": name,
        "about": f"about {name}",
        "seats": seats,
        "labels": labels or {},
        "statistic": statistic,
    }


def write_run(folder: Path, about: dict[str, Any], data: dict[str, Any]) -> Path:
    """A run of two parts."""
    folder.mkdir()
    given = {
        "version": 1,
        "coven": "0.1.0",
        "components": "standard 0123",
        "options": {},
        "rotate": False,
        "seed": 5,
        "games": N,
        "chunk": N // 2,
        "statistics": sorted({each["statistic"] for each in about["columns"]}),
        "reproducible": True,
    }
    (folder / "run.json").write_text(json.dumps(given | about), encoding="utf-8")
    table = pa.table(data)
    for part in range(2):
        pq.write_table(table.slice(part * N // 2, N // 2), folder / f"part-{part:06}.parquet")
    return folder


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Two players of Witchstone. Who has tower T1 gets 10 points more; the beginner wins three games in four."""
    luck = np.random.default_rng(1)
    starter = luck.integers(0, 2, N)
    first_wins = np.arange(N) % 4 > 0
    winner = np.where(first_wins, starter, 1 - starter)
    tower = np.stack([np.arange(N) % 2 + 1, (np.arange(N) + 1) % 2 + 1])
    noise = luck.integers(0, 5, (2, N))
    data: dict[str, Any] = {
        "starter": starter,
        "turns": np.full(N, 22),
        "decisions": 90 + luck.integers(0, 20, N),
    }
    data["ending"] = ["points"] * N
    for seat in range(2):
        data[f"bot_{seat}"] = ["greedy"] * N
        data[f"winner_{seat}"] = winner == seat
        data[f"points_wand_{seat}"] = np.where(tower[seat] == 1, 30, 20)
        data[f"points_removed_{seat}"] = -noise[seat]
        data[f"score_{seat}"] = data[f"points_wand_{seat}"] + data[f"points_removed_{seat}"]
        data[f"tower_{seat}"] = tower[seat]
        data[f"token_E_{seat}"] = luck.integers(0, 3, N)
        data[f"token_W_{seat}"] = (np.arange(N) < 3).astype(int)
        data[f"special_EW_{seat}"] = luck.integers(0, 2, N)
        data[f"scroll_linked_VFC_{seat}"] = luck.integers(0, 2, N)
    columns = [
        column("points_wand", "points"),
        column("points_removed", "points"),
        column("tower", "had", {"1": "T1", "2": "T2"}),
        column("token_E", "tokens"),
        column("token_W", "tokens"),
        column("special_EW", "specials"),
        column("scroll_linked_VFC", "scrolls"),
    ]
    about = {"game": "witchstone", "title": "Witchstone", "players": 2, "bots": ["greedy", "greedy"]}
    return write_run(tmp_path / "duel", about | {"columns": columns}, data)


@pytest.fixture
def solo(tmp_path: Path) -> Path:
    """The Witches alone: of four games one is lost to a Crisis, one to elves, one too low, one reaches the aim."""
    kind = np.arange(N) % 4
    score = np.array([12, 9, 22, 34])[kind] + np.arange(N) % 3
    endings = np.array(["crisis", "elves", "solo: under 30", "solo: 30 to 40"])
    data: dict[str, Any] = {
        "starter": np.zeros(N, int),
        "turns": 10 + np.arange(N) % 7,
        "decisions": 40 + np.arange(N) % 11,
        "ending": endings[kind].tolist(),
        "bot_0": ["greedy"] * N,
        "winner_0": kind == 3,
        "score_0": score,
        "trainee_0": np.arange(N) // 4 % 4,
        "points_easy_0": score,
        "elves_left": kind,
    }
    names = {"0": "Tiffany", "1": "Annagramma", "2": "Petulia", "3": "Dimity"}
    columns = [
        column("trainee", "trainee", names),
        column("points_easy", "points"),
        column("elves_left", "board", seats=False),
    ]
    about = {
        "game": "witches",
        "title": "The Witches",
        "players": 1,
        "bots": ["greedy"],
        "options": {"mode": "solo", "harder": "no"},
    }
    return write_run(tmp_path / "solo", about | {"columns": columns}, data)


class Page(HTMLParser):
    """The headings of a page, its ids, what it refers to, and whether its tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self._look(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look(attrs)

    def _look(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "data"):
                self.references.append(value or "")
            self.references += re.findall(r"url\(([^)]*)\)", value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h2", "h3"):
            self.headings.append(data)


# -- numbers ------------------------------------------------------------------------------------------------


def test_seat_advantage_goes_by_the_order_of_play(duel: Path) -> None:
    first, second = findings.seat_advantage(Run(duel))
    assert first[1].value == 0.75
    assert second[1].value == 0.25
    assert first[1].low == pytest.approx(wilson(0.75 * N, N).low, abs=1e-3)


def test_what_a_tower_is_worth(duel: Path) -> None:
    towers = next(things for topic, things, _ in findings.worths(Run(duel)) if topic.title == "Towers")
    assert [thing.name for thing in towers] == ["T1", "T2"]
    assert towers[0].seats == N
    assert towers[0].points.low < 10 < towers[0].points.high
    assert towers[0].points.high - towers[0].points.low < 1
    # In every game one of two has it, so one's gain is the other's loss.
    assert towers[1].points.value == pytest.approx(-towers[0].points.value)


def test_what_hardly_anyone_had_is_left_out_and_counted(duel: Path) -> None:
    tokens = next(found for found in findings.worths(Run(duel)) if found[0].title == "Magic tokens")
    assert [thing.name for thing in tokens[1]] == ["energy"]
    assert tokens[2] == 1


def test_the_game_is_the_unit_of_a_difference() -> None:
    # Both seats of a game always score alike: twice the rows, but no more knowledge.
    luck = np.random.default_rng(2)
    had = np.repeat(luck.integers(0, 2, (300, 1)), 2, axis=1).astype(float)
    score = np.repeat(luck.normal(0, 1, (300, 1)), 2, axis=1)
    both = findings.clustered_difference(score, had)
    one = findings.clustered_difference(score[:, :1], had[:, :1])
    assert both == pytest.approx(one)


def test_a_bot_that_won_everything_may_have_been_lucky(duel: Path) -> None:
    run = Run(duel)
    run.bots = ["greedy", "random"]
    sat = {"bot_0": ["greedy"] * N, "bot_1": ["random"] * N}
    run.texts = sat.__getitem__  # type: ignore[method-assign]
    run.__dict__["won"] = np.tile([1.0, 0.0], (N, 1))
    (_, seats, wins, _), (_, _, lost, _) = findings.by_bot(run)
    assert seats == N
    assert wins == pytest.approx((1.0, N / (N + 1.96**2), 1.0), abs=1e-4)
    assert lost.high == pytest.approx(1 - wins.low)


def test_sources_add_up_to_the_score(duel: Path) -> None:
    run = Run(duel)
    found = {group.group: group for group in findings.sources(run)}
    assert set(found) == {"all", "winners", "others", "plays first", "plays second"}
    assert sum(part for _, part in found["all"].points) == pytest.approx(run.scores.mean())
    assert found["winners"].seats == N


def test_endings_and_the_aim_alone(solo: Path) -> None:
    run = Run(solo)
    assert {name: share.value for name, share in findings.endings(run)} == {
        "crisis": 0.25,
        "elves": 0.25,
        "solo: under 30": 0.25,
        "solo: 30 to 40": 0.25,
        "aliss": 0.0,  # asked for, though it never happened
    }
    assert findings.unwon(run).value == 0.75


def test_a_shared_win_is_a_share(tmp_path: Path, duel: Path) -> None:
    run = Run(duel)
    run.__dict__["won"] = np.full((N, 2), 0.5)
    assert findings.seat_advantage(run)[0][1].value == 0.5
    assert findings.fair_share(run) == 0.5


# -- the page -----------------------------------------------------------------------------------------------


def test_the_page_has_every_section_and_needs_nothing_else(duel: Path, solo: Path, tmp_path: Path) -> None:
    path = report([duel, solo], tmp_path / "report.html")
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert page.headings == [
        "Witchstone, 2 players, greedy",
        "Final points",
        "Seat advantage",
        "Where points come from",
        "Game length: turns",
        "Game length: decisions",
        "What things are worth",
        "Towers",
        "Magic tokens",
        "Special tiles",
        "Scrolls",
        "What was run",
        "The Witches, alone, greedy",
        "Final points",
        "Where points come from",
        "Grades and losses",
        "Game length: turns",
        "Game length: decisions",
        "What things are worth",
        "Trainees",
        "What was run",
    ]
    assert "script" not in page.tags
    assert len(page.ids) == len(set(page.ids))
    inner = {f"#{name}" for name in page.ids}
    assert page.references
    assert set(page.references) <= inner
    assert "://" not in text
    assert "@import" not in text
    assert "association, not cause" in text
    assert "prefers-color-scheme:dark" in text
    for figure in text.split("<figure>")[1:]:
        assert "n = 400 games" in figure.split("</figure>")[0]
    assert len(text) < 2_000_000


def test_numbers_in_the_page_are_those_found(solo: Path, duel: Path) -> None:
    text = document([Run(solo)])
    assert "lost: a Crisis too many" in text
    assert "aim reached (100)" in text
    assert "of all players" not in text
    assert "<b>25.0 %</b><span>of games reach 30 points and are not lost (21.0 to 29.5)</span>" in text
    text = document([Run(duel)])
    assert "<b>75.0 %</b>" in text
    assert "more than an equal share, 50.0%" in text
    assert "Every game has 22 turns of all players." in text


def test_a_run_without_statistics_has_a_report(duel: Path) -> None:
    run = Run(duel)
    run.columns = []
    headings = Page(document([run])).headings
    assert "Final points" in headings
    assert "Towers" not in headings


def test_words_of_a_run_can_not_break_the_page(duel: Path) -> None:
    about = json.loads((duel / "run.json").read_text())
    about["bots"] = ["<script>x</script>", "greedy"]
    (duel / "run.json").write_text(json.dumps(about))
    assert "script" not in Page(document([Run(duel)])).tags


def test_the_same_run_gives_the_same_page(duel: Path) -> None:
    assert document([Run(duel)]) == document([Run(duel)])


@pytest.mark.parametrize("name", coven.games())
def test_simulated_games_make_a_report(name: str, tmp_path: Path) -> None:
    simulate(name, 60, players=2, bots="random", seed=1, out=tmp_path / "run", chunk=30)
    run = Run(tmp_path / "run")
    assert run.games == 60
    # Points by source are the whole score, so the report tells all of it.
    for group in findings.sources(run)[:1]:
        assert sum(part for _, part in group.points) == pytest.approx(run.scores.mean())
    own = {"witchstone": {SOURCES, "Magic tokens"}, "witches": {SOURCES, "Trainees"}}
    assert {"Final points", "Seat advantage"} | own.get(name, set()) <= set(Page(document([run])).headings)


# -- refusals and the command -------------------------------------------------------------------------------


def test_what_is_not_a_run_is_refused(duel: Path, tmp_path: Path) -> None:
    with pytest.raises(coven.CovenError, match="holds no run"):
        report([tmp_path], tmp_path / "r.html")
    with pytest.raises(coven.CovenError, match="needs a folder"):
        report([], tmp_path / "r.html")
    (duel / "part-000000.parquet").write_bytes(b"nothing")
    with pytest.raises(coven.CovenError, match="delete it and simulate again"):
        report([duel], tmp_path / "r.html")
    for part in duel.glob("*.parquet"):
        part.unlink()
    with pytest.raises(coven.CovenError, match="no games yet"):
        report([duel], tmp_path / "r.html")
    (duel / "run.json").write_text("{}")
    with pytest.raises(coven.CovenError, match="does not describe a run"):
        report([duel], tmp_path / "r.html")


@pytest.mark.parametrize("missing", ["matplotlib", "pyarrow.parquet"])
def test_a_missing_extra_is_named(
    missing: str, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(coven.CovenError, match=re.escape("pip install 'coven[lab]'")):
        report([duel], tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_the_command_writes_the_page(duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    report_command.add(parser.add_subparsers())
    out = tmp_path / "page.html"
    args = parser.parse_args(["report", str(duel), "--out", str(out)])
    assert args.run(args) == 0
    assert str(out) in capsys.readouterr().out
    assert out.read_text().startswith("<!doctype html>")
