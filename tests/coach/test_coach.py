"""The coach: one view analysed, a finished game reviewed, the curve drawn, the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import coven
from coven.cli import main
from coven.coach import Account, Change, Decision, Estimate, analyse, draw_curve, review
from coven.coach.rollouts import play_on
from coven.coach.story import tell
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
        assert one.cost.low <= one.cost.value <= one.cost.high
        assert one.cost_points.value == pytest.approx(one.points[one.seat] - one.points_after[one.seat])
        assert one.better is None or one.cost.low > 0  # only what luck can't explain is called better
        assert (one.better is not None) == (one.better_label != "")
        assert one.better != one.move
    assert reviewed.missed, "a game of random moves misses something"
    assert reviewed.missed[0].loss == max(one.loss for one in reviewed.decisions if one.better)
    assert reviewed.scores == positions[-1].scores


def test_luck_and_errors_add_up_to_the_result(reviewed: coven.coach.Review) -> None:  # type: ignore[name-defined]
    account = reviewed.account
    assert account.result == reviewed.result
    assert sum(account.result) in (0, 1)
    for seat in range(2):
        parts = account.start[seat], account.luck(seat), account.errors(seat), account.gifts(seat)
        assert sum(parts) == pytest.approx(account.result[seat], abs=1e-12)
        assert account.errors(seat) <= 0
        assert -account.errors(seat) == pytest.approx(sum(one.loss for one in reviewed.of(seat)))
        assert reviewed.error_rate(seat) * len(reviewed.of(seat)) == pytest.approx(-account.errors(seat))
    history = list(reviewed.record.positions())[-1].history()
    for change in account.changes:
        if change.seat is None:  # luck is where chance was at work, or the end
            assert change.action == len(history) or history[change.action].actor == coven.CHANCE
        else:
            assert history[change.action].actor == change.seat


def test_the_turning_points_are_the_greatest_changes(reviewed: coven.coach.Review) -> None:  # type: ignore[name-defined]
    points = reviewed.account.turning_points
    assert len(points) == len(reviewed.story) == 3
    assert [one.action for one in points] == sorted(one.action for one in points)
    rest = [one.size for one in reviewed.account.changes if one not in points]
    assert min(one.size for one in points) >= max(rest)
    for one, sentence in zip(points, reviewed.story, strict=True):
        assert f"Action {one.action}, " in sentence
        assert sentence.endswith("%")


def test_chances_that_are_told_are_chances(witchstone: coven.Game) -> None:
    """What errors took from what was thought before may go below 0; a sentence has what the decision was judged by."""
    positions = list(batch.replay(witchstone, 2, seed=3, number=1).record().positions())
    drawn_at = next(at for at, one in enumerate(positions[:-1]) if one.actor == coven.CHANCE)
    position = next(one for one in positions if one.actor == 0 and len(one.legal) > 1)
    move = position.legal[0]
    cost = Estimate(0.4, 0.3, 0.5)
    one = Decision(
        position.ply, 0, move, "this", (0.9, 0.1), (0, 0), (0.5, 0.5), (0, 0), cost, cost, position.legal[1], "that"
    )  # fmt: skip
    change = Change(one.action, 0, (-0.4, 0.4), (0.1, 0.9))
    account = Account((0.1, 0.9), [change], (0.0, 1.0))
    (sentence,) = tell(account, [one], positions, (), "en")
    assert sentence.endswith("“this”, and “that” was better: 90 % → 50 %")
    drawn = Account((0.1, 0.9), [Change(drawn_at, None, (1.1, -1.1), (-0.2, 1.2))], (0.9, 0.1))
    (sentence,) = tell(drawn, [], positions, (), "en")
    assert sentence.endswith("0 % → 90 %")


def test_rollouts_are_the_same_on_any_number_of_threads(witchstone: coven.Game) -> None:
    position = witchstone.new(2, seed=4)
    view = position.view(position.actor)
    moves = [view.legal[0], view.legal[1]]
    one, other = (play_on(view, moves, 9, seed=3, threads=threads) for threads in (1, 3))
    assert (one.chances == other.chances).all()
    assert (one.points == other.points).all()
    fair = play_on(view.sample(5).view(position.actor), moves, 9, seed=3, threads=1)
    assert (one.chances == fair.chances).all()
    twice = play_on(view, [moves[0], moves[0]], 9, seed=3)
    assert twice.cost(0, 1) == (0, 0, 0)  # the same luck: nothing but the moves makes a difference


def test_what_if(reviewed: coven.coach.Review) -> None:  # type: ignore[name-defined]
    one = reviewed.missed[0]
    assert one.better is not None
    found = coven.coach.what_if(reviewed.record, one.action, one.better.text, worlds=12, seed=1)
    assert (found.seat, found.made, found.other) == (one.seat, one.move, one.better)
    assert found.won[1].value - found.won[0].value == pytest.approx(found.better.value)
    assert found.points[1].value - found.points[0].value == pytest.approx(found.better_points.value)
    json.dumps(found.as_dict())
    with pytest.raises(coven.BadOption, match="what was played"):
        coven.coach.what_if(reviewed.record, one.action, one.move.text, worlds=2)
    with pytest.raises(coven.BadOption, match="not 99999"):
        coven.coach.what_if(reviewed.record, 99999)
    chance = next(
        k for k, past in enumerate(reviewed.record.position().history()) if past.actor == coven.CHANCE
    )
    with pytest.raises(coven.BadOption, match="was no choice"):
        coven.coach.what_if(reviewed.record, chance)


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
    assert "Turning points" in said
    assert "luck" in said
    assert set(figures["account"]) == {"start", "luck", "errors", "others_errors", "result", "changes"}
    decision = figures["decisions"][0]["action"]
    asked = [
        "analyse",
        str(path),
        "--what-if",
        str(decision),
        "--seed",
        "1",
        "--json",
        str(tmp_path / "w.json"),
    ]
    assert main(asked) == 0
    assert "played on to the end 200 times" in capsys.readouterr().out
    assert json.loads((tmp_path / "w.json").read_text(encoding="utf-8"))["worlds"] == 200
    assert main(["analyse", str(path), "--budget", "soon"]) == 2
    assert "iters=2000" in capsys.readouterr().err
