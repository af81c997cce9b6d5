"""Scrolls as cards: reinforcement spells carry a spark, prophecies an eye."""

from __future__ import annotations

from typing import Any

from coven.core import art
from coven.core.language import Words
from coven.games.witchstone import say as names
from coven.games.witchstone.picture.icons import INKS
from coven.games.witchstone.picture.scene import Scene
from coven.games.witchstone.state import (
    COUNTED,
    COUNTS,
    FOREIGN_TOWER,
    GROUP,
    LINKED,
    PLACE_TYPES,
    SPELL,
    SPELL_ANY,
    SYMBOLS,
    TOWER,
    WITCHES_AT,
)

W, H = 100.0, 114.0
POINTS = (3, 5, 7)
_GROUP_STEPS = ("4", "5", "6+")
# What each prophecy counts: its drawing, and the steps for 3, 5 and 7 points (WS-F10 to F17).
_COUNTED = dict(
    zip(
        COUNTED,
        (
            ("stone", ("III", "II", "I")),
            ("W", ("5", "7", "9+")),
            ("lying", ("1", "2", "3+")),
            ("silver", ("3", "4", "5+")),
            ("special", ("2", "3", "4+")),
            ("S", ("4", "5", "6+")),
            ("token", ("4", "5", "7+")),
            ("C", ("3", "4", "5+")),
        ),
        strict=True,
    )
)


def is_spell(scene: Scene, scroll: int) -> bool:
    return int(scene.tables.scroll_kind[scroll]) in (SPELL_ANY, SPELL)


def told(tables: Any, scroll: int, say: Words) -> str:
    """What a scroll does, in words."""
    kind, what = int(tables.scroll_kind[scroll]), [int(w) for w in tables.scroll_what[scroll]]
    if kind == SPELL_ANY:
        return say("Reinforcement spell: 1 more action of any type")
    if kind == SPELL:
        return say("Double reinforcement spell: 2 more {action} actions", action=names.action(what[0], say))
    if kind == GROUP:
        return say(
            "Prophecy: a group of 4, 5 or 6 {action} cells gives 3, 5 or 7 points",
            action=names.action(what[0], say),
        )
    if kind == WITCHES_AT:
        return say(
            "Prophecy: own witches on {places}, in this order, give 3, 5 or 7 points",
            places=_places(what, say),
        )
    if kind == LINKED:
        return say(
            "Prophecy: {places}, in this order, connected with the own tower, give 3, 5 or 7 points",
            places=_places(what, say),
        )
    return (
        say("Prophecy: third, second or first on the Witchstone gives 3, 5 or 7 points"),
        say("Prophecy: 5, 7 or 9 own witches in the crystal ball give 3, 5 or 7 points"),
        say("Prophecy: 1, 2 or 3 lying witches give 3, 5 or 7 points"),
        say("Prophecy: 3, 4 or 5 silver spaces of the magic wand give 3, 5 or 7 points"),
        say("Prophecy: 2, 3 or 4 special hex tiles give 3, 5 or 7 points"),
        say("Prophecy: 4, 5 or 6 scrolls give 3, 5 or 7 points"),
        say("Prophecy: 4, 5 or 7 magic tokens give 3, 5 or 7 points"),
        say("Prophecy: 3, 4 or 5 own crystals on the shelves give 3, 5 or 7 points"),
    )[what[0]]


def _places(what: list[int], say: Words) -> str:
    named = (
        say("Witchstone"),
        say("own tower"),
        say("forest"),
        say("village"),
        say("castle"),
        say("foreign tower"),
    )
    return ", ".join(named[kind] for kind in what)


def _picture(scene: Scene, scroll: int) -> str:
    """The drawing that stands for a scroll."""
    kind, what = int(scene.tables.scroll_kind[scroll]), int(scene.tables.scroll_what[scroll][0])
    if kind in (SPELL, GROUP):
        return SYMBOLS[what]
    if kind == COUNTS:
        return _COUNTED[COUNTED[what]][0]
    return {SPELL_ANY: "any", WITCHES_AT: "W", LINKED: "link"}[kind]


def _drawing(place: int) -> str:
    """The engraving of a type of place named by a prophecy."""
    return PLACE_TYPES[TOWER if place == FOREIGN_TOWER else place]


