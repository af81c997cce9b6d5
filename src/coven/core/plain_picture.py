"""The picture of a game that has none of its own: the players, how they stand, and what can be seen on the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from coven.core import art
from coven.core.facts import Fact, facts, facts_of
from coven.core.parts import BOARD, Part
from coven.core.picture import HEIGHT, WIDTH, Picture, Sheet, player_parts
from coven.core.scene import Scene

if TYPE_CHECKING:
    from coven.core.game import Game

EDGE, GAP = 30, 24
MIDDLE = WIDTH // 2
LINE = 44  # from one base line to the next
LETTERS = 42  # of a line within half the sheet


def picture(game: Game, actor: int, sentence: str) -> Picture[Scene]:
    """How a game is drawn of which the state alone does not tell who decides now, and what."""
    lay = partial(_lay, title=game.title, sentence=sentence)
    return Picture(game.name, Scene, lambda state: actor, game.implementation.moves, lay)


def _lay(scene: Scene, title: str, sentence: str) -> Sheet:
    w, h = MIDDLE - EDGE - GAP // 2, HEIGHT - 2 * EDGE
    asked = partial(_table, title=title, sentence=sentence, w=w, h=h)
    parts = [Part("table", asked, w, h, EDGE, EDGE, role=BOARD, label=title)]
    n = scene.players
    high = (h - GAP * (n - 1)) / n
    panel = partial(_player, w=w, h=high)
    parts += player_parts(scene, panel, (w, high), (MIDDLE + GAP // 2, EDGE), GAP)
    return Sheet(title, sentence, parts)


def _table(scene: Scene, title: str, sentence: str, w: float, h: float) -> list[str]:
    """What is asked, and what concerns everyone."""
    p = scene.palette
    who = scene.marker(scene.actor, GAP + 18, 142, 18) if scene.actor >= 0 else ""
    asks = art.words_at(GAP + (50 if who else 0), 150, art.clip(sentence, LETTERS), 32, p.text)
    return [
        scene.panel(0, 0, w, h, 1.6, True),
        art.words_at(GAP, 74, art.clip(title, 30), 44, p.text),
        art.el("g", who, asks, data_part="now"),
        *_lines(scene, facts(scene.state.record), GAP, 220, int((h - 220) // LINE)),
    ]


def _player(scene: Scene, seat: int, w: float, h: float) -> list[str]:
    """A player, the points, and what else there is of hers."""
    p = scene.palette
    return [
        scene.panel(0, 0, w, h, 2.6 if seat == scene.actor else 1.2, seat == scene.own),
        scene.marker(seat, 48, 52, 26),
        art.words_at(90, 62, art.clip(scene.names[seat], 28), 30, p.text),
        scene.score(seat, w - GAP, 58, 40, 80),
        *_lines(scene, facts_of(scene.state.record, seat), GAP, 124, int((h - 100) // LINE)),
    ]


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
