"""The pentagram track: the brass mount around the crystal ball, its five rewards the points of a star."""

from __future__ import annotations

from functools import cache
from math import degrees

from coven.core import art
from coven.core.picture import round_touch
from coven.games.witchstone.picture import ball
from coven.games.witchstone.picture.scene import Scene
from coven.games.witchstone.state import OWL, PAIR_NAMES, SPECIAL

CX, CY = ball.CX, ball.CY
TRACK = 340.0
HALF = 28.0  # half the width of the mount


def hexagon(x: float, y: float, width: float) -> str:
    """A hex with a point on top."""
    r = width / 3**0.5
    return art.outline([art.around(x, y, r, 60 * k - 90) for k in range(6)])


def special(scene: Scene, pair: int, x: float, y: float, width: float, glow: bool = False) -> str:
    """A special tile: one hex with two symbols."""
    p = scene.palette
    one, two = scene.pair(pair)
    dx, dy = width * 0.27, width * 0.22
    return art.el(
        "g",
        art.path(
            hexagon(x, y, width), p.paper, stroke=p.glow if glow else p.line, stroke_width=3 if glow else 1.5
        ),
        art.path(hexagon(x, y, width - 5), stroke=p.line, stroke_width=0.6),
        scene.inked(one, x - dx * 0.72, y - dy * 0.9, width * 0.43),
        scene.inked(two, x + dx * 0.72, y + dy * 0.9, width * 0.43),
        data_thing=f"special:{PAIR_NAMES[pair]}",
    )


def _angle(scene: Scene, space: int) -> float:
    # the last space stands on top, so that the star stands upright and the start is next to it
    return -90 + 360 * (space + 1) / int(scene.tables.pentagram)


def _owls(scene: Scene, taken: int, x: float, y: float) -> tuple[str, str]:
    p, say = scene.palette, scene.say
    values = [int(v) for v in scene.tables.owl_values]
    left = len(values) - taken
    if left <= 0:
        said = say("Owl space: the pile is empty, 2 points")
        return said, scene.icon("owl", x, y - 4, 30, p.brass, p.deep_edge) + art.words_at(
            x, y + 21, "+2", 20, p.on_deep, text_anchor="middle", font_weight="bold"
        )
    said = say.plural(
        "Owl tile: {value} points, {n} tile in the pile",
        "Owl tile: {value} points, {n} tiles in the pile",
        left,
        value=values[taken],
    )
    pile_art = "".join(
        art.rect(x - 17 + 1.6 * k, y - 22 + 1.6 * k, 34, 40, 4, p.paper, stroke=p.ink, stroke_width=0.8)
        for k in reversed(range(min(left, 4)))
    )
    return said, art.el(
        "g",
        pile_art,
        scene.icon("owl", x, y - 9, 22, "#5b4127", p.paper),
        art.words_at(x, y + 15, values[taken], 20, p.ink, text_anchor="middle", font_weight="bold"),
    )


def _specials(scene: Scene, pair: int, x: float, y: float) -> tuple[str, str]:
    p = scene.palette
    if pair < 0:
        said = scene.say("Special space without a tile: 2 actions of one type")
        return said, scene.icon("special", x, y, 34, p.brass, p.deep_edge)
    return scene.say("Special hex tile: {pair}", pair=scene.pair_name(pair)), special(scene, pair, x, y, 47)


def _lies(scene: Scene, space: int) -> int:
    """What lies on a space: owl tiles taken, or the pair of a special tile."""
    t, s = scene.tables, scene.state
    kind, slot = t.pentagram_kind[space], t.pentagram_slot[space]
    return int(s.owl_pile[slot] if kind == OWL else s.special_at[slot] if kind == SPECIAL else 0)


