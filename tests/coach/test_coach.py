"""The coach: one view analysed, a finished game reviewed, the curve drawn, the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import coven
from coven.cli import main
from coven.coach import analyse, draw_curve, review
from coven.lab import batch


@pytest.fixture(scope="module", params=["witchstone", "witches"])
def reviewed(request: pytest.FixtureRequest) -> coven.coach.Review:  # type: ignore[name-defined]
    record = batch.replay(coven.load(request.param), 2, seed=3, number=1).record()
    return review(record, "iters=30", seed=1)


def test_a_view_is_analysed(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=4)
    found = coven.analyse(position.view(position.actor), "iters=200", seed=1)
    assert found.seat == position.actor
    assert found.iterations == 200
    assert found.best is found.choices[0]
    assert found.chances == found.best.chances
    assert sum(choice.share for choice in found.choices) == pytest.approx(1)
    assert found.best.share == max(choice.share for choice in found.choices)
    assert all(choice.move in position.legal for choice in found.choices)
    assert 20 < found.points[found.seat] < 300  # expected points at the end, not now
    assert found.loss(found.best) == 0


def test_a_move_that_is_named_is_always_looked_at(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=1)
    while len(position.legal) < 200:  # more placements than a short look can try
        position.play(position.legal[0])
    view = position.view(position.actor)
    found = analyse(view, "iters=40", seed=1)
    untried = next(move for move in view.legal if found.find(move) is None)
    choice = analyse(view, "iters=40", move=untried, seed=1).find(untried)
    assert choice is not None
    assert choice.share == 0
    assert all(0 < chance < 1 for chance in choice.chances)
    with pytest.raises(coven.IllegalMove, match="nothing to say"):
        analyse(view, "iters=40", move=witchstone.new(2, chance="manual").legal[0])


def test_every_decision_is_reviewed(reviewed: coven.coach.Review) -> None:  # type: ignore[name-defined]
    positions = list(reviewed.record.positions())
    asked = [
        number
        for number, position in enumerate(positions)
        if position.actor is not None and position.actor >= 0 and len(position.legal) > 1
    ]
    assert [one.action for one in reviewed.decisions] == asked
    for one in reviewed.decisions:
        assert one.seat == positions[one.action].actor
        assert one.move in positions[one.action].legal
        assert one.loss >= 0
        assert one.loss == pytest.approx(max(0.0, one.chances[one.seat] - one.after[one.seat]))
        assert (one.better is not None) == (one.better_label != "")
        assert one.better != one.move
    assert reviewed.missed, "a game of random moves misses something"
    assert reviewed.missed[0].loss == max(one.loss for one in reviewed.decisions if one.better)
    assert reviewed.scores == positions[-1].scores


def test_a_review_is_the_same_every_time(reviewed: coven.coach.Review) -> None:  # type: ignore[name-defined]
    again = review(reviewed.record, "iters=30", seed=1)
    assert again.as_dict() == reviewed.as_dict()
    json.dumps(again.as_dict())


def test_an_unfinished_game_is_refused(witchstone: coven.Game) -> None:
    with pytest.raises(coven.BadOption, match="coven resume"):
        review(witchstone.new(2, seed=1).record(), "iters=5")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_curve_is_a_picture(reviewed: coven.coach.Review, theme: str) -> None:  # type: ignore[name-defined]
    picture = draw_curve(reviewed, ["Ada <&>", "Ben"], "de", theme)
    root = ElementTree.fromstring(picture)
    lines = root.findall(".//{*}path[@data-seat]")
    assert [line.get("data-seat") for line in lines] == ["0", "1"]
    assert lines[0].get("stroke-dasharray") != lines[1].get("stroke-dasharray")
    assert lines[0].get("d", "").count("L") == len(reviewed.decisions)
    marks = root.findall(".//{*}g[@data-action]")
    assert {int(mark.get("data-action", "")) for mark in marks} == {one.action for one in reviewed.missed[:8]}
    assert "Ada &lt;&amp;&gt;" in picture


def test_players_who_win_together_share_a_line() -> None:
    record = batch.replay(coven.load("witches"), 3, seed=3, number=1, mode="coop").record()
    picture = draw_curve(review(record, "iters=4", seed=1))
    assert len(ElementTree.fromstring(picture).findall(".//{*}path[@data-seat]")) == 1
    assert "Together" in picture


def test_the_command_reviews_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = batch.replay(coven.load("witches"), 1, seed=3, number=1, mode="solo").record()
    path = tmp_path / "game.coven"
    record.save(path)
    written = ["--svg", str(tmp_path / "c.svg"), "--json", str(tmp_path / "r.json")]
    assert main(["analyse", str(path), "--budget", "iters=5", "--seed", "1", "--all", *written]) == 0
    said = capsys.readouterr().out
    assert "decisions" in said
    assert (tmp_path / "c.svg").read_text(encoding="utf-8").startswith("<svg")
    figures = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert len(figures["decisions"]) > 10
    assert main(["analyse", str(path), "--budget", "soon"]) == 2
    assert "iters=2000" in capsys.readouterr().err
