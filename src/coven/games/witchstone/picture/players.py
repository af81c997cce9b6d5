"""The players: panels with their cauldron and what they own, and the hand of the one who looks."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import bits, square_touch
from coven.games.witchstone.picture import scrolls
from coven.games.witchstone.picture.cauldron import back, cauldron, domino
from coven.games.witchstone.picture.scene import Scene, token_code
from coven.games.witchstone.state import BLACK_BESIDE, PAIR_NAMES, TOKENS

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
        for _ in range(int(s.owls[seat, k]))
    ]
    cards = sum(int(n) for n in s.scrolls[seat]) + sum(int(n) for n in s.spent[seat])
    held = hand_size(scene, seat)
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


def _fact(
    scene: Scene, fact: tuple[str, str, str, str], seat: int, x: float, y: float, right: bool, size: float
) -> str:
    """An icon with its number; to the right edge if `right`."""
    p = scene.palette
    icon, number, said, name = fact
    ix, tx = (x - size / 2, x - size - 7) if right else (x + size / 2, x + size + 7)
    # crystals thrown out lie beside the screen
    key = "beside" if name == "beside" and seat == scene.seat else None
    return art.el(
        "g",
        art.tip(said),
        square_touch(x - 60 if right else x - 4, y - 15, 64, 30) if key else "",
        scene.icon(icon, ix, y, size, p.line, p.panel),
        art.words_at(tx, y + size * 0.29, number, size * 0.86, p.text, text_anchor="end" if right else None),
        data_key=key,
        data_fact=name,
        data_seat=seat,
    )


def _panel(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The ground of a panel, told apart while its player is to act."""
    acting = seat == scene.actor
    return scene.panel(x, y, w, h, 2.4 if acting else 0.8, acting)


def _head(scene: Scene, seat: int, x: float, y: float, w: float, big: bool) -> str:
    p, say = scene.palette, scene.say
    r = 21 if big else 17
    name = scene.names[seat]
    level = int(scene.state.handicap[seat])
    under = say("handicap {level}", level=level) if level else ""
    first = seat == int(scene.state.first)
    if first:
        under = f"{under}, {say('first player')}" if under else say("first player")
    return art.el(
        "g",
        art.tip(name),
        scene.marker(seat, x + r + 11, y + r + 8, r),
        art.words_at(
            x + 2 * r + 21,
            y + (r + 14 if not under else r + 6),
            art.clip(name, 24 if big else 14),
            22 if big else 18,
            p.text,
        ),
        art.words_at(x + 2 * r + 21, y + r + 22, under, 13, p.quiet, font_style="italic") if under else "",
        scene.score(seat, x + w - 16, y + r + 15, 36 if big else 28, y + r + (31 if big else 29)),
        data_seat=seat,
    )


def other(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    """Another player's panel."""
    cell = 22.6
    facts = _facts(scene, seat)
    parts = [
        _panel(scene, seat, x, y, w, h),
        _head(scene, seat, x, y, w, False),
        cauldron(scene, seat, x + 110, y + 146, cell),
    ]
    parts += [
        _fact(scene, fact, seat, x + w - 61, y + 64 + 24.5 * k, False, 18) for k, fact in enumerate(facts)
    ]
    parts.append(scrolls.owned(scene, seat, x + 12, y + h - 32, w - 24, 20))
    return scene.player(seat, *parts)


def _hand(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """The tiles in hand, face up for their owner alone."""
    say = scene.say
    cell, pitch = 43.0, 96.0
    if scene.seat != seat:
        size = hand_size(scene, seat)
        left = x + w / 2 - pitch * (size - 1) / 2
        backs = (back(scene, left + pitch * k, y, cell) for k in range(size))
        return art.el(
            "g",
            art.tip(say.plural("{n} hex tile in hand", "{n} hex tiles in hand", size)),
            *backs,
            data_part="hand",
        )
    held = bits(scene.state.hand[seat])
    left = x + w / 2 - pitch * (len(held) - 1) / 2
    parts = []
    for k, pair in enumerate(held):
        tx, name = left + pitch * k, PAIR_NAMES[pair]
        may = pair in scene.marks.tiles and seat == scene.actor
        tile = domino(scene, (tx - cell / 2, y), (tx + cell / 2, y), cell, scene.pair(pair), may)
        said = say("Hex tile: {pair}", pair=scene.pair_name(pair))
        parts.append(
            art.el(
                "g",
                art.tip(said),
                tile,
                id=f"{scene.prefix}-tile-{name}",
                data_key=f"tile:{name}",
                data_thing=f"tile:{seat}:{name}",
                data_tile=name,
                data_legal=1 if may else None,
            )
        )
    return art.el("g", *parts, data_part="hand")


def own(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """The large panel: cauldron, hand, scrolls."""
    seat = scene.own
    facts = _facts(scene, seat)
    top = y + 58
    cell = 53.0
    cy = top + 229
    parts = [
        _panel(scene, seat, x, y, w, h),
        _head(scene, seat, x, y, w, True),
        cauldron(scene, seat, x + w / 2, cy, cell),
    ]
    # two facts in each corner that the round pot leaves free
    corners = [
        (x + 16, top + 22, False),
        (x + w - 16, top + 22, True),
        (x + 16, cy + 190, False),
        (x + w - 16, cy + 190, True),
    ]
    for (fx, fy, right), pair in zip(corners, (facts[0:2], facts[6:8], facts[2:4], facts[4:6]), strict=True):
        parts += [_fact(scene, fact, seat, fx, fy + 31 * k, right, 22) for k, fact in enumerate(pair)]
    parts.append(_hand(scene, seat, x, cy + 268, w))
    tokens = [kind for kind in range(TOKENS) for _ in range(int(scene.state.tokens[seat, kind]))]
    room = w - 32
    wide = min(len(tokens) * 24, room * 0.42)
    parts.append(scrolls.owned(scene, seat, x + 16, y + h - 59, room - wide - 10, 37))
    step = wide / max(1, len(tokens))
    for k, kind in enumerate(tokens):
        parts.append(
            art.el(
                "g",
                art.tip(scene.token_name(kind)),
                scene.token(kind, x + w - 26 - step * (len(tokens) - 1 - k), y + h - 35, 11.5),
                data_token=token_code(kind),
                data_seat=seat,
            )
        )
    return scene.player(seat, *parts)
