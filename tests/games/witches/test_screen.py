"""The Witches in the terminal: whole games by menu, what the menu and the drawings say, resume and replay."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import coven
from coven import cli
from coven.core.choice import Choice, leaves, offered, opened, walk
from coven.core.language import words
from coven.games.witches import say, screen
from coven.games.witches.odds import likely
from coven.games.witches.screen.desk import Desk, shortened
from coven.games.witches.screen.players import boxes, stock
from coven.games.witches.state import KINDS, SPACES, UNKNOWN

Out = pytest.CaptureFixture[str]
Answer = Callable[[str], str]
WHO = ["Ada", "Ben the very long-named wizard", "[red]Cleo", "魔女"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    return tmp_path


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], None]:
    """Let a function answer every question."""
    return lambda function: monkeypatch.setattr("builtins.input", function)


@pytest.fixture(scope="module")
def game() -> coven.Game:
    return coven.load("witches")


def script(*lines: str) -> Answer:
    """These answers, then the end of input."""
    left: Iterator[str] = iter(lines)

    def reply(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return reply


def numbers(seed: int) -> Answer:
    """Numbers of the menu, mostly small, some wrong."""
    rng = random.Random(seed)
    return lambda question: str(rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 99))) if question == "> " else ""


def position_in(path: Path) -> coven.Position:
    return coven.read(path.read_text(encoding="utf-8")).position()


def played(game: coven.Game, players: int, seed: int, **options: Any) -> Iterator[coven.Position]:
    """The positions of a game of random moves."""
    position = game.new(players, seed=seed, **options)
    rng = random.Random(seed)
    while not position.over:
        yield position
        position.play(rng.choice(position.legal))
    yield position


def drawn(position: coven.Position, seat: int | None, width: int = 120, height: int | None = None) -> str:
    lines = screen.draw(
        position.view(seat),
        names=WHO[: position.players],
        expected=[0] * position.players,
        lang="en",
        width=width,
        height=height,
        offered=position.legal,
    )
    return "\n".join(line.plain for line in lines)


# -- whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "lines", "options"),
    [
        ("120", "40", ["--players", "1"]),
        ("80", "24", ["--mode", "solo", "--harder"]),
        ("80", "24", ["--players", "2"]),
        ("120", "40", ["--mode", "expert", "--players", "3"]),
        ("120", "40", ["--mode", "coop", "--harder", "--players", "4"]),
        ("40", "10", ["--mode", "coop", "--ask-all"]),
        ("100", "30", ["--seats", "me=Ada,me=Ben,random,me=Cleo"]),
    ],
)
def test_a_game_by_numbers(
    columns: str,
    lines: str,
    options: list[str],
    home: Path,
    answer: Callable[[Answer], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Out,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    answer(numbers(4))
    path = home / "g.coven"
    assert cli.main(["play", "witches", "--seed", "5", "--save", str(path), *options]) == 0
    out = capsys.readouterr().out
    record = coven.read(path.read_text(encoding="utf-8"))
    last = record.check()
    assert last.over
    end = " ".join(out.rpartition("─ The end ")[2].split())
    assert "(easy problems)" in end
    for seat, score in enumerate(last.scores):
        sources = last.sources(seat)
        assert sum(sources.values()) == score
        assert f": {score}{' = ' if sources else ' '}" in end
        assert all(f"{abs(worth)} ({source})" in end for source, worth in sources.items())
    assert max(len(line) for line in out.splitlines()) <= max(200, int(columns))


def test_a_game_by_notation_with_luck_typed_in(
    home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    path = home / "g.coven"
    rng = random.Random(2)
    answer(lambda question: rng.choice(position_in(path).legal).text if question == "> " else "")
    argv = ["play", "witches", "--seats", "me=Ada,me=Ben", "--chance", "manual", "--save", str(path)]
    assert cli.main(argv) == 0
    assert position_in(path).over


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--mode", "solo", "--players", "2"], "solo"),
        (["--mode", "coop", "--players", "1"], "coop"),
        (["--harder"], "harder"),
        (["--handicap", "3"], "no option handicap"),
        (["--players", "5"], "1 to 4 players"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], told: str, capsys: Out) -> None:
    assert cli.main(["play", "witches", *options]) == 2
    assert told in capsys.readouterr().err


def test_resume_and_replay(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    path = home / "g.coven"
    answer(script())
    assert cli.main(["play", "witches", "--mode", "coop", "--seed", "6", "--save", str(path)]) == 0
    rng = random.Random(3)
    while not position_in(path).over:
        before = len(coven.read(path.read_text(encoding="utf-8")))
        answer(script(rng.choice(position_in(path).legal).text))
        assert cli.main(["resume", str(path)]) == 0
        assert len(coven.read(path.read_text(encoding="utf-8"))) > before
    last = len(coven.read(path.read_text(encoding="utf-8")))
    capsys.readouterr()
    answer(script("n", "p", "40", "e", "q"))
    assert cli.main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert f"Action 40 of {last}" in out
    assert "Lancre Caves" in out
    assert cli.main(["replay", str(path), "--at", "40", "--seat", "0"]) == 0


@pytest.mark.parametrize(
    ("argv", "told"),
    [(["rules", "witches", "--rule", "tw-p6"], "TW-P6"), (["components", "witches"], "no fault")],
)
def test_rules_and_components(argv: list[str], told: str, capsys: Out) -> None:
    assert cli.main(argv) == 0
    assert told in capsys.readouterr().out


# -- moves that are made unasked -----------------------------------------------------------------------------


def test_only_real_choices_are_asked(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    path = home / "g.coven"
    sizes: list[int] = []
    rng = random.Random(5)

    def reply(_: str) -> str:
        legal = position_in(path).legal
        sizes.append(len(legal))
        return "log" if len(sizes) % 20 == 0 else rng.choice(legal).text

    answer(reply)
    assert cli.main(["play", "witches", "--mode", "solo", "--seed", "9", "--save", str(path)]) == 0
    assert min(sizes) > 1
    assert "nothing else could be done" in capsys.readouterr().out
    asked = len(sizes)
    path.unlink()
    assert (
        cli.main(["play", "witches", "--mode", "solo", "--seed", "9", "--save", str(path), "--ask-all"]) == 0
    )
    assert sizes[asked:].count(1) > 0


def test_undo_goes_back_to_a_choice(
    game: coven.Game, home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    """A move made unasked after a choice is taken back with it."""
    for seed in range(20):
        position = game.new(1, seed=seed, names=["Ada"])
        rng = random.Random(seed)
        while not position.over:
            if len(position.legal) > 1:
                for move in position.legal:
                    after = position.copy().play(move)
                    forced = after.actor == 0 and after.can_undo(0) and len(after.legal) == 1
                    later = after.copy().play(after.legal[0]) if forced else after
                    if forced and not later.over and later.can_undo(0) and len(later.legal) > 1:
                        path = home / "g.coven"
                        position.record().save(path)
                        answer(script(move.text, "undo"))
                        assert cli.main(["resume", str(path)]) == 0
                        assert position_in(path) == position
                        return
            position.play(rng.choice(position.legal))
    pytest.fail("no such position came up")


# -- the menu ------------------------------------------------------------------------------------------------


def every_level(choices: list[Choice]) -> Iterator[list[Choice]]:
    yield list(opened(choices))
    for choice in choices:
        if choice.inside:
            yield from every_level(list(choice.inside))


@pytest.mark.parametrize(("players", "mode"), [(1, "solo"), (2, "expert"), (3, "coop"), (4, "competitive")])
def test_the_menu_offers_exactly_the_legal_moves(players: int, mode: str, game: coven.Game) -> None:
    position = game.new(players, chance="manual", mode=mode)
    rng = random.Random(players)
    while not position.over:
        view = position.view(None if position.actor == coven.CHANCE else position.actor)
        choices = offered(view, position.legal, "en")
        assert sorted(move.id for move in leaves(choices)) == position.legal.ids.tolist()
        for level in every_level(choices):
            assert len(level) <= 30
            for number, choice in enumerate(level, 1):
                assert choice.label
                assert bool(choice.inside) != (choice.move is not None)
                assert walk(level, str(number)) is choice
                if choice.key:
                    assert walk(level, choice.key) is choice
        position.play(rng.choice(position.legal))


def test_a_card_shows_the_chance_it_would_give(game: coven.Game) -> None:
    """What the menu promises for a symbol is what the rules say once it is played."""
    checked = 0
    for seed in range(12):
        for position in played(game, 2, seed):
            if position.over or position.actor is None:
                continue
            choices = offered(position.view(position.actor), position.legal, "en")
            menu = {choice.move.text: choice.label for choice in choices if choice.move}
            for move in position.legal:
                if move.text.split()[0] in ("headology", "magic"):
                    chance = say.odds(game, position.copy().play(move).view(position.actor).state)
                    assert chance is not None
                    assert menu[move.text].endswith(f"→ {round(100 * chance)} %")
                    checked += 1
            chance = say.odds(game, position.view(position.actor).state)
            for text in ("roll", "face"):
                if chance is not None and text in menu:
                    assert f"({round(100 * chance)} %)" in menu[text]
    assert checked > 20


def test_chances_are_counted() -> None:
    assert likely(0, 0) == 1
    assert likely(1, 0) == 0
    assert likely(12, 2) == pytest.approx(1 / 36)
    assert likely(2, 1) == pytest.approx(5 / 6)
    assert likely(24, 4) == pytest.approx(6**-4)


# -- the drawings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_drawings_fit(players: int, game: coven.Game) -> None:
    for number, position in enumerate(played(game, players, 6)):
        if number % 5:
            continue
        for width, height in ((120, 30), (80, 16), (100, 50), (60, 20), (160, 45)):
            lines = drawn(position, position.actor, width, height).splitlines()
            assert max(len(line) for line in lines) <= width
            assert len(lines) <= height
        assert drawn(position, None)


def test_every_place_problem_and_witch_is_on_the_map(game: coven.Game) -> None:
    for number, position in enumerate(played(game, 3, 8)):
        if number % 7:
            continue
        state = position.view(None).state
        text = drawn(position, None, 120)
        for place in ("Slippery Hollow", "Lancre Bridge", "Castle, south", "Dungeon"):
            assert place in text
        for seat, letter in enumerate("oct"):
            assert int(state.at[seat]) < 0 or f"▲{letter}" in text
        sealed = sum(int(kind) == UNKNOWN for kind in state.tile[:SPACES])
        assert text.count("?") >= sealed


@pytest.mark.parametrize("lang", ["en", "de", "fr", "hu", "pt"])
@pytest.mark.parametrize("most", [9, 10, 11, 16])
def test_short_names_are_short_and_differ(lang: str, most: int, game: coven.Game) -> None:
    desk = Desk(game.new(1, seed=1).view(0), ["Ada"], words(lang), 0)
    problems = [say.problem(game, kind, desk.say) for kind in range(KINDS)]
    for called in (
        [desk.place(space, most) for space in range(SPACES)],
        [desk.location(place, most) for place in range(len(desk.locations))],
        [shortened(problems, kind, most) for kind in range(KINDS)],
    ):
        assert max(map(len, called)) <= most
        assert len(set(called)) == len(called)


def test_the_map_speaks_one_language(game: coven.Game) -> None:
    view = game.new(2, seed=5).view(0)
    lines = screen.draw(view, names=WHO[:2], expected=[0, 0], lang="de", width=80, height=16)
    text = "\n".join(line.plain for line in lines)
    assert all(name in text for name in ("Stadt 1", "Schloss 2", "Brücke", "Höhlen"))
    assert not [name for name in ("Town", "Castle", "Bridge", "Caves", "Limb", "Pig") if name in text]


def test_every_box_is_shown_on_a_narrow_screen(game: coven.Game) -> None:
    for lang in ("en", "de", "fr", "hu", "pt"):
        desk = Desk(game.new(2, seed=5).view(0), WHO[:2], words(lang), 0)
        lines = [line.plain for line in stock(desk, 80)]
        assert max(map(len, lines)) <= 80
        for box in boxes(desk):
            assert any(box.plain in line for line in lines)


def test_a_hand_is_shown_to_its_owner_alone(game: coven.Game) -> None:
    position = game.new(2, seed=4)
    while not all(position.view(seat).state.cards[seat] for seat in (0, 1)):
        position.play(position.legal[0])
    cards = game.components.data["cards"]["list"]
    hand = int(position.view(0).state.hand[0])
    single = [card["name"] for i, card in enumerate(cards) if hand >> i & 1 and not card.get("power")]
    assert single
    for name in single:
        assert name[:20] in drawn(position, 0)
        assert name not in drawn(position, 1)
        assert name not in drawn(position, None)


def test_seats_are_told_apart_without_colour(game: coven.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = io.StringIO()
    console = Console(file=out, width=120, force_terminal=True, color_system="truecolor")
    position = game.new(2, seed=6)
    while not position.over and int(position.view(0).state.at[1]) < 0:
        position.play(position.legal[0])
    for line in screen.draw(
        position.view(0), names=WHO[:2], expected=[0, 0], lang="en", width=120, height=30
    ):
        console.print(line, markup=False)
    assert "\x1b[38" not in out.getvalue()


def test_sections_and_commands(home: Path, answer: Callable[[Answer], None], capsys: Out) -> None:
    answer(script("1", "1", "?", "log", "view", "map", "hand", "table", "moves", "undo", "quit"))
    assert cli.main(["play", "witches", "--mode", "solo", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    for word in ("Solved problems", "Supply", "Hand of Owl", "the Power of Three", "what every player has"):
        assert word in out


@pytest.mark.parametrize("lang", ["de", "fr", "hu", "pt"])
def test_every_language_can_be_played(
    lang: str, home: Path, answer: Callable[[Answer], None], capsys: Out
) -> None:
    answer(numbers(1))
    assert cli.main(["play", "witches", "--mode", "solo", "--seed", "3", "--lang", lang]) == 0
    assert len(capsys.readouterr().out) > 1000