def _space(scene: Scene, space: int, lies: int, may: bool) -> str:
    p, say = scene.palette, scene.say
    kind = int(scene.tables.pentagram_kind[space])
    x, y = art.around(CX, CY, TRACK, _angle(scene, space))
    tile = None
    if kind in (OWL, SPECIAL):
        said, inside = (_owls if kind == OWL else _specials)(scene, lies, x, y)
        body = art.circle(x, y, 33, p.deep_edge, stroke=p.brass, stroke_width=1.4) + inside
        if kind == SPECIAL and lies >= 0:
            tile = PAIR_NAMES[lies]
    else:
        said = say("Pentagram: start") if space == 0 else say("Pentagram: space {n}", n=space)
        body = art.circle(x, y, 20 if space == 0 else 10, p.deep_edge, stroke=p.brass, stroke_width=1.2)
        if space == 0:
            body += scene.icon("P", x, y, 27, p.brass, p.deep_edge)
        else:
            body += art.circle(x, y, 4, p.brass, opacity=0.55)
    key = f"pentagram:{space}"
    if may:
        r = 35 if kind in (OWL, SPECIAL) else 22
        body += art.circle(x, y, r, stroke=p.glow, stroke_width=3) + round_touch(x, y, r)
    return art.el(
        "g",
        art.tip(said),
        body,
        data_key=key,
        data_space=key,
        data_special=tile,
        data_legal=1 if may else None,
    )


def _markers(scene: Scene) -> str:
    """Markers stand in a row along the mount; beside a reward and the start, which stay in sight."""
    t = scene.tables
    parts = []
    for space in range(int(t.pentagram)):
        here = [seat for seat in range(scene.players) if int(scene.state.pentagram[seat]) == space]
        beside = 46 if int(t.pentagram_kind[space]) in (OWL, SPECIAL) else 33 if space == 0 else 0
        for k, seat in enumerate(here):
            row = 23 * (k - (len(here) - 1) / 2)
            shift = (beside + 23 * (k // 2)) * (1 if k % 2 else -1) if beside else row
            angle = _angle(scene, space) + degrees(shift / TRACK)
            x, y = art.around(CX, CY, TRACK, angle)
            said = scene.say("{name}: pentagram space {n}", name=scene.names[seat], n=space)
            parts.append(
                art.el(
                    "g",
                    art.tip(said),
                    scene.marker(seat, x, y, 11.5),
                    data_seat=seat,
                    data_marker=f"pentagram:{space}",
                    data_thing=f"pentagram:{seat}",
                )
            )
    return "".join(parts)


def _tick(angle: float, length: float) -> str:
    (x1, y1), (x2, y2) = (art.around(CX, CY, TRACK - HALF + d, angle) for d in (0, length))
    return f"M{art.num(x1)},{art.num(y1)}L{art.num(x2)},{art.num(y2)}"


@cache
def _mount(theme: str, n: int) -> str:
    p = art.palette(theme)
    ticks = "".join(_tick(360 * k / (n * 6) - 90, 7 if k % 6 == 3 else 3.5) for k in range(n * 6))
    return (
        art.circle(CX, CY, TRACK, stroke=p.deep_edge, stroke_width=2 * HALF)
        + art.circle(CX, CY, TRACK, stroke=p.deep, stroke_width=2 * HALF - 6, opacity=0.55)
        + art.circle(CX, CY, TRACK + HALF, stroke=p.brass, stroke_width=2)
        + art.circle(CX, CY, TRACK + HALF - 4, stroke=p.brass, stroke_width=0.6)
        + art.circle(CX, CY, TRACK - HALF, stroke=p.brass, stroke_width=1.4)
        + art.path(ticks, stroke=p.brass, stroke_width=0.8, opacity=0.7)
        + art.circle(
            CX, CY, TRACK, stroke=p.brass, stroke_width=0.8, stroke_dasharray="1 6", stroke_linecap="round"
        )
    )


def star(scene: Scene) -> str:
    """The pentagram itself, seen through the glass: it joins every second reward."""
    n = int(scene.tables.pentagram)
    tips = [space for space in range(n) if int(scene.tables.pentagram_kind[space]) in (OWL, SPECIAL)]
    points = [art.around(CX, CY, ball.R * 0.985, _angle(scene, space)) for space in tips]
    order = [points[2 * k % len(points)] for k in range(len(points))]
    return art.path(art.outline(order), stroke=scene.palette.brass, stroke_width=1.2, opacity=0.2)


def pentagram(scene: Scene) -> tuple[str, str]:
    """The mount, drawn below the ball, and what lies on it, drawn above."""
    ends = scene.state.ends
    spaces = (
        scene.once(_space, space, _lies(scene, space), f"pentagram:{space}" in ends)
        for space in range(int(scene.tables.pentagram))
    )
    return _mount(scene.theme, int(scene.tables.pentagram)), art.el(
        "g", art.tip(scene.say("Pentagram")), *spaces, _markers(scene), data_part="pentagram"
    )
