"""Whose turn it is and what is asked, with the dice and what is under way."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import square_touch
from coven.games.witches import names
from coven.games.witches.moves import TRAINEE_IDS
from coven.games.witches.picture import problems
from coven.games.witches.picture.dice import Tried, attempt, dice
from coven.games.witches.picture.scene import Scene, lines_of
from coven.games.witches.say import move_prompt
from coven.games.witches.setup import CHOOSING
from coven.games.witches.state import ATTEMPT, ELF, MOVE, SETUP, TRAINEES, TURN, UNKNOWN
from coven.games.witches.turn import BEFORE

SIZE = (330.0, 208.0)
# From one trainee to the next, and her frame: the glow of one must not touch the other.
ROW, HIGH = 40.0, 34.0
# What a trainee brings; Dimity is on her way first.
TILES = ("effect-10", "symbol-1", "problem-1", "symbol-2")


def sentence(scene: Scene) -> str:
    """The decision asked for now."""
    s, say = scene.state, scene.say
    if int(s.over):
        return names.ending(int(s.over), say)
    d = int(s.depth) - 1
    if d < 0:
        return say("The game begins")
    kind, phase = int(s.frame_kind[d]), int(s.frame_phase[d])
    if kind == SETUP and phase == CHOOSING:
        return say("Choose a trainee")
    if kind == TURN and phase == BEFORE:
        return say("Before the new problem")
    if kind == MOVE:
        return move_prompt(s, d, say)
    if kind == ATTEMPT:
        return names.attempt(phase, say)
    return names.question(kind, say)


def tried(scene: Scene) -> Tried | None:
    """The problem being attempted, if it can be seen."""
    space = scene.attempt()
    kind = scene.shown()[space] if space >= 0 else -1
    if not 0 <= kind < UNKNOWN:
        return None
    return Tried(kind, scene.state.crisis[space], scene.display_bonus(scene.state.active))


def outlook(scene: Scene) -> tuple[int, int] | None:
    """The problems still to come and the elves face up, where nothing else is told."""
    s, failure = scene.state, scene.tables.failure
    if s.placing >= 0 or scene.marks.trainees or tried(scene):
        return None
    elves = sum(
        up and kind >= 0 and failure[kind] == ELF for kind, up in zip(scene.shown(), s.face_up, strict=True)
    )
    return sum(s.box_easy) + sum(s.box_hard), elves


def taken(scene: Scene) -> frozenset[int]:
    """The trainees that are somebody's, while they are chosen."""
    return frozenset(scene.state.trainee[: scene.players] if scene.marks.trainees else ())


def _trainees(scene: Scene, x: float, y: float, w: float) -> str:
    """The trainees to choose from, and what each brings."""
    p, s, say = scene.palette, scene.state, scene.say
    parts = []
    for k in range(TRAINEES):
        top = y + ROW * k
        may = k in scene.marks.trainees
        name, brings = names.trainee(k, say), names.own_tile(k, say)
        parts.append(
            art.el(
                "g",
                art.tip(say("{what}: {more}", what=name, more=brings)),
                square_touch(x, top - (ROW - HIGH) / 2, w, ROW),
                art.rect(
                    x,
                    top,
                    w,
                    HIGH,
                    7,
                    p.light,
                    stroke=p.glow if may else p.line,
                    stroke_width=2.0 if may else 0.8,
                ),
                scene.icon(TILES[k], x + 20, top + 17, 22, p.line, p.light),
                art.words_at(x + 40, top + 15, name, 15, p.quiet if k in s.taken else p.text),
                art.words_at(x + 40, top + 29.5, brings, 14, p.quiet, font_style="italic"),
                data_key=f"trainee:{TRAINEE_IDS[k]}",
                data_glow="framed",
                data_trainee=TRAINEE_IDS[k],
                data_legal=1 if may else None,
            )
        )
    return art.el("g", *parts, data_part="trainees")


def _arriving(scene: Scene, kind: int, x: float, y: float) -> str:
    """The tile of phase 1, before it has its place."""
    p, say = scene.palette, scene.say
    hidden = kind == UNKNOWN
    tile = (
        problems.sealed(scene, x + 31, y + 31, 62)
        if hidden
        else problems.face(scene, kind, x + 31, y + 31, 62)
    )
    name = say("A hard problem") if hidden else names.problem(scene.components, kind, say)
    return art.el(
        "g",
        art.tip(scene.problem_tip(kind)),
        art.el("g", tile, data_thing=problems.thing(scene, kind)),
        art.words_at(x + 78, y + 28, name, 19, p.text),
        art.words_at(x + 78, y + 49, say("seeks a place"), 16, p.quiet, font_style="italic"),
        data_part="arriving",
        data_problem=problems.code(scene, kind),
    )


def _outlook(scene: Scene, x: float, y: float) -> str:
    """How long the game still lasts, and the elves that would end it."""
    p, s, say = scene.palette, scene.state, scene.say
    left, elves = s.outlook
    said = (
        say("The last turn")
        if int(s.last)
        else say.plural("{n} problem still to come", "{n} problems still to come", left)
    )
    lines = [
        said,
        say.plural("{n} elf face up; three end the game", "{n} elves face up; three end the game", elves),
    ]
    return "".join(art.words_at(x, y + 17 + 24 * k, line, 16, p.quiet) for k, line in enumerate(lines))


def now(scene: Scene) -> list[str]:
    """Whose turn it is, what is under way, and the dice."""
    x, y, (w, h) = 0.0, 0.0, SIZE
    p, s = scene.palette, scene.state
    parts = [art.rect(x, y, w, h, 10, p.panel, stroke=p.line, stroke_width=1.0)]
    left = x + 14
    if scene.actor >= 0:
        parts.append(scene.marker(scene.actor, left + 13, y + 22, 13))
        left += 34
    asked = lines_of(s.asked, 33, 2)
    if len(asked) == 1:
        parts.append(art.words_at(left, y + 28, asked[0], 17, p.text))
    else:  # some languages need more words
        parts += [art.words_at(left, y + 19 + 18 * k, line, 16, p.text) for k, line in enumerate(asked)]
    if scene.marks.trainees:
        parts.append(_trainees(scene, x + 12, y + 44, w - 24))
    else:
        if s.tried is not None:
            parts.append(attempt(scene, s.tried, x + 14, y + 40, w - 28))
        elif int(s.placing) >= 0:
            parts.append(_arriving(scene, int(s.placing), x + 14, y + 52))
        else:
            parts.append(_outlook(scene, x + 14, y + 56))
        parts.append(dice(scene, x + 52, y + h - 33, 71))
    return parts
