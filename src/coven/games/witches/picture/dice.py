"""The four dice, and the attempt they are rolled for."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from coven.core import art
from coven.core.picture import DIE, square_touch
from coven.games.witches import names
from coven.games.witches.moves import FACE_NAMES, FACES
from coven.games.witches.picture import problems
from coven.games.witches.picture.scene import Scene, lines_of

SIZE = 46.0
NAMES = dict(zip(FACES, FACE_NAMES, strict=True))
_FAR, _NEAR = 0.27, 0.0
_PIPS = {
    2: ((-_FAR, -_FAR), (_FAR, _FAR)),
    3: ((-_FAR, -_FAR), (_NEAR, _NEAR), (_FAR, _FAR)),
    4: ((-_FAR, -_FAR), (_FAR, -_FAR), (-_FAR, _FAR), (_FAR, _FAR)),
    5: ((-_FAR, -_FAR), (_FAR, -_FAR), (_NEAR, _NEAR), (-_FAR, _FAR), (_FAR, _FAR)),
    6: ((-_FAR, -_FAR), (_FAR, -_FAR), (-_FAR, _NEAR), (_FAR, _NEAR), (-_FAR, _FAR), (_FAR, _FAR)),
}
_TILT = (-4, 3, -2, 5)  # dice never lie quite straight


def defs(scene: Scene) -> str:
    """Every face of a die once, to be used by reference: on the table, and large where a roll is told."""
    p, h = scene.palette, SIZE / 2
    purple = art.rect(-h, -h, SIZE, SIZE, 9, "#4b1f63")
    faces = {0: purple + scene.icon("cackle", 0, 0, SIZE * 0.84, "#ffe27a", "#4b1f63")}
    for face, pips in _PIPS.items():
        dots = (art.circle(SIZE * dx, SIZE * dy, SIZE * 0.085, p.ink) for dx, dy in pips)
        faces[face] = art.rect(-h, -h, SIZE, SIZE, 9, p.paper) + "".join(dots)
    return art.drawings(scene.prefix, {f"{DIE}{NAMES[face]}": drawn for face, drawn in faces.items()})


def _die(scene: Scene, index: int, x: float, y: float) -> str:
    shown = int(scene.state.dice[index])
    pair = 2 if int(scene.state.dice[2]) >= 0 else 0
    again = index - pair in scene.marks.dice
    next_pair = index >= 2 if int(scene.state.dice[0]) >= 0 else index < 2
    next_roll = scene.marks.roll and shown < 0 and next_pair
    return scene.once(_face, index, shown, next_roll, again or next_roll, x, y)


def _face(scene: Scene, index: int, shown: int, next_roll: bool, may: bool, x: float, y: float) -> str:
    p, say = scene.palette, scene.say
    h = SIZE / 2
    edge = {"stroke": p.glow if may else p.line, "stroke_width": 4.0 if may else 1.2}
    if shown < 0:
        said = say("Die {n}: not rolled yet", n=index + 1)
        body = art.rect(-h, -h, SIZE, SIZE, 9, p.panel, stroke_dasharray=None if may else "4 4", **edge)
    else:
        cackle = say("Die {n}: a Cackle", n=index + 1)
        said = say("Die {n}: {face}", n=index + 1, face=shown) if shown else cackle
        body = art.el("use", href=f"#{scene.prefix}-{DIE}{NAMES[shown]}")
        body += art.rect(-h, -h, SIZE, SIZE, 9, "none", **edge)
    return art.el(
        "g",
        art.tip(said),
        square_touch(-h - 5, -h - 4, SIZE + 10, SIZE + 8),  # its glow must keep clear of the words above
        body,
        transform=f"translate({art.num(x)} {art.num(y)}) rotate({_TILT[index] if shown >= 0 else 0})",
        data_key="roll" if next_roll else f"die:{index}",
        data_thing=f"die:{index}",
        data_die=index + 1,
        data_face=NAMES[shown] if shown >= 0 else None,
        data_legal=1 if may else None,
    )


def dice(scene: Scene, x: float, y: float, pitch: float) -> str:
    """Four in a row from the left, the pairs a little apart."""
    return art.el(
        "g",
        *(_die(scene, k, x + pitch * k + (10 if k > 1 else 0), y) for k in range(4)),
        data_part="dice",
    )


class Tried(NamedTuple):
    """A problem being attempted: its kind, its Crises, and what the display of the one who tries adds."""

    kind: int
    crisis: int
    display: int


def _sum(scene: Scene, shown: int) -> tuple[int, list[str]]:
    """The total so far and what it is made of."""
    s, say = scene.state, scene.say
    rolled = sum(max(0, int(face)) for face in s.dice)
    bonus = int(s.bonus)
    parts = [say("dice {n}", n=rolled)]
    if bonus:
        parts.append(say("cards {n}", n=bonus))
    if shown:
        parts.append(say("display {n}", n=shown))
    return rolled + bonus + shown, parts


def _chance(missing: int, left: int) -> float:
    """How often the dice still to be rolled show at least what is missing."""
    ways: Counter[int] = Counter({0: 1})
    for _ in range(left):
        further: Counter[int] = Counter()
        for total, n in ways.items():
            for face in FACES:
                further[total + face] += n
        ways = further
    good = sum(n for total, n in ways.items() if total >= missing)
    return good / float(len(FACES) ** left)


def _missing(scene: Scene, total: int, need: int) -> str:
    say, left = scene.say, sum(int(face) < 0 for face in scene.state.dice)
    if total >= need:
        return say("enough")
    if not left:
        return say("{more} short", more=need - total)
    percent = round(100 * _chance(need - total, left))
    return say.plural(
        "{more} more on {n} die ({percent} %)",
        "{more} more on {n} dice ({percent} %)",
        left,
        more=need - total,
        percent=percent,
    )


def attempt(scene: Scene, tried: Tried, x: float, y: float, w: float) -> str:
    """The problem faced: what it needs, what there is, what is missing."""
    p, s, t, say = scene.palette, scene.state, scene.tables, scene.say
    kind, crisis, shown = tried
    base = int(t.difficulty[kind])
    need = base + 2 * crisis
    total, made = _sum(scene, shown)
    parts = [problems.face(scene, kind, x + 31, y + 31, 62)]
    if crisis:
        parts.append(problems.flame(scene, crisis, x + 58, y + 5, 28))
    tx = x + 78
    title = lines_of(names.problem(scene.components, kind, say), 17, 1)[0]
    asked = say("difficulty {n}", n=base)
    if crisis:
        asked += f" + {2 * crisis}"
    parts += [
        art.words_at(tx, y + 17, title, 19, p.text),
        art.words_at(tx, y + 38, asked, 16, p.quiet),
        art.words_at(tx, y + 58, " + ".join(made), 16, p.quiet),
    ]
    good = total >= need
    parts += [
        art.words_at(x + w, y + 26, total, 34, p.text, text_anchor="end", font_weight="bold"),
        art.words_at(x + w, y + 45, say("of {n}", n=need), 16, p.quiet, text_anchor="end"),
    ]
    bar = y + 66
    parts += [
        art.rect(x, bar, w, 9, 4.5, p.ground, stroke=p.line, stroke_width=0.8),
        art.rect(x, bar, w * min(1.0, total / need), 9, 4.5, art.SEAT_COLOURS[2] if good else p.line)
        if total
        else "",
        art.words_at(x, bar + 24, _missing(scene, total, need), 16, p.text, font_style="italic"),
    ]
    owed = int(s.magic) + sum(int(face) == 0 for face in s.dice)
    if owed:
        parts.append(
            art.el(
                "g",
                art.tip(say.plural("{n} Cackle to take", "{n} Cackles to take", owed)),
                scene.icon("cackle", x + w - 34, bar + 19, 20, p.line, p.panel),
                art.words_at(x + w, bar + 25, f"+{owed}", 17, p.text, text_anchor="end"),
                data_owed=owed,
            )
        )
    said = say(
        "{problem}: {have} of {need}",
        problem=names.problem(scene.components, kind, say),
        have=total,
        need=need,
    )
    return art.el(
        "g",
        art.tip(f"{said}. {scene.problem_tip(kind)}"),
        *parts,
        data_part="attempt",
        data_problem=problems.code(scene, kind),
        data_total=total,
        data_need=need,
    )
