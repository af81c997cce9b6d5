"""The magic wand along the bottom: a turned handle, a staff, and rings that light up as it is climbed."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import round_touch
from coven.games.witchstone.picture.icons import SPARK
from coven.games.witchstone.picture.scene import Scene
from coven.games.witchstone.state import BONUS, BONUS_SCROLL, SCORE, SCORED, SYMBOLS

W, H = 1600.0, 116.0
LEFT, RIGHT, Y = 130.0, 1504.0, 73.0
_SCORED_ICONS = dict(zip(SCORED, ("link", "W", "S", "token", "C", "special"), strict=True))
_WORTH = {"specials": 2}  # points for each, where it isn't 1 (WS-M5)


def _x(scene: Scene, space: int) -> float:
    return LEFT + (RIGHT - LEFT) * space / int(scene.tables.wand) - (48 if space == 0 else 0)


def _half(x: float) -> float:
    """Half the thickness of the staff."""
    return 12 - 8 * (x - LEFT) / (RIGHT - LEFT)


def _staff(scene: Scene) -> str:
    p, n = scene.palette, art.num
    end = RIGHT + 44
    a, b = _half(LEFT), _half(end)
    staff = f"M{n(LEFT - 10)},{n(Y - a)}L{n(end)},{n(Y - b)}V{n(Y + b)}L{n(LEFT - 10)},{n(Y + a)}Z"
    grain = "".join(
        f"M{n(LEFT + 20 + k)},{n(Y + 3)}q60,{n(2.5 if k % 2 else -2.5)} 118,0" for k in range(0, 1200, 171)
    )
    # a turned handle: knob, two swellings and a collar
    handle = (
        f"M26,{n(Y)}q0,-17 17,-17q10,0 15,6q6,-9 22,-9q22,0 30,7q5,-6 10,-3V{n(Y + 16)}q-5,3 -10,-3"
        f"q-8,7 -30,7q-16,0 -22,-9q-5,6 -15,6q-17,0 -17,-17Z"
    )
    lines = f"M58,{n(Y - 11)}v22M110,{n(Y - 13)}v26M36,{n(Y + 9)}q6,5 14,1M68,{n(Y + 13)}q16,6 34,-1"
    return (
        art.path(staff, p.deep, stroke=p.line, stroke_width=1.2)
        + art.path(grain, stroke=p.brass, stroke_width=0.6, opacity=0.6)
        + art.path(handle, p.deep, stroke=p.line, stroke_width=1.4)
        + art.path(lines, stroke=p.brass, stroke_width=0.9)
        + art.path(SPARK, p.line, transform=art.at(end + 10, Y, 40, 12))
        + art.circle(end + 10, Y, 3.4, p.paper)
    )


def _space(scene: Scene, space: int, lead: int) -> str:
    t, p, say = scene.tables, scene.palette, scene.say
    kind, what, count = int(t.wand_kind[space]), int(t.wand_what[space]), int(t.wand_count[space])
    x = _x(scene, space)
    lit = space <= lead
    if kind in (BONUS, BONUS_SCROLL, SCORE):
        if kind == SCORE:
            count = _WORTH.get(SCORED[what], 1)
            icon, label, edge = _SCORED_ICONS[SCORED[what]], f"+{count}", p.silver
            said = say.plural(
                "Score: {n} point for each of your {things}",
                "Score: {n} points for each of your {things}",
                count,
                things=_things(scene, what),
            )
        elif kind == BONUS:
            icon, label, edge = SYMBOLS[what], f"×{count}", p.brass
            said = say.plural(
                "Bonus: {n} {action} action, twice as many for the leader",
                "Bonus: {n} {action} actions, twice as many for the leader",
                count,
                action=scene.symbol(what),
            )
        else:
            icon, label, edge = "S", "1–3", p.brass
            said = say("Bonus: one of the first three scrolls; of all six for the leader")
        fill, colour = (edge, p.ink) if lit else (p.deep_edge, edge)
        body = (
            art.circle(x, Y, 19, fill, stroke=edge, stroke_width=2)
            + art.circle(x, Y, 16, stroke=colour, stroke_width=0.6)
            + scene.icon(icon, x, Y, 21, colour, fill)
            + art.words_at(x, Y + 39, label, 21, p.text, text_anchor="middle", font_weight="bold")
        )
    else:
        said = say("Magic wand: space {n}", n=space)
        h = _half(x) + 5
        body = art.rect(
            x - 4.5, Y - h, 9, 2 * h, 3.5, p.line if lit else p.deep_edge, stroke=p.line, stroke_width=1.2
        )
    key = f"wand:{space}"
    if may := key in scene.state.ends:
        body += art.circle(x, Y, 22, stroke=p.glow, stroke_width=3) + round_touch(x, Y, 22)
    return art.el(
        "g",
        art.tip(said),
        body,
        data_key=key,
        data_space=key,
        data_lit=int(lit),
        data_legal=1 if may else None,
    )


def _things(scene: Scene, what: int) -> str:
    say = scene.say
    return (
        say("connections"),
        say("witches in the crystal ball"),
        say("scrolls"),
        say("magic tokens"),
        say("crystals on the shelves"),
        say("special hex tiles"),
    )[what]


def _markers(scene: Scene) -> list[str]:
    """Markers on one space lie on each other; who came first lies lowest."""
    s, p = scene.state, scene.palette
    parts = []
    height = [0] * (int(scene.tables.wand) + 1)
    for seat in sorted(range(scene.players), key=lambda seat: int(s.under[seat])):
        space = int(s.wand[seat])
        x, y = (
            _x(scene, space),
            Y - 20.0 if int(scene.tables.wand_kind[space]) else Y - _half(_x(scene, space)) - 6,
        )
        if space:
            y -= 13 * height[space]
        else:  # before the first move nobody lies below: side by side on the handle
            x, y = x - 20 + 40 * (height[0] % 2), Y - 19 - 13 * (height[0] // 2)
        height[space] += 1
        said = scene.say("{name}: magic wand space {n}", name=scene.names[seat], n=space)
        parts.append(
            art.el(
                "g",
                art.tip(said),
                art.rect(x - 19, y - 12.5, 38, 12.5, 4, scene.fill(seat), stroke=p.ink, stroke_width=1.2),
                art.rect(x - 8, y - 12, 16, 11.5, 0, art.SEAT_COLOURS[seat]),
                art.emblem(scene.prefix, seat, x, y - 6.2, 11.5, p.ink, art.SEAT_COLOURS[seat]),
                data_seat=seat,
                data_marker=f"wand:{space}",
                data_thing=f"wand:{seat}",
            )
        )
    return parts


def wand(scene: Scene) -> list[str]:
    """The staff, its spaces and the markers."""
    lead = max(int(space) for space in scene.state.wand[: scene.players])
    spaces = (_space(scene, space, lead) for space in range(1, int(scene.tables.wand) + 1))
    return [art.tip(scene.say("Magic wand")), _staff(scene), *spaces, *_markers(scene)]
