"""The crystal ball: the hero of the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from coven.core import art
from coven.core.picture import bits, round_touch
from coven.games.witchstone.energy import connection_points
from coven.games.witchstone.picture.scene import Scene, token_code
from coven.games.witchstone.state import PLACE_TYPES, STONE, TOWER
from coven.games.witchstone.whereabouts import ends

SIZE = 744.0
CX, CY, R = SIZE / 2, SIZE / 2, 302.0
STONE_R = 47.0
PLACE_R = 25.0
ROSE, ROSE_R = (60.0, SIZE - 44), 26.0
OUTER = 0.7  # beyond this radius connections follow the glass


def defs(scene: Scene) -> str:
    p = scene.palette
    return (
        f'<radialGradient id="{scene.prefix}-glass" cx=".5" cy=".46" r=".56">'
        f'<stop offset="0" stop-color="{p.deep}"/><stop offset=".62" stop-color="{p.deep}"/>'
        f'<stop offset="1" stop-color="{p.deep_edge}"/></radialGradient>'
        f'<radialGradient id="{scene.prefix}-aura"><stop offset="0" stop-color="#fff3cf" stop-opacity=".85"/>'
        f'<stop offset=".4" stop-color="#c7b6ff" stop-opacity=".38"/>'
        '<stop offset="1" stop-color="#8f7be0" stop-opacity="0"/></radialGradient>'
    )


def polar(scene: Scene, index: int) -> tuple[float, float]:
    """A place's angle and radius: the glass swells the middle, where connections need the room."""
    place = scene.places[index]
    return float(place["angle"]), float(place["radius"]) ** 0.86


def spot(scene: Scene, index: int) -> tuple[float, float]:
    angle, radius = polar(scene, index)
    return art.around(CX, CY, R * radius, angle)


@lru_cache(maxsize=8)
def _glass(prefix: str, theme: str) -> str:
    p = art.palette(theme)
    # the woodcutter's shade, on the side away from the candle
    hatch = "".join(_arc(0.985 - 0.011 * k, -18 + 4 * k, 112 - 4 * k) for k in range(9))
    hair: dict[str, Any] = {"stroke": p.brass, "stroke_width": 0.6, "opacity": 0.3}
    return (
        art.circle(CX, CY, R, f"url(#{prefix}-glass)", stroke=p.brass, stroke_width=1.5)
        + art.circle(CX, CY, R * 0.968, **hair)
        + art.circle(CX, CY, R * 0.46, stroke_dasharray="1 5", **hair)
        + art.path(hatch, stroke=p.brass, stroke_width=0.7, opacity=0.35)
        + art.circle(CX, CY, R * 0.3, f"url(#{prefix}-aura)")
        # light from the candle on the upper left
        + art.path(_crescent(0.945, 198, 262, 0.05), "#fff", opacity=0.2)
        + art.path(_crescent(0.945, 266, 274, 0.03), "#fff", opacity=0.2)
    )


def _arc(radius: float, start: float, end: float) -> str:
    (x1, y1), (x2, y2), n = *(art.around(CX, CY, R * radius, angle) for angle in (start, end)), art.num
    return f"M{n(x1)},{n(y1)}A{n(R * radius)},{n(R * radius)} 0 0 1 {n(x2)},{n(y2)}"


def _crescent(radius: float, start: float, end: float, width: float) -> str:
    (x1, y1), (x2, y2) = art.around(CX, CY, R * radius, start), art.around(CX, CY, R * radius, end)
    n, outer, inner = art.num, R * radius, R * (radius + width * 4)
    there = f"M{n(x1)},{n(y1)}A{n(outer)},{n(outer)} 0 0 1 {n(x2)},{n(y2)}"
    return f"{there}A{n(inner)},{n(inner)} 0 0 0 {n(x1)},{n(y1)}Z"


def _reach(scene: Scene, index: int) -> float:
    return STONE_R if int(scene.tables.place_type[index]) == STONE else PLACE_R


