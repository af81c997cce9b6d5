"""Whose turn it is, and what is being done: the stack of decisions, innermost last."""

from __future__ import annotations

from textwrap import wrap

from coven.core import art
from coven.core.picture import round_touch
from coven.games.witchstone.picture.pentagram import special
from coven.games.witchstone.picture.scene import Scene, token_code
from coven.games.witchstone.say import held_tokens
from coven.games.witchstone.state import (
    CHANCE_FIRST,
    PAIR_NAMES,
    SETUP,
    SYMBOLS,
    TOKENS,
    TURN,
    TURNS,
    WAIT_BLACK_TOKEN,
    WAIT_FREE,
    C,
    P,
    W,
)
from coven.games.witchstone.turn import CHOOSING


def sentence(scene: Scene) -> str:
    """The decision asked for now, as a sentence."""
    s, say = scene.state, scene.say
    if int(s.over):
        return say("The game is over")
    depth = int(s.depth)
    if depth == 0:
        return say("The game begins")
    kind, pool = int(s.frame_kind[depth - 1]), int(s.frame_pool[depth - 1])
    if kind >= CHANCE_FIRST:
        return say("Chance decides")
    if kind == SETUP:
        return say("Choose a tower")
    if kind == TURN:
        return say("Choose an action") if int(s.frame_phase[depth - 1]) == CHOOSING else say("Place a tile")
    return (
        say.plural("Energy: {n} action", "Energy: {n} actions", pool),
        say.plural("Witch: {n} action", "Witch: {n} actions", pool),
        say.plural("Pentagram: {n} action", "Pentagram: {n} actions", pool),
        say.plural("Crystal: {n} action", "Crystal: {n} actions", pool),
        say.plural("Magic wand: {n} action", "Magic wand: {n} actions", pool),
        say.plural("Scroll: {n} action", "Scroll: {n} actions", pool),
    )[kind]


