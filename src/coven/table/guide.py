"""The first guided game: lessons that come up as a learner plays, each chosen from the seat's view alone.

A game's `lessons.toml` lists them in the order they are learnt; the first whose condition holds and that is not over
yet is shown. One with `next` is over when it has been read. One without waits for a move: it shows while its condition
holds, and is over once the learner has made such a move (`until`, or one of the verbs it waits for) after those of
`did`.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError

from coven.bots.levels import FIRST
from coven.core.errors import CovenError
from coven.core.language import words
from coven.core.registry import load, tell
from coven.core.seats import SEATS
from coven.table.refusals import Refusal
from coven.table.worker_pool import HINT

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.position import Position
    from coven.core.view import View
    from coven.table.match import Match
    from coven.table.page_types import AdviceShown, ChoiceShown, LessonShown
    from coven.table.server import Server

LESSONS = "lessons.toml"
COMPANION = FIRST  # plays the other seats where no bot is asked for
ADVISER = "search:iters=500"
SEED = 1  # the same advice whenever the same view is looked at
PATIENCE = 1.5  # seconds that a page waits for advice; it can do without

Word = Annotated[StrictStr, Field(pattern=r"^\S+$")]
Count = Annotated[int, Field(ge=1, strict=True)]


class BadLessons(CovenError):
    """A file of lessons that can't be used."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class When(_Part):
    """When a lesson comes up: all of this holds."""

    verbs: tuple[StrictStr, ...] = ()  # one of these can be done now; "to stay" asks for both
    did: dict[Word, Count] = {}  # the learner has made so many moves of each verb
    happened: tuple[Word, ...] = ()  # the log has a line with one of these verbs, whoever's
    least: dict[Word, Count] = {}  # so much in all of a fact of the state
    own: dict[Word, Count] = {}  # so much of a fact of which each seat has a share is the learner's
    back: bool = False  # the learner's last move can be taken back
    over: bool = False  # the game is over


class Lesson(_Part):
    """A thing to learn."""

    id: Word
    title: Annotated[StrictStr, Field(pattern=r"^\S.*[^\s.]$")]
    text: Annotated[StrictStr, Field(pattern=r"^\S.*[.!?]$")]
    when: When = When()
    until: dict[Word, Count] = {}  # the moves it waits for; any of them will do
    # What it is about: data-keys of the picture, or part: and a data-part, and after another : whose; {seat} is the
    # learner. Or page: and what a button of the page is called in about_phrases.
    touch: tuple[StrictStr, ...] = ()
    next: bool = False  # it waits for no move
    suggest: bool = False  # a move is suggested with it
    final: bool = False  # with it one knows the game

    @property
    def awaited(self) -> Mapping[str, int]:
        """The moves that end it, each with how many of them."""
        return self.until or {verb: 1 for asked in self.when.verbs for verb in asked.split()}


# -- reading the files ---------------------------------------------------------------------------------------------


@cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """A game's lessons, in order; a game may have none. Those that can't be used are told of and left out."""
    game = load(name)
    path = game.definition.folder / LESSONS
    try:
        return read(path.read_text(encoding="utf-8"), game) if path.exists() else ()
    except BadLessons as problem:
        tell(problem)
    except (OSError, UnicodeError) as problem:
        tell(BadLessons(f"{game.name}, {LESSONS}: {problem}"))
    return ()


