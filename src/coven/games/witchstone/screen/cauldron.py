"""A cauldron as a grid of hexes, with what lies on its cells and the ways out to its rim."""

from __future__ import annotations

from coven.games.witchstone import cells
from coven.games.witchstone.screen.desk import BLACK, CRYSTAL, PAPER, Desk, ink
from coven.games.witchstone.state import CELLS, RIM_BLACK, SYMBOLS, WAIT_RIM, C
from coven.terminal.paper import GLOW, LINE, QUIET, Block, Canvas, seat_style

WIDTH, HEIGHT = 39, 17
TIGHT = HEIGHT - 2  # without the lines of the upper and the lower rim
BESIDE = 10  # from the middle to the right of the walls above and below
WALL = "#6c6684"


def cauldron(desk: Desk, seat: int, height: int = HEIGHT) -> Block:
    """The cauldron of a seat; the cells that can be chosen now glow in the own one.

    With little height the upper and lower rim move beside the walls, or the slanting walls are left out.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    for cell in range(CELLS):
        row, col = _at(cell)
        for up, side, wall in (
            (0, -2, "│"),
            (0, 2, "│"),
            (-1, -1, "╱"),
            (-1, 1, "╲"),
            (1, -1, "╲"),
            (1, 1, "╱"),
        ):
            canvas.put(row + up, col + side, wall, WALL)
    for cell in range(CELLS):
        row, col = _at(cell)
        text, style = _cell(desk, seat, cell)
        canvas.put(row, col - 1, f"{text:^3}", style)
    _joints(desk, canvas, seat)
    tight = TIGHT <= height < HEIGHT
    flat = height < TIGHT
    _rim(desk, canvas, seat, tight, flat)
    lines = canvas.block()
    if flat:
        return [line for row, line in enumerate(lines) if row % 2 == 0]
    return lines[1:-1] if tight else lines


def _at(cell: int) -> tuple[int, int]:
    """Row and column of a cell's middle."""
    x, _ = cells.centre(cell)
    return 2 + 2 * cells.AXIAL[cell][1], WIDTH // 2 + round(4 * x)


def _cell(desk: Desk, seat: int, cell: int) -> tuple[str, str]:
    """What is seen on a cell: a crystal with the cell's name, symbols, or the name alone."""
    s = desk.state
    name = cells.NAMES[cell]
    own = seat == desk.seat
    if int(s.black[seat]) == cell or int(s.crystals[seat]) >> cell & 1:
        black = int(s.black[seat]) == cell
        style = GLOW if own and cell in desk.marks.crystals else "bold" if black else seat_style(seat)
        return (BLACK if black else CRYSTAL) + name, style
    shown = [SYMBOLS[symbol] for symbol in range(6) if int(s.symbols[seat, symbol]) >> cell & 1]
    if len(shown) == 2:
        return "".join(shown), f"{PAPER}#f0e6d0"
    if shown:
        printed = int(desk.tables.printed[SYMBOLS.index(shown[0])]) == cell
        return shown[0], f"bold {ink(shown[0])}" if printed else PAPER + ink(shown[0])
    return name, GLOW if own and cell in desk.marks.cells else QUIET


def _joints(desk: Desk, canvas: Canvas, seat: int) -> None:
    """Each hex tile's halves are tied together across the wall between them."""
    for laid in (int(at) for at in desk.state.laid[seat]):
        if laid >= 0:
            (row, col), (other_row, other_col) = (_at(cell) for cell in cells.EDGES[laid // 2])
            along = "━" if row == other_row else "╲" if (col < other_col) == (row < other_row) else "╱"
            canvas.put((row + other_row) // 2, (col + other_col) // 2, along, "bold #f4efe2")


def _rim(desk: Desk, canvas: Canvas, seat: int, tight: bool, flat: bool) -> None:
    """The rim symbols outside the sides they belong to, with the crystals that wait there."""
    s = desk.state
    for symbol, doors in desk.game.components.data["cauldron"]["exits"].items():
        spots = [_at(cells.BY_NAME[name]) for name in doors]
        row = sum(row for row, _ in spots) / len(spots)
        col = sum(col for _, col in spots) / len(spots) - WIDTH // 2
        waiting = 0
        for d in range(int(s.depth)):
            if int(s.frame_kind[d]) == C and int(s.frame_seat[d]) == seat:
                waiting = max(waiting, int(s.frame_waiting[d, WAIT_RIM + SYMBOLS.index(symbol)]))
        gems = CRYSTAL * (waiting & (RIM_BLACK - 1)) + (BLACK if waiting & RIM_BLACK else "")
        may = seat == desk.seat and (0, SYMBOLS.index(symbol)) in desk.marks.rim
        style = GLOW if may else ink(symbol)
        sideways = abs(col) > 3
        arrow = ("→" if col > 0 else "←") if sideways else "↑" if row < HEIGHT / 2 else "↓"
        text = f"{symbol}{arrow}" if arrow == "←" else f"{arrow}{symbol}"
        at_row = round(row) if sideways else 0 if row < HEIGHT / 2 else HEIGHT - 1
        at_col = WIDTH // 2 + (round(col) + (5 if col > 0 else -6) if sideways else 0)
        if sideways and flat:
            at_row += at_row % 2 * (-1 if row < HEIGHT / 2 else 1)  # beside the shorter row
        elif tight and not sideways:
            at_row += 1 if row < HEIGHT / 2 else -1
            at_col += BESIDE
        canvas.put(at_row, at_col, text, style)
        if gems:
            canvas.put(at_row, at_col - len(gems) if arrow == "←" else at_col + 2, gems, LINE)
