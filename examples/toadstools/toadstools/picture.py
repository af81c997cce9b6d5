"""The table of Toadstools as a picture: the wood on the left, a row for each player, the one who looks on top."""

from coven.core import art, cover
from coven.core.art import DARK, Palette
from coven.core.game import Game
from coven.core.parts import BOARD, Part
from coven.core.picture import Picture, Sheet, bits, player_parts
from coven.core.scene import Scene
from toadstools.rules import actor
from toadstools.state import KINDS, MOVES, NAMES

CAPS = ("#d8433b", "#8f8ea0", "#f4ead2", "#e8a33c", "#9fb06a", "#8a6544")
LEAVES = "#3f6b4f"
ROW = (960.0, 215.0)  # a player's, in size


def _toadstool(p: Palette, kind: int, x: float, y: float, size: float, *more: str, **marks: object) -> str:
    """A cap of its own colour on a stem."""
    return art.el(
        "g",
        *more,
        art.path("M-3,11Q-4,2 -2.6,-1H2.6Q4,2 3,11Z", p.paper, stroke=p.ink, stroke_width=0.6),
        art.path("M-11,0Q-10,-11 0,-11Q10,-11 11,0Q0,4 -11,0Z", CAPS[kind], stroke=p.ink, stroke_width=0.6),
        *(art.circle(x, y, 1.5, p.paper) for x, y in ((-5, -4), (0, -7.5), (5, -4)) if kind == 0),
        transform=art.at(x, y, size),
        **marks,
    )


def _trees(p: Palette) -> str:
    tops = ((150, 200), (300, 140), (450, 210), (220, 340), (390, 350))
    return "".join(art.path(f"M{x},{y}l-50,140h100Z", LEAVES, stroke=p.ink, stroke_width=2) for x, y in tops)


def _wood(scene: Scene) -> list[str]:
    """Trees, how many toadstools are left under them, and whose turn it is."""
    p, left = scene.palette, int(scene.state.left)
    said = scene.say.plural("{n} toadstool left", "{n} toadstools left", left)
    who = [
        scene.marker(scene.actor, 260, 770, 40),
        art.words_at(260, 850, art.clip(scene.names[scene.actor], 20), 34, p.text, text_anchor="middle"),
    ]
    wood = art.el(
        "g",
        art.tip(said),
        scene.panel(0, 0, 520, 920, 1.2, True),
        art.el("g", _trees(p), transform="translate(-40 -40)"),
        art.words_at(260, 620, left, 110, p.text, text_anchor="middle"),
        art.words_at(260, 680, said, 30, p.quiet, text_anchor="middle"),
        data_key="wood",
    )
    return [wood, *who] if scene.actor >= 0 else [wood]


def _player(scene: Scene, seat: int) -> list[str]:
    """Name and points, the basket, and the hand: open to its owner, backs to the others."""
    p, s, own = scene.palette, scene.state, seat == scene.seat
    hand = [kind for kind in range(KINDS) for _ in range(int(s.hand[seat][kind]))]
    step = min(92, 500 / max(1, int(s.cards[seat]) - 1))  # many cards lie closer

    def shown(kind: int, x: float, down: float, **marks: object) -> str:
        tip, thing = art.tip(scene.say(NAMES[kind])), f"toadstool:{kind}"
        return _toadstool(p, kind, 400 + x, down, 76, tip, data_thing=thing, **marks)

    backs = [
        art.rect(372 + step * at, 124, 56, 76, 6, p.deep, stroke=p.brass, stroke_width=1)
        for at in range(int(s.cards[seat]) - len(hand))
    ]
    return [
        scene.panel(0, 0, *ROW, 1.2, own),
        scene.marker(seat, 60, 60, 34),
        art.words_at(110, 70, art.clip(scene.names[seat], 14), 30, p.text),
        scene.score(seat, 300, 150, 54, 180),
        art.el(
            "g",
            art.tip(scene.say("The basket")),
            art.rect(340, 12, 590, 98, 46, p.light, stroke=p.line, stroke_width=2),
            *(shown(kind, 92 * at, 62) for at, kind in enumerate(bits(s.basket[seat]))),
            data_key="basket" if own else None,
        ),
        *(
            shown(kind, step * at, 164, data_key=f"hand:{kind}" if own else None)
            for at, kind in enumerate(hand)
        ),
        *backs,
    ]


def _lay(scene: Scene) -> Sheet:
    title, asked = scene.say.title("Toadstools"), scene.say("Add, pick or brew")
    wood = Part("wood", _wood, 520, 920, 40, 40, role=BOARD, reads=("left", "actor"))
    each = ("hand", "cards", "basket", "score")
    return Sheet(title, asked, [wood, *player_parts(scene, _player, ROW, (600, 40), 20, reads=(), each=each)])


draw = Picture("toadstools", Scene, actor, MOVES, _lay)


def night(game: Game) -> str:
    """The cover: all kinds in a row at the foot of a wood."""
    row = [_toadstool(DARK, kind, 70 + 100 * kind, 290, 90) for kind in range(KINDS)]
    return cover.sheet("toadstools", game.title, "", _trees(DARK), *row)
