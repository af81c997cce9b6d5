"""The table as a whole, or as much of it as there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from coven.core.language import words
from coven.core.move import Move
from coven.core.view import View
from coven.games.witches.choices import HAND, MAP
from coven.games.witches.screen.desk import CRISIS, HAT, SEALED, Desk, Marks
from coven.games.witches.screen.hand import attempt, hand
from coven.games.witches.screen.lancre import lancre
from coven.games.witches.screen.players import display, players, side, stock
from coven.games.witches.state import ATTEMPT, DISCARD, REROLL, RETURN
from coven.terminal.paper import QUIET, Block, beside, marked, title

TABLE = "table"
SECTIONS = (MAP, HAND, TABLE)
SIDE = 26
WIDE = 110  # from here supplies stand beside the map
LEAST, MOST = 10, 25  # the height of the map
AT_HAND = (ATTEMPT, DISCARD, REROLL, RETURN)  # decisions made over the cards


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
    """The table as a seat sees it. Without a height everything is drawn, however long it gets.

    A section is drawn alone; the focus is the one to draw where there is no room for everything.
    What the offered moves touch glows.
    """
    seat = view.seat if view.seat is not None else max(view.actor or 0, 0)
    desk = Desk(
        view, names, words(lang), seat, Marks.of((move.decoded for move in offered), view.game.tables[0])
    )
    if section == MAP:
        return _map(desk, width, MOST if height is None else max(LEAST, height))
    if section == HAND:
        return [*attempt(desk, width), *hand(desk, width)]
    if section == TABLE:
        return [*stock(desk, width), *others(view, names=names, lang=lang, width=width)]
    return _fitted(desk, width, height, focus or _focus(desk))


def _fitted(desk: Desk, width: int, height: int | None, focus: str) -> Block:
    """The map and whatever else there is room for, the most needed first."""
    parts = {
        "attempt": attempt(desk, width),
        HAND: hand(desk, width),
        "stock": [] if width >= WIDE else stock(desk, width),
        TABLE: players(desk, width),
    }
    if height is None:
        shown, rest = set(parts), MOST - 3
    else:
        rest = height
        least = LEAST if focus == MAP else 0
        order = ("attempt", TABLE, HAND, "stock") if focus == MAP else ("attempt", HAND, TABLE, "stock")
        shown = set()
        for name in order:
            if len(parts[name]) <= rest - least:
                shown.add(name)
                rest -= len(parts[name])
    # In steps, so that the map does not move with every line of the menu.
    tall = min(MOST, rest - (rest - LEAST) % 3)
    above = _map(desk, width, tall) if rest >= LEAST else []
    return above + [line for name, part in parts.items() if name in shown for line in part]


def _focus(desk: Desk) -> str:
    """The part where the decision is made."""
    s = desk.state
    return HAND if s.depth and int(s.frame_kind[int(s.depth) - 1]) in AT_HAND else MAP


def _map(desk: Desk, width: int, height: int) -> Block:
    if width < WIDE:
        return lancre(desk, width, height)
    room = width - SIDE - 2
    return beside((lancre(desk, room, height), room), (side(desk, SIDE)[:height], SIDE))


def others(view: View, *, names: Sequence[str], lang: str, width: int) -> Block:
    """What every player has, and the tiles of each display."""
    desk = Desk(view, names, words(lang), 0)
    lines = [
        title(desk.say("Players"), width),
        *players(desk, width),
        title(desk.say("Solved problems"), width),
    ]
    for seat in range(desk.players):
        lines += display(desk, seat, width)
    return lines


def legend(view: View, *, names: Sequence[str], lang: str) -> Block:
    """What the signs on the screen mean."""
    say = words(lang)
    return [
        Text("   ").join(marked(seat, names[seat]) for seat in range(view.players)),
        Text(say("{hat}o the witch of o stands here; » can be chosen now", hat=HAT)),
        Text(
            say(
                "Fever 9/1 a problem: 9 are needed for 1 point; {star} a Crisis, 2 more each, counted in",
                star=CRISIS,
            )
        ),
        Text(say("{sealed} a hard problem, face down; with a name: you have looked at it", sealed=SEALED)),
        Text(say("[5][C] dice, C a Cackle; @ the place a card names; Three: the Power of Three")),
        Text(say("cards 4/5: 4 in hand, drawn up to 5; boxes 2+1: 2 easy and 1 hard problem in it"), QUIET),
    ]