def _way(scene: Scene, a: int, b: int, fields: int) -> tuple[str, list[tuple[float, float]]]:
    """The line of a connection, and where its fields lie."""
    return _drawn_way(*polar(scene, a), *polar(scene, b), _reach(scene, a), _reach(scene, b), fields)


@lru_cache(maxsize=1024)
def _drawn_way(
    angle_a: float,
    radius_a: float,
    angle_b: float,
    radius_b: float,
    reach_a: float,
    reach_b: float,
    fields: int,
) -> tuple[str, list[tuple[float, float]]]:
    (x1, y1), (x2, y2) = art.around(CX, CY, R * radius_a, angle_a), art.around(CX, CY, R * radius_b, angle_b)
    n = art.num
    if min(radius_a, radius_b) > OUTER:
        turn = (angle_b - angle_a + 180) % 360 - 180
        r = R * (radius_a + radius_b) / 2
        line = f"M{n(x1)},{n(y1)}A{n(r)},{n(r)} 0 0 {int(turn > 0)} {n(x2)},{n(y2)}"
        angles = [angle_a + turn * (k + 1) / (fields + 1) for k in range(fields)]
        return line, [art.around(CX, CY, r, angle) for angle in angles]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    start, end = reach_a / length, 1 - reach_b / length
    steps = [start + (end - start) * (k + 0.5) / fields for k in range(fields)]
    return f"M{n(x1)},{n(y1)}L{n(x2)},{n(y2)}", [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in steps]


def _link(scene: Scene, link: int, owner: int, units: int, may: bool) -> str:
    t, p, say = scene.tables, scene.palette, scene.say
    a, b, fields = int(t.link_a[link]), int(t.link_b[link]), int(t.link_length[link])
    name = f"{scene.place(a)}-{scene.place(b)}"
    one, two = ends(scene.components, link, say)
    line, spots = _way(scene, a, b, fields)
    done = owner >= 0 and units == fields
    if owner < 0:
        said = say.plural(
            "Connection between {one} and {two}: {n} field, {points}",
            "Connection between {one} and {two}: {n} fields, {points}",
            fields,
            one=one,
            two=two,
            points=say.plural("{n} point", "{n} points", connection_points(fields)),
        )
    elif done:
        said = say("Connection of {name} between {one} and {two}", name=scene.names[owner], one=one, two=two)
    else:
        said = say(
            "Connection begun by {name} between {one} and {two}: {n} of {fields} fields",
            name=scene.names[owner],
            one=one,
            two=two,
            n=units,
            fields=fields,
        )
    # a broad, unseen line is easy to point at
    parts = [art.tip(said), art.path(line, stroke="transparent", stroke_width=22, pointer_events="stroke")]
    if may:
        parts.append(
            art.path(line, stroke=p.glow, stroke_width=13, stroke_opacity=0.3, stroke_linecap="round")
        )
    if done:
        parts.append(art.path(line, stroke=p.deep_edge, stroke_width=7))
        parts.append(art.path(line, stroke=art.SEAT_COLOURS[owner], stroke_width=4))
    else:
        parts.append(
            art.path(
                line, stroke=p.glow if may else p.brass, stroke_width=1.1, stroke_opacity=1 if may else 0.55
            )
        )
    for k, (x, y) in enumerate(spots):
        if owner >= 0 and k < units:
            parts.append(
                art.circle(
                    x, y, 8, scene.fill(owner), stroke=p.ink, stroke_width=1.4, data_thing=f"energy:{owner}"
                )
            )
        else:
            parts.append(
                art.circle(
                    x,
                    y,
                    6.2,
                    p.deep_edge,
                    stroke=p.glow if may else p.brass,
                    stroke_width=2.0 if may else 1.1,
                )
            )
    return art.el(
        "g",
        *parts,
        id=f"{scene.prefix}-link-{name}",
        data_key=f"link:{name}",
        data_glow="thread",
        data_link=name,
        data_seat=owner if owner >= 0 else None,
        data_legal=1 if may else None,
    )


