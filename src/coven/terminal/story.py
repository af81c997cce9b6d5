"""The log in words, and where points came from."""

from __future__ import annotations

from collections.abc import Container, Sequence

from rich.text import Text

from coven.core import story
from coven.core.language import words
from coven.core.position import Position
from coven.core.view import View
from coven.terminal.paper import QUIET, Block, emblem, marked, seat_style, title


def told(
    position: Position,
    names: Sequence[str],
    lang: str,
    start: int = 0,
    view: View | None = None,
    forced: Container[int] = (),
) -> list[Text]:
    """What has happened since an action, as a view's seat may know it; without a view, all of it.

    Forced actions were made without asking. Only who acted is told so: it would tell others what she could not do.
    """
    events = position.events if view is None else position.told(view.seat)
    past = position.history()
    lines, before = [], -1
    for line in story.lines(position.game, events):
        covered, before = range(before + 1, line.to + 1), max(before, line.to)
        if line.to < start:
            continue
        text = _line(line, names, lang)
        own = [n for n in covered if view is not None and past[n].actor == view.seat]
        if own and all(n in forced for n in own):
            text.append(f" · {words(lang)('nothing else could be done')}", QUIET)
        lines.append(text)
    return lines


def _line(line: story.Line, names: Sequence[str], lang: str) -> Text:
    """A line of the log, marked by the seat's sign."""
    if line.seat is None:
        return Text(f"  {line.text(lang, names)}", QUIET)
    text = Text(f"{emblem(line.seat)} ", seat_style(line.seat)).append(line.text(lang, names), "")
    text.highlight_words([names[line.seat]], seat_style(line.seat))
    if line.folded:
        text.stylize(QUIET)
    return text


def whole(position: Position, names: Sequence[str], lang: str, seat: int | None, width: int) -> Block:
    """The whole log by turns; through a seat's eyes, or all of it."""
    say = words(lang)
    events = position.events if seat is None else position.told(seat)
    lines: Block = []
    turn = -1
    for line in story.lines(position.game, events):
        if line.turn != turn:
            turn = line.turn
            whose = say("Set-up") if line.whose is None else names[line.whose]
            lines.append(title(whose if turn == 0 else f"{turn} · {whose}", width))
        lines.append(_line(line, names, lang))
    return lines


def points(position: Position, names: Sequence[str], lang: str) -> Block:
    """Where every seat's points came from."""
    say = words(lang)
    lines: Block = []
    for seat, score in enumerate(position.scores):
        parts = [
            f"{'−' if worth < 0 else '+'} {abs(worth)} ({say(source)})"
            for source, worth in position.sources(seat).items()
        ]
        line = marked(seat, say("{what}: {more}", what=names[seat], more=score))
        if parts:
            line.append(f" = {' '.join(parts).removeprefix('+ ')}", QUIET)
        lines.append(line)
    return lines


def since_own(view: View, most: int, forced: Container[int] = ()) -> int:
    """Where to begin so that a seat reads its last choice and all that followed, at most so many actions."""
    log = view.log
    start = len(log)
    while start > 0 and (log[start - 1].actor != view.seat or start - 1 in forced):
        start -= 1
    return max(0, start - 1, len(log) - most)
