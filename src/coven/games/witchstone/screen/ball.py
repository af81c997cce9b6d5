"""The crystal ball: places, connections with their fields, witches and tokens."""

from __future__ import annotations

from math import cos, radians, sin

from coven.games.witchstone.screen.desk import Desk, ink, token_code
from coven.games.witchstone.state import STONE
from coven.terminal.paper import GLOW, LINE, QUIET, Block, Canvas, emblem, seat_style

SWELL = 0.6  # the glass swells the middle, where connections need the room
MARGIN = 5  # room for half a label at the sides
FREE_FIELD, OPEN_FIELD = "•", "+"


def ball(desk: Desk, width: int, height: int) -> Block:
    """The ball in a space of this size."""
    height -= 1 - height % 2  # with a middle row it is the same above and below
    canvas = Canvas(width, height)
    spots = _spots(desk, width, height)
    for index, (row, col) in enumerate(spots):
        _place(desk, canvas, index, row, col)
    # Owned connections last: their colour wins where lines cross.
    links = sorted(range(int(desk.tables.links)), key=lambda link: _owner(desk, link)[0])
    fields = [_link(desk, canvas, spots, link) for link in links]
    for row, col, text, style in (field for line in fields for field in line):
        canvas.put(row, col, text, style)
    return canvas.block()


def _spots(desk: Desk, width: int, height: int) -> list[tuple[int, int]]:
    """Row and column of each place, using the whole space."""
    points = []
    for place in desk.game.components.data["locations"]["list"]:
        angle, radius = radians(float(place["angle"])), float(place["radius"]) ** SWELL
        points.append((radius * sin(angle), radius * cos(angle)))
    tall = max(abs(y) for y, _ in points) or 1.0
    wide = max(abs(x) for _, x in points) or 1.0
    middle_row, middle_col = (height - 1) / 2, (width - 1) / 2
    down, across = (middle_row - 0.4) / tall, (middle_col - MARGIN) / wide
    # Whole characters, so that level connections run straight.
    return [(round(middle_row + y * down), round(middle_col + x * across)) for y, x in points]


def _place(desk: Desk, canvas: Canvas, index: int, row: int, col: int) -> None:
    """A place: its name, then its token or the witches on it."""
    s, t = desk.state, desk.tables
    name = desk.place(index)
    owner = next((seat for seat in range(desk.players) if int(s.tower[seat]) == index), -1)
    here = [seat for seat in range(desk.players) if int(s.standing[seat]) >> index & 1]
    may = index in desk.marks.places
    parts = [(name, GLOW if may else f"{seat_style(owner)} reverse" if owner >= 0 else "bold")]
    if may:
        parts.insert(0, ("»", GLOW))
    token = int(s.token_at[index])
    if token >= 0:
        code = token_code(token)
        parts += [("(", QUIET), (code, ink(code)), (")", QUIET)]
    parts += [(emblem(seat), seat_style(seat)) for seat in here]
    if int(t.place_type[index]) == STONE:
        taken = sum(int(rank) > 0 for rank in s.stone_rank)
        if taken < desk.players:
            parts.append((f"+{int(t.stone_bonus[taken])}", LINE))
    at = col - sum(len(text) for text, _ in parts) // 2
    for text, style in parts:
        canvas.put(row, at, text, style)
        at += len(text)
    if owner >= 0 and s.lying[owner]:
        canvas.put(row + 1, col - 1, f"{emblem(owner)}~{int(s.lying[owner])}", seat_style(owner))


def _owner(desk: Desk, link: int) -> tuple[int, int]:
    """Whose a connection is, and how many units lie on it; -1 for nobody."""
    s = desk.state
    for seat in range(desk.players):
        if int(s.links[seat]) >> link & 1:
            return seat, int(desk.tables.link_length[link])
        if int(s.begun[seat]) == link:
            return seat, int(s.begun_units[seat])
    return -1, 0


def _link(
    desk: Desk, canvas: Canvas, spots: list[tuple[int, int]], link: int
) -> list[tuple[int, int, str, str]]:
    """Draw the line of a connection; returns its fields, which are set when all lines are drawn."""
    t = desk.tables
    a, b, length = int(t.link_a[link]), int(t.link_b[link]), int(t.link_length[link])
    (row_a, col_a), (row_b, col_b) = spots[a], spots[b]
    owner, units = _owner(desk, link)
    may = link in desk.marks.links
    style = seat_style(owner) if owner >= 0 else QUIET
    steps = int(8 * max(abs(row_b - row_a), abs(col_b - col_a))) + 1
    way = [
        (row_a + (row_b - row_a) * i / steps, col_a + (col_b - col_a) * i / steps) for i in range(steps + 1)
    ]
    seen = [(y, x) for y, x in way if not canvas.taken(round(y), round(x))]
    for y, x in seen:
        canvas.dot(y + 0.5, x + 0.5, style)
    fields = []
    for k in range(length):
        y, x = seen[int(len(seen) * (k + 0.5) / length)] if seen else way[steps // 2]
        if k < units:
            field = (emblem(owner), seat_style(owner))
        elif may:
            field = (OPEN_FIELD, GLOW)
        else:
            field = (FREE_FIELD, QUIET)
        fields.append((round(y), round(x), *field))
    return fields