def _inked(scene: Scene, name: str, x: float, y: float, size: float) -> str:
    return scene.icon(name, x, y, size, INKS.get(name, scene.palette.ink), scene.palette.paper)


def _steps(scene: Scene, scroll: int, x: float, y: float) -> str:
    """Three columns: what is asked for above, the points below."""
    p = scene.palette
    kind, what = int(scene.tables.scroll_kind[scroll]), [int(w) for w in scene.tables.scroll_what[scroll]]
    parts = [
        art.path(f"M{art.num(x + 8)},{art.num(y + 25)}h{art.num(W - 16)}", stroke=p.ink, stroke_width=0.6)
    ]
    for k, points in enumerate(POINTS):
        cx = x + W / 2 + (k - 1) * 29
        if kind in (WITCHES_AT, LINKED):
            parts.append(scene.icon(_drawing(what[k]), cx, y + 10, 24, p.ink, p.paper))
        else:
            step = _GROUP_STEPS[k] if kind == GROUP else _COUNTED[COUNTED[what[0]]][1][k]
            parts.append(art.words_at(cx, y + 18, step, 17, p.ink, text_anchor="middle"))
        parts.append(
            art.words_at(cx, y + 41, points, 17, "#97242f", text_anchor="middle", font_weight="bold")
        )
    return "".join(parts)


def card(scene: Scene, scroll: int, position: int, x: float, y: float) -> str:
    """A scroll of the display."""
    p = scene.palette
    may = position - 1 in scene.marks.scrolls
    edge = art.rect(
        x, y, W, H, 7, p.paper, stroke=p.glow if may else p.line, stroke_width=4.0 if may else 1.4
    )
    frame = art.rect(x + 4, y + 4, W - 8, H - 8, 4, "none", stroke=p.line, stroke_width=0.6)
    number = art.circle(x + 16, y + 16, 11.5, p.ink) + art.words_at(
        x + 16, y + 22, position, 17, p.on_deep, text_anchor="middle", font_weight="bold"
    )
    if is_spell(scene, scroll):
        any_type = int(scene.tables.scroll_kind[scroll]) == SPELL_ANY
        body = (
            scene.icon("any", x + W - 17, y + 16, 16, "#54247a", p.paper)
            + _inked(scene, _picture(scene, scroll), x + W / 2, y + 47, 42)
            + art.words_at(
                x + W / 2,
                y + 99,
                "+1" if any_type else "+2",
                28,
                p.ink,
                text_anchor="middle",
                font_weight="bold",
            )
        )
    else:
        group = int(scene.tables.scroll_kind[scroll]) == GROUP
        picture = _inked(scene, _picture(scene, scroll), x + W / 2 - (13 if group else 0), y + 39, 34)
        if group:
            picture += scene.icon("group", x + W / 2 + 22, y + 40, 24, p.ink, p.paper)
        body = (
            scene.icon("eye", x + W - 18, y + 16, 19, "#97242f", p.paper)
            + picture
            + _steps(scene, scroll, x, y + 63)
        )
    return art.el(
        "g",
        art.tip(f"{position}. {told(scene.tables, scroll, scene.say)}"),
        edge,
        frame,
        number,
        body,
        id=f"{scene.prefix}-scroll-{position}",
        data_key=f"scroll:{position}",
        data_thing=f"scroll:{scene.scrolls[scroll]['id']}",
        data_scroll=position,
        data_kind=scene.scrolls[scroll]["id"],
        data_legal=1 if may else None,
    )


def doing(scene: Scene) -> int:
    """The action that a double spell may be cast for now, -1 if none."""
    s = scene.state
    return int(s.frame_kind[int(s.depth) - 1]) if 1 in scene.marks.spells and int(s.depth) else -1


def _castable(scene: Scene, scroll: int) -> bool:
    """Whether a spell may be added to the action now being done; a double serves its own type alone."""
    if int(scene.tables.scroll_kind[scroll]) == SPELL_ANY:
        return 0 in scene.marks.spells
    if 1 not in scene.marks.spells or not is_spell(scene, scroll):
        return False
    return int(scene.tables.scroll_what[scroll][0]) == int(scene.state.doing)


