"""The six boxes of problems to come, and the supplies beside them."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import bits
from coven.games.witches.picture import problems
from coven.games.witches.picture.icons import EASY_INK, HARD_INK
from coven.games.witches.picture.land import INKS
from coven.games.witches.picture.scene import Scene
from coven.games.witches.state import BOXES

_W, _PITCH = 54.0, 56.0
SIZE = (BOXES * _PITCH + 10, 152.0)


def _box(scene: Scene, index: int, easy: int, hard: int, top: int, x: float, y: float) -> str:
    """A pile: hard tiles face down below, easy ones face up above; only the top one is seen (TW-S2)."""
    p, say = scene.palette, scene.say
    said = [say("Box {n}", n=index + 1)]
    parts = [art.rect(x - _W / 2, y - 44, _W, 90, 6, p.deep_edge, stroke=p.brass, stroke_width=0.8)]
    if easy + hard == 0:
        said.append(say("empty"))
    else:
        said += [
            say.plural("{n} easy problem", "{n} easy problems", easy),
            say.plural("{n} hard problem", "{n} hard problems", hard),
        ]
        under = min(2, easy + hard - 1)
        frame = problems.FRAMES[0 if easy > 1 else 1]
        parts += [
            art.rect(x - 23 + 2 * k, y - 38 + 2 * k, 44, 46, 5, p.deep, stroke=frame, stroke_width=1)
            for k in range(2, 2 - under, -1)
        ]
        if easy and top >= 0:
            said.append(say("on top: {problem}", problem=scene.problem_tip(top)))
            parts.append(problems.face(scene, top, x - 1, y - 16, 46))
        else:
            parts.append(problems.sealed(scene, x - 1, y - 16, 46))
        counts = [(easy, EASY_INK), (hard, HARD_INK)]
        shown = [pair for pair in counts if pair[0]]
        for k, (n, ink) in enumerate(shown):
            cx = x + (k - (len(shown) - 1) / 2) * 23
            parts.append(art.rect(cx - 10, y + 17, 20, 22, 4, ink))
            parts.append(art.words_at(cx, y + 34, n, 17, "#fffaf0", text_anchor="middle", font_weight="bold"))
    return art.el("g", art.tip(". ".join(said)), *parts, data_box=index + 1, data_tiles=easy + hard)


def _supply(scene: Scene, icon: str, n: int, said: str, name: str, x: float, y: float) -> str:
    p = scene.palette
    return art.el(
        "g",
        art.tip(said),
        art.circle(x, y, 14, p.deep_edge, stroke=p.brass, stroke_width=0.9),
        scene.icon(icon, x, y, 19, p.brass if n else "#6d6488", p.deep_edge),
        art.words_at(x + 18, y + 6, n, 18, p.on_deep),
        data_supply=name,
        data_count=n,
    )


def boxes(scene: Scene) -> list[str]:
    """Supplies above, boxes below."""
    p, s, say = scene.palette, scene.state, scene.say
    left, top, foot = 0.0, 0.0, SIZE[1]
    cackles, crises, aliss = int(s.cackle_supply), int(s.crisis_supply), int(s.aliss_supply)
    # of the deck only what is neither in a hand nor discarded is left: its size is public, its cards are not
    discards = len(bits(s.discard))
    deck = len(scene.cards) - discards - sum(int(n) for n in s.cards[: scene.players])
    supplies = (
        ("cackle", cackles, say.plural("{n} Cackle left", "{n} Cackles left", cackles), "cackles"),
        ("crisis", crises, say.plural("{n} Crisis left", "{n} Crises left", crises), "crises"),
        (
            "aliss",
            aliss,
            say.plural("{n} Black Aliss tile left", "{n} Black Aliss tiles left", aliss),
            "aliss",
        ),
        ("card", deck, say.plural("Deck: {n} card", "Deck: {n} cards", deck), "deck"),
        ("discard", discards, say.plural("Discards: {n} card", "Discards: {n} cards", discards), "discards"),
    )
    width = SIZE[0]
    step = (width - 4) / len(supplies)
    inks = INKS[scene.theme]
    return [
        art.rect(left, top, width, foot - top, 10, p.deep, stroke=inks.line, stroke_width=1.2),
        *(
            scene.once(_supply, icon, n, said, name, left + 19 + step * k, top + 24)
            for k, (icon, n, said, name) in enumerate(supplies)
        ),
        art.path(
            f"M{art.num(left + 8)},{art.num(top + 46)}H{art.num(left + width - 8)}",
            stroke=p.brass,
            stroke_width=0.6,
        ),
        *(
            scene.once(_box, k, *pile, left + 5 + _PITCH * (k + 0.5), foot - 51)
            for k, pile in enumerate(zip(s.box_easy, s.box_hard, s.box_top, strict=True))
        ),
    ]
