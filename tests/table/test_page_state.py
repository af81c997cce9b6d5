"""What a page is told: all a seat may know and nothing else, every move to be reached, everything lit touchable."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import coven
from coven.core.parts import PartCache
from coven.core.position import Position
from coven.table.page_parts import told
from coven.table.page_state import choices_of, legal_of
from coven.table.page_state import page_state as state_and_view
from coven.table.told import Story, made_of
from tests.games.witches import table as tw
from tests.games.witchstone import table as ws

TABLES = [
    ("witchstone", 2, {}),
    ("witchstone", 4, {"handicap": [0, 1, 2, 3]}),
    ("witches", 1, {"mode": "solo"}),
    ("witches", 2, {"mode": "expert"}),
    ("witches", 4, {}),
]


def some(name: str, players: int, options: dict[str, Any], seed: int, many: int) -> Iterator[Position]:
    """Positions of a random game in which somebody decides, luck written down as a server does."""
    position = coven.load(name).new(players, chance="manual", **options)
    rng = random.Random(seed)
    asked = 0
    every = 7
    while not position.over:
        if position.actor != coven.CHANCE:
            asked += 1
            if asked % every == 0:
                yield position.copy()
                every = max(3, every + rng.randrange(-1, 3))
                many -= 1
                if many == 0:
                    return
        position.play(rng.choice(position.legal))
    yield position


def page_state(
    position: Position, seat: int | None, lang: str = "en", theme: str = "dark", **more: Any
) -> dict[str, Any]:
    """All a page shows, with its picture in parts and whole."""
    state, view = state_and_view(position, seat, lang=lang, **more)
    picture = told(view.parts(PartCache(1 << 26), lang, theme), {})
    return state | {"picture": picture, "svg": view.svg(lang, theme)}


def every_node(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield node
        yield from every_node(node["inside"])


def reachable(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a pointer can touch next."""
    return [found for node in nodes for found in ([node] if node["touch"] else reachable(node["inside"]))]


def drawn(svg: str) -> tuple[set[str], set[str]]:
    """The keys of a picture, and those that glow."""
    elements = [e for e in ET.fromstring(svg).iter() if e.get("data-key")]
    keys = {e.get("data-key", "") for e in elements}
    return keys, {e.get("data-key", "") for e in elements if e.get("data-legal")}


def reached(position: Position) -> set[str]:
    """The touches of all moves, after checking that each can be made and that nothing else glows."""
    seen = page_state(position, position.actor, lang="en", theme="dark", since=position.ply)
    nodes = list(every_node(seen["choices"]))
    moves = [node["move"] for node in nodes if node["move"] is not None]
    assert sorted(moves) == position.legal.ids.tolist()
    for level in (seen["choices"], *(node["inside"] for node in nodes)):
        touches = [found["touch"] for found in reachable(level)]
        assert len(touches) == len(set(touches)), touches
    assert all(bool(node["inside"]) != (node["move"] is not None) for node in nodes)
    touches = {node["touch"] for node in nodes} - {""}
    keys, lit = drawn(seen["svg"])
    assert touches <= keys
    pieces = "".join(piece for entry in seen["picture"]["new"] for piece in entry["pieces"])
    assert touches <= set(re.findall(r'data-key="([^"]+)"', pieces))
    assert {key for node in nodes for key in node["marks"] or ()} <= keys
    assert lit <= touches
    return touches


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_move_can_be_touched_or_pressed_and_what_glows_belongs_to_one(name, players, options):
    for position in some(name, players, options, players, 40):
        reached(position)


def free_choice() -> Position:
    def edit(s: np.record) -> None:
        s.pentagram[0] = 1
        ws.on_spaces(s, None, "EC", "WM")
        s.specials[1] += s.special_pile.sum()
        s.special_used[1] += s.special_pile
        s.special_pile[:] = 0

    return ws.play(ws.act("P", 1, edit), "go")


