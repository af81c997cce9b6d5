"""Pentagram, wand, shelves, stone table and scrolls."""

from __future__ import annotations

from rich.text import Text

from coven.games.witchstone import say as names
from coven.games.witchstone.screen.desk import BLACK, Desk, ink, token_code
from coven.games.witchstone.state import (
    BLACK_SHELF,
    BONUS,
    BONUS_SCROLL,
    COUNTS,
    GROUP,
    OWL,
    PAIR_NAMES,
    SCORE,
    SLOTS,
    SPECIAL,
    SPELL,
    SPELL_ANY,
    SYMBOLS,
    TOKEN_SHELF,
    TOKENS,
    WITCHES_AT,
)
from coven.terminal.paper import GLOW, LINE, QUIET, Block, clip, emblem, seat_style, title

SCORED = "EWSTCH"  # connections, witches, scrolls, tokens, crystals, special hex tiles
PLACE_LETTERS = ("Stone", "T", "F", "V", "C", "T")
OWLS = 5  # tiles in an owl pile


def tracks(desk: Desk, width: int) -> Block:
    """Both tracks, unrolled, the markers below their spaces."""
    say = desk.say
    s, t = desk.state, desk.tables
    label = max(len(say("Pentagram")), len(say("Wand"))) + 1
    if label + 3 * (int(t.wand) + 1) > width:
        label = 0
    lines: Block = []
    for name, codes, at in (
        (say("Pentagram"), [_star(desk, i) for i in range(int(t.pentagram))], s.pentagram),
        (say("Wand"), [_wand(desk, i) for i in range(int(t.wand) + 1)], s.wand),
    ):
        step = min(5, (width - label) // len(codes))
        if not label:
            lines.append(Text(name, f"bold {LINE}"))
        spaces = Text.assemble((f"{name:{label}}" if label else "", f"bold {LINE}"))
        markers = Text(" " * label)
        for i, (code, style) in enumerate(codes):
            spaces.append(f"{code:<{step}}", style)
            here = [seat for seat in range(desk.players) if int(at[seat]) == i]
            here.sort(key=lambda seat: int(s.under[seat]))
            if len(here) <= step:
                for seat in here:
                    markers.append(emblem(seat), seat_style(seat))
                markers.append(" " * (step - len(here)))
            else:
                markers.append(f"{len(here)}×".ljust(step), "bold")
        lines += [clip(spaces, width), clip(markers, width)]
    return lines


def legend(desk: Desk) -> Block:
    """What the codes of the tracks mean."""
    say = desk.say
    return [
        Text(say("owl7 an owl tile worth 7 · EW a special tile · +C1 a bonus of 1 crystal action"), QUIET),
        Text(
            say("* points for E connections, W witches, S scrolls, T tokens, C crystals, H special tiles"),
            QUIET,
        ),
    ]


def _star(desk: Desk, space: int) -> tuple[str, str]:
    s, t = desk.state, desk.tables
    kind, slot = int(t.pentagram_kind[space]), int(t.pentagram_slot[space])
    if kind == OWL:
        taken = int(s.owl_pile[slot])
        return (f"owl{int(t.owl_values[taken])}" if taken < OWLS else "owl"), "bold"
    if kind == SPECIAL:
        tile = int(s.special_at[slot])
        return (PAIR_NAMES[tile], GLOW) if tile >= 0 else ("2?", GLOW)
    return ("○" if space == 0 else "·"), QUIET


def _wand(desk: Desk, space: int) -> tuple[str, str]:
    t = desk.tables
    kind, what = int(t.wand_kind[space]), int(t.wand_what[space])
    if space == 0:
        return "○", QUIET
    if kind == BONUS:
        return f"+{SYMBOLS[what]}{int(t.wand_count[space])}", ink(SYMBOLS[what])
    if kind == BONUS_SCROLL:
        return "+S3", ink("S")
    return (f"*{SCORED[what]}", "bold") if kind == SCORE else ("·", QUIET)


def shelves(desk: Desk, width: int) -> Block:
    """The crystals on each shelf, and the room left."""
    s, t, say = desk.state, desk.tables, desk.say
    lines = [title(say("Shelves"), width)]
    for shelf in range(7):
        room = int(t.shelf_room[desk.players, shelf])
        code = SYMBOLS[shelf] if shelf < 6 else "3"
        name = names.action(shelf, say) if shelf < 6 else say("token shelf")
        line = Text.assemble((f"{name:<{width - 2 * room}.{width - 2 * room - 1}}", ink(code)))
        held = [
            (emblem(seat), seat_style(seat))
            for seat in range(desk.players)
            for _ in range(s.shelf[seat, shelf])
        ]
        held += [(BLACK, "bold") for seat in range(desk.players) if int(s.black[seat]) == BLACK_SHELF + shelf]
        may = desk.marks.bottom if shelf == TOKEN_SHELF else shelf in desk.marks.shelves
        held += [("·", GLOW if may else QUIET)] * (room - len(held))
        for text, style in held:
            line.append(f"{text} ", style)
        lines.append(clip(line, width))
    return lines


def stone_table(desk: Desk, width: int) -> Block:
    """The tokens to be had for a crystal on the token shelf."""
    line = Text()
    for kind in range(TOKENS):
        code = token_code(kind)
        for _ in range(int(desk.state.table[kind])):
            line.append("(", QUIET).append(code, GLOW if kind in desk.marks.table else ink(code)).append(
                ") ", QUIET
            )
    return [title(desk.say("Stone table"), width), clip(line if line else Text("–", QUIET), width)]


def scrolls(desk: Desk, width: int) -> Block:
    """The scrolls on display."""
    say, s = desk.say, desk.state
    pile = sum(int(count) for count in s.scroll_pile)
    lines = [title(say("Scrolls ({n} in the pile)", n=pile), width)]
    for slot in range(SLOTS):
        shown = int(s.display[slot])
        may = slot in desk.marks.scrolls
        what = brief(desk, shown) if shown >= 0 else Text("–", QUIET)
        lines.append(clip(Text.assemble((f"{slot + 1} ", GLOW if may else QUIET), what), width))
    return lines


def brief(desk: Desk, scroll: int) -> Text:
    """A scroll in a few words."""
    t, say = desk.tables, desk.say
    kind, what = int(t.scroll_kind[scroll]), [int(x) for x in t.scroll_what[scroll]]
    if kind == SPELL_ANY:
        return Text(say("+1 of any action"), "bold")
    if kind == SPELL:
        return Text(f"+2 {names.action(what[0], say)}", ink(SYMBOLS[what[0]]))
    if kind == GROUP:
        return Text(say("largest {action} group", action=names.action(what[0], say)))
    if kind == COUNTS:
        return Text(_counted(desk)[what[0]])
    places = " ".join(PLACE_LETTERS[place] for place in what)
    if kind == WITCHES_AT:
        return Text(say("witches on {places}", places=places))
    return Text(say("connected: {places}", places=places))


def _counted(desk: Desk) -> tuple[str, ...]:
    """What prophecies count, in the order of state.COUNTED."""
    say = desk.say
    return (
        say("rank on the Witchstone"),
        say("witches in the ball"),
        say("lying witches"),
        say("silver spaces"),
        say("special tiles"),
        say("scrolls"),
        say("magic tokens"),
        say("crystals on the shelves"),
    )
