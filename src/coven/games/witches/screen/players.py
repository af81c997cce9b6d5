"""What each player has, and what lies beside the board."""

from __future__ import annotations

from rich.text import Text

from coven.games.witches import names
from coven.games.witches import say as words
from coven.games.witches.screen.desk import SEALED, Desk, ink
from coven.games.witches.state import BOXES, EASY, HAND, KINDS, TRAINEES, UNKNOWN
from coven.terminal.paper import GLOW, LINE, QUIET, Block, clip, emblem, fill, seat_style, title


def players(desk: Desk, width: int) -> Block:
    """A line for each seat; whoever acts is pointed at."""
    say, s = desk.say, desk.state
    wide = width >= 100
    head = [
        ("", 16 if wide else 12, "<"),
        (say("points"), 0, ">"),
        (say("easy"), 0, ">"),
        (say("hard"), 0, ">"),
        (say("cards"), 0, ">"),
        (say("Cackles"), 0, ">"),
        ("Aliss", 0, ">"),
        (say("place"), 22 if wide else 11, "<"),
        (say("trainee"), 0, "<"),
    ]
    sizes = [max(least, len(text)) for text, least, _ in head]
    cells = [[Text(text, LINE) for text, _, _ in head]]
    for seat in range(desk.players):
        name = Text.assemble(
            ("▸" if seat == desk.view.actor else " ", GLOW),
            (f"{emblem(seat)} {desk.names[seat]}", seat_style(seat)),
        )
        easy, hard = _solved(desk, seat)
        at, room = int(s.at[seat]), HAND + int(s.easy_row[seat]) // 2
        cells.append(
            [
                name,
                Text(str(int(s.score[seat])), GLOW if seat in desk.view.winners else "bold"),
                Text(str(easy)),
                Text(str(hard)),
                Text(f"{int(s.cards[seat])}/{room}"),
                Text(str(int(s.cackles[seat])), GLOW if seat in desk.marks.takes else ""),
                Text(str(int(s.aliss[seat]))),
                Text(desk.place(at, 22 if wide else 11) if at >= 0 else "–"),
                _trainee(desk, seat, wide),
            ]
        )
    lines = []
    for row in cells:
        parts = [
            fill(cell, size) if side == "<" else Text(" " * (size - cell.cell_len)) + cell
            for cell, size, (_, _, side) in zip(row[:-1], sizes, head, strict=False)
        ]
        lines.append(clip(Text(" ").join([*parts, row[-1]]), width))
    return lines


def _solved(desk: Desk, seat: int) -> tuple[int, int]:
    tiles = [int(n) for n in desk.state.solved[seat]]
    return sum(tiles[:EASY]), sum(tiles[EASY:])


def _trainee(desk: Desk, seat: int, wide: bool) -> Text:
    """Who she is, and her own tile while it can be used."""
    s, say = desk.state, desk.say
    trainee = int(s.trainee[seat])
    if trainee < 0:
        return Text("–", QUIET)
    name = names.trainee(trainee, say)
    line = Text(name if wide else name.split()[0])
    if int(s.tile_left[seat]) and trainee < TRAINEES - 1:
        may = desk.marks.tile and seat == desk.view.actor
        line.append(f" ({names.own_tile(trainee, say)})" if wide else " +", GLOW if may else QUIET)
    return line


def display(desk: Desk, seat: int, width: int) -> Block:
    """One player's tiles by kind."""
    s, t, say = desk.state, desk.tables, desk.say
    heading = Text.assemble((f"{emblem(seat)} {desk.names[seat]}", seat_style(seat)))
    if int(s.trainee[seat]) >= 0:
        heading.append(f", {names.trainee(int(s.trainee[seat]), say)}")
    if known := names.known(desk.game.components.data, int(s.known[seat]), say):
        heading.append(f" ({known})", QUIET)
    line = Text("  ")
    for kind in range(KINDS):
        count = int(s.solved[seat, kind])
        if count:
            line.append(f"{words.problem(desk.game, kind, say)} {int(t.points[kind])}", ink(kind))
            line.append(f" ×{count}  " if count > 1 else "  ")
    return [clip(heading, width), clip(line if line.plain.strip() else Text("  –", QUIET), width)]


def supplies(desk: Desk) -> list[Text]:
    """The counters that are left, the deck and the discards."""
    say, s = desk.say, desk.state
    counts = [
        (say("Cackles"), int(s.cackle_supply)),
        (say("Crisis"), int(s.crisis_supply)),
        (say("Black Aliss"), int(s.aliss_supply)),
        (say("deck"), int(s.deck).bit_count() - _hidden(desk)),
        (say("discards"), int(s.discard).bit_count()),
    ]
    return [Text.assemble((f"{name} ", LINE), (str(count), "bold")) for name, count in counts]


def _hidden(desk: Desk) -> int:
    """Cards in hands that can't be seen: what may be known holds them in the deck."""
    s = desk.state
    return sum(int(s.cards[seat]) - int(s.hand[seat]).bit_count() for seat in range(desk.players))


def boxes(desk: Desk) -> list[Text]:
    """The boxes that still hold problems, the next first: the top tile, and easy and hard ones in all."""
    s = desk.state
    found = []
    for box in range(BOXES):
        easy, hard = int(s.box_easy[box]), int(s.box_hard[box])
        if easy + hard == 0:
            continue
        top = int(s.box_top[box])
        name = words.problem(desk.game, top, desk.say) if easy and top >= 0 else SEALED
        style = ink(top if easy and top >= 0 else UNKNOWN)
        found.append(Text.assemble((f"{box + 1} ", QUIET), (name, style), (f" {easy}+{hard}", QUIET)))
    return found


def stock(desk: Desk, width: int) -> Block:
    """Supplies and boxes, each in as many lines as they take."""
    say = desk.say
    return [
        *_listed(say("Supply"), supplies(desk), width),
        *_listed(say("Boxes"), boxes(desk) or [Text("–")], width),
    ]


def _listed(heading: str, items: list[Text], width: int) -> Block:
    """Items after a heading, in new lines below the first where one is full."""
    start = len(heading)
    lines = [Text(heading, f"bold {LINE}")]
    for item in items:
        if lines[-1].cell_len > start and lines[-1].cell_len + 2 + item.cell_len > width:
            lines.append(Text(" " * start))
        lines[-1] = lines[-1] + Text("  ") + item
    return [clip(line, width) for line in lines]


def side(desk: Desk, width: int) -> Block:
    """Supplies and boxes in a narrow column."""
    say = desk.say
    lines = [title(say("Supply"), width), *supplies(desk), title(say("Boxes (easy + hard)"), width)]
    return [clip(line, width) for line in [*lines, *(boxes(desk) or [Text("–", QUIET)])]]
