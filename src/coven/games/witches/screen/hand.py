"""The own hand, each card with its uses, and the attempt under way with its dice."""

from __future__ import annotations

from rich.text import Text

from coven.games.witches import names
from coven.games.witches.attempt_state import AFTER
from coven.games.witches.moves import FACES
from coven.games.witches.odds import Odds, percent
from coven.games.witches.screen.desk import SYMBOL_INKS, Desk, ink
from coven.games.witches.state import PLUS_FOUR
from coven.terminal.paper import GLOW, LINE, QUIET, Block, clip, fill, title

WIDE = 110


def hand(desk: Desk, width: int) -> Block:
    """A line a card: name, symbol, effect, location, Power of Three; what can be used now is pointed at."""
    say, s = desk.say, desk.state
    heading = say("Hand of {name}", name=desk.names[desk.seat])
    held = desk.held()
    if len(held) < int(s.cards[desk.seat]) or not held:  # another's: all see what was shown
        count = say.plural("{n} card", "{n} cards", int(s.cards[desk.seat]))
        heading = say("{what}: {more}", what=heading, more=count)
    sizes = _sizes(width)
    lines = [title(heading, width)]
    for card in held:
        parts = [fill(part, size) for part, size in zip(_card(desk, card, width), sizes, strict=True)]
        lines.append(clip(Text(" ").join(parts), width))
    return lines


def _sizes(width: int) -> tuple[int, ...]:
    return (26, 16, 42, 20, 12) if width >= WIDE else (17, 13, 25, 11, 9)


def _card(desk: Desk, card: int, width: int) -> tuple[Text, ...]:
    """The parts of a card; without colours a pointer tells what can be used."""
    t, say = desk.tables, desk.say
    uses = desk.marks.uses.get(card, set())
    symbol, effect, power = int(t.card_symbol[card]), int(t.card_effect[card]), int(t.card_power[card])
    gift = ("+1", "+2", "")[symbol]
    does = names.effect(effect, say)
    if effect == PLUS_FOUR:
        does += f" {say('against {problems}', problems=desk.against(card))}"
    elif width >= WIDE:
        does = say("{what}: {more}", what=does, more=names.effect_gives(effect, say))
    discard = "discard" in uses
    return (
        _use(desk.card(card), discard, "bold"),
        _use(f"{names.symbol(symbol, say)} {gift}", "symbol" in uses, SYMBOL_INKS[symbol]),
        _use(does, "effect" in uses, ""),
        Text(f"@{desk.location(int(t.card_location[card]), 19 if width >= WIDE else 10)}", QUIET),
        _use(say("Three") if power >= 0 else "", "power" in uses, LINE),
    )


def _use(text: str, may: bool, style: str) -> Text:
    return Text.assemble(("»" if may else " ", GLOW), (text, GLOW if may else style))


def attempt(desk: Desk, width: int) -> Block:
    """The problem faced: what is needed, the dice, what has been added, and the chance."""
    odds = Odds(desk)
    s, t, say = desk.state, desk.tables, desk.say
    if not odds.under_way:
        return []
    space = int(s.frame_what[odds.depth])
    kind = int(s.tile[space])
    if not 0 <= kind < len(t.difficulty):
        return []
    heading = say("Attempt: {problem} in {place}", problem=desk.problem(space), place=desk.place(space))
    line = Text()
    for number, die in enumerate(odds.dice):
        line.append("  " if number == 2 else "", "")
        line.append(f"[{_face(die)}]", "bold" if die >= 0 else QUIET)
    added = int(s.bonus)
    shown = odds.have - added - sum(max(0, die) for die in odds.dice)
    line.append(f"  {say('cards {n}', n=f'+{added}')}  {say('display {n}', n=f'+{shown}')}")
    line.append(f"  = {odds.have} / {odds.need}", f"bold {ink(kind)}")
    if odds.open:
        chance = percent(odds.chance(), say)
        done = odds.phase == AFTER
        line.append("" if done else f"  {say('chance {percent}', percent=chance)}", GLOW)
    owed = int(s.magic) + sum(die == FACES[0] for die in odds.dice)
    if owed:
        line.append(f"  {say.plural('{n} Cackle to take', '{n} Cackles to take', owed)}", QUIET)
    lines = [title(heading, width), clip(line, width)]
    failure = names.failure(int(t.failure[kind]), say)
    return [*lines, clip(Text(failure, QUIET), width)] if failure else lines


def _face(die: int) -> str:
    return " " if die < 0 else "C" if die == 0 else str(die)
