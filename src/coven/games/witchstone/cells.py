"""The 37 cells of a cauldron: a hexagon of side 4, rows a to g from the top, numbered from the left."""

SIDE = 4
ROWS = "abcdefg"


def _axial() -> list[tuple[int, int]]:
    """Column and row of every cell; neighbours differ by (1, 0), (0, 1) or (1, -1)."""
    last = 2 * SIDE - 2
    return [(q, r) for r in range(last + 1) for q in range(last + 1) if SIDE - 1 <= q + r <= last + SIDE - 1]


AXIAL = _axial()
INDEX = {at: cell for cell, at in enumerate(AXIAL)}
NAMES = [f"{ROWS[r]}{q - max(0, SIDE - 1 - r) + 1}" for q, r in AXIAL]
BY_NAME = {name: cell for cell, name in enumerate(NAMES)}


def distance(a: int, b: int) -> int:
    """Steps between two cells."""
    q, r = AXIAL[a][0] - AXIAL[b][0], AXIAL[a][1] - AXIAL[b][1]
    return max(abs(q), abs(r), abs(q + r))


def centre(cell: int) -> tuple[float, float]:
    """Where to draw a cell, for hexes with a point on top and a width of 1."""
    q, r = AXIAL[cell]
    return q + r / 2 - 1.5 * (SIDE - 1), (r - (SIDE - 1)) * 3**0.5 / 2


# The pairs of neighbouring cells, each once: where a hex tile can lie.
EDGES = [(a, b) for a in range(len(AXIAL)) for b in range(a + 1, len(AXIAL)) if distance(a, b) == 1]
EDGE_INDEX = {edge: index for index, edge in enumerate(EDGES)}
