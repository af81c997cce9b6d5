"""A cauldron from above: the iron pot, its hex cells, the tiles laid in it, the crystals still to get out."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from coven.core import art
from coven.core.picture import bits, round_touch
from coven.games.witchstone import cells, whereabouts
from coven.games.witchstone.picture.pentagram import hexagon, special
from coven.games.witchstone.picture.scene import Scene
from coven.games.witchstone.state import BLACK_RIM, CELLS, PAIR_NAMES, RIM_BLACK, SYMBOLS, WAIT_RIM, C

POT = 4.2  # radius of the pot, in widths of a cell
INSET = 0.93


@lru_cache(maxsize=512)
def _hex(x: float, y: float, width: float) -> str:
    return hexagon(x, y, width)


def domino(
    scene: Scene,
    a: tuple[float, float],
    b: tuple[float, float],
    width: float,
    symbols: tuple[int, int],
    glow: bool = False,
) -> str:
    """A hex tile: two hexes that have grown together, each with its symbol."""
    p = scene.palette
    (ax, ay), (bx, by) = a, b
    n = art.num
    both = _hex(ax, ay, width * INSET) + _hex(bx, by, width * INSET)
    bridge = f"M{n(ax)},{n(ay)}L{n(bx)},{n(by)}"
    edge, thick = (p.glow, 5.0) if glow else (p.ink, 2.0)
    long = width * INSET / 3**0.5
    return (
        art.path(both, p.paper, stroke=edge, stroke_width=thick, stroke_linejoin="round")
        + art.path(bridge, stroke=edge, stroke_width=long + thick)
        + art.path(both, p.paper)
        + art.path(bridge, stroke=p.paper, stroke_width=long)
        + scene.inked(symbols[0], ax, ay, width * 0.6)
        + scene.inked(symbols[1], bx, by, width * 0.6)
    )


def back(scene: Scene, x: float, y: float, width: float) -> str:
    """A hex tile, face down."""
    p = scene.palette
    both = _hex(x - width / 2, y, width * INSET) + _hex(x + width / 2, y, width * INSET)
    inner = _hex(x - width / 2, y, width * 0.7) + _hex(x + width / 2, y, width * 0.7)
    return art.path(both, p.deep, stroke=p.brass, stroke_width=1.2) + art.path(
        inner, stroke=p.brass, stroke_width=0.6
    )


def _rim_spots(scene: Scene) -> list[tuple[float, float]]:
    """Where each rim symbol stands: outside the middle of its exit cells, in widths of a cell."""
    spots = []
    costs = scene.tables.exit_cost
    for symbol in range(len(SYMBOLS)):
        exits = [cells.centre(cell) for cell in range(CELLS) if costs[cell][symbol] == 1]
        x, y = sum(at[0] for at in exits) / len(exits), sum(at[1] for at in exits) / len(exits)
        far = (x * x + y * y) ** 0.5
        spots.append((x / far * 3.59, y / far * 3.59))
    return spots


def waiting(scene: Scene, seat: int) -> tuple[tuple[int, int], ...]:
    """Crystals on each rim symbol: coloured and black ones. Every crystal action under way may hold some."""
    s = scene.state
    found = [(0, 0)] * len(SYMBOLS)
    for depth in range(int(s.depth)):
        if s.frame_kind[depth] == C and s.frame_seat[depth] == seat:
            for symbol, held in enumerate(s.frame_waiting[depth][WAIT_RIM : WAIT_RIM + len(SYMBOLS)]):
                black, coloured = divmod(held, RIM_BLACK)
                found[symbol] = found[symbol][0] + coloured, found[symbol][1] + black
    return tuple(found)


def _pot(scene: Scene, cx: float, cy: float, w: float) -> str:
    p = scene.palette
    r = POT * w
    thin = max(0.6, w / 60)
    handles = "".join(
        art.path(
            f"M{art.num(cx + side * r * 0.96)},{art.num(cy - w * 0.75)}"
            f"q{art.num(side * w * 0.46)},{art.num(w * 0.75)} 0,{art.num(w * 1.5)}",
            stroke=p.brass,
            stroke_width=max(2.0, w / 11),
            stroke_linecap="round",
        )
        for side in (-1, 1)
    )
    plate = art.outline([art.around(cx, cy, w * 3.63, 60 * k) for k in range(6)])
    return (
        handles
        + art.circle(cx, cy, r, f"url(#{scene.prefix}-iron)", stroke=p.brass, stroke_width=thin * 3)
        + art.circle(cx, cy, r - w * 0.1, stroke=p.brass, stroke_width=thin)
        + art.path(plate, p.deep_edge, stroke=p.brass, stroke_width=thin, opacity=0.9)
    )


def defs(scene: Scene) -> str:
    p = scene.palette
    return (
        f'<radialGradient id="{scene.prefix}-iron" cx=".5" cy=".42" r=".62">'
        f'<stop offset=".55" stop-color="{p.deep}"/>'
        f'<stop offset="1" stop-color="{p.deep_edge}"/></radialGradient>'
    )


def _rim(scene: Scene, seat: int, cx: float, cy: float, w: float) -> list[str]:
    acting, mine, where = seat == scene.actor, seat == scene.seat, scene.where(seat)
    parts = []
    for symbol, (dx, dy) in enumerate(_rim_spots(scene)):
        lit = tuple(acting and (black, symbol) in scene.marks.rim for black in (0, 1))
        facts = symbol, cx + dx * w, cy + dy * w, w, scene.state.waiting[symbol], lit, mine, where
        parts.append(scene.once(_rim_space, seat, *facts))
    return parts


def _rim_space(
    scene: Scene,
    seat: int,
    symbol: int,
    x: float,
    y: float,
    w: float,
    waits: tuple[int, int],
    lit: tuple[bool, bool],
    mine: bool,
    where: str,
) -> str:
    """A symbol of the rim with the crystals that wait there; lit for coloured ones, for the black one."""
    p, say, name = scene.palette, scene.say, SYMBOLS[symbol]
    coloured, black = lit
    may = coloured or black
    gems = [False] * waits[0] + [True] * waits[1]
    said = say("Rim: {action}", action=scene.symbol(symbol))
    if gems:
        said = say.plural("{rim}, {n} crystal waits", "{rim}, {n} crystals wait", len(gems), rim=said)
    body = art.circle(
        x,
        y,
        w * 0.36,
        p.deep_edge,
        stroke=p.glow if may else p.brass,
        stroke_width=w / 16 if may else w / 50,
    )
    body += scene.icon(name, x, y, w * 0.46, p.brass, p.deep_edge)
    key = f"rim:{name}" if mine else None
    dark = f"{key}/black" if key else None
    body += "".join(
        scene.gem(
            seat,
            is_black,
            x + (k - (len(gems) - 1) / 2) * w * 0.42 + w * 0.22,
            y + w * 0.2,
            w * 0.52,
            dark if is_black else key,
        )
        for k, is_black in enumerate(gems)
    )
    return art.el(
        "g",
        art.tip(said),
        round_touch(x, y, w * 0.5) if key else "",
        body,
        data_key=dark if black and not coloured else key,
        data_glow="disc" if key else None,
        data_rim=f"{where}:{name}",
        data_legal=1 if may else None,
    )


def _halves(laid: int) -> tuple[int, int]:
    """The cells of the first and second symbol of a laid tile."""
    a, b = cells.EDGES[laid >> 1]
    return (b, a) if laid & 1 else (a, b)


class _Cells:
    """What lies where in one cauldron."""

    def __init__(self, scene: Scene, seat: int) -> None:
        s = scene.state
        self.shows: list[list[int]] = [[] for _ in range(CELLS)]
        for symbol in range(len(SYMBOLS)):
            for cell in bits(s.symbols[seat][symbol]):
                self.shows[cell].append(symbol)
        self.laid = {pair: _halves(int(lies)) for pair, lies in enumerate(s.laid[seat]) if lies >= 0}
        self.tile_at = {cell: pair for pair, halves in self.laid.items() for cell in halves}
        self.special = set(bits(s.special_cells[seat]))
        self.gems = dict.fromkeys(bits(s.crystals[seat]), seat)
        if 0 <= int(s.black[seat]) < BLACK_RIM:
            self.gems[int(s.black[seat])] = -1
        self.printed = {int(cell) for cell in scene.tables.printed}

    def at(self, scene: Scene, seat: int, cell: int) -> tuple[Hashable, ...]:
        """What lies on a cell, and how it glows: not at all, as a place, as a crystal to be moved."""
        marks, acting = scene.marks, seat == scene.actor
        lit = 0 if not acting else 2 if cell in marks.crystals else int(cell in marks.cells)
        lies = self.tile_at.get(cell), tuple(self.shows[cell]), cell in self.special, self.gems.get(cell)
        return seat == scene.seat, scene.where(seat), cell in self.printed, *lies, lit


def _described(scene: Scene, cell: int, shows: tuple[int, ...], gem: int | None) -> str:
    """A cell in words."""
    say = scene.say
    name = whereabouts.capital(whereabouts.cell(cell, say))
    if gem is not None:
        inside = say("black crystal") if gem < 0 else say("crystal")
    else:
        inside = ", ".join(scene.symbol(symbol) for symbol in shows) or say("empty")
    return say("{what}: {more}", what=name, more=inside)


def _cell(
    scene: Scene,
    seat: int,
    cell: int,
    x: float,
    y: float,
    w: float,
    mine: bool,
    where: str,
    printed: bool,
    tile: int | None,
    shows: tuple[int, ...],
    is_special: bool,
    gem: int | None,
    lit: int,
) -> str:
    p, name = scene.palette, cells.NAMES[cell]
    parts = [art.tip(_described(scene, cell, shows, gem))]
    if tile is not None:
        # the tile is drawn as one piece below; this only catches the pointer
        parts.append(art.path(_hex(x, y, w * INSET), pointer_events="all"))
    else:
        parts.append(
            art.path(
                _hex(x, y, w * INSET),
                p.deep if printed else p.deep_edge,
                stroke=p.brass,
                stroke_width=max(0.5, w / 60),
                stroke_opacity=0.9 if printed else 0.55,
            )
        )
    if is_special:
        pair = PAIR_NAMES.index("".join(SYMBOLS[symbol] for symbol in shows))
        parts.append(special(scene, pair, x, y, w * INSET))
    elif printed and tile is None:
        parts += [scene.icon(SYMBOLS[symbol], x, y, w * 0.56, p.brass, p.deep) for symbol in shows]
    if lit == 2:
        parts.append(art.path(_hex(x, y, w * 0.84), stroke=p.glow, stroke_width=w / 18))
    elif lit and gem is None:
        parts.append(art.circle(x, y, w * 0.09, p.glow))
    if gem is not None:
        parts.append(scene.gem(seat, gem < 0, x, y + w * 0.02, w * 0.66))
    return art.el(
        "g",
        *parts,
        id=f"{scene.prefix}-cell-{seat}-{name}",
        data_key=f"cell:{name}" if mine else None,
        data_glow="patch" if mine else None,
        data_cell=f"{where}:{name}",
        data_tile=None if tile is None else PAIR_NAMES[tile],
        data_legal=1 if lit else None,
    )


def _tile(
    scene: Scene, seat: int, pair: int, a: tuple[float, float], b: tuple[float, float], w: float
) -> str:
    return art.el("g", domino(scene, a, b, w, scene.pair(pair)), data_thing=f"tile:{seat}:{PAIR_NAMES[pair]}")


def cauldron(scene: Scene, seat: int, cx: float, cy: float, w: float) -> list[str]:
    """A seat's cauldron, its cells w wide."""
    spots = [(cx + x * w, cy + y * w) for x, y in map(cells.centre, range(CELLS))]
    inside = _Cells(scene, seat)
    return [
        art.tip(scene.say("Cauldron of {name}", name=scene.names[seat])),
        scene.once(_pot, cx, cy, w),
        *(scene.once(_tile, seat, pair, spots[a], spots[b], w) for pair, (a, b) in inside.laid.items()),
        *(
            scene.once(_cell, seat, cell, *spots[cell], w, *inside.at(scene, seat, cell))
            for cell in range(CELLS)
        ),
        *_rim(scene, seat, cx, cy, w),
    ]
