"""Events of Witchstone: every rule that gives or takes something is shown by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

import coven
from coven.core.events import Event
from coven.core.language import words
from coven.core.position import Position
from coven.core.story import lines
from coven.games.witchstone import cells
from coven.games.witchstone.kinds import SOURCES, Kind
from coven.games.witchstone.whereabouts import cell
from tests.games.witchstone import table as ws
from tests.games.witchstone.test_waiting_tokens import inside
from tests.rule_account import rule_ids

# The events that show what a rule gives or takes.
SHOWN: dict[str, tuple[Kind, ...]] = {
    "WS-S2": (Kind.SHOWN,),
    "WS-S3": (Kind.SHOWN,),
    "WS-S4": (Kind.FOUND,),
    "WS-S5": (Kind.DREW,),
    "WS-S7": (Kind.BEGINS, Kind.SETTLED, Kind.TOKEN, Kind.USED),
    "WS-S8": (Kind.DREW,),
    "WS-T1": (Kind.LAID,),
    "WS-T2": (Kind.ACTED,),
    "WS-T3": (Kind.ACTED,),
    "WS-T4": (Kind.STOPPED, Kind.LOST),
    "WS-T5": (Kind.DREW, Kind.TURN, Kind.LAST),
    "WS-T6": (Kind.ASIDE, Kind.THREW),
    "WS-T7": (Kind.GAINED,),
    "WS-E1": (Kind.ENERGISED,),
    "WS-E5": (Kind.CONNECTED,),
    "WS-E6": (Kind.LOST,),
    "WS-W1": (Kind.CAME, Kind.STOOD),
    "WS-W3": (Kind.STOOD,),
    "WS-W5": (Kind.STOOD,),
    "WS-W6": (Kind.TOKEN,),
    "WS-W7": (Kind.RANKED,),
    "WS-W8": (Kind.USED, Kind.GAINED, Kind.WAITS),
    "WS-W9": (Kind.LOST,),
    "WS-P1": (Kind.STEPPED,),
    "WS-P2": (Kind.OWL, Kind.NO_OWL),
    "WS-P3": (Kind.SPECIAL, Kind.SHOWN),
    "WS-P4": (Kind.SPECIAL, Kind.FREE),
    "WS-P5": (Kind.SPENT, Kind.PLACED),
    "WS-P6": (Kind.PLACED,),
    "WS-P7": (Kind.SPENT, Kind.PLACED, Kind.FREE),
    "WS-C1": (Kind.CARRIED,),
    "WS-C2": (Kind.CARRIED,),
    "WS-C3": (Kind.OUT,),
    "WS-C4": (Kind.SHELVED, Kind.BOTTOM, Kind.GAINED, Kind.TOKEN),
    "WS-C5": (Kind.BESIDE,),
    "WS-C6": (Kind.SHELVED, Kind.USED),
    "WS-C7": (Kind.USED,),
    "WS-C8": (Kind.LOST,),
    "WS-C9": (Kind.THREW,),
    "WS-C10": (Kind.OUT, Kind.SHELVED, Kind.GAINED),
    "WS-M1": (Kind.ADVANCED,),
    "WS-M2": (Kind.ADVANCED,),
    "WS-M3": (Kind.BONUS,),
    "WS-M4": (Kind.BONUS, Kind.SCROLL),
    "WS-M5": (Kind.SCORED,),
    "WS-M6": (Kind.ADVANCED, Kind.BONUS),
    "WS-R1": (Kind.SCROLL, Kind.SHOWN),
    "WS-R2": (Kind.SCROLL,),
    "WS-R3": (Kind.LOST,),
    "WS-R4": (Kind.CAST,),
    "WS-R5": (Kind.CAST,),
    "WS-F1": (Kind.COUNTED,),
    "WS-F2": (Kind.ENDED,),
    **{f"WS-F{n}": (Kind.COUNTED,) for n in (3, 4, 5, 6, *range(10, 19))},
}
# Rules that only say where things lie, what may be chosen or what is known.
NOTHING = {"WS-S1", "WS-S6", "WS-E2", "WS-E3", "WS-E4", "WS-W2", "WS-W4", "WS-K1", "WS-K2", "WS-K3"}


def last(position: Position) -> list[Event]:
    """What came of the last action."""
    return [event for event in position.events if event.n == position.ply - 1]


def kinds(position: Position) -> list[str]:
    return [event.kind for event in last(position)]


def test_every_rule_is_shown_by_an_event_or_gives_nothing() -> None:
    assert not SHOWN.keys() & NOTHING
    assert SHOWN.keys() | NOTHING == set(rule_ids("witchstone"))
    assert {kind for shown in SHOWN.values() for kind in shown} == set(Kind)


def test_every_kind_happens() -> None:
    """In random games; what they hardly ever come to has a test of its own below."""
    seen: set[str] = set()
    for players, options in ((2, {}), (4, {}), (3, {"handicap": [0, 1, 3]})):
        for seed in range(12):
            position = coven.load("witchstone").new(players, seed=seed, **options)
            luck = random.Random(seed)
            while not position.over:
                position.play(luck.choice(position.legal))
            seen |= {event.kind for event in position.events}
    assert seen >= set(Kind) - {Kind.NO_OWL, Kind.FREE, Kind.BESIDE, Kind.LOST, Kind.RANKED, Kind.WAITS}


def spell(s: np.record) -> None:
    """Seat 0 holds a spell, so it is asked before its marker moves."""
    index = ws.scroll(coven.load("witchstone"), "spell")
    s.scroll_pile[index] -= 1
    s.scrolls[0, index] += 1


@pytest.mark.rule("WS-E1", "WS-E5")
def test_energy_is_told_by_unit_and_a_connection_with_its_points() -> None:
    position = ws.play(ws.act("E", 3), "energy T1-V1")
    length = int(position.game.tables[0].link_length[ws.link(position.game, "T1-V1")])
    for _ in range(length - 1):
        assert kinds(position) == [Kind.ENERGISED]
        position.play("energy T1-V1")
    told = {event.kind: event for event in last(position)}
    assert (told[Kind.ENERGISED].place, told[Kind.ENERGISED].amount) == ("T1-V1", 1)
    assert told[Kind.CONNECTED].points == length * (length + 1) // 2
    assert told[Kind.CONNECTED].source == SOURCES[0]
    assert told[Kind.CONNECTED].things == ("link:T1-V1",)


@pytest.mark.rule("WS-W5", "WS-W6", "WS-W7")
def test_a_witch_on_the_stone_is_told_with_place_rank_and_points() -> None:
    def edit(s: np.record) -> None:
        ws.build(s, 0, "T1-Stone" if coven.load("witchstone").find("energy T1-Stone") else "Stone-T1")
        ws.lie(s, 0, 1)

    position = ws.play(ws.act("W", 1, edit), "stand Stone")
    stood, ranked, *_ = last(position)
    assert (stood.kind, stood.place, stood.points) == (Kind.STOOD, "Stone", 2)
    assert (ranked.kind, ranked.amount, ranked.points) == (Kind.RANKED, 1, 5)


@pytest.mark.rule("WS-P2")
def test_an_empty_owl_space_is_told_with_its_points() -> None:
    def edit(s: np.record) -> None:
        spell(s)
        s.pentagram[0] = 4
        s.owl_pile[0] = 5
        s.owls[1] = 1

    position = ws.play(ws.act("P", 1, edit), "go")
    assert kinds(position)[:2] == [Kind.STEPPED, Kind.NO_OWL]
    assert last(position)[1].points == 2


@pytest.mark.rule("WS-P4")
def test_a_special_space_without_a_tile_is_told_with_what_is_chosen() -> None:
    def edit(s: np.record) -> None:
        spell(s)
        s.pentagram[0] = 1
        ws.on_spaces(s, None, "EC", "WM")
        s.specials[1] += s.special_pile.sum()
        s.special_used[1] += s.special_pile
        s.special_pile[:] = 0

    position = ws.play(ws.act("P", 1, edit), "go")
    assert kinds(position) == [Kind.STEPPED, Kind.SPECIAL]
    position.play("free E")
    assert kinds(position) == [Kind.FREE, Kind.GAINED]
    assert last(position)[1].amount == 2


@pytest.mark.rule("WS-C5")
def test_a_crystal_without_a_shelf_is_told() -> None:
    def edit(s: np.record) -> None:
        s.crystals[0], s.black[0] = ws.board("g2 c2"), ws.board("d4").bit_length() - 1
        s.shelf[1, 0] = 4
        s.shelf[1, 6] = 4

    position = ws.play(ws.act("C", 1, edit), "crystal g2 out E")
    assert kinds(position)[:2] == [Kind.OUT, Kind.BESIDE]


@pytest.mark.rule("WS-T4", "WS-E6")
def test_actions_that_cannot_be_done_are_told() -> None:
    def edit(s: np.record) -> None:
        s.energy[0] = 1

    position = ws.play(ws.act("E", 3, edit), "energy T1-V1")
    assert Kind.LOST in kinds(position)


@pytest.mark.rule("WS-T4")
@pytest.mark.parametrize(("kind", "step"), [("P", Kind.STEPPED), ("M", Kind.ADVANCED)])
def test_what_a_shorter_move_gives_up_is_told(kind: str, step: Kind) -> None:
    def edit(s: np.record) -> None:
        s.pentagram[0] = s.wand[0] = 2

    position = ws.play(ws.act(kind, 3, edit), "move 1")
    stopped, *stepped = last(position)
    assert (stopped.kind, stopped.subject, stopped.amount) == (Kind.STOPPED, kind, 2)
    assert [event.amount for event in stepped if event.kind == step] == [1]
    position = ws.play(ws.act(kind, 3, edit), "move 0")
    assert [event.amount for event in last(position) if event.kind == Kind.STOPPED] == [3]
    assert step not in kinds(position)


@pytest.mark.rule("WS-W8")
def test_a_token_that_waits_is_told() -> None:
    position = ws.play(inside(), "lay", "stop")
    waits = last(position)[0]
    assert (waits.kind, waits.subject, waits.seat) == (Kind.WAITS, "E", 0)
    assert Kind.STOPPED not in kinds(position)
    position = ws.play(inside(), "stop")
    assert kinds(position)[:2] == [Kind.STOPPED, Kind.WAITS]


def test_a_crystal_that_is_moved_is_told_with_where_to():
    table, say = ws.act("C", 1), words("en")
    ends = [move.text.split()[-1] for move in table.legal if move.decoded.verb == "crystal"]
    assert len(set(ends) & set(cells.NAMES)) > 9
    for move, end in zip((one for one in table.legal if one.decoded.verb == "crystal"), ends, strict=True):
        if end in cells.NAMES:
            after = table.copy()
            after.play(move)
            carried = next(event for event in after.events[::-1] if event.kind == Kind.CARRIED)
            assert str(carried).endswith(f"crystal to {cell(cells.NAMES.index(end), say)}")


def _told(position: coven.Position, lang: str) -> list[str]:
    """The lines about crystals of one action."""
    crystals = {Kind.CARRIED, Kind.OUT, Kind.SHELVED, Kind.BOTTOM, Kind.THREW}
    return [line.text(lang) for line in lines(position.game, position.events) if line.head.kind in crystals]


def test_crystals_that_are_moved_one_after_another_are_told_in_one_line() -> None:
    def edit(s: np.record) -> None:
        s.crystals[0], s.black[0] = ws.board("g2 c2"), ws.board("d4").bit_length() - 1

    position = ws.play(ws.act("C", 4, edit), "crystal g2 f2", "crystal c2 b2")
    assert _told(position, "en") == ["Owl moves crystals 2 cells"]
    assert _told(position, "de") == ["Eule bewegt Kristalle um 2 Felder"]
    position.play("crystal d4 e4")
    assert _told(position, "en") == [
        "Owl moves crystals 2 cells",
        "Owl moves the black crystal to row 5, cell 4",
    ]
    position.play("crystal e4 d4")
    assert _told(position, "hu")[1] == "Bagoly 2 mezővel odébb viszi a fekete kristályt"


def test_crystals_that_are_thrown_out_are_counted_together() -> None:
    def edit(s: np.record) -> None:
        s.crystals[0], s.score[0] = ws.board("g2 c2 a1"), 9

    position = ws.play(ws.act("C", 1, edit), "remove g2", "remove c2")
    assert _told(position, "en") == ["Owl throws out 2 crystals: −3 points"]
