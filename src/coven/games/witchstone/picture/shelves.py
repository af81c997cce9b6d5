"""The cabinet: six vial shelves, the bottom shelf, and the tokens of the stone table beneath it."""

from __future__ import annotations

from coven.core import art
from coven.core.picture import round_touch
from coven.games.witchstone.picture.scene import Scene, token_code
from coven.games.witchstone.state import BLACK_SHELF, SYMBOLS, TOKEN_SHELF, TOKENS

W, ROW = 496.0, 60.0
HEIGHT = 3 * ROW + 12


def _crystals(scene: Scene, shelf: int) -> list[tuple[int, int]]:
    """Who has a crystal here, and whether it is the black one."""
    s = scene.state
    found = []
    for seat in range(scene.players):
        found += [(seat, seat)] * int(s.shelf[seat][shelf])
        if int(s.black[seat]) == BLACK_SHELF + shelf:
            found.append((seat, -1))
    return found


def _row(scene: Scene, shelf: int, x: float, y: float) -> str:
    """The places of a shelf, and what stands on them; closer together where a component set has more."""
    p = scene.palette
    room = int(scene.tables.shelf_room[scene.players][shelf])
    on = _crystals(scene, shelf)
    parts = []
    slots = max(room, len(on))
    pitch = min(20.6, 103 / max(1, slots - 1))
    for k in range(slots):
        cx = x + pitch * k
        if k < len(on):
            owner, paint = on[k]
            name = scene.names[owner]
            said = (
                scene.say("black crystal of {name}", name=name)
                if paint < 0
                else scene.say("crystal of {name}", name=name)
            )
            # a black crystal carries its owner's colour and pattern on a seal
            seal = art.circle(cx, y - 22, 4.5, scene.fill(owner), stroke=p.ink, stroke_width=0.8)
            gem = scene.gem(owner, paint < 0, cx, y - 10.4, 20.5) + (seal if paint < 0 else "")
            parts.append(art.el("g", art.tip(said), gem, data_seat=owner))
        else:
            vial = f"M{art.num(cx - 6)},{art.num(y - 1)}v-8l4,-5v-5h4v5l4,5v8Zm3,-18h6"
            parts.append(art.path(vial, stroke=p.quiet, stroke_width=0.9, opacity=0.75))
    return "".join(parts)


def _shelf(scene: Scene, shelf: int, x: float, y: float, w: float) -> str:
    p, say = scene.palette, scene.say
    name = SYMBOLS[shelf]
    may = shelf in scene.marks.shelves
    room = int(scene.tables.shelf_room[scene.players][shelf])
    said = say(
        "Vial shelf {action}: {n} of {room}",
        action=scene.symbol(shelf),
        n=len(_crystals(scene, shelf)),
        room=room,
    )
    return art.el(
        "g",
        art.tip(said),
        art.rect(
            x, y, w, ROW, 5, p.ground, stroke=p.glow if may else p.line, stroke_width=2.6 if may else 0.9
        ),
        art.path(f"M{art.num(x + 4)},{art.num(y + ROW - 9)}h{art.num(w - 8)}", stroke=p.line, stroke_width=2),
        scene.icon(name, x + 19, y + ROW / 2 - 4, 24, p.line, p.ground),
        _row(scene, shelf, x + 45, y + ROW - 10),
        data_key=f"shelf:{name}",
        data_shelf=name,
        data_legal=1 if may else None,
    )


def shelves(scene: Scene, x: float, y: float) -> list[str]:
    """All shelves, from a top left corner."""
    p, say = scene.palette, scene.say
    w = (W - 12) / 3
    parts = [_shelf(scene, k, x + (w + 6) * (k % 3), y + (ROW + 6) * (k // 3), w) for k in range(6)]
    y += 2 * (ROW + 6)
    room = int(scene.tables.shelf_room[scene.players][TOKEN_SHELF])
    may = scene.marks.bottom
    said = say("Bottom shelf: {n} of {room}", n=len(_crystals(scene, TOKEN_SHELF)), room=room)
    parts.append(
        art.el(
            "g",
            art.tip(said),
            art.rect(
                x, y, W, ROW, 5, p.ground, stroke=p.glow if may else p.line, stroke_width=2.6 if may else 0.9
            ),
            art.path(
                f"M{art.num(x + 4)},{art.num(y + ROW - 9)}h{art.num(w - 8)}", stroke=p.line, stroke_width=2
            ),
            scene.icon("token", x + 19, y + ROW / 2 - 4, 24, p.line, p.ground),
            _row(scene, TOKEN_SHELF, x + 45, y + ROW - 10),
            data_key="shelf:bottom",
            data_shelf="bottom",
            data_legal=1 if may else None,
        )
    )
    slab = f"M{art.num(x + W - 262)},{art.num(y + ROW - 9)}l8,-42h240l8,42Z"
    parts.append(art.path(slab, p.panel, stroke=p.quiet, stroke_width=0.8))
    kinds = [kind for kind in range(TOKENS) for _ in range(int(scene.state.table[kind]))]
    step = min(47, 190 / max(1, len(kinds) - 1))
    for k, kind in enumerate(kinds):
        tx, code = x + W - 134 + step * (k - (len(kinds) - 1) / 2), token_code(kind)
        lit = kind in scene.marks.table
        said = say("{token}, on the stone table", token=scene.token_name(kind))
        parts.append(
            art.el(
                "g",
                art.tip(said),
                round_touch(tx, y + ROW / 2, 23),
                scene.token(kind, tx, y + ROW / 2, 19, lit),
                data_key=f"table:{code}",
                data_token=code,
                data_legal=1 if lit else None,
            )
        )
    return [art.tip(say("Vial shelves")), *parts]
