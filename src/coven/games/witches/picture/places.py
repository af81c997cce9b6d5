"""The places of the map: paths, landmarks, names, and the spaces where witches and problems stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coven.core import art
from coven.core.picture import round_touch
from coven.games.witches.picture import land, problems, witches
from coven.games.witches.picture.land import INKS, Inks, Point, spot, sway
from coven.games.witches.picture.scene import Scene, lines_of
from coven.games.witches.state import DUNGEON, SPACES

R = 31.0  # of a space
APART = 1.26
LETTERS = 20.0  # of a name: the map can be read at six tenths of its size

_COTTAGE = (
    '<path d="M-11,-1L-6,-9H7L12,-1H9V10H-8V-1Z"/><path fill="none" d="M4,-9V-13H7V-8M-8,-1H9M-3,10V4H1V10'
    "M4,3H6V6H4Z"
    'M-5,-6.6H5M-6.4,-3.8H8"/>'
)
_HOUSES = (
    '<path d="M-1,-3L5,-10L11,-3H9.6V9H.6V-3Z"/><path d="M-13,1L-7.4,-5L-1.8,1H-3V9H-12V1Z"/><path '
    'fill="none" '
    'd="M4,9V4H6.4V9M3,-3H8M-9,9V5H-6.4V9M-9.4,1H-5"/>'
)
# Landmarks, in a box of 24, drawn in line; where they stand beside their space, and how large.
_LANDMARKS: dict[str, tuple[str, float, float, float]] = {
    "Slice": (
        '<path d="M-13,10L-12,-7L-8,-10L-3,-8L-1,10Z"/><path d="M13,10L12,-5L7,-9L3,-6L1.6,10Z"/><path '
        'fill="none" '
        'd="M-8,-10L-7,0L-9,8M7,-9L6.6,-1L8,7"/>', 2, -44, 32),
    "Place": (
        '<path fill="none" d="M-12,9Q-7,-3 0,9Q5,-5 12,9M-4,-4A5,5 0 1 1 4,-4M0,-13V-15M-7,-10L-9,-12M7,-10'
        'L9,-12'
        'M-12,9H12"/>', 4, -44, 32),
    "Razorback": (
        '<path d="M-13,9Q-10,0 -6,-2L-5,-7L-2,-4L0,-9L3,-5L6,-8L7,-2Q11,1 13,9Z"/><path fill="none" d="'
        'M-7,6L-4,1'
        'M-1,7L1,0M5,7L6,2"/>', 0, -44, 36),
    "Hollow": ('<path fill="none" d="M-13,-4Q-8,8 0,8Q8,8 13,-4M-9,-5Q-5,4 0,4Q5,4 9,-5M-5,-5Q-3,0 0,0Q3,0 '
    '5,-5"/>', 30, -36, 30),
    "Dancers": (
        '<path d="M-13,3L-12,-4H-9.6L-9,4ZM-6,-2L-5.4,-9H-3L-2.6,-2ZM3,-2L3.4,-9H6L6.4,-2ZM9.4,4L9.6,-4H12'
        'L13,3Z'
        'M-8,10L-7,2H-4L-3.4,10ZM3,10L4,2H7L7.6,10Z"/>', 4, -43, 32),
    "Stone": (
        '<path d="M-5,10L-4,-6L1,-11L5,-5L6,10Z"/><path fill="none" d="M1,-11L0,-2L2,10M-10,10H11"/>', 0, -44, 30),
    "Granny": (_COTTAGE, -50, -2, 40),
    "Well": (
        '<path d="M-8,2H8V10H-8Z"/><path d="M-11,-5L0,-12L11,-5Z"/><path fill="none" d="M-7,-5V2M7,-5V2'
        'M0,-5V0M-8,6H8'
        'M-3,2V6M3,6V10"/>', -2, -46, 32),
    "Oak": (
        '<path d="M-3,11L-2,1L-8,-4L-7,-6L-2,-3L-4,-11L-2,-11L0,-5L3,-12L4,-11L3,-3L9,-8L10,-6L3,2L4,11Z"/>'
        '<path fill="none" d="M0,-5L-1,2L1,5L0,11"/>', -22, -46, 38),
    "Creel": ('<path fill="none" d="M-12,8Q-8,5 -4,8T4,8T12,8M-9,3Q-5,0 -1,3T7,3M0,-1Q-5,-4 -5,-9M0,-1'
    'Q5,-4 5,-9M0,-1V-11"/>', 8, -44, 30),
    "LongMan": (
        '<path d="M-14,9Q0,-13 14,9Z"/><path fill="none" d="M0,-6V3M0,3L-3,8M0,3L3,8M-5,-2L5,-2M-5,-5V7'
        'M5,-5V7"/>'
        '<circle cy="-6" r="1.6" fill="none"/>', -50, 4, 42),
    "Caves": (
        '<path d="M-13,10L-10,-3L-4,-10L4,-11L10,-4L13,10Z"/><path fill="currentColor" d="M-6,10Q-7,-3 0,-3'
        'Q7,-3 6,10Z"/>'
        '<path fill="none" d="M8,-2L9,4M-9,1L-8,5"/>', -50, 0, 38),
    "Blackglass": (
        '<path fill="currentColor" d="M-12,11L-5,-6L-2,-3L2,-13L8,-1L12,11Z"/><path d="M2,-13L0,0L3,11'
        'L-4,11L-3,0Z"/>', -52, -4, 46),
    "Skund": (
        '<path d="M-9,3Q-13,-5 -6,-8Q-3,-13 3,-11Q11,-11 10,-4Q13,3 6,4Q0,7 -9,3Z"/><path fill="none" d="'
        'M-2,12L-1,3'
        'M3,12L2,3M-5,-3Q-3,-6 0,-4M4,-6Q7,-6 7,-3"/>', 4, -46, 36),
    "Rock": ('<path d="M-13,10L-11,-5L-5,-10L-2,-4L-3,10ZM3,10L2,-2L7,-8L12,-1L13,10Z"/><path fill="none" '
    'd="M-7,-6L-8,4M8,-4L7,6"/>', 4, -43, 32),
    "BadAss": (_HOUSES, 10, -46, 36),
    "Gorge": ("", 0, 0, 0),
    "Magrat": (
        _COTTAGE + '<path fill="none" d="M-13,10V6M-11,10V7M12,10V6M14,10V7"/><circle cx="-13" cy="5" '
        'r="1.4"/>'
        '<circle cx="12" cy="5" r="1.4"/>', -2, -46, 38),
    "MadStoat": (_HOUSES, 52, -4, 38),
    "Bridge": (
        '<path d="M-14,2Q0,-9 14,2V10H10Q9,2 4,3Q1,4 0,10Q-1,4 -4,3Q-9,2 -10,10H-14Z"/><path fill="none" '
        'd="M-14,-2'
        'Q0,-13 14,-2M-9,-5V-1M0,-8V-3M9,-5V-1"/>', 56, 0, 46),
}  # fmt: skip
# Where a name stands beside its space: across, down, anchor. Below it unless said.
_NAMES: dict[str, tuple[float, float, str]] = {
    "Granny": (-24, 50, "middle"),
    "Hollow": (-44, 50, "middle"),
    "Dancers": (38, 2, "start"),
    "Stone": (37, 6, "start"),
    "Creel": (37, 9, "start"),
    "LongMan": (22, 56, "start"),
    "Caves": (38, 8, "start"),
    "Rock": (-34, 50, "middle"),
    "BadAss": (-38, 12, "end"),
    "Gorge": (-38, 6, "end"),
    "Magrat": (-38, 14, "end"),
    "MadStoat": (44, 48, "middle"),
    "Blackglass": (-10, 50, "middle"),
    "Town": (14, 112, "middle"),
    "Castle": (0, 106, "middle"),
}
_WIDE = {
    "LongMan": 10,
    "Stone": 9,
    "Town": 18,
}  # letters in a line of a name, where there is other room than elsewhere
# How far a path bows out to its left, where the straight way would meet something else.
_BOWS = {
    ("Granny", "Well"): 46.0,
    ("Creel", "Blackglass"): 34.0,
    ("Well", "Town"): -12.0,
    ("Town", "Castle"): 16.0,
}


def where(place: Mapping[str, Any], number: int) -> Point:
    """Where a space of a location stands: those of one location a little apart, so that each has room for a tile."""
    spaces = [spot(float(space["x"]), float(space["y"])) for space in place["spaces"]]
    cx, cy = sum(x for x, _ in spaces) / len(spaces), sum(y for _, y in spaces) / len(spaces)
    x, y = spaces[number]
    return cx + (x - cx) * APART, cy + (y - cy) * APART


def middle(scene: Scene, place: dict[str, Any]) -> Point:
    """Where paths to a location meet."""
    spaces = place["spaces"]
    x = sum(float(space["x"]) for space in spaces) / len(spaces)
    y = sum(float(space["y"]) for space in spaces) / len(spaces)
    return spot(x, y)


def _paths(scene: Scene, inks: Inks) -> str:
    places = {place["id"]: place for place in scene.board["locations"]}
    n, lines, parts = art.num, [], []
    for a, b in scene.paths:
        (x1, y1), (x2, y2) = middle(scene, places[a]), middle(scene, places[b])
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
        bow = _BOWS.get((a, b), 0.07 * length * sway(x1, y1, x2))
        cx, cy = (x1 + x2) / 2 - bow * (y2 - y1) / length, (y1 + y2) / 2 + bow * (x2 - x1) / length
        line = f"M{n(x1)},{n(y1)}Q{n(cx)},{n(cy)} {n(x2)},{n(y2)}"
        lines.append(line)
        said = scene.say("Path: {one} to {two}", one=scene.named(places[a]), two=scene.named(places[b]))
        parts.append(
            art.el(
                "g",
                art.tip(said),
                art.path(
                    line, stroke=inks.road, stroke_width=4.2, stroke_dasharray="11 4", stroke_linecap="butt"
                ),
                data_path=f"{a}-{b}",
            )
        )
    verge = art.path("".join(lines), stroke=inks.verge, stroke_width=9.5, stroke_linecap="round")
    return art.el("g", verge, *parts, data_part="paths")


def _landmarks(scene: Scene, inks: Inks) -> str:
    parts = []
    for place in scene.board["locations"]:
        drawing, dx, dy, size = _LANDMARKS.get(place["id"], ("", 0, 0, 0))
        if drawing and len(place["spaces"]) == 1:
            x, y = middle(scene, place)
            parts.append(_etched(inks, drawing, x + dx, y + dy, size))
    return "".join(parts)


def _etched(inks: Inks, drawing: str, x: float, y: float, size: float) -> str:
    return art.el(
        "g",
        drawing,
        transform=art.at(x, y, size),
        color=inks.line,
        fill=inks.rock,
        stroke=inks.line,
        stroke_width=0.9,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


_HOUSE = '<path d="M-5,-1L0,-7L5,-1V6H-5Z"/><path fill="none" d="M-1.4,6V2H1.4V6M-5,-1H5"/>'
_TOWER = (
    '<path d="M-5,12L-4,-4L-6,-6V-11H-3.4V-9H-1.2V-11H1.2V-9H3.4V-11H6V-6L4,-4L5,12Z"/><path fill="none" '
    'd="M-4,-4H4M-1,3V0H1V3Z"/>'
)


def _walls(scene: Scene, inks: Inks) -> str:
    """A location of several spaces stands within one wall: houses around the town, towers at the castle."""
    n, parts = art.num, []
    for place in scene.board["locations"]:
        if len(place["spaces"]) == 1:
            continue
        points = [where(place, number) for number in range(len(place["spaces"]))]
        left, right = min(x for x, _ in points) - R - 9, max(x for x, _ in points) + R + 9
        top, foot = min(y for _, y in points) - R - 8, max(y for _, y in points) + R + 8
        wall = {"stroke": inks.line, "stroke_width": 1.6}
        if place["id"] == "Castle":
            battlement = (
                f"M{n(left)},{n(foot)}V{n(top)}"
                + "h9v6h8v-6" * int((right - left) / 17)
                + f"H{n(right)}V{n(foot)}Z"
            )
            parts += [
                _etched(inks, _TOWER, left, top + 4, 44),
                _etched(inks, _TOWER, right, top + 4, 44),
                art.path(battlement, inks.rock, stroke_linejoin="round", **wall),
                _etched(inks, _TOWER, left, foot - 8, 34),
                _etched(inks, _TOWER, right, foot - 8, 34),
            ]
        else:
            behind = (
                (left + 14, top - 2),
                (left + 44, top - 8),
                (right - 52, top - 7),
                (right - 16, top - 3),
            )
            before = (
                (left - 4, top + 40),
                (right + 5, top + 44),
                (left + 6, foot - 14),
                (right - 8, foot - 18),
            )
            parts += [_etched(inks, _HOUSE, x, y, 34) for x, y in behind]
            parts.append(
                art.rect(left, top, right - left, foot - top, 34, inks.rock, stroke_dasharray="9 3", **wall)
            )
            parts += [_etched(inks, _HOUSE, x, y, 34) for x, y in before]
    return "".join(parts)


def _names(scene: Scene) -> str:
    """The names of the places, over all else: no glow covers them."""
    inks, parts = INKS[scene.theme], []
    for place in scene.board["locations"]:
        x, y = middle(scene, place)
        dx, dy, anchor = _NAMES.get(place["id"], (0, 49, "middle"))
        lines = lines_of(scene.named(place), _WIDE.get(place["id"], 15), 3)
        lift = 9.5 * (len(lines) - 1) if anchor != "middle" else 0
        for k, line in enumerate(lines):
            parts.append(
                art.words_at(
                    x + dx,
                    y + dy + 19 * k - lift,
                    line,
                    LETTERS,
                    inks.name,
                    text_anchor=anchor,
                    font_style="italic",
                    stroke=inks.verge,
                    stroke_width=3.4,
                    stroke_linejoin="round",
                    paint_order="stroke",
                )
            )
    return art.el("g", *parts, data_part="names")


def _at(scene: Scene, index: int) -> str:
    """A space with what stands on it now."""
    s = scene.state
    kind, up = scene.tile(index), bool(s.face_up[index])
    lookers = tuple(
        seat for seat in range(scene.players) if not up and kind >= 0 and scene.looked(index, seat)
    )
    crisis = int(s.crisis[index]) if kind >= 0 else 0
    return scene.once(
        _space, index, kind, up, crisis, lookers, witches.here(scene, index), index in scene.marks.spaces
    )


def _space(
    scene: Scene,
    index: int,
    kind: int,
    up: bool,
    crisis: int,
    lookers: tuple[int, ...],
    here: witches.Here,
    may: bool,
) -> str:
    p, say, inks = scene.palette, scene.say, INKS[scene.theme]
    space = scene.spaces[index]
    x, y = where(*scene.stands[index])
    said = [scene.space_name(index)]
    ring = round_touch(x, y, R + 5)
    if may:
        ring += art.circle(x, y, R + 5, p.glow, opacity=0.28)
    ring += art.circle(
        x, y, R, inks.clearing, stroke=p.glow if may else inks.line, stroke_width=4.0 if may else 1.4
    )
    start = int(scene.tables.start[index])
    if start:
        colour = problems.FRAMES[start - 1]
        ring += art.circle(x, y, R - 5, stroke=colour, stroke_width=1.6, stroke_dasharray="3 4", opacity=0.8)
    tile = ""
    if kind >= 0:
        said.append(scene.problem_tip(kind))
        if crisis:
            said.append(
                say.plural("{n} Crisis: {more} harder", "{n} Crises: {more} harder", crisis, more=2 * crisis)
            )
        if lookers:
            who = ", ".join(scene.names[seat] for seat in lookers)
            said.append(say("looked at by {names}", names=who))
        tile = problems.on_board(scene, kind, up, crisis, lookers, x, y, may)
    if here:
        said.append(", ".join(scene.names[seat] for seat, _, _ in here))
    return art.el(
        "g",
        art.tip(". ".join(said)),
        ring,
        tile,
        witches.group(scene, here, x, y, kind >= 0),
        id=f"{scene.prefix}-space-{space['id']}",
        data_key=f"space:{space['id']}",
        data_glow="round",
        data_space=space["id"],
        data_problem=problems.code(scene, kind) if kind >= 0 else None,
        data_legal=1 if may else None,
    )


def _dungeon(scene: Scene, here: witches.Here) -> str:
    p, inks = scene.palette, INKS[scene.theme]
    x, y = spot(float(scene.board["dungeon"]["x"]), float(scene.board["dungeon"]["y"]))
    name = str(scene.board["dungeon"].get(scene.say.lang) or scene.space_name(DUNGEON))
    said = ". ".join([name, *([", ".join(scene.names[seat] for seat, _, _ in here)] if here else [])])
    return art.el(
        "g",
        art.tip(said),
        art.rect(x - 29, y - 27, 58, 54, 9, p.deep_edge, stroke=inks.line, stroke_width=1.6),
        scene.icon("bars", x, y, 46, p.brass if not here else "#6d6488", p.deep_edge),
        witches.group(scene, here, x, y, False),
        art.words_at(
            x, y - 33, name, LETTERS, inks.name, text_anchor="middle", font_style="italic",
            stroke=inks.verge, stroke_width=3.4, paint_order="stroke",
        ),
        id=f"{scene.prefix}-space-Dungeon",
        data_key="space:Dungeon",
        data_glow="round",
        data_space="Dungeon",
    )  # fmt: skip


def _ground(scene: Scene) -> str:
    """All that never changes."""
    inks = INKS[scene.theme]
    return (
        land.land(scene.prefix, scene.theme)
        + land.title(scene.theme, scene.say("Lancre"))
        + _paths(scene, inks)
        + _walls(scene, inks)
        + _landmarks(scene, inks)
    )


def places(scene: Scene) -> list[str]:
    """The land and all that lies on it."""
    return [
        scene.once(_ground),
        scene.once(_dungeon, witches.here(scene, DUNGEON)),
        *(_at(scene, index) for index in range(SPACES)),
        scene.once(_names),
    ]
