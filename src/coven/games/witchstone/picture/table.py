"""The whole table: its parts, what each reads of the view, and where it stands on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial

from coven.core.language import Words
from coven.core.parts import BOARD, CORNER, OTHER, OWN, SHEET, Part
from coven.core.picture import Candle, Picture, Sheet
from coven.core.seats import SEATS
from coven.games.witchstone.moves import TABLE
from coven.games.witchstone.picture import ball, cauldron, icons, players, scrolls, shelves, turn, wand
from coven.games.witchstone.picture.pentagram import pentagram, star
from coven.games.witchstone.picture.scene import Scene
from coven.games.witchstone.picture.window import window
from coven.games.witchstone.rules import actor

LEFT, TOP, FOOT = 16.0, 14.0, 884.0  # the three columns stand between TOP and FOOT, the wand below
GAP = 12.0
OWN_X = 1088.0
STACK = (440.0, 216.0)

# What a panel counts, and what lies in a cauldron; each seat has its own.
COUNTED = (
    "score", "energy", "witches", "supply", "tokens", "owls", "scrolls", "spent", "handicap", "beside", "black",
    "specials",
)  # fmt: skip
INSIDE = ("symbols", "laid", "special_cells", "crystals", "black")


ENDS = {"ends": Scene.ends}
ASKED = {"asked": turn.sentence, "when": turn.when}


def _ball(scene: Scene) -> list[str]:
    mount, on_mount = pentagram(scene)
    return ball.ball(scene, mount, star(scene), on_mount)


def _waiting(seat: int) -> dict[str, Callable[[Scene], Hashable]]:
    """The crystals on a cauldron's rim, as a part is told of them."""
    return {"waiting": partial(cauldron.waiting, seat=seat)}


def _held(seat: int) -> dict[str, Callable[[Scene], Hashable]]:
    """The number of tiles in a hand likewise."""
    return {"held": partial(players.hand_size, seat=seat)}


def _players(own: int, number: int, say: Words) -> list[Part]:
    """The own things, then the other players in turn order; a window where nobody sits."""
    mine, pot, others = say("Mine"), say("Cauldron"), say("Others")
    (w, h), (pot_w, pot_h) = players.OWN, players.POT_SIZE
    parts = [
        Part(
            "player", partial(players.own, seat=own), w, h, OWN_X, TOP, seat=own, role=OWN, label=mine,
            reads=("first",), each=COUNTED,
            tells={"doing": scrolls.doing, **_held(own)}, marks=("spells",),
        ),
        Part(
            "cauldron", partial(players.pot, seat=own), pot_w, pot_h, OWN_X + (w - pot_w) / 2, TOP + h + 2, seat=own,
            role=OWN, label=pot, reads=(), each=INSIDE, tells=_waiting(own), marks=("rim",), target=53,
        ),
        Part(
            "hand", partial(players.hand, seat=own), w, players.TILE[1], OWN_X, TOP + h + pot_h + 2, seat=own,
            role=OWN, label=pot, reads=(), each=("hand",), tells=_held(own),
            each_size=players.TILE, lie=players.in_a_row, target=60,
        ),
    ]  # fmt: skip
    w, h = players.OTHER
    for k in range(1, number):
        seat, y = (own + k) % number, TOP + (k - 1) * (h + GAP)
        parts.append(
            Part(
                "player", partial(players.other, seat=seat), w, h, LEFT, y, seat=seat, role=OTHER, label=others,
                reads=("first",), each=tuple(dict.fromkeys((*COUNTED, *INSIDE))), tells=_waiting(seat) | _held(seat),
            )
        )  # fmt: skip
    if number < SEATS:
        y = TOP + (number - 1) * (h + GAP)
        night = partial(window, x=0, y=0, w=w, h=FOOT - y)
        parts.append(Part("window", night, w, FOOT - y, LEFT, y, role=SHEET, reads=()))
    return parts


@lru_cache(maxsize=128)
def _parts(own: int, number: int, say: Words) -> list[Part]:
    """What lies on the sheet of one of so many players."""
    in_ball = (
        "links", "begun", "begun_units", "standing", "tower", "token_at", "lying", "stone_rank", "owl_pile",
        "special_at", "pentagram",
    )  # fmt: skip
    stack_w, stack_h = STACK
    return [
        Part(
            "ball", _ball, ball.SIZE, ball.SIZE, 320, TOP, role=BOARD, label=say("Crystal ball"),
            reads=in_ball, tells=ENDS,
        ),
        Part("now", partial(turn.now, x=0, y=0), 230, 120, 316, TOP + 6, role=SHEET, reads=("actor",), tells=ASKED),
        Part(
            "stack", partial(turn.under_way, right=stack_w, y=0), stack_w, stack_h, OWN_X - 18 - stack_w, TOP + 4,
            role=CORNER, reads=("depth", "frame_kind", "frame_pool", "frame_waiting"), marks=("actions",), target=42,
        ),
        Part(
            "scrolls", partial(scrolls.display, x=1, y=1, width=752), 754, scrolls.H + 2, 316, FOOT - scrolls.H - 3,
            label=say("Scrolls"), reads=("display", "scroll_pile"),
        ),
        *_players(own, number, say),
        Part(
            "shelves", partial(shelves.shelves, x=0, y=0), shelves.W, shelves.HEIGHT, OWN_X, FOOT - shelves.HEIGHT,
            label=say("Shelves"), reads=("shelf", "black", "table"), target=46,
        ),
        Part(
            "wand", wand.wand, wand.W, wand.H, 0, FOOT, label=say("Wand"), reads=("wand", "under"),
            tells=ENDS,
        ),
    ]  # fmt: skip


def _defs(scene: Scene) -> str:
    return icons.defs(scene.prefix) + ball.defs(scene) + cauldron.defs(scene)


def _lay(scene: Scene) -> Sheet:
    return Sheet(
        title="Witchstone",
        sentence=turn.sentence(scene),
        candle=Candle(0.43, 0.4, 0.62, 0.3),
        defs=scene.once(_defs),
        parts=_parts(scene.own, scene.players, scene.say),
    )


draw = Picture("witchstone", Scene, actor, TABLE, _lay)
