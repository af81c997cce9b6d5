"""Ratings by the records of rated games: what is counted, what is left out, and what it says of whom."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

import coven
from coven.cli import main
from coven.core.record import Rated, Record
from coven.core.sealed_luck import Seal, draw, hash_of_secret
from coven.core.seats import CHANCE
from coven.core.verify import key_of_record
from coven.lab.rated_games import Found, RatedGame, RatedPlayer, rate, read_all
from coven.lab.ratings import Tie, bradley_terry
from coven.lab.ratings_command import print_found

ADA, BEN, CAT, DOT = (RatedPlayer(name, False) for name in ("Ada", "Ben", "Cat", "Dot"))
GREEDY = RatedPlayer("greedy", True)
PEOPLE = Rated(("", ""), ("", ""))


def played(secret: str, names: tuple[str, str], rated: Rated | None) -> Record:
    """A sealed game of two, at random."""
    seal = Seal(hash_of_secret(secret), secret, ("", ""), ("", ""))
    position = coven.load("toadstools").new(2, chance="manual", names=list(names))
    key, luck = key_of_record(position.record(), seal), random.Random(secret)
    while not position.over:
        chance = position.actor == CHANCE
        at = draw(key, position.ply, position.weights) if chance else luck.randrange(len(position.legal))
        position.play(position.legal[at])
    return replace(position.record(), seal=seal, rated=rated)


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder of games of Ada, Ben and a bot, one of which Ben left for a while, and others beside them."""
    folder = tmp_path / "league"
    (folder / "may").mkdir(parents=True)
    for number in range(6):
        played(f"people {number}", ("Ada", "Ben"), PEOPLE).save(folder / f"people-{number}.coven")
        bot = Rated(("", "greedy"), ("light" if number == 0 else "", ""))
        played(f"bot {number}", ("Ben", "Hecate"), bot).save(folder / "may" / f"bot-{number}.coven")
    played("fun", ("Ada", "Ben"), None).save(folder / "fun.coven")
    whole = played("cut", ("Ada", "Ben"), PEOPLE)
    replace(whole, actions=whole.actions[:3], result="").save(folder / "cut.coven")
    (folder / "notes.txt").write_text("not a record, and not asked for")
    return folder


# -- the command ---------------------------------------------------------------------------------------------------


