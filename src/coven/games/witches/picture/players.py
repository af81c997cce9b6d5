"""The players: who they are, what they have taken, and what they have solved."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import square_touch
from coven.games.witches import names
from coven.games.witches.moves import TRAINEE_IDS
from coven.games.witches.picture import problems
from coven.games.witches.picture.scene import Scene
from coven.games.witches.state import DIMITY, EASY, HAND, KINDS, ROW

SIZE = (348.0, 234.0)
_TILES = ("effect-10", "symbol-1", "problem-1")  # what a trainee's own tile shows; Dimity has none


def _ground(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The ground of a panel, told apart while it is its player's turn."""
    turn = seat == int(scene.state.active) and not int(scene.state.over)
    ground = scene.panel(x, y, w, h, 3.0 if turn else 1.0, turn)
    return art.el("g", ground, data_key=f"seat:{seat}") if seat in scene.marks.takes else ground


def _head(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    p, s, say = scene.palette, scene.state, scene.say
    trainee = int(s.trainee[seat])
    name = scene.names[seat]
    under = names.trainee(trainee, say) if trainee >= 0 else say("no trainee yet")
    if trainee < 0 and int(s.rolled[seat]) >= 0:
        under = say("rolled {n}", n=int(s.rolled[seat]))
    return art.el(
        "g",
        art.tip(f"{name}, {under}"),
        scene.marker(seat, x + 29, y + 30, 19),
        art.words_at(x + 58, y + 27, art.clip(name, 18), 21, p.text),
        art.words_at(x + 58, y + 47, under, 16, p.quiet, font_style="italic"),
        scene.score(seat, x + w - 16, y + 35, 32, y + 50),
        data_seat=seat,
    )


def _fact(
    scene: Scene, seat: int, icon: str, n: int, said: str, name: str, x: float, y: float, key: str = ""
) -> str:
    p, may = scene.palette, bool(key)
    ring = art.circle(x + 12, y, 16, p.panel, stroke=p.glow, stroke_width=3.5) if may else ""
    return art.el(
        "g",
        art.tip(said),
        square_touch(x - 10, y - 20, 80, 40) if may else "",
        ring,
        scene.icon(icon, x + 12, y, 24, p.line if n else p.quiet, p.panel),
        art.words_at(x + 34, y + 7, n, 20, p.text),
        data_key=key or None,
        data_fact=name,
        data_seat=seat,
        data_count=n,
        data_legal=1 if may else None,
    )


def _known(scene: Scene, known: str, x: float, y: float) -> str:
    """The sign that all know some of a hand's cards: invisibilities that were shown and kept."""
    p = scene.palette
    return art.el("g", art.tip(known), scene.icon("effect-10", x, y, 20, p.line, p.panel), data_known=1)


def _own_tile(scene: Scene, seat: int, x: float, y: float) -> str:
    """The tile a trainee may use once."""
    p, s, say = scene.palette, scene.state, scene.say
    trainee = int(s.trainee[seat])
    if trainee < 0 or trainee == DIMITY:
        return ""
    left = bool(int(s.tile_left[seat]))
    may = left and scene.marks.tile and seat == scene.actor
    said = names.own_tile(trainee, say)
    said = say("{tile}, not used yet", tile=said) if left else say("{tile}, used", tile=said)
    ground = p.paper if left else p.panel
    body = art.rect(x, y - 16, 32, 32, 6, ground, stroke=p.glow if may else p.line if left else p.quiet,
                    stroke_width=4.0 if may else 1.2, stroke_dasharray=None if left else "3 3")  # fmt: skip
    body += scene.icon(_TILES[trainee], x + 16, y, 23, "#54247a" if left else p.quiet, ground)
    return art.el(
        "g",
        art.tip(said),
        square_touch(x - 7, y - 23, 46, 46) if may else "",
        body,
        data_key="tile" if seat == scene.seat else None,
        data_tile=TRAINEE_IDS[trainee],
        data_used=None if left else 1,
        data_legal=1 if may else None,
    )


def _row(scene: Scene, seat: int, hard: bool, x: float, y: float, w: float) -> str:
    """A row of the display in pairs; each full pair is worth something. Tiles beside it only score."""
    s = scene.state
    kinds = range(EASY, KINDS) if hard else range(EASY)
    solved = tuple(kind for kind in kinds for _ in range(int(s.solved[seat][kind])))
    inside = min(ROW, len(solved)) if hard else min(ROW, len(solved), int(s.easy_row[seat]))
    return scene.once(_pairs, seat, hard, solved, inside, x, y, w)


def _pairs(
    scene: Scene, seat: int, hard: bool, solved: tuple[int, ...], inside: int, x: float, y: float, w: float
) -> str:
    p, say = scene.palette, scene.say
    pairs = inside // 2
    size, gap = 32.0, 7.0
    worth = say("hard: +{n} to every total", n=pairs) if hard else say("easy: a hand of {n}", n=HAND + pairs)
    parts = [art.words_at(x, y - 7, worth, 16, p.quiet, font_style="italic")]
    for pair in range(ROW // 2):
        px = x + pair * (2 * size + 2 + gap)
        full = pair < pairs
        parts.append(
            art.rect(
                px - 2,
                y - 1,
                2 * size + 6,
                size + 2,
                6,
                p.light if full else "none",
                stroke=p.line if full else p.quiet,
                stroke_width=1.0,
                stroke_dasharray=None if full else "2 4",
                opacity=1 if full else 0.6,
            )
        )
    for k in range(inside):
        kind = solved[k]
        px = x + (k // 2) * (2 * size + 2 + gap) + (k % 2) * (size + 2)
        parts.append(
            art.el(
                "g",
                art.tip(scene.problem_tip(kind)),
                problems.small(scene, kind, px + size / 2, y + size / 2, size - 3),
                data_thing=problems.thing(scene, kind),
                data_solved=scene.problems[kind],
            )
        )
    if beside := len(solved) - inside:
        said = say.plural("{n} tile beside the display", "{n} tiles beside the display", beside)
        parts.append(
            art.el(
                "g",
                art.tip(said),
                art.words_at(x + w, y + 22, f"+{beside}", 17, p.text, text_anchor="end"),
                data_beside=beside,
            )
        )
    return art.el("g", *parts, data_row="hard" if hard else "easy", data_seat=seat)


def _facts(scene: Scene, seat: int, x: float, y: float) -> list[str]:
    """Cackles, Black Aliss and cards in hand."""
    s, say, marks = scene.state, scene.say, scene.marks
    cackles, aliss, cards = int(s.cackles[seat]), int(s.aliss[seat]), int(s.cards[seat])
    key = f"seat:{seat}" if seat in marks.takes else ""
    if marks.gives_back and seat == scene.actor:
        key = "cackles"
    facts = (
        ("cackle", cackles, say.plural("{n} Cackle", "{n} Cackles", cackles), "cackles", key),
        ("aliss", aliss, say.plural("{n} Black Aliss tile", "{n} Black Aliss tiles", aliss), "aliss", ""),
        ("card", cards, say.plural("{n} card in hand", "{n} cards in hand", cards), "cards", ""),
    )
    told = [
        scene.once(_fact, seat, icon, n, said, name, x + 84 * k, y, touch)
        for k, (icon, n, said, name, touch) in enumerate(facts)
    ]
    known = names.known(scene.components, int(s.known[seat]), say)
    return [*told, _known(scene, known, x + 84 * 2 + 62, y)] if known else told


def panel(scene: Scene, seat: int) -> list[str]:
    """One player."""
    x, y, (w, h) = 0.0, 0.0, SIZE
    return [
        _ground(scene, seat, x, y, w, h),
        _head(scene, seat, x, y, w),
        *_facts(scene, seat, x + 18, y + 78),
        _own_tile(scene, seat, x + w - 48, y + 78),
        _row(scene, seat, False, x + 16, y + 125, w - 32),
        _row(scene, seat, True, x + 16, y + 185, w - 32),
    ]
