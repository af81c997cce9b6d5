"""The picture of a game that has none of its own: the players, how they stand, and what can be seen on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coven.core import art
from coven.core.definition import MINE, OTHERS, Parts
from coven.core.facts import Fact, facts, facts_of
from coven.core.language import words
from coven.core.picture import HEIGHT, WIDTH, Candle, Scene, Sheet, framed

PARTS = Parts(board='[data-part="table"]', tabs=(MINE, OTHERS))
EDGE, GAP = 30, 24
MIDDLE = WIDTH // 2
LINE = 44  # from one base line to the next
LETTERS = 42  # of a line within half the sheet


def draw(
    state: Any,
    tables: Any,
    components: Mapping[str, Any],
    *,
    seat: int | None,
    lang: str = "en",
    names: Sequence[str] = (),
    theme: str = "dark",
    legal: Sequence[int] = (),
    game: str = "",
    title: str = "",
    sentence: str = "",
    actor: int = -1,
) -> str:
    """A position as SVG, as a seat sees it (None: a spectator).

    As core/picture.py draws it, with what the state alone does not tell: the game, the decision and who makes it.
    """
    say = words(lang)
    scene = Scene(
        state=state,
        tables=tables,
        components=components,
        seat=seat,
        own=seat or 0,
        actor=actor,
        say=say,
        names=art.seat_names(names, say),
        theme=theme,
        palette=art.palette(theme),
        prefix=art.digest(state.tobytes(), seat, lang, tuple(names), theme, tuple(legal), title, actor),
        legal=(),  # nothing in this picture can be touched
    )
    parts = [_table(scene, title, sentence), *(_player(scene, seat) for seat in range(scene.players))]
    return framed(game, scene, Sheet(title, sentence, Candle(0.3, 0.3, 0.8, 0.1), "", parts))


def _table(scene: Scene, title: str, sentence: str) -> str:
    """The left half: what is asked, and what concerns everyone."""
    p, x = scene.palette, EDGE + GAP
    w, h = MIDDLE - EDGE - GAP // 2, HEIGHT - 2 * EDGE
    who = scene.marker(scene.actor, x + 18, 172, 18) if scene.actor >= 0 else ""
    asks = art.words_at(x + (50 if who else 0), 180, art.clip(sentence, LETTERS), 32, p.text)
    return art.el(
        "g",
        scene.panel(EDGE, EDGE, w, h, 1.6, True),
        art.words_at(x, 104, art.clip(title, 30), 44, p.text),
        scene.now(who, asks),
        *_lines(scene, facts(scene.state), x, 250, int((h - 250) // LINE)),
        data_part="table",
    )


def _player(scene: Scene, seat: int) -> str:
    """A panel of the right half: a player, the points, and what else there is of hers."""
    p, n = scene.palette, scene.players
    h = (HEIGHT - 2 * EDGE - GAP * (n - 1)) / n
    x, y, w = MIDDLE + GAP // 2, EDGE + seat * (h + GAP), MIDDLE - EDGE - GAP // 2
    name = art.clip(scene.names[seat], 28)
    return scene.player(
        seat,
        scene.panel(x, y, w, h, 2.6 if seat == scene.actor else 1.2, seat == scene.own),
        scene.marker(seat, x + 48, y + 52, 26),
        art.words_at(x + 90, y + 62, name, 30, p.text),
        scene.score(seat, x + w - GAP, y + 58, 40, y + 80),
        *_lines(scene, facts_of(scene.state, seat), x + GAP, y + 124, int((h - 100) // LINE)),
    )


def _lines(scene: Scene, told: Sequence[Fact], x: float, y: float, most: int) -> list[str]:
    """Facts below each other, as many as there is room for."""
    p = scene.palette
    return [
        art.words_at(
            x,
            y + LINE * row,
            art.clip(scene.say("{what}: {more}", what=what, more=more), LETTERS),
            30,
            p.quiet,
        )
        for row, (what, more) in enumerate(told[:most])
    ]
