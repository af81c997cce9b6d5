"""The whole table: where each part stands, and the frame around them."""

from __future__ import annotations

from coven.core.picture import Candle, Picture, Sheet
from coven.core.seats import SEATS
from coven.games.witches.moves import TABLE
from coven.games.witches.picture import icons, land, moor
from coven.games.witches.picture.boxes import boxes
from coven.games.witches.picture.cards import hand
from coven.games.witches.picture.now import now, sentence
from coven.games.witches.picture.places import places
from coven.games.witches.picture.players import panel
from coven.games.witches.picture.scene import Scene
from coven.games.witches.rules import actor

SIDE_X, SIDE_W, GAP = 1236.0, 348.0, 12.0
STRIP_Y, FOOT = 778.0, 986.0
NOW_W = 306.0


def _players(scene: Scene) -> str:
    """Whoever looks first, then the others in turn order; the night where nobody sits."""
    height = (FOOT - land.Y - (SEATS - 1) * GAP) / SEATS
    tops = [land.Y + k * (height + GAP) for k in range(SEATS)]
    parts = [
        panel(scene, (scene.own + k) % scene.players, SIDE_X, tops[k], SIDE_W, height)
        for k in range(scene.players)
    ]
    if scene.players < SEATS:
        top = tops[scene.players]
        parts.append(moor.moor(scene, SIDE_X, top, SIDE_W, FOOT - top))
    return "".join(parts)


def _lay(scene: Scene) -> Sheet:
    prefix, theme, say = scene.prefix, scene.theme, scene.say
    hand_x = land.X + NOW_W + GAP
    return Sheet(
        title=say.title("The Witches"),
        sentence=sentence(scene),
        candle=Candle(0.4, 0.9, 0.7, 0.2),
        defs=icons.defs(prefix) + land.defs(prefix, theme) + moor.defs(prefix),
        parts=[
            places(scene),
            boxes(scene),
            _players(scene),
            now(scene, land.X, STRIP_Y, NOW_W, FOOT - STRIP_Y),
            hand(scene, hand_x, STRIP_Y + 4, SIDE_X - GAP - hand_x),
        ],
    )


draw = Picture("witches", Scene, actor, TABLE, _lay)
