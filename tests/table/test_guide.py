"""The guided first games: their lessons are sound, come up as one plays, tell nothing hidden, and are kept as read."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

import coven
from coven.bots import bot
from coven.core.position import CHANCE, Position
from coven.table.about_phrases import ABOUT
from coven.table.guide import LESSONS, BadLessons, When, _Seen, lesson, lessons, read
from tests.table.inside import Inside
from tests.table.sitting import Sitting

GUIDED = [{"kind": "human", "name": "Ada"}, {"kind": "bot"}]
# What a learner has surely met by the end of a game, in this order.
COURSE = {
    "witchstone": ["welcome", "table", "tower", "groups", "place", "next-turn", "scoring", "end"],
    "witches": ["welcome", "map", "trainee", "begin", "new-problem", "move", "first-dice", "draw", "end"],
}
MOST_SENTENCES, MOST_LETTERS = 3, 205
FEWEST = 15  # lessons of a whole game
PAGE = "page:"  # before what stands beside the picture
ENOUGH = 12  # games in which everything a lesson is about is drawn


TAUGHT = pytest.mark.parametrize("name", [name for name in coven.games() if lessons(name)])


def game_of(name: str, seed: int) -> Iterator[Position]:
    """A game between a greedy learner and a light bot, at every point where somebody is asked, and its end."""
    position = coven.load(name).new(2, chance="manual")
    luck = random.Random(seed)
    players = (bot("greedy", seed), bot("light", seed))
    while not position.over:
        if position.actor == CHANCE:
            moves, weights = zip(*position.chances, strict=True)
            position.play(luck.choices(moves, weights)[0])
            continue
        yield position
        assert position.actor is not None
        position.play(players[position.actor].choose(position.view(position.actor)))
    yield position


def course(name: str, seed: int) -> Iterator[tuple[Position, dict[str, Any]]]:
    """The lessons of a learner who reads what she is shown, each when it first comes up.

    One that waits for a move is the same lesson still when others were read before the move was made.
    """
    done: set[str] = set()
    waiting = ""
    for position in game_of(name, seed):
        while (told := lesson(position.view(0), done)) is not None:
            if told["next"]:
                yield position, told
                done.add(told["id"])
                continue
            if told["id"] != waiting:
                yield position, told
                waiting = told["id"]
            break


def drawn(position: Position) -> set[str]:
    """What a lesson can point at in the learner's picture."""
    svg = position.view(0).svg()
    parts = re.findall(r'data-part="(\w+)"(?: data-seat="(\d)")?', svg)
    return {
        *re.findall(r'data-key="([^"]+)"', svg),
        *(f"part:{part}" for part, _ in parts),
        *(f"part:{part}:{seat}" for part, seat in parts if seat),
    }


# -- the files -----------------------------------------------------------------------------------------------------


@TAUGHT
def test_lessons_are_few_and_short(name: str) -> None:
    listed = lessons(name)
    assert len(listed) <= 23
    assert len(listed) >= 12 or name not in COURSE
    for one in listed:
        assert len(re.findall(r"[.!?](?: |$)", one.text)) <= MOST_SENTENCES, one.id
        assert len(one.text) <= MOST_LETTERS, one.id
        assert not re.search(r"[{}]|  ", one.title + one.text), one.id


@pytest.mark.parametrize("name", COURSE)
def test_a_course_ends_with_how_points_are_made(name: str) -> None:
    *_, know, end = listed = lessons(name)
    assert [one.id for one in listed if one.final] == [know.id, end.id]
    assert know.text.startswith("Points come from")
    assert not know.when.over  # nobody has to play on to know the game
    assert end.when.over


@pytest.mark.parametrize("name", COURSE)
def test_a_course_is_done_rather_than_read(name: str) -> None:
    """At nearly every step there is a move to make or a thing to touch, and several moves are suggested."""
    listed = lessons(name)
    assert [one.id for one in listed if one.next and not one.touch] == ["welcome", "end"]
    does = [one for one in listed if not one.next or (one.touch[:1] and one.touch[0].startswith(PAGE))]
    assert len(does) > len(listed) / 2
    assert sum(one.suggest for one in listed) >= 5


