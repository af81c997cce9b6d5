"""Moves taken apart where the rules are compiled, as `moves.TABLE.decode` does it elsewhere: the same parts in the same
order. Moves with a single part need none of this: it is the number itself, less the first of its kind.
"""

from coven.core.rule import rule
from coven.games.witchstone import moves
from coven.games.witchstone.moves import EACH_TILE, EDGES, GIFTS, TARGETS
from coven.games.witchstone.state import CELLS, TOKENS


@rule
def place(move: int) -> tuple[int, int, int]:
    """Tile, edge and flip of a hex tile laid."""
    laid = move - moves.PLACE
    return laid // EACH_TILE, laid // 2 % EDGES, laid % 2


@rule
def token(move: int) -> tuple[int, int]:
    """Black and kind of a token used."""
    used = move - moves.TOKEN
    return used // TOKENS, used % TOKENS


@rule
def use(move: int) -> tuple[int, int]:
    """Tile and half of a special tile used once."""
    used = move - moves.USE
    return used // 2, used % 2


@rule
def put(move: int) -> tuple[int, int]:
    """Tile and cell of a special tile laid."""
    laid = move - moves.PUT
    return laid // CELLS, laid % CELLS


@rule
def crystal(move: int) -> tuple[int, int]:
    """Cell and target of a crystal carried."""
    carried = move - moves.CRYSTAL
    return carried // TARGETS, carried % TARGETS


@rule
def shelve(move: int) -> tuple[int, int]:
    """Black and symbol of a crystal put on its shelf."""
    shelved = move - moves.SHELVE
    return shelved // 6, shelved % 6


@rule
def bottom(move: int) -> tuple[int, int, int]:
    """Black, symbol and gift of a crystal put on the token shelf."""
    shelved = move - moves.BOTTOM
    return shelved // (6 * GIFTS), shelved // GIFTS % 6, shelved % GIFTS
