"""The whole table: where each part stands, and the frame around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coven.core import art
from coven.core.language import words
from coven.games.witchstone.picture import ball, cauldron, icons, players, scrolls, shelves, turn
from coven.games.witchstone.picture.pentagram import pentagram, star
from coven.games.witchstone.picture.scene import Marks, Scene
from coven.games.witchstone.picture.wand import wand
from coven.games.witchstone.picture.window import window
from coven.games.witchstone.state import CHANCE_FIRST, SEATS

WIDTH, HEIGHT = 1600, 1000
LEFT, TOP, FOOT = 16.0, 14.0, 884.0  # the three columns stand between TOP and FOOT, the wand below
OTHERS_W, GAP = 280.0, 12.0
OWN_X, OWN_W = 1088.0, 496.0


def _actor(state: Any) -> int:
    """Who decides now; -1 for chance and after the end."""
    depth = int(state.depth)
    if depth == 0 or int(state.over) or int(state.frame_kind[depth - 1]) >= CHANCE_FIRST:
        return -1
    return int(state.frame_seat[depth - 1])


def _scene(
    state: Any,
    tables: Any,
    components: Mapping[str, Any],
    seat: int | None,
    lang: str,
    names: Sequence[str],
    theme: str,
    legal: Sequence[str],
) -> Scene:
    say = words(lang)
    given = [*names, *[""] * SEATS]
    actor = _actor(state)
    return Scene(
        state=state,
        tables=tables,
        places=components["locations"]["list"],
        scrolls=components["scrolls"]["list"],
        seat=seat,
        own=seat or 0,
        actor=actor,
        say=say,
        names=[given[k] or art.seat_name(k, say) for k in range(SEATS)],
        palette=art.palette(theme),
        prefix=art.digest(state.tobytes(), tables.tobytes(), seat, lang, tuple(names), theme, tuple(legal)),
        marks=Marks.of(legal),
    )


def _others(scene: Scene) -> str:
    """The other players, in turn order after the one who looks; a window where nobody sits."""
    height = (FOOT - TOP - 2 * GAP) / 3
    seats = [(scene.own + k) % scene.players for k in range(1, scene.players)]
    tops = [TOP + k * (height + GAP) for k in range(SEATS - 1)]
    parts = [
        players.other(scene, seat, LEFT, y, OTHERS_W, height) for seat, y in zip(seats, tops, strict=False)
    ]
    if len(seats) < len(tops):
        y = tops[len(seats)]
        parts.append(window(scene, LEFT, y, OTHERS_W, FOOT - y))
    return "".join(parts)


def _describe(scene: Scene) -> str:
    scores = ", ".join(
        scene.say("{name}: {n} points", name=scene.names[seat], n=int(scene.state.score[seat]))
        for seat in range(scene.players)
    )
    return f"{turn.sentence(scene)}. {scores}."


def draw(
    state: Any,
    tables: Any,
    components: Mapping[str, Any],
    *,
    seat: int | None,
    lang: str = "en",
    names: Sequence[str] = (),
    theme: str = "dark",
    legal: Sequence[str] = (),
) -> str:
    """A position as SVG, as a seat sees it (None: a spectator).

    `state` is a view's record, `tables` and `components` the component set, compiled and as data; `legal` are
    the texts of the moves that may be made now, which glow.
    """
    scene = _scene(state, tables, components, seat, lang, names, theme, legal)
    p = scene.palette
    mount, on_mount = pentagram(scene)
    shelf_y = FOOT - shelves.HEIGHT
    candle = (
        f'<radialGradient id="{scene.prefix}-candle" cx=".43" cy=".4" r=".62">'
        f'<stop offset=".3" stop-color="{p.light}"/>'
        f'<stop offset="1" stop-color="{p.ground}"/></radialGradient>'
    )
    defs = (
        candle
        + art.seat_defs(scene.prefix)
        + icons.defs(scene.prefix)
        + ball.defs(scene)
        + cauldron.defs(scene)
    )
    return art.el(
        "svg",
        art.tip(scene.say("Witchstone")),
        art.el("desc", art.escape(_describe(scene))),
        art.el("defs", defs),
        art.rect(0, 0, WIDTH, HEIGHT, 0, f"url(#{scene.prefix}-candle)"),
        art.rect(5, 5, WIDTH - 10, HEIGHT - 10, 8, "none", stroke=p.line, stroke_width=0.6, opacity=0.6),
        _others(scene),
        mount,
        ball.ball(scene, star(scene)),
        on_mount,
        turn.now(scene, 316, TOP + 6),
        turn.under_way(scene, OWN_X - 18, TOP + 4),
        scrolls.display(scene, 316, FOOT - scrolls.H - 2, 754),
        players.own(scene, OWN_X, TOP, OWN_W, shelf_y - GAP - TOP),
        shelves.shelves(scene, OWN_X, shelf_y),
        wand(scene),
        xmlns="http://www.w3.org/2000/svg",
        id=scene.prefix,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width="100%",
        role="img",
        font_family=art.SERIF,
        data_game="witchstone",
        data_theme=theme,
        data_view="spectator" if seat is None else seat,
    )
