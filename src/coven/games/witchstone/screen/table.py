"""The whole table on a screen: everything at once where there is room, else the part that matters now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from coven.core.language import words
from coven.core.move import Move
from coven.core.picture import bits
from coven.core.view import View
from coven.games.witchstone.crystal_choices import CAULDRON
from coven.games.witchstone.picture.scene import Marks
from coven.games.witchstone.screen import cauldron, tracks
from coven.games.witchstone.screen.ball import ball
from coven.games.witchstone.screen.desk import PAPER, Desk, ink
from coven.games.witchstone.screen.players import players, tiles_in_hand
from coven.games.witchstone.state import PAIR_NAMES, SETUP, SYMBOLS, TURN, TURNS, E, W
from coven.terminal.paper import (
    GLOW,
    LINE,
    QUIET,
    Block,
    beside,
    clip,
    emblem,
    fill,
    marked,
    seat_style,
    title,
)

BALL, TABLE = "ball", "table"
SECTIONS = (BALL, CAULDRON, TABLE)
SIDE = 27
WIDE = 54 + cauldron.WIDTH + SIDE  # everything beside each other, without the gaps
MAIN = cauldron.HEIGHT + 3  # the height of the upper part
LEAST = 12  # the ball is no lower


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
    marks = Marks.of((move.decoded for move in offered), view.game.tables[0])
    desk = Desk(view, names, words(lang), seat, marks, expected)
    if section:
        return _part(desk, width, height, section)
    if width >= WIDE and (height is None or height >= MAIN + 7 + desk.players):
        return _whole(desk, width, height)
    if height is None:
        return _stacked(desk, width)
    return _part(desk, width, height, focus or _focus(desk))


def _whole(desk: Desk, width: int, height: int | None) -> Block:
    room = width - cauldron.WIDTH - SIDE - 4
    main = beside(
        (_ball(desk, room, MAIN), room), (_cauldron(desk), cauldron.WIDTH), (_side(desk, SIDE), SIDE)
    )
    above = [*main, title("", width), *tracks.tracks(desk, width), title("", width)]
    return above + players(desk, width, None if height is None else height - len(above))


def _stacked(desk: Desk, width: int) -> Block:
    side = max(SIDE, width - cauldron.WIDTH - 2)
    return [
        *_ball(desk, width, MAIN),
        *beside((_cauldron(desk), cauldron.WIDTH), (_side(desk, side), side)),
        title(desk.say("Tracks"), width),
        *tracks.tracks(desk, width),
        title(desk.say("Players"), width),
        *players(desk, width),
    ]


def _part(desk: Desk, width: int, height: int | None, section: str) -> Block:
    """One part, with the most needed of the rest beside it."""
    if section == TABLE:
        half = (width - 2) // 2
        above = beside(
            (tracks.scrolls(desk, half) + tracks.stone_table(desk, half), half),
            (tracks.shelves(desk, width - half - 2), width - half - 2),
        )
        heading, both = title(desk.say("Tracks"), width), tracks.tracks(desk, width)
        room = desk.players + 1  # what the players take at least
        for more in ([heading, *both], both):
            if height is None or len(above) + len(more) + room <= height:
                above += more
                break
        return above + players(desk, width, None if height is None else height - len(above))
    if section == CAULDRON:
        main, room = _cauldron_within(desk, height), cauldron.WIDTH
    else:
        tall = MAIN - 2 if height is None else max(LEAST, min(MAIN + 6, height))
        room = max(42, width - SIDE - 2)
        main = _ball(desk, room, tall)
    side = width - room - 2
    if side < SIDE:
        return main
    return beside(
        (main, room), (_summary(desk, side, None if height is None else max(height, len(main))), side)
    )


def _focus(desk: Desk) -> str:
    """The part where the decision is made."""
    s, marks = desk.state, desk.marks
    kind = int(s.frame_kind[int(s.depth) - 1]) if s.depth else TURN
    if kind in (SETUP, E, W):
        return BALL
    return CAULDRON if kind == TURN or marks.cells or marks.crystals else TABLE


def _ball(desk: Desk, width: int, height: int) -> Block:
    return [title(desk.say("Crystal ball"), width), *ball(desk, width, height - 1)]


def _cauldron(desk: Desk) -> Block:
    """The cauldron of the one who looks, the hand below."""
    say, seat = desk.say, desk.seat
    heading = title(say("Cauldron of {name}", name=desk.names[seat]), cauldron.WIDTH)
    return [heading, *cauldron.cauldron(desk, seat), hand(desk, seat)]


def _cauldron_within(desk: Desk, height: int | None) -> Block:
    """The cauldron alone, in a form that fits; the hand is in the summary."""
    heading, drawing = _cauldron(desk)[0], cauldron.cauldron
    if height is None:
        height = cauldron.HEIGHT + 1
    if height == cauldron.TIGHT:
        return drawing(desk, desk.seat, height)
    return [heading, *drawing(desk, desk.seat, height - 1)]


def hand(desk: Desk, seat: int) -> Text:
    """The hand as tiles, or how many there are where it can't be seen."""
    say = desk.say
    line = Text.assemble((f"{say('Hand')} ", LINE))
    held = bits(desk.state.hand[seat])
    chosen = desk.marks.tiles if seat == desk.seat else set()
    for pair in held:
        # Pointed at when some tiles are in question and not all.
        line.append("▸" if pair in chosen and len(chosen) < len(held) else " ", GLOW)
        for symbol in PAIR_NAMES[pair]:
            line.append(symbol, PAPER + ink(symbol))
        line.append(" ")
    if not held:
        count = tiles_in_hand(desk, seat)
        line.append(say.plural("{n} tile", "{n} tiles", count), QUIET)
    return line


