"""The whole table: its parts, what each reads of the view, and where it stands on the sheet."""

from __future__ import annotations

from functools import lru_cache, partial

from coven.core.language import Words
from coven.core.parts import BOARD, OTHER, OWN, SHEET, Part
from coven.core.picture import Candle, Picture, Sheet
from coven.core.seats import SEATS
from coven.games.witches.moves import TABLE
from coven.games.witches.picture import boxes, cards, dice, icons, land, moor, now, players
from coven.games.witches.picture.places import places
from coven.games.witches.picture.scene import Scene
from coven.games.witches.rules import actor

LEFT, TOP, GAP = 16.0, 14.0, 12.0
SIDE_X = 1236.0
STRIP_Y, FOOT = 778.0, 986.0
SHRUNK = 0.87  # the hand on the sheet

SHOWN = {"shown": Scene.shown}
ON_MAP = ("face_up", "lookers", "crisis", "at", "trainee", "active", "over")
OF_A_PLAYER = (
    "score", "trainee", "rolled", "cackles", "aliss", "cards", "known", "solved", "easy_row", "tile_left",
)  # fmt: skip
UNDER_WAY = ("last", "dice", "bonus", "magic", "placing", "actor")
SUPPLIES = (
    "box_easy", "box_hard", "box_top", "cackle_supply", "crisis_supply", "aliss_supply", "discard", "cards",
)  # fmt: skip


def _players(own: int, number: int, say: Words) -> list[Part]:
    """Whoever looks first, then the others in turn order; the night where nobody sits."""
    w, h = players.SIZE
    pitch = h + GAP
    parts = []
    for k in range(number):
        seat = (own + k) % number
        parts.append(
            Part(
                "player", partial(players.panel, seat=seat), w, h, SIDE_X, TOP + k * pitch, seat=seat,
                role=OTHER if k else OWN, label=say("Others") if k else say("Mine"),
                reads=("active", "over"), each=OF_A_PLAYER, marks=("takes", "gives_back", "tile"),
            )
        )  # fmt: skip
    if number < SEATS:
        y = TOP + number * pitch
        night = partial(moor.moor, x=0, y=0, w=w, h=FOOT - y)
        parts.append(Part("moor", night, w, FOOT - y, SIDE_X, y, role=SHEET, reads=()))
    return parts


@lru_cache(maxsize=128)
def _parts(own: int, number: int, say: Words) -> list[Part]:
    """What lies on the sheet of one of so many players."""
    box_w, box_h = boxes.SIZE
    hand_x = LEFT + now.SIZE[0] + GAP
    hand_w = SIDE_X - GAP - hand_x
    return [
        Part(
            "board", places, land.W, land.H, LEFT, TOP, role=BOARD, label=say("Lancre"), reads=ON_MAP,
            tells=SHOWN,
        ),
        Part(
            "boxes", boxes.boxes, box_w, box_h, LEFT + land.W - 9 - box_w, TOP + land.H - 9 - box_h,
            label=say("Boxes"), reads=SUPPLIES,
        ),
        Part(
            "hand", partial(cards.hand, seat=own), hand_w / SHRUNK, cards.H, hand_x, STRIP_Y + 4,
            seat=own, role=OWN, label=say("Hand"), reads=(), each=("hand", "cards", "known"),
            marks=("uses", "powers"),
            each_size=(cards.W, cards.H), lie=partial(cards.fan, width=hand_w / SHRUNK), scale=SHRUNK,
        ),
        Part(
            "now", now.now, *now.SIZE, LEFT, STRIP_Y, role=OWN, label=say("Dice"), reads=UNDER_WAY,
            tells={"asked": now.sentence, "tried": now.tried, "outlook": now.outlook, "taken": now.taken},
            marks=("trainees", "roll"), target=now.ROW,
        ),
        *_players(own, number, say),
    ]  # fmt: skip


def _defs(scene: Scene) -> str:
    prefix = scene.prefix
    return icons.defs(prefix) + dice.defs(scene) + land.defs(prefix, scene.theme) + moor.defs(prefix)


def _lay(scene: Scene) -> Sheet:
    return Sheet(
        title=scene.say.title("The Witches"),
        sentence=now.sentence(scene),
        candle=Candle(0.4, 0.9, 0.7, 0.2),
        defs=scene.once(_defs),
        parts=_parts(scene.own, scene.players, scene.say),
    )


draw = Picture("witches", Scene, actor, TABLE, _lay)