def when(scene: Scene) -> str:
    """How far the game is."""
    s, say = scene.state, scene.say
    begun = not (int(s.depth) and int(s.frame_kind[0]) == SETUP)
    turn = min(TURNS, int(s.turn) // scene.players + 1)
    return say("Turn {n} of {all}", n=turn, all=TURNS) if begun else say("Set-up")


CHIP = 46  # from one disc to the next: fingers tell them apart


def now(scene: Scene, x: float, y: float) -> list[str]:
    """Turn, player and decision."""
    p = scene.palette
    parts = []
    if scene.actor >= 0:
        parts.append(scene.marker(scene.actor, x + 14, y + 13, 14))
        parts.append(art.words_at(x + 35, y + 20, art.clip(scene.names[scene.actor], 14), 20, p.text))
        y += 30
    # the round mount leaves less and less room below
    lines = wrap(scene.state.asked, 23)
    parts += [art.words_at(x, y + 19 + 20 * k, line, 17, p.text) for k, line in enumerate(lines)]
    parts.append(
        art.words_at(x, y + 21 + 20 * len(lines), scene.state.when, 16, p.quiet, font_style="italic")
    )
    return parts


def _stack(scene: Scene) -> list[tuple[int, int, int]]:
    """The actions under way, outermost first: place in the stack, kind, pool."""
    s = scene.state
    frames = [(d, int(s.frame_kind[d]), int(s.frame_pool[d])) for d in range(int(s.depth))]
    return [frame for frame in frames if frame[1] < len(SYMBOLS)]


def under_way(scene: Scene, right: float, y: float) -> list[str]:
    """The actions under way with what is left of them, and what waits to be used, up to a right edge."""
    p, say = scene.palette, scene.say
    parts = []
    x = right - 20
    for depth, (_, kind, pool) in enumerate(reversed(_stack(scene)[-4:])):
        said = say("{action}: {n} left", action=scene.symbol(kind), n=pool)
        edge = p.line if depth == 0 else p.quiet
        parts.append(
            art.el(
                "g",
                art.tip(said),
                art.circle(x, y + 20, 19, p.panel, stroke=edge, stroke_width=1.8 if depth == 0 else 0.9),
                scene.icon(SYMBOLS[kind], x, y + 20, 22, p.line, p.panel),
                art.words_at(x, y + 56, pool, 16, p.text, text_anchor="middle", font_weight="bold"),
                data_frame=SYMBOLS[kind],
            )
        )
        x -= 45
    corner = [
        (right - 18 - CHIP * column, y + 86 + CHIP * row)
        for row, n in enumerate((3, 2, 1))
        for column in range(n)
    ]
    beside = [(x - CHIP * k, y + 20) for k in range(len(corner))]
    chips = sorted(scene.marks.actions, reverse=True)
    # the two actions of a tile stand beside what is under way; all six of a free choice need the corner
    spots, rest = (corner, beside) if len(chips) > 2 else (beside, corner)
    parts += [_chip(scene, kind, *spot) for kind, spot in zip(chips, spots, strict=False)]
    waiting = [
        drawing for frame in reversed(_stack(scene)) for drawing in _waiting(scene, frame[0], frame[1])
    ]
    waiting += _held(scene)
    parts += [
        art.el("g", drawing, transform=f"translate({art.num(sx)} {art.num(sy)})")
        for drawing, (sx, sy) in zip(waiting, rest, strict=False)
    ]
    if (more := len(waiting) - len(rest)) > 0:
        parts.append(art.words_at(right, y + 206, f"+{more}", 16, p.text, text_anchor="end"))
    return [art.tip(say("Actions under way")), *parts] if parts else []


def _chip(scene: Scene, kind: int, x: float, y: float) -> str:
    """An action that can be chosen."""
    p, symbol = scene.palette, SYMBOLS[kind]
    return art.el(
        "g",
        art.tip(scene.say("Do this action: {action}", action=scene.symbol(kind))),
        round_touch(x, y, 22),
        art.circle(x, y, 19, p.paper, stroke=p.glow, stroke_width=3.5),
        scene.inked(kind, x, y, 22),
        data_key=f"action:{symbol}",
        data_glow="disc",
        data_action=symbol,
        data_legal=1,
    )


def _waiting(scene: Scene, depth: int, kind: int) -> list[str]:
    """Tokens and special tiles that an action has won and that must be used before it ends."""
    p, say = scene.palette, scene.say
    held = [int(n) for n in scene.state.frame_waiting[depth]]
    found = []
    if kind in (W, C):
        tokens = [(0, token) for token in range(TOKENS) for _ in range(held[token])]
        if kind == C and held[WAIT_BLACK_TOKEN] > 0:
            tokens.append((1, held[WAIT_BLACK_TOKEN] - 1))
        for black, token in tokens:
            code = token_code(token)
            may = (black, token) in scene.marks.tokens
            found.append(
                art.el(
                    "g",
                    art.tip(say("{thing}, not used yet", thing=scene.token_name(token))),
                    round_touch(0, 0, 20),
                    scene.token(token, 0, 0, 17, may),
                    data_key=f"token:{code}/black" if black else f"token:{code}",
                    data_glow="disc",
                    data_token=code,
                    data_legal=1 if may else None,
                )
            )
    elif kind == P:
        for pair in range(len(PAIR_NAMES)):
            for _ in range(held[pair]):
                name = PAIR_NAMES[pair]
                may = pair in scene.marks.specials
                said = say(
                    "{thing}, not used yet", thing=say("Special hex tile: {pair}", pair=scene.pair_name(pair))
                )
                found.append(
                    art.el(
                        "g",
                        art.tip(said),
                        special(scene, pair, 0, 0, 38, may),
                        *_halves(name),
                        data_key=f"special:{name}",
                        data_special=name,
                        data_legal=1 if may else None,
                    )
                )
        for _ in range(held[WAIT_FREE]):
            may = scene.marks.free
            seal = art.circle(
                0, 0, 18, p.panel, stroke=p.glow if may else p.line, stroke_width=3 if may else 1
            )
            icon = scene.icon("any", 0, 0, 26, p.line, p.panel)
            said = say("2 actions of one type, not used yet")
            found.append(art.el("g", art.tip(said), seal, icon, data_free=1, data_legal=1 if may else None))
    return found


def _held(scene: Scene) -> list[str]:
    """Tokens that wait for the turn's next witch action."""
    return [
        art.el(
            "g",
            art.tip(scene.say("Waits for the next witch action: {thing}", thing=scene.token_name(token))),
            scene.token(token, 0, 0, 17),
            scene.icon("W", 13, 13, 14, scene.palette.line, scene.palette.panel),
            data_held=token_code(token),
        )
        for token in held_tokens(scene.state)
    ]


def _halves(pair: str) -> list[str]:
    """The two symbols of a special tile that waits, to be touched one by one."""
    return [
        art.el("g", round_touch(6 * side, 9 * side, 10), data_key=f"special:{pair}/{symbol}")
        for symbol, side in zip(pair, (-1, 1), strict=True)
    ]