def _side(desk: Desk, width: int) -> Block:
    return [
        *tracks.scrolls(desk, width),
        Text(),
        *tracks.shelves(desk, width),
        Text(),
        *tracks.stone_table(desk, width),
    ]


def _summary(desk: Desk, width: int, height: int | None) -> Block:
    """Scores, hand and scrolls in a narrow column, as far as there is room."""
    s = desk.state
    lines = [title(turn_line(desk), width)]
    for seat in range(desk.players):
        line = Text.assemble(
            ("▸" if seat == desk.view.actor else " ", GLOW),
            (f"{emblem(seat)} {desk.names[seat]}", seat_style(seat)),
        )
        points = Text.assemble((str(int(s.score[seat])), "bold"))
        if not desk.view.over:
            points.append(f" +{desk.expected[seat]}", QUIET)
        lines.append(fill(line, width - points.cell_len - 1) + Text(" ") + points)
    lines.append(clip(hand(desk, desk.seat), width))
    for part in (tracks.scrolls(desk, width), tracks.stone_table(desk, width)):
        if height is None or len(lines) + len(part) <= height:
            lines += part
    if height is None or len(lines) < height:
        lines.insert(desk.players + 1, Text())
    return lines


def turn_line(desk: Desk) -> str:
    """How far the game is."""
    s, say = desk.state, desk.say
    if desk.view.over:
        return say("The end")
    if not s.depth or int(s.frame_kind[0]) == SETUP:
        return say("Set-up")
    return say("Turn {n} of {all}", n=int(s.turn) // desk.players + 1, all=TURNS)


def others(view: View, *, names: Sequence[str], lang: str, width: int) -> Block:
    """Every cauldron, in rows."""
    desk = Desk(view, names, words(lang), -1, Marks(), [0] * view.players)
    blocks = []
    for seat in range(desk.players):
        heading = title(f"{emblem(seat)} {names[seat]}", cauldron.WIDTH)
        blocks.append([heading, *cauldron.cauldron(desk, seat), hand(desk, seat)])
    across = max(1, (width + 2) // (cauldron.WIDTH + 2))
    lines: Block = []
    for first in range(0, len(blocks), across):
        lines += beside(*((block, cauldron.WIDTH) for block in blocks[first : first + across]))
    return lines


def legend(view: View, *, names: Sequence[str], lang: str) -> Block:
    """What the signs on the screen mean."""
    say = words(lang)
    desk = Desk(view, names, say, 0, Marks(), [0] * view.players)
    seats = Text("   ").join(marked(seat, names[seat]) for seat in range(view.players))
    symbols = Text("  ").join(
        Text(name, ink(SYMBOLS[i]))
        for i, name in enumerate(
            (
                say("E energy"),
                say("W witch"),
                say("P pentagram"),
                say("C crystal"),
                say("M magic wand"),
                say("S scroll"),
            )
        )
    )
    return [
        seats,
        symbols,
        Text(say("T tower  F forest  V village  C castle; (E) a magic token, (3) one worth 3 points")),
        Text(say("T1o a witch of o stands on T1; o~2 two lie beside the tower; Stone+5 the bonus to be had")),
        Text(say("• a field of a connection, o one with energy of o, + one you can fill now")),
        Text(say("◆b3 a crystal on cell b3, ◇ the black one; →E the way out to the energy rim")),
        Text(say("≤2 ≤3 in the menu: what the halves of a tile give at most")),
        *tracks.legend(desk),
    ]
