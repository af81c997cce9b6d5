"""The players: panels with their cauldron and what they own, and the hand of the one who looks."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core import art
from coven.core.picture import bits, square_touch
from coven.games.witchstone.picture import scrolls
from coven.games.witchstone.picture.cauldron import back, cauldron, domino
from coven.games.witchstone.picture.scene import Scene, token_code
from coven.games.witchstone.state import BLACK_BESIDE, PAIR_NAMES, TOKENS

OWN, OTHER, TILE, POT_SIZE = (496.0, 154.0), (280.0, 282.0), (96.0, 60.0), (460.0, 452.0)
LETTERS = 18.4  # the smallest: two panels stand beside each other on a phone
DIGITS = 0.86  # a number beside its icon
HALF = 43.0  # how wide half a tile in hand is
PUT_AWAY = 4  # hex tiles a handicap takes out, unseen


def hand_size(scene: Scene, seat: int) -> int:
    """How many tiles a seat holds, whether or not they can be seen."""
    s = scene.state
    known = (int(s.hand[seat]) | int(s.unseen[seat])).bit_count()
    return known - int(s.supply[seat]) - (PUT_AWAY if int(s.handicap[seat]) else 0)


def _facts(scene: Scene, seat: int) -> list[tuple[str, str, str, str]]:
    """Icon, number, sentence and name of everything that is counted."""
    s, say = scene.state, scene.say
    energy, witches, supply = int(s.energy[seat]), int(s.witches[seat]), int(s.supply[seat])
    tokens = sum(int(n) for n in s.tokens[seat])
    owls = [
        value
        for k, value in enumerate(int(v) for v in scene.tables.owl_values)
        for _ in range(int(s.owls[seat][k]))
    ]
    cards = sum(int(n) for n in s.scrolls[seat]) + sum(int(n) for n in s.spent[seat])
    held = int(s.held)
    beside = int(s.beside[seat]) + (int(s.black[seat]) == BLACK_BESIDE)
    kinds = ", ".join(f"{int(n)} × {scene.token_name(kind)}" for kind, n in enumerate(s.tokens[seat]) if n)
    specials = int(s.specials[seat])
    facts = [
        ("E", str(energy), say.plural("{n} energy unit left", "{n} energy units left", energy), "energy"),
        ("W", str(witches), say.plural("{n} witch in supply", "{n} witches in supply", witches), "witches"),
        ("token", str(tokens), kinds or say("no magic tokens"), "tokens"),
        ("S", str(cards), say.plural("{n} scroll", "{n} scrolls", cards), "scrolls"),
        (
            "special",
            str(specials),
            say.plural("{n} special hex tile", "{n} special hex tiles", specials),
            "specials",
        ),
        ("owl", str(sum(owls)), say("Owl tiles: {values}", values=" + ".join(map(str, owls)) or "0"), "owls"),
        (
            "tile",
            f"{held}+{supply}",
            say("{hand} hex tiles in hand, {supply} in supply", hand=held, supply=supply),
            "tiles",
        ),
    ]
    said = say.plural("{n} crystal beside the screen", "{n} crystals beside the screen", beside)
    return [*facts, ("C", str(beside), said, "beside")]


def _fact(scene: Scene, fact: tuple[str, str, str, str], seat: int, x: float, y: float, size: float) -> str:
    """An icon with its number; crystals thrown out lie beside the screen."""
    own = fact[-1] == "beside" and seat == scene.seat
    return scene.once(_icon_and_number, fact, seat, x, y, size, "beside" if own else None)


def _icon_and_number(
    scene: Scene,
    fact: tuple[str, str, str, str],
    seat: int,
    x: float,
    y: float,
    size: float,
    key: str | None,
) -> str:
    p = scene.palette
    icon, number, said, name = fact
    wide = size * (1 + 0.43 * len(number)) + 13  # no wider than it looks: its frame stays within the panel
    return art.el(
        "g",
        art.tip(said),
        square_touch(x - 4, y - 17, wide, 34) if key else "",
        scene.icon(icon, x + size / 2, y, size, p.line, p.panel),
        art.words_at(x + size + 5, y + size * 0.29, number, size * DIGITS, p.text),
        data_key=key,
        data_fact=name,
        data_seat=seat,
    )


def _panel(scene: Scene, seat: int, w: float, h: float) -> str:
    """The ground of a panel, told apart while its player is to act."""
    acting = seat == scene.actor
    return scene.panel(0, 0, w, h, 2.4 if acting else 0.8, acting)


def _head(scene: Scene, seat: int, w: float, big: bool) -> str:
    p, say = scene.palette, scene.say
    r = 21 if big else 17
    name = scene.names[seat]
    level = int(scene.state.handicap[seat])
    under = say("handicap {level}", level=level) if level else ""
    first = seat == int(scene.state.first)
    if first and (big or not level):  # a small panel has no room for both
        under = f"{under}, {say('first player')}" if under else say("first player")
    return art.el(
        "g",
        art.tip(name),
        scene.marker(seat, r + 11, r + 8, r),
        art.words_at(
            2 * r + 21,
            r + 14 if not under else r + 4,
            art.clip(name, 24 if big else 14),
            22 if big else LETTERS,
            p.text,
        ),
        art.words_at(2 * r + 21, r + 23, under, LETTERS, p.quiet, font_style="italic") if under else "",
        scene.score(seat, w - 16, r + 13, 36 if big else 28, r + 30),
        data_seat=seat,
    )


def other(scene: Scene, seat: int) -> list[str]:
    """Another player's panel, with the cauldron small."""
    w, h = OTHER
    return [
        _panel(scene, seat, w, h),
        _head(scene, seat, w, False),
        *cauldron(scene, seat, 102, 148, 21.0),
        *(
            _fact(scene, fact, seat, w - 80, 67 + 23.5 * k, LETTERS / DIGITS)
            for k, fact in enumerate(_facts(scene, seat))
        ),
        *scrolls.owned(scene, seat, 12, h - 32, w - 24, 20),
    ]


