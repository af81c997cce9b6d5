"""What the things on a table of Witchstone are, and how one stands with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coven.core.about import FACT, SOURCE, THING, About
from coven.core.events import Event
from coven.core.language import Words
from coven.core.seats import SEATS
from coven.core.view import View
from coven.games.witchstone import cauldron, cells, end, energy, wand, ways, witch
from coven.games.witchstone import say as names
from coven.games.witchstone.kinds import Kind
from coven.games.witchstone.state import (
    BONUS,
    BONUS_SCROLL,
    COUNTS,
    GROUP,
    LINKED,
    OWL,
    SCORE,
    SPECIAL,
    SPELL,
    SYMBOLS,
    WITCHES_AT,
)

ACTION_RULES = dict(zip(SYMBOLS, ("WS-E1", "WS-W1", "WS-P1", "WS-C1", "WS-M1", "WS-R1"), strict=True))
# Of what is told by its rule alone: keys, things that move, and numbers beside a player.
RULES = {
    "tile": "WS-T3", "token": "WS-W8", "special": "WS-P5", "spell": "WS-R4", "rim": "WS-C4", "shelf": "WS-C4",
    "table": "WS-C4",
    "thing:energy": "WS-E1", "thing:witch": "WS-W5", "thing:lying": "WS-W1", "thing:crystal": "WS-C1",
    "thing:black": "WS-C6", "thing:tile": "WS-T3", "thing:token": "WS-W6", "thing:special": "WS-P5",
    "thing:pentagram": "WS-P1", "thing:wand": "WS-M1", "thing:score": "WS-F1",
    "fact:energy": "WS-E6", "fact:witches": "WS-W9", "fact:tokens": "WS-F1", "fact:scrolls": "WS-R5",
    "fact:specials": "WS-P5", "fact:owls": "WS-F1", "fact:tiles": "WS-T5",
}  # fmt: skip
# Of what points are for.
SOURCE_RULES = {
    "connections": "WS-E5", "witches": "WS-W5", "the Witchstone": "WS-W7", "3-point tokens": "WS-W8",
    "empty owl spaces": "WS-P2", "the wand": "WS-M5", "crystals thrown out": "WS-C9",
    "owl tiles": "WS-F1", "magic tokens": "WS-F1", "unused spells": "WS-F1", "prophecies": "WS-F1",
}  # fmt: skip
# Of moves that no thing stands for.
MOVE_RULES = {
    "place": "WS-T1", "aside": "WS-T1", "do": "WS-T2", "energy": "WS-E1", "lay": "WS-W1", "stand": "WS-W1",
    "tower": "WS-S7", "token": "WS-W8", "use": "WS-P5", "put": "WS-P5", "free": "WS-P4", "crystal": "WS-C1",
    "shelve": "WS-C4", "bottom": "WS-C4", "scroll": "WS-R1", "spell": "WS-R4", "stop": "WS-T4", "remove": "WS-C9",
    "first": "WS-S7",
}  # fmt: skip
MARKER_RULES = {"pentagram": "WS-P1", "wand": "WS-M1"}
FIRST_COUNTED = 10  # WS-F10 and on tell of the prophecies that count something


def explain(view: View, thing: str, say: Words, events: Sequence[Event]) -> About:
    """A thing of the picture by its name."""
    kind, _, name = thing.partition(":")
    if f"{kind}:" == SOURCE:
        return About(rule=SOURCE_RULES.get(name, ""))
    if f"{kind}:" in (THING, FACT):
        inner, _, name = name.partition(":")
        kind = f"{kind}:{inner}" if inner not in ("scroll", "beside") else inner
    try:
        return _Explained(view, say, events).explain(kind, name)
    except (ValueError, IndexError, KeyError):  # whatever it is, it is not on this table
        return About()


class _Explained:
    def __init__(self, view: View, say: Words, events: Sequence[Event]) -> None:
        self.game, self.say, self.events = view.game, say, events
        self.s: Any = view.state
        self.t: Any = view.game.tables[0]
        self.seat = view.seat  # a spectator stands nowhere
        self.begun = int(self.s.tower[view.seat or 0]) >= 0  # she has a tower

    def explain(self, kind: str, name: str) -> About:
        match kind:
            case "link":
                return self._link(name)
            case "place":
                return self._place(name)
            case "cell":
                return self._cell(cells.BY_NAME[name])
            case "scroll":
                return self._scroll(self._which(name))
            case "pentagram":
                return self._pentagram(int(name))
            case "wand":
                return self._wand(int(name))
            case "action":
                return About(rule=ACTION_RULES[name])
            case "move":
                on = MARKER_RULES[ways.track(self.s)] if name in ("go", "move") else ""
                return About(rule=on or MOVE_RULES.get(name, ""))
            case "beside":
                return About(rule="WS-C9", stands=self._next_out())
        return About(rule=RULES.get(kind, ""))

    def _points(self, n: int) -> str:
        return self.say.plural("{n} point", "{n} points", n)

    # -- the crystal ball -------------------------------------------------------------------------------------

    def _link(self, name: str) -> About:
        s, say = self.s, self.say
        link = [f"{a}-{b}" for a, b, _ in self.game.components.data["connections"]["list"]].index(name)
        length = int(self.t.link_length[link])
        stands = [say("Finished, it scores {points}", points=self._points(energy.connection_points(length)))]
        taken = any(int(s.links[seat]) >> link & 1 or int(s.begun[seat]) == link for seat in range(SEATS))
        if self.seat is not None and self.begun:
            if int(s.begun[self.seat]) == link:
                laid = int(s.begun_units[self.seat])
                stands.append(say("You have begun it: {n} of {all} fields", n=laid, all=length))
            elif not taken:
                ends = 1 << int(self.t.link_a[link]) | 1 << int(self.t.link_b[link])
                if not energy.joined(s, self.t, self.seat) & ends:
                    stands.append(say("Neither end of it is joined to your tower by your own connections"))
        return About(rule="WS-E2" if not taken else "WS-E4", stands=tuple(stands))

    def _place(self, name: str) -> About:
        s, say, seat = self.s, self.say, self.seat
        place = [entry["id"] for entry in self.game.components.data["locations"]["list"]].index(name)
        rule = "WS-W7" if place == int(self.t.stone) else "WS-W6"
        if seat is None or not self.begun:
            return About(rule="WS-S7" if not self.begun else rule)
        if int(s.tower[seat]) == place:
            lying = say.plural(
                "{n} witch of yours lies here", "{n} witches of yours lie here", int(s.lying[seat])
            )
            return About(rule="WS-W1", stands=(lying,))
        if int(s.standing[seat]) >> place & 1:
            return About(rule=rule, stands=(say("A witch of yours stands there already"),))
        if not witch.reach(s, self.t, seat, witch.FARTHEST) >> place & 1:
            return About(rule=rule, stands=(say("No finished connections lead there from your tower"),))
        price = witch.cost(s, self.t, seat, place)
        way = say.plural("The way there costs you {n} action", "The way there costs you {n} actions", price)
        return About(rule=rule, stands=(way,))

    # -- the cauldron -----------------------------------------------------------------------------------------

    def _cell(self, cell: int) -> About:
        s, t, say, seat = self.s, self.t, self.say, self.seat
        if seat is None:
            return About(rule="WS-T1")
        if cauldron.crystal_cells(s, seat) >> cell & 1:
            price = min(int(t.exit_cost[cell, symbol]) for symbol in range(6))
            out = say.plural(
                "Out of the cauldron it takes {n} action", "Out of the cauldron it takes {n} actions", price
            )
            black = int(s.black[seat]) == cell
            return About(rule="WS-C6" if black else "WS-C3", stands=(out,))
        stands = tuple(
            say(
                "{action}: a group of {n}",
                action=names.action(symbol, say),
                n=cauldron.group(s, t, seat, symbol, cell),
            )
            for symbol in range(6)
            if int(s.symbols[seat, symbol]) >> cell & 1
        )
        return About(rule="WS-T3" if stands else "WS-T1", stands=stands)

    def _next_out(self) -> tuple[str, ...]:
        if self.seat is None:
            return ()
        price = int(self.s.removed[self.seat]) + 1
        return (self.say("The next one you throw out costs {points}", points=self._points(price)),)

    # -- pentagram and wand -----------------------------------------------------------------------------------

    def _ahead(self, spaces: int) -> tuple[str, ...]:
        say = self.say
        if self.seat is None or spaces <= 0:
            return ()
        return (say.plural("{n} space ahead of your marker", "{n} spaces ahead of your marker", spaces),)

    def _pentagram(self, space: int) -> About:
        kind, slot = int(self.t.pentagram_kind[space]), int(self.t.pentagram_slot[space])
        empty = kind == SPECIAL and int(self.s.special_at[slot]) < 0
        rule = {OWL: "WS-P2", SPECIAL: "WS-P4" if empty else "WS-P3"}.get(kind, "WS-P1")
        ring, at = int(self.t.pentagram), int(self.s.pentagram[self.seat or 0])
        return About(rule=rule, stands=self._ahead((space - at) % ring))

    def _wand(self, space: int) -> About:
        kind, what = int(self.t.wand_kind[space]), int(self.t.wand_what[space])
        rule = {BONUS: "WS-M3", BONUS_SCROLL: "WS-M4", SCORE: "WS-M5"}.get(kind, "WS-M1")
        away = space - int(self.s.wand[self.seat or 0])
        stands = self._ahead(away)
        if kind == SCORE and self.seat is not None and away > 0:
            now = self._points(int(wand.worth(self.s, self.seat, what)))
            stands = (*stands, self.say("Now it would give you {points}", points=now))
        gave = [event for event in self.events if event.kind in (Kind.BONUS, Kind.SCORED)]
        return About(rule=rule, stands=stands, happened=tuple(one for one in gave if one.place == str(space)))

    # -- scrolls ----------------------------------------------------------------------------------------------

    def _which(self, name: str) -> int:
        """The scroll on a position of the display, or the one of that name."""
        if name.isdecimal():
            return int(self.s.display[int(name) - 1])
        return [scroll["id"] for scroll in self.game.components.data["scrolls"]["list"]].index(name)

    def _scroll(self, scroll: int) -> About:
        if scroll < 0:
            return About(rule="WS-R3")
        kind, what = int(self.t.scroll_kind[scroll]), [int(one) for one in self.t.scroll_what[scroll]]
        rule = {
            GROUP: "WS-F3",
            WITCHES_AT: "WS-F5" if len(set(what)) == 1 else "WS-F4",
            LINKED: "WS-F6",
            COUNTS: f"WS-F{FIRST_COUNTED + what[0]}",
        }.get(kind, "WS-R4")
        stands = (self._progress(scroll, kind, what),) if self.seat is not None and self.begun else ()
        return About(rule=rule, stands=stands, large=True)

    def _progress(self, scroll: int, kind: int, what: list[int]) -> str:
        """How far a prophecy is fulfilled, and what it is worth to her now."""
        s, t, say, seat = self.s, self.t, self.say, self.seat or 0
        worth = self._points(int(end.scroll_worth(s, t, seat, scroll)))
        if kind <= SPELL:
            return say("Unused at the end it is worth {points}", points=worth)
        if kind == GROUP:
            return say(
                "Your largest group is {n}: {points}",
                n=cauldron.largest_group(s, t, seat, what[0]),
                points=worth,
            )
        if kind == COUNTS:
            if what[0] == end.RANK:
                rank = int(s.stone_rank[seat])
                if not rank:
                    return say("No witch of yours is on the Witchstone: {points}", points=worth)
                return say("You are number {n} on the Witchstone: {points}", n=rank, points=worth)
            return say("You have {n}: {points}", n=end.counted(s, t, seat, what[0]), points=worth)
        held = int(s.standing[seat]) if kind == WITCHES_AT else energy.joined(s, t, seat)
        met = int(end.in_order(s, t, seat, scroll, held))
        if met == len(what):
            return say("All {n} places: {points}", n=met, points=worth)
        missing = names.place_kind(what[met], say)
        return say(
            "{n} of {all} places: {points}; missing next: {place}",
            n=met,
            all=len(what),
            points=worth,
            place=missing,
        )