@TAUGHT
def test_what_a_lesson_points_at_is_in_the_picture(name: str) -> None:
    keys = {key.replace("{seat}", "0") for one in lessons(name) for key in one.touch}
    missing = {key for key in keys if not key.startswith(PAGE)}
    assert {key.removeprefix(PAGE) for key in keys - missing} <= {key.removeprefix("about.") for key in ABOUT}
    waits = {verb for one in lessons(name) for asked in one.when.verbs for verb in asked.split()}
    for position in chain.from_iterable(game_of(name, seed) for seed in range(ENOUGH)):
        if waits & {move.text.split()[0] for move in position.view(0).legal}:
            missing -= drawn(position)
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("name", COURSE)
def test_a_lesson_on_taking_back_comes_where_that_can_be_done(name: str) -> None:
    asked = When(back=True)
    told = [(_Seen(p.view(0)).holds(asked), p.can_undo(0) and not p.over) for p in game_of(name, 3)]
    assert all(comes is can for comes, can in told)
    assert {can for _, can in told} == {False, True}
    for one in lessons(name):
        assert one.when.back == (f"{PAGE}undo" in one.touch), one.id


GOOD = {"id": '"new"', "title": '"New"', "text": '"Something new."', "next": "true"}


@pytest.mark.parametrize(
    ("faults", "problem"),
    [
        ({"text": '""'}, "lesson new: text"),
        ({"text": '"No end"'}, "lesson new: text"),
        ({"title": None}, "lesson new: title: Field required"),
        ({"id": None}, "lesson 1: id: Field required"),
        ({"colour": '"red"'}, "lesson new: colour"),
        ({"when": '{ verbs = ["sing"] }'}, "lesson new: Witchstone has no move 'sing'"),
        ({"when": "{ did = { place = 0 } }"}, "lesson new: when.did.place"),
        ({"when": "{ least = { courage = 1 } }"}, "lesson new: Witchstone has no fact 'courage'"),
        ({"when": "{ own = { turn = 1 } }"}, "lesson new: of 'turn' not every seat has a share of its own"),
        ({"next": "false"}, "lesson new: it waits for a move"),
        ({"suggest": "true"}, "lesson new: with next = true"),
    ],
)
def test_a_fault_is_named_with_its_lesson(faults: dict[str, str | None], problem: str) -> None:
    entry = "\n".join(f"{key} = {value}" for key, value in {**GOOD, **faults}.items() if value is not None)
    with pytest.raises(BadLessons, match=re.escape(problem)):
        read(f"[[lesson]]\n{entry}\n", coven.load("witchstone"))


def test_a_file_of_lessons_holds_lessons_each_once() -> None:
    game = coven.load("witchstone")
    entry = "[[lesson]]\n" + "\n".join(f"{key} = {value}" for key, value in GOOD.items()) + "\n"
    assert [one.id for one in read(entry, game)] == ["new"]
    for text, problem in (
        (entry * 2, "lesson new: there is another lesson of that id"),
        (f"name = 'x'\n{entry}", "must hold"),
        ("[[lesson", LESSONS),
    ):
        with pytest.raises(BadLessons, match=re.escape(problem)):
            read(text, game)


# -- learning by playing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@TAUGHT
def test_a_game_teaches_each_thing_once_and_in_order(name: str, seed: int) -> None:
    met = []
    for position, told in course(name, seed):
        met.append(told["id"])
        assert told["number"] <= told["of"] == len(lessons(name))
        beside = any(key.startswith(PAGE) for key in told["touch"])
        assert not told["touch"] or beside or drawn(position) & {*told["touch"]}, told["id"]
        if not told["next"]:
            assert position.actor == 0, told["id"]
    assert len(met) == len(set(met)) > 0
    if name in COURSE:
        assert len(met) >= FEWEST
        assert [id for id in met if id in COURSE[name]] == COURSE[name]


@TAUGHT
def test_lessons_know_only_what_the_learner_knows(name: str) -> None:
    some = random.Random(4)
    ids = [one.id for one in lessons(name)]
    for number, position in enumerate(game_of(name, 3)):
        if number % 9 == 0:
            done = set(some.sample(ids, some.randrange(len(ids))))
            other = position.view(0).sample(number)
            assert lesson(position.view(0), done, "de") == lesson(other.view(0), done, "de")


