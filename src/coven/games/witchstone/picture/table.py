"""The whole table: where each part stands, and the frame around them."""

from __future__ import annotations

from coven.core.picture import Candle, Picture, Sheet
from coven.core.seats import SEATS
from coven.games.witchstone.moves import TABLE
from coven.games.witchstone.picture import ball, cauldron, icons, players, scrolls, shelves, turn
from coven.games.witchstone.picture.pentagram import pentagram, star
from coven.games.witchstone.picture.scene import Scene
from coven.games.witchstone.picture.wand import wand
from coven.games.witchstone.picture.window import window
from coven.games.witchstone.rules import actor

LEFT, TOP, FOOT = 16.0, 14.0, 884.0  # the three columns stand between TOP and FOOT, the wand below
OTHERS_W, GAP = 280.0, 12.0
OWN_X, OWN_W = 1088.0, 496.0


def _others(scene: Scene) -> str:
    """The other players, in turn order after the one who looks; a window where nobody sits."""
    height = (FOOT - TOP - 2 * GAP) / 3
    seats = [(scene.own + k) % scene.players for k in range(1, scene.players)]
    tops = [TOP + k * (height + GAP) for k in range(SEATS - 1)]
    parts = [
        players.other(scene, seat, LEFT, y, OTHERS_W, height) for seat, y in zip(seats, tops, strict=False)
    ]
    if len(seats) < len(tops):
        y = tops[len(seats)]
        parts.append(window(scene, LEFT, y, OTHERS_W, FOOT - y))
    return "".join(parts)


def _lay(scene: Scene) -> Sheet:
    mount, on_mount = pentagram(scene)
    shelf_y = FOOT - shelves.HEIGHT
    return Sheet(
        title="Witchstone",
        sentence=turn.sentence(scene),
        candle=Candle(0.43, 0.4, 0.62, 0.3),
        defs=icons.defs(scene.prefix) + ball.defs(scene) + cauldron.defs(scene),
        parts=[
            _others(scene),
            ball.ball(scene, mount, star(scene), on_mount),
            turn.now(scene, 316, TOP + 6),
            turn.under_way(scene, OWN_X - 18, TOP + 4),
            scrolls.display(scene, 316, FOOT - scrolls.H - 2, 754),
            players.own(scene, OWN_X, TOP, OWN_W, shelf_y - GAP - TOP),
            shelves.shelves(scene, OWN_X, shelf_y),
            wand(scene),
        ],
    )


draw = Picture("witchstone", Scene, actor, TABLE, _lay)