def both_on_one_rim() -> Position:
    def edit(s: np.record) -> None:
        s.crystals[0], s.black[0] = ws.board("g2 c2"), ws.board("g3").bit_length() - 1
        s.table[:] = [2, 0, 0, 0, 0, 0, 0]

    return ws.play(ws.act("C", 2, edit), "crystal g2 out E", "crystal g3 out E")


def no_room() -> Position:
    def edit(s: np.record) -> None:
        s.crystals[0] = ws.board("b3 c5 e5 f3 e2 c2")
        ws.fill(s, 0, "S", "")

    return ws.laying("EW EP EC WP CM", edit)


def powers(names: str) -> Position:
    return tw.attempt("Slice", "Fever", lambda s: tw.hand(s, 0, names))


def cackles_short() -> Position:
    return tw.play(tw.attempt("Slice", "Limb", lambda s: tw.cackles(s, 0, 6, 6), 3), "dice C 2", "flee Place")


@pytest.mark.parametrize(
    ("made", "touches"),
    [
        (free_choice, {f"action:{symbol}" for symbol in "EWPCMS"}),
        (both_on_one_rim, {"rim:E", "rim:E/black", "shelf:E", "shelf:bottom", "table:E"}),
        (
            lambda: ws.play(both_on_one_rim(), "bottom E black token E", "bottom E token E"),
            {"token:E", "token:E/black"},
        ),
        (no_room, {"tile:EW", "tile:EP", "tile:EC", "tile:WP", "tile:CM"}),
        (lambda: powers("Granny1 Nanny1 Magrat3"), {"power", "roll"}),
        (
            lambda: powers("Granny1 Nanny1 Nanny2 Magrat3"),
            {"card:Granny1/power", "card:Nanny1/power", "card:Nanny2/power", "card:Magrat3/power"},
        ),
        (cackles_short, {"seat:1", "seat:2"}),
    ],
)
def test_seldom_choices_can_be_touched_too(made, touches):
    assert touches <= reached(made())


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_what_a_seat_cannot_know_changes_nothing(name, players, options):
    for number, position in enumerate(some(name, players, options, 10 + players, 8)):
        for seat in (None, *range(players)):
            other = position.view(seat).sample(number)
            one, two = (
                json.dumps(page_state(p, seat, lang="de", theme="light", seq=number))
                for p in (position, other)
            )
            assert one == two
            at = position.ply * 2 // 3
            one, two = (
                json.dumps(page_state(p, seat, lang="fr", theme="dark", at=at)) for p in (position, other)
            )
            assert one == two


def test_another_seat_is_offered_nothing():
    (position,) = some("witchstone", 2, {}, 1, 1)
    for seat in (None, 1 - (position.actor or 0)):
        seen = page_state(position, seat, lang="en", theme="dark")
        assert seen["choices"] == []
        assert not seen["undo"]
        keys, lit = drawn(seen["svg"])
        assert not lit
        assert any(key.startswith("cell:") for key in keys) == (seat is not None)


def test_looking_back_shows_an_earlier_table_where_nothing_can_be_done():
    *_, position = some("witchstone", 2, {}, 3, 6)
    seat = position.actor
    past = position.copy()
    while past.ply > 60:
        past.undo()
    seen = page_state(position, seat, lang="en", theme="dark", at=60, seq=5)
    assert (seen["seq"], seen["at"], seen["last"]) == (5, 60, position.ply)
    assert seen["scores"] == list(past.scores)
    assert seen["choices"] == []
    assert not seen["undo"]
    assert seen["log"][-1]["to"] <= position.ply - 1
    assert any(line["n"] >= 60 for line in seen["log"])
    assert not drawn(seen["svg"])[1]


def test_nothing_can_be_done_while_a_table_waits():
    (position,) = some("witches", 2, {}, 1, 1)
    seen = page_state(position, position.actor, lang="en", theme="dark", waiting=True)
    assert seen["choices"] == []
    assert not drawn(seen["svg"])[1]