def test_a_lesson_waits_for_its_move_and_returns_with_undo() -> None:
    done = {"welcome", "table"}
    position = next(p for p in game_of("witchstone", 1) if p.actor == 0)
    before = lesson(position.view(0), done)
    assert before is not None
    assert (before["id"], before["next"], before["number"]) == ("tower", False, 3)
    position.play(position.legal[0])
    after = lesson(position.view(0), done)
    assert after is None or after["id"] != "tower"
    position.undo()
    assert lesson(position.view(0), done) == before


def test_a_lesson_that_is_read_is_not_told_again() -> None:
    view = coven.load("witches").new(2, seed=1).view(0)
    first, second = lesson(view, []), lesson(view, ["welcome"])
    assert first is not None
    assert second is not None
    assert [first["id"], second["id"]] == ["welcome", "map"]
    assert [first["number"], second["number"]] == [1, 2]


# -- at a table ----------------------------------------------------------------------------------------------------


def seen(table: Sitting, seat: int | None = 0, query: str = "") -> dict[str, Any]:
    answer = table.get(f"/sight?{query}", seat)
    assert answer.status == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def read_on(table: Sitting) -> dict[str, Any] | None:
    """Read until a lesson waits for a move, or there is none; the bot may have to move first."""
    while (state := table.look())["actor"] != 0 and not state["over"]:
        pass
    while (told := seen(table)["lesson"]) is not None and told["next"]:
        assert table.post("/lesson", {"lesson": told["id"]}, 0).status == 200
    return told


@pytest.fixture
def table(room: Inside) -> Sitting:
    return Sitting(room, "witchstone", GUIDED, guide=True)


def test_a_guided_table_has_a_gentle_bot(table: Sitting) -> None:
    assert table.look()["table"]["seats"][1]["bot"] == "pipkin"
    assert table.look()["table"]["guide"]


def test_only_the_learner_is_taught_and_only_now(table: Sitting, room: Inside) -> None:
    assert seen(table)["lesson"]["id"] == "welcome"
    assert "lesson" not in seen(table, None)
    assert "lesson" not in seen(table, 0, "at=0")
    assert "lesson" not in seen(Sitting(room, "witchstone", GUIDED))


def test_a_move_is_suggested_where_one_would_be_lost(table: Sitting) -> None:
    told = read_on(table)
    assert told is not None
    advice = told["suggest"]
    assert told["id"] == "tower"
    assert advice["move"] in [move["text"] for move in table.look(0)["legal"]]
    assert advice["label"] in advice["said"]
    assert told["touch"] == advice["touch"] == [f"place:{advice['move'].split()[1]}"]
    assert table.act(0, advice["move"]).status == 200
    told = seen(table)["lesson"]
    assert told is None or told["id"] != "tower"


def test_reading_is_told_to_the_other_devices(table: Sitting) -> None:
    socket = table.live(0)
    assert table.post("/lesson", {"lesson": "welcome"}, 0).json() == {"lesson": "welcome"}
    table.room.run(socket.until(type="lesson"))


@pytest.mark.parametrize(
    ("body", "seat", "code"),
    [
        ({"lesson": "welcome"}, None, (403, "forbidden")),
        ({"lesson": "nonsense"}, 0, (422, "bad_option")),
        ({"lesson": 1}, 0, (400, "bad_request")),
        ({"lesson": "x" * 100}, 0, (413, "too_large")),
        ({}, 0, (400, "bad_request")),
    ],
)
def test_what_cannot_be_read(
    table: Sitting, body: dict[str, Any], seat: int | None, code: tuple[int, str]
) -> None:
    assert table.post("/lesson", body, seat).refused == code
    assert seen(table)["lesson"]["id"] == "welcome"


def test_there_is_nothing_to_read_in_other_games(room: Inside) -> None:
    assert Sitting(room).post("/lesson", {"lesson": "welcome"}, 0).refused == (422, "bad_option")


@TAUGHT
def test_what_was_read_is_kept(inside: Callable[..., Inside], name: str) -> None:
    table = Sitting(inside(), name, GUIDED, guide=True)
    told = read_on(table)
    table.room = inside()  # another process, which loads the table anew
    again = seen(table)["lesson"]
    assert (told and told["id"]) == (again and again["id"])
    first = lessons(name)[0].id
    assert table.post("/lesson", {"lesson": first}, 0).status == 200  # a second time does no harm
    assert (seen(table)["lesson"] or {}).get("id") == (told and told["id"])
