"""The map of Lancre: places, the paths between them, problems and witches."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from coven.games.witches.screen.desk import Desk, hats
from coven.games.witches.state import DUNGEON, SPACES
from coven.terminal.paper import GLOW, QUIET, Block, Canvas

TALL = 17  # from this height a problem stands below the name of its place
WIDE_NAME, NAME = 16, 10  # a longer name is shortened
WIDE_PROBLEM, PROBLEM = 17, 9
Spot = tuple[int, int]  # row and column of a label's middle


def lancre(desk: Desk, width: int, height: int) -> Block:
    """The map in a space of this size."""
    canvas = Canvas(width, height)
    two = height >= TALL and width >= 70
    labels = [_label(desk, place, two) for place in range(SPACES + 1)]
    spots = _spread(desk, labels, width, height, 2 if two else 1)
    for label, (row, col) in zip(labels, spots, strict=True):
        for down, line in enumerate(label):
            at = col - line.cell_len // 2
            for start, text, style in _runs(line):
                canvas.put(row + down, at + start, text, style)
    for one, two_ in _paths(desk, spots):
        _draw_path(canvas, one, two_)
    return canvas.block()


def _label(desk: Desk, place: int, two: bool) -> Block:
    """A place: name and witches, and its problem beside or below them."""
    name = desk.place(place, WIDE_NAME if two else NAME)
    may = place != DUNGEON and place in desk.marks.spaces
    line = Text.assemble(("»" if may else "", GLOW), (name, GLOW if may else "bold"))
    line.append_text(hats(desk.witches(place)))
    if place == DUNGEON:
        return [line]
    problem = desk.problem_line(place, WIDE_PROBLEM if two else PROBLEM)
    if not problem:
        return [line]
    return [line, problem] if two else [line.append(" ", "bold").append_text(problem)]


def _spread(desk: Desk, labels: list[Block], width: int, height: int, tall: int) -> list[Spot]:
    """Where the labels go: as near to their places as they can without touching each other.

    Each gets the height of a full one, so that problems come and go without moving their neighbours.
    """
    board = desk.game.components.data["board"]
    points = [*desk.spaces(), board["dungeon"]]
    top, low = (edge(float(point["y"]) for point in points) for edge in (min, max))
    taken: set[Spot] = set()
    spots = []
    for label, point in zip(labels, points, strict=True):
        wide = max(line.cell_len for line in label)
        row = round((float(point["y"]) - top) / (low - top) * (height - tall))
        col = round(float(point["x"]) / 100 * (width - 1))
        col = min(max(col, wide // 2), width - 1 - (wide - 1) // 2)
        for down, right in _steps():
            at = (row + down, col + right)
            cells = set(_cells(at, wide, tall))
            fits = at[0] >= 0 and at[0] + tall <= height
            fits = fits and at[1] >= wide // 2 and at[1] - wide // 2 + wide <= width
            if fits and not cells & taken:
                break
        else:
            at, cells = (row, col), set()  # no room: it covers a neighbour
        taken |= cells | set(_cells(at, wide + 2, tall))
        spots.append(at)
    return spots


def _steps() -> list[Spot]:
    """Ways to give way, the smallest first; a row is worth some columns."""
    ways = [(down, right) for down in range(-4, 5) for right in range(-16, 17)]
    return sorted(ways, key=lambda way: (3 * abs(way[0]) + abs(way[1]), way))


def _cells(at: Spot, wide: int, tall: int) -> Iterator[Spot]:
    left = at[1] - wide // 2
    return ((at[0] + row, left + col) for row in range(tall) for col in range(wide))


def _runs(line: Text) -> Iterator[tuple[int, str, str]]:
    """The parts of a line with one style each."""
    for span in line.spans:
        yield span.start, line.plain[span.start : span.end], str(span.style)


def _paths(desk: Desk, spots: list[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """The ends of each path; one to a place with several spaces leads to the nearest."""
    where: dict[str, list[Spot]] = {}
    at = 0
    for place in desk.locations:
        where[str(place["id"])] = spots[at : at + len(place["spaces"])]
        at += len(place["spaces"])
    for one, two in desk.game.components.data["paths"]["list"]:
        yield min(
            ((a, b) for a in where[one] for b in where[two]),
            key=lambda ends: abs(ends[0][0] - ends[1][0]) * 2 + abs(ends[0][1] - ends[1][1]),
        )


def _draw_path(canvas: Canvas, one: Spot, two: Spot) -> None:
    steps = 8 * max(abs(two[0] - one[0]), abs(two[1] - one[1])) + 1
    for i in range(steps + 1):
        y, x = one[0] + (two[0] - one[0]) * i / steps, one[1] + (two[1] - one[1]) * i / steps
        if not canvas.taken(round(y), round(x)):
            canvas.dot(y + 0.5, x + 0.5, QUIET)
