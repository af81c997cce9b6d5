"""Cards: a symbol, an effect, for some the Power of Three, and the place where a problem would turn up."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import bits, square_touch
from coven.games.witches import names
from coven.games.witches.picture.icons import EFFECT_INK, POWER_INK, SYMBOL_INKS
from coven.games.witches.picture.scene import Scene, lines_of
from coven.games.witches.state import DUNGEONED, ELF, KINDS, MAGPYR, PLUS_FOUR, PLUS_TWO

W, H = 166.0, 228.0
FOOT = 54.0  # where the place stands
EDGE = 8.0  # that no words reach into
LIT = "#ffe9b0"
ALONE = "alone"  # of the Power of Three, where there is one way to play it
Uses = frozenset[str]


def _effect_icon(scene: Scene, effect: int, x: float, y: float, size: float, ground: str) -> str:
    if effect in (PLUS_TWO, PLUS_FOUR):
        said = "+2" if effect == PLUS_TWO else "+4"
        return art.words_at(
            x, y + size * 0.3, said, size * 0.86, EFFECT_INK, text_anchor="middle", font_weight="bold"
        )
    return scene.icon(f"effect-{effect}", x, y, size, EFFECT_INK, ground)


def _against(scene: Scene, card: int) -> str:
    """What a +4 works against; a family whole is called by its name."""
    t, say = scene.tables, scene.say
    kinds = bits(t.card_against[card])
    families = {ELF: say("the elves"), DUNGEONED: say("the Felmets"), MAGPYR: say("the Magpyrs")}
    for failure, family in families.items():
        if kinds == [kind for kind in range(KINDS) if int(t.failure[kind]) == failure]:
            return family
    return ", ".join(names.problem(scene.components, kind, say) for kind in kinds)


def _row(scene: Scene, card: int, uses: Uses, use: str, y: float, h: float, *parts: str) -> str:
    """One of a card's uses; its ground glows while it can be played, and it is touched by itself."""
    p = scene.palette
    if use in uses:
        ground = art.rect(5, y + 1.5, W - 10, h - 3, 7, LIT, stroke=p.glow, stroke_width=3.2)
    else:
        ground = art.path(f"M9,{art.num(y)}H{art.num(W - 9)}", stroke=p.ink, stroke_width=0.5, opacity=0.5)
    # where only three cards make the Power of Three, each of them stands for all
    key = "power" if use == "power" in uses and ALONE in uses else f"card:{scene.cards[card]['id']}/{use}"
    return art.el(
        "g",
        square_touch(0, y, W, h),
        ground,
        *parts,
        data_key=None if "discard" in uses else key,
        data_glow="framed",
        data_use=use,
    )


def _line(x: float, y: float, text: str, size: float, colour: str) -> str:
    """A line that ends within the card."""
    return art.words_within(x, y, text, size, colour, W - EDGE - x)


def _words(x: float, y: float, text: str, width: int, colour: str) -> str:
    """Up to three lines set around a middle."""
    lines, size, pitch = lines_of(text, width, 3), 16.5, 15.6
    top = y - (len(lines) - 1) * pitch * 0.5 + size * 0.33
    return "".join(_line(x, top + k * pitch, line, size, colour) for k, line in enumerate(lines))


def _face(scene: Scene, card: int, uses: Uses) -> str:
    p, t, say = scene.palette, scene.tables, scene.say
    symbol, effect = int(t.card_symbol[card]), int(t.card_effect[card])
    power = int(t.card_power[card])
    edge = p.glow if uses else p.line
    grounds = {use: LIT if use in uses else p.paper for use in ("symbol", "effect", "power")}
    title = lines_of(scene.named(scene.cards[card]), 19, 2)
    size = 17.0 if len(title) == 1 else 16.5
    parts = [
        art.rect(0, 0, W, H, 9, p.paper, stroke=edge, stroke_width=4.0 if uses else 1.4),
        art.rect(4, 4, W - 8, H - 8, 6, "none", stroke=p.line, stroke_width=0.6),
    ]
    parts += [
        art.words_within(
            W / 2,
            26 - 8 * (len(title) - 1) + 16 * k,
            line,
            size,
            p.ink,
            W - 2 * EDGE,
            text_anchor="middle",
            font_weight="bold",
        )
        for k, line in enumerate(title)
    ]
    tall = power < 0
    rows = (40.0, 82.0, 136.0) if not tall else (40.0, 102.0, 172.0)
    heights = (42.0, 54.0, 36.0) if not tall else (62.0, 70.0, 0.0)
    y, h = rows[0], heights[0]
    parts.append(
        _row(
            scene,
            card,
            uses,
            "symbol",
            y,
            h,
            scene.icon(f"symbol-{symbol}", 27, y + h / 2, 28, SYMBOL_INKS[symbol], grounds["symbol"]),
            _line(49, y + h / 2 - 2, names.symbol(symbol, say), 17, p.ink),
            _line(49, y + h / 2 + 14, names.symbol_gives(symbol, say), 16.5, SYMBOL_INKS[symbol]),
        )
    )
    y, h = rows[1], heights[1]
    if effect == PLUS_FOUR:
        said = say("against {problems}", problems=_against(scene, card))
    elif effect == PLUS_TWO:
        said = names.effect_gives(effect, say)
    else:
        said = names.effect(effect, say)
    words = _words(49, y + h / 2, said, 14, p.ink)
    icon = _effect_icon(scene, effect, 27, y + h / 2, 28, grounds["effect"])
    parts.append(_row(scene, card, uses, "effect", y, h, icon, words))
    y, h = rows[2], heights[2]
    if power >= 0:
        icon = scene.icon("three", 27, y + h / 2, 24, POWER_INK, grounds["power"])
        words = _words(49, y + h / 2, say("Power of Three"), 15, POWER_INK)
        parts.append(_row(scene, card, uses, "power", y, h, icon, words))
    # the place
    y = H - FOOT
    parts += [
        art.path(
            f"M4.3,{art.num(y)}H{art.num(W - 4.3)}V{art.num(H - 10)}a6,6 0 0 1 -6,6H10.3a6,6 0 0 1 -6,-6Z",
            "#dccaa0",
        ),
        scene.icon("place", 20, y + FOOT / 2 - 2, 19, "#5b4127", "#dccaa0"),
        _words(35, y + FOOT / 2 - 2, scene.location(int(t.card_location[card])), 15, p.ink),
    ]
    return "".join(parts)