def test_ratings_of_a_folder(league: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", str(league), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["not_rated"], told["unfinished"], told["left_out"]) == (1, 1, [])
    assert told["games"]["toadstools"]["games"] == 12
    (group,) = told["games"]["toadstools"]["groups"]
    assert group["relative_to"] == {"name": "greedy", "bot": True}
    found = {(one["name"], one["bot"]): one for one in group["ratings"]}
    assert {who: one["games"] for who, one in found.items()} == {
        ("Ada", False): 6,
        ("Ben", False): 12,
        ("greedy", True): 6,
    }
    assert sum(one["won"] for one in found.values()) == 12
    assert {who[0]: one["stood_in"] for who, one in found.items()} == {"Ada": 0, "Ben": 1, "greedy": 0}
    for who in (("Ada", False), ("Ben", False)):
        elo = found[who]["elo"]
        assert elo["low"] < elo["value"] < elo["high"]
    assert [one["elo"]["value"] for one in group["ratings"]] == sorted(
        (one["elo"]["value"] for one in group["ratings"]), reverse=True
    )
    assert main(["ratings", str(league)]) == 0
    said = capsys.readouterr().out
    assert "toadstools: 12 rated games" in said
    assert "greedy (bot)" in said
    assert "relative to greedy (bot)" in said
    assert "a bot stood in: 1" in said
    assert "Left out, as they are not rated: 1" in said
    assert "Left out, as they are not finished: 1" in said


def test_bad_files_hinder_no_others(league: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = league / "people-0.coven"
    text = game.read_text()
    record = coven.read(text)
    bad = {
        "noise": b"\xff\xfe\x00",
        "letter": b"Dear Ada,",
        "forged": text.replace("Secret: ", "Secret: x").encode(),
        "cheated": text.replace(record.result, record.result.replace("points", "treason")).encode(),
        "copied": text.encode(),
        "unsealed": str(replace(record, seal=None)).encode(),
        "nameless": str(played("nobody", ("Ada", ""), PEOPLE)).encode(),
    }
    folder = league.parent / "bad"
    folder.mkdir()
    for name, content in bad.items():
        (folder / f"{name}.coven").write_bytes(content)
    assert main(["ratings", str(league), str(folder), str(league.parent / "nothing"), str(game)]) == 1
    told = capsys.readouterr()
    assert "toadstools: 12 rated games" in told.out
    lines = told.err.splitlines()
    for name, why in {
        "noise": "it is not text",
        "letter": "not a header line",
        "forged": "not as sealed: the secret is not the one",
        "cheated": "the header gives the result",
        "copied": "the same game as",
        "unsealed": "its luck was not sealed",
        "nameless": "has no name",
        "nothing": "No such file",
    }.items():
        assert [line for line in lines if name in line and "is left out" in line and why in line], (
            name,
            lines,
        )
    assert len(lines) == len(bad) + 1


def test_nothing_to_rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played("fun", ("Ada", "Ben"), None).save(tmp_path / "fun.coven")
    assert main(["ratings", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "There are no finished rated games here.",
        "Left out, as they are not rated: 1",
    ]


def test_a_file_named_twice_is_read_once(league: Path) -> None:
    found = read_all([league, league / "people-0.coven", league / "may" / ".." / "people-0.coven"])
    assert len(found.games["toadstools"]) == 12
    assert found.left_out == []


def test_who_has_no_rating_yet_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = Found()
    found.games["witches"] = [*won(ADA, BEN), *won(BEN, ADA), RatedGame((CAT, DOT), (), ())]
    print_found(found)
    said = capsys.readouterr().out
    assert "won by nobody, and telling nothing: 1" in said
    assert "for want of a game with a winner: Cat, Dot" in said


# -- the figures ---------------------------------------------------------------------------------------------------


def won(winner: RatedPlayer, *others: RatedPlayer, times: int = 1) -> list[RatedGame]:
    return [RatedGame((winner, *others), (0,), ())] * times


def test_two_players_are_rated_as_in_a_tournament() -> None:
    (group,) = rate(won(ADA, GREEDY, times=7) + won(GREEDY, ADA, times=3))
    expected = bradley_terry(2, [Tie(0, 1, 3, 7)]).points[1]
    assert group.anchor == GREEDY
    assert [one.player for one in group.standings] == [ADA, GREEDY]
    assert group.standings[0].elo == pytest.approx(expected)
    assert not group.shrunk


def test_one_among_several_is_rated_as_in_a_tournament() -> None:
    """One won half of her games against three of a bot: the same rating, and about as sure."""
    (group,) = rate(
        won(ADA, GREEDY, GREEDY, GREEDY, times=50)
        + [RatedGame((ADA, GREEDY, GREEDY, GREEDY), (seat,), ()) for seat in (1, 2)] * 25
    )
    expected = bradley_terry(2, [Tie(1, 0, 50, 50, others=3)]).points[1]
    elo = group.standings[0].elo
    assert elo is not None
    assert elo.value == pytest.approx(expected.value)
    assert elo.high - elo.low == pytest.approx(expected.high - expected.low, rel=0.2)


def test_equals_at_a_table_of_four_are_told_equal() -> None:
    games = [RatedGame(seats, (0,), ()) for seats in permutations((ADA, BEN, CAT, GREEDY))]
    (group,) = rate(games)
    for one in group.standings:
        assert one.elo is not None
        assert one.elo.value == pytest.approx(0.0, abs=1e-6)


def test_a_shared_win_is_its_share() -> None:
    (group,) = rate([RatedGame((ADA, BEN), (0, 1), ())] * 4)
    assert [one.won for one in group.standings] == [2.0, 2.0]
    assert [one.elo and one.elo.value for one in group.standings] == pytest.approx([0.0, 0.0])


def test_who_never_met_is_not_compared() -> None:
    groups = rate(won(ADA, BEN, times=2) + won(BEN, ADA) + won(CAT, DOT) + won(DOT, CAT))
    assert [{one.player for one in group.standings} for group in groups] == [{ADA, BEN}, {CAT, DOT}]


def test_who_was_only_in_games_that_nobody_won_has_no_rating() -> None:
    groups = rate([RatedGame((ADA, BEN), (), ())])
    assert [[(one.player, one.elo, one.games) for one in group.standings] for group in groups] == [
        [(ADA, None, 1)],
        [(BEN, None, 1)],
    ]


def test_who_won_everything_has_a_rating_still() -> None:
    (group,) = rate(won(ADA, BEN, times=5))
    assert group.shrunk
    best = group.standings[0]
    assert best.player == ADA
    assert best.elo is not None
