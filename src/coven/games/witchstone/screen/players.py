"""What each player has."""

from __future__ import annotations

from rich.text import Text

from coven.games.witchstone.screen.desk import Desk, ink, token_code
from coven.games.witchstone.screen.tracks import brief
from coven.games.witchstone.state import PAIRS, SCROLLS, TOKENS, TURNS
from coven.terminal.paper import GLOW, LINE, QUIET, Block, clip, columns, emblem, fill, seat_style

INDENT = 5  # below the name


def players(desk: Desk, width: int, height: int | None = None) -> Block:
    """A line for each seat; whoever acts is pointed at.

    Scrolls that are too long for it stand below, as far as the height allows.
    """
    say, s = desk.say, desk.state
    head = [
        ("", 16, "<"),
        (say("points"), 0, ">"),
        (say("end"), 4, ">"),
        (say("tiles"), 0, ">"),
        (say("energy"), 0, ">"),
        (say("witches"), 0, ">"),
        (say("owls"), 4, ">"),
        (say("special"), 0, ">"),
        (say("tokens"), 8, "<"),
        (say("scrolls"), 0, "<"),
    ]
    sizes = [max(least, len(text)) for text, least, _ in head]
    spare = None if height is None else height - desk.players - 1
    room = width - sum(sizes[:-1]) - len(sizes) + 1  # for the scrolls
    lines = [
        Text(" ").join(
            _cell(Text(text, LINE), size, side) for (text, _, side), size in zip(head, sizes, strict=True)
        )
    ]
    for seat in range(desk.players):
        acting = seat == desk.view.actor
        name = Text.assemble(
            ("▸" if acting else " ", GLOW), (f"{emblem(seat)} {desk.names[seat]}", seat_style(seat))
        )
        won = Text(str(int(s.score[seat])), GLOW if seat in desk.view.winners else "bold")
        cells = [
            name,
            won,
            Text("–" if desk.view.over else f"+{desk.expected[seat]}", QUIET),
            Text(f"{tiles_in_hand(desk, seat)}+{int(s.supply[seat])}"),
            Text(str(int(s.energy[seat]))),
            Text(f"{int(s.witches[seat])}+{int(s.lying[seat])}"),
            Text(str(_owls(desk, seat))),
            Text(str(int(s.specials[seat]))),
            _tokens(desk, seat),
        ]
        owned = _scrolls(desk, seat)
        scrolls = Text(", ").join(owned) or Text("–", QUIET)
        below = columns(owned, width - INDENT) if scrolls.cell_len > room else []
        if spare is not None:
            below = below[:spare]
            spare -= len(below)
        row = [
            _cell(cell, size, side)
            for cell, size, (_, _, side) in zip(cells, sizes[:-1], head[:-1], strict=True)
        ]
        lines.append(Text(" ").join([*row, Text("↓", QUIET) if below else scrolls]))
        lines += [Text(" " * INDENT) + line for line in below]
    return [clip(line, width) for line in lines]


def _cell(text: Text, size: int, side: str) -> Text:
    if side == "<":
        return fill(text, size)
    return Text(" " * (size - text.cell_len)) + text


def tiles_in_hand(desk: Desk, seat: int) -> int:
    """How many tiles a seat holds, whether or not they can be seen."""
    s = desk.state
    away = PAIRS - TURNS if int(s.handicap[seat]) else 0
    return (int(s.hand[seat]) | int(s.unseen[seat])).bit_count() - int(s.supply[seat]) - away


def _owls(desk: Desk, seat: int) -> int:
    return sum(
        int(n) * int(value) for n, value in zip(desk.state.owls[seat], desk.tables.owl_values, strict=True)
    )


def _tokens(desk: Desk, seat: int) -> Text:
    line = Text()
    for kind in range(TOKENS):
        code = token_code(kind)
        line.append(code * int(desk.state.tokens[seat, kind]), ink(code))
    return line or Text("–", QUIET)


def _scrolls(desk: Desk, seat: int) -> list[Text]:
    """Scrolls in a few words each; used spells are counted."""
    s = desk.state
    kinds = min(SCROLLS, len(desk.game.components.data["scrolls"]["list"]))
    found = [brief(desk, scroll) for scroll in range(kinds) for _ in range(int(s.scrolls[seat, scroll]))]
    used = sum(int(n) for n in s.spent[seat])
    if used:
        found.append(Text(desk.say("({n} used)", n=used), QUIET))
    return found