def tip(scene: Scene, card: int) -> str:
    """A card in words."""
    t, say = scene.tables, scene.say
    symbol, effect, power = int(t.card_symbol[card]), int(t.card_effect[card]), int(t.card_power[card])
    said = [
        scene.named(scene.cards[card]),
        say("{what}: {more}", what=names.symbol(symbol, say), more=names.symbol_gives(symbol, say)),
        say("{what}: {more}", what=names.effect(effect, say), more=names.effect_gives(effect, say)),
    ]
    if effect == PLUS_FOUR:
        said[-1] += " (" + say("against {problems}", problems=_against(scene, card)) + ")"
    if power >= 0:
        said.append(say("Power of Three: {card}", card=names.elder(power, say)))
    said.append(say("Place: {place}", place=scene.location(int(t.card_location[card]))))
    return ". ".join(said)


def _uses(scene: Scene, card: int) -> Uses:
    """What a card can be played for now."""
    uses = set(scene.marks.uses.get(card, ()))
    return frozenset(uses | {ALONE} if "power" in uses and scene.marks.powers == 1 else uses)


def _card(scene: Scene, card: int, uses: Uses) -> str:
    code = str(scene.cards[card]["id"])
    return art.el(
        "g",
        art.tip(tip(scene, card)),
        _face(scene, card, uses),
        id=f"{scene.prefix}-card-{code}",
        data_key=f"card:{code}/discard" if "discard" in uses else None,
        data_thing=f"card:{code}",
        data_glow="framed",
        data_card=code,
        data_uses=" ".join(sorted(uses - {ALONE})) or None,
        data_legal=1 if uses else None,
    )


def _back(scene: Scene, said: str) -> str:
    p = scene.palette
    return art.el(
        "g",
        art.tip(said),
        art.rect(0, 0, W, H, 9, p.deep, stroke=p.brass, stroke_width=1.4),
        art.rect(6, 6, W - 12, H - 12, 6, "none", stroke=p.brass, stroke_width=0.7),
        scene.icon("three", W / 2, H / 2, 70, p.brass, p.deep),
    )


def fan(n: int, width: float) -> list[str]:
    """Where the cards of a hand lie: held in one hand, closer the more there are."""
    pitch = min(W + 10, (width - W) / max(1, n - 1))
    left = (width - W - pitch * (n - 1)) / 2
    lean = min(1.4, 7 / max(1, n))
    found = []
    for k in range(n):
        off = k - (n - 1) / 2
        turn, drop = off * lean, off * off * lean * pitch * 0.0087
        found.append(
            f"translate({art.num(left + pitch * k + W / 2)} {art.num(H / 2 + drop)}) rotate({turn:.2f}) "
            f"translate({art.num(-W / 2)} {art.num(-H / 2)})"
        )
    return found


def hand(scene: Scene, seat: int) -> list[str]:
    """A hand, card by card: face up for its owner alone; of another the backs, but for what was shown to all."""
    if scene.seat != seat:
        size = int(scene.state.cards[seat])
        said = scene.say.plural(
            "{name}: {n} card in hand", "{name}: {n} cards in hand", size, name=scene.names[seat]
        )
        known = bits(scene.state.known[seat])
        faces = [scene.once(_card, card, frozenset()) for card in known]
        return faces + [_back(scene, said)] * (size - len(known))
    return [scene.once(_card, card, _uses(scene, card)) for card in bits(scene.state.hand[seat])]