def _links(scene: Scene) -> list[str]:
    s = scene.state
    owners: dict[int, tuple[int, int]] = {}
    for seat in range(scene.players):
        for link in bits(s.links[seat]):
            owners[link] = seat, int(scene.tables.link_length[link])
        if s.begun[seat] >= 0 and s.begun_units[seat] > 0:
            owners[int(s.begun[seat])] = seat, int(s.begun_units[seat])
    lit = scene.marks.links
    return [
        scene.once(_link, link, *owners.get(link, (-1, 0)), link in lit) for link in range(scene.tables.links)
    ]


def _lying(scene: Scene, seat: int, index: int, n: int) -> str:
    """Small witches that lie beside their tower, on the side of the glass."""
    if n == 0:
        return ""
    angle, radius = polar(scene, index)
    x, y = art.around(CX, CY, R * radius + 49, angle)
    if x < CX:
        x -= 14  # the number stands on the right, and must keep clear of the tower's connections
    said = scene.say.plural(
        "{name}: {n} witch lies here", "{name}: {n} witches lie here", n, name=scene.names[seat]
    )
    body = art.el(
        "use",
        href=f"#{scene.prefix}-witch",
        transform=f"{art.at(x - 8, y, 25)} rotate(-90)",
        fill=scene.fill(seat),
        stroke=scene.palette.ink,
    )
    count = art.words_at(x + 7, y + 6, f"×{n}", 20, scene.palette.on_deep, font_weight="bold")
    return art.el("g", art.tip(said), body, count, data_seat=seat, data_lying=n, data_thing=f"lying:{seat}")


def _at(scene: Scene, index: int) -> str:
    """A place with what stands there now."""
    s, players = scene.state, range(scene.players)
    kind, may = int(scene.tables.place_type[index]), index in scene.marks.places
    if kind == STONE:
        return scene.once(_stone, index, tuple(s.stone_rank), may)
    here = tuple(seat for seat in players if int(s.standing[seat]) >> index & 1)
    owner = next((seat for seat in players if kind == TOWER and int(s.tower[seat]) == index), -1)
    may = may or (scene.marks.lay and 0 <= owner == scene.actor)
    lying = int(s.lying[owner]) if owner >= 0 else 0
    return scene.once(_place, index, here, owner, int(s.token_at[index]), lying, may)


def _place(
    scene: Scene, index: int, here: tuple[int, ...], owner: int, token: int, lying: int, may: bool
) -> str:
    p, say = scene.palette, scene.say
    kind = int(scene.tables.place_type[index])
    name = scene.place(index)
    x, y = spot(scene, index)
    said = [scene.place_name(index)]
    if owner >= 0:
        said.append(say("tower of {name}", name=scene.names[owner]))
    said += [say("witch of {name}", name=scene.names[seat]) for seat in here if seat != owner]
    parts = [
        round_touch(x, y, PLACE_R + 7),
        art.circle(x, y, PLACE_R, p.deep_edge, stroke=p.brass, stroke_width=1.3),
        art.circle(x, y, PLACE_R - 3, stroke=p.brass, stroke_width=0.5, opacity=0.6),
    ]
    if owner >= 0:
        parts.insert(2, art.circle(x, y, PLACE_R - 1.2, stroke=art.SEAT_COLOURS[owner], stroke_width=4))
    if may:
        parts.insert(0, art.circle(x, y, PLACE_R + 2.5, p.deep_edge, stroke=p.glow, stroke_width=3.4))
    raised = 6 if token >= 0 or here else 0
    parts.append(scene.icon(PLACE_TYPES[kind], x, y - raised, 32, p.paper, p.deep_edge))
    if token >= 0:
        parts.append(scene.token(token, x, y + 19, 12.5))
        said.append(scene.token_name(token))
    row = [seat for seat in here if seat != owner]
    width = 16 * len(row) + (21 if owner >= 0 else 0)
    left = x - width / 2
    if owner >= 0:
        parts.append(scene.witch(owner, left + 10.5, y + 11, 34))
        left += 21
    parts += [scene.witch(seat, left + 16 * k + 8, y + 17, 24) for k, seat in enumerate(row)]
    if owner >= 0:
        parts.append(_lying(scene, owner, index, lying))
    return art.el(
        "g",
        art.tip(", ".join(said)),
        *parts,
        id=f"{scene.prefix}-place-{name}",
        data_key=f"place:{name}",
        data_glow="round",
        data_place=name,
        data_token=token_code(token) if token >= 0 else None,
        data_legal=1 if may else None,
    )