def small(scene: Scene, seat: int, scroll: int, x: float, y: float, w: float, spent: bool) -> str:
    """A scroll someone owns; a spent spell lies face down."""
    p = scene.palette
    h = w * 1.3
    spell = is_spell(scene, scroll)
    may = seat == scene.actor and not spent and _castable(scene, scroll)
    said = told(scene.tables, scroll, scene.say)
    if spent:
        said = scene.say("Used: {scroll}", scroll=said)
        body = art.rect(x, y, w, h, 3, p.deep, stroke=p.brass, stroke_width=0.8) + scene.icon(
            "S", x + w / 2, y + h / 2, w * 0.55, p.brass, p.deep
        )
    else:
        kind, what = int(scene.tables.scroll_kind[scroll]), int(scene.tables.scroll_what[scroll][0])
        about = {GROUP: "group", WITCHES_AT: "W", LINKED: "link"}.get(kind, "any" if spell else "eye")
        # at this size a prophecy of places shows the first of them
        drawing = _picture(scene, scroll) if kind not in (WITCHES_AT, LINKED) else _drawing(what)
        label = scene.icon(
            about, x + w / 2, y + h * 0.2, w * 0.42, "#54247a" if spell else "#97242f", p.paper
        )
        body = (
            art.rect(
                x, y, w, h, 3, p.paper, stroke=p.glow if may else p.line, stroke_width=3.0 if may else 0.9
            )
            + label
            + _inked(scene, drawing, x + w / 2, y + h * 0.65, w * 0.68)
        )
    single = int(scene.tables.scroll_kind[scroll]) == SPELL_ANY
    return art.el(
        "g",
        art.tip(said),
        body,
        data_key=f"spell:{1 if single else 2}" if may else None,
        data_thing=f"scroll:{scene.scrolls[scroll]['id']}",
        data_kind=scene.scrolls[scroll]["id"],
        data_legal=1 if may else None,
    )


def owned(scene: Scene, seat: int, x: float, y: float, width: float, w: float) -> list[str]:
    """A seat's scrolls in a row, closer together the more there are."""
    s = scene.state
    have = [
        (scroll, False)
        for scroll in range(int(scene.tables.scrolls))
        for _ in range(int(s.scrolls[seat][scroll]))
    ]
    have += [
        (scroll, True)
        for scroll in range(int(scene.tables.scrolls))
        for _ in range(int(s.spent[seat][scroll]))
    ]
    pitch = min(w + 4, (width - w) / max(1, len(have) - 1))
    return [small(scene, seat, scroll, x + pitch * k, y, w, spent) for k, (scroll, spent) in enumerate(have)]


def display(scene: Scene, x: float, y: float, width: float) -> list[str]:
    """The six positions and the pile behind them."""
    p, say, s = scene.palette, scene.say, scene.state
    pitch = (width - W) / len(s.display)
    parts = []
    for k, scroll in enumerate(int(scroll) for scroll in s.display):
        if scroll >= 0:
            parts.append(card(scene, scroll, k + 1, x + pitch * k, y))
        else:
            parts.append(
                art.el(
                    "g",
                    art.tip(say("No scroll")),
                    art.rect(
                        x + pitch * k,
                        y,
                        W,
                        H,
                        7,
                        "none",
                        stroke=p.quiet,
                        stroke_width=1,
                        stroke_dasharray="3 4",
                    ),
                )
            )
    left = sum(int(n) for n in s.scroll_pile)
    px = x + pitch * len(s.display)
    backs = "".join(
        art.rect(px + 3 * k, y + 3 * (2 - k), W - 6, H - 6, 7, p.deep, stroke=p.brass, stroke_width=1)
        for k in range(3 if left > 2 else left)
    )
    said = say.plural("Scroll pile: {n} card", "Scroll pile: {n} cards", left)
    parts.append(
        art.el(
            "g",
            art.tip(said),
            backs,
            art.rect(px, y, W, H, 7, "none"),
            scene.icon("S", px + W / 2 + 2, y + 46, 38, p.brass, p.deep) if left else "",
            art.words_at(
                px + W / 2 + 2, y + 94, left, 20, p.on_deep if left else p.text, text_anchor="middle"
            ),
            data_pile="scrolls",
        )
    )
    return [art.tip(say("Scroll display")), *parts]