def test_the_log_begins_where_it_is_asked_for():
    *_, position = some("witches", 2, {}, 4, 5)
    story = Story(position)
    whole, part = story.log(0, "en"), story.log(0, "en", 30)
    assert 0 < len(part) < len(whole)
    assert part == whole[-len(part) :]
    assert whole[-len(part) - 1]["to"] < 30
    assert whole[-len(part) - 1]["n"] < part[0]["n"]
    assert story.log(0, "en", position.ply) == []
    assert {line["seat"] for line in whole} == {None, 0, 1}
    assert all(line["label"] for line in whole)


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_a_page_is_told_the_actions_of_the_record_that_its_seat_may_know(name):
    luck, position = random.Random(3), coven.load(name).new(2, seed=4)
    while not position.over and position.ply < 200:
        position.play(luck.choice(position.legal))
    lines = str(position.record()).split("\n\n")[1].splitlines()
    for seat in (0, 1, None):
        entries = position.view(seat).log
        told = made_of(position, seat, 40)
        assert told["from"] == 40
        assert len(told["moves"]) == len(lines) - 40
        for move, line, entry in zip(told["moves"], lines[40:], entries[40:], strict=True):
            known = line.endswith(f" {entry.text}")
            assert move == (line if known else f"{line.split()[0]} ?")
        assert any(move.endswith(" ?") for move in told["moves"])
    assert made_of(position, 0, position.ply) == {"from": position.ply, "moves": []}


@pytest.mark.parametrize("name", coven.games())
def test_what_is_told_of_the_log_later_is_what_the_whole_would_say(name):
    luck, position = random.Random(1), coven.load(name).new(2, seed=2)
    while not position.over and position.ply < 150:
        position.play(luck.choice(position.legal))
        whole = Story(position).log(0, "en")
        for since in {0, max(0, position.ply - 20), position.ply - 1, position.ply}:
            first = min((line["n"] for line in whole if line["to"] >= since), default=position.ply)
            later = Story(position).log(0, "en", since)
            assert later == [line for line in whole if line["n"] >= first]


def test_a_half_says_what_it_gives_and_which_cells_make_it():
    position = coven.load("witchstone").new(2, seed=5)
    while not position.legal[0].text.startswith("place"):
        position.play(position.legal[0])
    tile, *_ = choices_of(position.view(position.actor), "en")
    assert tile["touch"] == f"tile:{tile['key']}"
    for half in (half for cell in tile["inside"] for half in (cell, *cell["inside"])):
        assert half["gives"] == len(half["marks"])
        assert half["touch"] in half["marks"]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_the_end_of_a_turn_is_foreseen(name, players, options):
    """Moves that end the turn are marked; those of which nothing follows by luck are checked by playing them."""
    found = {True: 0, False: 0}
    for position in some(name, players, options, 20, 60):
        if position.over:
            continue
        nodes = list(every_node(choices_of(position.view(position.actor), "en")))
        for node in nodes:
            if node["move"] is not None and len(position.legal) <= 64:
                after = position.copy().play(node["move"])
                if after.actor != coven.CHANCE:
                    if after.actor != position.actor:
                        assert node["ends"]
                    found[node["ends"]] += 1
    assert found[False]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_points_are_told_by_source(name, players, options):
    for position in some(name, players, options, 30, 200):
        seen = page_state(position, None, lang="en", theme="dark", since=position.ply)
        told = [sum(part["points"] for part in parts if part["counted"]) for parts in seen["points"]]
        assert told == list(position.scores)
        coming = any(not part["counted"] for parts in seen["points"] for part in parts)
        assert not coming or (name == "witchstone" and not position.over)
        assert bool(seen["verdict"]) == position.over
    assert position.over
    assert seen["winners"] == list(position.winners)


def test_the_list_of_moves():
    position = coven.load("witches").new(2, seed=5)
    listed = legal_of(position.view(position.actor), "de")
    assert [move["text"] for move in listed] == [move.text for move in position.legal]
    assert legal_of(position.view(None), "de") == []