def read(text: str, game: Game) -> tuple[Lesson, ...]:
    """Lessons from their file; BadLessons names the lesson and what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadLessons(f"{game.name}, {LESSONS}: {problem}") from None
    listed = data.get("lesson")
    if set(data) != {"lesson"} or not isinstance(listed, list):
        raise BadLessons(f"{game.name}, {LESSONS}: must hold [[lesson]] tables and nothing else")
    found: list[Lesson] = []
    for number, entry in enumerate(listed, 1):
        name = entry.get("id", number) if isinstance(entry, dict) else number
        where = f"{game.name}, {LESSONS}, lesson {name}"
        try:
            lesson = Lesson.model_validate(entry)
        except ValidationError as problem:
            first = problem.errors(include_url=False, include_context=False)[0]
            raise BadLessons(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        for fault in _faults(lesson, game, [known.id for known in found]):
            raise BadLessons(f"{where}: {fault}")
        found.append(lesson)
    return tuple(found)


def _faults(lesson: Lesson, game: Game, earlier: Collection[str]) -> Iterator[str]:
    """What a lesson says that the game does not know."""
    when = lesson.when
    verbs = {text.split()[0] for text in game.moves.texts(game.components.data) if text is not None}
    asked = {verb for some in when.verbs for verb in some.split()}
    for verb in sorted({*asked, *when.did, *when.happened, *lesson.until} - verbs):
        yield f"{game.title} has no move {verb!r}"
    for fact in sorted({*when.least, *when.own} - set(game.dtype.names or ())):
        yield f"{game.title} has no fact {fact!r}"
    for fact in sorted(set(when.own) & set(game.dtype.names or ())):
        if game.dtype[fact].shape[:1] != (SEATS,):
            yield f"of {fact!r} not every seat has a share of its own"
    if lesson.id in earlier:
        yield "there is another lesson of that id"
    if not lesson.next and not when.verbs:
        yield "it waits for a move, so it must say in when.verbs which; or set next = true"
    if lesson.next and (lesson.until or lesson.suggest):
        yield "with next = true it waits for no move: until and suggest are for others"


# -- which lesson it is --------------------------------------------------------------------------------------------


class _Seen:
    """What of a view the conditions ask for."""

    def __init__(self, view: View) -> None:
        log = [(entry.actor, entry.text.split()[0]) for entry in view.log]
        self.view = view
        self.offered = {move.text.split()[0] for move in view.legal}
        self.own = [verb for actor, verb in log if actor == view.seat]
        self.did = Counter(self.own)
        self.happened = {verb for _, verb in log}
        self.back = bool(log) and log[-1][0] == view.seat and not view.over  # as Position.can_undo

    def amount(self, fact: str) -> int:
        """How much of a fact there is in all."""
        return int(np.sum(self.view.state[fact]))

    def share(self, fact: str) -> int:
        """How much of it is the seat's."""
        return int(np.sum(self.view.state[fact][self.view.seat]))

    def holds(self, when: When) -> bool:
        return (
            (not when.verbs or any(self.offered.issuperset(some.split()) for some in when.verbs))
            and self.did >= Counter(when.did)
            and (not when.happened or not self.happened.isdisjoint(when.happened))
            and all(self.amount(fact) >= n for fact, n in when.least.items())
            and all(self.share(fact) >= n for fact, n in when.own.items())
            and (self.back or not when.back)
            and (self.view.over or not when.over)
        )

    def passed(self, lesson: Lesson) -> bool:
        """Whether the move a lesson waits for has been made since it could come up."""
        if lesson.next:
            return False
        missing, since = Counter(lesson.when.did), Counter[str]()
        for verb in self.own:
            if missing:
                missing -= Counter([verb])  # what comes to nothing falls out
            else:
                since[verb] += 1
        return any(since[verb] >= n for verb, n in lesson.awaited.items())


def current(view: View, read: Collection[str]) -> Lesson | None:
    """The lesson for a view, given those that have been read."""
    seen = _Seen(view)
    for lesson in lessons(view.game.name):
        if lesson.id not in read and not seen.passed(lesson) and seen.holds(lesson.when):
            return lesson
    return None


def lesson(view: View, read: Collection[str], lang: str = "en") -> LessonShown | None:
    """The lesson for a seat's view as a page shows it, or None. `number` counts on from those that are over."""
    lesson = current(view, read)
    if lesson is None:
        return None
    say, seen, listed = words(lang), _Seen(view), lessons(view.game.name)
    over = sum(other.id in read or seen.passed(other) for other in listed)
    return {
        "id": lesson.id,
        "title": say(lesson.title),
        "text": say(lesson.text),
        "touch": [key.replace("{seat}", str(view.seat)) for key in lesson.touch],
        "next": lesson.next,
        "final": lesson.final,
        "suggest": None,
        "number": over + 1,
        "of": len(listed),
    }


# -- at a table ----------------------------------------------------------------------------------------------------


async def shown(
    server: Server,
    match: Match,
    position: Position,
    seat: int,
    lang: str,
    choices: Sequence[ChoiceShown],
) -> LessonShown | None:
    """What a guided table tells a learner, with the move it suggests where one would be lost."""
    view = position.view(seat)
    told = lesson(view, match.metadata.read.get(seat, ()), lang)
    if told is not None and choices and _by_id(match.game)[told["id"]].suggest:
        told["suggest"] = await _advice(server, view, lang, choices)
        told["touch"] = told["suggest"]["touch"] if told["suggest"] else told["touch"]
    return told


async def _advice(
    server: Server, view: View, lang: str, choices: Sequence[ChoiceShown]
) -> AdviceShown | None:
    """A good move and what to touch for it, one after another; None if nobody answers soon."""
    try:
        async with asyncio.timeout(PATIENCE):
            move = view.legal.by_id(await server.bot_service.choose(view, ADVISER, SEED, HINT))
    except TimeoutError:
        return None
    label = move.label(lang)
    return {
        "move": move.text,
        "label": label,
        "said": words(lang)("A good choice: {move}", move=label),
        "touch": [node["touch"] for node in _way(choices, move.id) if node["touch"]],
    }


def _way(choices: Sequence[ChoiceShown], move: int) -> list[ChoiceShown]:
    """The choices that lead to a move."""
    for node in choices:
        if node["move"] == move:
            return [node]
        if way := _way(node["inside"], move):
            return [node, *way]
    return []


async def mark_read(server: Server, match: Match, seat: int, id: str) -> None:
    """Keep that a learner has read a lesson."""
    if not match.metadata.guide:
        raise Refusal("bad_option", "this is not a guided game")
    if id not in _by_id(match.game):
        raise Refusal("bad_option", f"there is no lesson {id!r}")

    async with match.lock:
        await server.matches.update_metadata(match, lambda _, metadata: metadata.with_lesson_read(seat, id))
    server.broadcast.tell_lesson(match)


def _by_id(game: Game) -> dict[str, Lesson]:
    return {lesson.id: lesson for lesson in lessons(game.name)}