def _stone(scene: Scene, index: int, ranks: tuple[int, ...], may: bool) -> str:
    """The Witchstone and its bonus spaces, highest on top."""
    p, say = scene.palette, scene.say
    x, y = spot(scene, index)
    name = scene.place(index)
    parts = [
        art.tip(scene.place_name(index)),
        art.circle(
            x, y, STONE_R, p.deep_edge, stroke=p.glow if may else p.brass, stroke_width=3.2 if may else 1.4
        ),
        art.circle(x, y, STONE_R, f"url(#{scene.prefix}-aura)"),
        scene.icon("stone", x, y, 40, "#fdf3d6", "#6f5fb0"),
    ]
    for k, bonus in enumerate(int(b) for b in scene.tables.stone_bonus):
        bx, by = art.around(x, y, STONE_R - 15, (-135, -45, 45, 135)[k])
        seat = next((i for i in range(scene.players) if ranks[i] == k + 1), -1)
        said = say.plural(
            "Bonus for witch {rank}: {n} point", "Bonus for witch {rank}: {n} points", bonus, rank=k + 1
        )
        if seat >= 0:
            said = f"{said}, {scene.names[seat]}"
        parts.append(
            art.el(
                "g",
                art.tip(said),
                art.circle(bx, by, 12, p.deep_edge, stroke=p.brass, stroke_width=1),
                scene.witch(seat, bx, by - 2, 25)
                if seat >= 0
                else art.words_at(
                    bx, by + 6.6, bonus, 20, p.on_deep, font_weight="bold", text_anchor="middle"
                ),
                data_space=f"stone:{k + 1}",
                data_seat=seat if seat >= 0 else None,
            )
        )
    return art.el(
        "g",
        *parts,
        id=f"{scene.prefix}-place-{name}",
        data_key=f"place:{name}",
        data_glow="round",
        data_place=name,
        data_legal=1 if may else None,
    )


def _outline(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{art.num(x)},{art.num(y)}" for x, y in points) + "Z"


def _rose(scene: Scene) -> str:
    """A compass beside the ball, as places are called by their side of it."""
    p, (x, y) = scene.palette, ROSE
    points = [art.around(x, y, ROSE_R if k % 2 == 0 else ROSE_R / 3.4, 45 * k - 90) for k in range(8)]
    star, north = (_outline(corners) for corners in (points, [points[0], points[1], ROSE]))
    letter = scene.say("north")[:1].upper()
    return art.el(
        "g",
        art.circle(x, y, ROSE_R * 0.62, stroke=p.brass, stroke_width=0.8, opacity=0.7),
        art.path(star, p.deep_edge, stroke=p.brass, stroke_width=1.2, stroke_linejoin="round"),
        art.path(north, p.brass),
        art.words_at(x, y - ROSE_R - 5, letter, 20, p.quiet, text_anchor="middle"),
        aria_hidden="true",
    )


def ball(scene: Scene, mount: str, behind: str, above: str) -> list[str]:
    """The glass in its mount, what is seen through it, the connections, the places and everyone there."""
    return [
        art.tip(scene.say("Crystal ball")),
        mount,
        scene.once(_rose),
        _glass(scene.prefix, scene.theme),
        behind,
        *_links(scene),
        *(_at(scene, index) for index in range(len(scene.tables.place_type))),
        above,
    ]
