"""The terminal's screen of a game that has none of its own: the players, and the fields of the state as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from coven.core.facts import Fact, facts, facts_of
from coven.core.language import Words, words
from coven.core.move import Move
from coven.core.view import View
from coven.terminal.paper import GLOW, QUIET, Block, clip, marked, seat_style, title, wrap

SECTIONS = ()


def draw(
    view: View,
    *,
    names: Sequence[str],
    expected: Sequence[int],
    lang: str,
    width: int,
    height: int | None,
    section: str = "",
    focus: str = "",
    offered: Iterable[Move] = (),
) -> Block:
    """The table as a seat sees it; what there is no room for is left out from the end."""
    say = words(lang)
    lines = [title(view.game.title, width)]
    for seat in range(view.players):
        line = Text.assemble(("▸" if seat == view.actor else " ", GLOW), marked(seat, names[seat]))
        line.stylize(seat_style(seat), 1, len(line))
        line.append(f"  {say.plural('{n} point', '{n} points', view.scores[seat])}")
        lines.append(clip(line, width))
    lines += _told(facts(view.state), say, width)
    seat = view.seat if view.seat is not None else max(view.actor or 0, 0)
    own = _told(facts_of(view.state, seat), say, width)
    lines += [title(names[seat], width), *own] if own else []
    return lines if height is None else lines[:height]


def others(view: View, *, names: Sequence[str], lang: str, width: int) -> Block:
    """What every player has."""
    lines: Block = []
    for seat in range(view.players):
        lines += [title(names[seat], width), *_told(facts_of(view.state, seat), words(lang), width)]
    return lines


def legend(view: View, *, names: Sequence[str], lang: str) -> Block:
    """Whose letters are whose."""
    return [Text("   ").join(marked(seat, names[seat]) for seat in range(view.players))]


def _told(facts: Sequence[Fact], say: Words, width: int) -> Block:
    lines: Block = []
    for what, more in facts:
        lines += wrap(Text(say("{what}: {more}", what=what, more=more), QUIET), width)
    return lines
