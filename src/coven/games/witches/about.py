"""What the things on a table of The Witches are, and how one stands with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coven.core.about import FACT, SOURCE, THING, About
from coven.core.art import seat_names
from coven.core.events import Event
from coven.core.language import Words
from coven.core.view import View
from coven.core.why import why_not
from coven.games.witches import moves, names
from coven.games.witches.kinds import Kind
from coven.games.witches.odds import Odds, bare, percent
from coven.games.witches.reading import Reading
from coven.games.witches.state import (
    ALISS,
    ALL_DUNGEONED,
    DUNGEONED,
    ELF,
    MAGPYR,
    TRANSMUTATION,
    TRICK,
    UNKNOWN,
    WINTER,
)
from coven.games.witches.turn import TEA_SELF
from coven.games.witches.why import RULES as EFFECT_RULES

FAILURE_RULES = {
    ELF: "TW-H2", DUNGEONED: "TW-H4", MAGPYR: "TW-H6", WINTER: "TW-H3", ALISS: "TW-H1", ALL_DUNGEONED: "TW-H8",
}  # fmt: skip
CARD_RULES = {**EFFECT_RULES, TRANSMUTATION: "TW-E13", TRICK: "TW-E1"}
# Of what is told by its rule alone: keys, things that move, and numbers beside a player.
RULES = {
    "power": "TW-P10", "tile": "TW-S4", "trainee": "TW-S4", "seat": "TW-K1", "cackles": "TW-K1",
    "source:easy problems": "TW-P8", "source:hard problems": "TW-P8", "source:Black Aliss": "TW-K1",
    "thing:crisis": "TW-P6", "thing:witch": "TW-T1", "thing:score": "TW-Z1", "thing:problem:hidden": "TW-P1",
    "fact:cackles": "TW-K1", "fact:aliss": "TW-Z1", "fact:cards": "TW-C1",
}  # fmt: skip


# Of moves that no thing stands for.
MOVE_RULES = {
    "symbol": "TW-M4", "play": "TW-E0", "power": "TW-P10", "discard": "TW-E13", "tile": "TW-S4", "to": "TW-M1",
    "flee": "TW-P2", "look": "TW-E7", "turn": "TW-E8", "crisis": "TW-N5", "reroll": "TW-E12", "take": "TW-K1",
    "choose": "TW-S4", "stay": "TW-M1", "go": "TW-E0", "roll": "TW-P3", "face": "TW-P3", "skip": "TW-E9",
}  # fmt: skip


def explain(view: View, thing: str, say: Words, events: Sequence[Event]) -> About:
    """A thing of the picture by its name."""
    kind, _, name = thing.partition(":")
    if f"{kind}:" == SOURCE:
        return About(rule=RULES.get(thing, ""))
    if f"{kind}:" in (THING, FACT):
        inner, _, name = name.partition(":")
        kind = inner if inner in ("card", "die") else f"{kind}:{inner}"
    table = Reading(view, seat_names(view.names, say, view.players), say, max(0, view.seat or 0))
    try:
        match kind:
            case "space":
                return _space(table, name, events)
            case "card":
                return _card(table, name.partition("/")[0])
            case "thing:problem" if thing not in RULES:
                return About(rule=_failing(table, moves.problem_ids(view.game.components.data).index(name)))
            case "roll" | "die":
                return _dice(table)
            case "move":
                return About(rule=_move(table, name))
    except (ValueError, StopIteration):  # whatever it is, it is not on this table
        return About()
    return About(rule=RULES.get(thing) or RULES.get(kind, ""))


def _move(table: Reading, verb: str) -> str:
    """The rule of a move; what is over with "done" and why Cackles go back is told by the table."""
    seat = max(0, table.view.actor or 0)
    match verb:
        case "done":
            return "TW-P6" if Odds(table).under_way else MOVE_RULES["discard"]
        case "return":
            return "TW-T1" if len(table.witches(int(table.state.at[seat]))) > 1 else "TW-E2"
    return MOVE_RULES.get(verb, "")


def _failing(table: Reading, kind: int) -> str:
    """The rule of a problem: what failing brings, where it brings anything."""
    if table.tables.is_bela[kind]:
        return "TW-H7"
    return FAILURE_RULES.get(int(table.tables.failure[kind]), "TW-P6")


def _space(table: Reading, name: str, events: Sequence[Event]) -> About:
    """A place with its problem and what it takes, or whom one meets there."""
    if name == "Dungeon":
        return About(rule="TW-H5")
    say, s = table.say, table.state
    space = moves.space_ids(table.game.components.data).index(name)
    kind = int(s.tile[space])
    mine = table.view.seat
    if kind >= 0:
        if kind == UNKNOWN:
            return About(rule="TW-P1")
        chance = bare(table, space, table.seat)
        stands = [say("You need {n}", n=table.need(space))] if mine is not None else []
        if mine is not None and chance is not None:
            stands.append(say("Dice and display alone: {percent}", percent=percent(chance, say)))
        return About(rule=_failing(table, kind), stands=tuple(stands), happened=_tried(events, name))
    if mine is not None and any(seat != mine for seat in table.witches(space)):
        back = min(TEA_SELF, int(s.cackles[mine]))
        tea = say.plural(
            "Over tea you could return {n} Cackle", "Over tea you could return {n} Cackles", back
        )
        return About(rule="TW-T1", stands=(tea,))
    return About(rule="TW-M1")


def _tried(events: Sequence[Event], name: str) -> tuple[Event, ...]:
    """Who has tried the problem that lies there now."""
    found: list[Event] = []
    for event in events:
        if event.place != name:
            continue
        if event.kind in (Kind.SOLVED, Kind.ARRIVED, Kind.SET):
            found.clear()
        elif event.kind in (Kind.FAILED, Kind.FLED, Kind.CRISIS):
            found.append(event)
    return tuple(found)


def _card(table: Reading, code: str) -> About:
    """A card: what each of its uses would do now."""
    say, game, t = table.say, table.game, table.tables
    listed: Sequence[Any] = game.components.data["cards"]["list"]
    card = next(n for n, one in enumerate(listed) if one["id"] == code)
    effect, symbol = int(t.card_effect[card]), int(t.card_symbol[card])
    stands = []
    seat = table.view.seat
    if seat is not None and seat == table.view.actor and int(table.state.hand[seat]) >> card & 1:
        for verb, use in (("symbol", names.symbol(symbol, say)), ("play", names.effect(effect, say))):
            reason = why_not(table.view, game.moves.encode(verb, card))
            now = say("can be played now") if reason is None else reason.label(say.lang, table.view.names)
            stands.append(f"{use} – {now}")
    return About(rule=CARD_RULES.get(effect, "TW-E1"), stands=tuple(stands), large=True)


def _dice(table: Reading) -> About:
    odds, say = Odds(table), table.say
    if not odds.under_way:
        return About(rule="TW-P1")
    have = say("You have {have}, and need {need}", have=odds.have, need=odds.need)
    return About(rule="TW-P3", stands=(have,))