def hand(scene: Scene, seat: int) -> list[str]:
    """The tiles in hand one by one, face up for their owner alone."""
    if scene.seat != seat:
        return [scene.once(_unseen, int(scene.state.held))] * int(scene.state.held)
    lit = scene.marks.tiles if seat == scene.actor else ()
    return [scene.once(_in_hand, seat, pair, pair in lit) for pair in bits(scene.state.hand[seat])]


def _unseen(scene: Scene, size: int) -> str:
    """One of so many tiles in another's hand."""
    w, h = TILE
    said = scene.say.plural("{n} hex tile in hand", "{n} hex tiles in hand", size)
    return art.el("g", art.tip(said), back(scene, w / 2, h / 2, HALF))


def _in_hand(scene: Scene, seat: int, pair: int, may: bool) -> str:
    """One of the own."""
    w, h = TILE
    x, y, name = w / 2, h / 2, PAIR_NAMES[pair]
    return art.el(
        "g",
        art.tip(scene.say("Hex tile: {pair}", pair=scene.pair_name(pair))),
        square_touch(0, 0, w, h),
        domino(scene, (x - HALF / 2, y), (x + HALF / 2, y), HALF, scene.pair(pair), may),
        id=f"{scene.prefix}-tile-{name}",
        data_key=f"tile:{name}",
        data_thing=f"tile:{seat}:{name}",
        data_glow="snug",
        data_tile=name,
        data_legal=1 if may else None,
    )


def in_a_row(n: int) -> list[str]:
    """Where the tiles of a hand lie on the sheet."""
    left = (OWN[0] - TILE[0] * n) / 2
    return [f"translate({art.num(left + TILE[0] * k)} 0)" for k in range(n)]


def pot(scene: Scene, seat: int) -> list[str]:
    """The own cauldron, large enough to lay tiles by thumb."""
    w, h = POT_SIZE
    return cauldron(scene, seat, w / 2, h / 2, 53.0)


def _spread(facts: Sequence[tuple[str, str, str, str]], left: float, w: float) -> list[float]:
    """Where facts stand in a line, a long number with more room than a short one."""
    wide = [27 + 10 * len(number) for _, number, _, _ in facts]
    gap = (w - 2 * left - sum(wide)) / (len(facts) - 1)
    return [left + sum(wide[:k]) + gap * k for k in range(len(facts))]


def own(scene: Scene, seat: int) -> list[str]:
    """Whose table it is: name, points, what is counted, scrolls and tokens."""
    w, h = OWN
    pieces = [_panel(scene, seat, w, h), _head(scene, seat, w, True)]
    facts = _facts(scene, seat)
    pieces += [
        _fact(scene, fact, seat, x, 79, 22) for fact, x in zip(facts, _spread(facts, 16, w), strict=True)
    ]
    tokens = [kind for kind in range(TOKENS) for _ in range(int(scene.state.tokens[seat][kind]))]
    room = w - 32
    wide = min(len(tokens) * 24, room * 0.42)
    pieces += scrolls.owned(scene, seat, 16, h - 57, room - wide - 10, 37)
    step = wide / max(1, len(tokens))
    for k, kind in enumerate(tokens):
        pieces.append(
            art.el(
                "g",
                art.tip(scene.token_name(kind)),
                scene.token(kind, w - 26 - step * (len(tokens) - 1 - k), h - 33, 11.5),
                data_token=token_code(kind),
                data_seat=seat,
            )
        )
    return pieces
